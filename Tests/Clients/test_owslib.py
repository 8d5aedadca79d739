"""OWSLib, which geospatial Python programs use."""

import unittest

from owslib.ogcapi.features import Features

from library import inside, positions, url

CONFORMANCE = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"


class OWSLib(unittest.TestCase):
    def setUp(self):
        self.api = Features(url() + "/")

    def test_finds_its_way_from_the_landing_page(self):
        rels = {link["rel"] for link in self.api.links}
        self.assertLessEqual({"self", "service-desc", "service-doc", "conformance", "data"}, rels)
        self.assertTrue(self.api.api()["openapi"].startswith("3.0"))
        self.assertIn(CONFORMANCE + "core", self.api.conformance()["conformsTo"])

    def test_discovers_the_collection(self):
        self.assertEqual(self.api.feature_collections(), ["photos"])
        self.assertEqual(self.api.collection("photos")["itemType"], "feature")

    def test_reads_queryables_and_schema(self):
        queryables = self.api.collection_queryables("photos")
        self.assertIn("cameraModel", queryables["properties"])
        schema = self.api.collection_schema("photos")
        self.assertEqual(schema["properties"]["id"]["x-ogc-role"], "id")

    def test_counts_and_pages_with_offsets(self):
        found, offset = [], 0
        while True:
            page = self.api.collection_items("photos", limit=20, offset=offset)
            self.assertEqual(page["numberMatched"], len(positions()))
            if not page["features"]:
                break
            found += [one["properties"]["path"] for one in page["features"]]
            offset += len(page["features"])
        self.assertEqual(sorted(found), sorted(positions()))

    def test_reads_a_box_and_a_span_of_time(self):
        box = [-10, 35, 30, 60]
        page = self.api.collection_items("photos", bbox=box, limit=100)
        self.assertEqual({one["properties"]["path"] for one in page["features"]}, inside(*box))
        halves = [
            self.api.collection_items("photos", datetime_=span)["numberMatched"]
            for span in ["../2020-06-30", "2020-07-01/..", "../.."]
        ]
        self.assertEqual(halves[0] + halves[1], halves[2])
        self.assertGreater(min(halves), 0)

    def test_fetches_one_by_its_id(self):
        first = self.api.collection_items("photos", limit=1)["features"][0]
        again = self.api.collection_item("photos", first["id"])
        self.assertEqual(again["properties"], first["properties"])
        self.assertEqual(again["geometry"], first["geometry"])


if __name__ == "__main__":
    unittest.main()
