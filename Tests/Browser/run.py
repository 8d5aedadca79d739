#!/usr/bin/env python3
"""Drives the map page of a running geoindex in Chromium.

    Tests/Browser/run.py [URL] [--only WORDS] [--chromium PATH]

URL (or $GEOINDEX_URL) is where `geoindex serve` answers, with sample-photos/ scanned. One line is printed
for each scenario; the exit code is 1 when one of them fails, and a screenshot then tells more.
"""

import argparse
import importlib
import os
import pkgutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import scenarios
from library import Library
from map_page import MapPage
from scenario import ALL, Scenario, expect_equal

# Draws WebGL without a graphics card; `--no-sandbox` since containers run as root.
CHROMIUM_FLAGS = [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--no-sandbox",
]
WINDOW = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="?", default=os.environ.get("GEOINDEX_URL"))
    parser.add_argument("--only", default="", help="run the scenarios whose sentence holds these words")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    options = parser.parse_args()
    if not options.url:
        parser.error("say where geoindex answers: an URL, or GEOINDEX_URL in the environment")

    for module in pkgutil.iter_modules(scenarios.__path__):
        importlib.import_module(f"scenarios.{module.name}")
    base = options.url.rstrip("/") + "/"
    chosen = [one for one in ALL if options.only.lower() in one.says.lower()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=CHROMIUM_FLAGS)
        failed = sum(not run(browser, base, one) for one in chosen)
        browser.close()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


def run(browser: Browser, base: str, one: Scenario) -> bool:
    context = browser.new_context(**(WINDOW | one.context))
    page = MapPage(context, base)
    start = time.monotonic()
    try:
        one.check(page, Library(base))
        expect_equal(page.foreign_requests(), [], "requests to other hosts")
        expect_equal(page.policy_violations(), [], "violations of the Content-Security-Policy")
        if not one.expects_failures:
            expect_equal(page.complaints, [], "complaints on the console")
    except Exception:
        picture = Path(tempfile.mkdtemp(prefix="geoindex-browser-")) / "screenshot.png"
        page.page.screenshot(path=picture)
        print(f"FAIL  {one.says}\n{indented(traceback.format_exc())}\n      screenshot: {picture}", flush=True)
        return False
    finally:
        context.close()
    print(f"ok    {one.says} ({time.monotonic() - start:.1f} s)", flush=True)
    return True


def indented(text: str) -> str:
    return "\n".join(f"      {line}" for line in text.rstrip().splitlines())


if __name__ == "__main__":
    sys.exit(main())
