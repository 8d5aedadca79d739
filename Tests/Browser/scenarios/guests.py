"""The page of a guest, and of a library without folders."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import big_library
import hard_library
from big_library import PACKAGE, WITHOUT_TRIPS
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.grid import rest, title

SHARED = "2024-*/*"


@contextmanager
def shared(page: MapPage) -> Iterator[str]:
    """A server with a password, and a link to some of the sample photos that needs none."""
    with tempfile.TemporaryDirectory(prefix="geoindex-shared-") as folder:
        index = Path(folder) / "photos.sqlite"
        command = ["geoindex", "scan", "--quiet", "--db", index, *WITHOUT_TRIPS, PACKAGE / "sample-photos"]
        subprocess.run(command, check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--db", index, "--port", "0"],
            stdout=subprocess.PIPE, text=True, env=os.environ | {"GEOINDEX_AUTH": "anna:correct horse"})
        try:
            page.base = server.stdout.readline().split()[-1]
            link = subprocess.run(
                ["geoindex", "share", "--db", index, "--base-url", page.base, "--path", SHARED],
                check=True, capture_output=True, text=True).stdout
            yield re.search(r"https?://\S+", link).group()
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)


@scenario("a guest sees what was shared: where it is, when it was taken, and not a request is refused")
def guest_page(page: MapPage, library: Library) -> None:
    wanted = library.get("collections/photos/items", path=SHARED, limit=1)["numberMatched"]
    expect(0 < wanted < library.total(), f"{wanted} photos would be shared, which shows nothing")
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        page.equals(page.shown_count, wanted, "the photos on the map")
        page.until(lambda: f"{wanted} photos, {wanted} in view" in page.page.inner_text("#counts"), "the header counts them")
        page.until(lambda: page.map_view()[0] > 3, "the first view is of where they are")
        rest(page)
        page.equals(lambda: title(page), f"{wanted} photos here", "the title of the grid")
        bar = page.page.locator("#time-bar")
        bar.wait_for()
        page.until(lambda: f"{wanted} photos" in bar.inner_text(), "the time bar counts them")
        box = page.box(page.page.locator(".time-plot"))
        page.page.mouse.move(box["x"] + 2, box["y"] + 20)
        page.page.mouse.down()
        page.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 20, steps=6)
        page.page.mouse.up()
        page.until(lambda: "time=" in page.page.url, "the time bar filters")
        page.until(lambda: 0 < page.shown_count() < wanted, "and the map follows")
        expect_equal(page.page.locator("#unplaced-link").is_visible(), False, "whether files that are not on the map are mentioned")
        page.page.get_by_role("button", name="Refresh").click()
        hint = page.page.locator('[data-chip="hint"] .map-chip-text')
        page.until(lambda: "Only their owner" in (hint.text_content() or ""), "the page says why it does not look for new photos")
        page.quiet("/")
        expect_equal([url for url in page.requests if re.search("/(events|report|scans)", url)], [], "requests that would be refused")
        expect_equal(page.complaints, [], "complaints on the console")


@scenario("where all photos were imported, the refresh button says so, and asks the server for no scan")
def imported_only(page: MapPage, _: Library) -> None:
    with big_library.served(hard_library.around_fiji()) as base:
        page.base = base
        page.open()
        hint = page.page.locator('[data-chip="hint"] .map-chip-text')
        for _ in range(2):
            page.page.get_by_role("button", name="Refresh").click()
            page.until(lambda: "were imported" in (hint.text_content() or ""), "the page says that there is no folder to look at")
            page.page.get_by_role("button", name="Close message").click()
            page.gone(page.page.locator('[data-chip="hint"]'), "the message")
        page.equals(page.page.locator(".toast.is-shown").count, 0, "alarms")
        page.quiet()
        expect_equal(sum(url.endswith("/scans") for url in page.requests), 0, "scans that were requested")
        page.leave()
