"""page: the map page in Chromium: how soon, how smooth, how lean, and how fast pictures come."""

import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

import points
import servers
from library import library
from report import DATA, ROOT, Goal, Table, megabytes, median, number, require_equal, run
from scan import Scanner
from thumbnails import fresh, large_photos

# As in Tests/Browser/run.py: WebGL without a graphics card, which is the slowest there is.
CHROMIUM_FLAGS = [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox",
    "--js-flags=--expose-gc",
]
WINDOW = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PINS = ".pin[data-photo]:not(.is-away), .pin[data-cluster]:not(.is-away)"
LOADS = 5
PANNING_SECONDS = 10
PANS = 500
# A new tab fills its caches first; what it grows by after that is what it never gives back.
WARM_PANS = 100
FRESH_PICTURES = 100

LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((one) => one.duration)))
  .observe({ type: "longtask" });
"""


def measure(settings):
    points.require_loaded(settings)
    index = points.folder(settings) / "photos.sqlite"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_FLAGS)
        with servers.geoindex(settings.geoindex, index, "--static", str(ROOT / "static")) as (_, address):
            table = Table(f"page: the map in Chromium without a graphics card; {settings.points:,} photos")
            cold(browser, address, table)
            panning(browser, address, table)
            table.note("Photos of this library are invented: their pictures are answered with 404.")
            table.print()
        lasting(browser, settings)
        browser.close()
    fresh_pictures(settings)


def cold(browser, address, table):
    """A browser that knows nothing yet: until the first pins, and the bytes until the page rests."""
    waits, loads = zip(*(load_cold(browser, address) for _ in range(LOADS)))
    table.row("from navigation to the first pins, median", f"{number(median(waits))} ms",
              goal=Goal.at_most(median(waits), 1000, " ms"))
    table.row("  the slowest", f"{number(max(waits))} ms")
    table.row("first load, compressed, without thumbnails", megabytes(max(loads) / 1024),
              goal=Goal.at_most(max(loads) / 1e6, 1.5, " MB"))


def load_cold(browser, address):
    context = browser.new_context(**WINDOW)
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    pictures, sizes = set(), {}

    def asked(event):
        if "/thumbnail" in event["request"]["url"]:
            pictures.add(event["requestId"])

    def came(event):
        sizes[event["requestId"]] = event["encodedDataLength"]

    network.on("Network.requestWillBeSent", asked)
    network.on("Network.loadingFinished", came)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(PINS, timeout=60_000)
    waited = (time.perf_counter() - start) * 1000
    page.wait_for_selector("html.is-ready #map[aria-busy=false]", timeout=60_000)
    page.wait_for_load_state("networkidle")
    context.close()
    return waited, sum(size for request, size in sizes.items() if request not in pictures)


def panning(browser, address, table):
    """The mouse drags the map about without a rest; the browser tells of each task over 50 ms."""
    context, page = opened(browser, address, "#map=5/46/8")
    page.evaluate("window.longTasks.length = 0")
    drags = 0
    until = time.perf_counter() + PANNING_SECONDS
    while time.perf_counter() < until:
        drag(page, drags, steps=30)
        drags += 1
    tasks = page.evaluate("window.longTasks")
    longest = max(tasks, default=0)
    table.row(f"longest task while panning for {PANNING_SECONDS} s ({drags} drags)",
              f"{number(longest)} ms" if tasks else "none over 50 ms", goal=Goal.at_most(longest, 50, " ms"))
    table.row("  tasks over 50 ms", str(len(tasks)))
    context.close()


def lasting(browser, settings):
    """What the tab holds on to while somebody looks around for long, with real photos and their thumbnails."""
    scanner = Scanner(settings.geoindex, library(settings.photos))
    run(scanner.command(), stderr=subprocess.DEVNULL)
    with servers.geoindex(settings.geoindex, scanner.index, "--static", str(ROOT / "static")) as (_, address):
        context, page = opened(browser, address, "#map=4/30/10")
        sizes = {}
        for count in range(PANS + 1):
            if count in (WARM_PANS, PANS):
                sizes[count] = heap(context, page)
            drag(page, count, steps=4)
        context.close()
    growth = sizes[PANS][0] / sizes[WARM_PANS][0]
    table = Table(f"page: a tab that is used for long; {settings.photos:,} photos with thumbnails")
    table.row(f"memory of scripts after {WARM_PANS} pans", megabytes(sizes[WARM_PANS][0] / 1024))
    table.row(f"  after {PANS} pans", megabytes(sizes[PANS][0] / 1024), ratio=growth, goal=Goal.at_most(growth, 1.2, "×"))
    table.row("elements of the page after both", f"{sizes[WARM_PANS][1]:,} / {sizes[PANS][1]:,}")
    table.note("After a collection of garbage. The ratio is of the two.")
    table.print()


def opened(browser, address, view):
    context = browser.new_context(**WINDOW)
    context.add_init_script(LONG_TASKS)
    page = context.new_page()
    page.goto(f"{address}/{view}")
    page.wait_for_selector("html.is-ready #map[aria-busy=false]", timeout=60_000)
    page.wait_for_selector(PINS, timeout=60_000)
    return context, page


def drag(page, number_of_drag, steps):
    """One pan with the mouse, to the left, down, right and up in turn, so that it stays among photos."""
    dx, dy = ((-260, 0), (0, -180), (260, 0), (0, 180))[number_of_drag % 4]
    page.mouse.move(520, 420)
    page.mouse.down()
    page.mouse.move(520 + dx, 420 + dy, steps=steps)
    page.mouse.up()


def heap(context, page):
    """Bytes that scripts hold, and how many elements there are, once the map rests."""
    page.wait_for_selector("#map[aria-busy=false]", timeout=60_000)
    tools = context.new_cdp_session(page)
    tools.send("HeapProfiler.enable")
    tools.send("HeapProfiler.collectGarbage")
    used = tools.send("Runtime.getHeapUsage")["usedSize"]
    tools.detach()
    return used, page.evaluate("document.getElementsByTagName('*').length")


def fresh_pictures(settings):
    """As a browser does it: six connections ask for the pictures of a view that nobody has looked at yet."""
    folder = with_previews()
    index = DATA / "with-previews.sqlite"
    for file in DATA.glob(index.name + "*"):
        file.unlink()
    run([settings.geoindex, "scan", "--quiet", "--db", str(index), str(folder)], stderr=subprocess.DEVNULL)
    with servers.geoindex(settings.geoindex, index, "--no-cache") as (_, address):
        ids = list(range(1, FRESH_PICTURES + 1))
        start = time.perf_counter()
        with ThreadPoolExecutor(6) as connections:
            bodies = list(connections.map(lambda one: picture(address, one), ids))
        seconds = time.perf_counter() - start
    require_equal(sum(body.startswith(b"\xff\xd8") for body in bodies), FRESH_PICTURES, "the number of pictures")
    table = Table("page: the pictures of a fresh view")
    table.row(f"{FRESH_PICTURES} thumbnails of 12-megapixel JPEGs with previews inside", f"{number(seconds)} s",
              goal=Goal.at_most(seconds, 1, " s"))
    table.note("160 pixels wide, six connections, nothing kept from before; the client is Python on the same cores.")
    table.print()


def picture(address, photo):
    host = urlsplit(address).netloc
    with urllib.request.urlopen(f"http://{host}/photos/{photo}/thumbnail?width=160") as answer:
        return answer.read()


def with_previews():
    """The photos of the thumbnail benchmark, each several times, with the small preview a camera writes."""
    folder = DATA / "with-previews"
    if folder.exists():
        return folder
    unfinished = fresh(folder.name + ".unfinished")
    originals = sorted(large_photos().iterdir())
    for number_of_photo in range(FRESH_PICTURES):
        original = originals[number_of_photo % len(originals)]
        target = unfinished / f"IMG_{number_of_photo:03d}.jpg"
        preview = unfinished / "preview.jpg"
        run(["vipsthumbnail", "--size", "160", "-o", str(preview), str(original)])
        # A place for each, so that all are on the map.
        run(["exiftool", "-q", f"-ThumbnailImage<={preview}", "-GPSLatitude=46.5", "-GPSLatitudeRef=N",
             f"-GPSLongitude={number_of_photo / 10}", "-GPSLongitudeRef=E", "-o", str(target), str(original)])
        preview.unlink()
    unfinished.rename(folder)
    return folder
