"""The catalogue of STAC: pystac-client, the published schemas, the tests of STAC API, and the requests of Panoramax's viewer."""

import json
import random
import re
import unittest
import urllib.error
import urllib.parse
import urllib.request
from datetime import timezone
from unittest import mock

import pystac
import pystac_client
import shapely
from jsonschema import Draft7Validator
from pystac.validation.local_validator import get_local_schema_cache
from referencing import Registry, Resource
from stac_api_validator import validations

from library import ITEMS, get, positions, url

SCHEMAS = get_local_schema_cache()


def problems(kind: str, document: dict) -> list[str]:
    """What the published schema of STAC 1.1 says against a document; the schemas are in pystac's package."""
    registry = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
    name = f"https://schemas.stacspec.org/v1.1.0/{kind}-spec/json-schema/{kind}.json"
    return [f"{error.json_path}: {error.message}" for error in Draft7Validator(SCHEMAS[name], registry=registry).iter_errors(document)]


def search(content: dict) -> dict:
    request = urllib.request.Request(
        url() + "/stac/search", json.dumps(content).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def names(found: dict) -> set[str]:
    return {item["properties"]["path"] for item in found["features"]}


class Schemas(unittest.TestCase):
    def test_documents_are_those_of_the_standard(self):
        self.assertEqual(problems("catalog", get("/stac")), [])
        self.assertEqual(problems("collection", get("/stac/collections/photos")), [])
        items = get("/stac/search?limit=1000")["features"]
        self.assertEqual(len(items), 52)
        for item in items + get("/stac/search?fields=&limit=1000")["features"]:
            self.assertEqual(problems("item", item), [], item["id"])
        self.assertEqual(problems("item", get(f"/stac/collections/photos/items/{items[0]['id']}")), [])

    def test_a_wrong_document_is_noticed(self):
        item = get("/stac/search?limit=1")["features"][0]
        del item["properties"]["datetime"]
        self.assertNotEqual(problems("item", item), [])

    def test_extensions_are_declared_where_their_fields_are(self):
        for item in get("/stac/search?limit=1000")["features"]:
            names = {"view": "view", "file": "file", "perspective-imagery": "pers"}
            declared = {names[re.search(r"io/([\w-]+)/", name)[1]] for name in item["stac_extensions"]}
            used = {name.split(":")[0] for part in (item["properties"], *item["assets"].values()) for name in part if ":" in name}
            self.assertEqual(declared, used)
            azimuth = item["properties"].get("view:azimuth")
            self.assertTrue(azimuth is None or 0 <= azimuth <= 360)
            interior = item["properties"].get("pers:interior_orientation", {})
            self.assertEqual(interior.get("field_of_view"), item["properties"].get("fieldOfView"))
            self.assertGreater(item["assets"]["original"]["file:size"], 0)


class Client(unittest.TestCase):
    def setUp(self):
        self.catalog = pystac_client.Client.open(url() + "/stac")

    def test_reads_every_photo_once_by_get_and_post(self):
        for method in ("GET", "POST"):
            found = self.catalog.search(method=method, limit=7)
            items = list(found.items())
            self.assertEqual(found.matched(), len(positions()))
            self.assertEqual({item.properties["path"]: tuple(item.geometry["coordinates"]) for item in items}.keys(), positions().keys())
            self.assertEqual(len(items), len(positions()))

    def test_filters_and_orders(self):
        for method in ("GET", "POST"):
            def ask(**words):
                return list(self.catalog.search(method=method, **words).items())
            high = ask(filter={"op": ">", "args": [{"property": "altitude"}, 1000]}, filter_lang="cql2-json")
            self.assertEqual(len(high), get(f"{ITEMS}?filter=altitude%20%3E%201000")["numberMatched"])
            self.assertEqual(len(ask(filter="altitude > 1000", filter_lang="cql2-text")), len(high))
            dated = ask(datetime="2023", sortby="-properties.datetime")
            self.assertEqual(len(dated), get(f"{ITEMS}?datetime=2023")["numberMatched"])
            times = [item.datetime for item in dated]
            self.assertEqual(times, sorted(times, reverse=True))
            self.assertEqual([item.id for item in ask(ids=[dated[0].id, "none"])], [dated[0].id])
            self.assertEqual(ask(collections=["others"]), [])
            titles = self.catalog.search(method=method, fields=["properties.title"], limit=5).items_as_dicts()
            self.assertEqual({key for item in titles for key in item}, {"properties"})

    def test_times_are_those_of_photos(self):
        known = {str(one["id"]): one["properties"] for one in get(f"{ITEMS}?limit=1000")["features"]}
        undated = 0
        for item in self.catalog.search().items():
            if item.datetime is None:
                undated += 1
                self.assertNotIn("takenAt", known[item.id])
                self.assertLess(item.common_metadata.start_datetime, item.common_metadata.end_datetime)
            else:
                self.assertEqual(item.datetime, pystac.utils.str_to_datetime(known[item.id]["takenAt"]).astimezone(timezone.utc))
        self.assertGreater(undated, 0)

    def test_assets_can_be_fetched(self):
        item = next(self.catalog.search(bbox=[2.2, 48.8, 2.5, 48.9]).items())
        for asset in item.assets.values():
            with urllib.request.urlopen(asset.href, timeout=30) as answer:
                self.assertEqual(answer.headers.get_content_type(), asset.media_type)
                content = answer.read()
        with urllib.request.urlopen(item.assets["original"].href) as answer:
            self.assertEqual(len(answer.read()), item.assets["original"].extra_fields["file:size"])
        self.assertTrue(content.startswith(b"\xff\xd8"))

    def test_intersects_finds_what_shapely_finds(self):
        chance = random.Random(42)
        points = {name: shapely.Point(place) for name, place in positions().items()}
        places = list(positions().values())
        for _ in range(40):
            west, south = chance.uniform(-170, 100), chance.uniform(-80, 50)
            box = shapely.box(west, south, west + chance.uniform(1, 70), south + chance.uniform(1, 35))
            hole = box.buffer(-1).difference(shapely.Point(box.centroid).buffer(chance.uniform(1, 20)))
            line = shapely.LineString([chance.choice(places), chance.choice(places), (west, south)])
            some = shapely.MultiPoint(chance.sample(places, 3))
            for shape in (box, hole, line, some, shapely.GeometryCollection([box, some])):
                if shape.is_empty or shape.geom_type == "LineString" and shape.length == 0:
                    continue
                # Corners of circles have more digits than positions.
                shape = shapely.set_precision(shape, 1e-7) if shape.geom_type.endswith("Polygon") else shape
                found = names(search({"intersects": json.loads(shapely.to_geojson(shape)), "limit": 1000}))
                wanted = {name for name, point in points.items() if point.intersects(shape)}
                if shape.geom_type == "LineString":
                    # Only the ends are exactly on it in shapely's arithmetic.
                    self.assertLessEqual({name for name, place in positions().items() if place in list(shape.coords)}, found)
                else:
                    self.assertEqual(found, wanted, shape.wkt)


class StandardTests(unittest.TestCase):
    def test_of_stac_api_find_nothing_else(self):
        """stac-api-validator, without the schemas that it would download."""
        geometry = {"type": "Polygon", "coordinates": [[[2, 48], [3, 48], [3, 49], [2, 49], [2, 48]]]}
        with mock.patch.object(validations, "stac_validate"), mock.patch.object(validations, "stac_check"):
            _, errors = validations.validate_api(
                root_url=url() + "/stac", collection="photos", geometry=json.dumps(geometry), validate_pagination=True,
                ccs_to_validate=[
                    "core", "collections", "features", "item-search", "filter", "item-search#fields", "features#fields"],
                fields_nested_property="properties.filename", auth_bearer_token=None, auth_query_parameter=None,
                query_config=validations.QueryConfig(*[None] * 13), transaction_collection=None, headers=None)
        left = [error for error in errors if not any(known in error for known in EXPECTED)]
        self.assertEqual(left, [])


# What it asks for that this API answers otherwise, or does not have.
EXPECTED = (
    # A date alone is a whole day.
    "{'datetime': '1985-04-12'}", '"datetime": "1985-04-12"}',
    # Unknown names in filters are refused, because queryables have no additional properties.
    "eo:cloud_cover", "mission", '"fields": null',
    # Included parts are all that is written, as the fields extension recommends; it wants more of them by POST than by GET.
    "response contained fewer than 5 fields ['properties']",
)


class Panoramax(unittest.TestCase):
    """The requests of Panoramax's web viewer (`API.js`), and what it reads from the responses."""

    def test_finds_what_it_needs(self):
        landing = get("/stac")
        self.assertTrue(landing["stac_version"].startswith("1."))
        def link(rel: str, media: str) -> str:
            return next(one["href"] for one in landing["links"] if (one["rel"], one["type"]) == (rel, media))
        finder, collections = link("search", "application/geo+json"), link("data", "application/json")
        preview = link("item-preview", "image/jpeg")

        def ask(address: str) -> dict:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return json.load(answer)
        around = ",".join(f"{edge:.4f}" for edge in (2.2911, 48.8563, 2.2921, 48.8573))
        first, = ask(f"{finder}?bbox={around}&limit=1&collections=photos")["features"]
        self.assertEqual(ask(f"{finder}?ids={first['id']}")["features"], [first])
        self.assertEqual(ask(f"{collections}/{first['collection']}/items/{first['id']}"), first)
        assets = list(first["assets"].values())
        for role in ("data", "visual", "thumbnail"):
            self.assertTrue(any(role in one["roles"] and one["type"] == "image/jpeg" for one in assets), role)
        self.assertEqual(first["properties"]["view:azimuth"], 52)
        with urllib.request.urlopen(preview.replace("{id}", first["id"])) as answer:
            self.assertEqual(answer.headers.get_content_type(), "image/jpeg")
        # Pictures that show a place, as other clients of Panoramax's API ask.
        place = "place_position=2.2945,48.8584&place_distance=0-500&place_fov_tolerance=30"
        self.assertEqual([one["id"] for one in ask(f"{finder}?{place}")["features"]], [first["id"]])
        self.assertEqual(ask(f"{finder}?{place.replace('0-500', '0-5')}")["features"], [])
        # All items of a collection, page by page.
        page, total = ask(f"{collections}/photos/items?limit=20"), 0
        while page:
            total += len(page["features"])
            following = [one["href"] for one in page["links"] if one["rel"] == "next"]
            page = ask(following[0]) if following else None
        self.assertEqual(total, 52)


if __name__ == "__main__":
    unittest.main()
