"""Photos as a heat map and as points, and their directions."""


from PIL import Image

from library import Library
from map_page import MapPage
from scenario import expect, scenario

from scenarios.markers import CITY, in_one_city


def choose(page: MapPage, name: str) -> None:
    if page.page.locator("#layer-chooser").is_hidden():
        page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_label(name).check()


def cell_requests(page: MapPage) -> list[str]:
    return [url for url in page.requests if "/clusters?properties=&" in url]


def picture_around(page: MapPage, x: int, y: int, reach: int) -> Image.Image:
    clip = {"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach}
    return page.picture(clip)


def colours_around(page: MapPage, x: int, y: int, reach: int = 12) -> list[tuple[int, int, int]]:
    return list(picture_around(page, x, y, reach).getdata())


@scenario("heat replaces pins, from the server's own cells, and is in the address")
def heat_is_drawn(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=6/{lat}/{lon}")
    choose(page, "Heat")
    page.until(lambda: "layer=heat" in page.page.url, "the address says heat")
    page.until(lambda: page.page.locator(".pin:not(.is-leaving)").count() == 0, "the pins are gone")
    page.until(lambda: any(r > 220 and r - b > 70 for r, g, b in colours_around(page, *page.middle())), "the photo glows")
    page.until(lambda: cell_requests(page), "cells are requested")
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
    page.until(lambda: cell_requests(page), "the heat is requested")
    canvas.focus()
    page.page.keyboard.press("Enter")
    page.expect_panel("Nearest photos")
    page.until(lambda: page.listed()[:1] == [photo["id"]], "the photo in the middle is the nearest")


@scenario("filters apply to heat and points")
def filters_hold(page: MapPage, library: Library) -> None:
    page.open("#map=2/20/10&layer=points&camera=Aster")
    page.until(lambda: cell_requests(page), "cells are requested")
    expect(all("camera=Aster" in url for url in cell_requests(page)), "Cells were requested without the filter")
    page.quiet("/clusters?properties=&")
    before = len(cell_requests(page))
    page.page.evaluate("location.hash = location.hash.replace('camera=Aster', 'camera=Lumo')")
    page.until(lambda: any("camera=Lumo" in url for url in cell_requests(page)[before:]), "cells are requested with the new filter")
    page.settle()
    page.quiet("/clusters?properties=&")
    expect(all("camera=Lumo" in url for url in cell_requests(page)[before + 1:]), "The old filter was requested again")


@scenario("heat over a city is one hill, and points have their own positions: no cells are seen at zoom 10")
def no_cells_are_seen(page: MapPage, _: Library) -> None:
    in_one_city(page)
    view = f"#map=10/{CITY[1]}/{CITY[0]}"
    page.open(f"{view}&layer=heat")
    page.until(lambda: cell_requests(page), "cells are requested")
    expect("zoom=13" in cell_requests(page)[-1], f"The cells are coarse: {cell_requests(page)[-1]}")
    page.until(lambda: max(warmth(page)) > 60, "the city glows")
    page.quiet()
    page.until(lambda: not page.moving(), "nothing moves")
    hills = summits(warmth(page))
    expect(hills <= 2, f"The heat has {hills} summits from west to east")
    page.open(f"{view}&layer=points")
    page.until(lambda: any(b - r > 60 and b > 140 for r, g, b in colours_around(page, *page.middle())), "points are drawn")
    features = Library(page.base).get("collections/photos/clusters", bbox="13.2,52.4,13.6,52.6", zoom=13, properties="")["features"]
    expect(len(features) > 500, f"{len(features)} points are drawn over the city")


def warmth(page: MapPage) -> list[float]:
    """How much redder than blue the map is from west to east, on average over a band through its middle."""
    x, y = page.middle()
    band = page.picture({"x": x - 300, "y": y - 90, "width": 600, "height": 180})
    pixels = list(band.getdata())
    return [sum(pixels[row * 600 + column][0] - pixels[row * 600 + column][2] for row in range(180)) / 180 for column in range(600)]


def summits(values: list[float]) -> int:
    """The number of hills that rise by more than a tenth of the whole range."""
    least = (max(values) - min(values)) / 10
    count, rises, turn = 0, True, values[0]
    for value in values:
        turn = max(turn, value) if rises else min(turn, value)
        if abs(value - turn) > least:
            count, rises, turn = count + rises, not rises, value
    return count + rises


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
