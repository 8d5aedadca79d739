"""The browser of the page benchmarks: it renders WebGL in software, which is the slowest case."""

from contextlib import contextmanager

# SwiftShader, with which the recorded figures were measured.
FLAGS = [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox",
]
PINS = ".pin[data-photo]:not(.is-away), .pin[data-cluster]:not(.is-away)"
RESTS = "html.is-ready #map[aria-busy=false]"
PATIENCE_MS = 60_000
LARGE = {"width": 1280, "height": 800}
# A window that software renders fast enough for panning.
SMALL = {"width": 640, "height": 400}


def launched(playwright):
    return playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)


@contextmanager
def opened(browser, address, size, script="", **options):
    """A page in a new browser context without cached data, loaded and at rest."""
    context = browser.new_context(viewport=size, locale="en-GB", **options)
    if script:
        context.add_init_script(script)
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(PINS, timeout=PATIENCE_MS, state="attached")
    page.wait_for_selector(RESTS, timeout=PATIENCE_MS)
    yield page
    context.close()
