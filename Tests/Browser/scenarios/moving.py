"""Photos on the map are moved: pins are held and dragged, alone and together, or “Move” asks for the place."""

import math
from collections.abc import Callable
from itertools import combinations

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.guests import shared
from scenarios.placing import PHONE, button, coordinates, expect_near, open_photo, own_library, place_field, toast


def load(page: MapPage):
    return page.page.locator(".placing-load")


def tip(page: MapPage) -> tuple[float, float]:
    """The position on the screen at which the carried picture points."""
    at = page.page.evaluate("() => { const { x, y } = document.querySelector('.placing-load').getBoundingClientRect(); return [x, y]; }")
    return tuple(at)


def open_beside(page: MapPage, photo: dict) -> tuple[float, float]:
    """Shows the pin of a photo in the middle of the map, and returns a point on it."""
    longitude, latitude = photo["geometry"]["coordinates"]
    page.open(f"#map=12/{latitude}/{longitude}")
    card = page.box(page.pin(photo["id"]))
    return card["x"] + card["width"] / 2, card["y"] + 20


def hold(page: MapPage, at: tuple[float, float]) -> None:
    page.page.mouse.move(*at)
    page.page.mouse.down()
    load(page).wait_for(state="attached")


def position_of(page: MapPage, at: tuple[float, float]) -> tuple[float, float]:
    """The latitude and longitude at a point of the screen, by the view in the address."""
    zoom, latitude, longitude = page.map_view()
    middle = page.middle()
    world = 512 * 2**zoom
    row = 0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi) + (at[1] - middle[1]) / world
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * row)))), longitude + (at[0] - middle[0]) / world * 360


def expect_carried(page: MapPage, move: Callable[[tuple[float, float]], None], to: tuple[float, float]) -> None:
    """The label follows: the name of the place, or its coordinates, and the distance."""
    move(to)
    page.page.locator(".load-detail").get_by_text("from its old place").wait_for(state="attached")
    page.frames(3)
    near = page.page.locator(".load-detail").inner_text()
    expect(page.page.locator(".load-title").inner_text() != "", "The place has no name")
    move((to[0] + 40, to[1] + 30))
    page.until(lambda: page.page.locator(".load-detail").inner_text() != near, "the distance follows")
    move(to)
    page.equals(page.page.locator(".load-detail").inner_text, near, "the distance at the first point")


@scenario("a pin that is held is lifted, shows where it is while it is dragged, and Ctrl+Z puts it back")
def held(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        was = coordinates(library, photo["id"])
        at = open_beside(page, photo)
        view = page.map_view()
        hold(page, at)
        expect_equal(page.page.locator(".placing-load img").count(), 1, "pictures that follow the pointer")
        page.page.locator(".pin.is-lifted").wait_for()
        target = (at[0] - 160, at[1] + 130)
        expect_carried(page, lambda to: page.page.mouse.move(*to), target)
        wanted = position_of(page, tip(page))
        page.page.mouse.up()
        page.equals(lambda: toast(page).inner_text(), "1 photo moved", "what the message says")
        expect_near(coordinates(library, photo["id"]), wanted, 5e-4, "where the photo is")
        page.until(lambda: page.page.locator(".pin.is-lifted").count() == 0, "the old place is left")
        page.gone(load(page), "the carried picture")
        expect_equal(page.map_view(), view, "the view")
        page.expect_no_panel()
        page.page.keyboard.press("Control+z")
        page.equals(lambda: coordinates(library, photo["id"]), was, "where the photo is after the undo")
        page.equals(lambda: toast(page).inner_text(), "Undone for 1 photo", "what the message says")


@scenario("a pin that is moved at once drags the map; one that is held goes back by Escape, or beside the map")
def put_back(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        was = coordinates(library, photo["id"])
        at = open_beside(page, photo)

        def drag() -> None:
            page.page.mouse.move(*at)
            page.page.mouse.down()
            page.page.mouse.move(at[0] - 30, at[1])
            page.page.mouse.move(at[0] - 80, at[1])
            page.page.mouse.up()

        page.go(drag)
        expect_equal(load(page).count(), 0, "pictures that follow the pointer")
        at = open_beside(page, photo)
        hold(page, at)
        page.page.mouse.move(at[0] - 90, at[1] + 90)
        page.page.locator(".pin.is-lifted").wait_for()
        page.page.keyboard.press("Escape")
        page.gone(load(page), "the carried picture")
        page.page.mouse.up()
        hold(page, at)
        masthead = page.box(page.page.locator(".masthead"))
        page.page.mouse.move(masthead["x"] + 30, masthead["y"] + 95)
        page.page.mouse.move(masthead["x"] + 30, masthead["y"] - 5)
        page.page.mouse.up()
        page.gone(load(page), "the carried picture")
        page.until(lambda: page.page.locator(".pin.is-lifted").count() == 0, "the pin is back")
        expect_equal(coordinates(library, photo["id"]), was, "where the photo is")
        page.expect_no_panel()


@scenario("on a phone a finger lifts a pin, whose picture is above the finger, and drops it", **PHONE)
def held_by_finger(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        at = open_beside(page, photo)
        view = page.map_view()
        finger = Finger(page)
        finger.press(at)
        load(page).wait_for(state="attached")
        target = (at[0] - 60, at[1] + 90)
        expect_carried(page, finger.move, target)
        expect(tip(page)[1] < target[1] - 30, "The finger covers the position")
        card = page.page.locator(".load-card").bounding_box()
        expect(card["y"] + card["height"] < target[1] - 30, "The finger covers the picture")
        label = page.page.locator(".load-label").bounding_box()
        expect(label["x"] >= 0 and label["x"] + label["width"] <= 390, f"The label is beside the screen: {label}")
        wanted = position_of(page, tip(page))
        finger.lift()
        page.equals(lambda: toast(page).inner_text(), "1 photo moved", "what the message says")
        expect_near(coordinates(library, photo["id"]), wanted, 5e-4, "where the photo is")
        expect_equal(page.map_view(), view, "the view")


@scenario("a lifted pin at the edge of the map moves the map on")
def at_the_edge(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        at = open_beside(page, photo)
        before = page.map_view()
        hold(page, at)
        page.page.mouse.move(at[0], 400)
        page.page.mouse.move(14, 400)
        page.until(lambda: "1" <= page.page.locator(".load-detail").inner_text()[:1], "the distance is shown")
        far = page.page.locator(".load-detail").inner_text()
        page.until(lambda: page.page.locator(".load-detail").inner_text() != far, "the map goes on below the pointer")
        page.page.mouse.up()
        page.equals(lambda: toast(page).inner_text(), "1 photo moved", "what the message says")
        page.until(lambda: page.map_view()[2] < before[2], "the map has moved to the west")


def two_apart(library: Library) -> tuple[list[dict], str]:
    """Two photos with pins of their own that a phone shows in one view, and the address of that view."""
    for zoom in (8, 7, 6, 5, 4, 3):
        singles = [one for one in library.clusters(zoom) if not one["properties"].get("cluster")]
        for one, other in combinations(singles, 2):
            (lon, lat), (lon2, lat2) = one["geometry"]["coordinates"], other["geometry"]["coordinates"]
            across, down = (abs(one - other) / 360 * 512 * 2**zoom for one, other in ((lon, lon2), (lat, lat2)))
            if 90 < across < 230 and down < 90:
                return [one, other], f"#map={zoom}/{(lat + lat2) / 2}/{(lon + lon2) / 2}"
    raise AssertionError("No two photos have pins in one view")


@scenario("pins are chosen with Ctrl, moved together with one drag, and undone together; Escape chooses none")
def several(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photos, view = two_apart(library)
        ids = [photo["id"] for photo in photos]
        was = [coordinates(library, number) for number in ids]
        page.open(view)
        bar = page.page.locator(".picks-bar")
        page.pin(ids[0]).click(modifiers=["Control"])
        bar.get_by_text("1 photo chosen").wait_for()
        page.page.keyboard.press("Escape")
        page.gone(bar, "the bar")
        page.pin(ids[0]).click(modifiers=["Control"])
        bar.get_by_text("1 photo chosen").wait_for()
        # Without Ctrl, too, now that some are chosen.
        page.pin(ids[1]).click()
        bar.get_by_text("2 photos chosen").wait_for()
        page.expect_no_panel()
        card = page.box(page.pin(ids[1]))
        hold(page, (card["x"] + card["width"] / 2, card["y"] + 20))
        expect_equal(page.page.locator(".load-card").get_attribute("data-count"), "2", "how many are carried")
        expect_equal(page.page.locator(".pin.is-lifted").count(), 2, "old places")
        spot = page.clear_spot()
        page.page.mouse.move(spot["x"], spot["y"])
        wanted = position_of(page, tip(page))
        page.page.mouse.up()
        page.equals(lambda: toast(page).inner_text(), "2 photos moved", "what the message says")
        for number in ids:
            expect_near(coordinates(library, number), wanted, 0.5, "where a photo is")
        page.gone(bar, "the bar")
        page.page.keyboard.press("Control+z")
        for number, before in zip(ids, was):
            page.equals(lambda: coordinates(library, number), before, "where a photo is after the undo")


@scenario("on a phone a pin that is held and not moved is chosen; taps choose more, and their place is chosen with the cross", **PHONE)
def several_by_finger(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photos, view = two_apart(library)
        ids = [photo["id"] for photo in photos]
        page.open(view)
        finger = Finger(page)
        card = page.box(page.pin(ids[0]))
        finger.press((card["x"] + card["width"] / 2, card["y"] + 20))
        load(page).wait_for(state="attached")
        finger.lift()
        bar = page.page.locator(".picks-bar")
        bar.get_by_text("1 photo chosen").wait_for()
        page.pin(ids[1]).tap()
        bar.get_by_text("2 photos chosen").wait_for()
        frame = page.box(bar)
        expect(frame["x"] >= 0 and frame["x"] + frame["width"] <= 390, f"The bar does not fit: {frame}")
        button(page, "Choose the place").tap()
        page.page.get_by_text("Move the map until the cross is where these 2 photos were taken").wait_for()
        button(page, "Here").tap()
        page.equals(lambda: toast(page).inner_text(), "2 photos moved", "what the message says")
        page.gone(bar, "the bar")
        expect_equal(coordinates(library, ids[0]), coordinates(library, ids[1]), "where the photos are")


@scenario("“Move” asks in plain words, its field has the focus, and the photo can be dragged from its place")
def asked(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        longitude, latitude = photo["geometry"]["coordinates"]
        page.open(f"#map=12/{latitude}/{longitude}")
        page.pin(photo["id"]).click()
        page.expect_panel(photo["properties"]["filename"])
        colour = page.page.locator("#grid").evaluate("one => getComputedStyle(one).opacity + getComputedStyle(one).backgroundColor")
        button(page, "Move").click()
        page.page.get_by_text("Click where this photo was taken, or drag it there; Esc cancels").wait_for()
        page.focused(place_field(page), "the field for the place")
        page.page.locator(".placing-pictures img").wait_for()
        expect_equal(page.page.locator("#grid").evaluate("one => getComputedStyle(one).opacity + getComputedStyle(one).backgroundColor"), colour, "the colour of the panel")
        card = page.box(page.page.locator(".placing-pin .load-card"))
        at = (card["x"] + card["width"] / 2, card["y"] + 20)
        view = page.map_view()
        page.page.mouse.move(*at)
        page.page.mouse.down()
        page.page.mouse.move(at[0] + 20, at[1])
        expect_carried(page, lambda to: page.page.mouse.move(*to), (at[0] + 120, at[1] + 90))
        page.page.keyboard.press("Escape")
        page.gone(load(page), "the carried picture")
        page.page.mouse.up()
        page.page.locator(".placing-card:not(.picks-bar)").first.wait_for()
        page.page.mouse.move(*at)
        page.page.mouse.down()
        page.page.mouse.move(at[0] + 20, at[1])
        page.page.mouse.move(at[0] + 120, at[1] + 90)
        wanted = position_of(page, tip(page))
        page.page.mouse.up()
        page.equals(lambda: toast(page).inner_text(), "1 photo moved", "what the message says")
        expect_near(coordinates(library, photo["id"]), wanted, 5e-4, "where the photo is")
        expect_equal(page.map_view(), view, "the view")
        page.expect_panel(photo["properties"]["filename"])


@scenario("on a phone “Move” begins with the cross at the photo: “Here” changes nothing, and the view comes back", **PHONE)
def early_here(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        was = coordinates(library, photo["id"])
        open_photo(page, photo)
        page.settle()
        view = page.map_view()
        button(page, "Move").tap()
        page.page.get_by_text("Move the map until the cross is where this photo was taken").wait_for()
        page.until(lambda: math.dist(page.map_view()[1:], was) < 0.02, "the photo is in the middle of the map")
        asked = len(page.requests)
        button(page, "Here").tap()
        page.gone(page.page.locator(".placing-card:not(.picks-bar)").first, "the card")
        page.equals(page.map_view, view, "the view")
        page.quiet()
        expect_equal([url for url in page.requests[asked:] if url.endswith("/placements")], [], "requests to place it")
        expect_equal(coordinates(library, photo["id"]), was, "where the photo is")
        page.expect_panel(photo["properties"]["filename"])


@scenario("a guest's pins cannot be lifted or chosen")
def nothing_for_guests(page: MapPage, library: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        pin = page.page.locator(".pin").first
        pin.click(modifiers=["Control"], delay=700)
        expect_equal(load(page).count() + page.page.locator(".picks-bar").count(), 0, "lifted pins")
