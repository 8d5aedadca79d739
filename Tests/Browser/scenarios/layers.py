"""Photos as a heat map and as points, and their directions."""

import io

from PIL import Image

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


def choose(page: MapPage, name: str) -> None:
    if page.page.locator("#layer-chooser").is_hidden():
        page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_label(name).check()


def tile_requests(page: MapPage) -> list[str]:
    return [url for url in page.requests if "/tiles/photos/" in url]


def picture_around(page: MapPage, x: int, y: int, reach: int) -> Image.Image:
    clip = {"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach}
    return Image.open(io.BytesIO(page.page.screenshot(clip=clip))).convert("RGB")


def colours_around(page: MapPage, x: int, y: int, reach: int = 12) -> list[tuple[int, int, int]]:
    return list(picture_around(page, x, y, reach).getdata())


@scenario("heat replaces pins, from the server's own tiles, and is in the address")
def heat_is_drawn(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=6/{lat}/{lon}")
    choose(page, "Heat")
    page.until(lambda: "layer=heat" in page.page.url, "the address says heat")
    page.until(lambda: page.page.locator(".pin:not(.is-leaving)").count() == 0, "the pins are gone")
    page.until(lambda: any(r > 220 and r - b > 70 for r, g, b in colours_around(page, *page.middle())), "the photo glows")
    page.until(lambda: tile_requests(page), "tiles are requested")
    page.page.go_back()
    page.until(lambda: page.pin(photo["id"]).count() == 1, "the pins are back")


@scenario("points are drawn at every zoom, also when heat was chosen before", color_scheme="dark")
def points_after_heat(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=8/{lat}/{lon}")
    choose(page, "Heat")
    page.until(lambda: any(r > 150 and r - b > 40 for r, g, b in colours_around(page, *page.middle())), "the photo glows")
    choose(page, "Points")
    page.until(lambda: any(b - r > 60 and b > 200 for r, g, b in colours_around(page, *page.middle())), "the point is drawn")


@scenario("a point opens its photo, and a point of many opens as their pin would", color_scheme="dark")
def points_open(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=8/{lat}/{lon}&layer=points")
    page.until(lambda: any(b - r > 60 and b > 200 for r, g, b in colours_around(page, *page.middle())), "the point is drawn")
    page.page.mouse.click(*page.middle())
    page.expect_panel(photo["properties"]["filename"])
    spot = library.one_spot()
    lon, lat = spot["geometry"]["coordinates"]
    page.open(f"#map=19/{lat}/{lon}&layer=points")
    page.until(lambda: any(b - r > 60 and b > 200 for r, g, b in colours_around(page, *page.middle())), "the point is drawn")
    page.page.mouse.click(*page.middle())
    page.expect_panel(f"{spot['properties']['point_count']:,} photos")


@scenario("the keyboard opens what is in the middle of the map, a point or what is nearest to it, in any layer", color_scheme="dark")
def keyboard_opens_the_middle(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    canvas = page.page.locator("#map canvas")
    page.open(f"#map=8/{lat}/{lon}&layer=points")
    page.until(lambda: any(b - r > 60 and b > 200 for r, g, b in colours_around(page, *page.middle())), "the point is drawn")
    page.until(lambda: "Enter" in canvas.get_attribute("aria-label"), "the map says how")
    canvas.focus()
    page.page.keyboard.press("Enter")
    page.expect_panel(photo["properties"]["filename"])
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    page.open(f"#map=6/{lat}/{lon}&layer=heat")
    page.until(lambda: tile_requests(page), "the heat is requested")
    canvas.focus()
    page.page.keyboard.press("Enter")
    page.expect_panel("Nearest photos")
    page.until(lambda: page.listed()[:1] == [photo["id"]], "the photo in the middle is the nearest")


@scenario("filters apply to heat and points")
def filters_hold(page: MapPage, library: Library) -> None:
    page.open("#map=2/20/10&layer=points&camera=Aster")
    page.until(lambda: tile_requests(page), "tiles are requested")
    expect(all("camera=Aster" in url for url in tile_requests(page)), "Tiles were requested without the filter")
    page.quiet("/tiles/photos/")
    before = len(tile_requests(page))
    page.page.evaluate("location.hash = location.hash.replace('camera=Aster', 'camera=Lumo')")
    page.until(lambda: any("camera=Lumo" in url for url in tile_requests(page)[before:]), "tiles are requested with the new filter")
    page.settle()
    page.quiet("/tiles/photos/")
    expect(all("camera=Lumo" in url for url in tile_requests(page)[before + 1:]), "The old filter was requested again")


@scenario("photos at the edge of the map and of tiles are in a tile, too")
def tiles_leave_nothing_out(page: MapPage, library: Library) -> None:
    page.open("#map=1/0/0&layer=points")
    result = page.page.evaluate("""async () => {
      const { photoTiles, featureOfTile, heatIntensity, facing } = await import(new URL("app/layers/photo-layers.js", document.baseURI));
      const { NO_FILTERS } = await import(new URL("app/filters/filters.js", document.baseURI));
      const address = photoTiles("http://h/p/#x", { ...NO_FILTERS, camera: "A&B ü", time: "2024-05-01/.." });
      const cluster = featureOfTile({ geometry: {}, properties: { cluster: true, cluster_id: "x", point_count: 3, bbox: "170,-1,-170,1" } });
      const of = (...counts) => counts.map((point_count) => ({ properties: { cluster: true, point_count } }));
      return { address, bbox: cluster.properties.bbox, id: featureOfTile({ geometry: {}, properties: { id: 7 } }).id,
        lone: heatIntensity([]) , rising: heatIntensity(of(5)) > heatIntensity(of(500)) && heatIntensity(of(1000000)) > 0.1,
        facing: facing([{ properties: { direction: 0 } }, { properties: {} }, { properties: { cluster: true, direction: 3 } }]).features.length };
    }""")
    expect_equal(result, {
        "address": "http://h/p/tiles/photos/{z}/{x}/{y}.mvt?datetime-local=2024-05-01%2F..&camera=A%26B+%C3%BC",
        "bbox": [170, -1, -170, 1], "id": 7, "lone": 1, "rising": True, "facing": 1,
    }, "what layers are made of")


@scenario("the direction of a photo is drawn on the side that it faces")
def fans_face(page: MapPage, library: Library) -> None:
    facing = library.get("collections/photos/items", filter="direction > 60 AND direction < 120", limit=100)["features"]
    expect(facing, "The library has no photo that faces east")
    for photo in facing:
        lon, lat = photo["geometry"]["coordinates"]
        if library.get("collections/photos/nearest", lon=lon, lat=lat, k=2)["features"][1]["properties"]["distance"] > 2000:
            break
    page.open(f"#map=14/{lat}/{lon}&layer=points&fans=1")
    blue = lambda colours: sum(b - r > 25 for r, g, b in colours)  # noqa: E731
    x, y = page.middle()
    page.until(lambda: blue(colours_around(page, x + 35, y)) > 200, "the fan is drawn to the east")
    page.equals(lambda: blue(colours_around(page, x - 40, y)), 0, "points of the fan to the west")
    page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_label("Directions").uncheck()
    page.until(lambda: blue(colours_around(page, x + 35, y)) == 0, "the fan is gone")
    page.until(lambda: "fans=1" not in page.page.url, "the address no longer has the fans")
