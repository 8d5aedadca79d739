"""Recorded tracks on the map."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import ImageChops

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.guests import shared
from scenarios.layers import picture_around
from scenarios.placing import own_library
from scenarios.plan import take, trip

VIEW = "#map=15/48.8645/2.2945"
WALK, CYCLE, DRIVE, FLY = (2, 161, 147), (210, 127, 29), (138, 16, 48), (28, 33, 150)
MARKER = (255, 224, 102)


@contextmanager
def journey(*photos: str) -> Iterator[Path]:
    """A track of two days to the north-east: on each, 800 seconds on foot and 100 in a car from 10:00 UTC, when
    clocks in Paris show 12:00. Photos of these local times are south of it."""
    with tempfile.TemporaryDirectory(prefix="geoindex-journey-") as name:
        folder = Path(name)
        segments = []
        for day in (1, 2):
            start, north = datetime(2024, 5, day, 10, tzinfo=UTC), (day - 1) * 0.004
            metres = [second * 0.15 if second <= 800 else 120 + (second - 800) * 12 for second in range(0, 901, 10)]
            segments.append("".join(
                f'<trkpt lat="{48.862 + north + along / 400_000:.6f}" lon="{2.288 + along / 100_000:.6f}"><time>'
                f"{start + timedelta(seconds=10 * index):%Y-%m-%dT%H:%M:%SZ}</time></trkpt>"
                for index, along in enumerate(metres)))
        (folder / "journey.gpx").write_text(
            '<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk>'
            + "".join(f"<trkseg>{points}</trkseg>" for points in segments) + "</trk></gpx>")
        for number, moment in enumerate(photos):
            place = ["-GPSLatitude=48.861", "-GPSLatitudeRef=N", "-GPSLongitude=2.295", "-GPSLongitudeRef=E"]
            take(folder / f"photo-{number}.jpg", moment, "Aster F2", "+02:00", *place)
        yield folder


def marker(page: MapPage) -> tuple[int, int] | None:
    """The middle of the marker on the map, in pixels."""
    picture = page.picture(page.page.locator("#map").bounding_box())
    bands = [band.point([255 if level == wanted else 0 for level in range(256)]) for band, wanted in zip(picture.split(), MARKER, strict=True)]
    box = ImageChops.multiply(ImageChops.multiply(*bands[:2]), bands[2]).getbbox()
    if not box:
        return None
    left, top, right, bottom = box
    return (left + right) // 2, (top + bottom) // 2


def slow_down(page: MapPage) -> None:
    """Chooses the lowest speed, so that a busy machine sees every step of the playback."""
    for _ in range(3):
        page.page.locator(".time-speed").click()
    page.until(lambda: page.page.locator(".time-speed").inner_text().startswith("0.5"), "a step takes three seconds")


def distinct_colours(page: MapPage, x: int, y: int, reach: int) -> list[tuple[int, int, int]]:
    """The colours of a square, each once: there are few, and half a million pixels."""
    picture = picture_around(page, x, y, reach)
    return [colour for _, colour in picture.getcolors(picture.width * picture.height)]


def has_colour(page: MapPage, wanted: tuple[int, int, int], reach: int = 280) -> bool:
    """Whether a line of this colour is drawn near the middle of the map."""
    return any(max(abs(one - other) for one, other in zip(colour, wanted, strict=True)) <= 6
               for colour in distinct_colours(page, *page.middle(), reach))


def is_drawn(page: MapPage) -> bool:
    # The message of a library without photos covers the middle.
    x, y = page.middle()
    return any(max(colour) - min(colour) > 90 for colour in distinct_colours(page, x + 180, y - 290, 60))


@scenario("tracks are drawn while their switch is on, and the address says so")
def tracks_are_drawn(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder):
        page.open(VIEW)
        page.page.get_by_role("button", name="Layers").click()
        page.page.get_by_label("Tracks").check()
        page.until(lambda: is_drawn(page), "the track is drawn")
        page.until(lambda: "tracks=1" in page.page.url, "the address says it")
        page.page.get_by_label("Tracks").uncheck()
        page.until(lambda: not is_drawn(page), "the track is gone")
        page.until(lambda: "tracks=1" not in page.page.url, "the address no longer says it")
        page.open(VIEW + "&tracks=1")
        page.until(lambda: is_drawn(page), "the address shows the track")


@scenario("tracks of days that the filters leave out are not drawn")
def tracks_of_other_days_are_hidden(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder):
        page.open(VIEW + "&tracks=1")
        page.until(lambda: is_drawn(page), "the track is drawn")
        page.open(VIEW + "&tracks=1&time=2001-01-01/2001-12-31")
        page.until(lambda: not is_drawn(page), "the track of another year is gone")
        page.open(VIEW + "&tracks=1")
        page.until(lambda: is_drawn(page), "the track is back")


@scenario("guests get no switch for tracks, and request no tiles of tracks")
def guests_see_no_tracks(page: MapPage, _: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        page.open("#tracks=1")
        page.page.get_by_role("button", name="Layers").click()
        page.until(lambda: any(url.endswith("/collections") for url in page.requests), "the page asks what there is")
        page.quiet()
        expect_equal(page.page.get_by_label("Tracks").is_visible(), False, "whether there is a switch of tracks")
        expect_equal([url for url in page.requests if "/tiles/tracks" in url], [], "tiles of tracks that were requested")


@scenario("tracks are coloured by speed, with a legend that leads back to days")
def tracks_by_speed(page: MapPage, _: Library) -> None:
    with journey() as folder, own_library(page, folder):
        page.open("#map=16/48.8655/2.291&tracks=1")
        page.page.get_by_role("button", name="Layers").click()
        expect(not any("collections/tracks/items" in url for url in page.requests), "Lines with times came before they were wanted")
        page.page.get_by_role("radio", name="by speed").check()
        page.page.keyboard.press("Escape")
        page.until(lambda: "tracks=speed" in page.page.url, "the address says it")
        legend = page.page.locator(".map-chip[data-chip=speeds]")
        page.until(lambda: "walk < 7" in legend.inner_text() and "km/h" in legend.inner_text(), "the legend says the speeds")
        page.until(lambda: has_colour(page, WALK) and has_colour(page, DRIVE), "the walk and the drive have their colours")
        expect(not has_colour(page, CYCLE) and not has_colour(page, FLY), "Other speeds are drawn too")
        page.open("#map=16/48.8655/2.291&tracks=speed&time=2001-01-01/2001-12-31")
        page.until(lambda: any("datetime=2000-12-31" in url for url in page.requests), "only the days of the filter are requested")
        page.until(lambda: not has_colour(page, DRIVE), "the track of another year is gone")
        page.open("#map=16/48.8655/2.291&tracks=speed")
        page.until(lambda: has_colour(page, DRIVE), "the address shows the speeds")
        legend.get_by_role("button", name="Colour by day").click()
        page.until(lambda: "tracks=1" in page.page.url and not has_colour(page, DRIVE), "the tracks are coloured by day again")
        page.gone(legend, "the legend")


@scenario("a failure to load the speeds of tracks is shown, and mended when the server answers", expects_failures=True)
def speeds_fail(page: MapPage, _: Library) -> None:
    with journey() as folder, own_library(page, folder):
        page.page.route("**/collections/tracks/items?*", lambda route: route.fulfill(status=503, json={"detail": "The disk is asleep."}))
        page.open("#map=16/48.8655/2.291&tracks=speed")
        page.page.get_by_text("The server is busy.").wait_for()
        page.page.unroute("**/collections/tracks/items?*")
        page.until(lambda: has_colour(page, DRIVE), "the next attempt succeeds")


@scenario("while the time bar plays, a marker moves along the track, which is bright up to it", reduced_motion="no-preference")
def marker_moves(page: MapPage, _: Library) -> None:
    with journey("2024:05:01 12:00:10", "2024:05:01 12:14:50") as folder, own_library(page, folder):
        page.open("#map=15/48.866/2.2946&tracks=speed")
        page.until(lambda: has_colour(page, DRIVE, 350), "the whole track is drawn")
        expect_equal(marker(page), None, "the marker before the time bar plays")
        slow_down(page)
        page.page.get_by_role("button", name="Play through time").click()
        seen = []

        def moves() -> bool:
            at = marker(page)
            if at and (not seen or at != seen[-1]):
                seen.append(at)
            return len(seen) >= 5

        page.until(moves, "the marker has moved four times")
        expect(all(one[0] <= next[0] and one[1] >= next[1] for one, next in zip(seen, seen[1:], strict=False)), f"The marker does not follow the track: {seen}")
        expect(has_colour(page, WALK, 350), "The travelled part is not bright")
        page.page.get_by_role("button", name="Pause").click()
        page.frames(3)
        rest = marker(page)
        expect(rest is not None, "The marker is gone after a pause")
        page.frames(5)
        expect_equal(marker(page), rest, "the marker after a pause")
        page.page.get_by_role("button", name="Show all time").click()
        page.until(lambda: marker(page) is None and has_colour(page, DRIVE, 350), "the whole track is bright, without a marker")


@scenario("with reduced motion, the marker jumps to where the track of each day ends")
def marker_jumps(page: MapPage, _: Library) -> None:
    with journey("2024:05:01 10:00:00", "2024:05:03 10:00:00") as folder, own_library(page, folder):
        page.open("#map=15/48.866/2.2946&tracks=1&time=2024-05-01/2024-05-01")
        page.page.locator("#time-bar").wait_for()
        slow_down(page)
        play = page.page.get_by_role("button", name="Play through time")
        play.click()
        page.page.get_by_role("button", name="Pause").click()
        first = page.until(lambda: marker(page), "the marker is where the first day ended")
        play.click()
        second = page.until(lambda: (at := marker(page)) != first and at, "the marker has jumped")
        expect(abs(second[0] - first[0]) <= 2 and first[1] - second[1] > 100, f"The marker is not where the second day ended: {first}, {second}")
        page.until(lambda: play.is_visible(), "the playback is over")
