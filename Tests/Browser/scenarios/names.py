"""The lists of keywords and people: from the panel of places, with search, pictures, and names that change everywhere."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE, toast, undo
from scenarios.guests import shared
from scenarios.placing import own_library


def panel(page: MapPage):
    return page.page.locator("dialog.names[open]")


def rows(page: MapPage) -> list[str]:
    return panel(page).locator(".area-name").all_inner_texts()


def open_list(page: MapPage, name: str) -> None:
    page.page.locator("#areas-button").click()
    page.page.locator("dialog.areas[open]").get_by_role("button", name=name, exact=True).click()
    panel(page).locator(".area").first.wait_for()


def names(library: Library, kind: str = "keywords", **more) -> dict[str, int]:
    return {one["name"]: one["count"] for one in library.get(kind, **more)[kind]}


@scenario("the list of keywords has counts, is searched, and leads to the photos")
def keywords(page: MapPage, library: Library) -> None:
    page.open()
    open_list(page, "Keywords")
    known = names(library)
    shown = rows(page)
    expect(len(shown) > 5 and set(shown) <= set(known), f"the names: {shown}")
    expect_equal([known[name] for name in shown], sorted(known.values(), reverse=True)[: len(shown)], "their numbers of photos")
    expect(f"{len(known)} keywords" in panel(page).locator(".areas-counts").inner_text(), "the number of keywords")
    field = panel(page).locator("input.names-field")
    field.fill("DES")
    page.equals(lambda: rows(page), list(names(library, q="des")), "the names that are found")
    panel(page).locator(".area").first.click()
    page.until(lambda: "keyword=" in page.page.url, "the address has the filter")
    page.until(lambda: panel(page).count() == 0, "the panel is closed")
    page.page.go_back()
    panel(page).locator(".area").first.wait_for()
    field.fill("qqqq")
    page.until(lambda: "No name matches" in panel(page).inner_text(), "the panel says that nothing is found")


@scenario("people have a list of their own, and Escape returns to the map", **PHONE)
def people(page: MapPage, library: Library) -> None:
    page.open()
    open_list(page, "People")
    expect_equal(rows(page), list(names(library, "people")), "the people")
    panel(page).get_by_role("button", name="Places", exact=True).click()
    page.page.locator("dialog.areas[open]:not(.names)").wait_for()
    page.page.go_back()
    page.until(lambda: page.page.locator("dialog[open]").count() == 0, "one step back returns to the map")


@scenario("the filters lead to the list of all keywords, and Back returns")
def from_filters(page: MapPage, library: Library) -> None:
    page.open()
    page.page.get_by_role("button", name="Filters").click()
    page.page.get_by_role("button", name="All keywords…").click()
    panel(page).locator(".area").first.wait_for()
    expect_equal(page.page.locator("#filters-panel").is_visible(), False, "whether the filters are still open")
    page.page.go_back()
    page.gone(panel(page), "the panel")


@scenario("a keyword that gets the name of another unites with it, and both return when that is undone")
def renamed(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = names(library)
        first, second = list(before)[:2]
        page.open()
        open_list(page, "Keywords")
        panel(page).get_by_role("button", name=f"Rename “{second}”").click()
        dialog = page.page.locator("dialog.renaming[open]")
        field = dialog.get_by_label("New name")
        expect_equal(field.input_value(), second, "the old name")
        field.fill(first)
        field.press("Enter")
        toast(page).wait_for()
        page.until(lambda: second not in rows(page), "the old name is gone")
        expect(second not in names(library) and names(library)[first] >= before[first], "the names of the library")
        undo(page)
        page.until(lambda: second in rows(page), "the old name has returned")
        expect_equal(names(library), before, "the names of the library")


@scenario("axe finds nothing wrong in the list of keywords and in the dialog that changes a name")
def accessible(page: MapPage, _: Library) -> None:
    page.open()
    open_list(page, "Keywords")
    expect_accessible(page, "the list of keywords")
    panel(page).locator("[data-rename]").first.click()
    dialog = page.page.locator("dialog.renaming[open]")
    page.focused(dialog.get_by_label("New name"), "the field for the name")
    expect_accessible(page, "the dialog")
    page.page.keyboard.press("Escape")
    page.gone(dialog, "the dialog")
    expect_equal(panel(page).count(), 1, "the panels that stay open")


@scenario("guests read the lists and cannot change names")
def as_guest(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        open_list(page, "Keywords")
        expect_equal(panel(page).locator("[data-rename]").count(), 0, "the buttons that change names")
