#!/usr/bin/env python3
"""Cuts the base map into Mapbox vector tiles, one plain file each: {z}/{x}/{y}.pbf."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

import mvt
from countries import country_labels
from gazetteer import gazetteer
from mercator import project, project_land, project_points, project_shores
from names import Names
from sources import GSHHG, Features, NaturalEarth

MAX_ZOOM = 6

# In tile units, of which a screen pixel has eight.
MARGIN = 64
SIMPLIFICATION = 2.0
SMALLEST_AREA = 16.0

# Coarse data first: each scale is drawn for the zooms at which its detail is about a pixel.
SCALE_OF_ZOOM = ["110m", "110m", "50m", "50m", "10m", "10m", "10m"]

# The largest rank that a zoom shows. Above MAX_ZOOM the last tiles are shown enlarged.
RIVERS_OF_ZOOM = [1, 2, 3, 5, 6, 8, 99]
PLACES_OF_ZOOM = [0, 1, 2, 4, 6, 7, 99]
COUNTRIES_OF_ZOOM = [1, 2, 3, 4, 5, 99, 99]
CAPITALS_FROM_ZOOM = 3
STATES_FROM_ZOOM = 3
SMALLEST_LAKE_OF_ZOOM = [20_000, 10_000, 2_500, 800, 200, 40, 0]  # km²

LAYERS = {
    "land": {},
    "shores": {},
    "lakes": {},
    "rivers": {"name": "String", "rank": "Number"},
    "states": {"rank": "Number", "minzoom": "Number"},
    "borders": {"disputed": "Number"},
    "countries": {"name": "String", "rank": "Number"},
    "places": {
        "name": "String",
        "country": "String",
        "rank": "Number",
        "capital": "Number",
        "population": "Number",
    },
}

ATTRIBUTION = "Natural Earth, GSHHG, GeoNames"


@dataclass(frozen=True)
class Tile:
    zoom: int
    column: int
    row: int

    def children(self) -> Iterator["Tile"]:
        for column in (2 * self.column, 2 * self.column + 1):
            for row in (2 * self.row, 2 * self.row + 1):
                yield Tile(self.zoom + 1, column, row)

    def box(self, margin: float) -> tuple[float, float, float, float]:
        size = 0.5**self.zoom
        left, top = self.column * size, self.row * size
        return (left - margin, top - margin, left + size + margin, top + size + margin)

    def path(self, folder: Path) -> Path:
        return folder / str(self.zoom) / str(self.column) / f"{self.row}.pbf"

    def to_units(self, square: np.ndarray) -> np.ndarray:
        return (square * 2**self.zoom - [self.column, self.row]) * mvt.EXTENT


class World:
    """Every layer of the map, on the web map's square, at every scale it has."""

    def __init__(self, earth: NaturalEarth, lakes: GSHHG) -> None:
        scales = sorted(set(SCALE_OF_ZOOM))
        places = earth.places()
        labels = country_labels(earth.land("50m"), earth.borders("50m"), places)
        self.land = {scale: project_land(earth.land(scale)) for scale in scales}
        self.shores = {scale: project_shores(self.land[scale]) for scale in scales}
        self.borders = {scale: project(earth.borders(scale)) for scale in scales}
        self.rivers = {scale: project(earth.rivers(scale)) for scale in scales}
        self.states = project(earth.states())
        self.lakes = project(lakes.lakes())
        self.places = project_points(places)
        self.countries = project_points(labels)

    def at(self, zoom: int) -> dict[str, Features]:
        """What a zoom shows, as coarse as it may be there."""
        scale = SCALE_OF_ZOOM[zoom]
        lake_area = SMALLEST_LAKE_OF_ZOOM[zoom]
        layers = {
            "land": self.land[scale],
            "shores": self.shores[scale],
            "lakes": self.lakes.keeping(lambda lake: lake["area"] >= lake_area),
            "rivers": up_to(self.rivers[scale], RIVERS_OF_ZOOM[zoom]),
            "states": self.states_at(zoom),
            "borders": self.borders[scale],
        }
        coarse = {name: simplified(features, zoom) for name, features in layers.items()}
        return coarse | {
            "countries": up_to(self.countries, COUNTRIES_OF_ZOOM[zoom]),
            "places": self.places_at(zoom),
        }

    def states_at(self, zoom: int) -> Features:
        if zoom < STATES_FROM_ZOOM:
            return Features()
        if zoom == MAX_ZOOM:
            return self.states
        return self.states.keeping(lambda line: line["minzoom"] <= zoom + 1)

    def places_at(self, zoom: int) -> Features:
        def shown(place: dict) -> bool:
            capital = place["capital"] and zoom >= CAPITALS_FROM_ZOOM
            return capital or place["rank"] <= PLACES_OF_ZOOM[zoom]

        return self.places.keeping(shown)

    def names(self) -> set[str]:
        """Every text that a map of these tiles may write."""
        named = [self.places, self.countries, *self.rivers.values()]
        return {name for layer in named for name in layer.values("name") if name}


def up_to(features: Features, rank: int) -> Features:
    return features.keeping(lambda one: one["rank"] <= rank)


def simplified(features: Features, zoom: int) -> Features:
    """The last zoom keeps everything, since it is shown enlarged."""
    if zoom == MAX_ZOOM or len(features) == 0:
        return features
    unit = 0.5**zoom / mvt.EXTENT
    coarse = features.moved_to(shapely.simplify(features.geometries, SIMPLIFICATION * unit))
    if shapely.get_dimensions(coarse.geometries).max() < 2:
        return coarse
    return coarse.where(shapely.area(coarse.geometries) >= SMALLEST_AREA * unit * unit)


def clipped(features: Features, box: tuple[float, float, float, float]) -> Features:
    left, top, right, bottom = box
    bounds = shapely.bounds(features.geometries)
    touching = (
        (bounds[:, 0] <= right)
        & (bounds[:, 2] >= left)
        & (bounds[:, 1] <= bottom)
        & (bounds[:, 3] >= top)
    )
    features, bounds = features.where(touching), bounds[touching]
    inside = (
        (bounds[:, 0] >= left)
        & (bounds[:, 2] <= right)
        & (bounds[:, 1] >= top)
        & (bounds[:, 3] <= bottom)
    )
    geometries = features.geometries.copy()
    geometries[~inside] = shapely.clip_by_rect(geometries[~inside], left, top, right, bottom)
    return features.moved_to(geometries).where(~shapely.is_empty(geometries))


def cut(layers: dict[str, Features], tile: Tile, zoom: int) -> Iterator[tuple[Tile, dict]]:
    """Quarters the world until `zoom`, each time handing on only what a quarter holds."""
    margin = 0.5**zoom * MARGIN / mvt.EXTENT
    pieces = {}
    for name, features in layers.items():
        labels = name in ("places", "countries")
        piece = clipped(features, tile.box(0 if labels else margin))
        if len(piece):
            pieces[name] = piece
    if not pieces:
        return
    if tile.zoom == zoom:
        yield tile, pieces
        return
    for child in tile.children():
        yield from cut(pieces, child, zoom)


def encode(tile: Tile, layers: dict[str, Features]) -> bytes:
    encoded = b""
    for name, keys in LAYERS.items():
        if name in layers:
            features = layers[name]
            geometries = shapely.transform(features.geometries, tile.to_units)
            encoded += mvt.encode_layer(name, drawn(geometries, features.attributes, keys))
    return encoded


def drawn(geometries: np.ndarray, attributes: np.ndarray, keys: dict) -> Iterator[tuple]:
    """Merges features without distinguishing properties."""
    if keys:
        for geometry, values in zip(geometries, attributes):
            yield geometry, {key: values[key] for key in keys}
    elif shapely.get_dimensions(geometries).max() == 2:
        # Rounding to whole units can make outlines cross; joined on that grid they do not.
        yield shapely.union_all(geometries, grid_size=1), {}
    else:
        yield shapely.geometrycollections(geometries), {}


def write_pyramid(world: World, folder: Path) -> None:
    for zoom in range(MAX_ZOOM + 1):
        write_empty(folder, zoom)
        for tile, layers in cut(world.at(zoom), Tile(0, 0, 0), zoom):
            tile.path(folder).write_bytes(encode(tile, layers))


def write_empty(folder: Path, zoom: int) -> None:
    """An empty tile is an empty file, so that no request of the map meets a 404."""
    for column in range(2**zoom):
        (folder / str(zoom) / str(column)).mkdir(parents=True)
        for row in range(2**zoom):
            Tile(zoom, column, row).path(folder).touch()


def write_description(folder: Path, versions: dict[str, str], fonts: list[str]) -> None:
    description = {
        "attribution": ATTRIBUTION,
        "minzoom": 0,
        "maxzoom": MAX_ZOOM,
        "sources": versions,
        "vector_layers": [{"id": name, "fields": keys} for name, keys in LAYERS.items()],
        "fonts": fonts,
        "places": "places.json",
    }
    text = json.dumps(description, ensure_ascii=False, indent=2)
    (folder / "basemap.json").write_text(text + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--natural-earth", type=Path, required=True, metavar="DIR")
    parser.add_argument("--gshhg", type=Path, required=True, metavar="DIR")
    parser.add_argument("--geonames", type=Path, metavar="DIR", help="the folder of its translations")
    parser.add_argument("--version", action="append", default=[], metavar="SOURCE=VERSION")
    parser.add_argument("--font", action="append", default=[], metavar="NAME")
    parser.add_argument("--names", type=Path, required=True, help="file to list all names in")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR")
    options = parser.parse_args()

    earth = NaturalEarth(options.natural_earth)
    world = World(earth, GSHHG(options.gshhg))
    write_pyramid(world, options.output)
    (options.output / "places.json").write_text(gazetteer(earth.places(), Names(options.geonames)), encoding="utf-8")
    versions = dict(version.split("=", 1) for version in options.version)
    write_description(options.output, versions, options.font)
    options.names.write_text("\n".join(sorted(world.names())) + "\n")


if __name__ == "__main__":
    main()
