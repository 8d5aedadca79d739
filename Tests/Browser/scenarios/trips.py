"""Trips: the list, the open trip with its days, the marks on the time bar, the search, and the corrections of owners."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta

import trips_library
from big_library import served
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.account import FOR_OWNERS, another, company, counts, refused, sign_in
from scenarios.editing import PHONE, toast, undo
from scenarios.guests import shared
from scenarios.placing import own_library
from scenarios.sharing import choose, make_link, rows as rows_of_links, says_count, tick
from scenarios.tracks import has_colour

# The line over its casing.
PURPLE = (133, 98, 205)
NEWEST_FIRST = ["Iceland", "Bologna", "Naples", "Lisbon & Porto"]


def with_trips(page: MapPage) -> Library:
    page.base = trips_library.shared()
    return Library(page.base)


@contextmanager
def own_trips(page: MapPage) -> Iterator[Library]:
    """The same library, in an index that may be changed."""
    with served(trips_library.photos()) as address:
        page.base = address
        yield Library(address)
        page.leave()


def panel(page: MapPage):
    return page.page.locator("dialog.trips[open]")


def open_list(page: MapPage) -> None:
    page.page.locator("#areas-button").click()
    page.page.locator("dialog.areas[open]").get_by_role("button", name="Trips", exact=True).click()
    panel(page).locator(".trip-row").first.wait_for()


def rows(page: MapPage) -> list[str]:
    return panel(page).locator(".trip-row .area-name").all_inner_texts()


def row(page: MapPage, name: str):
    return panel(page).locator(".trip-row", has_text=name)


def strip(page: MapPage):
    return page.page.locator(".trip-strip")


def button(page: MapPage, name: str):
    return strip(page).get_by_role("button", name=name, exact=True)


def chips(page: MapPage) -> list[str]:
    return page.page.locator(".filter-chip-text").all_inner_texts()


def trip(library: Library, name: str) -> dict:
    return next(one for one in library.get("trips")["trips"] if one["name"] == name)


def names(library: Library) -> list[str]:
    return [one["name"] for one in reversed(library.get("trips")["trips"])]


def open_trip(page: MapPage, library: Library, name: str = "Iceland") -> dict:
    one = trip(library, name)
    page.open(f"#trip={one['id']}")
    page.until(lambda: name in strip(page).inner_text() and strip(page).locator(".trip-day").is_visible(), "the trip is shown with its days")
    return one


def days(library: Library, name: str = "Iceland") -> list[str]:
    stays = library.get(f"trips/{trip(library, name)['id']}")["stays"]
    return sorted({stay["date"] for stay in stays})


def matched(page: MapPage) -> int:
    text = page.page.locator("#counts").inner_text().split(" of ")[0]
    return int(text.replace(",", "")) if text.isdigit() else -1


def correct(page: MapPage, item: str) -> None:
    button(page, "Correct the trip").click()
    strip(page).locator(".trip-menu").get_by_role("button", name=item).click()


def shown_reason(one: dict) -> str:
    """The server's sentence with the page's thousands separator."""
    return re.sub(r"(\d)(\d{3}) km", r"\1,\2 km", one["reason"])


@scenario("the list of trips is by year, the newest first, and one of them leads to its photos; Back returns")
def listed(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    page.open()
    open_list(page)
    expect_equal(rows(page), NEWEST_FIRST, "the trips")
    expect_equal(panel(page).locator(".trip-year-name").all_inner_texts(), ["2019", "2018"], "the years")
    one = trip(library, "Iceland")
    text = row(page, "Iceland").inner_text()
    expect(f"{one['nights']} nights" in text and f"{one['photos']} photos" in text and shown_reason(one) in text and "June 2019" in text, text)
    row(page, "Iceland").click()
    page.gone(panel(page), "the panel")
    page.until(lambda: chips(page) == ["Iceland"], "the chip has the name of the trip")
    expect(f"trip={one['id']}" in page.page.url, "the address has the trip")
    page.equals(lambda: matched(page), one["photos"], "the number of photos")
    edge = page.box(strip(page))["y"]
    page.until(lambda: page.page.locator(".pin").count() == 3 and all(pin.bounding_box()["y"] + pin.bounding_box()["height"] <= edge for pin in page.page.locator(".pin").all()), "the pins are above the strip")
    expect("Iceland" in strip(page).inner_text() and shown_reason(one) in strip(page).inner_text(), "the strip describes the trip")
    page.page.reload()
    page.until(lambda: chips(page) == ["Iceland"], "the chip has the name after a reload")
    page.page.go_back()
    panel(page).locator(".trip-row").first.wait_for()
    page.until(lambda: not strip(page).is_visible(), "the strip is gone")


@scenario("the sample photos have two trips and a day trip with covers, and each day of a trip shows its pictures")
def of_the_samples(page: MapPage, _: Library) -> None:
    with own_library(page, options=()) as library:
        page.open()
        open_list(page)
        expect_equal(rows(page), ["Slovenia", "Azores"], "the trips")
        missing = "all => all.filter((one) => !one.naturalWidth).length"
        page.until(lambda: panel(page).locator(".trip-row img").evaluate_all(missing) == 0, "the covers are there")
        panel(page).get_by_label("Day trips (1)").check()
        page.equals(lambda: rows(page), ["Nazaré"], "the day trips")
        panel(page).get_by_label("Day trips (1)").uncheck()
        one = trip(library, "Azores")
        row(page, "Azores").click()
        page.until(lambda: chips(page) == ["Azores"], "the chip has the name of the trip")
        page.equals(lambda: matched(page), one["photos"], "the number of photos")
        tiles = page.page.locator("#grid .tile")
        for day in days(library, "Azores"):
            button(page, "Next day of the trip").click()
            page.until(lambda day=day: f"time={day}" in page.page.url, "the address has the day")
            taken = library.get("collections/photos/items", trip=one["id"], datetime_local=f"{day}/{day}")["features"]
            page.equals(lambda: matched(page), len(taken), f"the number of photos of {day}")
            page.equals(tiles.count, len(taken), f"the pictures of {day}")
            page.until(lambda: tiles.locator("img").evaluate_all(missing) == 0, f"the pictures of {day} are there")


@scenario("trips are searched by names, places, countries and years; day trips are listed apart")
def searched(page: MapPage, _: Library) -> None:
    with_trips(page)
    page.open("#trips=list")
    panel(page).locator(".trip-row").first.wait_for()
    field = panel(page).get_by_label("Search trips")
    for text, found in {"porto": ["Lisbon & Porto"], "ITALY 2019": ["Bologna", "Naples"], "2018": ["Lisbon & Porto"], "june": ["Iceland"]}.items():
        field.fill(text)
        page.equals(lambda: rows(page), found, f"the trips with “{text}”")
    field.fill("qqqq")
    page.until(lambda: "No trip matches “qqqq”." in panel(page).inner_text(), "the panel says that nothing is found")
    field.fill("")
    panel(page).get_by_label("Day trips (1)").check()
    page.equals(lambda: rows(page), ["Hamburg"], "the day trips")
    panel(page).get_by_label("Day trips (1)").uncheck()
    page.equals(lambda: rows(page), NEWEST_FIRST, "the trips")


@scenario("the search box offers a trip by its name and year before all else")
def search_box(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    page.open()
    box = page.page.get_by_role("combobox")
    box.fill("iceland 2019")
    first = page.page.locator("#search-list [role=option]").first
    page.until(lambda: first.count() and "Trip" in first.inner_text(), "the first row is the trip")
    box.press("Enter")
    page.until(lambda: chips(page) == ["Iceland"], "the filter is the trip")
    page.equals(lambda: matched(page), trip(library, "Iceland")["photos"], "the number of photos")


@scenario("the line of a trip follows the recorded track from place to place")
def along_track(page: MapPage, _: Library) -> None:
    # From Reykjavik to Vik through the highlands.
    way = [(64.14, -21.94), (64.9, -21), (65.3, -20), (64.6, -19), (63.42, -19.01)]
    fixes = "".join(f'<trkpt lat="{lat}" lon="{lon}"><time>2019-06-14T{22 + number // 6}:{number % 6}0:00Z</time></trkpt>' for number, (lat, lon) in enumerate(way))
    gpx = f'<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{fixes}</trkseg></trk></gpx>'
    highlands = "#map=9/65.2/-20.2"
    with served(trips_library.photos(), gpx) as page.base:
        library = Library(page.base)
        page.open(f"{highlands}&trip={trip(library, 'Iceland')['id']}")
        page.until(lambda: has_colour(page, PURPLE, 200), "the line goes through the highlands")
        page.page.get_by_role("button", name="Close the trip").click()
        page.until(lambda: not has_colour(page, PURPLE, 200), "the line is gone")
        page.leave()


@scenario("a trip is made by hand from its days, and a home is added where the map is, each with an undo")
def made_by_hand(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        page.open("#map=11/52.52/13.4&time=2019-08-03/2019-08-12")
        open_list(page)
        panel(page).get_by_text("Make a trip by hand").click()
        form = panel(page).locator("details[open]")
        page.equals(lambda: [form.get_by_label(label, exact=True).input_value() for label in ("First day", "Last day")], ["2019-08-03", "2019-08-12"], "the days that are shown")
        expect_accessible(page, "the form")
        form.get_by_label("Name, if the places").fill("At the lakes")
        panel(page).get_by_role("button", name="Make", exact=True).click()
        page.until(lambda: "At the lakes" in strip(page).inner_text(), "the trip is open")
        one = trip(library, "At the lakes")
        expect_equal((one["from"], one["to"]), ("2019-08-03", "2019-08-12"), "its days")
        undo(page)
        page.until(lambda: "At the lakes" not in names(library), "the trip is gone")
        page.open("#map=11/38.71/-9.14")
        homes = library.get("homes")["homes"]
        open_list(page)
        panel(page).get_by_text("Add a home").click()
        page.until(lambda: "38.71000° N, 9.14000° W" in panel(page).inner_text(), "the place is the middle of the map")
        form.get_by_label("First day").fill("2018-01-01")
        panel(page).get_by_role("button", name="Add", exact=True).click()
        page.until(lambda: len(library.get("homes")["homes"]) == len(homes) + 1, "there is another home")
        page.until(lambda: "Lisbon" in panel(page).locator(".homes").inner_text(), "the list has it")
        undo(page)
        page.until(lambda: library.get("homes")["homes"] == homes, "the home is gone")


@scenario("the days of a trip are steps: each filters by that day, and the whole trip returns")
def steps(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    one = open_trip(page, library)
    dates = days(library)
    expect_equal(strip(page).locator(".trip-day").inner_text(), f"{len(dates)} days with photos", "the days")
    following = button(page, "Next day of the trip")
    for number, day in enumerate(dates[:3], 1):
        following.click()
        page.until(lambda number=number: strip(page).locator(".trip-day").inner_text().startswith(f"Day {number} of {len(dates)}"), "the strip has the day")
        expect(f"time={day}" in page.page.url, "the address has the day")
        expected = library.get("collections/photos/items", limit=1, trip=one["id"], datetime_local=f"{day}/{day}")["numberMatched"]
        page.equals(lambda: matched(page), expected, f"the number of photos of {day}")
    button(page, "Previous day of the trip").click()
    page.until(lambda: f"time={dates[1]}" in page.page.url, "the day before is chosen")
    page.page.keyboard.press(",")
    page.until(lambda: f"time={dates[0]}" in page.page.url, "the key goes to the day before")
    expect_equal(button(page, "Previous day of the trip").get_attribute("aria-disabled"), "true", "whether the first day is the first")
    page.page.go_back()
    page.until(lambda: "time=" not in page.page.url and strip(page).is_visible(), "Back returns to the whole trip at once")
    page.page.keyboard.press(".")
    page.until(lambda: f"time={dates[0]}" in page.page.url, "the key goes to the first day")
    button(page, "Whole trip").click()
    page.equals(lambda: matched(page), one["photos"], "the number of photos")
    button(page, "Close the trip").click()
    page.until(lambda: not chips(page) and not strip(page).is_visible(), "nothing of the trip is left")


@scenario("a trip is played day after day, stops at its end, and at any key")
def played(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    open_trip(page, library, "Naples")
    dates = days(library, "Naples")
    button(page, "Play the trip").click()
    seen = []

    def is_over() -> bool:
        seen.append(strip(page).locator(".trip-day").inner_text())
        return not button(page, "Stop").count()

    page.until(is_over, "the playback has ended")
    expect_equal([text[:5] for text in dict.fromkeys(seen) if text.startswith("Day")], [f"Day {n}" for n in range(1, len(dates) + 1)], "the days")
    page.until(lambda: f"time={dates[-1]}" in page.page.url, "the last day stays")
    button(page, "Play the trip").click()
    page.until(lambda: f"Day 1 of {len(dates)}" in strip(page).inner_text(), "it begins anew")
    page.page.keyboard.press("Shift")
    page.until(lambda: button(page, "Play the trip").count() == 1, "the key has stopped it")


@scenario("trips are marks above the time bar, which open them")
def marks(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    page.open()
    mark = page.page.locator(".time-trip")
    page.equals(mark.count, len(NEWEST_FIRST), "the marks")
    expect("Iceland · " in mark.last.get_attribute("title"), "the name of the trip")
    mark.last.click()
    page.until(lambda: chips(page) == ["Iceland"], "the trip is open")
    page.equals(lambda: matched(page), trip(library, "Iceland")["photos"], "the number of photos")
    expect_equal(page.page.locator(".time-trip[data-current]").count(), 1, "the marks of the open trip")


@scenario("a trip gets another name, in the list and in its chip, and the old one when that is undone")
def renamed(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        open_trip(page, library)
        correct(page, "Rename")
        field = strip(page).get_by_label("Name of the trip")
        page.focused(field, "the field for the name")
        expect_equal(field.input_value(), "Iceland", "the old name")
        field.press("Escape")
        page.gone(field, "the field")
        correct(page, "Rename")
        field.fill("Our honeymoon")
        field.press("Enter")
        toast(page).wait_for()
        page.until(lambda: chips(page) == ["Our honeymoon"] and "Our honeymoon" in strip(page).inner_text(), "the new name is shown")
        expect("Our honeymoon" in names(library), "the names of the library")
        undo(page)
        page.until(lambda: chips(page) == ["Iceland"], "the old name has returned")
        expect_equal(names(library), NEWEST_FIRST, "the names of the library")


@scenario("trips are merged, split and dismissed, and each is undone")
def corrected(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        bologna, naples = trip(library, "Bologna"), trip(library, "Naples")
        open_trip(page, library, "Bologna")
        correct(page, "Merge with the previous trip, “Naples”")
        toast(page).wait_for()
        page.equals(lambda: len(names(library)), 3, "the number of trips")
        page.equals(lambda: matched(page), bologna["photos"] + naples["photos"], "the number of photos of both")
        undo(page)
        page.equals(lambda: names(library), NEWEST_FIRST, "the trips")
        page.until(lambda: "Bologna" in strip(page).locator(".trip-name").inner_text(), "the trip is as it was")
        for number in range(1, 4):
            button(page, "Next day of the trip").click()
            page.until(lambda number=number: f"Day {number} of 4" in strip(page).inner_text(), "the next day is chosen")
        correct(page, "Split before 7 April")
        toast(page).wait_for()
        page.equals(lambda: len(names(library)), 5, "the number of trips")
        page.until(lambda: "Day 1 of 2" in strip(page).inner_text(), "the part with the chosen day is open")
        undo(page)
        page.until(lambda: "Day 3 of 4" in strip(page).inner_text(), "the trip is whole again")
        button(page, "Whole trip").click()
        correct(page, "Not a trip")
        toast(page).wait_for()
        page.until(lambda: not chips(page) and not strip(page).is_visible(), "the trip is closed")
        expect("Bologna" not in names(library), "the trips")
        undo(page)
        page.until(lambda: chips(page) == ["Bologna"], "the trip is open again")
        expect_equal(names(library), NEWEST_FIRST, "the trips")


@scenario("a home that was none is dismissed, and that is undone")
def homes(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        page.open("#trips=list")
        home = panel(page).locator(".homes-row")
        home.first.wait_for()
        expect("Berlin" in home.inner_text() and "since 2018" in home.inner_text(), home.inner_text())
        before = library.get("homes")
        home.get_by_role("button", name="Berlin was not my home").click()
        toast(page).wait_for()
        expect(library.get("homes") != before, "the homes of the library")
        undo(page)
        page.equals(lambda: rows(page), NEWEST_FIRST, "the trips")
        expect_equal(library.get("homes"), before, "the homes of the library")


@scenario("on a phone the strip is below the name, and the map shows the trip beside it", **PHONE)
def phone(page: MapPage, _: Library) -> None:
    with_trips(page)
    page.open()
    open_list(page)
    row(page, "Iceland").tap()
    page.until(lambda: chips(page) == ["Iceland"], "the trip is open")
    box, masthead = page.box(strip(page)), page.box(page.page.locator(".masthead"))
    expect(box["y"] >= masthead["y"] + masthead["height"] and box["x"] + box["width"] <= 390, f"the strip is below the name: {box}")
    for name in ("Next day of the trip", "Play the trip", "Correct the trip", "Close the trip"):
        size = button(page, name).bounding_box()
        expect(size["width"] >= 44 and size["height"] >= 44, f"“{name}” is large enough: {size}")
    button(page, "Next day of the trip").tap()
    page.until(lambda: "Day 1" in strip(page).inner_text(), "the first day is chosen")
    button(page, "Correct the trip").tap()
    menu = page.box(strip(page).locator(".trip-menu"))
    expect(menu["x"] >= 0 and menu["x"] + menu["width"] <= 390, f"the menu is in the window: {menu}")
    expect_accessible(page, "the strip on a phone")


@scenario("trips are found and opened with the keyboard alone, and axe finds nothing wrong")
def keyboard(page: MapPage, _: Library) -> None:
    with_trips(page)
    page.open("#trips=list")
    panel(page).locator(".trip-row").first.wait_for()
    expect_accessible(page, "the list of trips")
    panel(page).get_by_label("Search trips").focus()
    page.page.keyboard.press("ArrowDown")
    page.focused(row(page, "Iceland"), "the first trip")
    page.page.keyboard.press("End")
    page.focused(row(page, "Porto"), "the last trip")
    page.page.keyboard.press("ArrowUp")
    page.focused(row(page, "Naples"), "the trip above")
    page.page.keyboard.press("Enter")
    page.until(lambda: chips(page) == ["Naples"], "the trip is open")
    button(page, "Correct the trip").focus()
    page.page.keyboard.press("Enter")
    page.focused(strip(page).locator(".trip-menu-item").first, "the first item of the menu")
    expect_accessible(page, "the strip with its menu")
    page.page.keyboard.press("Escape")
    page.gone(strip(page).locator(".trip-menu"), "the menu")
    page.focused(button(page, "Correct the trip"), "its button")
    expect(strip(page).is_visible(), "the strip is open")


@scenario("five hundred trips and many day trips are in the list, of which only those near the screen are drawn")
def many(page: MapPage, _: Library) -> None:
    with_trips(page)

    def one(number: int, nights: int) -> dict:
        day = date(1995, 1, 1) + timedelta(days=number * (20 if nights else 7))
        return {
            "id": str(day), "name": f"Trip {number}", "from": str(day), "to": str(day + timedelta(days=nights)), "days": nights + 1,
            "nights": nights, "photos": 5, "countries": [], "countryCodes": [], "places": [], "longitude": 10, "latitude": 50,
            "distance": 0, "farthest": 200_000, "bbox": [9, 49, 10, 50], "reason": "far from home"}

    answer = {"trips": [one(n, 3) for n in range(500)], "dayTrips": [one(n, 0) for n in range(1500)]}
    page.page.route("**/trips", lambda route: route.fulfill(body=json.dumps(answer), content_type="application/json"))
    page.open("#trips=list")
    panel(page).locator(".trip-row").first.wait_for()
    expect("500 trips, 1,500 day trips" in panel(page).inner_text(), "the counts")
    expect(len(rows(page)) < 120, f"the rows that are drawn: {len(rows(page))}")
    panel(page).get_by_label("Search trips").focus()
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("End")
    page.focused(panel(page).locator("[data-trip='1995-01-01']"), "the oldest trip")
    panel(page).get_by_label("Day trips (1,500)").check()
    page.until(lambda: "2023" in panel(page).locator(".trip-year-name").first.inner_text(), "the day trips are listed")
    expect(len(rows(page)) < 240, f"the rows that are drawn: {len(rows(page))}")


@scenario("guests see nothing of trips, and no request for them is refused")
def as_guest(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.page.locator("#areas-button").click()
        page.page.locator("dialog.areas[open] .area").first.wait_for()
        expect_equal(page.page.locator("dialog.areas[open]").get_by_role("button", name="Trips", exact=True).count(), 0, "the tabs for trips")
        page.page.keyboard.press("Escape")
        page.quiet()
        page.page.keyboard.press(".")
        asked = [url for url in page.requests if "/app/" not in url and ("/trips" in url or "/homes" in url)]
        expect_equal(asked, [], "the requests about trips")
        expect_equal(page.page.locator(".time-trip").count() + int(strip(page).is_visible()), 0, "the parts of trips")


@scenario("a library without trips says what trips are found from")
def none(page: MapPage, _: Library) -> None:
    page.open("#trips=list")
    page.until(lambda: "Trips are found from photos with dates and positions" in panel(page).inner_text(), "the panel explains it")


@scenario("an open trip is shared as a page of its own, which has the trip and nothing else")
def trip_is_shared(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        one = open_trip(page, library)
        button(page, "Share the trip").click()
        page.page.locator(".sharing.is-open .sharing-form").first.wait_for()
        expect(tick(page, "only this trip, as a page with map, days and pictures, and nothing else").is_checked(), "The trip is not chosen")
        expect(not page.page.get_by_role("combobox", name="Names").is_visible(), "A page of a trip has no names of files")
        says_count(page, one["photos"])
        choose(page, "Times of the photos", "dates")
        address = make_link(page, 1)
        expect("/shared/" in address, f"The link is not that of a trip: {address}")
        expect("without times of the day" in rows_of_links(page).first.inner_text(), "The list does not say how the trip is shared")
        page.page.goto(address)
        page.equals(page.page.locator("h1").inner_text, one["name"], "the name of the trip")
        page.page.locator("#map.has-map canvas").first.wait_for()
        page.equals(page.page.locator("main li").count, one["photos"], "the pictures")
        expect_equal(page.page.locator("main small").count(), 0, "the times of the day")
        page.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "The page is wider than the screen")


def write_in_diary(page: MapPage, text: str) -> None:
    button(page, "Write in the diary").click()
    field = strip(page).locator(".diary-field")
    page.focused(field, "the field of the diary")
    field.fill(text)


@scenario("the diary of a trip and of its days is written in the strip, with undo; what was entered survives Escape and a lost server", expects_failures=True)
def diary(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        open_trip(page, library)
        write_in_diary(page, "Ten **days**. <b>\n\n- [rain](https://example.org/)\n- [no](javascript:alert)")
        page.page.keyboard.press("Control+Enter")
        page.until(lambda: strip(page).locator(".diary-text").inner_text().split() == ["Ten", "days.", "<b>", "rain", "[no](javascript:alert)"], "the text is shown")
        expect_equal(strip(page).locator(".diary-text").evaluate("element => [...element.querySelectorAll('*')].map(({ localName }) => localName).join(' ')"), "p strong ul li a li", "its markup")
        button(page, "Next day of the trip").click()
        page.gone(strip(page).locator(".diary-text"), "the text of the whole trip")
        write_in_diary(page, "Landed late, j k , .")
        page.page.keyboard.press("Escape")
        page.gone(strip(page).locator(".diary-form"), "the form")
        page.focused(button(page, "Write in the diary"), "its button")
        page.page.route("**/diary", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        button(page, "Write in the diary").click()
        expect_equal(strip(page).locator(".diary-field").input_value(), "Landed late, j k , .", "what was entered")
        strip(page).get_by_role("button", name="Save", exact=True).click()
        page.page.get_by_text("The server isn’t responding").first.wait_for()
        page.page.unroute("**/diary")
        button(page, "Write in the diary").click()
        expect_equal(strip(page).locator(".diary-field").input_value(), "Landed late, j k , .", "what was entered before the server was lost")
        expect_accessible(page, "the strip with the form of the diary")
        page.page.keyboard.press("Control+Enter")
        page.until(lambda: strip(page).locator(".diary-text").inner_text() == "Landed late, j k , .", "the text of the day is shown")
        page.until(lambda: len(library.get("diary")["entries"]) == 2, "both texts are stored")
        undo(page)
        page.gone(strip(page).locator(".diary-text"), "the text that was undone")
        expect_equal([entry["text"] for entry in library.get("diary")["entries"]], ["Ten **days**. <b>\n\n- [rain](https://example.org/)\n- [no](javascript:alert)"], "the diary")


@scenario("editors and viewers see the trips of their photos, with days, search and play, but no corrections, homes or diary; a smaller scope ends them", expects_failures=True)
def of_users(page: MapPage, _: Library) -> None:
    with company(page, features=trips_library.photos()) as server, another(page, **PHONE) as viewer:
        server.user("add", "tess", "--role", "viewer", "--path", "2019/*")
        sign_in(page, "edith")
        open_list(page)
        expect_equal(rows(page), NEWEST_FIRST, "the trips of an editor who sees all photos")
        expect_equal(panel(page).locator("details:visible, .homes:visible").all_inner_texts(), [], "forms and homes of owners")
        expect_accessible(page, "the trips of an editor")
        row(page, "Iceland").click()
        page.until(lambda: strip(page).locator(".trip-day").is_visible(), "the strip has the days")
        owners = ("Correct the trip", "Share the trip", "Write in the diary")
        expect_equal([name for name in owners if button(page, name).is_visible()], [], "buttons of owners")

        sign_in(viewer, "tess")
        open_list(viewer)
        expect_equal(rows(viewer), ["Iceland", "Bologna", "Naples"], "the trips of a viewer of one year")
        panel(viewer).get_by_role("searchbox").fill("bolo")
        viewer.equals(lambda: rows(viewer), ["Bologna"], "the trips that are found")
        row(viewer, "Bologna").tap()
        viewer.until(lambda: strip(viewer).locator(".trip-day").is_visible(), "the strip has the days on the phone")
        viewer.equals(lambda: matched(viewer), 16, "the number of photos")
        button(viewer, "Next day of the trip").tap()
        viewer.until(lambda: "time=2019-04-05" in viewer.page.url, "the first day")
        button(viewer, "Play the trip").tap()
        viewer.until(lambda: "time=2019-04-06" in viewer.page.url, "playing goes on to the next day")
        button(viewer, "Stop").tap()
        expect_equal([name for name in owners if button(viewer, name).is_visible()], [], "buttons of owners on the phone")
        width, window = viewer.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        expect(width <= window, f"the page is {width} pixels wide in a window of {window}")
        box = viewer.box(strip(viewer))
        expect(box["x"] >= 0 and box["x"] + box["width"] <= 390, f"the strip is at {box}")
        for one in (page, viewer):
            one.quiet("/")
            expect_equal(refused(one, FOR_OWNERS), [], "requests that are for owners")
            expect_equal(one.complaints, [], "complaints on the console")

        # The trip that is open lies outside of the new scope.
        server.change("tess", "--role", "viewer", "--path", "2018/*")
        viewer.until(lambda: viewer.page.evaluate("fetch('me').then((answer) => answer.json()).then(({ scope }) => scope.path[0])") == "2018/*", "the scope has changed")
        viewer.page.get_by_role("button", name="Refresh").click()
        viewer.until(lambda: "Bologna" not in strip(viewer).inner_text(), "the strip does not name a trip that is not shared any more")
