"""Two spans of time at one place: a divided map, two lists, and two spans in the time bar."""

import re
from urllib.parse import unquote

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.time import at, plot

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
FIRST, SECOND = "2024-01-01/2024-12-31", "2023-01-01/2023-12-31"
BOTH = f"#time={FIRST}&compare={SECOND}"


def taken(library: Library, span: str, **more) -> set[int]:
    return {photo["id"] for photo in library.get("collections/photos/items", datetime_local=span, limit=1000, **more)["features"]}


def field(page: MapPage, name: str) -> str:
    match = re.search(rf"[#&]{name}=([^&]+)", page.page.url)
    return unquote(match.group(1)) if match else ""


def count_on(page: MapPage, side: str) -> int:
    """How many photos the pins of a side stand for."""
    return page.page.evaluate("""(side) => [...document.querySelectorAll(`.map-side.${side} .pin:not(.is-leaving)`)]
      .reduce((sum, {dataset: {count = 1}}) => sum + Number(count), 0)""", side)


def seen_on(page: MapPage, side: str) -> int:
    """How many pins of a side are not beyond the divider."""
    return page.page.locator(f".map-side.{side} .pin:not(.is-away, .is-leaving)").count()


def listed(page: MapPage, side: str) -> set[int]:
    name = ".wall-frame.is-second" if side == "is-second" else ".wall-frame:not(.is-second)"
    return set(page.page.eval_on_selector_all(f"#grid {name} [data-item]", "items => items.map((item) => Number(item.dataset.item))"))


def shows(page: MapPage, library: Library, first: str, second: str, **more) -> None:
    """Checks that both sides have exactly the photos of their spans, and both lists some of them."""
    on_map(page, library, first, second, **more)
    for side, span in (("is-first", first), ("is-second", second)):
        photos = taken(library, span, **more)
        page.until(lambda side=side, photos=photos: listed(page, side) <= photos and (not photos or listed(page, side)), f"the list {side} has the photos of {span}")


def on_map(page: MapPage, library: Library, first: str, second: str, **more) -> None:
    for side, span in (("is-first", first), ("is-second", second)):
        photos = taken(library, span, **more)
        page.equals(lambda side=side: count_on(page, side), len(photos), f"photos on the side {side}")


def stopped(page: MapPage) -> None:
    page.until(lambda: page.page.locator(".divider").count() == 0, "there is no divider")
    page.until(lambda: page.page.locator("#grid .wall-frame").count() == 1, "there is one list")
    expect_equal(field(page, "compare"), "", "the second span in the address")


@scenario("two years at one place: each has its side of the map and its list, the divider moves between them, and Back leaves them")
def two_years(page: MapPage, library: Library) -> None:
    page.open(f"#time={FIRST}")
    expect(not any("comparison" in url for url in page.requests), "The comparison was loaded although nothing is compared")
    page.page.get_by_role("button", name="Compare with another time").click()
    page.until(lambda: field(page, "compare") == SECOND, "the year before is compared")
    shows(page, library, FIRST, SECOND)
    headings = page.page.locator("#grid .compared-heading").all_inner_texts()
    expect_equal(headings, [f"2024 · {len(taken(library, FIRST))} photos", f"2023 · {len(taken(library, SECOND))} photos"], "headings of the lists")
    divider = page.page.get_by_role("slider", name="Divider between 2023 and 2024")
    divider.press("Home")
    page.equals(lambda: seen_on(page, "is-second"), 0, "pins of the earlier year, with the divider at the left")
    divider.press("End")
    page.equals(lambda: seen_on(page, "is-first"), 0, "pins of the later year, with the divider at the right")
    for _ in range(5):
        divider.press("PageDown")
    page.until(lambda: divider.get_attribute("aria-valuenow") == "50", "larger steps lead to the middle")
    grip = page.box(page.page.locator(".divider-grip"))
    page.page.mouse.move(grip["x"] + 22, grip["y"] + 22)
    page.page.mouse.down()
    page.page.mouse.move(grip["x"] + 22 - 200, grip["y"] + 22, steps=4)
    page.page.mouse.up()
    moved = page.box(page.page.locator(".divider-grip"))
    expect(abs(grip["x"] - 200 - moved["x"]) <= 1, f"The divider has moved from {grip['x']} to {moved['x']}")
    page.page.go_back()
    stopped(page)
    expect_equal(field(page, "time"), FIRST, "the first span after Back")
    page.until(lambda: page.shown_count() == len(taken(library, FIRST)), "the pins are those of the first span")
    page.page.go_forward()
    shows(page, library, FIRST, SECOND)
    page.page.locator("#map canvas").focus()
    page.page.keyboard.press("Escape")
    stopped(page)


@scenario("a drag over the time bar chooses the second span, and the span that is pressed is the one that changes")
def spans_in_the_bar(page: MapPage, library: Library) -> None:
    page.open(BOTH)
    shows(page, library, FIRST, SECOND)
    divider = page.page.get_by_role("slider", name="Divider between 2023 and 2024")
    divider.press("Shift+ArrowLeft")
    box = page.box(page.page.locator(".divider"))
    page.double_click(box["x"] + 22, box["y"] + 300)
    page.until(lambda: divider.get_attribute("aria-valuenow") == "50", "a double click puts the divider into the middle")
    steps = page.page.evaluate("history.length")
    page.page.locator(".time-side.is-second").click()
    box = plot(page)
    page.page.mouse.move(at(box, 0.1), box["middle"])
    page.page.mouse.down()
    page.page.mouse.move(at(box, 0.5), box["middle"], steps=6)
    page.page.mouse.up()
    page.until(lambda: field(page, "compare") not in ("", SECOND), "the second span has changed")
    page.until(lambda: page.page.evaluate("history.length") == steps + 1, "the drag is one step")
    second = field(page, "compare")
    shows(page, library, FIRST, second)
    page.page.mouse.move(at(box, 0.97), box["middle"])
    page.page.mouse.down()
    page.page.mouse.move(at(box, 0.9), box["middle"], steps=6)
    page.page.mouse.up()
    page.until(lambda: field(page, "time") not in ("", FIRST), "the pressed span, the first one, has changed")
    expect_equal(field(page, "compare"), second, "the second span")
    page.page.get_by_role("button", name="Stop comparing").click()
    stopped(page)


def opened(page: MapPage, library: Library) -> None:
    second = taken(library, SECOND)
    page.page.locator(f"#grid .wall-frame.is-second [data-item]").first.click()
    page.expect_panel()
    page.until(lambda: page.page.locator(".panel-subtitle").inner_text() == f"1 of {len(second)}", "the place in the list of the second span")
    expect_equal(field(page, "of"), "second", "the side in the address")
    page.page.get_by_role("button", name="Next photo").click()
    page.until(lambda: page.page.locator(".panel-subtitle").inner_text() == f"2 of {len(second)}", "the next photo of the second span")
    expect(int(field(page, "photo")) in second, "The next photo is not one of the second span")
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.expect_no_panel()
    shows(page, library, FIRST, SECOND)


@scenario("in a comparison, photos and groups open within their span, and filters apply to both")
def opened_within(page: MapPage, library: Library) -> None:
    page.open(BOTH)
    shows(page, library, FIRST, SECOND)
    opened(page, library)
    cluster = page.page.locator(".map-side.is-second .pin-count").first
    count = int(cluster.inner_text())
    cluster.click()
    page.expect_panel()
    page.until(lambda: len(page.listed()) == count, f"the {count} photos of the group are listed")
    expect(set(page.listed()) <= taken(library, SECOND), "The group has photos of the other span")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    page.open(f"{BOTH}&country=FR")
    shows(page, library, FIRST, SECOND, country="FR")


@scenario("on a phone a link to a comparison shows both times, a thumb moves the divider, and the lists are below", **PHONE)
def on_a_phone(page: MapPage, library: Library) -> None:
    page.open(BOTH)
    on_map(page, library, FIRST, SECOND)
    grip = page.box(page.page.locator(".divider-grip"))
    sheet = page.box(page.page.locator("#grid"))
    expect(grip["width"] >= 44 and grip["height"] >= 44, f"The handle is {grip['width']} pixels wide")
    expect(grip["y"] + grip["height"] <= min(sheet["y"], page.box(page.page.locator(".filters-button"))["y"]), "Something covers the handle")
    page.page.mouse.move(grip["x"] + 22, grip["y"] + 22)
    page.page.mouse.down()
    page.page.mouse.move(30, grip["y"] + 22, steps=4)
    page.page.mouse.up()
    expect(abs(page.box(page.page.locator(".divider-grip"))["x"] + 22 - 30) <= 1, "The divider is not where the thumb is")
    page.page.locator(".grid-grip").click()
    page.until(lambda: page.page.locator("#grid").get_attribute("data-height") == "half", "the sheet is raised")
    shows(page, library, FIRST, SECOND)
    columns = [page.box(page.page.locator(f"#grid > .wall-frame{part}")) for part in (".is-second", ":not(.is-second)")]
    expect(columns[0]["x"] + columns[0]["width"] <= columns[1]["x"] + 1, "The earlier year is not on the left")
    opened(page, library)
    page.page.get_by_role("button", name="Stop comparing").evaluate("button => button.click()")
    stopped(page)


@scenario("heat, a day and a new question take the place of a comparison, which a chosen layer of pins restores")
def what_ends_it(page: MapPage, library: Library) -> None:
    page.open(f"{BOTH}&layer=heat")
    expect_equal(page.page.locator(".divider").count(), 0, "dividers over heat")
    page.page.get_by_role("button", name="Compare with another time").click()
    shows(page, library, FIRST, field(page, "compare"))
    expect_equal(field(page, "layer"), "", "the layer while comparing")
    page.page.locator(".filter-chip-remove").first.click()
    stopped(page)
    page.until(lambda: page.shown_count() == library.total(), "without the first span, all photos are shown")


@scenario("a comparison prints both sides of the map and two lists")
def prints_both(page: MapPage, library: Library) -> None:
    page.page.add_init_script("window.print = () => { window.hasPrinted = true; };")
    page.open(BOTH)
    shows(page, library, FIRST, SECOND)
    page.page.keyboard.press("Control+p")
    page.until(lambda: page.page.evaluate("window.hasPrinted"), "it prints")
    sheet = page.page.locator(".print-sheet")
    expect_equal(sheet.locator(".print-map > .map-side").count(), 2, "sides of the printed map")
    counts = [len(taken(library, span)) for span in (SECOND, FIRST)]
    expect_equal([one.locator("li").count() for one in sheet.locator(".print-list").all()], counts, "photos of the printed lists")
    expect_equal(sheet.locator(".print-span").all_text_contents(), [f"2023 · {counts[0]} photos", f"2024 · {counts[1]} photos"], "their headings")
