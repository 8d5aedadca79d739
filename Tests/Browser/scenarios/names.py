"""The lists of keywords and people: from the panel of places, with search, pictures, and names that change everywhere."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE, toast, undo, write
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


def branches(library: Library, above: str | None = None) -> dict[str, int]:
    """The keywords of one level of the tree."""
    rows = library.get("keywords", paths="true", limit=10_000)["keywords"]
    return {one["name"]: one["count"] for one in rows if one.get("above") == above}


def rename(page: MapPage, before: str, name: str) -> None:
    panel(page).get_by_role("button", name=f"Rename “{before}”").click()
    field = page.page.locator("dialog.renaming[open]").get_by_label("New name")
    expect_equal(field.input_value(), before, "the old name")
    field.fill(name)
    field.press("Enter")
    toast(page).wait_for()


@scenario("the list of keywords has counts, is searched, and leads to the photos")
def keywords(page: MapPage, library: Library) -> None:
    page.open()
    open_list(page, "Keywords")
    known, total = branches(library), len(names(library, paths="true"))
    shown = rows(page)
    expect(len(shown) > 5 and set(shown) <= set(known), f"the names: {shown}")
    expect_equal([known[name] for name in shown], sorted(known.values(), reverse=True)[: len(shown)], "their numbers of photos")
    expect(f"{total} keywords" in panel(page).locator(".areas-counts").inner_text(), "the number of keywords")
    field = panel(page).locator("input.names-field")
    field.fill("DES")
    page.equals(lambda: rows(page), list(names(library, q="des", paths="true")), "the names that are found")
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
        first, second = [name for name in branches(library) if name in before][:2]
        page.open()
        open_list(page, "Keywords")
        rename(page, second, first)
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


def walk_tree(page: MapPage, library: Library, press) -> None:
    """Branches open and close, a search finds paths, and a path is a filter whose photos are those that it counts."""
    page.open()
    open_list(page, "Keywords")
    nature = panel(page).locator("[data-open='Nature']")
    expect_equal(nature.get_attribute("aria-expanded"), "false", "whether the branch is open")
    press(nature)
    page.until(lambda: "Animals" in rows(page), "the branch is open")
    parts = [name.removeprefix("Nature/") for name in branches(library, "Nature")]
    start = rows(page).index("Nature") + 1
    expect_equal(sorted(rows(page)[start : start + len(parts)]), sorted(parts), "the parts of the branch")
    expect_equal(nature.get_attribute("aria-expanded"), "true", "whether the branch is open")
    press(nature)
    page.until(lambda: "Animals" not in rows(page), "the branch is closed")
    panel(page).locator("input.names-field").fill("anim")
    page.equals(lambda: rows(page), ["Nature/Animals"], "the paths that are found")
    press(panel(page).locator("[data-choose='Nature/Animals']"))
    page.until(lambda: panel(page).count() == 0, "the panel is closed")
    count = library.get("collections/photos/items", keyword="Nature/Animals", limit=1)["numberMatched"]
    expect_equal(count, branches(library, "Nature")["Nature/Animals"], "the number in the list")
    page.until(lambda: page.page.inner_text("#counts").startswith(f"{count} of "), "the photos below the path are shown")
    page.page.go_back()
    panel(page).locator(".area").first.wait_for()


@scenario("keywords are a tree that opens and closes, is searched, and filters by a path")
def tree(page: MapPage, library: Library) -> None:
    walk_tree(page, library, lambda button: button.click())
    field = panel(page).locator("input.names-field")
    field.fill("")
    page.until(lambda: "Nature" in rows(page), "the whole list")
    panel(page).locator("[data-choose='Nature']").focus()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: "Animals" in rows(page), "the right arrow opens the branch")
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: page.page.evaluate("document.activeElement.dataset.choose").startswith("Nature/"), "it then goes to the first part")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowLeft")
    page.until(lambda: "Animals" not in rows(page), "the left arrow goes back and closes the branch")


@scenario("on a phone keywords are a tree that opens and closes, is searched, and filters by a path", **PHONE)
def tree_by_touch(page: MapPage, library: Library) -> None:
    walk_tree(page, library, lambda button: button.tap())


@scenario("keywords of photos that are not on the map are listed and offered, and a branch is renamed with all below it")
def off_the_map(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = next(file["id"] for file in library.get("report", reason="no-gps")["files"])
        write(library, photos=[photo], add={"keywords": ["Club/Summer"], "people": ["Zoe Off"]})
        page.open()
        open_list(page, "Keywords")
        # Those whose photos are not on the map are the last.
        panel(page).locator(".areas-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        panel(page).locator("[data-open='Club']").click()
        panel(page).locator(".areas-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        row = panel(page).locator(".area", has=page.page.get_by_text("Summer", exact=True))
        expect("1 photo, not on the map" in row.inner_text(), f"the row: {row.inner_text()}")
        expect_equal(panel(page).locator("[data-choose='Club/Summer']").count(), 0, "buttons that would show nothing")
        rename(page, "Club", "Team / Club")
        page.equals(lambda: list(branches(library, "Team/Club")), ["Team/Club/Summer"], "the branch of the library")
        undo(page)
        page.equals(lambda: list(branches(library, "Club")), ["Club/Summer"], "the branch after the undo")
        other = library.get("collections/photos/items", limit=1)["features"][0]["id"]
        page.open(f"#photo={other}")
        page.page.locator(".photo-pane").get_by_role("button", name="Edit", exact=True).click()
        for label, typed, name in [("Add a keyword", "summ", "Club/Summer"), ("Add a person", "zoe", "Zoe Off")]:
            field = page.page.locator(".photo-pane").get_by_label(label, exact=True).and_(page.page.locator("input"))
            field.fill(typed)
            option = page.page.locator(f".photo-pane [role=option][data-name='{name}']")
            option.wait_for()
            option.click()
        page.equals(lambda: library.photo(other)["properties"].get("keywordPaths", [])[-1:], ["Club/Summer"], "the hierarchy of the photo")
        page.equals(lambda: library.photo(other)["properties"].get("people", [])[-1:], ["Zoe Off"], "the people of the photo")


@scenario("guests read the lists and cannot change names")
def as_guest(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        open_list(page, "Keywords")
        expect_equal(panel(page).locator("[data-rename]").count(), 0, "the buttons that change names")
