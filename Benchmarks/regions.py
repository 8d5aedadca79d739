"""The states of positions near borders between states, in the eight countries with detailed polygons (part of `places`)."""

import sys
from collections import Counter, defaultdict
from pathlib import Path

import h5py
import numpy as np
import shapely

from report import ROOT, Table

sys.path.insert(0, str(ROOT / "data-tools" / "places"))
import states  # noqa: E402

# Of Debian's gmt-dcw, which scripts/setup --bench installs.
SOURCE = Path("/usr/share/gmt-dcw/dcw-gmt.nc")
POINTS = 6_000
BANDS = (0.25, 0.5, 1, 2.5, 5, 12.5, 25)
METRES = 111_195.0  # in a degree of latitude


def measure(random, named, ask, peers):
    """`named` gives geoindex's codes of regions for positions; `ask` gives a peer's names of them."""
    points, truth, distances = near_borders(random)
    answers = {"geoindex": named(points)} | {peer: ask(peer, points) for peer in peers}
    table = Table("Wrong states by distance from the border of a state", ("kilometres", "positions", *answers))
    right = {name: judged(given, truth) for name, given in answers.items()}
    for band, (low, high) in enumerate(zip(BANDS, BANDS[1:])):
        inside = np.flatnonzero(distances == band)
        table.cells(f"{low:g}–{high:g}", str(len(inside)), *(
            f"{100 * (1 - right[name][inside].mean()):.2f} %" for name in answers))
    table.note("The truth are the polygons of gmt-dcw, before they are simplified. Each name stands for the state that most positions with it are in.")
    table.print()


def near_borders(random):
    """Positions on land in one state, those states, and the number of the band of the distance to another state."""
    with h5py.File(SOURCE) as file:
        names = sorted(name.removesuffix("_lon") for name in file if name.endswith("_lon") and len(name) > len("US_lon"))
        shapes = np.array([states.area(states.rings(file, name)) for name in names])
    shapely.prepare(shapes)
    tree = shapely.STRtree(shapes)
    vertices = shapely.get_coordinates(shapes)
    # Most vertices are on coasts.
    points = beside(vertices[random.choice(len(vertices), 20 * POINTS)], random)
    inside, state = tree.query(shapely.points(points), predicate="within")
    alone = np.bincount(inside, minlength=len(points))[inside] == 1
    found, truth, bands = [], [], []
    for index, own in zip(inside[alone].tolist(), state[alone].tolist()):
        band = band_of(points[index], own, shapes, tree)
        if band is not None:
            found.append(points[index])
            truth.append(names[own])
            bands.append(band)
        if len(found) == POINTS:
            break
    return np.array(found), truth, np.array(bands)


def beside(points, random):
    away = 1_000 * np.exp(random.uniform(np.log(BANDS[0]), np.log(BANDS[-1]), len(points)))
    angle = random.uniform(0, 2 * np.pi, len(points))
    step = np.stack([np.sin(angle) / np.cos(np.radians(points[:, 1])), np.cos(angle)], axis=1)
    return np.round(points + step * (away / METRES)[:, None], 7)


def band_of(point, own, shapes, tree):
    """The band of the distance to the nearest other state, or None if it is in none. Circles are ellipses in degrees."""
    x, y = point
    wide = 1 / np.cos(np.radians(y))
    for band, reach in enumerate(BANDS):
        degrees = reach * 1_000 / METRES
        angles = np.linspace(0, 2 * np.pi, 33)
        circle = shapely.polygons(np.stack([x + wide * degrees * np.cos(angles), y + degrees * np.sin(angles)], axis=1))
        near = tree.query(circle)
        if any(shapely.intersects(shapes[other], circle) for other in near if other != own):
            return band - 1 if band > 0 else None
    return None


def judged(given, truth):
    """Which answers are right: of positions with the same name in a country, those in the state that most of them are in."""
    counts = defaultdict(Counter)
    keys = [(state[:2], name) for name, state in zip(given, truth)]
    for key, state in zip(keys, truth):
        counts[key][state] += 1
    return np.array([name not in (None, "") and counts[key].most_common(1)[0][0] == state for key, name, state in zip(keys, given, truth)])
