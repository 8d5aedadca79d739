"""The order in which thumbnails are requested, which matters if the server takes long to make them."""

from contextlib import suppress

from library import Library
from map_page import MapPage
from playwright.sync_api import Error, Request
from scenario import expect, scenario

from scenarios.grid import rest

# Tiles of the grid ask for wider thumbnails than pins.
SHARP = {"device_scale_factor": 2}

TILES_ON_SCREEN = """() => {
  const wall = document.querySelector(".wall").getBoundingClientRect();
  const shown = (box) => box.bottom > wall.top && box.top < wall.bottom;
  return Object.fromEntries([...document.querySelectorAll(".tile")]
    .map((tile) => [tile.dataset.item, shown(tile.getBoundingClientRect())]));
}"""


def photo_of(url: str) -> int:
    return int(url.split("/photos/")[1].split("/")[0])


@scenario("pictures of a view that is left are cancelled, and make room for those of the next")
def views_that_are_left(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    kept, given_up = [], set()
    page.page.on("requestfailed", lambda request: given_up.add(request.url))
    # No thumbnail is answered.
    page.page.route("**/thumbnail?*", lambda route: kept.append(route))
    page.open("#map=1.5/20/10")
    page.until(lambda: len(kept) >= 4, "thumbnails of the first view are requested")
    before = [route.request.url for route in kept if photo_of(route.request.url) != photo["id"]]
    page.go(lambda: page.page.evaluate("(hash) => { location.hash = hash; }", f"#map=13/{lat}/{lon}"))
    page.until(lambda: set(before) <= given_up, "the requests of the first view were given up")
    page.until(lambda: any(photo_of(url) == photo["id"] for url in page.requests if "/thumbnail?" in url),
               "the thumbnail of the next view is requested")
    for route in kept:
        with suppress(Error):
            route.fulfill(status=204)


@scenario("the grid requests the pictures on the screen before those below it", **SHARP)
def screen_first(page: MapPage, library: Library) -> None:
    asked: list[int] = []

    def note(request: Request) -> None:
        if "/thumbnail?width=320" in request.url:
            asked.append(photo_of(request.url))

    page.page.on("request", note)
    page.open()
    rest(page)
    on_screen = {int(photo): shown for photo, shown in page.page.evaluate(TILES_ON_SCREEN).items()}
    page.until(lambda: set(on_screen) <= set(asked), "all pictures of the grid are requested")
    order = [on_screen[photo] for photo in dict.fromkeys(asked) if photo in on_screen]
    expect(True in order and False in order, f"The grid has no row below the screen: {order}")
    expect(order == sorted(order, reverse=True), f"Not on the screen first: {order}")
