"""The map page as its readers meet it, and a record of all that it asked for and complained about."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator

PATIENCE = 20.0

WATCH_POLICY = """
window.policyViolations = [];
addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""


class MapPage:
    def __init__(self, context: BrowserContext, base: str) -> None:
        self.base = base
        self.context = context
        self.requests: list[str] = []
        self.complaints: list[str] = []
        context.add_init_script(WATCH_POLICY)
        self.page = context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        # The browser itself reports an answer of 404, which is how the server says "no preview".
        if "/thumbnail" in message.location.get("url", "") and "404" in message.text:
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def open(self, fragment: str = "") -> None:
        # A new fragment alone would not load the page anew.
        self.page.goto("about:blank")
        self.page.goto(self.base + fragment)
        self.settle()

    def until(self, condition: Callable[[], object], what: str, patience: float = PATIENCE):
        """Waits until a condition holds, and returns what it came to."""
        deadline = time.monotonic() + patience
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"Waited {patience:.0f} s in vain until {what}")
            self.page.wait_for_timeout(25)

    def settle(self) -> None:
        """Waits until the map rests and shows the answer for where it is."""
        self.page.locator("html.is-ready #map[aria-busy=false]").wait_for(timeout=PATIENCE * 1000)
        self.until(lambda: self.page.locator(".pin.is-leaving").count() == 0, "the pins have changed over")

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
        """Zoom, latitude and longitude as the address bar has them."""
        match = re.search(r"[#&]map=([\d.]+)/(-?[\d.]+)/(-?[\d.]+)", self.page.url)
        if not match:
            raise AssertionError(f"The address has no view: {self.page.url}")
        return tuple(float(part) for part in match.groups())

    def middle(self) -> tuple[float, float]:
        """The point of the window under which the middle of the map is."""
        box = self.page.locator("#map").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def covered(self) -> float:
        """How much of the map's lower edge the time bar, and what it stands on, cover."""
        bar = self.page.locator("#time-bar").bounding_box()
        box = self.page.locator("#map").bounding_box()
        return box["y"] + box["height"] - bar["y"] if bar else 0

    def clear_spot(self) -> dict:
        """A point of the window where nothing covers the map."""
        return self.page.evaluate(
            """() => {
              for (let y = innerHeight * 0.3; y < innerHeight * 0.7; y += 17)
                for (let x = innerWidth * 0.1; x < innerWidth * 0.9; x += 17)
                  if (document.elementFromPoint(x, y)?.matches("#map canvas")) return {x: Math.round(x), y: Math.round(y)};
              return null;
            }"""
        )

    # The panel

    def panel(self) -> Locator:
        return self.page.locator("#panel.is-open")

    def expect_panel(self, title: str | None = None) -> None:
        self.panel().wait_for(timeout=PATIENCE * 1000)
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

    # What must hold whatever the scenario was

    def foreign_requests(self) -> list[str]:
        own = urlsplit(self.base).netloc
        return [url for url in self.requests if url.startswith(("http", "ws")) and urlsplit(url).netloc != own]

    def policy_violations(self) -> list[str]:
        return self.page.evaluate("window.policyViolations ?? []")
