"""GDAL's driver for OGC API - Features: the one Debian has, and the newer one inside pyogrio."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import pyogrio

from library import ITEMS, get, inside, positions, url

EUROPE = (-10.0, 35.0, 30.0, 60.0)

# GDAL sends some of these as parameters of the same name. The result must equal its own filtering of a copy.
CONDITIONS = [
    "cameraMake = 'Aster'",
    "cameraMake <> 'Aster'",
    "NOT (cameraMake = 'Aster')",
    "cameraMake = 'Aster' AND altitude > 30",
    "cameraMake <> 'Aster' OR altitude <= 100.5",
    "media = 'image/jpeg'",
    "media = 'video/mp4'",
    "path = '2023-paris/eiffel-tower.jpg'",
    "filename LIKE 'e%'",
    "cameraModel ILIKE 'ASTER%'",
    "lens IS NULL",
    "lens IS NOT NULL AND size < 40000",
    "orientation = 6 OR orientation = 8",
    "altitude > -10 AND altitude < 100",
    "locationSource = 'exif' AND cameraMake = 'it''s none'",
]


def source() -> str:
    return "OAPIF:" + url()


def run(*command: str) -> str:
    """The output of a GDAL program, which must succeed without warnings."""
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if ended.returncode or "ERROR" in ended.stderr or "Warning" in ended.stderr:
        raise AssertionError(f"{command}: {ended.returncode}\n{ended.stderr}")
    return ended.stdout


def features(*options: str) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "photos.geojson")
        run("ogr2ogr", "-f", "GeoJSON", str(file), source(), "photos", *options)
        return json.loads(file.read_text())["features"]


def copied(folder: str) -> str:
    """All photos in a file, for the same program to filter by itself."""
    file = str(Path(folder, "photos.geojson"))
    run("ogr2ogr", "-f", "GeoJSON", file, source(), "photos", "-preserve_fid")
    return file


def paths(found: list[dict]) -> list[str]:
    return sorted(feature["properties"]["path"] for feature in found)


class DebiansGDAL(unittest.TestCase):
    def test_discovers_the_collection(self):
        self.assertIn("1: photos (title: Photos) (Point)", run("ogrinfo", "-ro", source()))

    def test_knows_count_extent_and_types_of_fields(self):
        summary = run("ogrinfo", "-ro", "-so", source(), "photos")
        self.assertIn(f"Feature Count: {len(positions())}", summary)
        self.assertIn("Extent: (-179.980000, -89.990000) - (179.980000, 69.694400)", summary)
        for field in ["altitude: Real", "takenAt: DateTime", "size: Real", "path: String"]:
            self.assertIn(field, summary)

    def test_pages_over_all_features(self):
        for size in [1, 7, 51, 52, 1000]:
            found = features("-oo", f"PAGE_SIZE={size}")
            self.assertEqual(paths(found), sorted(positions()), f"{size} a page")

    def test_reads_a_box(self):
        found = features("-spat", *map(str, EUROPE))
        self.assertEqual(set(paths(found)), inside(*EUROPE))
        self.assertGreater(len(found), 3)

    def test_reads_a_span_of_time(self):
        everything = features()
        late = [one for one in everything if one["properties"].get("takenAt", "") >= "2024"]
        found = features("-where", "takenAt >= '2024/01/01 00:00:00'")
        self.assertGreater(len(late), 5)
        self.assertEqual(paths(found), paths(late))

    def test_has_the_server_filter_and_gets_what_it_would_find_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = copied(folder)
            for condition in CONDITIONS:
                with self.subTest(condition=condition):
                    options = ["photos", "-select", "path", "-where", condition]
                    found, local = (
                        run("ogr2ogr", "-f", "CSV", "/vsistdout/", one, *options) for one in [source(), copy])
                    self.assertEqual(sorted(found.splitlines()), sorted(local.splitlines()))

    def test_fetches_one_by_its_id(self):
        number = get(f"{ITEMS}?limit=1")["features"][0]["id"]
        whole = run("ogrinfo", "-ro", source(), "photos", "-fid", str(number))
        self.assertIn(f"OGRFeature(photos):{number}\n", whole)
        self.assertIn("POINT (", whole)

    def test_places_are_those_exiftool_reads(self):
        for feature in features():
            longitude, latitude = positions()[feature["properties"]["path"]]
            self.assertAlmostEqual(feature["geometry"]["coordinates"][0], longitude, places=6)
            self.assertAlmostEqual(feature["geometry"]["coordinates"][1], latitude, places=6)


class NewerGDAL(unittest.TestCase):
    def test_is_newer(self):
        self.assertGreaterEqual(pyogrio.__gdal_version__, (3, 11, 0))

    def test_discovers_the_collection(self):
        self.assertEqual([list(row) for row in pyogrio.list_layers(source())], [["photos", "Point"]])

    def test_knows_count_extent_and_types_of_fields(self):
        known = pyogrio.read_info(source(), layer="photos", force_total_bounds=True)
        self.assertEqual(known["features"], len(positions()))
        types = dict(zip(known["fields"], known["dtypes"]))
        self.assertEqual(types["altitude"], "float64")
        self.assertEqual(types["takenAt"], "datetime64[ms]")
        self.assertEqual(types["orientation"], "int32")

    def read(self, **options) -> list[str]:
        _, _, _, fields = pyogrio.raw.read(source(), layer="photos", columns=["path"], **options)
        return sorted(fields[0])

    def test_pages_over_all_features(self):
        for size in ["7", "10000"]:
            self.assertEqual(self.read(PAGE_SIZE=size), sorted(positions()))

    def test_reads_a_box(self):
        self.assertEqual(set(self.read(bbox=EUROPE)), inside(*EUROPE))

    def test_reads_a_span_of_time(self):
        late = self.read(where="takenAt >= '2024-01-01T00:00:00Z'")
        early = self.read(where="takenAt < '2024-01-01T00:00:00Z'")
        self.assertTrue(late and early)
        self.assertFalse(set(late) & set(early))

    def test_has_the_server_filter_and_gets_what_it_would_find_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = copied(folder)
            for condition in CONDITIONS:
                with self.subTest(condition=condition):
                    _, _, _, local = pyogrio.raw.read(copy, columns=["path"], where=condition)
                    self.assertEqual(self.read(where=condition), sorted(local[0]))

    def test_fetches_one_by_its_id(self):
        number = get(f"{ITEMS}?limit=1")["features"][0]["id"]
        # By id, pyogrio reads no columns with lists.
        _, fids, _, _ = pyogrio.raw.read(source(), layer="photos", columns=["filename"], fids=[number], return_fids=True)
        self.assertEqual(list(fids), [number])


class GeoPackage(unittest.TestCase):
    """What `geoindex query --output` writes, by both versions."""

    def test_is_what_the_server_has(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder, "photos.gpkg"))
            run("geoindex", "query", "--server", url(), "--output", file)
            summary = run("ogrinfo", "-ro", "-al", "-so", file)
            for fact in [f"Feature Count: {len(positions())}", "Geometry: Point", 'ID["EPSG",4326]',
                         "takenAt: DateTime", "size: Integer64", "altitude: Real", "path: String"]:
                self.assertIn(fact, summary)
            known = pyogrio.read_info(file, layer="photos")
            self.assertEqual(known["crs"], "EPSG:4326")
            self.assertTrue(known["capabilities"]["fast_spatial_filter"])
            _, _, _, fields = pyogrio.raw.read(file, columns=["path"], bbox=EUROPE)
            self.assertEqual(set(fields[0]), inside(*EUROPE))


if __name__ == "__main__":
    unittest.main()
