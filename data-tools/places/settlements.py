"""Settlements of GeoNames: which of them a person would name, and by which names they are found."""

import json
import math
from pathlib import Path

import numpy as np
import shapely

# New York's boroughs have populations of their own, so no rule distinguishes them from neighbouring cities.
DISTRICTS = {5110266: 5128581, 5110302: 5128581, 5125771: 5128581, 5133273: 5128581, 5139568: 5128581}
LEAST_POPULATION = 300
CITY_RADIUS = 0.005  # kilometres, times the root of the population
DISTRICT_SHARE = 5
NAMESAKE_DISTANCE = 4  # kilometres


class Settlements:
    """The settlements of `cities500.json`, ordered by cell and then by number."""

    def __init__(self, path: Path, cell_of) -> None:
        found = list(json.loads(path.read_text(encoding="utf-8")).values())
        positions = np.array([(one["longitude"], one["latitude"]) for one in found])
        numbers = np.array([one["geonameid"] for one in found])
        order = np.lexsort((numbers, cell_of(positions)))
        self.list = [found[at] for at in order]
        self.positions, self.numbers = positions[order], numbers[order]
        self.populations = np.array([one["population"] for one in self.list])
        self.countries = [one["countrycode"] for one in self.list]
        self.regions = [f"{one['countrycode']}.{one['admin1code']}" if one["admin1code"] not in ("", "00") else None for one in self.list]

    def lightness(self) -> np.ndarray:
        """The factors of squared distances: distances are divided by the population to the power of 0.4."""
        return np.maximum(self.populations, LEAST_POPULATION) ** -0.8

    def cities(self) -> np.ndarray:
        """For each settlement the one that it is a part of, or itself."""
        result = np.arange(len(self.list))
        radius = CITY_RADIUS * np.sqrt(self.populations)
        large = np.flatnonzero((radius > 1) | (self.populations > 3 * LEAST_POPULATION))
        tree = shapely.STRtree(shapely.points(self.positions))
        reach = np.maximum(radius[large], np.where(self.populations[large] > 3 * LEAST_POPULATION, NAMESAKE_DISTANCE, 0))
        x, y = self.positions[large].T
        wide = reach / (111 * np.maximum(np.cos(np.radians(y)), 0.01))
        boxes = shapely.box(x - wide, y - reach / 111, x + wide, y + reach / 111)
        which, part = tree.query(boxes)
        city = large[which]
        share = self.populations[city] / np.maximum(self.populations[part], 1)
        keep = (part != city) & (share >= 3)
        for a, b in zip(city[keep].tolist(), part[keep].tolist()):
            if self.regions[a] == self.regions[b] and self.is_part(b, a, radius[a]) and self.populations[a] > self.populations[result[b]]:
                result[b] = a
        place = {int(number): at for at, number in enumerate(self.numbers)}
        for district, city in DISTRICTS.items():
            result[place[district]] = place[city]
        for _ in range(4):
            result = result[result]
        return result

    def is_part(self, part: int, city: int, radius: float) -> bool:
        distance = kilometres(self.positions[part], self.positions[city])
        if distance <= radius and self.populations[city] >= DISTRICT_SHARE * self.populations[part]:
            return True
        name, whole = self.list[part]["name"], self.list[city]["name"]
        if distance <= 2 * radius and name.startswith((whole + " ", whole + "-")):
            return True
        return distance <= NAMESAKE_DISTANCE and len(whole) > 4 and " " not in name and name.endswith(whole.lower())


def kilometres(one: np.ndarray, other: np.ndarray) -> float:
    along = (one[0] - other[0]) * math.cos(math.radians(one[1]))
    return 111.2 * math.hypot(along, one[1] - other[1])
