#!/usr/bin/env python3
"""Drives the map page of a running geoindex in Chromium, Firefox or WebKit.

    Tests/Browser/run.py [URL] [--engine NAME] [--only WORDS] [--files NAME…] [--starred] [--tries N] [--shared FOLDER] [--chromium PATH]

URL (or $GEOINDEX_URL) is where `geoindex serve` answers, with sample-photos/ scanned without the trips. One line is printed
for each scenario, and at the end the ten that took longest. One that fails is tried again, as a busy machine may be to blame: if it holds then, it is
called shaky, at the end too, and wants mending. The exit code is 1 when one of them fails each time, and a
screenshot then shows more.

--engine firefox and --engine webkit run the scenarios of all_engines.txt unless others are named (--files ALL names
all); --engine all runs those in each engine, after all scenarios in Chromium. A scenario that an engine cannot play is
printed as left out, with the reason; in all_engines.txt there is none.

Several runs at once, each with a server of its own, share the work when they have the same --shared FOLDER: each
takes the next file of scenarios that no other run has taken.
"""

import argparse
import importlib
import os
import pkgutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, sync_playwright

import scenarios
from engines import ENGINES, installed, launcher
from library import Library
from map_page import MapPage
from scenario import ALL, LeftOut, Scenario, expect_equal

SLOWEST = 10
PASSED, LEFT_OUT, FAILED = "passed", "left out", "failed"
EVERYWHERE = Path(__file__).parent / "all_engines.txt"
STATIC = Path(__file__).resolve().parents[2] / "static"
# Playwright does not see what a service worker answers, so only scenarios of the worker allow it.
WINDOW = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="?", default=os.environ.get("GEOINDEX_URL"))
    parser.add_argument("--only", default="", help="run the scenarios whose sentence holds these words")
    parser.add_argument("--files", nargs="+", metavar="NAME", help="run the scenarios of these files, for example: grid time; or ALL")
    parser.add_argument("--engine", choices=[*ENGINES, "all"], default="chromium", help="the engine that draws the page (default: chromium)")
    parser.add_argument("--starred", action="store_true", help="of all_engines.txt, only the scenarios with a star")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM"), help="the Chromium to drive")
    parser.add_argument("--shared", type=Path, metavar="FOLDER", help="do only what other runs with this folder do not")
    parser.add_argument("--tries", type=int, default=2, help="how often a scenario that fails is tried (default: 2)")
    options = parser.parse_args()
    if not options.url:
        parser.error("say where geoindex answers: an URL, or GEOINDEX_URL in the environment")
    engines = ENGINES if options.engine == "all" else (options.engine,)
    programs = {engine: installed(engine) for engine in engines} | ({"chromium": options.chromium} if options.chromium else {})
    for engine in engines:
        if not programs[engine]:
            parser.error(f"there is no {engine}: run scripts/setup")

    # Scenarios with servers of their own serve the same page.
    os.environ.setdefault("GEOINDEX_STATIC", str(STATIC))
    for module in pkgutil.iter_modules(scenarios.__path__):
        importlib.import_module(f"scenarios.{module.name}")
    base = options.url.rstrip("/") + "/"
    results = [drive(engine, programs[engine], base, options) for engine in engines]
    return 0 if all(results) else 1


def drive(engine: str, program: str, base: str, options: argparse.Namespace) -> bool:
    """Runs the chosen scenarios in an engine, and prints how they went; returns whether all passed."""
    chosen = [one for one in ALL if options.only.lower() in one.says.lower()]
    if options.files and options.files != ["ALL"]:
        chosen = [one for one in chosen if one.check.__module__.removeprefix("scenarios.") in options.files]
    may_leave_out = engine == "chromium" or options.only or options.files
    if not may_leave_out:
        chosen = of_all_engines(options.starred)
    mine = taken(chosen, options.shared) if options.shared else chosen
    with sync_playwright() as playwright, launcher(engine, playwright, program) as launch:
        results, shaky, times = run_all(launch, base, mine, options.tries)
    for seconds, one in sorted(times, key=lambda entry: entry[0], reverse=True)[:SLOWEST]:
        print(f"slow  {seconds:5.1f} s  {one.check.__module__.removeprefix('scenarios.')}: {one.says}")
    print(f"total {sum(seconds for seconds, _ in times):.0f} s, failed attempts included")
    for one in shaky:
        print(f"shaky {one.says}")
    print(f"{engine}: {results[PASSED]} passed, {len(shaky)} of them shaky, {results[LEFT_OUT]} left out, {results[FAILED]} failed")
    return bool(chosen) and not results[FAILED] and (may_leave_out or not results[LEFT_OUT])


def of_all_engines(only_starred: bool) -> list[Scenario]:
    """The scenarios of all_engines.txt, those with the same browser context one after the other."""
    lines = EVERYWHERE.read_text().splitlines()
    sentences = [line.removeprefix("* ") for line in lines if line.startswith("* ") or not only_starred and line and not line.startswith("#")]
    known = {one.says: one for one in ALL}
    if missing := [sentence for sentence in sentences if sentence not in known]:
        raise SystemExit(f"{EVERYWHERE.name} names no scenario by these sentences: {'; '.join(missing)}")
    return sorted((known[sentence] for sentence in sentences), key=lambda one: sorted(map(str, one.context.items())))


def taken(chosen: list[Scenario], folder: Path) -> Iterator[Scenario]:
    """Claims one file of scenarios after the other, those with many first, and yields its scenarios.

    It claims whole files, because the scenarios of a file may share a library that is slow to make.
    """
    files = Counter(one.check.__module__ for one in chosen)
    for file, _ in files.most_common():
        try:
            (folder / file).touch(exist_ok=False)
        except FileExistsError:
            continue
        yield from (one for one in chosen if one.check.__module__ == file)


def run_all(
    launch: Callable[[], Browser], base: str, chosen: Iterable[Scenario], tries: int
) -> tuple[Counter[str], list[Scenario], list[tuple[float, Scenario]]]:
    """Runs scenarios one after the other.

    Returns how many ended in which way, those that passed only when tried again, and the seconds of every attempt.
    """
    results, shaky, times = Counter(), [], []
    browser = launch()
    for one in chosen:
        for attempt in range(1, tries + 1):
            if not browser.is_connected():
                browser = launch()
            start = time.monotonic()
            result = run(browser, base, one, is_last=attempt == tries)
            times.append((time.monotonic() - start, one))
            if result != FAILED:
                break
        results[result] += 1
        if result == PASSED and attempt > 1:
            shaky.append(one)
    browser.close()
    return results, shaky, times


def run(browser: Browser, base: str, one: Scenario, *, is_last: bool) -> str:
    context = browser.new_context(**(WINDOW | one.context))
    page = MapPage(context, base)
    start = time.monotonic()
    try:
        one.check(page, Library(base))
        expect_equal(page.foreign_requests(), [], "requests to other hosts")
        expect_equal(page.policy_violations(), [], "violations of the Content-Security-Policy")
        if not one.expects_failures:
            expect_equal(page.complaints, [], "complaints on the console")
    except LeftOut as reason:
        print(f"left  {one.says}: {reason}", flush=True)
        return LEFT_OUT
    except Exception:
        verdict = "FAIL  " if is_last else "again "
        print(f"{verdict}{one.says}\n{indented(traceback.format_exc())}\n{indented(circumstances(page))}", flush=True)
        return FAILED
    finally:
        close(context)
    print(f"ok    {one.says} ({time.monotonic() - start:.1f} s)", flush=True)
    return PASSED


def circumstances(page: MapPage) -> str:
    """Details of a failure: console messages, pending requests and a screenshot."""
    waiting = [f"waiting for {request.url}" for request in page.under_way if "/events" not in request.url]
    return "\n".join([*page.complaints[:10], *waiting[:10], last_picture(page)])


def last_picture(page: MapPage) -> str:
    picture = Path(tempfile.mkdtemp(prefix="geoindex-browser-")) / "screenshot.png"
    try:
        page.page.screenshot(path=picture)
    except Error as error:
        return f"no screenshot: {error.message}"
    return f"screenshot: {picture}"


def close(context: BrowserContext) -> None:
    """Closes a context; ignores errors of routes that still answer a request."""
    try:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    except Error as error:
        # The browser is gone; the next scenario gets another.
        print(f"      the browser did not close the page: {error.message}", flush=True)


def indented(text: str) -> str:
    return "\n".join(f"      {line}" for line in text.rstrip().splitlines())


if __name__ == "__main__":
    sys.exit(main())
