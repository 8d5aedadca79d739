"""Choosing several photos of lists, and rating them together."""

import re
import zipfile
from urllib.parse import unquote

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE, SMALL, acts, said, toast, undo
from scenarios.placing import own_library

# From here the grid shows photos of Europe and Africa, more than fit on the screen.
VIEW = "#map=2/25/10"


def tiles(page: MapPage, part: str = "#grid"):
    return page.page.locator(f"{part} .tile")


def id_at(page: MapPage, index: int, part: str = "#grid") -> int:
    return int(tiles(page, part).nth(index).get_attribute("data-item"))


def chosen(page: MapPage) -> list[int]:
    """The positions of the tiles that are pressed, in their order."""
    return page.page.evaluate("""() => [...document.querySelectorAll("[data-item]")].filter((one) => one.checkVisibility() && one.getAttribute("aria-pressed") === "true")
      .map((one) => Number(one.parentElement.ariaPosInSet) - 1).sort((one, other) => one - other)""")


def expect_chosen(page: MapPage, wanted: list[int], what: str = "the chosen photos") -> None:
    page.equals(lambda: chosen(page), wanted, what)
    count = len(wanted)
    page.until(lambda: bar(page).get_by_text(f"{count} photo{'' if count == 1 else 's'} chosen").count() == 1 if count else bar(page).is_hidden(), f"the page counts {count}")


def bar(page: MapPage):
    return page.page.locator(".picks-bar")


def middle(page: MapPage, index: int) -> tuple[float, float]:
    at = page.box(tiles(page).nth(index))
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


@scenario("Shift chooses the photos from the last one on, also back again, dragging chooses those it passes, and Escape ends the choice")
def by_mouse(page: MapPage, _: Library) -> None:
    page.open(VIEW)
    tiles(page).nth(1).click(modifiers=["Control"])
    expect_chosen(page, [1])
    tiles(page).nth(6).click(modifiers=["Shift"])
    expect_chosen(page, [1, 2, 3, 4, 5, 6])
    tiles(page).nth(3).click(modifiers=["Shift"])
    expect_chosen(page, [1, 2, 3], "the chosen photos of the shorter range")
    tiles(page).nth(5).click(modifiers=["Control"])
    tiles(page).nth(2).click()
    expect_chosen(page, [1, 3, 5])
    page.page.mouse.move(*middle(page, 7))
    page.page.mouse.down()
    page.page.mouse.move(*middle(page, 9), steps=6)
    page.page.mouse.up()
    expect_chosen(page, [1, 3, 5, 7, 8, 9], "what is chosen after a drag")
    page.page.mouse.move(*middle(page, 3))
    page.page.mouse.down()
    page.page.mouse.move(*middle(page, 5), steps=6)
    page.page.mouse.up()
    expect_chosen(page, [1, 7, 8, 9], "what is chosen after a drag from a chosen photo")
    page.expect_no_panel()
    page.page.keyboard.press("Escape")
    expect_chosen(page, [])
    expect_equal(page.page.locator("[aria-pressed][data-item]").count(), 0, "tiles that are still switches")


@scenario("Ctrl+A chooses every photo in view, also those that are not loaded, and a button every photo of an open list")
def every_photo(page: MapPage, library: Library) -> None:
    page.open("#map=1/20/0")
    page.quiet()
    total = int(page.page.locator(".grid-title").inner_text().split()[0])
    tiles(page).first.focus()
    page.page.keyboard.press("Control+a")
    bar(page).get_by_text(f"{total} photos chosen").wait_for()
    expect_equal(tiles(page).count(), page.page.locator("#grid .tile[aria-pressed=true]").count(), "tiles that are marked")
    page.page.locator("#grid .wall").evaluate("wall => wall.scrollTo(0, wall.scrollHeight)")
    page.until(lambda: page.page.locator("#grid .tile").count() and page.page.locator("#grid .tile:not([aria-pressed=true])").count() == 0, "further tiles are marked")
    page.page.keyboard.press("Escape")
    spot = library.one_spot()
    size = spot["properties"]["point_count"]
    page.open(f"#cluster={spot['properties']['cluster_id']}")
    page.until(lambda: tiles(page, "#panel").count() > 1, "photos are listed")
    tiles(page, "#panel").first.click(modifiers=["Control"])
    bar(page).get_by_role("button", name=f"Choose all {size}").click()
    bar(page).get_by_text(f"{size} photos chosen").wait_for()
    page.equals(lambda: page.page.locator("#panel .tile[aria-pressed=true]").count(), tiles(page, "#panel").count(), "marked photos of the list")


@scenario("photos are chosen with the keyboard alone, opened, and still chosen afterwards")
def by_keyboard(page: MapPage, _: Library) -> None:
    page.open(VIEW)
    tiles(page).nth(2).focus()
    page.page.keyboard.press("Shift+ArrowRight")
    page.page.keyboard.press("Shift+ArrowRight")
    expect_chosen(page, [2, 3, 4])
    page.page.keyboard.press("Shift+ArrowLeft")
    expect_chosen(page, [2, 3])
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowRight")
    expect_chosen(page, [2, 3], "what is chosen after moving on without Shift")
    page.page.keyboard.press("Space")
    expect_chosen(page, [2, 3, 5])
    page.page.keyboard.press("s")
    expect_chosen(page, [2, 3])
    page.page.keyboard.press("Enter")
    page.expect_panel()
    page.page.locator(".photo-pane .facts").wait_for()
    expect(bar(page).is_hidden(), "The choice covers the open photo")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    expect_chosen(page, [2, 3], "what is chosen after a photo was open")
    page.focused(tiles(page).nth(5), "the photo that was open")
    expect_accessible(page, "the choice")


@scenario("while photos are chosen a double click opens one, and changes nothing in the choice")
def by_double_click(page: MapPage, _: Library) -> None:
    page.open(VIEW)
    for index in (2, 3):
        tiles(page).nth(index).click(modifiers=["Control"])
    page.double_click(*middle(page, 3))
    page.expect_panel()
    page.page.keyboard.press("Escape")
    expect_chosen(page, [2, 3], "what is chosen after a double click")


@scenario("keys rate, reject and favour all chosen photos in one act each, with an undo, and they stay chosen")
def keys_for_all(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open(VIEW)
        ids = [id_at(page, index) for index in (0, 1, 2)]
        tiles(page).nth(0).click(modifiers=["Control"])
        tiles(page).nth(2).click(modifiers=["Shift"])
        expect_chosen(page, [0, 1, 2])
        for key, name, wanted in (("3", "rating", 3), ("x", "rating", -1), ("h", "favourite", True), ("h", "favourite", None), ("h", "favourite", True)):
            count = len(acts(library, ids[1]))
            page.page.keyboard.press(key)
            page.equals(lambda name=name: [said(library, photo).get(name) for photo in ids], [wanted] * 3, f"{name} after {key}")
            page.equals(lambda: len(acts(library, ids[1])), count + 1, "acts")
        toast(page).get_by_text("Saved for 3 photos").wait_for()
        above, below = page.box(toast(page)), page.box(bar(page))
        expect(above["y"] + above["height"] <= below["y"], f"The message {above} covers the choice {below}")
        undo(page)
        page.equals(lambda: [said(library, photo).get("favourite") for photo in ids], [None] * 3, "favourites after the undo")
        page.page.keyboard.press("0")
        page.equals(lambda: [said(library, photo).get("rating") for photo in ids], [None] * 3, "the stars that are removed")
        expect_chosen(page, [0, 1, 2], "what is still chosen")


def sweep_by_finger(page: MapPage) -> None:
    page.open(VIEW)
    page.page.locator(".grid-grip").click()
    page.until(lambda: page.page.locator("#grid").get_attribute("data-height") == "half", "the list is raised")
    page.box(tiles(page).first)
    finger = Finger(page)
    (x, y), (to_x, to_y) = middle(page, 0), middle(page, 2)
    finger.press((x, y))
    bar(page).get_by_text("1 photo chosen").wait_for()
    for step in range(1, 9):
        finger.move((x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
        page.frames(1)
    finger.lift()
    expect_chosen(page, [0, 1, 2])
    expect_equal(page.page.locator("#grid .wall").evaluate("wall => wall.scrollTop"), 0, "how far the list has scrolled")
    tiles(page).nth(1).tap()
    expect_chosen(page, [0, 2])
    window = page.page.viewport_size
    frame = page.box(bar(page))
    expect(frame["x"] >= 0 and frame["x"] + frame["width"] <= window["width"] and frame["y"] + frame["height"] >= window["height"] - 40, f"The bar is not at the thumb: {frame}")
    small = "bar => [...bar.querySelectorAll('button')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length"
    expect_equal(bar(page).evaluate(small), 0, "buttons that are too small")
    bar(page).get_by_role("button", name="Choose none").tap()
    expect_chosen(page, [])


@scenario("on a phone a finger that holds a photo and moves on chooses those it passes, and the list stands still", **PHONE)
def by_finger(page: MapPage, _: Library) -> None:
    sweep_by_finger(page)


@scenario("in a window of 320 pixels a finger chooses photos, and the bar of the choice fits", **SMALL)
def in_small_window(page: MapPage, _: Library) -> None:
    sweep_by_finger(page)


@scenario("chosen photos are downloaded as a ZIP archive of their files")
def downloaded(page: MapPage, _: Library) -> None:
    page.open(VIEW)
    tiles(page).first.wait_for()
    tiles(page).nth(0).click(modifiers=["Control"])
    tiles(page).nth(2).click(modifiers=["Shift"])
    expect_chosen(page, [0, 1, 2])
    saved = page.download(bar(page).get_by_role("link", name="Download them as a ZIP archive").click)
    with zipfile.ZipFile(saved.path()) as archive:
        expect_equal(archive.testzip(), None, "the first damaged file")
        expect_equal(len(archive.namelist()), 3, "the files")
    expect_chosen(page, [0, 1, 2])


def shown_ids(page: MapPage) -> str:
    match = re.search(r"[#&]ids=([^&]*)", page.page.url)
    return unquote(match.group(1)) if match else ""


@scenario("a button begins choosing by plain clicks, and Escape ends it; the chosen photos become a filter with a chip")
def by_button(page: MapPage, library: Library) -> None:
    page.open(VIEW)
    button = page.page.get_by_role("button", name="Choose photos")
    expect_equal(button.get_attribute("aria-pressed"), "false", "the button before")
    button.click()
    page.equals(lambda: button.get_attribute("aria-pressed"), "true", "the button while choosing")
    bar(page).get_by_text("Click photos to choose them").wait_for()
    page.page.keyboard.press("Escape")
    page.until(lambda: bar(page).is_hidden() and button.get_attribute("aria-pressed") == "false", "Escape ends it")
    button.click()
    page.until(lambda: tiles(page).first.get_attribute("aria-pressed") == "false", "tiles are switches")
    wanted = {id_at(page, index) for index in (0, 2, 5)}
    for index in (0, 2, 5):
        tiles(page).nth(index).click()
    expect_chosen(page, [0, 2, 5])
    expect_accessible(page, "the bar of chosen photos")
    bar(page).get_by_role("button", name="Show only these").click()
    page.until(lambda: shown_ids(page) != "", "the address has the photos")
    page.equals(page.shown_count, 3, "the photos on the map")
    page.gone(bar(page), "the bar")
    found = library.get("collections/photos/items", limit=10, filter=f"id IN ({','.join(map(str, wanted))})")["features"]
    expect_equal({one["id"] for one in found}, wanted, "photos of the library")
    chip = page.page.get_by_role("button", name="Remove filter 3 photos chosen")
    address = page.page.url
    chip.click()
    page.until(lambda: shown_ids(page) == "", "the chip removes the filter")
    page.page.go_back()
    page.until(lambda: page.page.url == address, "Back brings it back")
    page.open(address[address.index("#"):])
    page.equals(page.shown_count, 3, "the photos of the address")


@scenario("on a phone the button begins choosing, and a tap chooses", **PHONE)
def by_button_on_a_phone(page: MapPage, _: Library) -> None:
    page.open(VIEW)
    button = page.page.get_by_role("button", name="Choose photos")
    box = page.box(button)
    expect(box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 390, f"the button of {box}")
    button.tap()
    bar(page).get_by_text("Tap photos to choose them").wait_for()
    tiles(page).nth(1).tap()
    page.until(lambda: bar(page).get_by_text("1 photo chosen").count() == 1, "a tap chooses")
    page.expect_no_panel()
    button.tap()
    page.gone(bar(page), "the bar")


@scenario("an archive of all photos of the library is downloaded by the ranges of their ids")
def download_many(page: MapPage, library: Library) -> None:
    page.open("#map=0/20/0")
    page.quiet()
    tiles(page).first.focus()
    page.page.keyboard.press("Control+a")
    total = int(page.page.locator(".grid-title").inner_text().split()[0])
    page.until(lambda: bar(page).get_by_text(f"{total} photos chosen").count() == 1, "all are chosen")
    address = bar(page).get_by_role("link", name="Download").get_attribute("href")
    expect("-" in unquote(address.split("ids=")[1]) and len(address) < 500, f"the address of {total} photos is {address}")
