"""Writing about photos: title, caption, stars, favourite, keywords and people of the open photo."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import Request, urlopen

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.guests import shared
from scenarios.placing import own_library

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
PETRA = "2021-jordan/petra.jpg"
PYRAMIDS = "2021-egypt/pyramids.jpg"


def id_of(library: Library, path: str = PETRA) -> int:
    return library.get("collections/photos/items", path=path, limit=1)["features"][0]["id"]


def said(library: Library, photo: int) -> dict:
    return library.photo(photo)["properties"]


def acts(library: Library, photo: int) -> list[dict]:
    return library.get("words", photo=photo)["acts"]


def write(library: Library, **order) -> None:
    content = json.dumps(order).encode()
    urlopen(Request(f"{library.base}words", content, {"Content-Type": "application/json"}), timeout=30).close()


def words(page: MapPage, part: str = ".photo-pane"):
    return page.page.locator(f"{part} .photo-words.is-editable")


def button(page: MapPage, name: str, part: str = ".photo-pane"):
    return words(page, part).get_by_role("button", name=name, exact=True)


def field(page: MapPage, name: str, part: str = ".photo-pane"):
    return words(page, part).get_by_label(name, exact=True).and_(page.page.locator("textarea, input"))


def toast(page: MapPage):
    return page.page.locator(".undo-toast.is-shown")


def undo(page: MapPage) -> None:
    toast(page).get_by_role("button", name="Undo").click()
    page.until(lambda: toast(page).inner_text().startswith("Undone"), "the message says that it is undone")


@contextmanager
def editing(page: MapPage, path: str = PETRA, more: str = "", part: str = ".photo-pane") -> Iterator[tuple[Library, int]]:
    """An open photo of a library that may be changed."""
    with own_library(page) as library:
        photo = id_of(library, path)
        page.open(f"#photo={photo}{more}")
        if part == ".photo-pane":
            words(page).wait_for()
        yield library, photo


def edit_all(page: MapPage) -> None:
    with editing(page) as (library, photo):
        before = said(library, photo)
        button(page, "Edit").click()
        page.focused(field(page, "Title"), "the field for the title")
        field(page, "Title").fill("")
        field(page, "Title").press_sequentially("Petra at dusk ")
        page.equals(lambda: said(library, photo).get("title"), "Petra at dusk", "the title")
        expect_equal(field(page, "Title").input_value(), "Petra at dusk ", "the text while it is entered")
        field(page, "Caption").fill("One\nשתיים")
        page.equals(lambda: said(library, photo).get("caption"), "One\nשתיים", "the caption")
        button(page, "2 stars").click()
        page.equals(lambda: said(library, photo).get("rating"), 2, "the stars")
        button(page, "Favourite").click()
        page.equals(lambda: said(library, photo).get("favourite"), True, "whether it is a favourite")
        field(page, "Add a keyword").fill("DES")
        words(page).locator("[role=option][data-name='desert']").click()
        page.equals(lambda: "desert" in said(library, photo)["keywords"], True, "whether it has a keyword of others")
        page.focused(field(page, "Add a keyword"), "the field for keywords")
        field(page, "Add a keyword").press_sequentially("Nature/Rock face, ")
        page.equals(lambda: "Nature/Rock face" in said(library, photo).get("keywordPaths", []), True, "whether it has a hierarchy")
        button(page, f"Remove {before['keywords'][0]}").click()
        page.equals(lambda: before["keywords"][0] in said(library, photo)["keywords"], False, "whether it has the first keyword")
        field(page, "Add a person").fill("mateus")
        words(page).locator("[role=option][data-name='Mateus Rocha']").wait_for()
        field(page, "Add a person").press("ArrowDown")
        field(page, "Add a person").press("Enter")
        page.equals(lambda: "Mateus Rocha" in said(library, photo)["people"], True, "whether it shows a person")
        undo(page)
        page.equals(lambda: "Mateus Rocha" in said(library, photo)["people"], False, "whether it shows the person after the undo")
        page.until(lambda: button(page, "Remove Mateus Rocha").count() == 0, "the page shows the person no more")
        button(page, "Done").click()
        page.equals(words(page).locator(".words-title").inner_text, "Petra at dusk", "the shown title")


@scenario("an owner edits title, caption, stars, favourite, keywords and people of the open photo, and undoes that")
def everything(page: MapPage, _: Library) -> None:
    edit_all(page)


@scenario("on a phone an owner edits title, caption, stars, favourite, keywords and people of the open photo, and undoes that", **PHONE)
def everything_by_touch(page: MapPage, _: Library) -> None:
    edit_all(page)


@scenario("in full view a finger gives stars, in a window of 320 pixels too", **SMALL)
def stars_in_full_view(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        page.open(f"#photo={photo}&full=1")
        bar = page.page.locator("dialog.viewer[open] .viewer-marks")
        bar.get_by_role("button", name="4 stars").tap()
        page.until(lambda: said(library, photo).get("rating") == 4, "the stars are stored")
        box = page.box(bar)
        expect(box["x"] >= 0 and box["x"] + box["width"] <= 320, f"the bar is at {box}")
        expect_accessible(page, "the stars in full view")


@scenario("in a window of 320 pixels the fields fit, and all that is touched is at least 44 pixels", **SMALL)
def small_window(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        write(library, photos=[photo], set={"title": "W" * 200, "rating": 1}, add={"keywords": ["long " * 30, "b" * 90]})
        button(page, "Edit").click()
        page.until(lambda: field(page, "Title").input_value() == "W" * 200, "the new title is shown")
        expect(words(page).evaluate("one => one.scrollWidth <= one.clientWidth"), "The fields are wider than the panel")
        tight = """section => [...section.querySelectorAll("button:not(.words-more), input, textarea")].filter((one) => one.checkVisibility())
          .map((one) => [one.className, one.getBoundingClientRect()]).filter(([, { width, height }]) => width < 44 || height < 44).map(([name]) => name)"""
        expect_equal(words(page).evaluate(tight), [], "controls that are too small")


ARABIC, JAPANESE = "القاهرة القديمة", "紅葉と夜のライトアップ"


@scenario("names from right to left and in Japanese keep their order beside counts and other names, in a window of 320 pixels", **SMALL)
def many_scripts(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        write(library, photos=[photo], set={"title": f"{ARABIC} 2021"}, add={"keywords": [ARABIC, "مصر (2021)", JAPANESE], "people": ["مريم حسن", "山田 太郎"]})
        lines = words(page).locator(".file-lines")
        page.until(lambda: f"“\u2068{ARABIC}\u2069”" in lines.inner_text() and f"“{JAPANESE}”" in lines.inner_text(), "names from right to left are set apart in the sentence")
        button(page, "Edit").click()
        page.page.locator(".photo-pane").evaluate("pane => pane.scrollTo(0, 0)")
        expect_equal(field(page, "Title").evaluate("one => getComputedStyle(one).direction"), "rtl", "the direction of the title")
        field(page, "Add a keyword").fill("京都, أسوان, ")
        page.until(lambda: {"京都", "أسوان"} <= set(said(library, photo)["keywords"]), "both keywords are saved")
        page.open("#map=2/25/20")
        page.page.locator(".grid-grip").click()
        page.until(lambda: page.page.locator("#grid").get_attribute("data-height") == "half", "the list is raised")
        tiles = page.page.locator("#grid .tile")
        tiles.nth(0).click(modifiers=["Control"])
        page.page.get_by_role("button", name="Choose all").click()
        page.page.get_by_role("button", name="Edit words").click()
        chip = dialog(page).get_by_role("listitem").filter(has_text=ARABIC)
        page.until(lambda: chip.count() and "1 of" in chip.inner_text(), "the dialog says how many have the name")
        name, note = page.box(chip.locator("bdi")), page.box(chip.locator(".words-note"))
        expect(name["x"] + name["width"] <= note["x"], f"The number {note} is not after the name {name}")
        expect(dialog(page).evaluate("one => one.scrollWidth <= one.clientWidth"), "The dialog is wider than the window")


@scenario("keys give stars, favourite and rejected, in the panel and in the viewer, but not while a text is entered")
def by_keys(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        for part in (".photo-pane", "dialog.viewer"):
            for key, name, wanted in (("1", "rating", 1), ("4", "rating", 4), ("x", "rating", -1), ("0", "rating", None), ("h", "favourite", True), ("h", "favourite", None)):
                page.page.keyboard.press(key)
                page.equals(lambda name=name: said(library, photo).get(name), wanted, f"{name} after {key} in {part}")
            toast(page).get_by_role("button", name="Undo").wait_for()
            page.page.keyboard.press("Control+z")
            page.until(lambda: toast(page).inner_text().startswith("Undone"), "the message says that it is undone")
            page.equals(lambda: said(library, photo).get("favourite"), True, f"favourite after the undo in {part}")
            page.page.keyboard.press("h")
            page.equals(lambda: said(library, photo).get("favourite"), None, f"favourite in {part}")
            page.page.keyboard.press("k")
            page.focused(field(page, "Add a keyword", part), "the field for keywords")
            page.page.keyboard.type("x5h")
            page.page.keyboard.press("Escape")
            page.focused(button(page, "Done", part), "the button beside the fields")
            page.page.keyboard.press("e")
            page.until(lambda part=part: button(page, "Edit", part).is_visible(), "the fields are gone")
            expect_equal(said(library, photo).get("rating"), None, "the stars after a text")
            page.page.keyboard.press("f")
            page.page.locator("dialog.viewer[open]").wait_for() if part == ".photo-pane" else page.gone(page.page.locator("dialog.viewer"), "the viewer")


@scenario("what the file says is shown beside what was entered, with author and time, and is one button away")
def back_to_the_file(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = id_of(library)
        before = said(library, photo)
        write(library, photos=[photo], set={"title": "Mine", "rating": 1}, add={"keywords": ["new"]}, remove={"people": [before["people"][0]]})
        page.open(f"#photo={photo}")
        lines = words(page).locator(".file-line")
        page.equals(lines.count, 4, "lines about the file")
        expect(before["title"] in lines.nth(0).inner_text() and "Entered" in lines.nth(0).inner_text(), "The title of the file is missing")
        for name in ("Title", "Stars", "Keywords", "People"):
            button(page, f"Use the file’s: {name}").click()
            page.until(lambda name=name: button(page, f"Use the file’s: {name}").count() == 0, f"{name} is the file's")
        page.equals(lambda: {name: said(library, photo).get(name) for name in ("title", "rating", "keywords")}, {name: before[name] for name in ("title", "rating", "keywords")}, "what the photo shows")
        page.equals(lambda: sorted(said(library, photo)["people"]), sorted(before["people"]), "who is shown")


@scenario("going on to another photo, and closing the page, first save what was entered")
def leaving_saves(page: MapPage, _: Library) -> None:
    with editing(page, more="&map=2/25/20") as (library, photo):
        button(page, "Edit").click()
        field(page, "Title").fill("Left at once")
        page.page.get_by_role("button", name="Next photo").click()
        page.equals(lambda: said(library, photo).get("title"), "Left at once", "the title of the photo that was left")
        page.page.get_by_role("button", name="Previous photo").click()
        page.equals(lambda: field(page, "Title").input_value() if field(page, "Title").count() else "", "Left at once", "the title back on it")
        field(page, "Caption").fill("Closed at once")
        page.page.goto("about:blank")
        page.equals(lambda: said(library, photo).get("caption"), "Closed at once", "the caption after the page was closed")


@scenario("while the server is away nothing that was entered is lost: the page says so, and saves it later", expects_failures=True)
def server_away(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        page.page.on("dialog", lambda dialog: dialog.accept())
        button(page, "Edit").click()
        page.page.route("**/words", lambda route: route.abort())
        field(page, "Title").fill("Kept")
        page.until(lambda: "Not saved yet" in words(page).inner_text(), "the page says that it is not saved")
        field(page, "Add a keyword").fill("kept too")
        field(page, "Add a keyword").press("Enter")
        page.page.reload()
        page.settle()
        words(page).wait_for()
        page.equals(words(page).locator(".words-title").inner_text, "Kept", "the title after the page was reloaded")
        page.page.unroute("**/words")
        page.equals(lambda: said(library, photo).get("title"), "Kept", "the title once the server is back")
        page.equals(lambda: "kept too" in said(library, photo)["keywords"], True, "whether the keyword is saved too")
        page.until(lambda: "Not saved" not in words(page).inner_text(), "the page says it no more")


@scenario("a change whose answer is lost is stored once, also when the page is reloaded before it knows", expects_failures=True)
def answer_lost(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        page.page.on("dialog", lambda dialog: dialog.accept())

        def lose(route) -> None:
            route.fetch()
            route.abort()

        page.page.route("**/words", lose)
        button(page, "Edit").click()
        field(page, "Title").fill("Once")
        page.until(lambda: "Not saved" in words(page).inner_text() or not words(page).locator(".words-status").first.inner_text().strip(), "the answer is lost")
        page.page.reload()
        page.settle()
        words(page).wait_for()
        page.equals(words(page).locator(".words-title").inner_text, "Once", "the title after the page was reloaded")
        page.until(lambda: page.page.evaluate("sessionStorage.getItem('geoindex.unsent-words')") is None, "the page knows that it is stored")
        expect_equal(len(acts(library, photo)), 1, "acts")
        expect_equal(said(library, photo)["title"], "Once", "the title")


@scenario("a request that the server has and that is sent again makes no second act, of words of many photos and of a place", expects_failures=True)
def repeated(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        orders = page.page.evaluate("""async (photo) => {
            await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
            const { createApi } = await import("./app/api.js");
            const sent = [];
            const real = window.fetch;
            // The server gets it, the page does not get the answer.
            window.fetch = async (url, options) => {
                const answer = await real(url, options);
                if (options?.method !== "POST") return answer;
                sent.push(JSON.parse(options.body));
                throw new TypeError("lost");
            };
            const api = createApi(document.baseURI);
            const change = { set: {}, add: { keywords: ["Once/Only"] }, remove: {} };
            const tries = [() => api.write([photo], change), () => api.place([{ photo, longitude: 35, latitude: 30 }])];
            for (const one of [...tries, ...tries]) await one().catch(() => null);
            window.fetch = real;
            const answers = [];
            for (const one of tries) answers.push(await one());
            return { keys: new Set(sent.map(({ key }) => key)).size, answers };
        }""", photo)
        expect_equal(orders["keys"], 2, "keys of four requests")
        expect_equal(orders["answers"][0]["photos"], 1, "photos of the repeated request")
        expect_equal(orders["answers"][1]["placed"], 1, "places of the repeated request")
        expect_equal(len(acts(library, photo)), 1, "acts of words")
        expect_equal(library.get("placements", photo=photo)["numberMatched"], 1, "acts of places")
        expect("Once/Only" in said(library, photo)["keywordPaths"], "The keyword is no hierarchy")


@scenario("what others write while the server is away is not overridden, also after a reload: both texts are kept, and the reader decides", expects_failures=True)
def changed_meanwhile(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        page.page.on("dialog", lambda dialog: dialog.accept())
        page.page.route("**/words", lambda route: route.abort())
        button(page, "Edit").click()
        field(page, "Title").fill("Mine")
        field(page, "Add a keyword").fill("mine too")
        field(page, "Add a keyword").press("Enter")
        page.until(lambda: "Not saved yet" in words(page).inner_text(), "the page says that it is not saved")
        write(library, photos=[photo], set={"title": "Theirs"})
        page.page.reload()
        page.settle()
        page.page.unroute("**/words")
        held = words(page).locator(".words-held")
        page.until(lambda: held.is_visible() and "“Mine”" in held.inner_text(), "the page says that the title was changed meanwhile")
        page.equals(lambda: "mine too" in said(library, photo)["keywords"], True, "whether the keyword is saved")
        expect_equal(said(library, photo)["title"], "Theirs", "the title, before the reader decides")
        page.equals(words(page).locator(".words-title").inner_text, "Theirs", "the shown title")
        button(page, "Use mine").click()
        page.equals(lambda: said(library, photo)["title"], "Mine", "the title of the reader")
        page.gone(held, "the question")


@scenario("a text that the server refuses stays in its field, with the reason", expects_failures=True)
def refused(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        before = said(library, photo)["title"]
        button(page, "Edit").click()
        field(page, "Title").fill("W" * 100_000)
        page.until(lambda: "title is longer" in words(page).inner_text(), "the reason is shown")
        field(page, "Title").fill("W")
        page.equals(lambda: said(library, photo)["title"], "W", "the shorter title")
        expect(before != "W", "The title was the same before")


@scenario("two windows that edit a photo at once keep what both enter, and show it")
def two_windows(page: MapPage, _: Library) -> None:
    with editing(page) as (library, photo):
        other = MapPage(page.context, page.base)
        other.open(f"#photo={photo}")
        for one in (page, other):
            button(one, "Edit").click()
        field(page, "Add a keyword").fill("first window")
        field(page, "Add a keyword").press("Enter")
        field(other, "Add a keyword").fill("second window")
        field(other, "Add a keyword").press("Enter")
        field(page, "Title").fill("Title of the first")
        field(other, "Caption").fill("Caption of the second")
        wanted = ("Title of the first", "Caption of the second", True, True)
        page.equals(lambda: (lambda now: (now["title"], now["caption"], "first window" in now["keywords"], "second window" in now["keywords"]))(said(library, photo)), wanted, "what the photo shows")
        for one in (page, other):
            one.equals(lambda one=one: (field(one, "Title").input_value(), field(one, "Caption").input_value()), wanted[:2], "the texts in both windows")
            for name in ("first window", "second window"):
                one.until(lambda one=one, name=name: button(one, f"Remove {name}").count() == 1, f"both windows show {name}")


@scenario("a guest sees what is written, and nothing to edit it")
def guest(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        page.page.locator(".wall .tile").first.click()
        page.expect_panel()
        page.page.locator(".photo-pane .facts").wait_for()
        for key in "5ehk":
            page.page.keyboard.press(key)
        page.quiet("/")
        expect_equal(page.page.locator(".is-editable, .words-edit, .words-mark").count(), 0, "controls")
        expect(not any("/words" in address for address in page.requests if "/app/" not in address), "The page asks for what only owners may see")


def dialog(page: MapPage):
    return page.page.locator("dialog.words-many[open]")


def words_of(library: Library, photos: list[int], name: str) -> list:
    return [said(library, photo).get(name) for photo in photos]


def edit_chosen(page: MapPage, library: Library, chosen: list[int]) -> None:
    """The chosen photos get stars, a title and a keyword in one act, and lose a keyword that only some had."""
    write(library, photos=chosen[:1], add={"keywords": ["only one"]})
    write(library, photos=chosen, add={"people": ["Everyone"]})
    before = [words_of(library, chosen, name) for name in ("title", "rating", "keywords", "people")]
    page.page.get_by_text(f"{len(chosen)} photos chosen").wait_for()
    page.page.get_by_role("button", name="Edit words").click()
    dialog(page).get_by_text(f"Edit {len(chosen)} photos").wait_for()
    page.until(lambda: "1 of" in dialog(page).get_by_role("listitem").filter(has_text="only one").inner_text(), "the page says how many have the keyword")
    dialog(page).get_by_role("button", name="Remove only one").click()
    dialog(page).get_by_role("button", name="Remove Everyone").click()
    dialog(page).get_by_role("button", name="4 stars").click()
    dialog(page).get_by_role("button", name="Favourite").click()
    dialog(page).get_by_label("Title", exact=True).fill("One trip")
    entry = dialog(page).get_by_role("combobox", name="Add a keyword")
    entry.fill("trip 2026")
    dialog(page).get_by_role("button", name="Save").click()
    page.gone(dialog(page), "the dialog")
    page.equals(lambda: words_of(library, chosen, "title"), ["One trip"] * len(chosen), "the titles")
    expect_equal(words_of(library, chosen, "rating"), [4] * len(chosen), "the stars")
    expect_equal(words_of(library, chosen, "favourite"), [True] * len(chosen), "the favourites")
    for names in words_of(library, chosen, "keywords"):
        expect("trip 2026" in names and "only one" not in names, f"The keywords are {names}")
    expect(not any("Everyone" in (people or []) for people in words_of(library, chosen, "people")), "A photo still shows the person")
    page.until(lambda: page.page.locator(".picks-bar").is_hidden(), "no photo is chosen any more")
    undo(page)
    page.equals(lambda: [words_of(library, chosen, name) for name in ("title", "rating", "keywords", "people")], before, "what the photos show after the undo")


@scenario("photos of a list are chosen by Ctrl and a click, or by a key, and changed in one act with an undo")
def many_photos(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open("#map=2/25/10")
        tiles = page.page.locator("#grid .tile")
        chosen = [int(tiles.nth(index).get_attribute("data-item")) for index in (0, 1, 3)]
        tiles.nth(0).click(modifiers=["Control"])
        page.page.get_by_text("1 photo chosen").wait_for()
        tiles.nth(1).click()
        page.page.get_by_text("2 photos chosen").wait_for()
        tiles.nth(3).focus()
        page.page.keyboard.press("s")
        edit_chosen(page, library, chosen)


@scenario("on a phone photos of a list are chosen by holding one and touching others, and changed in one act", **PHONE)
def many_photos_by_touch(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open("#map=2/25/10")
        page.page.locator(".grid-grip").click()
        page.until(lambda: page.page.locator("#grid").get_attribute("data-height") == "half", "the list is raised")
        tiles = page.page.locator("#grid .tile")
        page.box(tiles.first)
        chosen = [int(tiles.nth(index).get_attribute("data-item")) for index in (0, 1)]
        spot = page.box(tiles.nth(0))
        finger = Finger(page)
        finger.press((spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2))
        page.page.get_by_text("1 photo chosen").wait_for()
        finger.lift()
        tiles.nth(1).tap()
        edit_chosen(page, library, chosen)


@scenario("when the server refuses to change several photos, what was entered stays in the dialog", expects_failures=True)
def many_refused(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open("#map=2/25/10")
        page.page.locator("#grid .tile").first.click(modifiers=["Control"])
        page.page.get_by_role("button", name="Edit words").click()
        page.page.route("**/words", lambda route: route.abort())
        dialog(page).get_by_label("Title", exact=True).fill("Kept")
        dialog(page).get_by_role("button", name="Save").click()
        page.until(lambda: "Not saved yet" in dialog(page).inner_text(), "the reason is shown")
        expect_equal(dialog(page).get_by_label("Title", exact=True).input_value(), "Kept", "the title in the dialog")
        page.page.unroute("**/words")
        dialog(page).get_by_role("button", name="Save").click()
        page.gone(dialog(page), "the dialog")
        page.equals(lambda: library.get("collections/photos/items", filter="title = 'Kept'")["numberMatched"], 1, "photos with the title")


@scenario("what was entered for several photos outlives Escape and a click beside the dialog, and Cancel drops it")
def many_kept(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        page.open("#map=2/25/10")
        tiles = page.page.locator("#grid .tile")
        chosen = [int(tiles.nth(index).get_attribute("data-item")) for index in (0, 1)]
        for index in (0, 1):
            tiles.nth(index).click(modifiers=["Control"])
        opener, title = page.page.get_by_role("button", name="Edit words"), dialog(page).get_by_label("Title", exact=True)
        opener.click()
        title.fill("Draft")
        dialog(page).get_by_role("button", name="4 stars").click()
        dialog(page).get_by_role("combobox", name="Add a keyword").fill("half typed")
        for _ in range(2):
            page.page.keyboard.press("Escape")
        page.gone(dialog(page), "the dialog")
        opener.click()
        dialog(page).get_by_text("This is what you entered before").wait_for()
        expect_equal(title.input_value(), "Draft", "the title after Escape")
        page.page.mouse.click(5, 400)
        page.gone(dialog(page), "the dialog after a click beside it")
        # Other photos begin with nothing, and leave it.
        tiles.nth(2).click()
        opener.click()
        expect_equal((title.input_value(), dialog(page).get_by_text("This is what").is_visible()), ("", False), "the dialog for other photos")
        page.page.keyboard.press("Escape")
        page.gone(dialog(page), "the dialog for other photos")
        tiles.nth(2).click()
        opener.click()
        expect_equal(title.input_value(), "Draft", "the title for the same photos")
        dialog(page).get_by_role("button", name="Cancel").click()
        opener.click()
        expect_equal(title.input_value(), "", "the title after Cancel")
        title.fill("Saved")
        dialog(page).get_by_role("button", name="Close").click()
        opener.click()
        dialog(page).get_by_role("button", name="Save").click()
        page.gone(dialog(page), "the dialog after it was saved")
        page.equals(lambda: words_of(library, chosen, "title"), ["Saved"] * 2, "the titles")
