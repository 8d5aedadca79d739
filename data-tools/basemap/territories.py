#!/usr/bin/env python3
"""Cuts the areas of countries into vector tiles of their own, {z}/{x}/{y}.countries.pbf: the map asks for them only
to show which countries have photos. The layer `areas` has them, `small` a point for each country that is
too small to be seen on a map of the world; both have the country's code (ISO 3166-1 alpha-2, and XK)."""

import argparse
import json
import sqlite3
from pathlib import Path

import numpy as np
import shapely

import mvt
from mercator import project
from sources import Features
from tiles import SMALLEST_AREA, Tile, cut

MAX_ZOOM = 5
SIMPLIFICATION = 3.0

# Square degrees: Luxembourg has a third of one.
SMALL = 0.3

# The data count these as parts of another country, or of none; the boxes are west, south, east, north.
PARTS = [
    ("GF", "FR", (-55, 2, -51, 6)),
    ("GP", "FR", (-62, 15.8, -60.9, 16.6)),
    ("MQ", "FR", (-61.3, 14.3, -60.7, 15)),
    ("RE", "FR", (55, -21.5, 56, -20.7)),
    ("YT", "FR", (44.9, -13.1, 45.4, -12.5)),
    ("SJ", "NO", (-10, 70.7, -7, 71.3)),
    ("SJ", "NO", (10, 74, 35, 81)),
    ("BQ", "NL", (-68.6, 12, -68.1, 12.4)),
    ("BQ", "NL", (-63.4, 17.4, -62.9, 17.7)),
    ("CX", "AU", (105, -11, 106, -10)),
    ("CC", "AU", (96, -13, 97, -11)),
    ("CY", "-1", (32, 34.5, 35, 36)),
    ("SO", "-1", (42, 7.5, 50, 12)),
    ("CU", "-1", (-76, 19, -74, 21)),
]
# Vatican City is not in the data.
POINTS = {"VA": (12.453, 41.903)}


def read(path: Path) -> dict[str, shapely.Geometry]:
    """The country areas of a GeoPackage by code."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT iso_a2, geom FROM countries ORDER BY iso_a2").fetchall()
    countries = {code: shapely.make_valid(shapely.from_wkb(without_header(blob))) for code, blob in rows}
    for code, owner, box in PARTS:
        move(countries, code, owner, shapely.box(*box))
    countries.pop("-1", None)
    return {code: area for code, area in sorted(countries.items()) if not area.is_empty}


def without_header(blob: bytes) -> bytes:
    """The well-known binary in a geometry of a GeoPackage, after a header that may have an envelope."""
    envelope = [0, 32, 48, 48, 64][blob[3] >> 1 & 7]
    return blob[8 + envelope :]


def move(countries: dict[str, shapely.Geometry], code: str, owner: str, box: shapely.Polygon) -> None:
    parts = shapely.get_parts(countries[owner])
    inside = shapely.within(parts, box)
    countries[owner] = shapely.union_all(parts[~inside])
    countries[code] = shapely.union_all([*parts[inside], countries.get(code, shapely.Polygon())])


def small_countries(countries: dict[str, shapely.Geometry]) -> Features:
    points = {code: area.representative_point() for code, area in countries.items() if area.area < SMALL}
    points |= {code: shapely.Point(place) for code, place in POINTS.items()}
    return project(Features.of([(point, {"code": code}) for code, point in sorted(points.items())]))


def projected(countries: dict[str, shapely.Geometry]) -> Features:
    """One country after the other, as areas that meet at the date line become one."""
    pieces = [project(Features.of([(area, {"code": code})])) for code, area in countries.items()]
    return Features.of([(shapely.union_all(piece.geometries), piece.attributes[0]) for piece in pieces])


def coarse(areas: Features, zoom: int) -> Features:
    """Borders are simplified once for both sides; islands of a few pixels go, but for the largest of a country."""
    unit = 0.5**zoom / mvt.EXTENT
    simple = shapely.coverage_simplify(areas.geometries, SIMPLIFICATION * unit)
    return areas.moved_to(np.array([without_specks(area, SMALLEST_AREA * unit * unit) for area in simple], dtype=object))


def without_specks(area: shapely.Geometry, smallest: float) -> shapely.Geometry:
    parts = shapely.get_parts(area)
    sizes = shapely.area(parts)
    return shapely.multipolygons(parts[(sizes >= smallest) | (sizes == sizes.max())])


def write(countries: dict[str, shapely.Geometry], folder: Path) -> None:
    areas, points = projected(countries), small_countries(countries)
    for zoom in range(MAX_ZOOM + 1):
        for column in range(2**zoom):
            for row in range(2**zoom):
                path(Tile(zoom, column, row), folder).touch()
        for tile, layers in cut({"areas": coarse(areas, zoom), "small": points}, Tile(0, 0, 0), zoom):
            path(tile, folder).write_bytes(encode(tile, layers))


def describe(file: Path) -> None:
    """Tells the page that the tiles are there, and how far they go."""
    description = json.loads(file.read_text())
    description["countries"] = MAX_ZOOM
    file.write_text(json.dumps(description, ensure_ascii=False, indent=2) + "\n")


def path(tile: Tile, folder: Path) -> Path:
    return folder / str(tile.zoom) / str(tile.column) / f"{tile.row}.countries.pbf"


def encode(tile: Tile, layers: dict[str, Features]) -> bytes:
    return b"".join(
        mvt.encode_layer(name, list(zip(shapely.transform(layer.geometries, tile.to_units), layer.attributes)))
        for name, layer in layers.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--world-map", type=Path, required=True, metavar="FILE.gpkg")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="that has the tiles of the base map")
    options = parser.parse_args()
    write(read(options.world_map), options.output)
    describe(options.output / "basemap.json")


if __name__ == "__main__":
    main()
