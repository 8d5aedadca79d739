"""Takes the pictures of the docs from a running geoindex that serves the sample photos; with --street those of
`scripts/demo --street`.

    scripts/screenshots
"""

import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

# Draws WebGL without a graphics card; `--no-sandbox` since containers run as root.
CHROMIUM_FLAGS = [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--no-sandbox",
]
PICTURES = [
    # name, width, height, colour scheme, view
    ("map.jpg", 1280, 760, "light", "#map=1.55/20/15"),
    ("map-dark.jpg", 1280, 760, "dark", "#map=3.2/30/80"),
    ("map-phone.jpg", 390, 760, "light", "#map=3.4/47/8"),
]
STREET_PICTURES = [
    ("streets.jpg", 1280, 760, "light", "#map=15.05/60.1703/24.9445"),
]

LOADED = """() => [...document.querySelectorAll(".pin:not(.is-away)")]
    .every((pin) => pin.querySelector("img.is-loaded"))"""
SECONDS_TO_FADE_IN = 1
# Without a graphics card the names of streets take as long.
STREET_SECONDS = 10


def main() -> None:
    url = sys.argv[1]
    folder = Path(__file__).parent
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_FLAGS)
        for name, width, height, scheme, view in STREET_PICTURES if "--street" in sys.argv else PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(url + view)
            page.wait_for_selector(".pin:not(.is-away) img", state="attached", timeout=60_000)
            # Asked again and again from here: waiting inside the page would need `eval`, which the
            # page's own policy forbids.
            deadline = time.monotonic() + 60
            while not page.evaluate(LOADED) and time.monotonic() < deadline:
                page.wait_for_timeout(100)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1_000 * (SECONDS_TO_FADE_IN + STREET_SECONDS * ("--street" in sys.argv)))
            page.screenshot(path=folder / name, type="jpeg", quality=85)
            page.close()
        browser.close()


main()
