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
    if (more := page.page.get_by_role("group", name=title).get_by_role("button", name="more")).count():
        more.click()
    page.until(lambda: rows.count() > 1 and counted(page, title), f"there are choices of {title} with counts")
    return counted(page, title)


def counted(page: MapPage, title: str) -> dict[str, int]:
    rows = page.page.get_by_role("group", name=title).locator(".choice")
    # In one call: the list may be rebuilt while it is read.
    # Engines differ in the empty lines of a text.
    texts = [text.strip().split("\n") for text in rows.evaluate_all("rows => rows.map(row => row.innerText)")]
    return {parts[0].strip(): int(parts[-1].replace(",", "")) for parts in texts if len(parts) > 1 and parts[-1].strip()}


def choose(page: MapPage, title: str, label: str) -> None:
    # The label continues with the count.
    page.page.get_by_role("group", name=title).get_by_role("checkbox", name=re.compile(rf"{re.escape(label)} [\d,]+$")).check()


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
    camera, taken = max(choices(page, "Camera").items(), key=lambda item: item[1])
    choose(page, "Camera", camera)
    page.until(lambda: page.shown_count() == taken, f"the map shows the {taken} photos of the camera")
    page.until(lambda: sum(counted(page, "Folder").values()) <= taken, "the folders are counted for the camera")
    folder, inside = max(choices(page, "Folder").items(), key=lambda item: item[1])
    choose(page, "Folder", folder)
    page.until(lambda: field(page, "path"), "the address names the folder")
    page.equals(lambda: chips(page), [f"Camera: {camera}", f"Folder: {folder}"], "the chips")
    expect_equal(matched(library, path=field(page, "path"), camera=field(page, "camera")), inside, "what the API counts for both")
    page.until(lambda: page.shown_count() == inside, f"the map shows {inside} photos")
    page.page.get_by_role("button", name="Done").click()
    page.page.locator(".filter-chip.is-clear").click()
    page.until(lambda: page.shown_count() == library.total(), "all photos are back")
    page.equals(lambda: chips(page), [], "the chips that are left")


@scenario("the names of countries and cameras are not cut in the filters")
def names_are_whole(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.open()
        open_filters(page)
        for title in ("Country", "Camera"):
            choices(page, title)
            cut = page.page.get_by_role("group", name=title).locator(".choice-label").evaluate_all(
                "labels => labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)")
            expect_equal(cut, [], f"names of {title} that are cut at {width} pixels")


@scenario("Back takes one filter away after the other, and the address restores them")
def back_undoes_filters(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    camera = next(iter(choices(page, "Camera")))
    choose(page, "Camera", camera)
    page.until(lambda: len(chips(page)) == 1, "there is a chip")
    folder = next(iter(choices(page, "Folder")))
    choose(page, "Folder", folder)
    page.until(lambda: len(chips(page)) == 2, "there are two chips")
    page.until(lambda: field(page, "path") and field(page, "camera"), "both are in the address")
    both = page.page.url.removeprefix(page.base)
    page.page.go_back()
    page.until(lambda: chips(page) == [f"Camera: {camera}"], "one filter is taken back")
    page.page.go_back()
    page.until(lambda: chips(page) == [] and page.shown_count() == library.total(), "all are taken back")
    page.open(both)
    page.equals(lambda: sorted(chips(page)), sorted([f"Camera: {camera}", f"Folder: {folder}"]), "the chips of the address")
    page.until(lambda: page.shown_count() == matched(library, path=field(page, "path"), camera=field(page, "camera")), "the map is filtered")


@scenario("two cameras and two folders can be chosen: photos of either camera in either folder")
def several_choices(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    listed = choices(page, "Camera")
    cameras = list(listed)[:2]
    for camera in cameras:
        choose(page, "Camera", camera)
    page.until(lambda: page.shown_count() == sum(listed[camera] for camera in cameras), "the map shows the photos of both cameras")
    page.equals(lambda: chips(page), [f"Camera: {camera}" for camera in cameras], "the chips")
    page.equals(page.page.locator(".filters-badge").inner_text, "2", "the number on the button")
    address = page.page.url
    expect_equal(address.count("camera="), 2, "the cameras in the address")
    counts = choices(page, "Folder")
    folders = list(counts)[:2]
    for folder in folders:
        choose(page, "Folder", folder)
    page.until(lambda: page.shown_count() == sum(counts[folder] for folder in folders), "the map shows what is in both folders")
    page.until(lambda: str(page.shown_count()) in page.page.inner_text("#grid-title"), "the panel counts the same")
    shown = page.shown_count()
    page.open(page.page.url.removeprefix(page.base))
    page.until(lambda: page.shown_count() == shown, "the address restores all of them")
    page.page.get_by_role("button", name=f"Remove filter Camera: {cameras[0]}").click()
    page.until(lambda: len(chips(page)) == 3, "one of the cameras is taken away")


@scenario("a date is typed, or a year chosen, beside the other filters; a text that is no date gets a message")
def date_is_typed(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    page.until(lambda: not page.page.get_by_role("group", name="Kind", include_hidden=True).is_visible(), "a list with one choice is hidden")
    text = page.page.get_by_role("textbox", name="Date")
    for typed, time in {"2018": "2018-01-01/2018-12-31", "May 2018": "2018-05-01/2018-05-31", "2016 to 2018": "2016-01-01/2018-12-31"}.items():
        text.fill(typed)
        text.press("Tab")
        page.until(lambda: field(page, "time") == time, f"{typed} is in the address")
        page.until(lambda: page.shown_count() == matched(library, datetime=time), f"the map shows the photos of {typed}")
    text.fill("tomorrow")
    text.press("Tab")
    page.page.get_by_text("Enter a year, a month or a day").wait_for()
    page.page.get_by_role("combobox", name="Year").select_option("2024")
    page.until(lambda: field(page, "time") == "2024-01-01/2024-12-31", "the year is in the address")


@scenario("several values become one condition, which the API accepts with any characters")
def conditions_are_asked(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { filterParameters, NO_FILTERS, joined } = await import(new URL("app/filters/filters.js", document.baseURI));
      const two = (name, ...values) => filterParameters({ ...NO_FILTERS, [name]: joined(values) }).filter;
      return [two("camera", "O'Neil 100%", "a_b"), two("path", "[*]x/*", "a'b_?/*"), two("media", "image", "video/mp4"), two("source", "exif", "xmp"),
        filterParameters({ ...NO_FILTERS, camera: "A", undated: "only", source: joined(["exif", "xmp"]) }).filter];
    }""")
    expect_equal(result[1], "(path LIKE '*x/%' OR path LIKE 'a''b\\\\__/%')", "the condition for folders")
    for condition in result:
        matched(library, filter=condition)


@scenario("if no photo matches the filters, the map says so and offers to clear them")
def nothing_matches(page: MapPage, library: Library) -> None:
    page.open("#camera=No%20such%20camera")
    page.page.get_by_text("No photos match your filters.").wait_for()
    page.page.get_by_role("button", name="Clear filters").click()
    page.until(lambda: page.shown_count() == library.total(), "all photos are back")
    page.gone(page.page.locator(".no-match"), "the card")


@scenario("if the matching photos are elsewhere, the map offers to go there")
def matches_elsewhere(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    path = photo["properties"]["path"]
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=9/{-lat / 2}/{(lon + 360) % 360 - 180}&path={path}")
    page.page.locator(".no-match").get_by_text("No photos in this view match your filters.").wait_for()
    page.page.get_by_role("button", name="Show matches").click()
    page.until(lambda: page.pin(photo["id"]).count() == 1, "the photo is on the map")
    page.gone(page.page.locator(".no-match"), "the card")


@scenario("the choices can be counted for the view, and follow the map")
def counts_of_the_view(page: MapPage, library: Library) -> None:
    page.open()
    open_filters(page)
    everywhere = choices(page, "Folder")
    page.page.get_by_role("switch", name="Count only photos in this view").check()
    page.until(lambda: sum(choices(page, "Folder").values()) == in_view(page), "the folders add up to what is in view")
    folder = max(everywhere, key=everywhere.get)
    one = library.get("collections/photos/items", path=f"{folder}/*", limit=1)["features"][0]
    lon, lat = one["geometry"]["coordinates"]
    page.page.evaluate(f"location.hash = '#map=9/{lat}/{lon}'")
    page.until(lambda: 0 < in_view(page) < library.total(), "the map has gone there")
    page.until(lambda: sum(counted(page, "Folder").values()) == in_view(page), "the choices are counted again")
    expect(folder in counted(page, "Folder"), f"{folder} is not among the choices")
    page.page.get_by_role("switch", name="Count only photos in this view").uncheck()
    page.until(lambda: counted(page, "Folder") == everywhere, "all photos are counted again")


def in_view(page: MapPage) -> int:
    match = re.search(r"([\d,]+) in view", page.page.inner_text("#counts"))
    return int(match.group(1).replace(",", "")) if match else -1


@scenario("the filters begin with a choice, scroll as a whole, and close when Tab leaves them")
def filters_by_keyboard(page: MapPage, library: Library) -> None:
    page.open()
    page.page.locator(".filters-button").focus()
    page.page.keyboard.press("Enter")
    panel = page.page.locator("#filters-panel")
    page.until(lambda: panel.locator(".choices .choice").count() > 2, "there are choices")
    focused = page.page.evaluate("document.activeElement.closest('.choice-list') !== null")
    expect(focused, "The focus is not on a choice")
    folders = page.page.get_by_role("group", name="Folder")
    page.until(lambda: folders.get_by_role("button", name="more").count() == 1, "the list of folders is short")
    before = folders.locator(".choice").count()
    folders.get_by_role("button", name="more").press("Enter")
    page.until(lambda: folders.locator(".choice").count() > before, "all folders are listed")
    expect_equal(folders.locator("input").evaluate_all("all => all.indexOf(document.activeElement)"), before + 1, "the choice with the focus")
    scrolling = panel.evaluate("""(one) => [...one.querySelectorAll("*")]
      .filter((part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY)).map(({ className }) => className)""")
    expect_equal(scrolling, ["filters-lists"], "what scrolls in the panel")
    page.page.get_by_role("button", name="Done").focus()
    page.page.keyboard.press("Tab")
    page.gone(panel, "the panel")
    expect(not page.page.evaluate("document.activeElement.matches('.filters-button')"), "The focus went back")


@scenario("on a phone the filters are a sheet", **PHONE)
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
