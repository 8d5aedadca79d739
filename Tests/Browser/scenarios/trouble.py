"""When the server is gone, or has nothing to show."""

from playwright.sync_api import Error, Route

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("a server that is gone is reported, and the page recovers by itself", expects_failures=True)
def server_gone(page: MapPage, library: Library) -> None:
    page.open("#map=6/47/9")
    page.page.route("**/collections/**", lambda route: route.abort())
    page.page.locator("canvas").focus()
    toast = page.page.locator(".toast.is-shown")
    page.page.keyboard.press("-")
    page.page.keyboard.press("-")
    toast.wait_for()
    expect("geoindex serve" in toast.inner_text(), "The toast does not say what to do")
    page.page.unroute("**/collections/**")
    page.until(lambda: toast.count() == 0, "the toast is gone")
    page.settle()
    expect(page.shown_count() > 0, "There are no pins after the server came back")


@scenario("the reader can retry at once", expects_failures=True)
def reader_retries(page: MapPage, library: Library) -> None:
    page.open("#map=6/47/9")
    problem = {"title": "Service Unavailable", "status": 503, "detail": "The index is being rebuilt. Try again soon."}
    page.page.route("**/collections/photos/clusters?**", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", json=problem))
    page.page.get_by_role("button", name="Show all photos").click()
    page.page.get_by_text(problem["detail"]).wait_for()
    page.page.unroute("**/collections/photos/clusters?**")
    page.page.get_by_role("button", name="Retry").click()
    page.until(lambda: page.page.locator(".toast.is-shown").count() == 0, "the toast is gone")


@scenario("late answers are dropped")
def late_answers_are_dropped(page: MapPage, library: Library) -> None:
    page.open()
    held = []
    page.page.route("**/collections/photos/clusters?**", lambda route: held.append(route))
    page.page.get_by_role("button", name="Zoom in").click()
    page.until(lambda: held, "the first question is asked")
    page.page.unroute("**/collections/photos/clusters?**")
    page.page.get_by_role("button", name="Zoom in").click()
    page.settle()
    shown = page.shown_count()
    for route in held:
        answer_anyway(route)
    page.settle()
    expect_equal(page.shown_count(), shown, "photos on the map after the late answer")


@scenario("an empty library explains how to fill it")
def empty_library(page: MapPage, library: Library) -> None:
    empty = {"type": "FeatureCollection", "features": [], "numberMatched": 0, "numberReturned": 0, "links": []}
    for path in ("items?**", "clusters?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.fulfill(json=empty))
    page.open()
    page.page.get_by_text("geoindex scan ~/Pictures", exact=True).wait_for()
    page.page.unroute("**/collections/photos/items?**")
    page.page.unroute("**/collections/photos/clusters?**")
    page.page.get_by_role("button", name="Check again").click()
    total = library.total()
    page.until(lambda: page.shown_count() == total, "all photos are shown")
    expect(not page.page.locator("#notice").is_visible(), "The notice is still there")


def answer_anyway(route: Route) -> None:
    try:
        route.fulfill(json={"type": "FeatureCollection", "features": []})
    except Error:
        # The page has given the request up, which is as good.
        pass
