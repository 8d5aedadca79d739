"""Names of places and countries in other languages, from the translations of GeoNames that Debian packs."""

import gettext
import unicodedata
from collections import defaultdict
from pathlib import Path

LANGUAGES = "de fr es it pt nl pl sv da fi cs hu ro tr vi id hr ru uk el ar he fa hi th zh ja ko".split()

# What people call countries; keys are ISO codes.
COUNTRY_NICKNAMES = {
    "AE": ["UAE"], "CD": ["Democratic Republic of the Congo"], "CI": ["Ivory Coast"], "CV": ["Cape Verde"], "CZ": ["Czech Republic"],
    "GB": ["UK", "Great Britain", "Britain", "England", "Scotland", "Wales"], "KP": ["DPRK"], "MK": ["Macedonia"], "MM": ["Burma"],
    "NL": ["Holland", "The Netherlands"], "SZ": ["Swaziland"], "TL": ["East Timor"], "US": ["USA", "U.S.A.", "America"], "VA": ["Holy See"],
}

# Natural Earth and GeoNames may number one city differently. Of great cities the one that most languages name is meant.
GREAT_CITY = 500_000


def folded(text: str) -> str:
    """The same for texts that differ in case and accents only."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter))
    return "".join(letter if letter.isalnum() else " " for letter in plain).strip()


class Names:
    def __init__(self, folder: Path | None) -> None:
        """`folder` holds `LANGUAGE/LC_MESSAGES/geonames.mo`; without it there are no names in other languages."""
        self.by_key: dict[str, list[str]] = defaultdict(list)
        self.by_english: dict[str, list[str]] = defaultdict(list)
        if folder is None:
            return
        for language in LANGUAGES:
            for key, name in catalogue(folder, language).items():
                self.by_key[key].append(name)
        for key, name in catalogue(folder, "en").items():
            self.by_english[name].append(key)

    def of_place(self, number: int, english: str, population: int) -> list[str]:
        known = self.by_key.get(str(number), [])
        if known or population < GREAT_CITY:
            return known
        namesakes = self.by_english.get(english, [])
        return max((self.by_key.get(key, []) for key in namesakes), key=len, default=[])

    def of_country(self, code: str) -> list[str]:
        return self.by_key.get(code, []) if code else []


def catalogue(folder: Path, language: str) -> dict[str, str]:
    path = folder / language / "LC_MESSAGES" / "geonames.mo"
    with path.open("rb") as file:
        entries = gettext.GNUTranslations(file)._catalog
    return {key: text for key, text in entries.items() if isinstance(key, str) and key}
