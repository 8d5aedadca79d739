#!/usr/bin/python3
"""Does in QGIS what a user does by clicking: opens the photos, filters them, draws them and the tiles.

    Tests/QGIS/run.py URL

URL is where `geoindex serve` answers, with sample-photos/ scanned without the trips. Run by scripts/test qgis, with the Python
that QGIS was built for.
"""

import os
import sys
import unittest
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Clients"))

from qgis.core import (  # noqa: E402
    QgsApplication, QgsCoordinateReferenceSystem, QgsFeatureRequest, QgsMapRendererSequentialJob,
    QgsMapSettings, QgsRectangle, QgsVectorLayer, QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402

from library import get, positions  # noqa: E402

URL = sys.argv[1].rstrip("/")
os.environ["GEOINDEX_URL"] = URL
BOX = (-20.0, 30.0, 40.0, 70.0)


def photos(more: str = "") -> QgsVectorLayer:
    """The layer that *Add WFS / OGC API - Features Layer…* makes."""
    source = f"typename='photos' url='{URL}' pagingEnabled='true' pageSize='20' restrictToRequestBBOX='1'"
    return QgsVectorLayer(source + more, "photos", "OAPIF")


def places(layer: QgsVectorLayer, request: QgsFeatureRequest = QgsFeatureRequest()) -> dict:
    points = ((one["path"], one.geometry().asPoint()) for one in layer.getFeatures(request))
    return {path: (round(point.x(), 5), round(point.y(), 5)) for path, point in points}


def expected(keep=lambda place: True) -> dict:
    found = {path: place for path, place in positions().items() if keep(place)}
    return {path: (round(lon, 5), round(lat, 5)) for path, (lon, lat) in found.items()}


def colours(layer) -> int:
    """How many colours QGIS draws a layer with, over Europe."""
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
    settings.setExtent(QgsRectangle(*BOX))
    settings.setOutputSize(QSize(300, 200))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    return len({image.pixel(x, y) for x in range(300) for y in range(200)})


class Desktop(unittest.TestCase):
    def test_opens_all_photos_where_exiftool_has_them(self):
        layer = photos()
        self.assertTrue(layer.isValid(), layer.error().message())
        self.assertEqual(layer.crs().authid(), "EPSG:4326")
        self.assertEqual(places(layer), expected())

    def test_asks_for_what_the_map_shows(self):
        west, south, east, north = BOX
        request = QgsFeatureRequest().setFilterRect(QgsRectangle(*BOX))
        inside = expected(lambda place: west <= place[0] <= east and south <= place[1] <= north)
        self.assertEqual(places(photos(), request), inside)
        self.assertGreater(len(inside), 5)

    def test_filters_by_time_as_the_server_does(self):
        layer = photos(" filter='\"takenAt\" >= make_datetime(2020,1,1,0,0,0)'")
        served = get("/collections/photos/items?limit=1000&datetime=2020-01-01T00:00:00Z/..")
        self.assertEqual(sorted(places(layer)), sorted(one["properties"]["path"] for one in served["features"]))
        self.assertGreater(served["numberMatched"], 5)

    def test_draws_points_and_tiles(self):
        self.assertGreater(colours(photos()), 2)
        tiles = QgsVectorTileLayer(
            f"type=xyz&url={URL}/tiles/photos/%7Bz%7D/%7Bx%7D/%7By%7D.mvt&zmin=0&zmax=24", "photos")
        self.assertTrue(tiles.isValid())
        self.assertGreater(colours(tiles), 2)


if __name__ == "__main__":
    application = QgsApplication([], False)
    application.initQgis()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Desktop)
    outcome = unittest.TextTestRunner(verbosity=2).run(suite)
    # The cleanup of QGIS can crash, so exit at once.
    sys.stdout.flush()
    os._exit(0 if outcome.wasSuccessful() and outcome.testsRun else 1)
