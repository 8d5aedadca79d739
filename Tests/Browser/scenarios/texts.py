"""The texts of the page: plain English, one term for each thing."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible


@scenario("controls, filters, keys and reasons are named as people name them")
def texts_are_plain(page: MapPage, library: Library) -> None:
    page.open()
    page.page.get_by_role("button", name="Theme: match system").wait_for()
    page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_text("includes the poles").wait_for()
    page.page.locator(".filters-button").click()
    page.page.get_by_text("Count only photos in this view").wait_for()
    page.page.get_by_role("button", name="Done").click()
    page.page.get_by_role("button", name="Keyboard shortcuts").click()
    page.page.get_by_text("Move the start or end one step (Shift: a bigger step)").wait_for()
    page.page.keyboard.press("Escape")
    page.page.locator("#unplaced-link").click()
    page.page.get_by_role("button", name="Location is 0°, 0°").wait_for()
    page.page.locator('.reason-chip[data-reason="unsupported"]').click()
    page.page.get_by_text("These aren’t photos or videos, or the format isn’t supported yet.").wait_for()
    words = page.page.locator(".unplaced").inner_text()
    expect("Null island" not in words, "The page speaks of null island")


@scenario("the same actions have the same names in the panel and in the viewer")
def actions_have_one_name(page: MapPage, library: Library) -> None:
    photo = library.lonely()["id"]
    page.open(f"#photo={photo}")
    page.expect_panel()
    in_panel = page.page.locator(".photo-pane .photo-actions .button").all_inner_texts()
    page.open(f"#photo={photo}&full=1")
    page.page.get_by_role("button", name="Details").click()
    in_viewer = page.page.locator(".details .photo-actions .button")
    page.until(lambda: in_viewer.all_inner_texts() == in_panel, f"the viewer offers {in_panel}")


def first_press(page: MapPage, other: str) -> None:
    page.open()
    page.page.get_by_role("button", name="Theme: match system").click()
    page.page.get_by_role("button", name=f"Theme: {other}").wait_for()
    page.equals(lambda: page.page.evaluate("document.documentElement.dataset.theme"), other, "the theme after the first press")
    for name in ("dark" if other == "light" else "light", "match system"):
        page.page.get_by_role("button", name="Theme:").click()
        page.page.get_by_role("button", name=f"Theme: {name}").wait_for()


@scenario("the first press on the theme turns a light page dark")
def light_turns_dark(page: MapPage, library: Library) -> None:
    first_press(page, "dark")


@scenario("the first press on the theme turns a dark page light", color_scheme="dark")
def dark_turns_light(page: MapPage, library: Library) -> None:
    first_press(page, "light")


@scenario("on a phone of 320 pixels the theme is in the card of the layers", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
def theme_on_small_phones(page: MapPage, library: Library) -> None:
    page.open()
    expect_equal(page.page.get_by_role("button", name="Theme:").count(), 0, "buttons of the theme beside the map")
    page.page.get_by_role("button", name="Layers").tap()
    theme = page.page.get_by_role("button", name="Theme:")
    theme.scroll_into_view_if_needed()
    box, card = page.box(theme), page.box(page.page.locator(".layer-card"))
    expect(box["height"] >= 44 and box["x"] >= card["x"] and box["x"] + box["width"] <= card["x"] + card["width"], f"the button of {box} in the card of {card}")
    for name, shown in (("dark", "dark"), ("light", "light"), ("match system", "light")):
        theme.tap()
        page.page.get_by_role("button", name=f"Theme: {name}").wait_for()
        page.equals(lambda: page.page.evaluate("document.documentElement.dataset.theme"), shown, "the theme")
    expect_accessible(page, "the layers with the theme")


@scenario("the map is printed with its pins if nothing is open")
def map_is_printed(page: MapPage, library: Library) -> None:
    page.open()
    page.emulate(media="print")
    tall = page.page.locator("#map").bounding_box()["height"]
    expect(tall > 400, f"The printed map is {tall} pixels high")
    expect(page.page.locator(".pin").first.is_visible(), "No pin is printed")
    page.settle()


@scenario("in print there are no buttons, and an open photo is printed alone")
def paper(page: MapPage, library: Library) -> None:
    page.open(f"#photo={library.lonely()['id']}")
    page.expect_panel()
    page.emulate(media="print")
    for part in ("#controls", "#search", "#time-bar", ".photo-actions", "#map"):
        expect(not page.page.locator(part).first.is_visible(), f"{part} is printed")
    expect(page.page.locator(".facts").is_visible(), "The facts are not printed")
