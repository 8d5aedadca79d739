"""When the server is gone, or has nothing to show."""

import time

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("a server that is down is reported, and the page recovers by itself", expects_failures=True)
def server_gone(page: MapPage, library: Library) -> None:
    page.open("#map=6/47/9")
    page.page.route("**/collections/**", lambda route: route.abort())
    page.page.locator("#map canvas").focus()
    toast = page.page.locator(".toast.is-shown")
    page.page.keyboard.press("-")
    page.page.keyboard.press("-")
    toast.wait_for()
    page.until(lambda: "geoindex serve" in toast.inner_text(), "the toast says what to do")
    page.page.unroute("**/collections/**")
    page.until(lambda: toast.count() == 0, "the toast is gone")
    page.settle()
    page.until(lambda: page.shown_count() > 0, "the pins are there after the server came back")


@scenario("the reader can retry at once", expects_failures=True)
def reader_retries(page: MapPage, library: Library) -> None:
    # Without the page's own retries, only the button remains.
    page.context.add_init_script("""
      const later = window.setTimeout;
      window.setTimeout = (step, delay, ...rest) => (delay > 1000 ? 0 : later(step, delay, ...rest));
    """)
    page.open("#map=6/47/9")
    problem = {"title": "Service Unavailable", "status": 503, "detail": "The index is being rebuilt. Try again soon."}
    page.page.route("**/collections/photos/clusters?**", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", json=problem))
    page.page.get_by_role("button", name="Show all photos").click()
    page.page.get_by_text("The server is busy.").first.wait_for()
    # Until the map has moved, it asks again by itself.
    page.until(lambda: page.moving() == 0, "the map has come to rest")
    page.quiet("/clusters?")
    page.page.unroute("**/collections/photos/clusters?**")
    page.page.get_by_role("button", name="Retry").click()
    page.until(lambda: page.page.locator(".toast.is-shown").count() == 0, "the toast is gone")


@scenario("a panel without an answer retries by itself, even if the pins are loaded", expects_failures=True)
def panel_recovers(page: MapPage, library: Library) -> None:
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.open()
    title = page.page.locator("#grid-title > span").first
    page.until(lambda: "photos" in title.inner_text(), "the photos are counted")
    for path in ("items?**", "timeline?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.abort())
    page.press_on_map("+")
    page.equals(title.inner_text, "Photos", "the heading over the error")
    for path in ("items?**", "timeline?**"):
        page.page.unroute(f"**/collections/photos/{path}")
    page.until(lambda: title.inner_text().split()[0].isdigit(), "the photos are counted again")


@scenario("late answers are dropped")
def late_answers_are_dropped(page: MapPage, library: Library) -> None:
    # The first request gets its empty response after the second one's, even if it was aborted.
    page.context.add_init_script("""
      const ask = window.fetch;
      window.held = [];
      window.fetch = (url, options) => window.isHolding && String(url).includes("/clusters?")
        ? new Promise((resolve) => window.held.push(resolve))
        : ask(url, options);
    """)
    page.open()
    page.page.evaluate("window.isHolding = true")
    page.page.get_by_role("button", name="Zoom in").click()
    page.until(lambda: page.page.evaluate("held.length") > 0, "the first question is asked")
    page.page.evaluate("window.isHolding = false")
    page.go(lambda: page.page.get_by_role("button", name="Zoom in").click())
    page.quiet()
    shown = page.shown_count()
    page.page.evaluate("""held.forEach((resolve) =>
      resolve(new Response(JSON.stringify({ type: "FeatureCollection", features: [] }))))""")
    page.frames(3)
    page.settle()
    expect_equal(page.shown_count(), shown, "photos on the map after the late answer")


@scenario("an empty library explains how to fill it")
def empty_library(page: MapPage, library: Library) -> None:
    empty = {"type": "FeatureCollection", "features": [], "numberMatched": 0, "numberReturned": 0, "links": []}
    for path in ("items?**", "clusters?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.fulfill(json=empty))
    page.open()
    command = library.get("report", limit=1)["scanCommand"]
    expect("--db /" in command, f"The command is for another index: {command}")
    page.page.get_by_text(command, exact=True).wait_for()
    page.page.unroute("**/collections/photos/items?**")
    page.page.unroute("**/collections/photos/clusters?**")
    page.page.get_by_role("button", name="Check again").click()
    total = library.total()
    page.until(lambda: page.shown_count() == total, "all photos are shown")
    page.gone(page.page.locator("#notice"), "the notice")


@scenario("a guest of an empty library is shown no commands", expects_failures=True)
def empty_for_guests(page: MapPage, library: Library) -> None:
    empty = {"type": "FeatureCollection", "features": [], "numberMatched": 0, "numberReturned": 0, "links": []}
    for path in ("items?**", "clusters?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.fulfill(json=empty))
    page.page.route("**/report?**", lambda route: route.fulfill(status=403, json={"title": "Forbidden", "status": 403}))
    page.open()
    page.page.get_by_text("No photos on the map yet").wait_for()
    page.quiet("/report")
    expect("geoindex scan" not in page.page.locator("#notice").inner_text(), "A guest sees how to scan")


@scenario("a restarted server is noticed within seconds, and no old count is shown above the error", expects_failures=True)
def server_restarts(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    page.until(lambda: "here" in page.page.inner_text("#grid-title"), "the photos are counted")
    page.page.route("**/collections/**", lambda route: route.abort())
    page.page.locator("#map canvas").focus()
    for _ in range(3):
        page.page.keyboard.press("+")
    page.page.locator("#grid .grid-message").wait_for()
    expect(page.page.locator("#grid .tile").first.is_visible(), "The photos from before are gone")
    expect_equal(page.page.locator("#grid-title > span").first.inner_text(), "Photos", "the heading over the error")
    page.page.locator(".toast.is-shown").wait_for()
    # After a few attempts the pause between them no longer grows.
    asked = len(page.requests)
    page.until(lambda: sum("/clusters?" in url for url in page.requests[asked:]) >= 3, "the page has asked again and again")
    page.page.unroute("**/collections/**")
    back = time.monotonic()
    page.until(lambda: page.page.locator(".toast.is-shown").count() == 0, "the toast is gone")
    expect(time.monotonic() - back < 5, f"The toast stayed {time.monotonic() - back:.1f} s after the server was back")


@scenario("if a module cannot be loaded or throws, the page says that it could not start, and can be reloaded", expects_failures=True)
def broken_module(page: MapPage, library: Library) -> None:
    page.open()
    app = f"{page.base}app/"
    modules = [url for url in page.requests if url.startswith(app) and url.endswith(".js") and not url.endswith("/failure.js")]
    last = page.page.evaluate("performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType !== 'fetch')"
                              ".map(({ name }) => name).filter((name) => name.includes('/app/page'))")
    expect(last, "The page has no second part")
    message = page.page.locator("#failure")
    for url in (modules[0], modules[1], last[0]):
        for answer in (lambda route: route.abort(), lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('broken')")):
            page.page.route(url, answer)
            page.page.goto("about:blank")
            page.page.goto(page.base)
            page.page.get_by_text("The page could not start.").wait_for()
            page.page.unroute(url)
    expect_equal(message.get_attribute("role"), "alert", "how it is announced")
    message.get_by_role("button", name="Reload").click()
    page.settle()
    expect(not message.is_visible(), "The message is there although the page has started")


@scenario("a browser that names no valid language gets the page")
def no_language_tag(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      Object.defineProperty(navigator, "language", { value: "C" });
      Object.defineProperty(navigator, "languages", { value: ["C", "en_US.UTF-8"] });
    """)
    page.open()
    page.page.get_by_role("combobox").first.fill("May 2023")
    page.page.get_by_role("option").first.wait_for()
