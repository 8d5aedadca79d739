"""A day's photos, joined by a line in the order of time."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

TRIP = "2024-11-15"


def chip(page: MapPage) -> str:
    return page.page.locator('[data-chip="day"] .map-chip-text').inner_text()


def of_day(library: Library, day: str) -> list[dict]:
    condition = f"takenAtLocal = '{day}'"
    return library.get("collections/photos/items", filter=condition, sortby="takenAt", limit=10_000)["features"]


@scenario("an open photo leads to its day: the chip counts the photos, and the address keeps the day")
def photo_leads_to_day(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    day = library.photo(photo["id"])["properties"]["takenAtLocal"][:10]
    count = len(of_day(library, day))
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=9/{lat}/{lon}&photo={photo['id']}")
    page.page.get_by_role("button", name="Show this day").click()
    page.until(lambda: chip(page).startswith(f"{count} photo"), "the chip counts the day's photos")
    page.until(lambda: f"day={day}" in page.page.url, "the address keeps the day")
    page.page.reload()
    page.settle()
    page.until(lambda: chip(page).startswith(f"{count} photo"), "the chip is there after a reload")
    page.page.get_by_role("button", name="Hide the line of this day").click()
    page.until(lambda: page.page.locator('[data-chip="day"]').is_hidden(), "the chip is closed")
    page.until(lambda: "day=" not in page.page.url, "the address no longer has the day")
    page.page.go_back()
    page.until(lambda: page.page.locator('[data-chip="day"]').is_visible(), "going back brings the day back")


@scenario("the map moves to a day, the short way across the antimeridian, and a click on a mark opens its photo")
def day_is_fitted(page: MapPage, library: Library) -> None:
    photo = library.lonely()["id"]
    places = [[179.2, -17.0], [-179.4, -16.6], [179.9, -16.8]]
    features = [
        {"type": "Feature", "id": photo, "geometry": {"type": "Point", "coordinates": place}, "properties": {}} for place in places
    ]
    page.page.route("**/items?*takenAtLocal*", lambda route: route.fulfill(json={"type": "FeatureCollection", "features": features}))
    page.open("#day=2024-05-01")
    page.until(lambda: chip(page).startswith("3 photos on 1 May 2024, 2"), "the chip shows the day")
    page.until(lambda: page.map_view()[0] > 5, "the map has gone to the day")
    page.settle()
    near = lambda zoom, lat, lon: abs(abs(lon) - 180) < 0.5 and abs(lat + 16.8) < 0.5  # noqa: E731
    page.until(lambda: near(*page.map_view()), "the map shows the day's places")
    page.open("#map=9/-16.6/-179.4&day=2024-05-01")
    page.until(lambda: chip(page).startswith("3 photos"), "the day is there")
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
    page.until(lambda: chip(page) == "No photos on 3 February 1970", "the chip says that there are none")
    page.open("#day=2024-02-31")
    page.until(lambda: page.shown_count() == library.total(), "the map is as it is without a day")
    expect(page.page.locator('[data-chip="day"]').is_hidden(), "A date that does not exist has a chip")


@scenario("a day's line takes the short way across the antimeridian, and its length is correct")
def way_is_short(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      const { wayThrough, boxOfDay, dayText, parseDay } = await import(new URL("app/layers/day.js", document.baseURI));
      const photos = (...points) => points.map((coordinates, id) => ({ id, geometry: { coordinates }, properties: {} }));
      const across = photos([179, -17], [-179, -17], [-179, -17], [178, -16]);
      const degree = wayThrough(photos([10, 0], [11, 0])).metres;
      return {
        line: wayThrough(across).line, box: boxOfDay(across), none: boxOfDay([]), degree: Math.round(degree / 100),
        text: dayText({ date: "2024-05-01", status: "ready", photos: photos([10, 0], [10, 0.0746]), problem: "" }),
        days: ["2024-02-29", "2023-02-29", "2024-1-1", "x", ""].map(parseDay),
      };
    }""")
    expect_equal(result, {
        "line": [[179, -17], [181, -17], [178, -16]], "box": [178, -17, 181, -16], "none": None, "degree": 1112,
        "text": "2 photos on 1 May 2024, 8.3 km", "days": ["2024-02-29", None, None, None, None],
    }, "what is worked out")


@scenario("the stops of a day show how many photos they have, and no photo is counted twice")
def stops_have_counts(page: MapPage, library: Library) -> None:
    page.open()
    result = page.page.evaluate("""async () => {
      const { stopsOf } = await import(new URL("app/layers/day.js", document.baseURI));
      const { dayFeatures } = await import(new URL("app/layers/day-layers.js", document.baseURI));
      const photos = (...points) => points.map((coordinates, id) => ({ id, geometry: { type: "Point", coordinates }, properties: {} }));
      const stops = (...points) => stopsOf(photos(...points)).map(({ first, order, count }) => [first.id, order, count]);
      // A hundred-thousandth of a degree is about a metre.
      const there = [2.2945, 48.8584], step = [2.29451, 48.85841], away = [2.3, 48.86];
      const marks = dayFeatures(photos(there, step, away, there)).features.map(({ geometry, properties }) => [geometry.type, properties.number, properties.count]);
      return { back: stops(there, step, away, there), edge: stops([180, -17], [-180, -17]), none: stops(), marks };
    }""")
    expect_equal(result, {
        "back": [[0, 0, 3], [2, 2, 1]], "edge": [[0, 0, 2]], "none": [],
        "marks": [["LineString", None, None], ["Point", "1", "×3"], ["Point", "3", ""]],
    }, "stops")
