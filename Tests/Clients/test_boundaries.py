"""The areas of positions, by shapely on the polygons of a GeoPackage."""

import csv
import sqlite3
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np
import shapely

POLYGONS = 3_000
POINTS = 20_000
# Nearer to an edge, the floating-point numbers of shapely decide.
ON_EDGE = 1e-9  # degrees


class Boundaries(unittest.TestCase):
    def test_areas_are_the_smallest_polygons_of_shapely(self):
        random = np.random.default_rng(20)
        shapes = [shape(random, number) for number in range(POLYGONS)]
        points = np.round(random.uniform((-12, 40), (12, 60), (POINTS, 2)), 7)
        found = areas(shapes, points)
        truth, is_clear = smallest(shapes, points)
        wrong = [(*points[index].tolist(), truth[index], found[index]) for index in np.flatnonzero(is_clear).tolist() if truth[index] != found[index]]
        self.assertEqual(wrong, [])
        self.assertGreater(is_clear.sum(), POINTS - 10)
        self.assertGreater(sum(name is not None for name in truth), POINTS / 3)


def shape(random, number):
    """A star; each third has a hole, each fourth an island."""
    centre, reach = random.uniform((-10, 42), (10, 58)), 10 ** random.uniform(-2, 0.3)
    star = ring(random, centre, reach)
    found = shapely.Polygon(star, [ring(random, centre, 0.35 * reach)] if number % 3 == 0 else [])
    if number % 4 == 0:
        return shapely.MultiPolygon([found, shapely.Polygon(ring(random, centre + (2.5 * reach, 0), reach))])
    return found


def ring(random, centre, reach):
    corners = int(random.integers(24, 400))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    distances = reach * random.uniform(0.4, 1, corners)
    return np.round(centre + np.stack([np.cos(angles), np.sin(angles)], axis=1) * distances[:, None], 7)


def areas(shapes, points):
    """The areas that geoindex gives imported positions."""
    with tempfile.TemporaryDirectory() as folder:
        package, index, table, out = (Path(folder) / name for name in ("a.gpkg", "photos.sqlite", "points.csv", "named.csv"))
        write_package(package, shapes)
        table.write_text("path,longitude,latitude\n" + "".join(f"{number},{x:.7f},{y:.7f}\n" for number, (x, y) in enumerate(points.tolist())), encoding="utf-8")
        run("places", "--boundaries", package, "--db", index)
        run("import", "--quiet", "--db", index, table)
        run("export", "--quiet", "--db", index, "--format", "csv", "--output", out)
        with out.open(encoding="utf-8") as rows:
            by_path = {int(row["path"]): row["area"] or None for row in csv.DictReader(rows)}
    return [by_path[number] for number in range(len(points))]


def write_package(path, shapes):
    with sqlite3.connect(path) as base:
        base.executescript("""
            PRAGMA application_id = 0x47504B47;
            CREATE TABLE gpkg_spatial_ref_sys (srs_name, srs_id INTEGER PRIMARY KEY, organization, organization_coordsys_id, definition, description);
            INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, '', '');
            CREATE TABLE gpkg_contents (table_name, data_type, srs_id);
            INSERT INTO gpkg_contents VALUES ('stars', 'features', 4326);
            CREATE TABLE gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id, z, m);
            INSERT INTO gpkg_geometry_columns VALUES ('stars', 'geom', 'GEOMETRY', 4326, 0, 0);
            CREATE TABLE stars (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);
        """)
        header = b"GP\x00\x01" + struct.pack("<i", 4326)
        rows = [(header + shapely.to_wkb(one), f"star {number}") for number, one in enumerate(shapes)]
        base.executemany("INSERT INTO stars (geom, name) VALUES (?, ?)", rows)
    base.close()


def run(*words):
    result = subprocess.run(["geoindex", *map(str, words)], capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{words[0]}: {result.stderr[-500:]}")


def smallest(shapes, points):
    """The name of the smallest polygon around each position, and whether no edge is too near to tell."""
    # As geoindex ranks them: areas on a sphere.
    order = np.argsort([sphere(one) for one in shapes], kind="stable")
    rank = np.empty(len(shapes), int)
    rank[order] = np.arange(len(shapes))
    tree = shapely.STRtree(shapes)
    positions = shapely.points(points)
    names, best = [None] * len(points), np.full(len(points), len(shapes))
    for point, star in zip(*tree.query(positions, predicate="within")):
        if rank[star] < best[point]:
            best[point], names[point] = rank[star], f"star {star}"
    edges = shapely.STRtree(shapely.boundary(shapes))
    near, _ = edges.query(positions, predicate="dwithin", distance=ON_EDGE)
    is_clear = np.ones(len(points), bool)
    is_clear[near] = False
    return names, is_clear


def sphere(one):
    """Proportional to the area: longitudes stay, latitudes become their sines."""
    return shapely.transform(one, lambda xy: np.stack([xy[:, 0], np.sin(np.radians(xy[:, 1]))], axis=1)).area


if __name__ == "__main__":
    unittest.main()
