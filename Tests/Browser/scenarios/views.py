"""Saved views: filters under a name, in the panel of the filters, above the chips and in the search box."""

import json
import re
from urllib.parse import quote
from urllib.request import Request, urlopen

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE, toast, undo
from scenarios.filters import chips, open_filters
from scenarios.guests import shared
from scenarios.placing import own_library

FRANCE_OR_EGYPT = "#country=FR&country=EG"


def put(library: Library, name: str, **filters: str) -> None:
    body = json.dumps({"filters": filters}).encode()
    request = Request(f"{library.base}views/{quote(name, safe='')}", body, {"Content-Type": "application/json"}, method="PUT")
    with urlopen(request, timeout=30) as answer:
        expect(answer.status in (200, 201), f"PUT of {name} is {answer.status}")


def saved(library: Library) -> dict[str, dict]:
    return {view["name"]: view["filters"] for view in library.get("views")["views"]}


def row(page: MapPage):
    return page.page.locator("#filters-panel .views")


def button(page: MapPage, name: str):
    return row(page).get_by_role("button", name=name, exact=True)


def choice(page: MapPage):
    return row(page).get_by_label("Saved views")


def shown_name(page: MapPage) -> str:
    names = page.page.locator(".filter-chip .view-name").all_inner_texts()
    return names[0] if names else ""


def save_as(page: MapPage, name: str) -> None:
    field = row(page).get_by_label("Name of the view")
    page.focused(field, "the field for the name")
    field.fill(name)
    field.press("Enter")


@scenario("filters are saved under a name, which the chips show while exactly these are set, and chosen again; the map stays")
def save_and_choose(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open(FRANCE_OR_EGYPT + "&map=4/40/10")
        matched = page.shown_count()
        open_filters(page)
        button(page, "Save these filters…").click()
        save_as(page, "Été 海")
        page.until(lambda: "Saved as “Été 海”" in toast(page).inner_text(), "the page says that it is saved")
        page.equals(lambda: list(saved(library)), ["Été 海"], "the views of the library")
        page.equals(lambda: shown_name(page), "Été 海", "the name above the chips")
        expect_equal(choice(page).input_value(), "Été 海", "the chosen view")
        expect("country=FR" in page.page.url and "view" not in page.page.url, f"the address has the filters: {page.page.url}")
        page.page.get_by_role("group", name="Country").get_by_role("checkbox", name=re.compile("Egypt")).click()
        page.until(lambda: shown_name(page) == "" and choice(page).input_value() == "", "other filters have no name")
        before = page.map_view()
        choice(page).select_option("Été 海")
        page.until(lambda: len(chips(page)) == 2 and shown_name(page) == "Été 海", "both countries are filters again")
        page.equals(page.shown_count, matched, "the photos on the map")
        expect_equal(page.map_view(), before, "the view of the map")
        page.page.reload()
        page.until(lambda: shown_name(page) == "Été 海", "the name after a reload")
        page.page.go_back()
        page.until(lambda: len(chips(page)) == 1, "Back returns to the filters before")


@scenario("a view is renamed and removed, each with an undo; a name that is taken is replaced only after a question")
def change(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "France", country="FR")
        put(library, "Egypt", country="EG")
        page.open("#country=FR")
        open_filters(page)
        page.until(lambda: button(page, "Rename").is_visible(), "the view can be renamed")
        button(page, "Rename").click()
        save_as(page, "Frankreich")
        page.until(lambda: set(saved(library)) == {"Frankreich", "Egypt"}, "the view has the new name")
        undo(page)
        page.equals(lambda: set(saved(library)), {"France", "Egypt"}, "the views after the undo")
        # The message is outside of the panel, which closes.
        open_filters(page)
        page.until(lambda: button(page, "Remove").is_visible(), "the view can be removed")
        button(page, "Remove").click()
        page.equals(lambda: set(saved(library)), {"Egypt"}, "the views after the removal")
        page.until(lambda: shown_name(page) == "" and chips(page) == ["France"], "the filters stay without a name")
        undo(page)
        page.equals(lambda: saved(library).get("France"), {"country": "FR"}, "the removed view")
        page.page.get_by_role("button", name="Remove filter France").click()
        page.open("#media=image")
        open_filters(page)
        button(page, "Save these filters…").click()
        save_as(page, "Egypt")
        replace = button(page, "Replace it")
        page.until(lambda: replace.is_visible() and "There is a view “Egypt”" in row(page).inner_text(), "the page asks")
        expect_equal(saved(library)["Egypt"], {"country": "EG"}, "the view before the answer")
        replace.click()
        page.equals(lambda: saved(library)["Egypt"], {"media": "image"}, "the replaced view")
        undo(page)
        page.equals(lambda: saved(library)["Egypt"], {"country": "EG"}, "the view after the undo")


@scenario("the search box finds views by their names")
def search(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "Pyramids and towers", q="tower", media="image")
        page.open()
        box = page.page.get_by_role("combobox")
        box.fill("pyramids and")
        option = page.page.locator("#search-list [role=option]", has_text="Saved view")
        page.until(lambda: option.count() == 1 and "Pyramids and towers" in option.inner_text(), "the view is offered")
        option.click()
        page.until(lambda: shown_name(page) == "Pyramids and towers" and len(chips(page)) == 2, "its filters are set")


@scenario("a view with filters that the page lacks is a filter itself, and its box leads the map there")
def other_filters(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "Around Paris", bbox="2,48,3,49.5", filter="altitude IS NOT NULL OR altitude IS NULL")
        wanted = library.get("collections/photos/items", limit=1, view="Around Paris")["numberMatched"]
        expect(wanted > 0, "no photo is in the box")
        page.open()
        open_filters(page)
        page.until(lambda: choice(page).is_visible(), "the view is listed")
        choice(page).select_option("Around Paris")
        page.until(lambda: chips(page) == ["Saved view: Around Paris"], "the chip")
        page.equals(page.shown_count, wanted, "the photos on the map")
        page.until(lambda: page.map_view()[0] > 5, "the map is there")
        expect("view=Around%20Paris" in page.page.url, f"the address has the view: {page.page.url}")


@scenario("guests see nothing of views, and the page asks for none")
def guests(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        open_filters(page)
        page.quiet("/")
        expect_equal(row(page).count(), 0, "rows of views")
        expect_equal([url for url in page.requests if "/views" in url.replace("/app/views/", "")], [], "requests for views")


@scenario("if views cannot be loaded or saved, the row says why, and what was typed stays")
def failures(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.page.route(re.compile(r"/views(/|$)"), lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_())
        page.open("#media=image")
        open_filters(page)
        page.until(lambda: "server" in row(page).inner_text().lower(), "the row says why there are no views")
        button(page, "Save these filters…").click()
        save_as(page, "Pictures")
        page.until(lambda: "server" in row(page).locator(".views-note").inner_text().lower(), "the row says why it is not saved")
        expect_equal(row(page).get_by_label("Name of the view").input_value(), "Pictures", "the name")
        page.page.unroute(re.compile(r"/views(/|$)"))
        row(page).get_by_role("button", name="Save", exact=True).click()
        page.equals(lambda: saved(library), {"Pictures": {"media": "image"}}, "the views")
        page.complaints = [one for one in page.complaints if "/views" not in one]


@scenario("views are saved, chosen and left with the keyboard alone")
def keyboard(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "Films", media="video")
        page.open("#media=image")
        open_filters(page)
        page.until(lambda: choice(page).is_visible(), "the view is listed")
        opener = button(page, "Save these filters…")
        opener.focus()
        page.page.keyboard.press("Enter")
        field = row(page).get_by_label("Name of the view")
        page.focused(field, "the field")
        page.page.keyboard.press("Escape")
        page.focused(opener, "the button after Escape")
        expect(page.page.locator("#filters-panel").is_visible(), "Escape in the field has closed the panel")
        page.page.keyboard.press("Enter")
        page.page.keyboard.type("Pictures")
        page.page.keyboard.press("Enter")
        page.equals(lambda: set(saved(library)), {"Films", "Pictures"}, "the views")
        page.focused(button(page, "Rename"), "the button after saving")
        choice(page).focus()
        page.page.keyboard.type("Films")
        page.until(lambda: chips(page) == ["Videos"], "the view is chosen by its first letters")


@scenario("on a phone the row of views fits, and is accessible", **PHONE)
def phone(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "A view with quite a long name that does not fit into one line of a phone", country="FR")
        page.open("#country=FR")
        open_filters(page)
        page.until(lambda: button(page, "Remove").is_visible(), "the view is chosen")
        button(page, "Rename").click()
        box, panel = page.box(row(page)), page.box(page.page.locator("#filters-panel"))
        expect(box["x"] >= 0 and box["x"] + box["width"] <= panel["x"] + panel["width"], f"the row {box} is wider than the panel {panel}")
        expect(row(page).evaluate("row => row.scrollWidth <= row.clientWidth"), "the row scrolls sideways")
        expect_accessible(page, "the row of views on a phone")


@scenario("a view that is saved, replaced or removed elsewhere is in the open row at once, and the focus stays")
def elsewhere(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        put(library, "France", country="FR")
        page.open("#country=FR")
        open_filters(page)
        page.until(lambda: button(page, "Rename").is_visible(), "the view is chosen")
        choice(page).focus()
        put(library, "Egypt", country="EG")
        names = lambda: [one for one in choice(page).locator("option").all_inner_texts()][1:]
        page.equals(names, ["Egypt", "France"], "the views in the list")
        page.focused(choice(page), "the list of views")
        button(page, "Remove").focus()
        put(library, "France", country="IT")
        page.until(lambda: shown_name(page) == "", "the filters have no name any more")
        page.until(lambda: page.page.evaluate("document.activeElement.closest('.views') !== null"), "the focus is in the row")
