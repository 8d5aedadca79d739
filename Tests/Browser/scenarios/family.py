"""A family with names and roles, who sign in and look at the map together: one story from the form to the end of the room."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import FOLDER, FOR_EDITORS, FOR_OWNERS, IN_FOLDER, PHONE, account, another, company, counts, first_of, photo_of, refused, sign_in
from scenarios.together import bar, close_room, lines, members, more, tool

PETRA = "map=11/30.33/35.44"


def show_to_all(page: MapPage, room: str, photo: int) -> None:
    page.page.goto(f"{page.base}#{PETRA}&photo={photo}&room={room}")
    page.page.locator(".photo-pane").get_by_role("button", name="Show to all").click()
    page.page.get_by_role("button", name="Shown to all").first.wait_for()


def offer(page: MapPage):
    return page.page.locator('[data-chip="room"] .map-chip-text')


def offered(page: MapPage, words: str) -> None:
    page.until(lambda: offer(page).is_visible() and offer(page).inner_text() == words, words)


@scenario("a family signs in, one of them on a phone: the editor places and captions a photo, the viewer sees one folder, and all look together")
def looks_together(page: MapPage, library: Library) -> None:
    total = library.total()
    with company(page) as server, another(page) as editor, another(page, **PHONE) as viewer, another(page) as friend:
        server.user("add", "dora", "--role", "viewer")
        for one, name in ((page, "ada"), (editor, "edith"), (viewer, "vic"), (friend, "dora")):
            sign_in(one, name, f"#{PETRA}")
            expect_equal(account(one).inner_text(), name, "who has signed in")
        for one, seen in ((page, total), (editor, total), (viewer, IN_FOLDER), (friend, total)):
            counts(one, seen)
        of_folder = first_of(viewer, FOLDER)
        placed = place(editor)
        caption(editor, placed, "Where we lost the way")
        caption(editor, of_folder, "Grandpa reads in the Dead Sea")
        for one, seen in ((page, total + 1), (editor, total + 1), (viewer, IN_FOLDER), (friend, total + 1)):
            counts(one, seen)
        acts = page.page.evaluate("(id) => fetch(`words?photo=${id}`).then((answer) => answer.json())", placed)["acts"]
        expect_equal({act["by"] for act in acts}, {"edith"}, "who has written about the photo")

        editor.page.goto(f"{editor.base}#{PETRA}")
        editor.page.get_by_role("button", name="Look together").click()
        field = editor.page.get_by_label("Address of the room", exact=True)
        field.wait_for()
        room = field.input_value().split("room=")[1]
        for one, name in ((page, "ada"), (viewer, "vic"), (friend, "dora")):
            one.page.goto(f"{one.base}#map=4/48/8&room={room}")
            one.until(lambda one=one, name=name: f"{name} (you)" in members(one), f"{name} is in the room by the name of the user")
        for one in (page, editor, viewer, friend):
            one.until(lambda one=one: {name.removesuffix(" (you)") for name in members(one)} == {"ada", "edith", "vic", "dora"}, "all four are in the room")
        expect_accessible(viewer, "a room of four on a phone")

        tool(viewer, "Follow edith").tap()
        viewer.until(lambda: viewer.map_view()[1:] == editor.map_view()[1:], "the phone follows the editor")
        tool(page, "Point at a place").click()
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        for one in (editor, viewer, friend):
            one.until(lambda one=one: one.page.locator(".room-point:not([hidden])").count() == 1, "the place that the owner points at")

        viewer.requests.clear()
        show_to_all(editor, room, placed)
        offered(friend, "edith shows a photo")
        offered(viewer, "edith shows a photo that is not shared with you")
        show_to_all(editor, room, of_folder)
        # It opens for those who follow.
        offered(friend, "edith shows a photo")
        viewer.expect_panel()
        viewer.until(lambda: "Grandpa reads in the Dead Sea" in viewer.page.inner_text("#panel"), "the viewer reads the caption")
        viewer.quiet("/")
        expect_equal([url for url in viewer.requests if f"/items/{placed}" in url or f"/photos/{placed}/" in url], [], "requests for the photo that is not shared")
        viewer.page.keyboard.press("Escape")
        viewer.expect_no_panel()

        tool(viewer, "Conversation").tap()
        viewer.page.get_by_label("Write a line").fill("I was there with you!")
        viewer.page.keyboard.press("Enter")
        editor.page.keyboard.press("Escape")
        for one in (page, editor, friend):
            tool(one, "Conversation").click()
            one.until(lambda one=one: any(line.endswith("I was there with you!") for line in lines(one)), "the line from the phone")
        width, window = viewer.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        expect(width <= window, f"the page is {width} pixels wide in a window of {window}")
        expect_equal(more(friend, "Leave").is_visible(), True, "whether a viewer can leave")
        expect_equal(tool(friend, "Close for all").count(), 0, "buttons of a viewer that close the room")
        close_room(page)
        for one in (editor, viewer, friend):
            one.until(lambda one=one: "This room is over" in bar(one).text_content(), "the room is over")
        for one in (editor, viewer, friend):
            expect_equal(refused(one, FOR_OWNERS), [], "requests that are for owners")
            expect_equal(one.complaints, [], "complaints on the console")
            expect_equal(one.policy_violations(), [], "violations of the policy")
        for one in (viewer, friend):
            expect_equal(refused(one, FOR_EDITORS), [], "requests that are for editors")


def place(page: MapPage) -> int:
    """Places a photo without a position in the middle of the map; returns its id."""
    page.page.evaluate("(view) => { location.hash = `${view}&unplaced=no-gps` }", PETRA)
    chosen = page.page.locator(".unplaced input[type=checkbox]").first
    chosen.check()
    number = int(page.page.locator(".unplaced .file").first.get_attribute("data-item"))
    page.page.get_by_role("button", name="Place on the map").click()
    page.page.locator(".placing-card:not(.picks-bar)").wait_for()
    page.focused(page.page.get_by_role("textbox", name="Coordinates, a map link or a place"), "the field for the place")
    page.page.keyboard.press("Enter")
    page.focused(page.page.locator("#map canvas"), "the map")
    page.page.keyboard.press("Enter")
    page.page.locator(".undo-toast.is-shown").wait_for()
    page.until(lambda: abs(photo_of(page, number)["geometry"]["coordinates"][0] - 35.44) < 0.1, "the photo is placed")
    return number


def caption(page: MapPage, photo: int, text: str) -> None:
    page.page.evaluate("([view, id]) => { location.hash = `${view}&photo=${id}` }", [PETRA, photo])
    words = page.page.locator(".photo-pane .photo-words.is-editable")
    words.get_by_role("button", name="Edit", exact=True).click()
    words.get_by_label("Caption", exact=True).and_(page.page.locator("textarea, input")).fill(text)
    page.until(lambda: photo_of(page, photo)["properties"].get("caption") == text, "the caption is stored")
    words.get_by_role("button", name="Done", exact=True).click()
