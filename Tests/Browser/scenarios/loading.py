"""The order of loading: first pins, then the map and the rest."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from big_library import PACKAGE, WITHOUT_TRIPS
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

PLACES = """() => Object.fromEntries([...document.querySelectorAll(".pin:not(.is-away)")].map((pin) => {
  const { x, y } = pin.getBoundingClientRect();
  return [pin.dataset.photo ?? pin.dataset.cluster, [x, y]];
}))"""


class Held:
    """Delays the responses to requests that match a pattern until it is released."""

    def __init__(self, page: MapPage, pattern: str) -> None:
        self.waiting = []
        self.isHolding = True
        page.page.route(pattern, self._came)

    def _came(self, route) -> None:
        if self.isHolding:
            self.waiting.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.isHolding = False
        for route in self.waiting:
            route.continue_()


@contextmanager
def joined_page(page: MapPage) -> Iterator[None]:
    """A server of the sample photos with the page as scripts/install installs it."""
    with tempfile.TemporaryDirectory(prefix="geoindex-joined-") as folder:
        static, index = Path(folder) / "static", Path(folder) / "photos.sqlite"
        subprocess.run([PACKAGE / "scripts/lib/join-page", static], check=True)
        subprocess.run(["geoindex", "scan", "--quiet", "--db", index, *WITHOUT_TRIPS, PACKAGE / "sample-photos"], check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--db", index, "--static", static, "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            page.base = server.stdout.readline().split()[-1]
            yield
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)


def pins_stay(page: MapPage, fragment: str) -> None:
    """Opens the page without a map, and checks that its pins are those that the map has later."""
    script = Held(page, "**/vendor/maplibre-gl/maplibre-gl.js")
    page.page.goto(page.base + fragment)
    page.page.locator(".pin:not(.is-away)").first.wait_for()
    # Elements only fade in, and do not move.
    before = page.page.evaluate(PLACES)
    page.page.evaluate("""() => document.querySelectorAll(".pin").forEach((pin) => { pin.isTheSame = true; })""")
    expect_equal(page.page.locator("#map canvas").count(), 0, "maps that are there without MapLibre")
    script.let_go()
    page.settle()
    after = page.page.evaluate(PLACES)
    expect_equal(after, before, "where the pins are")
    kept = page.page.eval_on_selector_all(".pin", "pins => pins.every((pin) => pin.isTheSame && pin.closest('.maplibregl-canvas-container'))")
    expect(kept, "Pins were made again")
    asked = [url for url in page.requests if "/clusters?" in url]
    expect_equal(len(asked), 2, "questions: how far the photos of the whole Earth reach, and for pins")


@scenario("the first pins do not wait for the map, and stay where they are when it comes", device_scale_factor=1)
def pins_come_first(page: MapPage, library: Library) -> None:
    pins_stay(page, "")


# Withholds the browser's report that pins are on the screen until `report` is called, and never gives up waiting for it.
HOLD_REPORT = """
window.PerformanceObserver = class {
  static supportedEntryTypes = ["element"];
  constructor(answer) { window.report = answer; }
  observe() {}
};
const later = window.setTimeout;
window.setTimeout = (step, delay, ...rest) => delay === 1500 ? 0 : later(step, delay, ...rest);
"""


@scenario("the map starts when the browser has reported that pins are on the screen")
def map_starts_after_pins(page: MapPage, library: Library) -> None:
    page.context.add_init_script(HOLD_REPORT)
    page.page.goto(page.base)
    page.until(lambda: page.page.evaluate("'report' in window && 'maplibregl' in window"), "pins and MapLibre are there")
    page.quiet()
    expect_equal(page.page.locator("#map canvas").count(), 0, "maps before pins are on the screen")
    page.page.evaluate("report()")
    page.settle()


@scenario("pins of a view from the address do not wait for the map either")
def pins_of_a_view(page: MapPage, library: Library) -> None:
    pins_stay(page, "#map=4.37/46.213/8.117")


@scenario("on a phone pins do not wait for the map either", **PHONE)
def pins_on_a_phone(page: MapPage, library: Library) -> None:
    pins_stay(page, "")


@scenario("the first pins are there before the base map is requested")
def base_map_comes_later(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".pin[data-photo], .pin[data-cluster]")) return;
        observer.disconnect();
        window.askedBeforePins = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      }).observe(document, { subtree: true, childList: true });
    """)
    page.open()
    asked = page.page.evaluate("askedBeforePins")
    expect(any("clusters" in path for path in asked), f"Pins came without a question: {asked}")
    expect_equal([path for path in asked if "basemap" in path], [], "what of the base map was requested before the pins")


@scenario("a pin that is clicked before the map is there opens its photo")
def early_click(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    script = Held(page, "**/vendor/maplibre-gl/maplibre-gl.js")
    page.page.goto(f"{page.base}#map=8/{lat}/{lon}")
    page.pin(photo["id"]).click()
    script.let_go()
    page.expect_panel(photo["properties"]["filename"])


@scenario("if the map library fails to load, the page says so and lists the photos", expects_failures=True)
def no_map_script(page: MapPage, library: Library) -> None:
    page.page.route("**/vendor/maplibre-gl/maplibre-gl.js", lambda route: route.abort())
    page.page.goto(page.base)
    page.page.get_by_text("can’t draw the map").wait_for()
    page.until(lambda: page.page.locator("#map [data-item]").count() > 0, "photos are listed")
    expect_equal(page.page.locator(".pin").count(), 0, "pins without a map")


@scenario("the installed page makes at most 25 requests before its pins")
def few_requests(page: MapPage, library: Library) -> None:
    with joined_page(page):
        page.page.goto(page.base)
        page.page.locator(".pin[data-photo], .pin[data-cluster]").first.wait_for()
        page.settle()
        # Pins ask for their pictures as soon as they are drawn.
        before = next(number for number, url in enumerate(page.requests) if "/thumbnail" in url)
    expect(before <= 25, f"There were {before} requests: {page.requests[:before]}")
