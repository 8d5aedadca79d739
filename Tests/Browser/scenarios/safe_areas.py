"""Notches, rounded corners and the bars of phones cover no control."""

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario
from scenarios.compare import BOTH
from scenarios.text_size import BELOW
from scenarios.trips import own_trips, trip

PORTRAIT = {"width": 390, "height": 844}, {"top": 59, "bottom": 34, "left": 0, "right": 0}
LANDSCAPE = {"width": 844, "height": 390}, {"top": 0, "bottom": 21, "left": 59, "right": 59}
LOW = {"width": 667, "height": 375}, {"top": 0, "bottom": 21, "left": 44, "right": 44}
PHONE = {"viewport": PORTRAIT[0], "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
# The rows of a list scroll through its lower and upper edge, but have to keep away from the sides.
COVERED = """({ top, bottom, left, right }) => {
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1 || scrolls(one.parentElement));
  const slides = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1 || slides(one.parentElement));
  return [...document.querySelectorAll("button, a[href], input, select, summary, [role=slider]")].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest("[inert], .pin, .pin-count, .map")) return false;
    const box = one.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(one.contains(hit) || hit.contains(one))) return false;
    const isHigh = !scrolls(one) && (box.top < top - 0.5 || box.bottom > innerHeight - bottom + 0.5);
    const isWide = !slides(one) && (box.left < left - 0.5 || box.right > innerWidth - right + 0.5);
    return isHigh || isWide;
  }).map((one) => [one.className, one.getAttribute("aria-label") || one.textContent.slice(0, 30), ...["left", "top", "right", "bottom"].map((side) => Math.round(one.getBoundingClientRect()[side]))].join(" "));
}"""


OPENERS = {".filters-panel:not([hidden])": ".filters-button", ".layer-card:not([hidden])": "[aria-controls=layer-chooser]"}


def turn(page: MapPage, device, how: tuple) -> None:
    size, insets = how
    device.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.page.set_viewport_size(size)


def tour(page: MapPage, library: Library, language: str, *ways: tuple) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    view = f"#map=9/{lat}/{lon}"
    found: list[str] = []
    device = page.tools()
    page.base = f"{page.base}?lang={language}"
    turn(page, device, PORTRAIT)
    page.open(view)
    expect_equal(page.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--safe-bottom')"), "34px", "the inset at the lower edge")

    def check(what: str, how: tuple) -> None:
        page.until(lambda: page.moving() == 0, f"{what} has come to rest")
        page.frames(2)
        found.extend(f"{what}, {how[0]['width']}: {one}" for one in page.page.evaluate(COVERED, how[1]))
        if what in ("the first view", "#panel.is-open"):
            found.extend(f"{what}, {how[0]['width']}, below another: {one}" for one in page.page.evaluate(BELOW))

    for how in ways:
        turn(page, device, how)
        page.settle()
        check("the first view", how)
        for part, fragment in (
            (".filters-panel:not([hidden])", ""), (".layer-card:not([hidden])", ""), ("#panel.is-open", f"&photo={photo['id']}"),
            (".viewer[open]", f"&photo={photo['id']}&full=1"), (".unplaced[open]", "&unplaced=all"), (".areas[open]", "&places=all"),
            (".sharing.is-open", "&sharing=links"), (".located.is-open", "&locate=list"),
            (".divider", BOTH.replace("#", "&")), (".draw-bar:not([hidden])", ""),
        ):
            if fragment:
                page.page.evaluate("fragment => { location.hash = fragment; }", view + fragment)
            elif part in OPENERS:
                page.page.locator(OPENERS[part]).click()
            else:
                page.page.keyboard.press("d")
            page.page.locator(part).wait_for()
            check(part, how)
            if fragment:
                page.page.evaluate("fragment => { location.hash = fragment; }", view)
            else:
                page.page.keyboard.press("Escape")
            page.gone(page.page.locator(part), part)
    expect_equal(found, [], "controls that are covered")


@scenario("the strip of a trip is within the notch, the corners and the bars of a phone, held either way", **PHONE)
def strip_of_a_trip(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        device = page.tools()
        for how in (PORTRAIT, LANDSCAPE):
            turn(page, device, how)
            page.open(f"#trip={trip(library, 'Iceland')['id']}")
            page.page.locator(".trip-strip").wait_for()
            page.quiet()
            page.until(lambda: page.moving() == 0, "the strip has come to rest")
            expect_equal(page.page.evaluate(COVERED, how[1]), [], "controls that are covered")


@scenario("no control lies under the notch, the corners or the bars of a phone, held either way", **PHONE)
def in_english(page: MapPage, library: Library) -> None:
    tour(page, library, "en", PORTRAIT, LOW)


@scenario("no control lies under the notch, the corners or the bars of a phone in Arabic, held either way", **PHONE)
def in_arabic(page: MapPage, library: Library) -> None:
    tour(page, library, "ar", PORTRAIT, LANDSCAPE)
