"""Slow counts by time: pins and photos appear first, and after a time limit the page says so."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

# Shortens the page's time limit of half a minute to seconds.
HURRY = """
const later = window.setTimeout;
window.setTimeout = (step, delay, ...rest) => later(step, delay >= 20000 ? 2500 : delay, ...rest);
"""


# Leaves every request for counts by time unanswered until the page cancels it.
HOLD = """
const ask = window.fetch;
[window.isHolding, window.held, window.asked] = [true, 0, 0];
window.fetch = (url, options) => {
  if (!window.isHolding || !String(url).includes("/timeline?")) return ask(url, options);
  window.held += 1;
  window.asked += 1;
  return new Promise((_, reject) => options.signal.addEventListener("abort", () => {
    window.held -= 1;
    reject(options.signal.reason);
  }));
};
"""


def tiles(page: MapPage) -> int:
    return page.page.locator("#grid .wall-item").count()


@scenario("while counting by time takes long, pins and panel show photos, and the counts say that they are not final")
def photos_come_first(page: MapPage, library: Library) -> None:
    page.context.add_init_script(HOLD)
    page.open("#map=2/20/10")
    page.until(lambda: page.shown_count() > 0, "there are pins")
    page.until(lambda: tiles(page) > 3, "the panel shows photos")
    page.equals(lambda: page.page.locator("#grid").get_attribute("aria-busy"), "true", "whether the panel is busy")
    page.equals(lambda: page.page.locator(".time-count").get_attribute("aria-busy"), "true", "whether the time bar's count is busy")
    for _ in range(3):
        page.go(lambda: page.page.get_by_role("button", name="Zoom in").click())
    expect(0 < page.page.evaluate("held") <= 2, "Slow questions take all connections")
    in_view = library.total()
    expect(page.page.inner_text("#counts") != f"{in_view} photos, {in_view} in view", "The counts are those of another view")
    expect(page.page.evaluate("asked") > 2, "Another view is not counted again")


@scenario("until the photos in view are counted, the masthead's count, which the pins give, is marked as busy")
def masthead_is_busy(page: MapPage, library: Library) -> None:
    page.context.add_init_script(HOLD.replace('String(url).includes("/timeline?")', '/[/](timeline|items)[?].*bbox=/.test(url)'))
    page.open("#map=2/20/10")
    counts = page.page.locator("#counts")
    page.until(lambda: "in view" in counts.inner_text(), "the masthead shows what the pins show")
    page.equals(lambda: counts.get_attribute("aria-busy"), "true", "whether the masthead's count is busy")
    page.page.evaluate("window.isHolding = false")
    page.go(lambda: page.page.get_by_role("button", name="Zoom in").click())
    page.equals(lambda: counts.get_attribute("aria-busy"), "false", "whether it is busy once the photos are counted")


@scenario("counts that take too long are aborted with a message, and retried with a button")
def counts_are_given_up(page: MapPage, library: Library) -> None:
    page.context.add_init_script(HURRY)
    page.context.add_init_script(HOLD)
    page.open("#map=2/20/10")
    foot = page.page.locator("#grid .wall-foot")
    page.until(lambda: "takes too long" in foot.inner_text(), "the panel says that it has given up")
    expect(tiles(page) > 3, "The photos that were there are gone")
    page.page.locator(".time-retry").wait_for()
    page.page.evaluate("window.isHolding = false")
    foot.get_by_role("button", name="Try again").click()
    page.page.locator(".time-retry").click()
    page.until(lambda: page.page.locator("#grid").get_attribute("aria-busy") == "false", "the panel has its days")
    page.gone(page.page.locator(".time-retry"), "the button of the time bar")
    page.until(lambda: page.page.locator("#grid .wall-title").first.inner_text() != "Newest", "the photos stand under their days")
    for counts in ("#counts", ".time-count"):
        page.equals(lambda: page.page.locator(counts).get_attribute("aria-busy"), "false", f"whether {counts} is busy")
