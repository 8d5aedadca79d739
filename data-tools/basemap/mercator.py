"""From degrees to the web map's square: x and y from 0 to 1, y down, ready to be cut into tiles."""

import numpy as np
import shapely

from sources import Features, repaired

# Beyond the square's edge at 85.0511°, so that Antarctica runs on under the edge of its tiles.
SOUTHERNMOST, NORTHERNMOST = -86.0, 86.0

# Antarctica's land stops at its ice shelves, which leaves a notch that a globe draws on to the
# pole. Everything south of this is ice.
ALL_ICE = Features.of([(shapely.box(-180, SOUTHERNMOST, 180, -84.8), {})])

# How much of the other side is repeated beyond ±180°: more than any tile's margin.
OVERLAP = 10.0


def project(features: Features) -> Features:
    """What lies beyond ±180° is repeated there, so that the date line leaves no seam."""
    cut = shapely.clip_by_rect(features.geometries, -180, SOUTHERNMOST, 180, NORTHERNMOST)
    features = wrapped(features.moved_to(shapely.transform(cut, snapped)))
    return features.moved_to(shapely.transform(features.geometries, to_square))


def project_land(land: Features) -> Features:
    return project(land + ALL_ICE)


def project_shores(land: Features) -> Features:
    """The outlines of projected land, less the straight edges at which it was cut off."""
    left, right = -0.99 * OVERLAP / 360, 1 + 0.99 * OVERLAP / 360
    bottom = to_square(np.array([[0, SOUTHERNMOST + 0.1]]))[0, 1]
    shores = shapely.clip_by_rect(shapely.boundary(land.geometries), left, 0, right, bottom)
    return land.moved_to(shores).where(~shapely.is_empty(shores))


def project_points(features: Features) -> Features:
    """Points are not repeated: a label belongs to the one tile that it is in."""
    latitudes = shapely.get_y(features.geometries)
    inside = features.where((latitudes > SOUTHERNMOST) & (latitudes < NORTHERNMOST))
    return inside.moved_to(shapely.transform(inside.geometries, to_square))


def to_square(degrees: np.ndarray) -> np.ndarray:
    radians = np.radians(degrees)
    x = radians[:, 0] / (2 * np.pi) + 0.5
    y = 0.5 - np.arcsinh(np.tan(radians[:, 1])) / (2 * np.pi)
    return np.column_stack([x, y])


def snapped(degrees: np.ndarray) -> np.ndarray:
    """Ends that all but reach the date line reach it."""
    degrees = degrees.copy()
    longitude = degrees[:, 0]
    close = np.abs(np.abs(longitude) - 180) < 1e-4
    longitude[close] = np.sign(longitude[close]) * 180
    return degrees


def wrapped(features: Features) -> Features:
    """Adds what lies just beyond ±180°. Areas that touch across the line become one."""
    if len(features) == 0:
        return features
    east = repeated(features, 360, (180, -90, 180 + OVERLAP, 90))
    west = repeated(features, -360, (-180 - OVERLAP, -90, -180, 90))
    everything = features + east + west
    if shapely.get_dimensions(everything.geometries).max() < 2:
        return everything
    bounds = shapely.bounds(everything.geometries)
    touching = (bounds[:, [0, 2]] == 180).any(axis=1) | (bounds[:, [0, 2]] == -180).any(axis=1)
    joined = shapely.get_parts(shapely.union_all(repaired(everything.geometries[touching])))
    merged = Features.of([(area, everything.attributes[touching][0]) for area in joined])
    return everything.where(~touching) + merged


def repeated(features: Features, shift: float, box: tuple) -> Features:
    moved = shapely.transform(features.geometries, lambda degrees: degrees + [shift, 0])
    copies = features.moved_to(shapely.clip_by_rect(moved, *box))
    same_kind = shapely.get_dimensions(copies.geometries) == shapely.get_dimensions(moved)
    return copies.where(same_kind & ~shapely.is_empty(copies.geometries))
