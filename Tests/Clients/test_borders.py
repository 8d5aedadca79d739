"""The countries of positions, by shapely on the polygons from which the places file is made, not simplified."""

import shutil
import sys
import unittest
from types import SimpleNamespace

import numpy as np
import shapely

from library import PACKAGE

sys.path.insert(0, str(PACKAGE / "Benchmarks"))
import places  # noqa: E402

NEAR_BORDERS = 6_000
ANYWHERE = 2_000
# Borders are simplified to about 33 metres (docs/places.md); few positions lie that near to one.
TOLERANCE = 0.0003  # degrees
SHARE_WITHIN_TOLERANCE = 0.005
# Zones across two countries, where docs/places.md lets the state polygons determine the country.
SHARED_ZONES = {"Asia/Bangkok": {"TH", "VN"}, "Asia/Ho_Chi_Minh": {"VN"}, "Europe/Belgrade": {"RS", "XK"}}


class Borders(unittest.TestCase):
    def test_countries_are_those_of_the_source_polygons(self):
        world, random = places.World(), np.random.default_rng(41)
        anywhere = np.stack([random.uniform(-180, 180, ANYWHERE), np.degrees(np.arcsin(random.uniform(-1, 1, ANYWHERE)))], axis=1)
        points = np.concatenate([world.beside_borders(random, NEAR_BORDERS, 0.02, 5), np.round(anywhere, 7)])
        found = places.named(SimpleNamespace(geoindex=shutil.which("geoindex")), points, "countryCode")
        zones = zones_of(world, points)
        simplified, wrong = 0, []
        for point, country, (zone, truth) in zip(points, found, zones):
            if country == truth or country in SHARED_ZONES.get(zone, ()):
                continue
            if is_near(world, point, country):
                simplified += 1
            else:
                wrong.append((*point.tolist(), zone, truth, country))
        self.assertEqual(wrong, [])
        self.assertLessEqual(simplified, SHARE_WITHIN_TOLERANCE * len(points))
        self.assertGreater(len({truth for _, truth in zones}), 150)


def zones_of(world, points):
    """The zone of each position and its country; (None, None) outside all polygons."""
    found = [(None, None)] * len(points)
    for point, shape in zip(*world.tree.query(shapely.points(points), predicate="within")):
        found[point] = world.zones[shape], world.countries[shape]
    return found


def is_near(world, point, country):
    """Whether a source polygon of a country, or of no country, is within the tolerance of a position."""
    near = world.tree.query(shapely.Point(point), predicate="dwithin", distance=TOLERANCE)
    return any(world.countries[shape] == country for shape in near)


if __name__ == "__main__":
    unittest.main()
