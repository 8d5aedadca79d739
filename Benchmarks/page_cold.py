"""A browser with empty caches: the time to the first pins, and the bytes until the page is at rest."""

from page_browser import LARGE, PATIENCE_MS, PINS, RESTS
from report import Goal, median, megabytes, number

LOADS = 5
ROUND_TRIP_MS = 60
MBITS = 9

# Records times since the navigation: of the first frame with pins (`pins`), of the first frame of the map (`map`), and
# of the moment when the browser reports that a pin's count is on the screen (`screen`).
WATCH = """
  window.seen = {};
  const note = (name) => requestAnimationFrame(() => setTimeout(() => { seen[name] ??= performance.now(); }));
  new PerformanceObserver((list) => { seen.screen ??= list.getEntries()[0].renderTime; }).observe({ type: "element", buffered: true });
  new MutationObserver(() => {
    for (const count of document.querySelectorAll(".pin-count:not([elementtiming])")) count.setAttribute("elementtiming", "pin");
    if (!("pins" in seen) && document.querySelector('PINS')) note("pins");
    if (!("map" in seen) && document.documentElement?.classList.contains("is-ready")) note("map");
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
""".replace("PINS", PINS)


def measure(browser, address, table):
    loads = [load(browser, address) for _ in range(LOADS)]
    pins, screens, maps, sizes = zip(*loads)
    table.row("from navigation to the first pins, median", f"{number(median(pins))} ms",
              goal=Goal.at_most(median(pins), 1000, " ms"))
    table.row("  the slowest", f"{number(max(pins))} ms")
    table.row("  until they are on the screen, median", f"{number(median(screens))} ms",
              goal=Goal.at_most(median(screens), 1000, " ms"))
    table.row("  to the first frame of the base map, median", f"{number(median(maps))} ms")
    table.row("first load, compressed, without thumbnails", megabytes(max(sizes) / 1024),
              goal=Goal.at_most(max(sizes) / 1e6, 1.5, " MB"))


def measure_far(browser, address, unjoined, table):
    """The peer is the page without a build step, module by module."""
    ours, theirs = [], []
    for _ in range(LOADS):
        ours.append(load_far(browser, address))
        theirs.append(load_far(browser, unjoined))
    for what, column, unit, bound in (("from navigation to the first pins, median", 0, " ms", 1200), ("requests until then", 1, "", 40)):
        here, there = (median([load[column] for load in loads]) for loads in (ours, theirs))
        table.row(what, f"{number(here)}{unit}", f"{number(there)}{unit}", ratio=there / here, goal=Goal.at_most(here, bound, unit))
    table.note("The peer is the same page with its modules one by one, as developers serve it.")


def watched_page(browser):
    """A page with empty caches that records its times, and its session of the browser's protocol."""
    context = browser.new_context(viewport=LARGE, locale="en-GB")
    context.add_init_script(WATCH)
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    return page, network


def await_seen(page, *names):
    # Playwright's `wait_for_function` evaluates text in the page, which the page's Content-Security-Policy forbids.
    while not page.evaluate("(names) => names.every((name) => name in seen)", names):
        page.wait_for_timeout(20)


def load_far(browser, address):
    """The milliseconds to the first pins, and the number of requests until then, on a slow connection."""
    page, network = watched_page(browser)
    speed = MBITS * 1e6 / 8
    network.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": ROUND_TRIP_MS, "downloadThroughput": speed, "uploadThroughput": speed})
    page.goto(address, wait_until="commit")
    page.wait_for_selector(PINS, timeout=PATIENCE_MS, state="attached")
    await_seen(page, "pins")
    found = page.evaluate("""() => [seen.pins,
      performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= seen.pins).length + 1]""")
    page.context.close()
    return found


def load(browser, address):
    page, network = watched_page(browser)
    pictures, sizes = set(), {}

    def asked(event):
        if "/thumbnail" in event["request"]["url"]:
            pictures.add(event["requestId"])

    def came(event):
        sizes[event["requestId"]] = event["encodedDataLength"]

    network.on("Network.requestWillBeSent", asked)
    network.on("Network.loadingFinished", came)
    page.goto(address, wait_until="commit")
    page.wait_for_selector(RESTS, timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")
    await_seen(page, "pins", "map", "screen")
    seen = page.evaluate("seen")
    page.context.close()
    return seen["pins"], seen["screen"], seen["map"], sum(size for request, size in sizes.items() if request not in pictures)
