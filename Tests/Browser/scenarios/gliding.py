"""Clusters that split and merge."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

# Records every pin that starts away from its place, and the total count of the pins at each change.
WATCH_GLIDES = """
window.glides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.matches(".pin")) window.glides.push(frames.map((frame) => frame.translate ?? "").filter(Boolean)[0]);
  return animate.call(this, frames, options);
};
"""


def zoom_in(page: MapPage, library: Library) -> None:
    page.context.add_init_script(WATCH_GLIDES)
    page.open("#map=2/30/10")
    page.page.evaluate("window.glides.length = 0")
    page.page.get_by_role("button", name="Zoom in").click()
    page.until(lambda: page.map_view()[0] > 2.9, "the map has zoomed in")
    page.settle()


@scenario("a cluster's photos glide out of it, and back into it", reduced_motion="no-preference")
def clusters_glide(page: MapPage, library: Library) -> None:
    zoom_in(page, library)
    page.until(lambda: page.page.evaluate("window.glides.length"), "pins have glided apart")
    page.until(lambda: page.page.evaluate("window.glides.some((way) => /[1-9]/.test(way))"), "a pin has come from elsewhere")
    page.until(lambda: page.page.locator(".pin.is-gliding").count() == 0, "the pins have arrived")
    page.page.evaluate("window.glides.length = 0")
    page.page.get_by_role("button", name="Zoom out").click()
    page.until(lambda: page.map_view()[0] < 2.1, "the map has zoomed out")
    page.settle()
    page.until(lambda: page.page.evaluate("window.glides.length"), "pins have glided together")


@scenario("nothing glides with reduced motion")
def still_when_asked(page: MapPage, library: Library) -> None:
    zoom_in(page, library)
    expect_equal(page.page.evaluate("window.glides.length"), 0, "pins that glided")


@scenario("while clusters split, the counts on the map never miss a photo", reduced_motion="no-preference")
def counts_stay_exact(page: MapPage, library: Library) -> None:
    page.open("#map=1/20/10")
    total = library.total()
    page.equals(page.shown_count, total, "the photos before")
    page.page.evaluate("""() => {
      window.sums = new Set();
      const holder = document.querySelector(".pins");
      new MutationObserver(() => window.sums.add(holder.querySelectorAll("[data-photo]").length
        + [...holder.querySelectorAll("[data-cluster]")].reduce((sum, one) => sum + Number(one.dataset.count), 0)))
        .observe(holder, { childList: true });
    }""")
    page.page.locator("#map canvas").focus()
    page.page.keyboard.press("=")
    page.until(lambda: page.map_view()[0] > 1.9, "the map has zoomed in")
    page.settle()
    sums = page.page.evaluate("[...window.sums]")
    expect(all(0 < one <= total for one in sums), f"The pins counted {sums} of {total} photos")


@scenario("each pin finds the cluster it was in, and none that it was not in")
def holders_are_right(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { holders } = await import(new URL("app/map/glide.js", document.baseURI));
      const photo = (name, lon, lat, x, y) => ({ name, x, y, onScreen: true, isCluster: false, feature: { geometry: { coordinates: [lon, lat] }, properties: {} } });
      const cluster = (name, bbox, count, x, y, onScreen = true) => ({ name, x, y, onScreen, isCluster: true,
        feature: { geometry: { coordinates: [bbox[0], bbox[1]] }, properties: { cluster: true, bbox, point_count: count } } });
      const clusters = [cluster("west", [0, 0, 10, 10], 5, 100, 100), cluster("date line", [170, -20, -170, -10], 9, 500, 100),
        cluster("hidden", [40, 40, 50, 50], 5, 100, 100, false), cluster("small", [2, 2, 6, 6], 2, 300, 100)];
      const pins = [photo("a", 5, 5, 120, 100), photo("b", 20, 5, 120, 100), photo("c", -175, -15, 480, 100), photo("d", 45, 45, 100, 100),
        photo("e", 5, 5, 290, 100), cluster("f", [1, 1, 9, 9], 3, 130, 100), cluster("g", [2, 2, 5, 5], 4, 300, 110)];
      return [...holders(pins, clusters)].map(([pin, from]) => `${pin.name}: ${from.name}`);
    }""")
    expect_equal(result, ["a: west", "c: date line", "e: small", "f: west", "g: west"], "where the pins come from")
