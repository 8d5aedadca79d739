"""The photos that match the filters: their number, where they are, and the message when there are none."""

import re

from playwright.sync_api import Error

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.filters import choices, choose, open_filters

SIZES = [(320, 568), (390, 844), (820, 1180), (1280, 800), (1920, 1080)]
FOLDER = "2014-antarctica/*"


def counts(page: MapPage) -> str:
    return page.page.inner_text("#counts")


def matching(library: Library) -> int:
    return library.get("collections/photos/items", path=FOLDER, limit=1)["numberMatched"]


@scenario("“Show all photos” goes to the photos that match the filters, and the masthead says how many of all do")
def all_that_match(page: MapPage, library: Library) -> None:
    total, wanted = library.total(), matching(library)
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        page.open(f"#map=9/48.8/2.3&path={FOLDER}")
        page.page.locator("#controls").get_by_role("button", name="Show all photos").evaluate("button => button.click()")
        page.until(lambda: page.shown_count() == wanted and page.map_view()[1] < -30, f"the matches are shown at {width} px")
        page.until(lambda: counts(page).startswith(f"{wanted} of {total} match"), f"the matches are counted at {width} px")


@scenario("if no photo in view matches, there is one message with at most two buttons, and a way to the matches")
def one_message(page: MapPage, library: Library) -> None:
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        for path, ways in ((FOLDER, ["Show matches", "Clear filters"]), ("nothing/*", ["Clear filters"])):
            page.open(f"#map=9/48.8/2.3&path={path}")
            page.page.locator(".no-match").wait_for()
            page.quiet()
            said = page.page.get_by_text(re.compile("^No photos")).filter(visible=True)
            page.equals(said.count, 1, f"messages at {width} px")
            buttons = page.page.locator(".no-match button, .grid-message button").filter(visible=True)
            expect_equal(buttons.all_inner_texts(), ways, f"what is offered at {width} px")
            card, controls = page.box(page.page.locator(".no-match")), page.box(page.page.locator("#controls"))
            expect(card["x"] >= 0 and card["x"] + card["width"] <= controls["x"], f"The message lies under the controls at {width} px")
            expect(counts(page).startswith("0 of" if path == "nothing/*" else str(matching(library))), f"The masthead says {counts(page)!r}")
        page.page.get_by_role("button", name="Clear filters").filter(visible=True).click()
        page.gone(page.page.locator(".no-match"), "the message")


@scenario("cameras are listed with the most photos first, also if names are merged")
def cameras_in_order(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { choicesOf } = await import(new URL("app/filters/facets.js", document.baseURI));
      const cameras = [["A", "A 1", 20], ["B", "B 1", 17], ["A", "A 1 Pro", 23]].map(([make, model, count]) => ({ make, model, count }));
      return choicesOf({ cameras }).camera.map(({ count }) => count);
    }""")
    expect_equal(result, sorted(result, reverse=True), "the counts of the cameras")


@scenario("once a second camera is chosen, the list no longer shows the count of the first alone, and is marked as being counted")
def second_camera(page: MapPage, library: Library) -> None:
    page.open()
    page.quiet()
    # Holds back the counts, and the first photos, which the page shows until the counts arrive.
    held = []
    page.page.route(re.compile(r"/(timeline\?.*per=day|items\?.*limit=100)"), lambda route: held.append(route))
    page.page.evaluate("""() => {
      window.titles = [];
      const title = document.querySelector(".grid-title");
      new MutationObserver(() => titles.push(parseInt(title.textContent))).observe(title, { characterData: true, childList: true, subtree: true });
    }""")
    open_filters(page)
    cameras = list(choices(page, "Camera").items())[:2]
    for camera, _ in cameras:
        choose(page, "Camera", camera)
        page.equals(lambda: page.page.get_attribute("#grid", "aria-busy"), "true", "whether the list is being counted")
        page.until(lambda: held, "the first question is on its way")
    both = sum(count for _, count in cameras)

    def arrives() -> bool:
        while held:
            try:
                held.pop(0).continue_()
            except Error:
                pass  # The page has cancelled the request.
        return page.page.inner_text(".grid-title").split()[0] == str(both)

    page.until(arrives, f"{both} photos are counted")
    page.equals(lambda: page.page.get_attribute("#grid", "aria-busy"), "false", "whether the list is being counted")
    expect_equal(page.page.evaluate("window.titles.filter((count) => !isNaN(count))"), [both], "the counts that were shown")
