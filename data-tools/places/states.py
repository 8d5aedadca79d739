"""States of eight large countries in more detail than Natural Earth's: GMT's Digital Chart of the World (gmt-dcw)."""

from pathlib import Path

import h5py
import numpy as np
import shapely

# The three-letter codes that Natural Earth uses.
COUNTRIES = {"AR": "ARG", "AU": "AUS", "BR": "BRA", "CA": "CAN", "CN": "CHN", "IN": "IND", "RU": "RUS", "US": "USA"}
SEPARATOR = 0xFFFF  # instead of a coordinate, before each ring
# All in degrees or their squares. Smaller islands get the region of their nearest settlement, as the sea does.
SMALLEST_ISLAND = 1e-3
SNAPPING = 0.0001
TOLERANCE = 0.0005
COAST_TOLERANCE = 0.02


def detailed(path: Path, states: np.ndarray, owners: list[str]) -> np.ndarray:
    """Natural Earth's states, with those of COUNTRIES replaced. Where they overlap a neighbour, the detailed ones are right."""
    others = states[[owner not in COUNTRIES.values() for owner in owners]]
    with h5py.File(path) as file:
        names = sorted(name.removesuffix("_lon") for name in file if name.endswith("_lon") and len(name) > len("US_lon"))
        found = np.concatenate([
            with_coarse_coast(cleaned([area(rings(file, name)) for name in names if name.startswith(country)]), others)
            for country in COUNTRIES
        ])
    neighbour, inside = shapely.STRtree(found).query(others, predicate="intersects")
    for index in np.unique(neighbour):
        others[index] = shapely.difference(others[index], shapely.union_all(found[inside[neighbour == index]]))
    return np.concatenate([found, others[~shapely.is_empty(others)]])


def rings(file: h5py.File, name: str) -> list[np.ndarray]:
    """The outlines of a state, with longitudes up to 360°. Coordinates are 16-bit fractions of its box."""
    x, y = file[f"{name}_lon"], file[f"{name}_lat"]
    starts = np.flatnonzero(x[:] == SEPARATOR)
    longitude, latitude = (float(axis.attrs["min"][0]) + axis[:] / float(axis.attrs["scale"][0]) for axis in (x, y))
    points = np.stack([longitude, latitude], axis=1)
    pieces = [points[start + 1 : end] for start, end in zip(starts, [*starts[1:], len(points)])]
    return [piece for piece in pieces if len(piece) > 3]


def area(outlines: list[np.ndarray]) -> shapely.Geometry:
    """What an odd number of the rings contains, such as a state around the territory of its capital."""
    polygons = shapely.polygons([shapely.linearrings(outline) for outline in outlines])
    polygons = polygons[shapely.area(polygons) > SMALLEST_ISLAND]
    corners = shapely.get_point(shapely.get_exterior_ring(polygons), 0)
    inner, outer = shapely.STRtree(polygons).query(corners, predicate="within")
    is_hole = np.bincount(inner[inner != outer], minlength=len(polygons)) % 2 == 1
    polygons = shapely.make_valid(shapely.simplify(polygons, SNAPPING, preserve_topology=False), method="structure", keep_collapsed=False)
    found = shapely.difference(shapely.union_all(polygons[~is_hole]), shapely.union_all(polygons[is_hole]))
    return around_the_date_line(found)


def around_the_date_line(area: shapely.Geometry) -> shapely.Geometry:
    """With longitudes from −180° to 180°."""
    west, _, east, _ = area.bounds
    if not east > 180:
        return area
    moved = shapely.transform(area, lambda points: points - [360, 0])
    if west >= 180:
        return moved
    return shapely.union(shapely.clip_by_rect(area, -180, -90, 180, 90), shapely.clip_by_rect(moved, -180, -90, 180, 90))


def cleaned(areas: list[shapely.Geometry]) -> np.ndarray:
    """Without the slivers between states: each is stored in fractions of its own box, so shared borders differ a little."""
    states = np.array([area for area in areas if not shapely.is_empty(area)])
    clean = shapely.coverage_clean(states, snapping_distance=SNAPPING)
    # With wider snapping, GEOS 3.14 loses whole states.
    if (np.abs(shapely.area(clean) / shapely.area(states) - 1) > 0.01).any():
        raise ValueError("cleaning has changed the area of a state by more than 1 %")
    return shapely.coverage_simplify(clean, TOLERANCE)


def with_coarse_coast(states: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Extended into the sea to a coarse line, since positions have the country of their waters; not over `others`."""
    # The buffer of a detailed coast would take minutes.
    wide = shapely.simplify(states, COAST_TOLERANCE)
    wide = shapely.simplify(shapely.buffer(wide, 2 * COAST_TOLERANCE, quad_segs=1), COAST_TOLERANCE)
    known, foreign = shapely.STRtree(states), shapely.STRtree(others)
    extended = []
    for index, state in enumerate(states):
        near = known.query(wide[index], predicate="intersects")
        taken = [*states[near[near != index]], *wide[near[near < index]], *others[foreign.query(wide[index], predicate="intersects")]]
        extended.append(shapely.union(state, shapely.difference(wide[index], shapely.union_all(taken))))
    return np.array(extended)
