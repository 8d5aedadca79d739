"""Phones: the sheet of photos at its full height, which hides the map. The view that it lists stays."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SIZES = ((390, 844), (320, 640))


def drag_sheet(page: MapPage, finger: Finger, sheet: str, to: float) -> None:
    """Drags a sheet by its upper edge to a height of the window, and waits until it rests."""
    box = page.box(page.page.locator(sheet))
    finger.drag((box["x"] + box["width"] / 2, box["y"] + 10), (box["x"] + box["width"] / 2, to))
    page.box(page.page.locator(sheet))
    page.quiet()


def raise_sheet(page: MapPage, finger: Finger, to: float = 60) -> None:
    drag_sheet(page, finger, "#grid", to)
    expect_equal(page.page.locator("#grid").get_attribute("data-height"), "full", "the height of the sheet")


def what_is_listed(page: MapPage) -> list:
    """The count and the first photos of the sheet."""
    tiles = page.page.eval_on_selector_all(".wall .tile img", "tiles => tiles.slice(0, 4).map((tile) => tile.getAttribute('src'))")
    return [page.page.inner_text("#grid-title > span:first-child"), tiles]


def expect_same_view(page: MapPage, view: tuple, listed: list, when: str) -> None:
    page.settle()
    page.quiet()
    page.equals(lambda: what_is_listed(page), listed, f"the list {when}")
    expect_equal(page.map_view(), view, f"the view {when}")
    expect(not page.page.locator("#grid .grid-message").is_visible(), f"The sheet has a message {when}")


def expect_possible_boxes(page: MapPage) -> None:
    for url in page.requests:
        for box in parse_qs(urlsplit(url).query).get("bbox", []):
            west, south, east, north = (float(side) for side in box.split(","))
            expect(-90 <= south < north <= 90, f"A box that cannot be: {url}")
            expect(-180 <= west <= 180 and -180 <= east <= 180, f"A box beyond the Earth: {url}")


def open_tile(page: MapPage, at: int = 0) -> str:
    tap(page, page.page.locator(".wall .tile").nth(at), page.panel().is_visible, "the photo is open")
    page.until(lambda: page.page.locator("#panel-title").inner_text() not in ("", "Photo"), "the panel has the name")
    page.box(page.panel())
    page.quiet()
    return page.title()


def tap(page: MapPage, one, happens: Callable[[], object], what: str) -> None:
    """Taps until it has an effect: on a busy machine, the browser may take a tap for a long press."""
    one.tap()
    try:
        page.until(happens, what, patience=5)
    except AssertionError:
        one.tap()
        page.until(happens, what)


def show(page: MapPage, width: int, height: int, fragment: str = "") -> None:
    page.page.set_viewport_size({"width": width, "height": height})
    page.open(fragment)
    page.quiet()


def close(page: MapPage) -> None:
    tap(page, page.page.get_by_role("button", name="Close", exact=True), lambda: page.panel().count() == 0, "the photo is closed")


def next_photo(page: MapPage, name: str) -> str:
    tap(page, page.page.get_by_role("button", name="Next photo"), lambda: page.title() != name, "the panel shows the next photo")
    page.quiet()
    return page.title()


@scenario("on a phone the list under the full sheet stays while photos are opened, stepped through and closed", **TOUCH)
def list_stays(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        for fragment in ("", "#map=2/47/9"):
            show(page, width, height, fragment)
            finger = Finger(page)
            if fragment:
                for _ in range(2):
                    page.page.locator(".grid-grip").tap()
                    page.box(page.page.locator("#grid"))
                page.quiet()
            else:
                raise_sheet(page, finger)
            view, listed = page.map_view(), what_is_listed(page)
            asked = len(page.requests)
            for name, leave in (("Close", lambda: close(page)), ("Back", page.page.go_back)):
                first = open_tile(page)
                second = next_photo(page, first)
                next_photo(page, second)
                expect_equal(page.map_view(), view, f"the view under the open photo at {width} pixels")
                leave()
                page.expect_no_panel()
                expect_same_view(page, view, listed, f"after {name} at {width} pixels, {fragment}")
            moved = [url for url in page.requests[asked:] if "/clusters?" in url or "/timeline?" in url]
            expect_equal(moved, [], "requests for another view")
    expect_possible_boxes(page)


@scenario("on a phone the list under the full sheet stays after the full view, swipes and Back", **TOUCH)
def list_stays_after_full_view(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        show(page, width, height)
        finger = Finger(page)
        # A fling that ends above the full height.
        raise_sheet(page, finger, to=10)
        view, listed = page.map_view(), what_is_listed(page)
        open_tile(page)
        middle = height / 2
        leave: dict[str, Callable[[], object]] = {
            "a swipe down": lambda: finger.drag((width / 2, middle - 100), (width / 2 + 8, middle + 160)),
            "Back": page.page.go_back,
        }
        for name, leave_viewer in leave.items():
            tap(page, page.page.locator(".photo-pane button.hero"), page.page.locator("dialog.viewer[open]").is_visible, "the viewer is open")
            page.box(page.page.locator(".stage-frame"))
            shown = page.page.locator(".viewer-name").inner_text()
            finger.drag((width * 0.8, middle), (width * 0.2, middle + 8))
            page.until(lambda: page.page.locator(".viewer-name").inner_text() != shown, "the viewer shows the next photo")
            page.box(page.page.locator(".stage-frame"))
            leave_viewer()
            page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, f"{name} closes the viewer")
            page.expect_panel()
            expect_equal(page.map_view(), view, f"the view after {name} at {width} pixels")
        page.page.go_back()
        page.expect_no_panel()
        expect_same_view(page, view, listed, f"after the viewer at {width} pixels")
    expect_possible_boxes(page)


@scenario("on a phone a lowered photo leaves the list above it as it was, and “Show on map” lowers both sheets", **TOUCH)
def lowered_photo(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        show(page, width, height)
        finger = Finger(page)
        raise_sheet(page, finger)
        view, listed = page.map_view(), what_is_listed(page)
        open_tile(page)
        drag_sheet(page, finger, "#panel", height * 0.44)
        expect_same_view(page, view, listed, f"above the lowered photo at {width} pixels")
        show_on_map = page.page.locator(".photo-pane").get_by_role("button", name="Show on map")
        tap(page, show_on_map, lambda: page.map_view()[0] >= 15, "the map shows the photo")
        page.settle()
        sheet = page.box(page.panel())
        grid = page.box(page.page.locator("#grid"))
        expect(min(sheet["y"], grid["y"]) > height * 0.4, f"A sheet hides the map at {width} pixels")
        close(page)
    expect_possible_boxes(page)


@scenario("a window that is turned, enlarged or low asks for no impossible box while the sheet is full", **TOUCH)
def windows_under_full_sheet(page: MapPage, library: Library) -> None:
    show(page, 390, 844)
    raise_sheet(page, Finger(page))
    name = open_tile(page)
    for width, height in ((844, 390), (390, 844), (195, 422), (320, 256), (640, 320), (390, 844)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.box(page.panel())
        page.settle()
        page.quiet()
        expect_equal(page.title(), name, f"the photo at {width}×{height}")
    close(page)
    page.settle()
    page.quiet()
    page.until(lambda: page.page.locator(".wall .tile").count() > 0, "the photos are listed")
    expect(not page.page.locator("#grid .grid-message").is_visible(), "The sheet has a message")
    expect_possible_boxes(page)


@scenario("on a phone an open photo is swiped to the next in its sheet, and back", **TOUCH)
def swiped_in_the_sheet(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        show(page, width, height)
        finger = Finger(page)
        raise_sheet(page, finger)
        first = open_tile(page)
        hero = page.box(page.page.locator(".photo-pane .hero"))
        middle = hero["y"] + hero["height"] / 2
        finger.drag((width * 0.8, middle), (width * 0.2, middle + 6))
        page.until(lambda: page.title() != first, "the panel shows the next photo")
        expect(page.page.locator("dialog.viewer[open]").count() == 0, "A swipe opens the viewer")
        second = page.title()
        # Lower in the sheet, in the reach of a thumb.
        finger.drag((width * 0.2, height - 90), (width * 0.8, height - 84))
        page.until(lambda: page.title() == first, "the panel shows the first photo again")
        finger.drag((width * 0.2, middle), (width * 0.3, middle + 100))
        page.frames(3)
        expect_equal(page.title(), first, "the photo after a movement down")
        expect(second != first, "There is no other photo")
        close(page)


@scenario("on a phone “Show on map” puts the photo in the middle of what the sheets leave free", **TOUCH)
def shown_above_the_sheet(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        show(page, width, height)
        raise_sheet(page, Finger(page))
        open_tile(page)
        show_on_map = page.page.locator(".photo-pane").get_by_role("button", name="Show on map")
        tap(page, show_on_map, lambda: page.map_view()[0] >= 15, "the map shows the photo")
        page.settle()
        sheet = page.box(page.panel())
        mark = page.page.locator(".mark-photo").bounding_box()
        masthead = page.box(page.page.locator(".masthead"))
        free = (masthead["y"] + masthead["height"], sheet["y"])
        expect(free[0] + 40 < mark["y"] < free[1] - 40, f"The photo is not in the middle of the free part at {width} pixels: {mark}, {free}")
        close(page)
