"""What screen readers read: every control has a name, the focus goes along, and results are announced."""

from collections.abc import Callable

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.account import account, card, company, sign_in
from scenarios.accessibility import expect_accessible
from scenarios.filters import chips, open_filters
from scenarios.placing import box, button, enter_on_map, open_list, own_library, place_field

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
CONTROLS = {"button", "checkbox", "combobox", "link", "menuitem", "option", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"}
# What live regions say. Those that the page adds are announced by some screen readers only when their text changes later.
LISTEN = """() => {
  window.said = [];
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(LIVE);
      const text = region?.checkVisibility({ visibilityProperty: true }) && !region.closest("[inert]") ? region.textContent.trim() : "";
      if (text) window.said.push(text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: MapPage) -> None:
    page.page.evaluate(LISTEN)


def said(page: MapPage, words: str) -> None:
    """Waits until a live region has said these words, and forgets what was said."""
    page.until(lambda: page.page.evaluate("words => window.said.some((one) => one.includes(words))", words), f"it is said: “{words}”")
    page.page.evaluate("window.said.length = 0")


def named(page: MapPage, where: str) -> None:
    """Checks in the browser's accessibility tree that each control has a name."""
    device = page.tools()
    nodes = device.send("Accessibility.getFullAXTree")["nodes"]
    controls = [one for one in nodes if not one["ignored"] and one["role"]["value"] in CONTROLS]
    expect(len(controls) > 2, f"The tree of {where} has {len(controls)} controls")
    expect_equal([one["role"]["value"] for one in controls if not one.get("name", {}).get("value", "").strip()], [], f"controls without a name in {where}")
    device.detach()


def within(page: MapPage, part: str) -> None:
    page.until(lambda: page.page.evaluate("part => document.activeElement.closest(part) !== null", part), f"the focus is in {part}")


@scenario("a screen reader hears what a search finds, what a photo of the list is, the next one, and how many photos a country has")
def main_tasks(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    listen(page)
    named(page, "the first view")
    key: Callable = page.page.keyboard.press
    key("/")
    search = page.page.get_by_role("combobox").first
    page.focused(search, "the search box")
    search.fill("kyoto")
    page.page.get_by_role("option", name="Kyoto").first.wait_for()
    named(page, "the results")
    page.go(lambda: key("Enter"))
    lon, lat = library.one_spot()["geometry"]["coordinates"]
    page.page.evaluate("near => { location.hash += `&near=${near}`; }", f"{lat},{lon}")
    page.until(lambda: len(page.listed()) > 2, "photos are listed")
    page.focused(page.page.locator("#panel-title"), "the title of the list")
    named(page, "the list")
    page.page.locator("#panel [data-item]").first.focus()
    key("Enter")
    page.until(lambda: "photo=" in page.page.url, "the photo is open")
    within(page, "#panel")
    title = page.title()
    expect_accessible(page, "the photo")
    named(page, "the photo")
    page.page.evaluate("window.said.length = 0")
    key("ArrowRight")
    page.until(lambda: page.title() != title, "the next photo is open")
    within(page, "#panel")
    said(page, page.title())
    key("ArrowLeft")
    said(page, title)
    key("Escape")
    within(page, "#panel [data-item]")
    key("Escape")
    page.expect_no_panel()
    within(page, "#grid, #map")
    open_filters(page)
    named(page, "the filters")
    page.page.evaluate("window.said.length = 0")
    country = page.page.locator("#filters-panel input[name=filter-country][value=JP]")
    country.focus()
    key("Space")
    count = library.get("collections/photos/items", limit=1, country="JP")["numberMatched"]
    said(page, f"{count}")
    expect_equal(len(chips(page)), 1, "chips")
    key("Escape")
    page.focused(page.page.locator(".filters-button"), "the button of the filters")


@scenario("a screen reader hears what to do while a photo is placed, and that it was")
def placing(page: MapPage, _: Library) -> None:
    with own_library(page):
        open_list(page)
        listen(page)
        named(page, "the files that are not on the map")
        box(page, "no-gps.jpg").focus()
        page.page.keyboard.press("Space")
        said(page, "1")
        button(page, "Place on the map").press("Enter")
        page.focused(place_field(page), "the field for the place")
        named(page, "the choice of a place")
        enter_on_map(page)
        said(page, "1 photo placed")


@scenario("a screen reader signs out: the card and the form say what they are, and the focus goes along", expects_failures=True)
def signing_out(page: MapPage, _: Library) -> None:
    with company(page):
        sign_in(page, "vic")
        account(page).press("Enter")
        card(page).wait_for()
        within(page, "dialog.account-card")
        named(page, "the card of the user")
        leave = card(page).get_by_role("button", name="Sign out", exact=True)
        leave.press("Enter")
        page.page.get_by_role("heading", name="Sign in to see the map").wait_for()
        page.until(lambda: page.page.evaluate("document.activeElement.matches('input')"), "the focus is in the form")
        expect(page.page.get_by_label("Name", exact=True).is_visible() and page.page.get_by_label("Password").is_visible(), "The fields have no labels")


def in_language(page: MapPage, library: Library, language: str) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.base = f"{page.base}?lang={language}"
    page.open(f"#map=4/{lat}/{lon}")
    expect_accessible(page, "the first view")
    page.page.locator(".filters-button").click()
    page.page.locator("#filters-panel .choices .choice").nth(1).wait_for()
    expect_accessible(page, "the filters")
    page.page.keyboard.press("Escape")
    page.page.evaluate("id => { location.hash += `&photo=${id}`; }", photo["id"])
    page.expect_panel(photo["properties"]["filename"])
    expect_accessible(page, "an open photo")
    page.page.locator("[aria-controls=layer-chooser]").click()
    page.page.locator(".layer-share").click()
    page.page.locator("dialog.share-card[open]").wait_for()
    expect_accessible(page, "the share dialog")


@scenario("axe finds nothing wrong in German", **PHONE)
def in_german(page: MapPage, library: Library) -> None:
    in_language(page, library, "de")


@scenario("axe finds nothing wrong in Japanese", **PHONE)
def in_japanese(page: MapPage, library: Library) -> None:
    in_language(page, library, "ja")


@scenario("axe finds nothing wrong in Arabic", **PHONE)
def in_arabic(page: MapPage, library: Library) -> None:
    in_language(page, library, "ar")
