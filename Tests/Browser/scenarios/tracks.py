"""Recorded tracks on the map."""

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario

from scenarios.guests import shared
from scenarios.layers import colours_around
from scenarios.placing import own_library
from scenarios.plan import trip

VIEW = "#map=15/48.8645/2.2945"


def is_drawn(page: MapPage) -> bool:
    # The message of a library without photos covers the middle.
    x, y = page.middle()
    return any(max(colour) - min(colour) > 90 for colour in colours_around(page, x + 180, y - 290, 60))


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
        expect_equal([url for url in page.requests if "/tiles/tracks" in url], [], "tiles of tracks that were asked for")
