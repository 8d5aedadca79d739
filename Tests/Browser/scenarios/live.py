"""Pages that are open while the library changes."""

import json
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

SAMPLES = Path(__file__).parents[3] / "sample-photos"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
FIRST = "2023-paris/eiffel-tower.jpg"
SECOND = "2021-egypt/pyramids.jpg"


@contextmanager
def watching(page: MapPage, *options: str):
    """A separate server for a folder with one photo, and that folder, until its pages are closed."""
    with tempfile.TemporaryDirectory(prefix="geoindex-live-") as home:
        folder = Path(home, "photos")
        folder.mkdir()
        shutil.copy(SAMPLES / FIRST, folder)
        command = ["geoindex", "serve", "--quiet", "--db", f"{home}/photos.sqlite"]
        command += [option.replace("FOLDER", str(folder)) for option in options] + ["--port"]
        server = subprocess.Popen([*command, "0"], stdout=subprocess.PIPE, text=True)
        try:
            yield server.stdout.readline().split()[1], folder, server, command
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)


def opened(page: MapPage, base: str, photos: int) -> MapPage:
    page.base = base
    page.open()
    page.until(lambda: page.shown_count() == photos, f"{photos} photos are shown")
    return page


@scenario("a photo copied into a watched folder appears on two open pages by itself")
def new_photo_on_two_pages(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        opened(page, base, 1)
        search = page.box(page.page.locator("#search"))
        other = opened(MapPage(page.context, base), base, 1)
        line = page.page.locator("#live")
        page.until(lambda: line.inner_text() == "Open in 2 windows", "the page mentions the other")
        expect_equal(page.box(page.page.locator("#search")), search, "where the search box is beside another window")
        shutil.copy(SAMPLES / SECOND, folder)
        for one in (page, other):
            one.until(lambda: "2 photos" in one.page.locator("#counts").inner_text(), "the new photo is counted")
        for one in (page, other):
            one.page.get_by_role("button", name="Show all photos").click()
            one.until(lambda: one.shown_count() == 2, "the new photo has its pin")
        page.page.set_viewport_size({"width": 320, "height": 640})
        name = page.page.locator(".masthead-name")
        page.page.evaluate("location.hash = '#map=1/20/10'")
        page.equals(name.inner_text, "geoindex", "the name of the whole world")
        expect(name.evaluate("one => one.scrollWidth <= one.clientWidth"), "The message cuts the name at 320 pixels")
        other.page.close()
        page.until(lambda: not line.is_visible(), "the page shows that the other is gone")


@scenario("a page that was hidden shows what was added meanwhile, for any number of the index's version")
def hidden_page_catches_up(page: MapPage, library: Library) -> None:
    def version() -> str:
        with urlopen(f"{base}collections/photos/items?limit=1", timeout=30) as answer:
            return answer.headers["ETag"].removeprefix("W/").strip('"').split("-")[1]

    def show(is_hidden: bool) -> None:
        page.page.evaluate("""(isHidden) => {
          Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""", is_hidden)

    def add(number: int) -> None:
        before = version()
        shutil.copy(SAMPLES / FIRST, folder / f"{number}.jpg")
        page.until(lambda: version() != before, "the index has another version")

    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        number = 1
        # The server writes numbers to the base of 36: the eleventh version has a letter, the thirty-seventh two digits.
        for wanted in (str.isdigit, str.isalpha, lambda text: len(text) > 1):
            while not wanted(version()):
                number += 1
                add(number)
            opened(page, base, number)
            show(False)
            show(True)
            number += 1
            add(number)
            show(False)
            page.until(lambda: f"{number} photos" in page.page.locator("#counts").inner_text(), f"version {version()} is shown")


@scenario("a page updates by itself after its server was down", expects_failures=True)
def server_was_away(page: MapPage, library: Library) -> None:
    with watching(page, "--scan", "FOLDER") as (base, folder, server, command):
        opened(page, base, 1)
        server.terminate()
        server.wait(timeout=60)
        shutil.copy(SAMPLES / SECOND, folder)
        again = subprocess.Popen([*command, str(urlsplit(base).port)], stdout=subprocess.PIPE, text=True)
        try:
            page.until(lambda: "2 photos" in page.page.locator("#counts").inner_text(), "the new photo is counted")
        finally:
            again.terminate()
            again.wait(timeout=60)


@scenario("an idle page says that its server is away; once it is back, pictures that failed are loaded", expects_failures=True)
def idle_page_notices(page: MapPage, library: Library) -> None:
    with watching(page, "--scan", "FOLDER") as (base, _, server, command):
        page.page.route("**/thumbnail?**", lambda route: route.abort())
        opened(page, base, 1)
        pictures = page.page.locator(".pin img.is-loaded, .tile img.is-loaded")
        page.until(lambda: any("/thumbnail" in url for url in page.requests), "the pictures are requested")
        server.terminate()
        server.wait(timeout=60)
        toast = page.page.locator(".toast.is-shown")
        toast.wait_for()
        expect_equal((page.shown_count(), page.page.locator(".tile").count(), pictures.count()), (1, 1, 0), "pins, tiles and pictures without the server")
        page.page.unroute("**/thumbnail?**")
        again = subprocess.Popen([*command, str(urlsplit(base).port)], stdout=subprocess.PIPE, text=True)
        try:
            page.until(lambda: toast.count() == 0, "the message is gone")
            page.until(lambda: pictures.count() == 2, "the pin and the tile have their picture")
        finally:
            again.terminate()
            again.wait(timeout=60)


def away_and_back(page: MapPage) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, server, command):
        for photo in sorted(SAMPLES.glob("201*/*.jpg")):
            shutil.copy(photo, folder)
        count = len(list(folder.iterdir()))
        opened(page, base, count)
        # The first view has a broken zoom, to which no key returns.
        page.press_on_map("+")
        page.equals(lambda: page.map_view()[0] % 1, 0, "the part of the zoom after the point")
        tiles = page.page.locator(".wall .tile")
        page.until(lambda: tiles.count() > 0, "the list has photos")
        page.quiet()
        view, title, listed = page.map_view(), page.page.locator("#grid-title").inner_text(), tiles.count()
        sign = page.page.locator("#counts.is-away")
        server.terminate()
        server.wait(timeout=60)
        page.press_on_map("+")
        sign.wait_for()
        expect(sign.inner_text().endswith("server not responding"), f"The sign says {sign.inner_text()!r}")
        page.page.get_by_role("button", name="Close message").click()
        page.gone(page.page.locator("#toast"), "the message")
        # Map and list remember the view before.
        page.press_on_map("-")
        expect_equal(page.map_view(), view, "the view")
        page.gone(page.page.locator("#grid .grid-message"), "the message over the list")
        page.equals(page.page.locator("#grid-title").inner_text, title, "the title of the list")
        page.page.wait_for_timeout(4500)
        expect(sign.is_visible(), "The sign is gone while the server is away")
        page.equals(tiles.count, listed, "photos in the list")
        box = page.page.get_by_role("combobox").first
        box.focus()
        box.fill("eiffel")
        message = page.page.locator(".search-message")
        page.until(lambda: "isn’t responding" in message.inner_text(), "the search says that the server does not answer")
        again = subprocess.Popen([*command, str(urlsplit(base).port)], stdout=subprocess.PIPE, text=True)
        try:
            page.gone(sign, "the sign")
            page.until(lambda: page.page.get_by_role("option").count() > 0, "the search has results by itself")
            page.until(lambda: message.inner_text() == "", "its message is gone")
            page.equals(tiles.count, listed, "photos in the list after the server is back")
        finally:
            again.terminate()
            again.wait(timeout=60)


@scenario("while its server is away, a page keeps its photos, says so in the masthead and in the search, and goes on by itself", expects_failures=True)
def server_away(page: MapPage, library: Library) -> None:
    away_and_back(page)


@scenario("while its server is away, a page on a phone says so and goes on by itself", expects_failures=True, **PHONE)
def server_away_on_phone(page: MapPage, library: Library) -> None:
    away_and_back(page)


@scenario("the picture of an open photo that failed is loaded when the server is back", expects_failures=True)
def picture_of_open_photo(page: MapPage, library: Library) -> None:
    with watching(page, "--scan", "FOLDER") as (base, _, server, command):
        opened(page, base, 1)
        page.page.locator(".wall .tile img.is-loaded").wait_for()
        server.terminate()
        server.wait(timeout=60)
        page.page.locator("#counts.is-away").wait_for()
        asked = len(page.requests)
        page.page.locator(".wall .tile").click()
        page.expect_panel()
        page.until(lambda: sum("/thumbnail" in url for url in page.requests[asked:]) > 1, "the page has asked why the picture failed")
        expect("No preview" not in page.page.locator(".hero").inner_text(), "The page says that the file has no preview")
        again = subprocess.Popen([*command, str(urlsplit(base).port)], stdout=subprocess.PIPE, text=True)
        try:
            page.page.locator(".hero img.is-loaded").wait_for()
        finally:
            again.terminate()
            again.wait(timeout=60)


@scenario("a page shows a scan while it lasts, and no longer")
def scan_is_shown(page: MapPage, library: Library) -> None:
    # The events are written by the scenario: a real scan of a few photos is over too soon to be seen.
    def event(name: str, data: dict) -> str:
        return f"event: {name}\nid: x-1\ndata: {json.dumps(data)}\n\n"

    running = {"id": 7, "state": "running", "files": 1234, "located": 1000, "seconds": 1}
    body = "retry: 300000\n" + event("hello", {"version": 1, "viewers": 1, "scan": running})
    page.page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=body + "\n"))
    seen = """() => {
      window.lines = [];
      const line = document.getElementById("live");
      const note = () => window.lines.push(line.textContent);
      if (line) new MutationObserver(note).observe(line, {childList: true, characterData: true, subtree: true});
    }"""
    page.context.add_init_script(f"addEventListener('DOMContentLoaded', {seen})")
    page.open()
    page.until(lambda: "Scanning… 1,234 files" in page.page.evaluate("lines"), "the scan is announced")
    # The response ends, as if the connection were lost; then no event can report the end of the scan.
    page.until(lambda: not page.page.locator("#live").is_visible(), "nothing more is said of it")


@scenario("the page can start a scan, and shows it until it has ended")
def page_starts_scan(page: MapPage, library: Library) -> None:
    with watching(page, "--scan", "FOLDER") as (base, folder, _, _):
        opened(page, base, 1)
        shutil.copy(SAMPLES / SECOND, folder)
        answer = page.page.evaluate("""async () => {
          await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
          const { createApi } = await import("./app/api.js");
          const { Live } = await import("./app/live/live.js");
          const { createStore } = await import("./app/core/store.js");
          const { FEATURES } = await import("./app/features.js");
          const store = createStore();
          for (const { state = [] } of FEATURES) state.forEach(store.add);
          store.change((state) => ({ ...state, visitor: { role: "owner" } }));
          const live = new Live(store, createApi());
          const seen = [];
          store.watch((state) => state.scan !== null, (is) => seen.push(is));
          live.begin({ onChange() {}, onLost() {}, onBack() {} });
          await live.startScan();
          for (let i = 0; i < 3000 && store.state.scan; i++) await new Promise((done) => setTimeout(done, 25));
          return seen;
        }""")
        expect_equal(answer, [False, True, False], "whether a scan was under way")
        page.until(lambda: "2 photos" in page.page.locator("#counts").inner_text(), "the new photo is counted")
