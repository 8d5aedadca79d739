"""Filters by camera, kind, source and folder: chosen in a panel, shown as chips, kept in the address."""

import re
from urllib.parse import unquote

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


def open_filters(page: MapPage) -> None:
    page.page.locator(".filters-button").click()
    page.page.locator("#filters-panel .choices .choice").nth(1).wait_for()


def choices(page: MapPage, title: str) -> dict[str, int]:
    """The choices of a list with their counts."""
    rows = page.page.get_by_role("group", name=title).locator(".choice")
    page.until(lambda: rows.count() > 1, f"there are choices of {title}")
    return counted(page, title)


def counted(page: MapPage, title: str) -> dict[str, int]:
    rows = page.page.get_by_role("group", name=title).locator(".choice")
    # All at once: the list may be made anew while it is read.
    texts = [text.split("\n") for text in rows.evaluate_all("rows => rows.map(row => row.innerText)")]
    return {parts[0].strip(): int(parts[1].replace(",", "")) for parts in texts if len(parts) > 1 and parts[1].strip()}


def choose(page: MapPage, title: str, label: str) -> None:
    # The label goes on with the count.
    page.page.get_by_role("group", name=title).get_by_role("radio", name=re.compile(rf"{re.escape(label)} [\d,]+$")).check()


def chips(page: MapPage) -> list[str]:
    return page.page.locator(".filter-chip-text").all_inner_texts()


def field(page: MapPage, name: str) -> str:
    match = re.search(rf"[#&]{name}=([^&]+)", page.page.url)
    return unquote(match.group(1)) if match else ""


def matched(library: Library, **parameters) -> int:
    return library.get("collections/photos/items", limit=1, **parameters)["numberMatched"]


@scenario("a camera is chosen from a list with exact counts, and map, chip and address follow")
def camera_filters(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    listed = choices(page, "Camera")
    expect(listed, "No camera is listed")
    model, count = min(listed.items(), key=lambda item: item[1])
    choose(page, "Camera", model)
    page.until(lambda: field(page, "camera"), "the address names the camera")
    expect_equal(matched(library, camera=field(page, "camera")), count, "what the API counts for it")
    page.until(lambda: page.shown_count() == count, f"the map shows {count} photos")
    page.equals(lambda: chips(page), [f"Camera: {model}"], "the chips")
    page.equals(page.page.locator(".filters-badge").inner_text, "1", "the number on the button")
    page.until(lambda: choices(page, "Camera") == listed, "the other cameras can still be chosen")
    page.page.keyboard.press("Escape")
    page.page.locator("#filters-panel").wait_for(state="hidden")
    page.focused(page.page.locator(".filters-button"), "the button of the filters")
    page.page.get_by_role("button", name=f"Remove filter Camera: {model}").click()
    page.until(lambda: page.shown_count() == library.total(), "all photos are back")
    page.equals(lambda: field(page, "camera"), "", "the camera in the address")


@scenario("filters of several kinds add up, each with a chip, and one button clears them all")
def filters_combine(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    folder, inside = max(choices(page, "Folder").items(), key=lambda item: item[1])
    choose(page, "Folder", folder)
    page.until(lambda: page.shown_count() == inside, f"the map shows the {inside} photos of the folder")
    page.until(lambda: field(page, "path"), "the address names the folder")
    expect_equal(matched(library, path=field(page, "path")), inside, "what the API counts for the folder")
    page.until(lambda: sum(choices(page, "Camera").values()) == inside, "the cameras are counted within the folder")
    choose(page, "Kind", "Photos")
    page.until(lambda: field(page, "media") == "image", "the kind is in the address")
    choose(page, "Place read from", "EXIF in the file")
    page.until(lambda: field(page, "source") == "exif", "the source is in the address")
    page.equals(lambda: chips(page), ["Photos", "Place from: EXIF in the file", f"Folder: {folder}"], "the chips")
    wanted = matched(library, path=field(page, "path"), media="image", source="exif")
    page.until(lambda: page.shown_count() == wanted, f"the map shows {wanted} photos")
    page.page.get_by_role("button", name="Done").click()
    page.page.locator(".filter-chip.is-clear").click()
    page.until(lambda: page.shown_count() == library.total(), "all photos are back")
    page.equals(lambda: chips(page), [], "the chips that are left")


@scenario("Back takes one filter away after the other, and the address restores them")
def back_undoes_filters(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    folder = next(iter(choices(page, "Folder")))
    choose(page, "Folder", folder)
    page.until(lambda: len(chips(page)) == 1, "there is a chip")
    choose(page, "Kind", "Photos")
    page.until(lambda: len(chips(page)) == 2, "there are two chips")
    page.until(lambda: field(page, "path") and field(page, "media"), "both are in the address")
    both = page.page.url.removeprefix(page.base)
    page.page.go_back()
    page.until(lambda: chips(page) == [f"Folder: {folder}"], "one filter is taken back")
    page.page.go_back()
    page.until(lambda: chips(page) == [] and page.shown_count() == library.total(), "all are taken back")
    page.open(both)
    page.equals(lambda: sorted(chips(page)), sorted([f"Folder: {folder}", "Photos"]), "the chips of the address")
    page.until(lambda: page.shown_count() == matched(library, path=field(page, "path"), media="image"), "the map is filtered")


@scenario("when nothing passes the filters the map says so and offers to clear them")
def nothing_matches(page: MapPage, library: Library) -> None:
    page.open("#camera=No%20such%20camera")
    page.page.get_by_text("No photo passes the filters.").wait_for()
    page.page.get_by_role("button", name="Clear filters").click()
    page.until(lambda: page.shown_count() == library.total(), "all photos are back")
    page.gone(page.page.locator(".no-match"), "the card")


@scenario("when what passes the filters is elsewhere the map offers to go there")
def matches_elsewhere(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    path = photo["properties"]["path"]
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=9/{-lat / 2}/{(lon + 360) % 360 - 180}&path={path}")
    page.page.get_by_text("No photo in this view passes the filters.").wait_for()
    page.page.get_by_role("button", name="Show them").click()
    page.until(lambda: page.pin(photo["id"]).count() == 1, "the photo is on the map")
    page.gone(page.page.locator(".no-match"), "the card")


@scenario("the choices can be counted for what is in view, and follow the map")
def counts_of_the_view(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    everywhere = choices(page, "Folder")
    page.page.get_by_role("switch", name="Count only what is in view").check()
    page.until(lambda: sum(choices(page, "Folder").values()) == in_view(page), "the folders add up to what is in view")
    folder = max(everywhere, key=everywhere.get)
    one = library.get("collections/photos/items", path=f"{folder}/*", limit=1)["features"][0]
    lon, lat = one["geometry"]["coordinates"]
    page.page.evaluate(f"location.hash = '#map=9/{lat}/{lon}'")
    page.until(lambda: 0 < in_view(page) < library.total(), "the map has gone there")
    page.until(lambda: sum(counted(page, "Folder").values()) == in_view(page), "the choices are counted anew")
    expect(folder in counted(page, "Folder"), f"{folder} is not among the choices")
    page.page.get_by_role("switch", name="Count only what is in view").uncheck()
    page.until(lambda: counted(page, "Folder") == everywhere, "all photos are counted again")


def in_view(page: MapPage) -> int:
    match = re.search(r"([\d,]+) in view", page.page.inner_text("#counts"))
    return int(match.group(1).replace(",", "")) if match else -1


@scenario("on a phone the filters come up as a sheet", **PHONE)
def phone_sheet(page: MapPage, library: Library) -> None:
    page.open()
    page.page.locator(".filters-button").tap()
    panel = page.page.locator("#filters-panel")
    page.until(lambda: panel.locator(".choices .choice").count() > 2, "there are choices")
    box = page.box(panel)
    expect_equal((box["x"], box["width"], round(box["y"] + box["height"])), (0, 390, 844), "where the sheet is")
    folder, inside = max(choices(page, "Folder").items(), key=lambda item: item[1])
    choose(page, "Folder", folder)
    page.page.get_by_role("button", name="Done").tap()
    page.until(lambda: chips(page) == [f"Folder: {folder}"], "the chip stands at the head")
    page.until(lambda: page.shown_count() == inside, "the map shows the folder's photos")
    expect(not page.page.evaluate("document.scrollingElement.scrollWidth > innerWidth"), "The page scrolls sideways")
