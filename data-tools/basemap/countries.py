"""Finds where to write the names of countries, from coasts, borders and the places in them.

The data has no country polygons. Borders cut the land into areas; an area belongs to the
country that most places in it name.
"""

from collections import defaultdict

import numpy as np
import shapely

from sources import Features

# A name is written across: room to its left and right is worth more than above and below.
LABEL_ASPECT = 3.0

# Borders may end short of the coast by less than this, in degrees.
BORDER_WIDTH = 0.12

# Rank 0 for the largest, by area (km²) or population, whichever gives the lower rank.
RANK_AREAS = [3_000_000, 1_000_000, 400_000, 150_000, 50_000, 5_000]
RANK_POPULATIONS = [150_000_000, 40_000_000, 15_000_000, 5_000_000, 1_500_000, 200_000]


def country_labels(land: Features, borders: Features, places: Features) -> Features:
    """One point for each country that the places name."""
    areas = areas_between(borders, land)
    members = places_by_country(places)
    labels = []
    for country, areas_of_country in owned_areas(areas, places, members).items():
        positions = members[country]
        population = int(places.values("population")[positions].sum())
        if areas_of_country:
            largest = max(areas_of_country, key=square_kilometres)
            size = square_kilometres(shapely.union_all(areas_of_country))
            point = roomiest_point(largest)
        else:
            size, point = 0.0, middle_of(places, positions)
        labels.append((point, {"name": country, "rank": rank(size, population)}))
    return Features.of(sorted(labels, key=lambda label: label[1]["rank"]))


def areas_between(borders: Features, land: Features) -> np.ndarray:
    cuts = shapely.union_all(shapely.buffer(borders.geometries, BORDER_WIDTH))
    return shapely.get_parts(shapely.difference(shapely.union_all(land.geometries), cuts))


def places_by_country(places: Features) -> dict[str, np.ndarray]:
    members = defaultdict(list)
    for position, attributes in enumerate(places.attributes):
        members[attributes["country"]].append(position)
    return {country: np.array(positions) for country, positions in members.items()}


def owned_areas(
    areas: np.ndarray, places: Features, members: dict[str, np.ndarray]
) -> dict[str, list[shapely.Polygon]]:
    """Every country has an entry, if only an empty one: an island may be too small for the data."""
    votes: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    place_in_area = shapely.STRtree(areas).query(places.geometries, predicate="within")
    for place, area in place_in_area.T:
        votes[area][places.attributes[place]["country"]] += 1
    owned: dict[str, list[shapely.Polygon]] = {country: [] for country in members}
    for area, count in votes.items():
        owned[max(count, key=lambda country: count[country])].append(areas[area])
    return owned


def square_kilometres(area: shapely.Geometry) -> float:
    def equal_area(degrees: np.ndarray) -> np.ndarray:
        radians = np.radians(degrees)
        return np.column_stack([radians[:, 0], np.sin(radians[:, 1])]) * 6371

    return shapely.transform(area, equal_area).area


def roomiest_point(area: shapely.Polygon) -> shapely.Point:
    """The middle of the widest room for a name.

    In true proportions: on the map's own, which grow with latitude, names would drift north.
    """
    middle = area.centroid.x

    def squeezed(degrees: np.ndarray) -> np.ndarray:
        width = np.cos(np.radians(degrees[:, 1])) / LABEL_ASPECT
        return np.column_stack([(degrees[:, 0] - middle) * width, degrees[:, 1]])

    circle = shapely.maximum_inscribed_circle(shapely.transform(area, squeezed), tolerance=0.01)
    x, latitude = shapely.get_coordinates(circle)[0]
    return shapely.Point(middle + x * LABEL_ASPECT / np.cos(np.radians(latitude)), latitude)


def middle_of(places: Features, positions: np.ndarray) -> shapely.Point:
    """The place that is nearest to all the others, each counting by its population.

    Unlike the mean it is always on land, and a far-off dependency does not pull it out to sea.
    """
    points = shapely.get_coordinates(places.geometries[positions])
    weights = np.sqrt(places.values("population")[positions]) + 1
    x, y = points[:, 0] * np.cos(np.radians(points[:, 1])), points[:, 1]
    distances = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :])
    return places.geometries[positions][np.argmin(distances @ weights)]


def rank(square_kilometres: float, population: int) -> int:
    by_area = sum(square_kilometres < threshold for threshold in RANK_AREAS)
    by_population = sum(population < threshold for threshold in RANK_POPULATIONS)
    return min(by_area, by_population)
