"""Photos are placed by hand, moved and removed from the map; each scenario has its own library."""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from big_library import PACKAGE, WITHOUT_TRIPS
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.guests import shared

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
PLACEABLE = 5
WITHOUT = 7
EIFFEL = (48.8584, 2.2945)


@contextmanager
def own_library(page: MapPage, photos: Path = PACKAGE / "sample-photos", options: Sequence[str] = WITHOUT_TRIPS) -> Iterator[Library]:
    """The sample photos, or others, in an index that may be changed."""
    with tempfile.TemporaryDirectory(prefix="geoindex-placing-") as folder:
        index = Path(folder) / "photos.sqlite"
        subprocess.run(["geoindex", "scan", "--quiet", "--db", index, *options, photos], check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--db", index, "--port", "0"],
            stdout=subprocess.PIPE, text=True)
        try:
            page.base = server.stdout.readline().split()[-1]
            yield Library(page.base)
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)


def open_list(page: MapPage, view: str = "&map=12/48.85/2.3") -> None:
    page.open("#unplaced=all" + view)
    page.page.locator("dialog.unplaced[open]").wait_for()
    page.until(lambda: page.page.locator(".unplaced .file").count() == WITHOUT, "the files are listed")


def box(page: MapPage, name: str):
    return page.page.get_by_role("checkbox", name=f"Select {name}")


def chosen(page: MapPage) -> int:
    return page.page.locator(".unplaced input:checked").count()


def button(page: MapPage, name: str):
    return page.page.get_by_role("button", name=name, exact=True)


def toast(page: MapPage):
    return page.page.locator(".undo-toast.is-shown .toast-message")


def place_field(page: MapPage):
    return page.page.get_by_role("textbox", name="Coordinates, a map link or a place")


def enter_on_map(page: MapPage) -> None:
    """Places at the middle of the map: Enter in the empty field leads to the map."""
    page.page.keyboard.press("Enter")
    page.focused(page.page.locator("#map canvas"), "the map")
    page.page.keyboard.press("Enter")


def start_placing(page: MapPage) -> None:
    button(page, "Place on the map").click()
    page.page.locator(".placing-card:not(.picks-bar)").wait_for()
    page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the list steps aside")


def expect_placed(page: MapPage, library: Library, before: int, count: int) -> None:
    words = "1 photo placed" if count == 1 else f"{count} photos placed"
    page.equals(lambda: toast(page).inner_text(), words, "what the message says")
    page.equals(library.total, before + count, "photos on the map for the server")
    page.until(lambda: f"{before + count} photos" in page.page.locator("#counts").inner_text(), "the masthead counts them")


def position(library: Library, name: str) -> tuple[float, float] | None:
    found = library.get("collections/photos/items", filter=f"filename = '{name}'")["features"]
    return tuple(reversed(found[0]["geometry"]["coordinates"])) if found else None


def expect_near(found, wanted: tuple[float, float], degrees: float, what: str) -> None:
    expect(found and all(abs(one - other) < degrees for one, other in zip(found, wanted)), f"{what}: {found}, not {wanted}")


@scenario("files without a position are selected and placed by a click on the map; Undo reverts it")
def placed_by_click(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        expect_equal(page.page.get_by_role("checkbox").count(), PLACEABLE, "files that can be placed")
        boxes = page.page.locator(".unplaced [data-choose]")
        boxes.nth(0).click()
        boxes.nth(2).click(modifiers=["Shift"])
        page.equals(lambda: chosen(page), 3, "files of the range")
        page.page.get_by_text("3 selected").wait_for()
        start_placing(page)
        page.page.get_by_text("Click where these 3 photos were taken; Esc cancels").wait_for()
        cursor = "document.elementFromPoint(innerWidth / 4, innerHeight / 2) && getComputedStyle(document.querySelector('#map canvas')).cursor"
        expect_equal(page.page.evaluate(cursor), "crosshair", "the pointer over the map")
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        expect_placed(page, library, before, 3)
        page.until(lambda: page.shown_count() >= 3, "the placed photos have pins")
        page.until(lambda: "unplaced" not in page.page.url, "the map is shown")
        button(page, "Undo").click()
        page.equals(lambda: toast(page).inner_text(), "Undone for 3 photos", "what the message says")
        page.equals(library.total, before, "photos on the map after the undo")
        page.until(lambda: f"{before} photos" in page.page.locator("#counts").inner_text(), "the masthead counts them again")


@scenario("photos are placed, and that is undone, with the keyboard alone")
def placed_by_keyboard(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        box(page, "no-gps.jpg").focus()
        page.page.keyboard.press("Space")
        page.equals(lambda: chosen(page), 1, "files that are chosen")
        page.page.keyboard.press("Control+a")
        page.equals(lambda: chosen(page), PLACEABLE, "files that are chosen with Ctrl+A")
        button(page, "Place on the map").press("Enter")
        page.focused(place_field(page), "the field for the place")
        enter_on_map(page)
        expect_placed(page, library, before, PLACEABLE)
        expect_near(position(library, "no-gps.jpg"), page.map_view()[1:], 0.001, "a photo placed at the middle of the map")
        page.page.keyboard.press("Control+z")
        page.equals(library.total, before, "photos on the map after the undo")


@scenario("Escape first cancels the choice of a place, then closes the list")
def escape_order(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        page.open("#map=12/48.85/2.3")
        page.page.locator("#unplaced-link").click()
        box(page, "no-gps.jpg").check()
        start_placing(page)
        page.page.keyboard.press("Escape")
        page.page.locator("dialog.unplaced[open]").wait_for()
        page.focused(button(page, "Place on the map"), "the button that led to the map")
        page.equals(lambda: chosen(page), 1, "files that are still chosen")
        expect(not page.page.locator(".placing-card:not(.picks-bar)").is_visible(), "The map still asks for a place")
        start_placing(page)
        page.page.go_back()
        page.page.locator("dialog.unplaced[open]").wait_for()
        page.equals(lambda: chosen(page), 1, "files that are still chosen after Back")
        page.page.keyboard.press("Escape")
        page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the list is closed")
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        page.expect_panel("Nearest photos")
        expect_equal(library.total(), before, "photos on the map")


@scenario("selected files are dragged from the list onto the map, and dropping them beside it cancels")
def dragged(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        page.page.keyboard.press("Control+a")
        page.equals(lambda: chosen(page), PLACEABLE, "files that are chosen")
        row = page.page.locator(".unplaced .file-choice .file").first

        def drag(x: float, y: float) -> None:
            at = page.box(row)
            page.page.mouse.move(at["x"] + 150, at["y"] + 40)
            page.page.mouse.down()
            page.page.mouse.move(at["x"] + 170, at["y"] + 60)
            page.until(lambda: page.page.locator(".load-card").get_attribute("data-count") == str(PLACEABLE), "the pointer carries them")
            page.until(lambda: page.page.locator("dialog.unplaced[open]").count() == 0, "the list steps aside")
            expect_equal(page.page.locator(".placing-load img").count(), 3, "pictures that follow the pointer")
            page.page.mouse.move(x, y)

        masthead = page.page.locator(".masthead").bounding_box()
        drag(masthead["x"] + 30, masthead["y"] + 10)
        page.page.mouse.up()
        page.page.locator("dialog.unplaced[open]").wait_for()
        drag(500, 400)
        page.page.keyboard.press("Escape")
        page.page.locator("dialog.unplaced[open]").wait_for()
        page.page.mouse.up()
        expect_equal(chosen(page), PLACEABLE, "files that are still chosen")
        expect_equal(library.total(), before, "photos on the map")
        drag(500, 400)
        page.page.mouse.up()
        expect_placed(page, library, before, PLACEABLE)
        button(page, "Back to the list").click()
        page.until(lambda: page.page.locator(".unplaced .file").count() == WITHOUT - PLACEABLE, "the rest is listed")


@scenario("the map moves to coordinates and map links, and photos are placed exactly there")
def placed_by_coordinates(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page, "&map=4/10/20")
        box(page, "no-gps.jpg").check()
        start_placing(page)
        field = place_field(page)
        field.fill("95, 200")
        field.press("Enter")
        page.page.locator(".placing-problem").get_by_text("valid coordinates").wait_for()
        field.fill(f"https://www.openstreetmap.org/?mlat={EIFFEL[0]}&mlon={EIFFEL[1]}")
        page.go(lambda: field.press("Enter"))
        page.focused(button(page, "Here"), "the button that places")
        page.page.keyboard.press("Enter")
        expect_placed(page, library, before, 1)
        expect_near(position(library, "no-gps.jpg"), EIFFEL, 1e-6, "where the photo is")


@scenario("on a phone a cross in the middle of the map and a button place photos", **PHONE)
def placed_on_phone(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        box(page, "no-gps.jpg").tap()
        button(page, "Place on the map").tap()
        page.page.get_by_text("Move the map until the cross is where this photo was taken").wait_for()
        cross = page.box(page.page.locator(".placing-cross .icon"))
        middle = page.middle()
        expect(abs(cross["x"] + cross["width"] / 2 - middle[0]) < 2 and abs(cross["y"] + cross["height"] / 2 - middle[1]) < 2, "The cross is not in the middle")
        card = page.box(page.page.locator(".placing-card:not(.picks-bar)"))
        expect(card["x"] >= 0 and card["x"] + card["width"] <= 390 and card["y"] > middle[1] + 40, f"The card is in the way: {card}")
        for control in page.page.locator(".placing-card .button").all():
            expect(not control.is_visible() or page.box(control)["height"] >= 44, "A button is smaller than a finger")
        button(page, "Here").tap()
        expect_placed(page, library, before, 1)
        expect_near(position(library, "no-gps.jpg"), page.map_view()[1:], 0.001, "where the photo is")


def details(page: MapPage):
    return tuple(page.page.get_by_role("textbox", name=name, exact=True) for name in ("Altitude, m", "Direction, °"))


def placed_details(library: Library, name: str) -> tuple[float | None, float | None]:
    [photo] = library.get("collections/photos/items", filter=f"filename = '{name}'")["features"]
    return photo["properties"].get("altitude"), photo["properties"].get("direction")


@scenario("altitude and direction are entered with the keyboard; an invalid one is refused and named")
def details_by_keyboard(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        box(page, "no-gps.jpg").check()
        start_placing(page)
        altitude, direction = details(page)
        field = place_field(page)
        field.fill(f"{EIFFEL[0]}, {EIFFEL[1]}")
        page.go(lambda: field.press("Enter"))
        page.focused(button(page, "Here"), "the button that places")
        altitude.fill("330 m")
        altitude.press("Tab")
        page.focused(direction, "the next field")
        page.page.keyboard.type("400")
        page.page.keyboard.press("Enter")
        page.page.locator(".placing-problem").get_by_text("between 0 and 360").wait_for()
        page.focused(direction, "the field that is not valid")
        expect_equal(library.total(), before, "photos on the map")
        direction.fill("90")
        direction.press("Enter")
        expect_placed(page, library, before, 1)
        expect_near(position(library, "no-gps.jpg"), EIFFEL, 1e-6, "where the photo is")
        expect_equal(placed_details(library, "no-gps.jpg"), (330, 90), "altitude and direction")


@scenario("on a phone the fields for altitude and direction fit below the map, and a finger hits them", **PHONE)
def details_on_phone(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        box(page, "no-gps.jpg").tap()
        button(page, "Place on the map").tap()
        page.page.locator(".placing-card:not(.picks-bar)").wait_for()
        altitude, direction = details(page)
        for field in (altitude, direction):
            frame = page.box(field)
            expect(frame["height"] >= 44 and frame["x"] >= 0 and frame["x"] + frame["width"] <= 390, f"A field does not fit: {frame}")
        altitude.fill("-3,5")
        direction.fill("270°")
        button(page, "Here").tap()
        expect_placed(page, library, before, 1)
        expect_equal(placed_details(library, "no-gps.jpg"), (-3.5, 270), "altitude and direction")


@scenario("if placing fails, the page says why and keeps the selection", expects_failures=True)
def failure_keeps_choice(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        fails = [503]
        page.page.route(re.compile("/placements$"), lambda route: route.fulfill(
            status=fails[0], content_type="application/problem+json", json={"detail": f"Problem {fails[0]}."}) if fails else route.fallback())
        open_list(page)
        box(page, "no-gps.jpg").check()
        start_placing(page)
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        problem = page.page.locator(".placing-problem")
        page.equals(problem.inner_text, "The server is busy. Try again in a moment. Nothing was changed. Choose the place again, or cancel.", "what the page says")
        expect_equal(library.total(), before, "photos on the map")
        fails[0] = 409
        page.page.mouse.click(spot["x"], spot["y"])
        page.equals(problem.locator("[lang=en][dir=ltr]").inner_text, "\u2066\u2060Problem 409.\u2069", "the server's sentence, which the page does not know")
        expect(problem.inner_text().startswith("The server refused this. "), "The page does not say in its own words that the server has refused")
        button(page, "Cancel").click()
        page.page.locator("dialog.unplaced[open]").wait_for()
        page.until(lambda: not button(page, "Place on the map").is_visible(), "nothing offers to place any more")


@scenario("a guest gets no controls for placing photos")
def nothing_for_guests(page: MapPage, library: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        page.page.locator(".grid [data-item]").first.click()
        page.expect_panel()
        button(page, "Copy link").wait_for()
        expect_equal([button(page, name).count() for name in ("Move", "Not here")], [0, 0], "buttons of a guest's photo")


def open_photo(page: MapPage, photo: dict) -> None:
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])


def coordinates(library: Library, number: int) -> tuple[float, float]:
    return tuple(reversed(library.photo(number)["geometry"]["coordinates"]))


@scenario("a photo at a wrong position is moved, from the panel or the viewer; Undo moves it back")
def moved(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo = library.lonely()
        was = coordinates(library, photo["id"])
        open_photo(page, photo)
        button(page, "Move").click()
        page.page.get_by_text("Click where this photo was taken, or drag it there; Esc cancels").wait_for()
        page.page.keyboard.press("Escape")
        page.focused(page.page.locator("#map canvas"), "the map")
        page.expect_panel(photo["properties"]["filename"])
        button(page, "Move").click()
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        page.equals(lambda: toast(page).inner_text(), "1 photo moved", "what the message says")
        page.until(lambda: coordinates(library, photo["id"]) != was, "the photo is elsewhere")
        page.page.locator("#panel").get_by_text("a position set by hand").wait_for()
        page.expect_panel(photo["properties"]["filename"])
        expect(page.page.evaluate("document.getElementById('grid').inert"), "The Tab key reaches the grid below the photo")
        button(page, "Undo").click()
        page.equals(lambda: coordinates(library, photo["id"]), was, "where the photo is after the undo")
        page.page.keyboard.press("f")
        page.page.locator("dialog.viewer[open]").wait_for()
        page.page.keyboard.press("i")
        page.page.locator("dialog.viewer").get_by_role("button", name="Move", exact=True).click()
        page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer steps aside")
        page.page.locator(".placing-card:not(.picks-bar)").wait_for()


@scenario("“Not here” removes a wrong position, and Undo restores it")
def taken_away(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo, before = library.lonely(), library.total()
        was = coordinates(library, photo["id"])
        open_photo(page, photo)
        button(page, "Not here").click()
        page.equals(lambda: toast(page).inner_text(), f"{photo['properties']['filename']} is no longer on the map", "what the message says")
        page.equals(library.total, before - 1, "photos on the map")
        page.expect_no_panel()
        button(page, "Undo").click()
        page.equals(library.total, before, "photos on the map after the undo")
        expect_equal(coordinates(library, photo["id"]), was, "where the photo is after the undo")
        page.equals(lambda: toast(page).inner_text(), "Undone for 1 photo", "what the message says")


@scenario("of several photos placed at once, one is undone from its panel; the others stay")
def one_of_several_undone(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        before = library.total()
        open_list(page)
        box(page, "no-gps.jpg").check()
        box(page, "null-island.jpg").check()
        start_placing(page)
        enter_on_map(page)
        expect_placed(page, library, before, 2)
        [photo] = library.get("collections/photos/items", filter="filename = 'no-gps.jpg'")["features"]
        open_photo(page, photo)
        button(page, "Undo placing").click()
        page.equals(lambda: toast(page).inner_text(), "Undone for 1 photo", "what the message says")
        page.equals(library.total, before + 1, "photos on the map")
        expect(position(library, "no-gps.jpg") is None, "The photo is still on the map")
        expect(position(library, "null-island.jpg") is not None, "The other photo was undone too")
        page.expect_no_panel()


@scenario("twenty photos are dragged onto the map at once, and Ctrl+Z reverts that")
def twenty_dragged(page: MapPage, _: Library) -> None:
    count = 20
    with tempfile.TemporaryDirectory(prefix="geoindex-twenty-") as folder:
        content = (PACKAGE / "sample-photos/odd-cases/no-gps.jpg").read_bytes()
        for number in range(count):
            (Path(folder) / f"{number:02}.jpg").write_bytes(content + bytes([number]))
        with own_library(page, Path(folder)) as library:
            page.open("#unplaced=all&map=12/48.85/2.3")
            page.page.locator("dialog.unplaced[open]").wait_for()
            page.page.locator(".unplaced .file").first.wait_for()
            page.page.keyboard.press("Control+a")
            page.page.locator(".unplaced input:checked").first.wait_for()
            at = page.box(page.page.locator(".unplaced .file-choice .file").first)
            page.page.mouse.move(at["x"] + 150, at["y"] + 40)
            page.page.mouse.down()
            page.page.mouse.move(at["x"] + 170, at["y"] + 60)
            page.until(lambda: page.page.locator(".load-card").get_attribute("data-count") == str(count), "the pointer carries them")
            page.page.mouse.move(500, 400)
            page.page.mouse.up()
            expect_placed(page, library, 0, count)
            page.page.keyboard.press("Control+z")
            page.equals(library.total, 0, "photos on the map after the undo")
            page.equals(lambda: toast(page).inner_text(), f"Undone for {count} photos", "what the message says")


@scenario("choosing the pin of another photo copies its position and altitude")
def copied_from_pin(page: MapPage, _: Library) -> None:
    with own_library(page) as library:
        photo, before = library.lonely(), library.total()
        longitude, latitude = photo["geometry"]["coordinates"]
        wanted = {"photo": photo["id"], "longitude": longitude, "latitude": latitude, "altitude": 77.5}
        expect(page.page.request.post(f"{library.base}placements", data={"placements": [wanted]}).ok, "The server refused the altitude")
        lat, lon = coordinates(library, photo["id"])
        open_list(page, f"&map=14/{lat}/{lon}")
        box(page, "no-gps.jpg").check()
        start_placing(page)
        page.pin(photo["id"]).click()
        expect_placed(page, library, before, 1)
        expect_near(position(library, "no-gps.jpg"), (lat, lon), 1e-6, "where the photo is")
        expect_equal(placed_details(library, "no-gps.jpg"), (77.5, None), "the altitude")
