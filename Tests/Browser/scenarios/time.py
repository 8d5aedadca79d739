"""The time bar: a histogram of the view, and a span of time that filters all photos."""

import re
from urllib.parse import unquote

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
# Beside the grid the bar has room for a name for every year.
WIDE = {"viewport": {"width": 1780, "height": 800}}
EUROPE = "#map=4/48/8"


def plot(page: MapPage) -> dict:
    """Where the histogram is, without the axis under it."""
    box = page.box(page.page.locator(".time-plot"))
    return box | {"middle": box["y"] + (box["height"] - 19) / 2, "axis": box["y"] + box["height"] - 9}


def at(box: dict, share: float) -> float:
    return box["x"] + box["width"] * share


def drawn(page: MapPage) -> None:
    """Waits until the histogram has loaded and is drawn at its width."""
    page.page.locator(".time-undated").wait_for(state="visible")
    page.until(lambda: count_on_bar(page) is not None, "the bar has counted")
    page.quiet("/timeline?")
    page.box(page.page.locator(".time-plot"))


def brush(page: MapPage, start: float, end: float, *, release: bool = True) -> None:
    """Drags over the histogram between two places, as shares of its width."""
    box = plot(page)
    page.page.mouse.move(at(box, start), box["middle"])
    page.page.mouse.down()
    page.page.mouse.move(at(box, end), box["middle"], steps=8)
    if release:
        page.page.mouse.up()


def span(page: MapPage) -> str:
    """The span that the address names."""
    match = re.search(r"[#&]time=([^&]+)", page.page.url)
    return unquote(match.group(1)) if match else ""


def settled_span(page: MapPage) -> str:
    """The span that the address names once it no longer changes: it is written a few times a second."""
    seen = []

    def same() -> bool:
        page.page.wait_for_timeout(450)
        seen.append(span(page))
        return len(seen) > 1 and seen[-1] == seen[-2]

    page.until(same, "the address has come to rest")
    return seen[-1]


def count_on_bar(page: MapPage) -> int | None:
    """The number of photos that the time bar shows."""
    digits = re.sub(r"\D", "", page.page.locator(".time-count").inner_text())
    return int(digits) if digits else None


def visible_box(page: MapPage) -> str:
    """The box of the page's last request for a timeline."""
    asked = [url for url in page.requests if "/timeline?" in url][-1]
    return unquote(re.search(r"bbox=([^&]+)", asked).group(1))


def matched(library: Library, **parameters) -> int:
    return library.get("collections/photos/items", limit=1, **parameters)["numberMatched"]


@scenario("a brush over the histogram filters the map and counts exactly what the API counts")
def brush_filters(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: count_on_bar(page) == library.total(), "the bar states all photos")
    brush(page, 0.3, 0.8)
    page.until(lambda: span(page), "the address names the span")
    wanted = matched(library, datetime_local=settled_span(page), bbox=visible_box(page))
    expect(0 < wanted < library.total(), f"The span holds {wanted} photos, which shows nothing")
    page.until(lambda: count_on_bar(page) == wanted, f"the bar states {wanted} photos")
    page.until(lambda: page.shown_count() == wanted, f"the map shows {wanted} photos")
    page.until(lambda: re.search(rf"\b{wanted} (in view|of {library.total()} match)", page.page.inner_text("#counts")), "the header agrees")
    page.until(lambda: "–" in page.page.locator(".time-span").inner_text(), "the bar says which span it is")


@scenario("map and count follow the brush while it is still held")
def brush_is_live(page: MapPage, library: Library) -> None:
    page.open()
    total = page.until(lambda: count_on_bar(page), "the bar has counted")
    page.until(lambda: page.shown_count() == total, "all are shown")
    steps = page.page.evaluate("history.length")
    brush(page, 0.05, 0.4, release=False)
    page.until(lambda: page.shown_count() not in (0, total) and page.shown_count() == count_on_bar(page), "the map follows")
    page.quiet()
    first = page.shown_count()
    box = plot(page)
    page.page.mouse.move(at(box, 0.7), box["middle"], steps=4)
    page.until(lambda: page.shown_count() not in (0, first, total), "the map follows further")
    page.until(lambda: count_on_bar(page) == page.shown_count(), "the count follows")
    expect_equal(page.page.evaluate("history.length"), steps, "steps in the history while the brush is held")
    page.page.keyboard.press("Escape")
    page.page.mouse.up()
    page.until(lambda: span(page) == "", "Escape takes the brush away")
    brush(page, 0.05, 0.7)
    page.until(lambda: page.page.evaluate("history.length") == steps + 1, "letting go makes one step")


@scenario("Back removes the span, and Forward restores it")
def back_undoes_brush(page: MapPage, library: Library) -> None:
    page.open()
    total = page.until(lambda: count_on_bar(page), "the bar has counted")
    brush(page, 0.2, 0.5)
    page.until(lambda: count_on_bar(page) not in (None, total), "the brush filters")
    chosen = settled_span(page)
    few = matched(library, datetime_local=chosen, bbox=visible_box(page))
    page.equals(lambda: count_on_bar(page), few, "the count of the span")
    brush(page, 0.6, 0.9)
    page.until(lambda: span(page) not in ("", chosen), "another span is chosen")
    page.page.go_back()
    page.until(lambda: span(page) == chosen, "the first span is chosen again")
    page.page.go_back()
    page.until(lambda: span(page) == "" and count_on_bar(page) == total, "no span is chosen")
    page.page.go_forward()
    page.until(lambda: span(page) == chosen and count_on_bar(page) == few, "the first span is back")


@scenario("the edges and the body of the span can be dragged, and double click clears it", **WIDE)
def span_is_dragged(page: MapPage, library: Library) -> None:
    page.open("#time=2016-01-01/2018-12-31")
    drawn(page)
    handles = [page.page.locator(f".time-handle.is-{end}") for end in ("from", "through")]
    middles = [page.box(one)["x"] + page.box(one)["width"] / 2 for one in handles]
    box = plot(page)

    def drag(start: float, end: float) -> tuple[str, str]:
        before = span(page)
        page.page.mouse.move(start, box["middle"])
        page.page.mouse.down()
        page.page.mouse.move(end, box["middle"], steps=5)
        page.page.mouse.up()
        page.until(lambda: span(page) != before, "the span has changed")
        return tuple(settled_span(page).split("/"))

    start, end = drag(middles[1], middles[1] + 100)
    expect_equal(start, "2016-01-01", "the start after dragging the end")
    expect(end > "2019", f"The end is {end}")
    start, later = drag((middles[0] + middles[1]) / 2, (middles[0] + middles[1]) / 2 + 60)
    expect(start > "2016-01-01" and later > end, f"The body went to {start}/{later}")
    page.double_click(at(box, 0.02), box["middle"])
    page.until(lambda: span(page) == "", "the span is cleared")


@scenario("a click on a bar chooses exactly its photos, a click on a year that year", **WIDE)
def click_chooses(page: MapPage, library: Library) -> None:
    page.open()
    drawn(page)
    bbox = visible_box(page)
    asked = [url for url in page.requests if "/timeline?" in url][-1]
    buckets = int(re.search(r"buckets=(\d+)", asked).group(1))
    answer = library.get("collections/photos/timeline", bbox=bbox, buckets=buckets)
    most = max(answer["buckets"], key=lambda bucket: bucket["count"])
    handle = page.page.locator(".time-handle.is-from")
    low, high = (int(handle.get_attribute(f"aria-value{end}")) for end in ("min", "max"))
    day = page.page.evaluate("text => Date.parse(text) / 864e5", most["from"])
    box = plot(page)
    page.page.mouse.move(at(box, (day + 0.5 - low) / (high + 1 - low)) + 1, box["middle"])
    tip = page.page.locator(".time-tip")
    page.until(lambda: tip.is_visible() and tip.inner_text().endswith(f"{most['count']} photos"), "the tip shows the count")
    page.page.mouse.down()
    page.page.mouse.up()
    page.until(lambda: count_on_bar(page) == most["count"], "the bar's photos are chosen")
    page.until(lambda: span(page), "the address names the span")
    expect_equal(matched(library, datetime_local=span(page), bbox=bbox), most["count"], "what the API says of the span")
    year = page.page.evaluate("() => Math.round(Date.UTC(2019, 6, 1) / 864e5)")
    page.page.mouse.click(at(box, (year - low) / (high + 1 - low)), box["axis"])
    page.until(lambda: span(page) == "2019-01-01/2019-12-31", "the year is chosen")
    page.equals(page.page.locator(".time-span").inner_text, "2019", "how the bar says it")


@scenario("the wheel zooms the axis from years to days around the pointer, and a button shows all again", **WIDE)
def axis_zooms(page: MapPage, library: Library) -> None:
    page.open("#time=2019-01-01/2019-12-31")
    drawn(page)
    handles = [page.page.locator(f".time-handle.is-{end}") for end in ("from", "through")]
    width = lambda: handles[1].bounding_box()["x"] - handles[0].bounding_box()["x"]  # noqa: E731
    held = page.box(handles[0])["x"]
    before = width()
    box = plot(page)
    page.page.mouse.move(held + 7, box["middle"])
    for _ in range(4):
        page.page.mouse.wheel(0, -200)
        page.page.wait_for_timeout(60)
    page.until(lambda: width() > 4 * before, "the year is wider")
    # The pointer is on whole pixels, and its distance from the handle grows with the axis.
    page.until(lambda: abs(handles[0].bounding_box()["x"] - held) < 1 + width() / before, "what was under the pointer stayed there")
    page.until(lambda: "datetime-local=" in [url for url in page.requests if "/timeline?" in url][-1], "the stretch is requested in detail")
    page.equals(lambda: span(page), "2019-01-01/2019-12-31", "the span")
    page.page.get_by_role("button", name="Back to all years").click()
    page.until(lambda: abs(width() - before) < 2, "all years are shown")


@scenario("zoomed to some years, the bars are whole months, and a click on one chooses that month", **WIDE)
def bars_are_months(page: MapPage, library: Library) -> None:
    page.open()
    drawn(page)
    box = plot(page)
    page.page.mouse.move(at(box, 0.75), box["middle"])
    page.page.mouse.wheel(0, -300)
    page.until(lambda: any("per=day" in url and "datetime-local=" in url for url in page.requests), "the days of the stretch are requested")
    drawn(page)
    tip = page.page.locator(".time-tip")
    month = re.compile(r"^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4} · ")
    seen = set()
    for step in range(0, 100):
        page.page.mouse.move(at(box, step / 100), box["middle"])
        if tip.is_visible():
            seen.add(tip.inner_text())
    expect(len(seen) > 1, f"There are too few bars: {seen}")
    expect(all(month.match(text) for text in seen), f"There are bars that are no month: {seen}")
    for step in range(99, 0, -1):
        page.page.mouse.move(at(box, step / 100), box["middle"])
        if tip.is_visible() and not tip.inner_text().endswith("· 0 photos"):
            break
    count = int(re.search(r"([\d,]+) photo", tip.inner_text()).group(1).replace(",", ""))
    page.page.mouse.down()
    page.page.mouse.up()
    page.until(lambda: re.fullmatch(r"\d{4}-\d\d-01/\d{4}-\d\d-(28|29|30|31)", span(page)), "a whole month is chosen")
    expect_equal(matched(library, datetime_local=span(page), bbox=visible_box(page)), count, "what the API says of the month")
    page.equals(lambda: count_on_bar(page), count, "the count of the bar")


# Keys on a handle count as one move if each follows within 600 ms; here, until `rest()` is called.
HOLD_REST = """
  const later = window.setTimeout;
  const waiting = [];
  window.setTimeout = (step, delay, ...rest) => (delay === 600 ? -waiting.push(step) : later(step, delay, ...rest));
  window.rest = () => waiting.splice(0).forEach((step) => step());
"""


@scenario("the keyboard moves the ends of the span, and Escape clears it", **WIDE)
def keyboard_brushes(page: MapPage, library: Library) -> None:
    page.context.add_init_script(HOLD_REST)
    page.open("#time=2016-03-01/2018-12-31")
    page.until(lambda: count_on_bar(page) is not None, "the bar has counted")
    start = page.page.get_by_role("slider", name="Earliest photo shown")
    end = page.page.get_by_role("slider", name="Latest photo shown")
    page.equals(lambda: start.get_attribute("aria-valuetext"), "from 1 March 2016", "how the start is said")
    page.equals(lambda: end.get_attribute("aria-valuetext"), "to 31 December 2018", "how the end is said")
    steps = page.page.evaluate("history.length")
    start.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.page.keyboard.press(key)
    page.until(lambda: span(page) == "2016-04-01/2018-12-31", "the start has moved by a month")
    page.page.keyboard.press("Shift+ArrowRight")
    page.until(lambda: span(page) == "2017-01-01/2018-12-31", "the start has moved to a year")
    end.focus()
    page.page.keyboard.press("Shift+ArrowLeft")
    page.until(lambda: span(page) == "2017-01-01/2017-12-31", "the end has moved by a year")
    page.until(lambda: end.get_attribute("aria-valuetext") == "to 31 December 2017", "it is said")
    wanted = matched(library, datetime_local="2017-01-01/2017-12-31", bbox=visible_box(page))
    page.until(lambda: count_on_bar(page) == wanted, "the count is exact")
    page.until(lambda: f"2017, {wanted} photo" in page.page.locator("#time-bar [role=status]").inner_text(), "it is announced")
    page.page.evaluate("rest()")
    page.equals(lambda: page.page.evaluate("history.length"), steps + 2, "steps in the history, one for each handle")
    page.page.keyboard.press("Escape")
    page.until(lambda: span(page) == "", "the span is cleared")


@scenario("Play moves a span through time until it is paused", reduced_motion="no-preference")
def play_glides(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: count_on_bar(page), "the bar has counted")
    # The slowest speed: playback must not end before it is paused.
    for speed in (1, 2, 4):
        page.page.get_by_role("button", name=f"Speed: {speed}×").click()
    page.page.get_by_role("button", name="Play through time").click()
    seen: set[str] = set()
    words = page.page.locator(".time-span")
    page.until(lambda: seen.add(words.inner_text()) or len(seen) >= 4, "the span moves")
    page.page.get_by_role("button", name="Pause").click()
    page.until(lambda: span(page), "the address names where it stopped")
    stopped = settled_span(page)
    page.until(lambda: count_on_bar(page) == matched(library, datetime_local=stopped, bbox=visible_box(page)), "the count is exact")
    # If playback had continued, more frames would be drawn and the address changed by now.
    page.page.wait_for_timeout(450)
    page.frames(3)
    expect_equal(span(page), stopped, "the span after the pause")
    page.page.go_back()
    page.until(lambda: span(page) == "", "Back takes the film away")


def film_is_followed(page: MapPage) -> None:
    """Fiji in 2013 and Japan in 2024, with nothing between: the film goes from one to the other, and the map with it."""
    page.open("#path=2013-fiji/*&path=2024-japan/*")
    page.until(lambda: count_on_bar(page), "the bar has counted")
    page.settle()
    before = page.map_view()
    # Slower, if the time bar is not folded: the button goes through the speeds.
    for speed in (1, 2, 4):
        button = page.page.get_by_role("button", name=f"Speed: {speed}×")
        if button.is_visible():
            button.click()
    # What is written while the film runs; at its end the span is written as it is when nothing is played.
    page.page.evaluate("""() => {
      window.written = [];
      const look = () => {
        const words = document.querySelector(".is-playing .time-span");
        if (words) window.written.push([words.innerText, words.getBoundingClientRect().height]);
        requestAnimationFrame(look);
      };
      look();
    }""")
    page.page.get_by_role("button", name="Play through time").click()

    at_japan = lambda: page.map_view()[0] > before[0] + 1 and page.map_view()[1] > 30  # noqa: E731
    # On a slow machine the film may be over before the map has reached Fiji, but never before it has reached Japan.
    page.until(at_japan, "the map shows Japan")
    written = page.page.evaluate("window.written")
    for text in {text for text, _ in written if text != "All time"}:
        years = [int(year) for year in re.findall(r"\d{4}", text)]
        expect(re.fullmatch(r"\w+ \d{4} – \w+ \d{4}", text), f"The span has another shape: {text}")
        expect(years[0] < 2015 or years[1] > 2022, f"A stretch without photos was played: {text}")
    heights = {height for _, height in written}
    expect(heights and max(heights) < 26, f"The span takes more than a line: {heights}")
    if page.page.locator(".is-playing").count():
        page.page.locator(".time-play").click()
    page.until(lambda: span(page), "the address names where it stopped")
    page.settle()
    page.page.go_back()
    page.until(lambda: span(page) == "", "Back takes the film away")
    page.until(lambda: abs(page.map_view()[0] - before[0]) < 0.02 and abs(page.map_view()[1] - before[1]) < 0.1, "Back returns to the view before")


@scenario("the film skips years without photos, its dates stay in one line, and the map follows it and returns", reduced_motion="no-preference")
def play_is_followed(page: MapPage, library: Library) -> None:
    film_is_followed(page)


@scenario("on a phone the film skips years without photos, its dates stay in one line, and the map follows it and returns",
          reduced_motion="no-preference", viewport={"width": 390, "height": 844}, has_touch=True)
def play_is_followed_on_a_phone(page: MapPage, library: Library) -> None:
    film_is_followed(page)


@scenario("while time is played, no request is repeated", reduced_motion="no-preference")
def play_asks_once(page: MapPage, library: Library) -> None:
    # Not the whole world: that is also the box of the search for matches after time has stopped.
    page.open("#map=3/30/20")
    page.until(lambda: count_on_bar(page), "the bar has counted")
    page.quiet()
    page.requests.clear()
    page.page.get_by_role("button", name="Play through time").click()
    clusters = lambda: sum("/clusters?" in url for url in page.requests)  # noqa: E731
    page.until(lambda: clusters() >= 6, "the map follows the film")
    if page.page.locator(".is-playing").count():
        page.page.locator(".time-play").click()
    page.quiet()
    again = sorted({url for url in page.requests if page.requests.count(url) > 1})
    # The browser fetches the icon when the address changes, which is at the end. The page asks for base maps every ten seconds. MapLibre fetches tiles again that it gave up while
    # the map flew to the photos.
    expect_equal([url for url in again if not any(part in url for part in ("icon", "/basemap", "zoom=1&"))], [], "what was asked more than once")
    # The film's camera may ask once more for the span at which the film is paused.
    cameras = [page.requests.count(url) for url in again if "zoom=1&" in url]
    expect(sum(cameras) <= 2, f"The camera repeats requests: {again}")
    icons = sum("icon" in url for url in page.requests)
    expect(icons <= 2, f"The icon was fetched {icons} times")


@scenario("with reduced motion Play moves in steps, and pressing the bar pauses it")
def play_steps(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: count_on_bar(page), "the bar has counted")
    page.page.get_by_role("button", name="Play through time").click()
    words = page.page.locator(".time-span")
    first = page.until(lambda: words.inner_text() != "All time" and words.inner_text(), "the film begins")
    page.until(lambda: words.inner_text() != first, "the film goes on")
    box = plot(page)
    page.page.mouse.click(at(box, 0.5), box["axis"])
    page.page.get_by_role("button", name="Play through time").wait_for()


@scenario("a double click on the bar adds no step to the history")
def double_click_leaves_no_step(page: MapPage, library: Library) -> None:
    page.open()
    drawn(page)
    steps = page.page.evaluate("history.length")
    box = plot(page)
    page.double_click(at(box, 0.98), box["axis"])
    page.page.wait_for_timeout(600)
    expect_equal((span(page), page.page.evaluate("history.length")), ("", steps), "the span and the steps after a double click")
    page.page.mouse.click(at(box, 0.98), box["axis"])
    page.until(lambda: span(page), "one click chooses")
    page.equals(lambda: page.page.evaluate("history.length"), steps + 1, "steps after a click")


@scenario("undated photos can be shown, and are those of the API")
def undated_photos(page: MapPage, library: Library) -> None:
    page.open()
    wanted = library.get("collections/photos/timeline", buckets=1)["undated"]
    expect(wanted > 0, "The library holds no undated photo")
    chip = page.page.locator(".time-undated")
    page.until(lambda: chip.is_visible() and chip.inner_text() == f"{wanted} undated", "the chip shows their number")
    chip.click()
    page.until(lambda: page.shown_count() == wanted, "only they are shown")
    page.until(lambda: count_on_bar(page) == wanted, "they are counted")
    page.until(lambda: "undated=" in page.page.url, "the address says so")
    page.page.reload()
    page.settle()
    page.until(lambda: page.shown_count() == wanted, "the address brings them back")
    chip.click()
    page.until(lambda: count_on_bar(page) == library.total(), "all are back")


@scenario("the address restores the span, and the histogram follows the map")
def address_restores_span(page: MapPage, library: Library) -> None:
    page.open(f"{EUROPE}&time=2015-01-01/2023-12-31")
    bbox = page.until(lambda: any("/timeline?" in url for url in page.requests) and visible_box(page), "the timeline is requested")
    wanted = matched(library, datetime_local="2015-01-01/2023-12-31", bbox=bbox)
    page.until(lambda: count_on_bar(page) == wanted, "the count is that of the view and the span")
    page.equals(lambda: page.page.locator(".time-span").inner_text().replace(" ", " "), "2015 – 2023", "the span in words")
    page.quiet()
    bbox = visible_box(page)
    page.press_on_map("ArrowRight")
    page.until(lambda: visible_box(page) != bbox, "the timeline of the new view is requested")


@scenario("on a phone the bar is a slim strip that opens, and a finger brushes it", **PHONE)
def phone_strip(page: MapPage, library: Library) -> None:
    page.open()
    bar = page.page.locator("#time-bar")
    room = lambda: page.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--time-bar')")  # noqa: E731
    page.until(lambda: bar.bounding_box()["height"] < 60, "the strip is slim")
    page.equals(room, "52px", "the room that is left")
    page.page.get_by_role("button", name="Expand the time bar").tap()
    page.until(lambda: bar.bounding_box()["height"] > 120, "the bar is open")
    expect(not page.page.evaluate("document.scrollingElement.scrollWidth > innerWidth"), "The page scrolls sideways")
    box = plot(page)
    finger = Finger(page)
    finger.press((at(box, 0.2), box["middle"]))
    for share in (0.3, 0.5, 0.6):
        finger.move((at(box, share), box["middle"]))
    finger.lift()
    page.until(lambda: span(page), "a span is chosen")
    page.until(lambda: count_on_bar(page) == matched(library, datetime_local=span(page), bbox=visible_box(page)), "the count is exact")
    page.page.reload()
    page.settle()
    page.until(lambda: bar.bounding_box()["height"] > 120, "the bar is open as it was")
