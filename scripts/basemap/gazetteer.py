"""The list of places that the map page's search box knows: names, positions and importance."""

import json

from sources import Features

# Twelve metres; the source says no more.
DECIMALS = 4


def gazetteer(places: Features) -> str:
    """`[name, other names, country, latitude, longitude, rank]` for each place, the greatest first.

    A country is its position in the list of countries, which keeps the file small.
    """
    pairs = sorted(zip(places.attributes, places.geometries), key=lambda pair: importance(pair[0]))
    countries = sorted({place["country"] for place, _ in pairs})
    position = {country: index for index, country in enumerate(countries)}
    rows = [
        [
            place["name"],
            [name for name in place["others"] if name.casefold() != place["name"].casefold()],
            position[place["country"]],
            round(point.y, DECIMALS),
            round(point.x, DECIMALS),
            place["rank"],
        ]
        for place, point in pairs
    ]
    return json.dumps({"countries": countries, "places": rows}, ensure_ascii=False, separators=(",", ":"))


def importance(place: dict) -> tuple:
    return (-place["population"], place["rank"], place["name"])
