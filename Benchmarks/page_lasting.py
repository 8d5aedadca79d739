"""What the tab holds on to while somebody looks around for long, with real photos and their thumbnails."""

import subprocess

import servers
from library import library
from page_browser import PATIENCE_MS, SMALL, opened
from report import ROOT, Goal, Table, megabytes, run
from scan import Scanner

PHOTOS = 5_000
PANS = 500
# A new tab fills its caches first; what it grows by after that is what it never gives back.
WARM_PANS = 100
GROWTH = 1.2
# One key moves the map by a hundred pixels. Lines to the right and to the left, one below the other: always new views.
LINE, DOWN = 25, 4
VIEW = "#map=5/60/-60"


def measure(browser, settings):
    photos = min(settings.photos, PHOTOS)
    scanner = Scanner(settings.geoindex, library(photos))
    run(scanner.command(), stderr=subprocess.DEVNULL)
    with servers.geoindex(settings.geoindex, scanner.index, "--static", str(ROOT / "static")) as (_, address):
        warm, last = look_around(browser, address)
    table = Table(f"page: a tab that is used for long; {photos:,} photos with thumbnails")
    growth = last["JSHeapUsedSize"] / warm["JSHeapUsedSize"]
    table.row(f"memory of scripts after {WARM_PANS} pans", megabytes(warm["JSHeapUsedSize"] / 1024))
    table.row(f"  after {PANS} pans", megabytes(last["JSHeapUsedSize"] / 1024), ratio=growth,
              goal=Goal.at_most(growth, GROWTH, "×"))
    for what, name in (("nodes of the document", "Nodes"), ("listeners", "JSEventListeners")):
        table.row(f"{what} after both", f"{warm[name]:,.0f} / {last[name]:,.0f}")
    table.note(f"After a collection of garbage, in a window of {SMALL['width']} × {SMALL['height']}; the ratio is of the two. "
               "Nodes are also those that only scripts still hold.")
    table.print()


def look_around(browser, address):
    with opened(browser, f"{address}/{VIEW}", SMALL, reduced_motion="reduce") as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable")
        page.locator("#map canvas").focus()
        found = {}
        for count in range(1, PANS + 1):
            page.keyboard.press(direction(count))
            page.wait_for_selector("#map[aria-busy=false]", timeout=PATIENCE_MS)
            if count in (WARM_PANS, PANS):
                found[count] = held(page, tools)
        return found[WARM_PANS], found[PANS]


def direction(count):
    line, step = divmod(count, LINE + DOWN)
    if step >= LINE:
        return "ArrowDown"
    return "ArrowLeft" if line % 2 else "ArrowRight"


def held(page, tools):
    """What is left once nothing is under way and the garbage is gone."""
    page.wait_for_load_state("networkidle")
    # What one collection lets go of may hold other things.
    for _ in range(2):
        tools.send("HeapProfiler.collectGarbage")
    return {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
