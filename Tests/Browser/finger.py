"""A finger on the screen, as the browser reports it, in each engine that has one."""

import firefox_bidi
from map_page import MapPage

Point = tuple[float, float]


class Finger:
    """One finger, or several at once."""

    def __init__(self, page: MapPage) -> None:
        # Made-up events would not scroll, and so prove little.
        page.left_out_in("webkit", because="WebDriver presses no touch screen of WebKitGTK")
        self.page = page
        self.tools = page.tools() if page.engine == "chromium" else None
        self.pressed = 0

    def drag(self, start: Point, end: Point) -> None:
        self.press(start)
        for part in (0.25, 0.5, 0.75, 1):
            self.move(tuple(a + (b - a) * part for a, b in zip(start, end)))
        self.lift()

    def press(self, *points: Point) -> None:
        self._touch("touchStart", *points)

    def move(self, *points: Point) -> None:
        self._touch("touchMove", *points)

    def lift(self) -> None:
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: Point) -> None:
        if self.tools:
            touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
            return
        ways = [[firefox_bidi.to(*point), *([firefox_bidi.PRESS] if number >= self.pressed else [])] for number, point in enumerate(points)]
        firefox_bidi.perform(self.page.page.url, "touch", *(ways or [[firefox_bidi.LIFT]] * self.pressed))
        self.pressed = len(points)
