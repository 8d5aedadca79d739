"""Positions that cannot be true: their list, what is done about them, the open photo's line, and the filter."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from big_library import served
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import FOLDER, another, company, counts, refused, sign_in
from scenarios.editing import toast, undo
from scenarios.placing import place_field
from scenarios.small_screens import PRESSED

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 1}
ABOUT_DOUBTS = r"/doubts(\?|$)|[?&]doubt="
SUGGESTED = [13.4021, 52.5207]
FULL_DEGREES, IN_THE_SKY, WRONG_SIGN = 4, 7, 12


def photo(name: str, taken: str, lon: float, lat: float, camera: str = "Aster F2", **more) -> dict:
    properties = {"path": f"{FOLDER}/{name}.jpg", "takenAt": f"{taken}:00+02:00", "cameraModel": camera, **more}
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [lon, lat]}, "properties": properties}


def one_wrong_sign() -> list[dict]:
    """Three photos of one camera; the second has the wrong sign."""
    return [photo(name, f"2024-05-01T12:{minute}", lon, 52.5207) for name, minute, lon in (("a", 10, 13.4012), ("b", 20, -13.4021), ("c", 30, 13.4033))]


def many_doubts() -> Iterator[dict]:
    """Doubts for three reasons, of two cameras."""
    for day in range(1, WRONG_SIGN + 1):
        for name, minute, lon in (("a", 10, 13.4012), ("b", 20, -13.4021), ("c", 30, 13.4033)):
            yield photo(f"sign-{day:02}{name}", f"2024-05-{day:02}T12:{minute}", lon, 52.5207)
    for day in range(1, IN_THE_SKY + 1):
        for name, minute, altitude in (("a", 10, 120), ("b", 20, 65_000), ("c", 30, 121)):
            yield photo(f"sky-{day:02}{name}", f"2024-06-{day:02}T12:{minute}", 2.3512 + minute / 10_000, 48.8566 + minute / 9_000, "Beta Z9", altitude=altitude)
    for hour in range(FULL_DEGREES):
        yield photo(f"degrees-{hour}", f"2024-07-0{1 + hour}T1{hour}:20", 12 + hour, 48, "Beta Z9")


@contextmanager
def serving(page: MapPage, features) -> Iterator[Library]:
    with served(features) as address:
        page.base = address
        yield Library(address)
        page.leave()


def masthead(page: MapPage):
    return page.page.locator("#doubts-link")


def doubts(page: MapPage):
    return page.page.locator(".doubts.is-open")


def row(page: MapPage, number: int = 0):
    return doubts(page).locator(".doubt").nth(number)


def group(page: MapPage, name: str):
    return doubts(page).locator(f'[data-group="{name}"]')


def press(page: MapPage, name: str, number: int = 0) -> None:
    row(page, number).get_by_role("button", name=f"{name}:").click()


def listed(page: MapPage, total: int) -> None:
    words = f"{total} position{'s' if total != 1 else ''} doubted"
    page.equals(lambda: doubts(page).locator(".panel-subtitle").inner_text(), words, "the number of doubts in the list")


def in_masthead(page: MapPage, total: int) -> None:
    if total == 0:
        return page.gone(masthead(page), "the line in the masthead")
    page.until(lambda: masthead(page).is_visible() and masthead(page).inner_text().startswith(f"{total} position"), f"the masthead says {total}")


def place_of(page: MapPage, library: Library, number: int) -> list[float]:
    return library.photo(number)["geometry"]["coordinates"]


def matches(page: MapPage, count: int, total: int) -> None:
    page.until(lambda: page.page.inner_text("#counts").startswith(f"{count} of {total} match"), f"{count} of {total} photos match")


def counted(library: Library) -> dict[str, int]:
    return {one["reason"]: one["count"] for one in library.get("doubts", limit=1)["reasons"]}


@scenario("an owner finds the doubted positions by reason and by camera, and the map shows each with its suggestion")
def by_reason(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        reasons = counted(library)
        total = sum(reasons.values())
        page.open()
        in_masthead(page, total)
        masthead(page).click()
        listed(page, total)
        for reason, count in reasons.items():
            page.until(lambda: group(page, reason).inner_text().endswith(str(count)), f"the group {reason} says {count}")
        group(page, "sign").click()
        listed(page, WRONG_SIGN)
        page.until(lambda: "doubts=sign" in page.page.url, "the address has the group")
        expect("opposite sign" in row(page).inner_text(), "the row has the evidence")
        expect("Suggested" in row(page).inner_text(), "the row has the suggestion")
        expect_accessible(page, "the doubted positions")

        page.go(lambda: row(page).locator(".doubt-main").click())
        marks = page.page.locator(".doubt-marks")
        for part in (".doubt-dot", ".doubt-line", ".doubt-hollow"):
            # A level line has no height.
            page.until(lambda part=part: marks.locator(part).get_attribute("hidden") is None, f"{part} is on the map")
        ends = {part: float(marks.locator(part).get_attribute("cx")) for part in (".doubt-dot", ".doubt-hollow")}
        expect(ends[".doubt-dot"] < ends[".doubt-hollow"] < 900, f"the photo is west of the suggestion, beside the list: {ends}")

        doubts(page).get_by_role("button", name="By camera").click()
        page.until(lambda: "doubts=all" in page.page.url, "all are listed")
        group(page, "camera:Aster F2").click()
        listed(page, WRONG_SIGN)
        page.page.reload()
        listed(page, WRONG_SIGN)
        expect_equal(group(page, "camera:Aster F2").get_attribute("aria-pressed"), "true", "whether the camera is chosen")
        page.page.keyboard.press("Escape")
        page.gone(doubts(page), "the list")


@scenario("accepting a doubted position takes it from the list and the masthead, also in another window, and Undo brings it back")
def accepting(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library, another(page) as other:
        total = library.get("doubts", limit=1)["numberMatched"]
        page.open("#doubts=sign")
        other.open("#doubts=sign")
        listed(page, WRONG_SIGN)
        second = row(page, 1).get_attribute("data-doubt")
        press(page, "It is right")
        toast(page).wait_for()
        page.until(lambda: "1 photo is accepted" in toast(page).inner_text(), "the message says what was done")
        for one in (page, other):
            listed(one, WRONG_SIGN - 1)
            in_masthead(one, total - 1)
        page.equals(lambda: row(page).get_attribute("data-doubt"), second, "the row in its place")
        page.focused(row(page).locator(".doubt-main"), "the row in its place")
        expect_equal(counted(library)["sign"], WRONG_SIGN - 1, "the doubts of the server")
        undo(page)
        for one in (page, other):
            listed(one, WRONG_SIGN)
            in_masthead(one, total)
        expect_equal(counted(library)["sign"], WRONG_SIGN, "the doubts of the server")


@scenario("correcting a doubted position moves the photo and its pin to the suggestion, and Undo moves it back")
def correcting(page: MapPage, _: Library) -> None:
    with serving(page, one_wrong_sign()) as library:
        number = library.get("doubts")["doubts"][0]["id"]
        page.open("#map=4/52.5/0&doubts=all")
        listed(page, 1)
        page.until(lambda: page.pin(number).locator("xpath=self::*[contains(@class,'is-doubted')]").count() == 1, "the pin is marked")
        press(page, "Correct")
        in_masthead(page, 0)
        doubts(page).get_by_text("No position is doubted.").wait_for()
        page.focused(doubts(page).locator(".panel-title"), "the title of the empty list")
        page.until(lambda: page.pin(number).count() == 0, "the pin has joined the others")
        expect_equal(place_of(page, library, number), SUGGESTED, "where the photo is")
        undo(page)
        in_masthead(page, 1)
        listed(page, 1)
        page.until(lambda: page.pin(number).count() == 1, "the pin is where it was")
        expect_equal(place_of(page, library, number), [-13.4021, 52.5207], "where the photo is")


@scenario("all doubts of a group are corrected or accepted in one act, and undone in one")
def whole_groups(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        reasons = counted(library)
        total = sum(reasons.values())
        page.open("#doubts=all")
        listed(page, total)
        expect(not doubts(page).locator(".doubt-all").is_visible(), "doubts of several reasons are not settled together")
        group(page, "altitude").click()
        listed(page, IN_THE_SKY)
        expect(not doubts(page).get_by_role("button", name="Correct all with a suggestion").is_visible(), "what has no suggestion is not corrected")
        doubts(page).get_by_role("button", name=f"All {IN_THE_SKY} are right").click()
        # The group is empty, so all the others are listed.
        listed(page, total - IN_THE_SKY)
        page.until(lambda: "doubts=all" in page.page.url, "the address says so")
        expect_equal(counted(library).get("altitude"), None, "the doubts of the server")
        undo(page)
        listed(page, total)
        group(page, "sign").click()
        listed(page, WRONG_SIGN)
        doubts(page).get_by_role("button", name="Correct all with a suggestion").click()
        page.until(lambda: f"{WRONG_SIGN} photos are corrected" in toast(page).inner_text(), "the message says how many")
        listed(page, total - WRONG_SIGN)
        page.page.keyboard.press("Control+z")
        listed(page, total)
        expect_equal(counted(library), reasons, "the doubts of the server")


def place_all(page: MapPage, library: Library, total: int, press_button) -> None:
    """Places the whole group of full degrees at one place, and undoes it."""
    numbers = [one["id"] for one in library.get("doubts", reason="coarse")["doubts"]]
    before = [place_of(page, library, number) for number in numbers]
    press_button(doubts(page).get_by_role("button", name="Place all by hand"))
    page.page.locator(".placing-card:not(.picks-bar)").wait_for()
    page.page.get_by_text(f"these {FULL_DEGREES} photos").wait_for()
    press_button(place_field(page))
    place_field(page).fill("48.2082, 16.3738")
    page.go(lambda: place_field(page).press("Enter"))
    press_button(page.page.get_by_role("button", name="Here", exact=True))
    # The group is empty, so all the others are listed.
    listed(page, total - FULL_DEGREES)
    for number in numbers:
        place = place_of(page, library, number)
        expect(abs(place[0] - 16.3738) < 1e-3 and abs(place[1] - 48.2082) < 1e-3, f"photo {number} is at {place}")
    expect_equal(library.get("placements")["numberMatched"], 1, "acts of places")
    undo(page)
    listed(page, total)
    expect_equal([place_of(page, library, number) for number in numbers], before, "where the photos are")


@scenario("all photos of a group of doubts are placed by hand in one act, and undone in one")
def placing_all(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        total = library.get("doubts", limit=1)["numberMatched"]
        page.open("#doubts=coarse")
        listed(page, FULL_DEGREES)
        place_all(page, library, total, lambda control: control.click())


@scenario("on a phone all photos of a group of doubts are placed by hand in one act", **PHONE)
def placing_all_on_a_phone(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        total = library.get("doubts", limit=1)["numberMatched"]
        page.open()
        in_masthead(page, total)
        masthead(page).tap()
        group(page, "coarse").tap()
        listed(page, FULL_DEGREES)
        place_all(page, library, total, lambda control: control.tap())


@scenario("on a phone the filter of doubts is chosen in the sheet, and joins the filter of a camera", **PHONE)
def filtering_on_a_phone(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        total, doubted = library.total(), library.get("doubts", limit=1)["numberMatched"]
        page.open()
        in_masthead(page, doubted)
        page.page.locator(".filters-button").tap()
        panel = page.page.locator("#filters-panel")
        panel.locator("fieldset", has_text="Doubted positions").get_by_label("Altitude").tap()
        matches(page, IN_THE_SKY, total)
        panel.get_by_label("Beta Z9").tap()
        page.equals(page.page.locator(".filter-chip-text").count, 2, "chips")
        matches(page, IN_THE_SKY, total)
        page.page.get_by_role("button", name="Done").tap()
        page.equals(lambda: sorted(page.page.locator(".filter-chip-text").all_inner_texts()), ["Camera: Beta Z9", "Doubted: altitude"], "the chips")
        page.until(lambda: "doubt=altitude" in page.page.url, "the address has the filter")
        expect(not page.page.evaluate("document.scrollingElement.scrollWidth > innerWidth"), "the page scrolls sideways")
        page.page.reload()
        page.settle()
        matches(page, IN_THE_SKY, total)


@scenario("the filters list the reasons of doubts, one chip says which is set, and Back removes it")
def filtering(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        total = library.total()
        page.open()
        in_masthead(page, library.get("doubts", limit=1)["numberMatched"])
        page.page.locator(".filters-button").click()
        choices = page.page.locator("#filters-panel fieldset", has_text="Doubted positions")
        choices.get_by_label("Wrong sign").check()
        matches(page, WRONG_SIGN, total)
        chip = page.page.locator(".filter-chip-text")
        page.equals(lambda: chip.all_inner_texts(), ["Doubted: wrong sign"], "the chips")
        page.until(lambda: "doubt=sign" in page.page.url, "the address has the filter")
        choices.get_by_label("Altitude").check()
        matches(page, IN_THE_SKY, total)
        page.equals(lambda: chip.all_inner_texts(), ["Doubted: altitude"], "the chips: a photo is doubted for one reason")
        page.page.keyboard.press("Escape")
        page.page.go_back()
        matches(page, WRONG_SIGN, total)
        page.page.go_back()
        counts(page, total)
        expect_equal(chip.count(), 0, "chips")
        page.page.get_by_role("combobox").fill("doubted")
        page.page.get_by_role("option", name="Doubted positions").click()
        page.equals(lambda: chip.all_inner_texts(), ["Doubted positions"], "the chips")
        page.page.reload()
        page.settle()
        page.equals(lambda: chip.all_inner_texts(), ["Doubted positions"], "the chips after a reload")


@scenario("editors, viewers and guests see nothing of doubts, and their pages request none", expects_failures=True)
def of_others(page: MapPage, _: Library) -> None:
    with company(page, features=one_wrong_sign()) as server, another(page) as viewer, another(page) as guest:
        number = 2
        sign_in(page, "edith")
        sign_in(viewer, "vic")
        guest.page.goto(server.link())
        guest.settle()
        link = guest.page.url.split("#")[0]
        for one, base in ((page, page.base), (viewer, page.base), (guest, link)):
            for fragment in ("#doubts=sign&doubt=any", f"#doubt=sign&photo={number}"):
                one.requests.clear()
                one.page.goto("about:blank")
                one.page.goto(base + fragment)
                one.settle()
                counts(one, 3)
                one.quiet("/")
                expect_equal(refused(one, ABOUT_DOUBTS), [], f"requests about doubts for {fragment}")
                expect_equal([masthead(one).is_visible(), doubts(one).count(), one.page.locator(".filter-chip").count()], [False, 0, 0], f"what {fragment} shows")
                one.until(lambda: "doubt=" not in one.page.url, "the address has no filter that is not used")
            one.page.locator(".filters-button").click()
            one.quiet("/")
            expect("oubted" not in one.page.locator("#filters-panel").inner_text(), "the filters speak of doubts")
            expect_equal(refused(one, ABOUT_DOUBTS), [], "requests about doubts for the filters")
            one.page.keyboard.press("Escape")


IN_OTHER_LANGUAGES = {
    "de": {"sign": "mit umgekehrtem Vorzeichen der Länge nur", "altitude": "In einer Höhe von 65.000 m", "coarse": "auf ganze Grad gerundet"},
    "ar": {"sign": "عند عكس إشارة خط الطول", "altitude": "لا أحد يكون على ارتفاع", "coarse": "مقرّبان إلى درجات كاملة"},
}


@scenario("the evidence is in the reader's language, in the list and beside the open photo")
def in_other_languages(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()):
        for language, words in IN_OTHER_LANGUAGES.items():
            page.page.goto(f"{page.base}?lang={language}#doubts=all")
            for reason, said in words.items():
                group(page, reason).click()
                page.until(lambda said=said: row(page).count() > 0 and said in row(page).inner_text(), f"{said} is in the list")
                evidence = row(page).locator(".doubt-evidence")
                expect_equal(evidence.get_attribute("lang"), None, "the language that the sentence states")
                expect_equal(evidence.evaluate("one => getComputedStyle(one).direction"), "rtl" if language == "ar" else "ltr", "where the sentence begins")
                expect(evidence.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), f"“{evidence.inner_text()}” is cut off")
            row(page).locator(".doubt-open").click()
            page.until(lambda words=words: words["coarse"] in page.page.locator(".photo-doubt").inner_text(), "the line beside the photo says it")


@scenario("beside an open photo a line says why its position is doubted, with the same buttons")
def open_photo(page: MapPage, _: Library) -> None:
    with serving(page, one_wrong_sign()) as library:
        number = library.get("doubts")["doubts"][0]["id"]
        page.open(f"#photo={number}")
        line = page.page.locator(".photo-doubt")
        page.until(lambda: line.is_visible() and "opposite sign" in line.inner_text(), "the line has the evidence")
        page.until(lambda: page.page.locator(".doubt-hollow").is_visible(), "the suggestion is on the map")
        expect_accessible(page, "a doubted photo")
        line.get_by_role("button", name="It is right").click()
        page.gone(line, "the line")
        in_masthead(page, 0)
        undo(page)
        page.until(line.is_visible, "the line is there again")
        line.get_by_role("button", name="Correct").click()
        page.gone(line, "the line")
        page.until(lambda: "13.40210° E" in page.panel().inner_text(), "the open photo is at the suggestion")
        undo(page)
        page.until(lambda: "13.40210° W" in page.panel().inner_text(), "the open photo is where it was")
        page.until(line.is_visible, "the line is there again")
        page.page.goto(f"{page.base}#photo=1")
        page.until(lambda: page.title() == "a.jpg", "another photo is open")
        page.quiet("/")
        page.gone(line, "the line")


@scenario("the panel names the flight of a photo without an altitude, which no request asks for")
def flight_without_altitude(page: MapPage, _: Library) -> None:
    flown = [photo(name, f"2024-05-01T{hour}:00", lon, lat) for name, hour, lon, lat in (("a", "09", 11.7861, 48.3538), ("b", 10, 1.4123, 43.6123), ("c", 12, -9.1342, 38.7742))]
    with serving(page, flown) as library:
        named = library.get("doubts")["flights"]
        expect_equal([one["photos"] for one in named], [[2]], "the photos on flights")
        words = named[0]["flight"]
        page.open("#photo=2")
        page.until(lambda: words.lower() in page.panel().inner_text().lower(), f"the panel says {words}")
        page.page.goto(f"{page.base}#photo=3")
        page.expect_panel("c.jpg")
        page.quiet("/")
        expect(words.lower() not in page.panel().inner_text().lower(), "the next photo is not of the flight")
        expect_equal([url for url in page.requests if "properties=flight" in url], [], "requests for flights")


@scenario("a library without doubts mentions none, and photos request none")
def without_doubts(page: MapPage, _: Library) -> None:
    with serving(page, one_wrong_sign()[:1]) as library:
        page.open("#photo=1")
        page.until(lambda: any("/doubts?" in url for url in page.requests), "the doubts are counted")
        page.quiet("/")
        expect(not masthead(page).is_visible(), "the masthead speaks of doubts")
        expect_equal([url for url in page.requests if "doubts?" in url], [f"{page.base}doubts?limit=1"], "requests about doubts")
        first = next(place for place, url in enumerate(page.requests) if "/doubts?" in url)
        pins = next(place for place, url in enumerate(page.requests) if "/clusters?" in url)
        expect(pins < first, "the pins are requested first")
        expect_equal(library.get("doubts")["numberMatched"], 0, "doubts of the server")


@scenario("doubts are found, chosen, accepted, undone and placed by hand with the keyboard alone")
def by_keyboard(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        page.open()
        in_masthead(page, library.get("doubts", limit=1)["numberMatched"])
        key = page.page.keyboard.press
        masthead(page).focus()
        key("Enter")
        page.focused(doubts(page).locator(".panel-title"), "the title of the list")
        group(page, "sign").focus()
        key("Space")
        listed(page, WRONG_SIGN)
        page.focused(group(page, "sign"), "the group")
        row(page).locator(".doubt-main").focus()
        key("ArrowDown")
        page.focused(row(page, 1).locator(".doubt-main"), "the second")
        number = int(row(page, 1).get_attribute("data-doubt"))
        page.go(lambda: key("Enter"))
        page.until(lambda: page.page.locator(".doubt-hollow").is_visible(), "the map shows it")
        key("Tab")
        key("Tab")
        page.focused(row(page, 1).get_by_role("button", name="It is right:"), "the button to accept it")
        key("Enter")
        listed(page, WRONG_SIGN - 1)
        page.focused(row(page, 1).locator(".doubt-main"), "the one in its place")
        key("Control+z")
        listed(page, WRONG_SIGN)
        page.until(lambda: page.page.evaluate("document.activeElement.closest('[data-doubt]')?.dataset.doubt") == str(number), "the focus is on it again")
        for _time in range(3):
            key("Tab")
        page.focused(row(page, 1).get_by_role("button", name="Place by hand:"), "the button to place it")
        key("Enter")
        page.page.locator(".placing-card:not(.picks-bar)").wait_for()
        page.page.keyboard.type("48.2082, 16.3738")
        key("Enter")
        page.settle()
        key("Enter")
        listed(page, WRONG_SIGN - 1)
        place = place_of(page, library, number)
        expect(abs(place[0] - 16.3738) < 1e-6 and abs(place[1] - 48.2082) < 1e-6, f"the photo is at {place}")
        page.until(lambda: page.page.evaluate("Boolean(document.activeElement.closest('.doubt'))"), "the focus is in the list")
        key("Escape")
        page.gone(doubts(page), "the list")
        page.focused(masthead(page), "the line in the masthead")


@scenario("Back from a doubted photo leads to it in the list, and the arrows beside it go through the list")
def through_the_list(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()):
        page.open()
        masthead(page).click()
        group(page, "sign").click()
        listed(page, WRONG_SIGN)
        row(page).locator(".doubt-open").click()
        page.expect_panel("sign-01b.jpg")
        page.equals(lambda: page.page.locator("#panel .panel-subtitle").inner_text(), f"1 of {WRONG_SIGN}", "its place in the list")
        page.page.keyboard.press("ArrowRight")
        page.expect_panel("sign-02b.jpg")
        page.page.go_back()
        page.expect_no_panel()
        page.focused(row(page, 1).locator(".doubt-main"), "the photo that was open last")
        row(page, 2).locator(".doubt-open").click()
        page.expect_panel("sign-03b.jpg")
        page.page.keyboard.press("Escape")
        page.focused(row(page, 2).locator(".doubt-main"), "the photo that was open last")
        page.page.go_back()
        page.gone(doubts(page), "the list")


@scenario("of 50,000 doubted positions only the visible ones are in the page, to the last of them")
def very_many(page: MapPage, library: Library) -> None:
    total = 50_000
    asked = []

    def answer(route) -> None:
        asked.append(route.request.url)
        start, limit = (int(found[1]) if (found := re.search(rf"[?&]{name}=(\d+)", route.request.url)) else 0 for name in ("offset", "limit"))
        found = [
            {"id": 1000 + n, "path": f"{n}.jpg", "filename": f"{n}<b>.jpg", "longitude": 1, "latitude": 2, "reason": "coarse", "evidence": "It is round."}
            for n in range(start, min(total, start + limit))
        ]
        route.fulfill(json={
            "numberMatched": total, "numberReturned": len(found), "reasons": [{"reason": "coarse", "count": total}],
            "devices": [{"device": "Aster", "count": total}], "doubts": found, "flights": [], "acts": []})

    page.page.route("**/doubts?**", answer)
    page.open("#doubts=all")
    items = doubts(page).locator(".long-list > li")
    last = doubts(page).locator(f'.long-list > li[aria-posinset="{total}"]')

    def is_there() -> bool:
        doubts(page).locator(".doubts-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        expect(items.count() < 60, f"{items.count()} rows are in the page")
        return last.count() == 1

    page.until(is_there, "the last one is listed")
    expect(f"{total - 1}<b>.jpg" in last.inner_text(), "it is the last")
    expect(len(asked) < 25, f"{len(asked)} pages were requested")


@scenario("on a phone the doubted positions are a sheet below the map, and their buttons are large enough for a finger", **PHONE)
def on_a_phone(page: MapPage, _: Library) -> None:
    with serving(page, many_doubts()) as library:
        total = library.get("doubts", limit=1)["numberMatched"]
        page.open()
        in_masthead(page, total)
        masthead(page).tap()
        listed(page, total)
        box = page.box(doubts(page))
        expect(250 < box["y"] < 400 and box["width"] == 360, f"the sheet is at {box}")
        group(page, "sign").tap()
        listed(page, WRONG_SIGN)
        small = [one for one in page.page.evaluate(PRESSED) if one["isOnTop"] and (one["width"] < 43.5 or one["height"] < 43.5)]
        expect_equal([one["name"] for one in small], [], "buttons that are too small")
        sideways = "() => ['.doubts', '.doubts-body', 'html'].some((part) => document.querySelector(part).scrollWidth > 360)"
        expect(not page.page.evaluate(sideways), "the list scrolls sideways")
        row(page).locator(".doubt-main").tap()
        page.until(lambda: page.page.locator(".doubt-hollow").is_visible(), "the map shows the suggestion")
        page.settle()
        heights = [page.box(page.page.locator(part))["y"] for part in (".doubt-dot", ".doubt-hollow")]
        expect(max(heights) < box["y"], f"both marks are above the sheet: {heights}")
        row(page).get_by_role("button", name="Correct:").tap()
        listed(page, WRONG_SIGN - 1)
        page.until(lambda: toast(page).is_visible(), "the message is there")
        undo(page)
        listed(page, WRONG_SIGN)
        row(page).locator(".doubt-open").tap()
        page.expect_panel("sign-01b.jpg")
        page.until(page.page.locator(".photo-doubt").is_visible, "the photo has the line")
