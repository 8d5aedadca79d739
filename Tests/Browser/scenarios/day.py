"""A day: its photos on the map and in the list, in the order of time, and the way through them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.placing import own_library
from scenarios.plan import take
from scenarios.tracks import has_colour

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
LINE = (194, 37, 92)


def of_day(library: Library, day: str) -> list[dict]:
    return library.get("collections/photos/items", datetime_local=day, sortby="takenAt", limit=1000)["features"]


def day_beside(library: Library, day: str, direction: int) -> str:
    """The nearest day with photos before or after another."""
    days = library.get("collections/photos/timeline", per="day", clock="local", bbox="-180,-90,180,90")["buckets"]
    starts = [bucket["from"][:10] for bucket in days if bucket["count"]]
    return max(one for one in starts if one < day) if direction < 0 else min(one for one in starts if one > day)


def busiest(library: Library) -> str:
    days = library.get("collections/photos/timeline", per="day", clock="local", bbox="-180,-90,180,90")["buckets"]
    return max(days, key=lambda bucket: bucket["count"])["from"][:10]


def namings(day: str) -> list[str]:
    """A day in British and in American English, without commas; WebKit takes the language of its environment."""
    moment = datetime.fromisoformat(day)
    month = "Sept" if moment.month == 9 else f"{moment:%b}"
    return [f"{moment:%a} {moment.day} {month} {moment.year}", f"{moment:%a} {moment:%b} {moment.day} {moment.year}"]


def is_at(page: MapPage, library: Library, day: str) -> list[int]:
    """Checks that the day is open: its photos and no others are in the list and, once the map has moved, on the map."""
    photos = [photo["id"] for photo in of_day(library, day)]
    # Engines differ in the comma after the weekday.
    page.until(lambda: page.title().replace("\u202f", " ").replace(",", "") in namings(day), f"the list is that of {day}: {namings(day)}")
    page.until(lambda: f"day={day}" in page.page.url, "the address has the day")
    page.equals(page.listed, photos, "the list, in the order of time")
    page.until(lambda: page.shown_count() == len(photos), "the pins are those of the day")
    page.settle()
    return photos


def to_day(page: MapPage, name: str) -> None:
    """Presses an arrow once the neighbouring day is known."""
    page.page.locator(f'[aria-label="{name} day with photos"]:not([aria-disabled="true"])').click()


def lived_in(page: MapPage, library: Library) -> None:
    """A photo leads to its day; the arrows lead to the neighbouring days, the viewer through the photos of the day."""
    day = busiest(library)
    photos = of_day(library, day)
    count = len(photos)
    expect(count > 2, f"{day} has {count} photos only")
    page.open(f"#photo={photos[1]['id']}")
    page.page.get_by_role("button", name="Show this day").click()
    is_at(page, library, day)
    expect(page.page.locator(".panel-subtitle").inner_text().startswith(f"{count} photos"), "The list does not count the photos")
    steps = page.page.evaluate("history.length")
    for name, direction in (("Previous", -1), ("Next", 1)):
        to_day(page, name)
        is_at(page, library, day_beside(library, day, direction) if direction < 0 else day)
    expect_equal(page.page.evaluate("history.length"), steps, "steps of the arrows")
    page.page.locator(f'#panel [data-item="{photos[0]["id"]}"]').click()
    page.until(lambda: page.page.locator(".panel-subtitle").inner_text() == f"1 of {count}", "the place in the day")
    page.page.locator(".photo-pane button.hero").click()
    page.page.locator("dialog.viewer[open]").wait_for()
    for photo in photos[1:]:
        page.page.keyboard.press("ArrowRight")
        page.until(lambda photo=photo: f"photo={photo['id']}" in page.page.url, "the next photo of the day")
    page.page.keyboard.press("ArrowRight")
    page.quiet()
    expect(f"photo={photos[-1]['id']}" in page.page.url, "The viewer has left the day")
    page.page.keyboard.press("Escape")
    page.gone(page.page.locator("dialog.viewer"), "the viewer")
    page.page.get_by_role("button", name="Back to the list").click()
    is_at(page, library, day)
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.expect_no_panel()
    page.until(lambda: "day=" not in page.page.url, "the address has no day")
    page.page.go_back()
    page.until(lambda: f"photo={photos[1]['id']}" in page.page.url and "day=" not in page.page.url, "Back returns to before the day")


@scenario("a day is a place to be: its photos in the list, on the map and in the viewer, with arrows to its neighbours")
def day_is_lived_in(page: MapPage, library: Library) -> None:
    lived_in(page, library)


@scenario("on a phone a day is a place to be: its photos in the list, on the map and in the viewer, with arrows to its neighbours", **PHONE)
def day_is_lived_in_on_a_phone(page: MapPage, library: Library) -> None:
    lived_in(page, library)


@scenario("within a day, pins and spots stay within the day, and Escape leads back to it")
def within_a_day(page: MapPage, library: Library) -> None:
    day = busiest(library)
    page.open(f"#day={day}")
    photos = is_at(page, library, day)
    page.page.mouse.click(*page.clear_spot().values())
    page.expect_panel("Nearest photos")
    page.until(lambda: page.listed(), "photos are listed")
    expect(set(page.listed()) <= set(photos), "The nearest photos are not those of the day")
    page.page.keyboard.press("Escape")
    is_at(page, library, day)
    page.page.locator(".pin").first.press("Enter")
    page.settle()
    expect(f"day={day}" in page.page.url, "A pin has left the day")
    page.page.get_by_role("button", name="Show all photos").click()
    page.settle()
    expect_equal(page.shown_count(), len(photos), "pins of the day after the map has moved")
    page.page.get_by_role("slider", name="Earliest photo shown").press("ArrowRight")
    page.until(lambda: "day=" not in page.page.url, "a chosen span leaves the day")


@scenario("a link to a day never asks for the pins of other days")
def link_to_a_day(page: MapPage, library: Library) -> None:
    day = busiest(library)
    page.open(f"#day={day}")
    is_at(page, library, day)
    asked = [url for url in page.requests if "/clusters?" in url]
    expect(any(day in url for url in asked), "no pins were requested")
    # One request is for the extent of the library.
    others = [url for url in asked if day not in url]
    expect(len(others) <= 1, f"Pins of other days were requested: {others}")


@scenario("other photos are grey dots while a day is open, and filters apply to the day")
def others_are_dots(page: MapPage, library: Library) -> None:
    tiles = lambda: [url for url in page.requests if "/tiles/photos/" in url]  # noqa: E731
    day = busiest(library)
    page.open()
    expect_equal(tiles(), [], "tiles of photos without a day")
    page.open(f"#day={day}")
    photos = is_at(page, library, day)
    page.until(tiles, "the other photos are requested as tiles")
    name = library.photo(photos[0])["properties"]["filename"]
    page.open(f"#day={day}&name={name}")
    page.equals(page.listed, photos[:1], "the photo of the day that matches the filter")


@scenario("the map moves to a day, the short way across the antimeridian, and a click on a mark opens its photo")
def day_is_fitted(page: MapPage, library: Library) -> None:
    photo = library.lonely()["id"]
    places = [[179.2, -17.0], [-179.4, -16.6], [179.9, -16.8]]
    features = [
        {"type": "Feature", "id": photo, "geometry": {"type": "Point", "coordinates": place}, "properties": {}} for place in places
    ]
    page.page.route("**/items?*datetime-local=2024-05-01*", lambda route: route.fulfill(json={"type": "FeatureCollection", "features": features}))
    page.open("#day=2024-05-01")
    page.until(lambda: page.page.locator(".panel-subtitle").inner_text().startswith("3 photos, 2"), "the list shows the day")
    page.until(lambda: page.map_view()[0] > 5, "the map has gone to the day")
    page.settle()
    near = lambda zoom, lat, lon: abs(abs(lon) - 180) < 0.5 and abs(lat + 16.8) < 0.5  # noqa: E731
    page.until(lambda: near(*page.map_view()), "the map shows the day's places")
    page.open("#map=9/-16.6/-179.4&day=2024-05-01")
    page.until(lambda: page.page.locator(".panel-subtitle").inner_text().startswith("3 photos"), "the day is there")
    expect_equal(page.map_view()[0], 9, "the zoom that the address asks for")
    page.until(lambda: mark_opens(page), "a click on the mark opens the photo")
    page.until(lambda: f"photo={photo}" in page.page.url, "the photo of the mark is open")


def mark_opens(page: MapPage) -> bool:
    """The line is drawn shortly after its photos have loaded, without a sign on the page."""
    page.page.mouse.click(*page.middle())
    page.page.wait_for_timeout(400)
    return "photo=" in page.page.url


@scenario("a day without photos, and an invalid date, get a message")
def empty_day(page: MapPage, library: Library) -> None:
    page.open("#day=1970-02-03")
    page.until(lambda: page.page.locator(".list-status").first.inner_text() == "No photos on this day.", "the list says that there are none")
    to_day(page, "Next")
    is_at(page, library, day_beside(library, "1970-02-03", 1))
    page.open("#day=2024-02-31")
    page.until(lambda: page.shown_count() == library.total(), "the map is as it is without a day")
    page.expect_no_panel()


@scenario("a day that could not be loaded says so, and is loaded at the second try", expects_failures=True)
def failed_day(page: MapPage, library: Library) -> None:
    day = busiest(library)
    page.page.route("**/items?*datetime-local=*", lambda route: route.fulfill(status=503, json={"detail": "The disk is asleep."}))
    page.open(f"#day={day}")
    page.page.get_by_text("The photos of this day could not be loaded.").wait_for()
    page.page.unroute("**/items?*datetime-local=*")
    page.page.locator("#panel").get_by_role("button", name="Try again").click()
    is_at(page, library, day)


@contextmanager
def detour() -> Iterator[Path]:
    """Two photos on one meridian, and a track between them that goes around to the east."""
    with tempfile.TemporaryDirectory(prefix="geoindex-detour-") as name:
        folder = Path(name)
        start = datetime(2024, 5, 1, 10, tzinfo=UTC)
        places = [(48.86, 2.29), (48.86, 2.30), (48.87, 2.30), (48.87, 2.29)]
        points = "".join(f'<trkpt lat="{lat}" lon="{lon}"><time>{start + timedelta(minutes=5 * index):%Y-%m-%dT%H:%M:%SZ}</time></trkpt>'
                         for index, (lat, lon) in enumerate(places))
        (folder / "detour.gpx").write_text(
            f'<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>')
        for index, moment in ((0, "2024:05:01 12:00:00"), (3, "2024:05:01 12:15:00")):
            lat, lon = places[index]
            take(folder / f"photo-{index}.jpg", moment, "Aster F2", "+02:00", f"-GPSLatitude={lat}", "-GPSLatitudeRef=N",
                 f"-GPSLongitude={lon}", "-GPSLongitudeRef=E")
        yield folder


@scenario("the way of a day goes along the recorded track, and has its length")
def way_follows_track(page: MapPage, _: Library) -> None:
    with detour() as folder, own_library(page, folder):
        page.open("#map=15/48.865/2.3&day=2024-05-01")
        page.until(lambda: page.page.locator(".panel-subtitle").inner_text() == "2 photos, 2.6 km", "the length of the track")
        page.until(lambda: has_colour(page, LINE, 60), "the line goes east, along the track")
