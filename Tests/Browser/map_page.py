"""The map page in a browser, with a record of its requests and console messages."""

import io
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import firefox_bidi
from PIL import Image
from playwright.sync_api import BrowserContext, CDPSession, ConsoleMessage, Download, Locator, Request
from scenario import LeftOut

# A wait ends as soon as its condition holds, so a long limit costs nothing. It allows for a
# machine of one slow core that builds something else meanwhile and draws WebGL without a graphics card.
PATIENCE = 90.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.025, 0.2

WATCH_POLICY = """
window.policyViolations = [];
addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""

# What the page suggests depends on the day of the test.
NO_SUGGESTIONS = """
if (location.protocol.startsWith("http") && localStorage.getItem("geoindex.earlier") === null) localStorage.setItem("geoindex.earlier", "off");
"""


class MapPage:
    def __init__(self, context: BrowserContext, base: str) -> None:
        self.base = base
        self.context = context
        self.requests: list[str] = []
        self.under_way: set[Request] = set()
        self.complaints: list[str] = []
        context.add_init_script(WATCH_POLICY)
        context.add_init_script(NO_SUGGESTIONS)
        context.set_default_timeout(PATIENCE * 1000)
        self.page = context.new_page()
        self.page.on("request", self._asked)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.under_way.discard(request))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))

    @property
    def engine(self) -> str:
        """`chromium`, `firefox` or `webkit`."""
        return self.context.browser.browser_type.name

    def left_out_in(self, *engines: str, because: str) -> None:
        """Ends a scenario that these engines cannot play."""
        if self.engine in engines:
            raise LeftOut(because)

    def tools(self) -> CDPSession:
        """Chromium's developer tools."""
        self.left_out_in("firefox", "webkit", because="only Chromium has such developer tools")
        return self.context.new_cdp_session(self.page)

    def double_click(self, x: float, y: float) -> None:
        if self.engine == "firefox":
            firefox_bidi.double_click(self.page.url, x, y)
        else:
            self.page.mouse.dblclick(x, y)

    def emulate(self, **features: str) -> None:
        """Changes media features while the page is open."""
        if self.engine == "firefox":
            firefox_bidi.emulate(**features)
        else:
            self.page.emulate_media(**features)

    def download(self, act: Callable[[], object]) -> Download:
        """The file that something downloads."""
        with self.page.expect_download() as saved:
            act()
        return saved.value

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        self.under_way.add(request)

    def _heard(self, message: ConsoleMessage) -> None:
        # About slow drawing without a graphics card.
        if "GL Driver Message" in message.text:
            return
        # A warning of the graphics driver when MapLibre reads its own picture.
        if "performance warning" in message.text and "maplibre" in message.location.get("url", ""):
            return
        # Scenarios read what is drawn.
        if "willReadFrequently" in message.text and not message.location.get("url"):
            return
        # On a busy machine the map starts later than Chromium expects.
        if "was preloaded using link preload but not used" in message.text:
            return
        if "Service Worker registration blocked by Playwright" in message.text:
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def open(self, fragment: str = "") -> None:
        # A new fragment alone would not reload the page.
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(self.base + fragment)
        self.settle()

    def leave(self) -> None:
        """Closes all pages: one whose server stops would log its failed requests."""
        for page in self.context.pages:
            page.goto("about:blank")

    def until(self, condition: Callable[[], object], what: str, patience: float = PATIENCE):
        """Waits until a condition is truthy, and returns its value.

        Each pause is a tenth of the wait so far, within limits: a question to the page takes 4 ms of CPU time, which the
        page needs itself on a busy machine.
        """
        start = time.monotonic()
        while True:
            value = condition()
            if value:
                return value
            waited = time.monotonic() - start
            if waited > patience:
                raise AssertionError(f"Waited {patience:.0f} s in vain until {what}")
            self.page.wait_for_timeout(1000 * min(max(waited / 10, SHORTEST_PAUSE), LONGEST_PAUSE))

    def equals(self, read: Callable[[], object], expected, what: str) -> None:
        """Waits until the value is the expected one; on failure reports the last value."""
        last = []

        def is_expected() -> bool:
            last[:] = [read()]
            return last[0] == expected

        try:
            self.until(is_expected, what)
        except AssertionError as error:
            raise AssertionError(f"{what}: expected {expected!r}, found {last[0]!r} to the end") from error

    def gone(self, one: Locator, what: str) -> None:
        """Waits until something is hidden or no longer in the page."""
        self.until(lambda: not one.is_visible(), f"{what} is gone")

    def focused(self, one: Locator, what: str) -> None:
        self.until(lambda: one.evaluate("one => one === document.activeElement"), f"the focus is on {what}")

    def box(self, one: Locator) -> dict:
        """The box of an element, once it is unchanged for two frames and nothing on the page is animated."""
        seen = []

        def rests() -> bool:
            self.frames(2)
            seen.append(one.bounding_box())
            return len(seen) > 1 and seen[-1] and seen[-1] == seen[-2] and not self.moving()

        self.until(rests, "it has come to rest")
        return seen[-1]

    def quiet(self, part: str = "/collections/") -> None:
        """Waits until all requests with this part in their address are answered and no more follow."""
        def is_quiet() -> bool:
            # Events have no end.
            waiting = lambda: any(part in request.url and "/events" not in request.url for request in self.under_way)  # noqa: E731
            if waiting():
                return False
            before = len(self.requests)
            self.frames(3)
            return not waiting() and len(self.requests) == before

        self.until(is_quiet, f"nothing more is asked of {part}")

    def frames(self, count: int) -> None:
        """Waits until the page has drawn this many frames."""
        self.page.evaluate("""async (count) => {
          for (let n = 0; n < count; n += 1) await new Promise((done) => requestAnimationFrame(done));
        }""", count)

    def moving(self) -> int:
        """The number of running transitions and animations, except endless ones."""
        return self.page.evaluate("""() => document.getAnimations()
          .filter((one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime)).length""")

    def settle(self) -> None:
        """Waits until the map has stopped and shows the photos of its view."""
        self.page.locator("html.is-ready #map[aria-busy=false]").wait_for()
        self.until(lambda: self.page.locator(".pin.is-leaving").count() == 0, "the pins have changed over")

    def go(self, act: Callable[[], object]) -> None:
        """Calls `act`, which moves the map, and waits until the map has moved and stopped."""
        before = self.map_view()
        act()
        self.until(lambda: self.map_view() != before, "the map has moved")
        self.settle()

    def press_on_map(self, key: str) -> None:
        self.page.locator("#map canvas").focus()
        self.go(lambda: self.page.keyboard.press(key))

    def picture(self, clip: dict) -> Image.Image:
        """What is drawn within a box."""
        # In Firefox, a hidden caret is an inline style, which the page forbids.
        return Image.open(io.BytesIO(self.page.screenshot(clip=clip, caret="initial"))).convert("RGB")

    # What is on the map

    def pins(self) -> Locator:
        return self.page.locator(".pin[data-photo]")

    def clusters(self) -> Locator:
        return self.page.locator(".pin[data-cluster]")

    def shown_count(self) -> int:
        return self.page.evaluate(
            """() => document.querySelectorAll("[data-photo]").length
              + [...document.querySelectorAll("[data-cluster]")].reduce((sum, one) => sum + Number(one.dataset.count), 0)"""
        )

    def pin(self, photo: int) -> Locator:
        return self.page.locator(f'.pin[data-photo="{photo}"]')

    def map_view(self) -> tuple[float, float, float]:
        """Zoom, latitude and longitude in the page's address."""
        match = re.search(r"[#&]map=(-?[\d.]+)/(-?[\d.]+)/(-?[\d.]+)", self.page.url)
        if not match:
            raise AssertionError(f"The address has no view: {self.page.url}")
        return tuple(float(part) for part in match.groups())

    def middle(self) -> tuple[float, float]:
        """The middle of the map, in pixels of the window."""
        box = self.page.locator("#map").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def covered(self) -> float:
        """The height at the map's lower edge that the time bar and what is below it cover."""
        bar = self.page.locator("#time-bar").bounding_box()
        box = self.page.locator("#map").bounding_box()
        return box["y"] + box["height"] - bar["y"] if bar else 0

    def clear_spot(self) -> dict:
        """A point of the window where nothing covers the map."""
        return self.until(lambda: self.page.evaluate(
            """() => {
              for (let y = innerHeight * 0.3; y < innerHeight * 0.7; y += 17)
                for (let x = innerWidth * 0.1; x < innerWidth * 0.9; x += 17)
                  if (document.elementFromPoint(x, y)?.matches("#map canvas")) return {x: Math.round(x), y: Math.round(y)};
              return null;
            }"""
        ), "there is a clear spot on the map")

    # The panel

    def panel(self) -> Locator:
        return self.page.locator("#panel.is-open")

    def expect_panel(self, title: str | None = None) -> None:
        self.panel().wait_for()
        if title is not None:
            self.until(lambda: self.title() == title, f"the panel is titled {title!r}")

    def expect_no_panel(self) -> None:
        self.until(lambda: self.panel().count() == 0, "the panel is closed")

    def title(self) -> str:
        return self.page.locator("#panel-title").inner_text()

    def listed(self) -> list[int]:
        return self.page.eval_on_selector_all(
            "#panel .list-pane [data-item]", "items => items.map(item => Number(item.dataset.item))"
        )

    # Checked after every scenario

    def foreign_requests(self) -> list[str]:
        own = urlsplit(self.base).netloc
        return [url for url in self.requests if url.startswith(("http", "ws")) and urlsplit(url).netloc != own]

    def policy_violations(self) -> list[str]:
        return self.page.evaluate("window.policyViolations ?? []")
