"""A page in long use: what remains in memory after many moves, by count and not by time."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

# Back and forth five times, always with the same views.
ROUND = ["ArrowRight"] * 5 + ["ArrowLeft"] * 5


class Meter:
    """What the tab holds after a garbage collection."""

    def __init__(self, page: MapPage) -> None:
        self.page = page
        self.tools = page.tools()
        self.tools.send("Performance.enable")

    def read(self) -> dict[str, float]:
        self.page.page.wait_for_load_state("networkidle")
        # What one collection frees may have held other objects.
        for _ in range(2):
            self.tools.send("HeapProfiler.collectGarbage")
        values = {one["name"]: one["value"] for one in self.tools.send("Performance.getMetrics")["metrics"]}
        values["elements"] = self.page.page.evaluate("document.getElementsByTagName('*').length")
        return values


def look_around(page: MapPage, rounds: int) -> None:
    for key in ROUND * rounds:
        page.page.keyboard.press(key)
        page.settle()


@scenario("sixty movements of the map leave no elements, listeners or memory behind", viewport={"width": 640, "height": 400})
def nothing_is_left_behind(page: MapPage, library: Library) -> None:
    page.open("#map=6/47/9")
    page.page.locator("#map canvas").focus()
    meter = Meter(page)
    look_around(page, 2)
    before = meter.read()
    look_around(page, 6)
    after = meter.read()
    result = {name: (before[name], after[name]) for name in ("elements", "Nodes", "JSEventListeners", "JSHeapUsedSize")}
    expect_equal(after["elements"], before["elements"], f"elements after coming back ({result})")
    expect(after["Nodes"] <= before["Nodes"] + 40, f"Nodes are still held: {result}")
    expect(after["JSEventListeners"] <= before["JSEventListeners"] + 10, f"Listeners are still held: {result}")
    expect(after["JSHeapUsedSize"] <= 1.15 * before["JSHeapUsedSize"], f"Memory is held on to: {result}")


@scenario("while the map is dragged its pins stay on their sheet, and at rest each is at its position to the pixel")
def pins_are_dragged(page: MapPage, library: Library) -> None:
    page.open("#map=5/46/8")
    page.page.evaluate("""() => {
      window.moved = 0;
      for (const pin of document.querySelectorAll(".pin:not(.is-away)")) {
        new MutationObserver(() => { moved += 1; }).observe(pin, { attributes: true, attributeFilter: ["style"] });
      }
    }""")
    spot = page.clear_spot()
    page.page.mouse.move(spot["x"], spot["y"])
    page.page.mouse.down()
    page.page.mouse.move(spot["x"] - 90, spot["y"] + 40, steps=12)
    expect(page.page.evaluate("document.querySelector('.pins').style.transform") != "", "The sheet was not dragged")
    expect(page.page.evaluate("moved") <= page.page.locator(".pin").count(), "Pins were moved one by one")
    page.page.mouse.up()
    page.settle()
    wrong = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { cameraOver, onScreen } = await import(new URL("app/core/mercator.js", document.baseURI));
      const { spread } = await import(new URL("app/map/spread.js", document.baseURI));
      const map = document.getElementById("map");
      const [, zoom, lat, lon] = location.hash.match(/map=([\\d.]+)\\/(-?[\\d.]+)\\/(-?[\\d.]+)/).map(Number);
      const camera = cameraOver({ zoom, lat, lon }, { width: map.clientWidth, height: map.clientHeight });
      const box = (id) => fetch(`collections/photos/items/${id}?f=json`).then((answer) => answer.json());
      const far = [];
      for (const pin of document.querySelectorAll(".pin[data-photo]:not(.is-away)")) {
        const [lon, lat] = (await box(pin.dataset.photo)).geometry.coordinates;
        const { x, y } = onScreen(camera, lon, lat);
        const { left, width, bottom } = pin.getBoundingClientRect();
        const [dx, dy] = (pin.style.translate || "0px 0px").split(" ").map(parseFloat);
        const off = [left + width / 2 - dx - x, bottom - (dy || 0) - y];
        if (off.some((by) => Math.abs(by) > 2)) far.push([pin.dataset.photo, off]);
      }
      return far;
    }""")
    expect_equal(wrong, [], "pins that are not where their photos are")
