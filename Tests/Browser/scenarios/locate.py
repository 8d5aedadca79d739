"""Where files were taken that the server does not have: choosing and dropping them, the list, the marks and the downloads."""

import base64
import contextlib
import csv
import io
import json
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from pathlib import Path

from big_library import PACKAGE
from library import Library
from map_page import MapPage
from playwright.sync_api import Error
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import another, company, counts, refused, sign_in
from scenarios.filters import open_filters
from scenarios.small_screens import PRESSED

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 1}
SAMPLES = PACKAGE / "sample-photos"
PETRA, DEAD_SEA = SAMPLES / "2021-jordan/petra.jpg", SAMPLES / "2021-jordan/dead-sea.jpg"
NOWHERE, BROKEN = SAMPLES / "odd-cases/no-gps.jpg", SAMPLES / "odd-cases/cut-short.jpg"
ABOUT_FILES = r"/(locate|api)$"
GPX = "{http://www.topografix.com/GPX/1/1}"
# What is dropped has no path, so that the files are made in the page.
TRANSFER = """(files) => {
  const transfer = new DataTransfer();
  for (const { name, content } of files) transfer.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], name));
  return transfer;
}"""


def located(page: MapPage):
    return page.page.locator(".located.is-open")


def subtitle(page: MapPage):
    return located(page).locator(".panel-subtitle")


def row(page: MapPage, name: str):
    return located(page).locator(".located-row", has_text=name)


def way_in(page: MapPage):
    return page.page.locator(".layer-locate")


def target(page: MapPage):
    return page.page.locator(".locate-drop")


def button(page: MapPage, name: str):
    return located(page).get_by_role("button", name=name, exact=True)


def choose(page: MapPage, *files: Path) -> None:
    page.page.get_by_role("button", name="Layers", exact=True).click()
    with page.page.expect_file_chooser() as chooser:
        way_in(page).click()
    expect(chooser.value.is_multiple(), "several files can be chosen")
    chooser.value.set_files(files)


def choose_again(page: MapPage, *files: Path) -> None:
    with page.page.expect_file_chooser() as chooser:
        button(page, "Choose again").click()
    chooser.value.set_files(files)


def drag(page: MapPage, kind: str, files: Iterable[Path] = ()) -> None:
    described = [{"name": one.name, "content": base64.b64encode(one.read_bytes()).decode()} for one in files]
    transfer = page.page.evaluate_handle(TRANSFER, described)
    page.page.locator("#map").dispatch_event(kind, {"dataTransfer": transfer})


def drop(page: MapPage, *files: Path) -> None:
    drag(page, "dragover", files)
    drag(page, "drop", files)


def found(page: MapPage, placed: int, total: int) -> None:
    page.equals(lambda: subtitle(page).inner_text(), f"With a position: {placed:,} of {total:,}", "the line below the title")
    page.settle()


def download(page: MapPage, name: str) -> str:
    saved = page.download(button(page, f"Download as {name}").click)
    expect_equal(saved.suggested_filename, f"positions.{name.lower()}", "the name of the file")
    return Path(saved.path()).read_bytes().decode()


@scenario("several chosen files are listed with place and time, the reason or the error; the map shows them, and nothing is stored")
def choosing(page: MapPage, library: Library) -> None:
    page.open()
    before = library.total()
    page.go(lambda: choose(page, PETRA, NOWHERE, BROKEN, DEAD_SEA))
    found(page, 2, 4)
    page.focused(located(page).locator(".panel-title"), "the title of the list")
    expect("Wādī Mūsá, Jordan" in row(page, "petra.jpg").inner_text() and "14 Nov 2021" in row(page, "petra.jpg").inner_text(), "the row has place and time")
    expect("No GPS" in row(page, "no-gps.jpg").inner_text(), "the row has the reason")
    expect("The file ends inside" in row(page, "cut-short.jpg").inner_text(), "the row has the server's words")
    expect("Nothing is stored" in located(page).inner_text(), "the list says that nothing is stored")
    expect_equal(len(refused(page, r"/locate$")), 4, "requests, one for each file")
    expect_equal(refused(page, r"/api$"), [], "requests for the limit, which small files do not need")
    zoom, latitude, longitude = page.map_view()
    expect(30 < latitude < 33 and 34 < longitude < 37, f"the map shows both photos: {latitude}, {longitude}")
    expect_accessible(page, "the list of files")
    page.go(lambda: row(page, "petra.jpg").click())
    expect(page.map_view()[0] > zoom, "the map has flown to the photo")
    expect_equal(row(page, "petra.jpg").get_attribute("aria-current"), "true", "whether it is the chosen one")
    expect("locate=list" in page.page.url and "petra" not in page.page.url, "the address has the list, and no file")
    page.go(lambda: button(page, "Show all").click())
    page.page.keyboard.press("Escape")
    page.gone(located(page), "the list")
    expect_equal(page.page.locator(".located-row").count(), 0, "rows that are left")
    expect_equal(library.total(), before, "photos of the library")


@scenario("a click on a mark of the map goes to its file in the list")
def from_the_map(page: MapPage, library: Library) -> None:
    page.open()
    page.go(lambda: choose(page, PETRA, DEAD_SEA))
    found(page, 2, 2)
    page.go(lambda: row(page, "dead-sea.jpg").click())
    # The pin of the library stands on the same spot; its tip is above the mark.
    x, y = page.page.evaluate("""() => {
      const { left, bottom, width } = document.querySelector(".pin[data-photo]").getBoundingClientRect();
      return [left + width / 2, bottom + 5];
    }""")
    row(page, "petra.jpg").focus()
    page.page.mouse.click(x, y)
    page.focused(row(page, "dead-sea.jpg"), "the file of the mark")
    expect(not page.panel().is_visible(), "no photo of the library was opened")
    # A pin opens its photo in the place of the list, which comes back.
    page.page.locator(".pin[data-photo]").first.click()
    page.expect_panel()
    page.gone(located(page), "the list")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    found(page, 2, 2)
    # It comes back too if a filter was changed meanwhile, and closes as ever.
    page.page.locator(".pin[data-photo]").first.click()
    page.expect_panel()
    open_filters(page)
    page.page.get_by_role("combobox", name="Year").select_option("2021")
    page.until(lambda: "2021" in page.page.url, "the filter is in the address")
    page.page.locator(".filters-button").click()
    page.gone(page.page.locator("#filters-panel"), "the filters")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    found(page, 2, 2)
    page.page.keyboard.press("Escape")
    page.gone(located(page), "the list")
    expect("locate" not in page.page.url, "the address without the list")


@scenario("files are dropped anywhere, with a target while they are dragged; what the page itself drags is left alone")
def dropping(page: MapPage, _: Library) -> None:
    page.open()
    drag(page, "dragover", [PETRA])
    target(page).wait_for()
    expect("Drop photos" in target(page).inner_text(), "the target says what it is for")
    drag(page, "dragleave")
    page.gone(target(page), "the target")
    # Browsers also give pictures of the page as files.
    page.page.locator("#map").dispatch_event("dragstart")
    drop(page, PETRA)
    page.frames(3)
    expect_equal([target(page).count(), located(page).count()], [0, 0], "what a picture of the page does")
    page.go(lambda: drop(page, PETRA, NOWHERE))
    found(page, 1, 2)
    expect_equal(target(page).count(), 0, "targets")
    # What is open gives way.
    page.page.locator("#unplaced-link").click()
    page.page.locator("dialog.unplaced[open]").wait_for()
    drag(page, "dragover", [DEAD_SEA])
    expect(target(page).evaluate("one => one.matches(':popover-open')"), "the target is above the dialog")
    drag(page, "drop", [DEAD_SEA])
    found(page, 1, 1)
    expect(not page.page.locator("dialog.unplaced[open]").is_visible(), "the dialog is closed")
    row(page, "dead-sea.jpg").wait_for()


@scenario("two files are sent at a time; after a cancel those that were read stay, and other files can be chosen")
def cancelling(page: MapPage, _: Library) -> None:
    page.open()
    held = []

    def answer(route) -> None:
        held.append(route)
        if len(held) <= 2:
            route.continue_()

    page.page.route("**/locate", answer)
    choose(page, PETRA, NOWHERE, DEAD_SEA, BROKEN, SAMPLES / "README.md")
    page.equals(lambda: subtitle(page).inner_text(), "Reading: 2 of 5", "the progress")
    expect_equal(located(page).locator("progress").evaluate("one => [one.value, one.max]"), [2, 5], "the bar")
    page.until(lambda: len(held) == 4, "two are under way")
    expect("Sending" in row(page, "dead-sea.jpg").inner_text() and "Waiting" in row(page, "README.md").inner_text(), "the rows say what is under way")
    page.frames(3)
    expect_equal(len(held), 4, "requests: two are under way at once")
    button(page, "Cancel").click()
    page.equals(lambda: subtitle(page).inner_text(), "Cancelled. With a position: 1 of 2", "the line below the title")
    page.focused(located(page).locator(".panel-title"), "the title, as the button is gone")
    page.equals(lambda: located(page).locator(".located-row").count(), 2, "rows: those that were read")
    for route in held[2:]:
        # The page has given up these requests.
        with contextlib.suppress(Error):
            route.abort()
    page.page.unroute("**/locate")
    choose_again(page, DEAD_SEA)
    found(page, 1, 1)
    choose_again(page, DEAD_SEA)
    found(page, 1, 1)
    expect_equal(page.page.locator("input.locate-field").count(), 1, "fields, a fresh one after each choice")
    button(page, "Close").click()
    page.gone(located(page), "the list")


@scenario("the positions are downloaded as GeoJSON, GPX and CSV")
def downloading(page: MapPage, _: Library) -> None:
    with tempfile.TemporaryDirectory() as folder:
        nasty = Path(folder) / '=1+1 "a, b" <写真>&.jpg'
        nasty.write_bytes(PETRA.read_bytes())
        page.open()
        page.go(lambda: choose(page, nasty, NOWHERE))
        found(page, 1, 2)
        features = json.loads(download(page, "GeoJSON"))["features"]
        expect_equal([one["properties"]["filename"] for one in features], [nasty.name, "no-gps.jpg"], "the names in GeoJSON")
        expect_equal([one["geometry"] and one["geometry"]["coordinates"] for one in features], [[35.452, 30.3223], None], "the positions in GeoJSON")
        rows = list(csv.DictReader(io.StringIO(download(page, "CSV"), newline="")))
        expect_equal([one["filename"] for one in rows], ["'" + nasty.name, "no-gps.jpg"], "the names in CSV, guarded")
        expect_equal([(one["longitude"], one["latitude"], one["altitude"], one["reason"]) for one in rows], [("35.452", "30.3223", "885", ""), ("", "", "", "no-gps")], "the positions in CSV")
        points = ElementTree.fromstring(download(page, "GPX")).findall(f"{GPX}wpt")
        expect_equal([(one.get("lat"), one.get("lon"), one.findtext(f"{GPX}name"), one.findtext(f"{GPX}ele"), one.findtext(f"{GPX}time")) for one in points],
                     [("30.3223", "35.452", nasty.name, "885", "2021-11-14T07:26:50Z")], "the points in GPX")


@scenario("a sidecar that is chosen with its photo has its say")
def with_sidecar(page: MapPage, _: Library) -> None:
    with tempfile.TemporaryDirectory() as folder:
        photo, sidecar = Path(folder) / "a.jpg", Path(folder) / "a.jpg.xmp"
        photo.write_bytes(NOWHERE.read_bytes())
        sidecar.write_text(
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            'xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.6E"/></rdf:RDF></x:xmpmeta>')
        page.open()
        page.go(lambda: drop(page, sidecar, photo))
        found(page, 1, 1)
        expect("Paris" in row(page, "a.jpg").inner_text(), "the photo is where the sidecar says")


@scenario("files that are too large are not sent, and for those that the server refuses the list says why", expects_failures=True)
def too_large(page: MapPage, _: Library) -> None:
    with company(page, "--locate-limit", "1") as server:
        large, larger = server.folder / "large.jpg", server.folder / "larger.mp4"
        large.write_bytes(b"\0" * 2_000_000)
        larger.write_bytes(b"\0" * 9_000_000)
        sign_in(page, "ada")
        choose(page, large)
        found(page, 0, 1)
        expect("too large to send" in row(page, "large.jpg").inner_text(), "the row says why the server refuses it")
        page.requests.clear()
        choose_again(page, larger, PETRA)
        found(page, 1, 2)
        expect("This file was not sent: it has 9" in row(page, "larger.mp4").inner_text(), "the row says that the file is too large")
        expect_equal(len(refused(page, r"/locate$")), 1, "files that were sent")


@scenario("editors, viewers and guests are offered nothing, and files that they drop are not sent")
def of_others(page: MapPage, _: Library) -> None:
    with company(page) as server, another(page) as viewer, another(page) as guest:
        sign_in(page, "edith")
        sign_in(viewer, "vic")
        guest.page.goto(server.link())
        guest.settle()
        for one in (page, viewer, guest):
            one.page.get_by_role("button", name="Layers", exact=True).click()
            one.page.locator("#layer-chooser").wait_for()
            expect(not way_in(one).is_visible(), "it is offered")
            drop(one, PETRA)
            one.frames(3)
            one.quiet("/")
            expect_equal([target(one).count(), located(one).count(), refused(one, ABOUT_FILES)], [0, 0, []], "what dropping does")


@scenario("files are chosen, gone through, shown and downloaded with the keyboard alone")
def by_keyboard(page: MapPage, _: Library) -> None:
    page.open()
    key = page.page.keyboard.press
    layers = page.page.get_by_role("button", name="Layers", exact=True)
    layers.focus()
    key("Enter")
    way_in(page).focus()
    choosers = []
    page.page.on("filechooser", lambda one: choosers.append(one))
    page.frames(2)
    key("Enter")
    page.until(lambda: choosers, "the browser's choice of files is open")
    page.go(lambda: choosers[0].set_files([PETRA, NOWHERE, DEAD_SEA]))
    found(page, 2, 3)
    page.equals(lambda: located(page).locator("[role=status]").inner_text(), "With a position: 2 of 3", "what screen readers say")
    page.focused(located(page).locator(".panel-title"), "the title")
    for name in ("Close", "Show all", "Choose again", "Download as GeoJSON", "Download as GPX", "Download as CSV"):
        key("Tab")
        page.focused(button(page, name), name)
    key("Tab")
    page.focused(row(page, "petra.jpg"), "the first file")
    key("ArrowDown")
    page.focused(row(page, "dead-sea.jpg"), "the next file with a position")
    page.go(lambda: key("Enter"))
    expect_equal(row(page, "dead-sea.jpg").get_attribute("aria-current"), "true", "whether it is the chosen one")
    key("Home")
    page.focused(row(page, "petra.jpg"), "the first file")
    key("Escape")
    page.gone(located(page), "the list")
    page.until(lambda: page.page.evaluate("document.activeElement !== document.body"), "the focus is somewhere")


@scenario("of 3,000 files only the visible rows are in the page, to the last of them")
def very_many(page: MapPage, _: Library) -> None:
    total = 3_000
    page.open()
    page.page.evaluate("""(total) => {
      const real = window.fetch;
      let count = 0;
      window.fetch = (url, options) => {
        if (!/[/]locate$/.test(url)) return real(url, options);
        count += 1;
        const features = [{ type: "Feature", geometry: { type: "Point", coordinates: [count / 100, count / 100] }, properties: { filename: "a" } }];
        return Promise.resolve(new Response(JSON.stringify({ features })));
      };
      const transfer = new DataTransfer();
      for (let number = 1; number <= total; number += 1) transfer.items.add(new File(["a"], `${number}<b>.jpg`));
      document.querySelector("#map").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }""", total)
    found(page, total, total)
    items = located(page).locator(".long-list > li")
    last = located(page).locator(f'.long-list > li[aria-posinset="{total}"]')

    def is_there() -> bool:
        located(page).locator(".located-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        expect(items.count() < 80, f"{items.count()} rows are in the page")
        return last.count() == 1

    page.until(is_there, "the last one is listed")
    expect(f"{total}<b>.jpg" in last.inner_text(), "it is the last")


@scenario("on a phone the files are a sheet below the map, and a hint says why photos of the gallery have no position", **PHONE)
def on_a_phone(page: MapPage, _: Library) -> None:
    page.open()
    page.page.get_by_role("button", name="Layers", exact=True).tap()
    with page.page.expect_file_chooser() as chooser:
        way_in(page).tap()
    chooser.value.set_files([NOWHERE])
    found(page, 0, 1)
    hint = located(page).locator(".located-hint")
    page.until(lambda: hint.is_visible() and "Phones remove positions" in hint.inner_text(), "the hint is there")
    with page.page.expect_file_chooser() as chooser:
        button(page, "Choose again").tap()
    chooser.value.set_files([PETRA, NOWHERE])
    found(page, 1, 2)
    expect(not hint.is_visible(), "the hint is there though a file has a position")
    box = page.box(located(page))
    expect(250 < box["y"] < 400 and box["width"] == 360, f"the sheet is at {box}")
    small = [one for one in page.page.evaluate(PRESSED) if one["isOnTop"] and (one["width"] < 43.5 or one["height"] < 43.5)]
    expect_equal([one["name"] for one in small], [], "buttons that are too small")
    sideways = "() => ['.located', '.located-body', 'html'].some((part) => document.querySelector(part).scrollWidth > 360)"
    expect(not page.page.evaluate(sideways), "the list scrolls sideways")
    # The map shows it already.
    row(page, "petra.jpg").tap()
    page.settle()
    pin = page.box(page.page.locator(".pin[data-photo]").first)
    expect(pin["y"] + pin["height"] < box["y"], f"the photo is above the sheet: {pin}")
    # Back closes it. The browser keeps no files, so Forward opens it without any.
    steps = page.page.evaluate("history.length")
    page.page.go_back()
    page.gone(located(page), "the list")
    expect("locate" not in page.page.url, "the address has the list")
    page.page.go_forward()
    button(page, "Choose photos").wait_for()
    page.focused(located(page).locator(".panel-title"), "the title of the list")
    expect_equal(subtitle(page).inner_text(), "", "the line below the title")
    button(page, "Close").tap()
    page.gone(located(page), "the list")
    expect_equal(page.page.evaluate("history.length"), steps, "steps in the history")
    page.open("#locate=list")
    with page.page.expect_file_chooser() as chooser:
        button(page, "Choose photos").tap()
    chooser.value.set_files([PETRA])
    found(page, 1, 1)
