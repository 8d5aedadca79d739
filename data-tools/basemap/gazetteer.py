"""The list of places that the map page's search box knows: names, positions and importance."""

import json
import math
from collections import defaultdict
from pathlib import Path

import numpy as np

from names import COUNTRY_NICKNAMES, Names, folded
from sources import Features

# Twelve metres, the precision of the source.
DECIMALS = 4
NAMESAKES = Path(__file__).with_name("namesakes.tsv")
# Names in other scripts are kept for places with at least this many inhabitants; Latin names for all.
OTHER_SCRIPTS_FROM = 500_000
OTHER_LANGUAGES_FROM = 150_000
# A country's box leaves out what lies so much farther away than most of its people live.
FAR_AWAY = 4.0
NEAR_KM = 400.0


def gazetteer(places: Features, names: Names) -> str:
    """`[name, other names, country, latitude, longitude, rank, region]` for each place, the greatest first, and
    `[country, west, south, east, north, other names]` for each country.

    Countries and regions are positions in their lists, which keeps the file small.
    """
    records = [{**place, "lat": point.y, "lon": point.x} for place, point in zip(places.attributes, places.geometries)]
    records = sorted([*records, *namesakes()], key=importance)
    countries = sorted({place["country"] for place in records})
    regions = sorted({place["region"] for place in records})
    rows = [
        [
            place["name"],
            other_names(place, names),
            countries.index(place["country"]),
            round(place["lat"], DECIMALS),
            round(place["lon"], DECIMALS),
            place["rank"],
            regions.index(place["region"]),
        ]
        for place in records
    ]
    lands = [[countries.index(country), *box, others] for country, box, others in boxes_of_countries(records, names)]
    answer = {"countries": countries, "regions": regions, "places": rows, "lands": lands}
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def importance(place: dict) -> tuple:
    return (-place["population"], place["rank"], place["name"])


def other_names(place: dict, names: Names) -> list[str]:
    """What a place is also called, without what differs from another name in accents only."""
    texts = list(place["others"])
    if place["population"] >= OTHER_LANGUAGES_FROM:
        translated = names.of_place(place["geonames"], place["name"], place["population"])
        is_great = place["population"] >= OTHER_SCRIPTS_FROM
        texts += [name for name in translated if is_great or folded(name).isascii()]
    return distinct(place["name"], texts)


def distinct(name: str, others: list[str]) -> list[str]:
    """The names that differ without accents; a prefix of another name suffices, because search completes texts."""
    kept: dict[str, str] = {}
    known = folded(name)
    for other in sorted(others, key=len, reverse=True):
        text = folded(other)
        if text and not known.startswith(text) and not any(one.startswith(text) for one in kept):
            kept[text] = other
    return list(kept.values())


def namesakes() -> list[dict]:
    """Towns that bear the name of a great city elsewhere."""
    rows = [line.split("\t") for line in NAMESAKES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        {
            "name": name, "region": region, "country": country, "lat": float(lat), "lon": float(lon), "rank": 8,
            "population": int(population), "geonames": int(number), "others": [], "code": "",
        }
        for name, region, country, lat, lon, population, number in rows
    ]


def boxes_of_countries(records: list[dict], names: Names) -> list[tuple[str, list[float], list[str]]]:
    """The box in which most of a country's people live, in degrees; west is greater than east across the antimeridian."""
    by_country = defaultdict(list)
    for place in records:
        by_country[place["country"]].append(place)
    answer = []
    for country, places in sorted(by_country.items()):
        code = next((place["code"] for place in places if place["code"]), "")
        others = distinct(country, [*COUNTRY_NICKNAMES.get(code, []), *names.of_country(code)])
        answer.append((country, box_around(places), others))
    return answer


def box_around(places: list[dict]) -> list[float]:
    lat = np.array([place["lat"] for place in places])
    lon = np.array([place["lon"] for place in places])
    weight = np.array([max(1.0, place["population"]) for place in places])
    greatest = int(np.argmax(weight))
    # Longitudes are counted from the greatest city, so that no country is cut by the antimeridian.
    east = (lon - lon[greatest] + 180) % 360 - 180
    middle = (np.average(lat, weights=weight), np.average(east, weights=weight))
    km = np.hypot(lat - middle[0], (east - middle[1]) * math.cos(math.radians(middle[0]))) * 111.2
    near = km <= max(NEAR_KM, FAR_AWAY * np.average(km, weights=weight))
    near[greatest] = True
    west, right = east[near].min() + lon[greatest], east[near].max() + lon[greatest]
    wrap = lambda value: round((float(value) + 180) % 360 - 180, 2)  # noqa: E731
    return [wrap(west), round(float(lat[near].min()), 2), wrap(right), round(float(lat[near].max()), 2)]
