"""Readers who need larger text: the browser's font size, and enlarged pages."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.languages import unreadable

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
# As the setting of the browser does, before the page's own style sheets.
LARGER = """new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  document.documentElement.style.fontSize = "24px";
  observer.disconnect();
}).observe(document, { childList: true });"""
TWICE = LARGER.replace("24px", "32px")
# Texts that are cut off at the right or at the lower edge. What is higher than a count is the area in which a finger hits it.
CUT = """() => [...document.querySelectorAll("button, .grid-title, .masthead-name, .wall-heading, .time-span, .time-count, .panel-title")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("[inert], .pin, .pin-count, .attribution"))
  .filter((one) => one.textContent.trim() && one.clientHeight && one.scrollHeight > one.clientHeight + 2)
  .map((one) => [one.className, one.textContent.slice(0, 40), one.scrollHeight, one.clientHeight])"""
# Buttons over the map that lie below others.
BELOW = """() => [...document.querySelectorAll(".controls button, .corner button")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button");
  return one.checkVisibility({ visibilityProperty: true }) && over && over !== one;
}).map((one) => one.ariaLabel || one.textContent)"""
FREE = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  return { width: box("#panel").left, height: Math.min(box("#time-bar").top || innerHeight, box("#grid").top) };
}"""


def sizes(page: MapPage) -> list[float]:
    return [float(one.removesuffix("px")) for one in page.page.evaluate(
        "() => ['body', '.grid-title', '.filters-button', '.masthead-counts', '.order'].map((one) => getComputedStyle(document.querySelector(one)).fontSize)")]


def texts_grow(page: MapPage) -> None:
    page.open()
    usual = sizes(page)
    expect_equal(usual[0], 15.0, "the usual size of text")
    page.page.add_init_script(LARGER)
    page.open()
    page.until(lambda: page.page.locator(".wall-heading").count() > 0, "there are headings")
    expect_equal([round(one / before, 2) for one, before in zip(sizes(page), usual, strict=True)], [1.5] * len(usual), "how much larger the texts are")
    page.quiet()
    expect_equal(page.page.evaluate(CUT), [], "texts that are cut off")


@scenario("texts have the font size that is set in the browser, and none is cut off")
def font_size(page: MapPage, library: Library) -> None:
    texts_grow(page)


@scenario("texts have the font size that is set in the browser of a phone, and none is cut off", **PHONE)
def font_size_on_phones(page: MapPage, library: Library) -> None:
    texts_grow(page)
    sheet, bar = page.box(page.page.locator("#grid")), page.box(page.page.locator("#time-bar"))
    expect(bar["y"] + bar["height"] <= sheet["y"] + 1, "The time bar lies over the lowered sheet")
    expect(sheet["height"] > 100, f"The lowered sheet is {sheet['height']} pixels high")


@scenario("with texts of twice their size and without motion, nothing is cut off or covered on a phone, neither at first nor in a photo nor in the filters", reduced_motion="reduce", **PHONE)
def twice_the_size(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.page.add_init_script(TWICE)
    page.open(f"#map=9/{lat}/{lon}")
    page.quiet()
    found = [*unreadable(page, "the first view"), *page.page.evaluate(CUT), *page.page.evaluate(BELOW)]
    page.page.locator(".filters-button").tap()
    page.page.locator("#filters-panel .choices .choice").nth(1).wait_for()
    page.quiet()
    found += [*unreadable(page, "the filters"), *page.page.evaluate(CUT)]
    page.page.keyboard.press("Escape")
    page.page.evaluate("id => { location.hash += `&photo=${id}`; }", photo["id"])
    page.expect_panel(photo["properties"]["filename"])
    page.quiet()
    found += [*unreadable(page, "a photo"), *page.page.evaluate(CUT), *page.page.evaluate(BELOW)]
    expect_equal(found, [], "texts that cannot be read")


@scenario("an open photo leaves a usable map in a low and narrow window, with the photo's place in it")
def photo_in_a_low_window(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    for width, height in ((640, 400), (568, 320), (667, 375)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.open(f"#map=9/{lat}/{lon}")
        before = page.map_view()
        page.page.locator(f'.pin[data-photo="{photo["id"]}"]').dispatch_event("click")
        page.expect_panel(photo["properties"]["filename"])
        panel = page.box(page.panel())
        free = page.page.evaluate(FREE)
        expect(free["width"] >= 0.45 * width and free["height"] >= 0.55 * height, f"At {width}×{height} the map has {free}")
        expect(panel["width"] >= 260, f"At {width}×{height} the photo has {panel['width']} pixels")
        page.until(lambda: page.page.locator(".mark-photo:not(.is-away)").count() == 1, "the place is marked")

        def is_visible() -> bool:
            x, y = page.page.evaluate("() => { const { x, y } = document.querySelector('.mark-photo').getBoundingClientRect(); return [x, y]; }")
            return 0 < x < free["width"] and 0 < y < free["height"]

        page.until(is_visible, f"the photo's place is beside the photo at {width}×{height}")
        page.page.keyboard.press("Escape")
        page.expect_no_panel()
        page.until(lambda: all(abs(one - other) < 0.02 for one, other in zip(page.map_view(), before, strict=True)), "the view before is back")
