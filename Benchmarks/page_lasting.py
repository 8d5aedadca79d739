"""The memory of the tab during long use, with real photos and their thumbnails."""

import subprocess

import servers
from library import library
from page_browser import PATIENCE_MS, SMALL, opened
from report import ROOT, Goal, Table, megabytes, run
from scan import Scanner

PHOTOS = 5_000
# A new tab first fills its caches: tiles of the base map, responses for recent views, pages of the grid.
FILLING_PANS = 500
PANS = 500
# The growth of memory while the caches fill, and after that.
GROWTH_BOUNDS = (1.2, 1.1)
COUNTED = (100, FILLING_PANS, FILLING_PANS + PANS)
# One key moves the map by 100 pixels. The path has lines to the right and to the left, one below the other; after LINES
# lines it goes up again. So a view returns long after all caches have evicted it.
LINE, DOWN, LINES = 25, 4, 12
VIEW = "#map=5/60/-60"


def measure(browser, settings):
    photos = min(settings.photos, PHOTOS)
    scanner = Scanner(settings.geoindex, library(photos))
    run(scanner.command(), stderr=subprocess.DEVNULL)
    with servers.geoindex(settings.geoindex, scanner.index, "--static", str(ROOT / "static")) as (_, address):
        found = look_around(browser, address)
    table = Table(f"page: a tab that is used for long; {photos:,} photos with thumbnails")
    first, filled, last = (found[count]["JSHeapUsedSize"] for count in COUNTED)
    table.row(f"memory of scripts after {COUNTED[0]} pans", megabytes(first / 1024))
    rows = ((f"  after {COUNTED[1]}", filled, filled / first), (f"  after {PANS} more", last, last / filled))
    for (what, size, growth), bound in zip(rows, GROWTH_BOUNDS):
        table.row(what, megabytes(size / 1024), ratio=growth, goal=Goal.at_most(growth, bound, "×"))
    for what, name in (("nodes of the document", "Nodes"), ("listeners", "JSEventListeners")):
        table.row(f"{what} after each", " / ".join(f"{found[count][name]:,.0f}" for count in COUNTED))
    table.note(f"After a collection of garbage, in a window of {SMALL['width']} × {SMALL['height']}; ratios are to the row above. "
               "Nodes are also those that only scripts still hold.")
    table.note("Until then caches fill: tiles of the base map, responses for recent views, pages of the grid.")
    table.print()


def look_around(browser, address):
    with opened(browser, f"{address}/{VIEW}", SMALL, reduced_motion="reduce") as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable")
        page.locator("#map canvas").focus()
        found = {}
        for count in range(1, COUNTED[-1] + 1):
            page.keyboard.press(direction(count))
            page.wait_for_selector("#map[aria-busy=false]", timeout=PATIENCE_MS)
            if count in COUNTED:
                found[count] = held(page, tools)
        return found


def direction(count):
    line, step = divmod(count, LINE + DOWN)
    if step < LINE:
        return "ArrowLeft" if line % 2 else "ArrowRight"
    return "ArrowUp" if line // LINES % 2 else "ArrowDown"


def held(page, tools):
    """The metrics of the page after all requests have ended and garbage was collected."""
    page.wait_for_load_state("networkidle")
    # Objects that the first collection frees may have kept others alive.
    for _ in range(2):
        tools.send("HeapProfiler.collectGarbage")
    return {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
