"""Texts of the diary about places: marks on the map, and the card that reads and writes them."""

import json
from urllib.request import Request, urlopen

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE, toast, undo
from scenarios.guests import shared
from scenarios.layers import colours_around
from scenarios.trips import own_trips

# No photo is near.
ATLANTIC = "#map=9/30/-40"
SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}


def card(page: MapPage):
    return page.page.locator(".diary-card")


def text(page: MapPage):
    return card(page).locator(".diary-text")


def button(page: MapPage, name: str):
    return card(page).get_by_role("button", name=name, exact=True)


def offer(page: MapPage, name: str):
    return page.page.locator("#panel.is-open").get_by_role("button", name=name)


def is_drawn(page: MapPage, x: float, y: float) -> None:
    page.until(lambda: any(blue - green > 60 for _, green, blue in colours_around(page, x, y)), "the violet mark is drawn")


def open_mark(page: MapPage, x: float, y: float) -> None:
    """Clicks a mark once the map has come to rest and drawn it."""
    page.settle()
    is_drawn(page, x, y)
    page.page.mouse.click(x, y)
    text(page).wait_for()


def texts(library: Library) -> list[str]:
    return [entry["text"] for entry in library.get("diary")["entries"]]


def write(library: Library, longitude: float, latitude: float, words: str) -> None:
    order = json.dumps({"longitude": longitude, "latitude": latitude, "text": words}).encode()
    urlopen(Request(f"{library.base}diary", order, {"Content-Type": "application/json"}), timeout=30).close()


@scenario("a click on the map offers to write about the place; its text is a mark that opens it, and is changed and removed, each with an undo")
def by_mouse(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        page.open(ATLANTIC)
        x, y = page.middle()
        page.page.mouse.click(x, y)
        offer(page, "Write about this place").click()
        field = card(page).locator(".diary-field")
        page.focused(field, "the field")
        field.fill("Only **water**. <img src=x onerror=alert(1)>\n\n- [whales](https://example.org/)\n- [no](javascript:alert(1))")
        button(page, "Save").click()
        page.until(lambda: text(page).inner_text().split("\n")[0] == "Only water. <img src=x onerror=alert(1)>", "the text is shown")
        expect_equal(text(page).evaluate("element => [...element.querySelectorAll('*')].map(({ localName }) => localName).join(' ')"), "p strong ul li a li", "its markup")
        [entry] = library.get("diary")["entries"]
        expect(abs(entry["longitude"] + 40) < 0.01 and abs(entry["latitude"] - 30) < 0.01, f"the place is {entry}")
        expect_accessible(page, "the card of a place")
        button(page, "Close").focus()
        page.page.keyboard.press("Escape")
        page.gone(card(page), "the card")
        expect("about=" not in page.page.url and "near=" not in page.page.url, "something is still in the address")
        open_mark(page, x, y)
        expect_equal(page.page.locator("#panel.is-open").count(), 0, "lists beside the card")
        button(page, "Write in the diary").click()
        field.fill("Only water, and a ship.")
        page.page.keyboard.press("Control+Enter")
        page.until(lambda: text(page).inner_text() == "Only water, and a ship.", "the new text is shown")
        undo(page)
        page.until(lambda: text(page).inner_text().startswith("Only water. "), "the former text is back")
        button(page, "Remove the text").click()
        page.gone(card(page), "the card of the removed text")
        page.until(lambda: texts(library) == [], "the text is removed")
        undo(page)
        page.until(lambda: len(texts(library)) == 1, "the text is back")
        open_mark(page, x, y)
        page.page.go_back()
        page.gone(card(page), "the card after Back")
        page.page.mouse.click(x + 60, y)
        offer(page, "Write about this place").wait_for()


@scenario("a text about a place is written, read and left with the keyboard alone; Cancel drops what was entered, Escape keeps it")
def by_keyboard(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        page.open(ATLANTIC)
        press = page.page.keyboard.press
        surface = page.page.locator("#map canvas")
        surface.focus()
        field = card(page).locator(".diary-field")

        def again() -> None:
            press("Enter")
            offer(page, "Write about this place").focus()
            press("Enter")
            page.focused(field, "the field")

        again()
        page.page.keyboard.type("c, f and ? are no shortcuts here")
        press("Escape")
        page.gone(card(page), "the card")
        page.focused(surface, "the map")
        again()
        expect_equal(field.input_value(), "c, f and ? are no shortcuts here", "what was entered")
        button(page, "Cancel").focus()
        press("Enter")
        page.gone(card(page), "the card")
        again()
        expect_equal(field.input_value(), "", "what was entered before Cancel")
        page.page.keyboard.type("A line")
        press("Control+Enter")
        page.until(lambda: text(page).inner_text() == "A line", "the text is shown")
        press("Escape")
        page.focused(surface, "the map")
        is_drawn(page, *page.middle())
        press("Enter")
        page.until(lambda: text(page).is_visible() and text(page).inner_text() == "A line", "Enter opens the text in the middle of the map")
        expect_equal(texts(library), ["A line"], "the diary")


def by_touch(page: MapPage, width: int, height: int) -> None:
    with own_trips(page) as library:
        page.open(ATLANTIC)
        finger = Finger(page)
        x, y = page.middle()
        y -= 100
        finger.press((x, y))
        page.until(lambda: "near=" in page.page.url, "the finger has rested long enough")
        finger.lift()
        offer(page, "Write about this place").tap()
        field = card(page).locator(".diary-field")
        page.focused(field, "the field")
        for part in card(page).locator("button:visible").all():
            box = page.box(part)
            expect(box["width"] >= 44 and box["height"] >= 44, f"a control of {box}")
        field.fill("Wind.\n\n" + "A long text. " * 300)
        button(page, "Save").tap()
        text(page).wait_for()
        box = page.box(card(page))
        expect(box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] > 0.4 * height and box["y"] + box["height"] <= height, f"the card is at {box}")
        message = page.box(toast(page))
        expect(message["y"] + message["height"] <= box["y"], f"the message {message} is over the card {box}")
        expect_accessible(page, "the card on a phone")
        button(page, "Close").tap()
        page.gone(card(page), "the card")
        page.settle()
        is_drawn(page, x, y)
        page.page.touchscreen.tap(x, y)
        text(page).wait_for()
        expect_equal(len(texts(library)), 1, "texts")


@scenario("on a phone a long press offers to write about the place; the card leaves the upper part of the map, and a tap on the mark opens it", **PHONE)
def by_finger(page: MapPage, _: Library) -> None:
    by_touch(page, 390, 844)


@scenario("on a phone of 320 pixels the card of a place fits, too", **SMALL)
def on_a_small_phone(page: MapPage, _: Library) -> None:
    by_touch(page, 320, 640)


@scenario("an address with a place alone shows the map there with its text, and several texts are marks of their own")
def by_address(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        write(library, -40, 30, "West")
        write(library, -39.98, 30, "East")
        page.open("#about=30,-39.98")
        page.until(lambda: text(page).is_visible() and text(page).inner_text() == "East", "the text of the address")
        zoom, lat, lon = page.map_view()
        expect(zoom > 10 and abs(lat - 30) < 0.05 and abs(lon + 39.98) < 0.05, f"the map is at {page.map_view()}")
        page.open("#map=13/30/-40&about=95,0")
        page.quiet()
        expect_equal(card(page).is_visible(), False, "a card for a place that is not on Earth")
        open_mark(page, *page.middle())
        page.until(lambda: text(page).inner_text() == "West", "the text in the middle")
        page.go(lambda: page.page.mouse.wheel(0, 100))
        expect(card(page).is_visible(), "the card is gone after the map has moved")


@scenario("what was entered about a place survives a lost server, and is stored once the server is back", expects_failures=True)
def lost_server(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        page.open(ATLANTIC)
        x, y = page.middle()
        page.page.mouse.click(x, y)
        offer(page, "Write about this place").click()
        card(page).locator(".diary-field").fill("Far out")
        page.page.route("**/diary", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        button(page, "Save").click()
        page.page.get_by_text("The server isn’t responding").first.wait_for()
        page.page.unroute("**/diary")
        button(page, "Write in the diary").click()
        expect_equal(card(page).locator(".diary-field").input_value(), "Far out", "what was entered")
        button(page, "Save").click()
        page.until(lambda: texts(library) == ["Far out"], "the text is stored")


@scenario("a guest is offered no diary, and an address with a place asks for nothing")
def for_guests(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(f"{link}#map=9/30/-40&about=30,-40")
        page.settle()
        page.page.mouse.click(*page.middle())
        page.page.locator("#panel.is-open").wait_for()
        page.quiet("/")
        expect_equal(page.page.get_by_role("button", name="about this place").count(), 0, "offers to write")
        expect_equal(card(page).is_visible(), False, "the card")
        expect_equal([url for url in page.requests if "/diary" in url], [], "requests for the diary")
        expect_equal(page.complaints, [], "complaints on the console")

