"""Tiles of another server in place of the built-in base map."""

import io

from PIL import Image

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario

def green_tile() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (256, 256), "#7aa36b").save(picture, "PNG")
    return picture.getvalue()


def serve_tiles(page: MapPage, library: Library, kind: str, body: bytes, media: str) -> None:
    description = library.get("basemap/basemap.json") | {"tiles": {"url": f"{page.base}elsewhere/{{z}}/{{x}}/{{y}}", "type": kind}}
    page.page.route("**/basemap/basemap.json", lambda route: route.fulfill(json=description))
    page.page.route("**/elsewhere/**", lambda route: route.fulfill(body=body, content_type=media))


def expect_foreign_only(page: MapPage) -> None:
    page.until(lambda: any("/elsewhere/" in url for url in page.requests), "the other tiles are requested")
    page.until(lambda: page.page.locator(".pin").count() > 0, "there are pins")
    expect_equal([url for url in page.requests if url.endswith(".pbf")], [], "tiles and fonts of the built-in map")


@scenario("a raster tile template replaces the built-in base map")
def raster_tiles(page: MapPage, library: Library) -> None:
    serve_tiles(page, library, "raster", green_tile(), "image/png")
    page.open("#map=3/40/10")
    expect_foreign_only(page)


@scenario("a vector tile template is drawn plainly, with the usual layers over it")
def vector_tiles(page: MapPage, library: Library) -> None:
    serve_tiles(page, library, "vector", b"", "application/vnd.mapbox-vector-tile")
    page.open("#map=3/20/90&fans=1&day=2024-11-15")
    expect_foreign_only(page)
