"""Names in the languages that libgeonames-common translates, and the words by which places are found."""

import gettext
import json
import unicodedata
from collections import defaultdict
from pathlib import Path

MANY = 100_000  # inhabitants from which a place is found by all of its names


SPECIAL = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ʻ": "", "’": "", "'": ""}


def folding() -> dict[int, str]:
    """What stands for a character that is written otherwise: without case and accent, and a space for punctuation."""
    found = {}
    for code in range(0x20, 0x30000):
        letter = chr(code)
        category = unicodedata.category(letter)
        if category in ("Cn", "Cs", "Co"):
            continue
        decomposed = unicodedata.normalize("NFD", letter.lower())
        plain = unicodedata.normalize("NFC", "".join(SPECIAL.get(one, one) for one in decomposed if not unicodedata.combining(one)))
        if plain and not plain.isalnum() and category[0] != "M":
            plain = " "
        if plain != letter:
            found[code] = plain
    return found


FOLDING = folding()


def folded(text: str) -> str:
    """The same for texts that differ in case, accents and punctuation only."""
    return " ".join(text.translate(FOLDING).split())


def catalogues(folder: Path) -> dict[str, dict[str, str]]:
    """The translations of each language: names by GeoNames number, `DE` or `DE.02`."""
    found = {}
    for path in sorted(folder.glob("*/LC_MESSAGES/geonames.mo")):
        with path.open("rb") as file:
            entries = gettext.GNUTranslations(file)._catalog
        language = path.parent.parent.name.replace("_", "-").replace("@", "-")
        found[language] = {key: text for key, text in entries.items() if isinstance(key, str) and key and text}
    return found


def countries(folder: Path, english: dict[str, str], list_of_countries: Path) -> dict[str, dict[str, str]]:
    """The usual names of countries in each language: GeoNames' translators often chose the formal one."""
    found: dict[str, dict[str, str]] = {"en": english}
    entries = json.loads(list_of_countries.read_text(encoding="utf-8"))["3166-1"]
    usual = {one["alpha_2"]: one.get("common_name", one["name"]) for one in entries}
    for path in sorted(folder.glob("*/LC_MESSAGES/iso_3166-1.mo")):
        with path.open("rb") as file:
            texts = gettext.GNUTranslations(file)._catalog
        language = path.parent.parent.name.replace("_", "-").replace("@", "-")
        # A name with a comma is turned round: "Korea, Republic of".
        names = {code: texts.get(name) for code, name in usual.items() if "," not in name}
        found.setdefault(language, {code: name for code, name in names.items() if name and "," not in name})
    return found


def terms(entities: dict[str, int], primary: dict[int, list[str]], catalogues: list[dict[str, str]]) -> list[tuple[bytes, int]]:
    """Folded names and the entities that bear them, in order."""
    found: dict[str, set[int]] = defaultdict(set)
    for entity, names in primary.items():
        for name in names:
            found[folded(name)].add(entity)
    for catalogue in catalogues:
        for key, name in catalogue.items():
            if key in entities:
                found[folded(name)].add(entities[key])
    return sorted((term.encode(), entity) for term, those in found.items() if term and len(term.encode()) < 100 for entity in those)
