"""Suggestions: photos of this day in earlier years, and earlier trips to the places of the open one."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.editing import PHONE
from scenarios.trips import chips, matched, own_trips, strip, trip, with_trips

TODAY = "2021-06-15T12:00:00"


def suggestion(page: MapPage):
    return page.page.locator('.map-chip[data-chip="earlier"]')


def choices(page: MapPage) -> list[str]:
    return suggestion(page).get_by_role("button").all_inner_texts()


def switch(page: MapPage):
    page.page.get_by_role("button", name="Layers", exact=True).click()
    return page.page.get_by_label("Suggestions")


def begin(page: MapPage, fragment: str = "") -> None:
    """A page with suggestions, which are off in other scenarios."""
    page.page.clock.set_fixed_time(TODAY)
    page.open(fragment)
    switch(page).check()
    page.page.keyboard.press("Escape")


@scenario("photos of this day in earlier years are suggested, one year or all; a closed suggestion does not come back")
def on_this_day(page: MapPage, _: Library) -> None:
    library = with_trips(page)
    begin(page)
    page.equals(lambda: choices(page), ["2019", "2018", "All years", ""], "the years")
    expect("On this day" in suggestion(page).inner_text(), suggestion(page).inner_text())
    expect_accessible(page, "the suggestion")
    counts = {year: library.get(f"collections/photos/items?datetime-local={year}-06-15/{year}-06-15&limit=1")["numberMatched"] for year in (2018, 2019)}
    suggestion(page).get_by_role("button", name="2019").click()
    page.equals(lambda: matched(page), counts[2019], "the photos of that day of 2019")
    page.gone(suggestion(page), "the suggestion while there are filters")
    page.page.go_back()
    suggestion(page).get_by_role("button", name="All years").click()
    page.equals(lambda: matched(page), sum(counts.values()), "the photos of that day of all years")
    expect_equal(chips(page), ["15 June"], "the chips")
    page.page.go_back()
    suggestion(page).get_by_role("button", name="Close the suggestion").click()
    page.gone(suggestion(page), "the closed suggestion")
    page.page.get_by_role("combobox").fill("iceland 2019")
    page.page.keyboard.press("Escape")
    page.gone(suggestion(page), "the closed suggestion")


@scenario("a day without photos in earlier years suggests nothing, and neither does a page whose suggestions are off")
def nothing_to_suggest(page: MapPage, _: Library) -> None:
    with_trips(page)
    page.page.clock.set_fixed_time("2018-01-03T12:00:00")
    page.open()
    with page.page.expect_response(lambda answer: "/timeline?" in answer.url and "date=01-03" in answer.url) as answer:
        switch(page).check()
    expect_equal(answer.value.status, 200, "the status")
    expect(not suggestion(page).is_visible(), "there is no suggestion")
    page.page.get_by_label("Suggestions").uncheck()
    page.page.clock.set_fixed_time(TODAY)
    before = len(page.requests)
    page.page.reload()
    page.settle()
    page.page.wait_for_timeout(2_500)
    expect(not any("/timeline?" in url and "date=" in url for url in page.requests[before:]), "no counts are requested")
    expect(not suggestion(page).is_visible(), "there is no suggestion")


@scenario("an open trip suggests earlier trips to its places, also on a phone", **PHONE)
def here_before(page: MapPage, _: Library) -> None:
    with own_trips(page) as library:
        order = {"split": trip(library, "Iceland")["id"], "at": "2019-06-19"}
        expect(page.page.request.post(f"{page.base}trips", data=order).ok, "the trip is divided")
        first, last = (one for one in library.get("trips")["trips"] if one["from"] >= "2019-06")
        begin(page, f"#trip={last['id']}")
        page.equals(lambda: choices(page), [first["name"], ""], "the earlier trip")
        expect("Here before" in suggestion(page).inner_text(), suggestion(page).inner_text())
        expect_accessible(page, "the suggestion")
        suggestion(page).get_by_role("button", name=first["name"]).click()
        page.equals(lambda: matched(page), first["photos"], "the photos of the earlier trip")
        page.gone(suggestion(page), "a suggestion for the first trip")
        expect(first["name"] in strip(page).inner_text(), "the strip shows the earlier trip")
