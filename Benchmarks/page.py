"""page: the map page in Chromium: how soon, how smooth, how lean, and how fast pictures come."""

from playwright.sync_api import sync_playwright

import page_cold
import page_lasting
import page_panning
import page_pictures
import points
import servers
from page_browser import launched
from report import DATA, ROOT, Table, run


def measure(settings):
    points.require_loaded(settings)
    index = points.folder(settings) / "photos.sqlite"
    # The page that scripts/install installs.
    joined = str(DATA / "page")
    run([str(ROOT / "scripts/lib/join-page"), joined])
    with sync_playwright() as playwright:
        browser = launched(playwright)
        with servers.geoindex(settings.geoindex, index, "--static", joined) as (_, address):
            table = Table(f"page: the map in Chromium without a graphics card; {settings.points:,} photos")
            page_cold.measure(browser, address, table)
            page_panning.measure(browser, address, table)
            table.note("The photos of this library have no files, so requests for their pictures get 404.")
            table.print()
        far = Table(f"page: a connection of {page_cold.ROUND_TRIP_MS} ms and {page_cold.MBITS} Mbit/s; {settings.points:,} photos")
        with (servers.geoindex(settings.geoindex, index, "--static", joined) as (_, address),
              servers.geoindex(settings.geoindex, index, "--static", str(ROOT / "static")) as (_, unjoined)):
            page_cold.measure_far(browser, address, unjoined, far)
        far.print()
        page_lasting.measure(browser, settings)
        browser.close()
    page_pictures.fresh_pictures(settings)
