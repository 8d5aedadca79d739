"""Queries the server behind the page directly, so that the page can be compared with the results."""

import json
import math
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

WORLD = "-180,-90,180,90"
DEEPEST_ZOOM = 20


class Library:
    def __init__(self, base: str) -> None:
        self.base = base

    def get(self, path: str, /, **parameters) -> dict:
        named = {name.replace("_", "-"): value for name, value in parameters.items()}
        query = f"?{urlencode(named)}" if named else ""
        request = Request(f"{self.base}{path}{query}", headers={"Accept": "application/geo+json, application/json"})
        with urlopen(request, timeout=30) as response:
            return json.load(response)

    def total(self) -> int:
        return self.get("collections/photos/items", limit=1)["numberMatched"]

    def clusters(self, zoom: int) -> list[dict]:
        return self.get("collections/photos/clusters", bbox=WORLD, zoom=zoom)["features"]

    def one_spot(self) -> dict:
        """The largest cluster whose photos all lie at one place."""
        def is_one_spot(feature: dict) -> bool:
            if not feature["properties"].get("cluster"):
                return False
            west, south, east, north = feature["properties"]["bbox"]
            return east - west < 1e-6 and north - south < 1e-6

        spots = [feature for feature in self.clusters(DEEPEST_ZOOM) if is_one_spot(feature)]
        if not spots:
            raise AssertionError("The library holds no two photos at one spot")
        return max(spots, key=lambda feature: feature["properties"]["point_count"])

    def photos_of(self, cluster: str) -> list[int]:
        path = f"collections/photos/clusters/{quote(cluster, safe='')}/items"
        return [feature["id"] for feature in self.get(path, limit=10_000)["features"]]

    def photo(self, number: int) -> dict:
        return self.get(f"collections/photos/items/{number}")

    def has_preview(self, number: int) -> bool:
        try:
            with urlopen(f"{self.base}photos/{number}/thumbnail?width=160", timeout=30) as response:
                return response.status == 200
        except HTTPError:
            return False

    def lonely(self) -> dict:
        """A photo with a preview and no other near it, so that it has a pin of its own at medium zooms."""
        singles = [feature for feature in self.clusters(9) if not feature["properties"].get("cluster")]
        apart = sorted(singles, key=lambda one: nearest_gap(one, singles), reverse=True)
        for photo in apart:
            if abs(photo["geometry"]["coordinates"][1]) < 70 and self.has_preview(photo["id"]):
                return photo
        raise AssertionError("The library holds no photo away from all others")


def nearest_gap(one: dict, others: list[dict]) -> float:
    lon, lat = one["geometry"]["coordinates"]
    gaps = (
        math.hypot((other["geometry"]["coordinates"][0] - lon + 180) % 360 - 180, other["geometry"]["coordinates"][1] - lat)
        for other in others
        if other["id"] != one["id"]
    )
    return min(gaps, default=math.inf)
