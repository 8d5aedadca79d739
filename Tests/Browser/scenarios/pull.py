"""Pulling a list down from its top refreshes the page."""

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.choosing import bar
from scenarios.full_sheet import TOUCH, raise_sheet, show

SIGN = ".pull-sign"
# Which touches the browser must not use for its own pull to refresh.
WATCH_TOUCHES = """() => { window.kept = []; addEventListener("touchmove", (event) => window.kept.push(event.defaultPrevented)); }"""


def pull(page: MapPage, finger: Finger, by: float, *, lift: bool = True, at: str = "#grid .wall") -> None:
    """Pulls a list down from near its top, in small steps."""
    box = page.box(page.page.locator(at))
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    finger.press((x, y))
    for step in range(1, 9):
        finger.move((x, y + by * step / 8))
    if lift:
        finger.lift()


def answer_scans(page: MapPage) -> None:
    """Other scenarios use the same library, which a scan would change."""
    page.context.route("**/scans", lambda route: route.fulfill(json={"id": 0, "state": "waiting", "files": 0, "located": 0, "seconds": 0}))


def asked(page: MapPage, since: int) -> list[str]:
    return [url for url in page.requests[since:] if "/collections/photos" in url]


def expect_refreshed(page: MapPage, since: int, what: str) -> None:
    page.until(lambda: any("/clusters?" in url for url in asked(page, since)), f"{what} loads the pins")
    page.until(lambda: any(url.endswith("/scans") for url in page.requests[since:]), f"{what} starts a scan")
    page.gone(page.page.locator(f"{SIGN}.is-turning"), "the turning sign")
    page.quiet()


def expect_not_refreshed(page: MapPage, since: int, what: str) -> None:
    page.quiet()
    expect_equal([url for url in page.requests[since:] if "/scans" in url], [], f"scans after {what}")
    expect_equal(page.page.locator(f"{SIGN}.is-pulled, {SIGN}.is-turning").count(), 0, f"signs after {what}")


@scenario("on a phone the list of the full sheet is pulled down to refresh the page, and the sheet stays", **TOUCH)
def pulled(page: MapPage, library: Library) -> None:
    answer_scans(page)
    for width, height in ((390, 844), (320, 640)):
        show(page, width, height)
        finger = Finger(page)
        raise_sheet(page, finger)
        page.page.evaluate(WATCH_TOUCHES)
        before = page.box(page.page.locator("#grid"))
        since = len(page.requests)
        pull(page, finger, 220, lift=False)
        page.page.locator(f"{SIGN}.is-enough").wait_for()
        sign = page.page.locator(SIGN).bounding_box()
        expect(before["y"] + 60 < sign["y"] < before["y"] + 220 and abs(sign["x"] + 20 - width / 2) < 2, f"The sign is elsewhere: {sign}")
        expect_equal(set(page.page.evaluate("window.kept")), {True}, "whether each movement is kept from the browser")
        finger.lift()
        expect_refreshed(page, since, "a pull")
        expect_equal(page.box(page.page.locator("#grid")), before, "the sheet")
        expect_equal(page.page.locator("#panel.is-open").count(), 0, "photos that the pull has opened")
    expect_equal(page.page.locator(".wall").first.evaluate("one => getComputedStyle(one).overscrollBehaviorY"), "contain", "what the list does at its end")


@scenario("a short pull, one that goes back, one in a lowered sheet, one of a scrolled list and one by its head refresh nothing", **TOUCH)
def not_pulled(page: MapPage, library: Library) -> None:
    answer_scans(page)
    show(page, 390, 844)
    finger = Finger(page)
    page.page.locator(".grid-grip").tap()
    since = len(page.requests)
    pull(page, finger, 220)
    expect_equal(page.page.locator("#grid").get_attribute("data-height"), "half", "the height of the sheet after a pull of its list")
    expect_not_refreshed(page, since, "a pull in a lowered sheet")
    raise_sheet(page, finger)
    since = len(page.requests)
    pull(page, finger, 90)
    expect_not_refreshed(page, since, "a short pull")
    pull(page, finger, 260, lift=False)
    page.page.locator(f"{SIGN}.is-enough").wait_for()
    box = page.page.locator("#grid .wall").bounding_box()
    finger.move((box["x"] + box["width"] / 2, box["y"] + 70))
    finger.lift()
    expect_not_refreshed(page, since, "a pull that goes back")
    page.page.locator("#grid .wall").evaluate("one => (one.scrollTop = 300)")
    pull(page, finger, 220)
    expect_not_refreshed(page, since, "a pull of a scrolled list")
    page.page.locator("#grid .wall").evaluate("one => (one.scrollTop = 0)")
    page.box(page.page.locator("#grid"))
    head = page.box(page.page.locator("#grid .grid-header"))
    finger.drag((head["x"] + 195, head["y"] + 20), (head["x"] + 195, head["y"] + 400))
    page.box(page.page.locator("#grid"))
    expect(page.page.locator("#grid").get_attribute("data-height") != "full", "The sheet that was pulled by its head has not moved")
    expect_not_refreshed(page, since, "moving the sheet")


@scenario("a pull during which the phone is turned, a dialog opens or a second finger comes refreshes nothing", **TOUCH)
def interrupted(page: MapPage, library: Library) -> None:
    answer_scans(page)
    show(page, 390, 844)
    finger = Finger(page)
    raise_sheet(page, finger)
    since = len(page.requests)
    pull(page, finger, 220, lift=False)
    page.page.locator(f"{SIGN}.is-enough").wait_for()
    page.page.keyboard.press("?")
    page.page.locator("dialog.shortcuts[open]").wait_for()
    finger.lift()
    expect_not_refreshed(page, since, "a dialog")
    page.page.keyboard.press("Escape")
    pull(page, finger, 220, lift=False)
    page.page.locator(f"{SIGN}.is-enough").wait_for()
    finger.press((180, 400), (220, 500))
    page.gone(page.page.locator(f"{SIGN}.is-pulled"), "the sign")
    finger.lift()
    expect_not_refreshed(page, since, "a second finger")
    pull(page, finger, 220, lift=False)
    page.page.locator(f"{SIGN}.is-enough").wait_for()
    page.page.set_viewport_size({"width": 844, "height": 390})
    page.gone(page.page.locator(f"{SIGN}.is-pulled"), "the sign")
    finger.lift()
    expect_not_refreshed(page, since, "a turn")


@scenario("a finger that holds a photo before it moves chooses photos, and refreshes nothing", **TOUCH)
def held(page: MapPage, library: Library) -> None:
    answer_scans(page)
    show(page, 390, 844)
    finger = Finger(page)
    raise_sheet(page, finger)
    since = len(page.requests)
    tile = page.box(page.page.locator("#grid .wall .tile").first)
    at = (tile["x"] + 40, tile["y"] + 40)
    finger.press(at)
    bar(page).get_by_text("1 photo chosen").wait_for()
    for by in (40, 120, 200):
        finger.move((at[0], at[1] + by))
    finger.lift()
    page.until(lambda: bar(page).get_by_text("photos chosen").is_visible(), "the photos below are chosen")
    expect_not_refreshed(page, since, "choosing")


@scenario("the list of a cluster and the list without a map are pulled too, also while the server is silent",
          expects_failures=True, **TOUCH)
def other_lists(page: MapPage, library: Library) -> None:
    answer_scans(page)
    spot = library.one_spot()
    show(page, 390, 844, f"#cluster={spot['properties']['cluster_id']}")
    page.expect_panel()
    page.page.locator("#panel .wall .tile").first.wait_for()
    finger = Finger(page)
    since = len(page.requests)
    pull(page, finger, 200, at="#panel .wall")
    expect_not_refreshed(page, since, "a pull in a lowered sheet")
    head = page.box(page.page.locator("#panel .panel-header"))
    finger.drag((180, head["y"] + 10), (180, 40))
    page.box(page.panel())
    pull(page, finger, 220, at="#panel .wall")
    expect_refreshed(page, since, "a pull of a cluster")
    # A server that does not answer.
    page.context.set_offline(True)
    pull(page, finger, 220, at="#panel .wall")
    page.page.locator("#toast:not([inert])").wait_for()
    page.gone(page.page.locator(f"{SIGN}.is-turning"), "the sign of a server that does not answer")
    page.context.set_offline(False)
    page.gone(page.page.locator("#toast:not([inert])"), "the message")
    page.quiet()
    page.leave()
    page.context.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.page.goto(page.base)
    page.page.locator("#map [data-item]").first.wait_for()
    page.quiet()
    since = len(page.requests)
    pull(page, finger, 220, at="#map .list-pane")
    page.until(lambda: any("/items?" in url for url in asked(page, since)), "a pull without a map loads the photos")
    page.gone(page.page.locator(f"{SIGN}.is-turning"), "the sign without a map")


@scenario("with reduced motion the sign of a pull does not turn, without it does", reduced_motion="no-preference", **TOUCH)
def motion(page: MapPage, library: Library) -> None:
    show(page, 390, 844)
    finger = Finger(page)
    raise_sheet(page, finger)
    turns = lambda: page.page.locator(f"{SIGN} > .icon").evaluate("one => getComputedStyle(one).animationName")  # noqa: E731
    page.page.evaluate("document.querySelector('.pull-sign').classList.add('is-turning')")
    expect_equal(turns(), "pull-turns", "the movement of the sign")
    page.emulate(reduced_motion="reduce")
    expect_equal(turns(), "none", "the movement of the sign for readers who want little of it")
