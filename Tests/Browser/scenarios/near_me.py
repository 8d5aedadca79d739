"""Photos near a spot: a long press, and the reader's own position, allowed or denied."""

import json
import math

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
PARIS = {"latitude": 48.8566, "longitude": 2.3522}
# How many frames the page draws in three seconds.
FRAMES = """() => new Promise((done) => {
  const start = performance.now();
  let frames = 0;
  const count = () => (performance.now() - start > 3000 ? done(frames) : (frames += 1, requestAnimationFrame(count)));
  requestAnimationFrame(count);
})"""


def ask(page: MapPage) -> None:
    page.page.get_by_role("button", name="Photos near me").click()


def hint(page: MapPage) -> str:
    return page.page.locator('[data-chip="hint"] .map-chip-text').text_content()


@scenario("“near me” lists what is nearest to where the reader is, and goes there", geolocation=PARIS, permissions=["geolocation"])
def near_me(page: MapPage, library: Library) -> None:
    page.open()
    ask(page)
    page.expect_panel("Nearest photos")
    page.until(lambda: len(page.listed()) > 0, "photos are listed")
    wanted = library.get("collections/photos/nearest", lat=48.8566, lon=2.3522, k=12)["features"]
    page.equals(page.listed, [photo["id"] for photo in wanted], "the photos that are listed")
    # The third nearest photo is in England.
    page.until(lambda: page.map_view()[0] > 3 and abs(page.map_view()[1] - 48.8566) < 4, "the map has gone there")


FAR = {"latitude": 62.0, "longitude": 95.0}
# Where the map shows the reader, and the pins and clusters that are not covered.
SHOWN = """() => {
  const centre = ({ x, y, width, height }) => [x + width / 2, y + height];
  const [spot] = [...document.querySelectorAll(".mark-spot:not(.is-away)")].map((one) => one.getBoundingClientRect());
  const seen = [...document.querySelectorAll(".pin:not(.is-away)")].map((pin) => [pin, centre(pin.getBoundingClientRect())])
    .filter(([, [x, y]]) => x > 0 && x < innerWidth && y > 0 && document.elementsFromPoint(x, y - 20).every((one) => !one.closest("#panel")));
  return { spot: spot && [spot.x, spot.y], photos: seen.reduce((sum, [pin]) => sum + Number(pin.dataset.count ?? 1), 0) };
}"""


def expect_both_visible(page: MapPage, where: str) -> None:
    ask(page)
    page.expect_panel("Nearest photos")
    page.until(lambda: len(page.listed()) > 2, "photos are listed")
    page.settle()
    sheet = page.box(page.panel())
    is_beside = sheet["x"] > 0

    def is_visible() -> bool:
        spot = page.page.evaluate(SHOWN)["spot"]
        return spot and 0 < spot[1] < (1e9 if is_beside else sheet["y"]) and 0 < spot[0] < (sheet["x"] if is_beside else 1e9)

    page.until(is_visible, f"the reader's position is visible beside the list {where}")
    over = page.page.evaluate("""() => { const { x, y } = document.querySelector(".mark-spot").getBoundingClientRect();
      return document.elementFromPoint(x, y)?.closest(".corner, #panel, #controls, #time-bar") !== null; }""")
    expect(not over, f"Something covers the reader's position {where}")
    page.until(lambda: page.page.evaluate(SHOWN)["photos"] >= 3, f"the nearest three photos are visible {where}")


@scenario("“near me” on a phone shows the reader's position and the nearest three photos above the list, however far they are",
          geolocation=FAR, permissions=["geolocation"], **PHONE)
def near_me_on_a_phone(page: MapPage, library: Library) -> None:
    page.open("#map=4/40/-100")
    before = page.map_view()
    expect_both_visible(page, "far away")
    expect(page.map_view()[0] < 8, f"The map is at street level, {page.map_view()}")
    page.page.go_back()
    page.expect_no_panel()
    page.until(lambda: abs(page.map_view()[0] - before[0]) < 0.01 and abs(page.map_view()[2] - before[2]) < 0.1, "the view before is back")
    for photo in (library.lonely(), library.one_spot()):
        lon, lat = photo["geometry"]["coordinates"]
        page.context.set_geolocation({"latitude": lat, "longitude": lon})
        page.open()
        expect_both_visible(page, f"at {lat} {lon}")


@scenario("“near me” on a desktop shows the reader's position and the nearest three photos beside the list",
          geolocation=FAR, permissions=["geolocation"])
def near_me_far_away(page: MapPage, library: Library) -> None:
    page.open()
    expect_both_visible(page, "far away")
    expect(page.map_view()[0] < 8, f"The map is at street level, {page.map_view()}")


@scenario("if the browser blocks the location, the page says what to do", permissions=[])
def denied(page: MapPage, library: Library) -> None:
    failing(page, 1)
    page.until(lambda: "site settings" in hint(page), "the page speaks of the site's settings")
    page.page.get_by_role("button", name="Close message").click()
    page.until(lambda: page.page.locator('[data-chip="hint"]').is_hidden(), "the message is closed")


@scenario("if the device does not know its location, the page says what to do")
def unavailable(page: MapPage, library: Library) -> None:
    failing(page, 2)
    page.until(lambda: "location services" in hint(page), "the page speaks of location services")


@scenario("if finding the location takes too long, the page says what to do")
def too_slow(page: MapPage, library: Library) -> None:
    failing(page, 3)
    page.until(lambda: "too long" in hint(page), "the page says that it takes too long")


@scenario("on a page that is not secure, and in a browser without positions, the page says why")
def never_known(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { whereAmI } = await import(new URL("app/map/near-me.js", document.baseURI));
      const words = (browser) => whereAmI(browser).then(() => "", (error) => error.message);
      return [await words({ isSecureContext: false, geolocation: navigator.geolocation }),
        await words({ isSecureContext: true, geolocation: undefined })];
    }""")
    expect("https" in result[0] and "localhost" in result[0], f"Without a secure context: {result[0]!r}")
    expect("search box" in result[1], f"Without positions: {result[1]!r}")


@scenario("the lines to the nearest photos are no longer than the window, and the page stays responsive")
def lines_stay_in_the_window(page: MapPage, library: Library) -> None:
    for zoom in (9, 12, 15, 20):
        page.open(f"#map={zoom}/48.8584/2.2945")
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        page.until(lambda: len(page.listed()) > 0, "photos are listed")
        page.until(lambda: page.page.locator(".spot-lines line").count() > 0, "there are lines to them")
        longest = longest_line(page)
        window = page.page.evaluate("() => Math.hypot(innerWidth + 200, innerHeight + 200)")
        expect(longest <= window, f"At zoom {zoom} a line is {longest:.0f} pixels long")
        page.until(lambda: page.page.evaluate(FRAMES) >= 30, f"the page draws 30 frames in three seconds at zoom {zoom}")


@scenario("coordinates that are searched, and “near me”, draw lines no longer than the window, too", geolocation=PARIS, permissions=["geolocation"])
def lines_of_searches(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (1920, 1080)):
        page.page.set_viewport_size({"width": width, "height": height})
        for act in (ask, search_coordinates):
            page.open("#map=3/20/0")
            act(page)
            page.expect_panel("Nearest photos")
            page.until(lambda: page.page.locator(".spot-lines line").count() > 0, "there are lines to the photos")
            page.settle()
            window = (width + 200, height + 200)
            expect(longest_line(page) <= math.hypot(*window), f"At {width} pixels a line is {longest_line(page):.0f} pixels long")
            page.until(lambda: page.page.evaluate(FRAMES) >= 30, f"the page draws 30 frames in three seconds at {width} pixels")


def search_coordinates(page: MapPage) -> None:
    box = page.page.get_by_role("combobox")
    box.click()
    box.fill("48.8584, 2.2945")
    box.press("Enter")


@scenario("a long press with a finger lists what is nearest to that spot", **PHONE)
def long_press(page: MapPage, library: Library) -> None:
    page.open("#map=5/47/9")
    spot = page.clear_spot()
    finger = Finger(page)
    finger.press((spot["x"], spot["y"]))
    page.expect_panel("Nearest photos")
    finger.lift()
    page.until(lambda: len(page.listed()) > 0, "photos are listed")
    # A click by the lifted finger would have arrived by now.
    page.page.wait_for_timeout(300)
    page.frames(2)
    expect_equal(page.title(), "Nearest photos", "the title after the finger is lifted")


def longest_line(page: MapPage) -> float:
    return page.page.evaluate("""() => Math.max(0, ...[...document.querySelectorAll(".spot-lines line")]
      .filter((line) => !line.classList.contains("is-away"))
      .map((line) => Math.hypot(...["x", "y"].map((axis) => line[`${axis}1`].baseVal.value - line[`${axis}2`].baseVal.value))))""")


def failing(page: MapPage, code: int) -> None:
    script = "navigator.geolocation.getCurrentPosition = (found, failed) => failed({ code: %s });" % json.dumps(code)
    page.context.add_init_script(script)
    page.open()
    ask(page)
    page.until(lambda: hint(page), "the page says something")


def shortcut(page: MapPage, name: str) -> str:
    """The address of a shortcut of the installed page, after that of the page."""
    manifest = page.page.evaluate("fetch('manifest.webmanifest').then((answer) => answer.json())")
    return next(one["url"] for one in manifest["shortcuts"] if one["name"] == name).removeprefix("./")


@scenario("the shortcut “Photos near me” lists them at once where the browser may say where the reader is", geolocation=PARIS, permissions=["geolocation"])
def shortcut_with_permission(page: MapPage, library: Library) -> None:
    page.open()
    page.open(shortcut(page, "Photos near me"))
    page.expect_panel("Nearest photos")
    page.until(lambda: "near=48.8566" in page.page.url and "near=me" not in page.page.url, "the address has the position")
    page.page.go_back()
    page.expect_no_panel()
    expect(page.page.locator("[data-chip=near-me]").is_hidden(), "The page offers it again")
    # In a page that is open already.
    page.page.evaluate("location.hash = '#near=me'")
    page.expect_panel("Nearest photos")


@scenario("the shortcut “Photos near me” asks for a press first where the browser would ask for the position", **PHONE)
def shortcut_without_permission(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      window.wasAsked = 0;
      navigator.geolocation.getCurrentPosition = (found) => { window.wasAsked += 1; found({ coords: { latitude: 48.8566, longitude: 2.3522, accuracy: 20 } }); };
      Permissions.prototype.query = async () => ({ state: "prompt" });
    """)
    page.open()
    page.open(shortcut(page, "Photos near me"))
    chip = page.page.locator("[data-chip=near-me]")
    chip.get_by_text("List the photos near your position?").wait_for()
    expect_equal(page.page.evaluate("window.wasAsked"), 0, "requests for the position before the press")
    chip.get_by_role("button", name="Photos near me").click()
    page.expect_panel("Nearest photos")
    expect(chip.is_hidden(), "The offer stays")
    expect_equal(page.page.evaluate("window.wasAsked"), 1, "requests for the position")


@scenario("the shortcut “This day in all years” filters by the reader's day")
def shortcut_to_this_day(page: MapPage, library: Library) -> None:
    page.open()
    page.open(shortcut(page, "This day in all years"))
    today = page.page.evaluate("(() => { const now = new Date(); return [now.getMonth() + 1, now.getDate()].map((one) => String(one).padStart(2, '0')).join('-'); })()")
    page.until(lambda: f"date={today}" in page.page.url, "the address has the day")
    page.until(lambda: any(f"date={today}" in url for url in page.requests), "the page requests the photos of that day")
