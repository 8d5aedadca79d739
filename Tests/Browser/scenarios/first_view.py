"""The layout of the first view, the time bar and the scale in small, low and tall windows."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SPANS = ["2016-02-03/2019-11-14", "2019-05-03T10:30:00Z/2019-05-04T11:15:59Z", "2016-01-01/2024-12-31"]


def show(page: MapPage, width: int, height: int, fragment: str = "") -> None:
    page.page.set_viewport_size({"width": width, "height": height})
    page.open(fragment)
    page.quiet()


def pins(page: MapPage) -> list[dict]:
    return page.page.eval_on_selector_all(".pin", "pins => pins.map((pin) => pin.getBoundingClientRect().toJSON())")


@scenario("in a low window, as at 200 %, the first view has all photos between the name, the buttons and the time bar")
def first_view_of_low_windows(page: MapPage, library: Library) -> None:
    total = library.total()
    for width, height in ((640, 400), (667, 375), (844, 390)):
        show(page, width, height)
        page.equals(page.shown_count, total, f"the photos on the map at {width}×{height}")
        bar = page.box(page.page.locator("#time-bar"))["y"]
        outside = [pin for pin in pins(page) if pin["top"] < 0 or pin["bottom"] > bar + 1 or pin["left"] < 0]
        expect_equal(outside, [], f"pins outside the first view at {width}×{height}")


@scenario("on desktops the first view has all photos, none cut or behind the name, the search box or the buttons")
def first_view_of_desktops(page: MapPage, library: Library) -> None:
    total = library.total()
    for width, height in ((1024, 768), (1280, 800), (1920, 1080)):
        show(page, width, height)
        page.equals(page.shown_count, total, f"the photos on the map at {width} pixels")
        world = page.box(page.page.locator("#map"))
        parts = page.page.locator(".masthead, .search, .filters-button, .control-group")
        shown = [page.box(part) for part in parts.all() if part.is_visible()]
        found = pins(page)
        hidden = [pin for pin in found for part in shown if overlap(pin, part, -1)]
        expect_equal(hidden, [], f"pins behind controls at {width} pixels")
        cut = [pin for pin in found if pin["left"] < 0 or pin["top"] < 0 or pin["right"] > world["width"] or pin["bottom"] > world["height"]]
        expect_equal(cut, [], f"pins that are cut at {width} pixels")


@scenario("on tall tablets the photos are below the map, and the first view is not mostly sea", **TOUCH)
def first_view_of_tall_tablets(page: MapPage, library: Library) -> None:
    total = library.total()
    for width, height in ((768, 1024), (820, 1180), (1024, 1366)):
        show(page, width, height)
        page.equals(page.shown_count, total, f"the photos on the map at {width}×{height}")
        world, found = page.box(page.page.locator("#map")), pins(page)
        high = max(pin["bottom"] for pin in found) - min(pin["top"] for pin in found)
        expect(high > 0.6 * world["height"], f"At {width}×{height} pins take {high:.0f} of {world['height']:.0f} pixels")
        grid, bar = page.box(page.page.locator("#grid")), page.box(page.page.locator("#time-bar"))
        expect(grid["y"] >= world["y"] + world["height"] - 1, f"At {width}×{height} the photos lie over the map")
        expect(grid["y"] + grid["height"] <= bar["y"] + 1, f"At {width}×{height} the photos lie over the time bar")
        corner = [page.box(page.page.locator(part)) for part in (".masthead", ".search", ".filters-button")]
        hidden = [pin for pin in found for part in corner if overlap(pin, part)]
        expect_equal(hidden, [], f"pins behind the search box at {width}×{height}")


@scenario("on phones the scale is apart from the attribution", **TOUCH)
def scale_and_attribution(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (360, 640), (390, 844), (480, 800)):
        for fragment in ("", "#map=9/48.8/2.3", "#map=3.4/10/20"):
            show(page, width, height, fragment)
            scale, attribution = (page.box(page.page.locator(part)) for part in (".maplibregl-ctrl-scale", "#attribution"))
            expect(not overlap(scale, attribution, 4), f"At {width} pixels {fragment} {scale} touches {attribution}")


@scenario("no pin of the first view of a phone covers the scale, which returns when the map is nearer", **TOUCH)
def scale_and_pins(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (360, 640), (390, 844)):
        show(page, width, height)
        scale = page.page.locator(".maplibregl-ctrl-scale")
        covering = [pin for pin in pins(page) if scale.is_visible() and overlap(pin, scale.bounding_box())]
        expect_equal(covering, [], f"pins over the scale at {width}×{height}")
        page.open("#map=9/48.8/2.3")
        scale.wait_for()


@scenario("the time bar of a phone shows the whole of the chosen span, folded and open", **TOUCH)
def whole_span(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (390, 844), (640, 400)):
        for span in SPANS:
            show(page, width, height, f"#time={span}")
            for state in ("folded", "open"):
                expect_equal(cut(page), [], f"words cut at {width} pixels, {span}, {state}")
                page.page.locator(".time-fold").tap()
                page.box(page.page.locator("#time-bar"))


@scenario("on a phone the tapped cluster is visible above its list", **TOUCH)
def tapped_cluster(page: MapPage, library: Library) -> None:
    lon, lat = library.one_spot()["geometry"]["coordinates"]
    for width, height in ((320, 568), (390, 844)):
        show(page, width, height, f"#map=17/{lat}/{lon}")
        page.clusters().first.tap()
        page.expect_panel()
        sheet = page.box(page.panel())
        page.until(lambda: max(pin["bottom"] for pin in pins(page)) <= sheet["y"] + 1, f"the cluster is above its list at {width} pixels")


@scenario("on tall tablets an open photo has its facts beside the picture", **TOUCH)
def photo_on_tall_tablets(page: MapPage, library: Library) -> None:
    for width, height in ((768, 1024), (820, 1180)):
        show(page, width, height, f"#photo={library.lonely()['id']}")
        page.expect_panel()
        picture, facts, panel = (page.box(page.page.locator(part)) for part in (".hero", ".facts", "#panel"))
        expect(facts["x"] >= picture["x"] + picture["width"] - 1, f"At {width} pixels the facts are not beside the picture")
        expect(picture["y"] + picture["height"] <= panel["y"] + panel["height"] + 1, f"At {width} pixels the picture is cut")
        expect(facts["y"] + 60 < panel["y"] + panel["height"], f"At {width} pixels no fact is visible")


@scenario("on phones no pin of the first view is behind a button, the search box or the filters", **TOUCH)
def first_view_of_phones(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (360, 640), (390, 844)):
        show(page, width, height)
        parts = page.page.locator(".masthead, .search, .filters-button, .control-group")
        shown = [page.box(part) for part in parts.all() if part.is_visible()]
        hidden = [pin for pin in pins(page) for part in shown if overlap(pin, part, -1)]
        expect_equal(hidden, [], f"pins behind controls at {width}×{height}")


@scenario("on phones of several sizes, the photos of the first view are in the middle of the free part of the map", **TOUCH)
def first_view_is_in_the_middle(page: MapPage, library: Library) -> None:
    # Photos of the whole world, and those of Europe, which the button for all photos fits.
    for fragment in ("", "#country=FR&country=GB&country=IT&country=ES&country=IS&country=GR"):
        for width, height in ((360, 640), (390, 844), (430, 932)):
            show(page, width, height, fragment)
            if fragment:
                page.go(lambda: page.page.get_by_role("button", name="Show all photos").click())
            edges = [page.box(page.page.locator(part)) for part in (".masthead", ".filters-button")]
            top, bottom = edges[0]["y"] + edges[0]["height"], edges[1]["y"]
            found = [pin for pin in pins(page) if pin["width"]]
            middle = (min(pin["top"] for pin in found) + max(pin["bottom"] for pin in found)) / 2
            # Tips of pins may touch the search box.
            expect(top <= min(pin["top"] for pin in found) and max(pin["bottom"] for pin in found) <= bottom + 12, f"At {width}×{height} pins are not in the free part")
            off = abs(middle - (top + bottom) / 2) / (bottom - top)
            expect(off < 0.2, f"At {width}×{height} the middle of the pins is {off:.2f} of the free part away from its middle")


def cut(page: MapPage) -> list:
    """The texts of the time bar that are cut off or reach out of it."""
    return page.page.evaluate("""() => {
      const bar = document.querySelector("#time-bar").getBoundingClientRect();
      return [...document.querySelectorAll(".time-span, .time-count")].filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1 || top < bar.top || bottom > bar.bottom;
      }).map((one) => one.textContent);
    }""")


def overlap(one: dict, other: dict, air: float = 0) -> bool:
    across = one["x"] < other["x"] + other["width"] + air and other["x"] < one["x"] + one["width"] + air
    down = one["y"] < other["y"] + other["height"] + air and other["y"] < one["y"] + one["height"] + air
    return across and down
