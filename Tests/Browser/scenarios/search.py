"""The search box: coordinates, links, plus codes and names."""

import re

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

EIFFEL = (48.8584, 2.2945)

# Pasted texts and the positions they lead to; five decimals are a metre.
COORDINATES = {
    "48.8584, 2.2945": EIFFEL, "48.8584 2.2945": EIFFEL, "48.8584,2.2945": EIFFEL, "48.8584/2.2945": EIFFEL,
    "48,8584 2,2945": EIFFEL, "48,8584, 2,2945": EIFFEL, "48,8584; 2,2945": EIFFEL, "48,8584,2,2945": EIFFEL,
    "48.8584N 2.2945E": EIFFEL, "N48.8584 E2.2945": EIFFEL, "2.2945E 48.8584N": EIFFEL, "48.8584°N, 2.2945°E": EIFFEL,
    "48°51'30.24\"N 2°17'40.2\"E": EIFFEL, "48°51′30.24″N, 2°17′40.2″E": EIFFEL, "48° 51’ 30,24” N 2° 17’ 40,2” E": EIFFEL,
    "48º51'30.24''N2º17'40.2''E": EIFFEL, "48 51 30.24 2 17 40.2": EIFFEL, "48:51:30.24 2:17:40.2": EIFFEL,
    "48°51.504'N 2°17.67'E": EIFFEL, "N 48° 51.504 E 002° 17.670": EIFFEL, "48d51m30.24sN 2d17m40.2sE": EIFFEL,
    "48 deg 51 min 30.24 sec N, 2 deg 17 min 40.2 sec E": EIFFEL, "lat: 48.8584, lon: 2.2945": EIFFEL,
    "lon=2.2945 lat=48.8584": EIFFEL, '{"lat": 48.8584, "lng": 2.2945}': EIFFEL, "POINT(2.2945 48.8584)": EIFFEL,
    "(48.8584, 2.2945)": EIFFEL, "\u200e48.8584,\u00a02.2945\n": EIFFEL, "４８.8584，2.2945": EIFFEL, "٤٨٫٨٥٨٤، ٢٫٢٩٤٥": EIFFEL,
    "+48.8584+002.2945": EIFFEL, "−33.8568, 151.2153": (-33.8568, 151.2153), "33.8568S 151.2153E": (-33.8568, 151.2153),
    "48.8584 -2.2945": (48.8584, -2.2945), "12.5 north 7 west": (12.5, -7), "48,2": (48, 2), "0,0": (0, 0), "-90 -180": (-90, -180),
    "151.2153, -33.8568": (-33.8568, 151.2153),
}
LINKS = {
    "https://www.google.com/maps/@48.8584,2.2945,17z": EIFFEL,
    "https://www.google.com/maps/place/X/@48.8,2.2,17z/data=!3m1!4b1!3d48.8584!4d2.2945!16s": EIFFEL,
    "https://maps.google.com/?q=48.8584,2.2945": EIFFEL, "maps.google.com/maps?ll=48.8584,2.2945&z=12": EIFFEL,
    "https://www.google.com/maps/search/?api=1&query=48.8584%2C2.2945": EIFFEL,
    "https://www.google.com/maps/place/48%C2%B051'30.24%22N+2%C2%B017'40.2%22E/@1,1,15z": EIFFEL,
    "https://maps.apple.com/?ll=48.8584,2.2945&q=X": EIFFEL, "https://maps.apple.com/place?coordinate=48.8584,2.2945&name=X": EIFFEL,
    "https://www.openstreetmap.org/#map=15/48.8584/2.2945": EIFFEL,
    "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=5/1/1": EIFFEL,
    "https://www.bing.com/maps?cp=48.8584~2.2945&lvl=16": EIFFEL, "https://yandex.com/maps/?ll=2.2945,48.8584&z=15": EIFFEL,
    "https://wego.here.com/?map=48.8584,2.2945,15,normal": EIFFEL, "http://127.0.0.1:8080/#map=5.2/48.8584/2.2945&photo=3": EIFFEL,
    "geo:48.8584,2.2945": EIFFEL, "geo:48.8584,2.2945,35;u=35?z=15": EIFFEL, "geo:0,0?q=48.8584,2.2945(Tower)": EIFFEL,
    "https://geohack.toolforge.org/geohack.php?params=48_51_30.24_N_2_17_40.2_E_type:x": EIFFEL,
}
# No place, and no endless parsing: nonsense, half a place, and harmful texts.
NO_PLACES = [
    "", " ", "48", "91,91", "200,300", "48 61 0 N 2 0 0 E", "48 8584", "1,2,3", "1e3,2", "48..5,2", "48.8584 N 2.2945 N", "-48 N 2 E",
    "Paris 75", "NaN,NaN", "Infinity,0", "0x10,2", "48.8584;", ",", "°'\"", "N E", "+" * 5000, "1 " * 5000, "9" * 400 + ",1", "(" * 300,
]
NO_LINKS = ["javascript:alert(1)", "https://[bad", "foo.bar", "Kyoto", "data:text/html,<b>", "file:///etc/passwd"]
REFUSED = {
    "https://maps.app.goo.gl/abc": "Short links", "https://goo.gl/maps/abc": "Short links", "https://osm.org/go/0BOd~": "Short links",
    "https://example.com/foo": "no coordinates", "https://www.google.com/maps/@99,2,3z": "no coordinates",
    "https://www.google.com/maps/place/%E0%A4%A": "no coordinates", "geo:x,y": "no coordinates", "///filled.count.soap": "Three-word",
}


def run(page: MapPage, script: str, *arguments):
    page.open()
    return page.page.evaluate(f"async (input) => {{ {script} }}", list(arguments))


def near(found, wanted) -> bool:
    return found is not None and abs(found["lat"] - wanted[0]) < 1e-5 and abs(found["lon"] - wanted[1]) < 1e-5


@scenario("coordinates are read in every usual notation, and no other text is")
def coordinates_are_read(page: MapPage, library: Library) -> None:
    texts = [*COORDINATES, *NO_PLACES]
    found = run(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { parseCoordinates } = await import(new URL("app/search/coordinates.js", document.baseURI));
      const start = performance.now();
      const found = input[0].map(parseCoordinates);
      return { found, slow: performance.now() - start > 20_000 };
    """, texts)
    expect(not found["slow"], "Reading took all but for ever")
    wrong = [text for text, one in zip(texts, found["found"]) if text in COORDINATES and not near(one, COORDINATES[text])]
    wrong += [text[:40] for text, one in zip(texts, found["found"]) if text not in COORDINATES and one is not None]
    expect_equal(wrong, [], "texts that are read otherwise")
    expect(found["found"][texts.index("151.2153, -33.8568")]["swapped"], "A swapped order is not reported")


@scenario("links to the usual maps lead to the place they name, and those that name none say why")
def links_are_read(page: MapPage, library: Library) -> None:
    texts = [*LINKS, *NO_LINKS, *REFUSED]
    found = dict(zip(texts, run(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { parseMapLink } = await import(new URL("app/search/map-links.js", document.baseURI));
      return input[0].map(parseMapLink);
    """, texts)))
    wrong = [text for text, place in LINKS.items() if not near(found[text], place)]
    wrong += [text for text in NO_LINKS if found[text] is not None]
    wrong += [text for text, words in REFUSED.items() if words not in (found[text] or {}).get("refused", "")]
    expect_equal(wrong, [], "links that are read otherwise")


@scenario("plus codes are read, full ones anywhere and short ones near the middle of the map")
def plus_codes_are_read(page: MapPage, library: Library) -> None:
    result = run(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { parsePlusCode, decodePlusCode } = await import(new URL("app/search/plus-code.js", document.baseURI));
      const at = (text, near = { lat: 0, lon: 0 }) => {
        const code = parsePlusCode(text);
        const found = code && decodePlusCode(code, near);
        return found && [found.lat.toFixed(4), found.lon.toFixed(4)].join(" ");
      };
      return [at("8FW4V75V+9Q"), at("8fw4v75v+9qr2"), at("8FW40000+"), at("V75V+9Q", { lat: 48.8, lon: 2.4 }), at("V75V+9Q Paris", { lat: 49.2, lon: 1.9 }),
        at("7FG49Q00+"), at("6PH57VP3+PR"), at("CFX30000+"), at("62G20000+"),
        at("8FW4V75V9Q"), at("+"), at("8FW4V75V+1"), at("ZZZZ+22"), at("8FW4V75V+9A"), at("XFW4V75V+9Q"), at("1+1")];
    """)
    expect_equal(result, [
        "48.8584 2.2944", "48.8585 2.2944", "48.5000 2.5000", "48.8584 2.2944", "48.8584 2.2944",
        "20.3750 2.7750", "1.2868 103.8546", "89.5000 1.5000", "0.5000 -179.5000", *[None] * 7,
    ], "where plus codes lead")


@scenario("a place is found by its name, whatever its accents and case, the greatest first")
def places_are_found(page: MapPage, library: Library) -> None:
    result = run(page, """
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { readPlaces, findPlaces, folded } = await import(new URL("app/search/places.js", document.baseURI));
      const list = readPlaces({ countries: ["Brazil", "Germany", "France", "United States"], places: [
        ["São Paulo", ["Sao Paulo"], 0, -23.5, -46.6, 0], ["Paris", [], 2, 48.9, 2.3, 0], ["Munich", ["München"], 1, 48.1, 11.6, 2],
        ["Saint-Étienne", [], 2, 45.4, 4.4, 3], ["Paris", [], 3, 33.7, -95.6, 7], ["West Paris", [], 3, 1, 1, 8], ["Parisot", [], 2, 1, 1, 8]] });
      const names = (text) => findPlaces(list.places, text, 5).map(({ name, country }) => `${name}, ${country}`);
      return [names("SAO PAULO"), names("munch"), names("münchen"), names("saint etienne"), names("paris"), names("Paris, united"), names(""), names("...")];
    """)
    expect_equal(result, [
        ["São Paulo, Brazil"], ["Munich, Germany"], ["Munich, Germany"], ["Saint-Étienne, France"],
        ["Paris, France", "Paris, United States", "Parisot, France", "West Paris, United States"], ["Paris, United States", "West Paris, United States"], [], [],
    ], "the places that are found")


def box(page: MapPage):
    return page.page.get_by_role("combobox")


def chips(page: MapPage):
    return page.page.locator(".filter-chip-text")


def own_places(library: Library, *names: str) -> list[dict]:
    """Places with photos, under other names."""
    places = library.get("collections/photos/facets")["places"]
    return [{"id": place["id"], "kind": "place", "name": name, "count": place["count"], "bbox": [1, 2, 3, 4]} for place, name in zip(places, names)]


@scenario("“/” leads to the search box, a name with a Return flies there, and Escape empties and leaves it")
def names_are_flown_to(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    page.page.keyboard.press("/")
    page.until(lambda: box(page).evaluate("box => box === document.activeElement"), "the box has the focus")
    box(page).fill("kyoto")
    page.page.get_by_role("option", name="Kyoto").first.wait_for()
    page.equals(lambda: box(page).get_attribute("aria-expanded"), "true", "whether the box announces its list")
    active = page.until(lambda: box(page).get_attribute("aria-activedescendant"), "an option is active")
    page.equals(lambda: page.page.locator(f"#{active}").get_attribute("aria-selected"), "true", "whether the active option is selected")
    box(page).press("Enter")
    page.until(lambda: abs(page.map_view()[1] - 35.03) < 0.1 and abs(page.map_view()[2] - 135.75) < 0.1, "the map is at Kyoto")
    expect_equal(page.panel().count(), 0, "open panels")
    page.page.keyboard.press("/")
    page.focused(box(page), "the search box")
    box(page).press("Escape")
    box(page).press("Escape")
    page.equals(box(page).input_value, "", "what is left in the box")


@scenario("the map moves to pasted coordinates, marks them, and lists the nearest photos")
def map_goes_to_coordinates(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    box(page).fill("48°51'30.24\"N 2°17'40.2\"E")
    box(page).press("Enter")
    page.expect_panel("Nearest photos")
    page.until(lambda: len(page.listed()) > 0, "photos are listed")
    wanted = library.get("collections/photos/nearest", lat=48.8584, lon=2.2945, k=12)["features"]
    page.equals(page.listed, [photo["id"] for photo in wanted], "the photos that are listed")
    page.until(lambda: page.map_view()[0] > 14 and abs(page.map_view()[1] - 48.8584) < 0.05, "the map is there")
    page.until(lambda: page.page.locator(".mark-spot").evaluate("mark => !mark.hidden"), "the spot is marked")


@scenario("the arrow keys move through the results, and the pointer chooses too")
def list_is_walked(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    box(page).fill("san")
    page.page.get_by_role("option").nth(1).wait_for()
    active = lambda: box(page).get_attribute("aria-activedescendant")  # noqa: E731
    first = page.until(active, "an option is active")
    box(page).press("ArrowDown")
    page.until(lambda: active() not in (None, first), "the arrow key leads on")
    box(page).press("ArrowUp")
    page.equals(active, first, "the option after going back")
    chosen = page.page.get_by_role("option").nth(1)
    chosen.click()
    page.equals(box(page).input_value, "", "the box, ready for the next question")
    page.until(lambda: page.map_view()[0] > 9, "the map has gone there")


def named(page: MapPage) -> list[str]:
    """The rows that are offered, without the one for the words themselves, which may be counted later."""
    return [row for row in offered(page) if not row.startswith("“")]


@scenario("late results do not move the row that the reader is about to choose")
def late_rows_come_last(page: MapPage, library: Library) -> None:
    held = []
    page.open("#map=3/20/0")
    page.page.route("**/places?q=**", lambda route: held.append(route))
    box(page).fill("san")
    page.page.get_by_role("option").nth(1).wait_for()
    page.until(lambda: held, "the reader's own places are requested")
    shown = named(page)
    box(page).press("ArrowDown")
    held[-1].fulfill(json={"places": own_places(library, "Santa Somewhere")})
    page.until(lambda: len(named(page)) > len(shown) and "photo" in named(page)[-1], "the reader's own place is counted")
    expect_equal([row.split(" · ")[0] for row in named(page)], [*[row.split(" · ")[0] for row in shown], "Santa Somewhere"], "the rows")
    active = page.page.get_by_role("option", selected=True)
    expect_equal(active.locator(".search-title").inner_text(), shown[1].split(" · ")[0], "the active row")


@scenario("names that are loaded late do not move the row that the reader is about to choose either, nor repeat the search")
def late_names_come_last(page: MapPage, library: Library) -> None:
    held, asked = [], []
    areas = own_places(library, "Santa First", "Santa Second")

    def answer(route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"places": areas})

    page.open("#map=3/20/0")
    page.page.route("**/basemap/places*", lambda route: held.append(route))
    page.page.route("**/places?q=**", answer)
    box(page).fill("san")
    page.until(lambda: [row.split(" · ")[0] for row in named(page)] == ["Santa First", "Santa Second"] and all("photo" in row for row in named(page)), "the own places are counted")
    first = named(page)
    box(page).press("ArrowDown")
    for route in held:
        route.continue_()
    page.until(lambda: len(named(page)) > 2, "the other places follow")
    expect_equal(offered(page)[:2], first, "the first rows")
    expect_equal(page.page.get_by_role("option", selected=True).locator(".search-title").inner_text(), "Santa Second", "the active row")
    expect_equal(len(asked), 1, "searches of the server")


@scenario("a list that was closed before the names were loaded stays closed, and opens with the next key")
def late_names_open_nothing(page: MapPage, library: Library) -> None:
    held = []
    page.open("#map=3/20/0")
    page.page.route("**/facets*", lambda route: held.append(route))
    box(page).fill("paris")
    page.until(lambda: held and len(offered(page)) > 0, "the reader's own places are listed")
    box(page).press("ArrowDown")
    box(page).press("Escape")
    with page.page.expect_response("**/facets*"):
        for route in held:
            route.continue_()
    page.page.wait_for_timeout(300)
    expect_equal((offered(page), box(page).get_attribute("aria-expanded")), ([], "false"), "the closed list")
    box(page).press("ArrowDown")
    page.until(lambda: box(page).get_attribute("aria-expanded") == "true" and any("France" in row for row in offered(page)), "the list opens with the names")


@scenario("a place with a season leads to its photos of these months, with one chip for the season")
def season_of_a_place(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    box(page).fill("France in summer")
    page.page.get_by_role("option").filter(has_text="France · Summer").click()
    page.until(lambda: "month=summer" in page.page.url and "country=FR" in page.page.url, "both filters are set")
    page.equals(chips(page).all_inner_texts, ["Summer", "France"], "the chips")
    page.page.locator(".filters-button").click()
    july = page.page.locator("input[name=filter-month][value='7']")
    july.wait_for(state="attached")
    expect(july.is_checked(), "July is chosen in the filters")


@scenario("a search without results gets a helpful message, and a short link is not followed")
def nothing_is_found(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    message = page.page.locator(".search-message")
    for text, words in {"Xyzzyville": "Nothing found for “Xyzzyville”", "95, 200": "Enter latitude first", "https://maps.app.goo.gl/abc": "can’t be opened offline",
                        "<img src=x onerror=alert(1)>": "Nothing found", "June 1931": "No photos for June 1931"}.items():
        box(page).fill(text)
        page.until(lambda: words in message.inner_text(), f"{text!r} is answered with {words!r}")
    page.page.get_by_role("button", name="Clear search").click()
    page.equals(message.inner_text, "", "the message after clearing")


@scenario("on a phone the search box opens over the map without scrolling it sideways", viewport={"width": 320, "height": 568}, has_touch=True)
def box_on_a_phone(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: page.page.locator(".search-field").bounding_box()["width"] < 60, "the box leaves the map its room")
    page.page.locator(".search-field").tap()
    page.until(lambda: page.page.locator(".search-field").bounding_box()["width"] > 200, "the box is open")
    expect(not page.page.evaluate("() => document.scrollingElement.scrollWidth > 320"), "The page scrolls sideways")


def offered(page: MapPage) -> list[str]:
    """What the search box offers, as `title · detail`."""
    rows = page.page.locator(".search-option")
    return [" · ".join(part.strip() for part in text.split("\n") if part.strip()) for text in rows.evaluate_all("rows => rows.map(row => row.innerText)")]


def first_offers(page: MapPage, text: str, wanted: str, among: int = 1) -> None:
    box(page).fill("")
    box(page).fill(text)
    page.until(lambda: any(one.startswith(wanted) for one in offered(page)[:among]), f"{text!r} offers {wanted!r}, and not only {offered(page)}")


@scenario("a country's name leads to the country, and regions distinguish places of one name")
def countries_and_regions(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    first_offers(page, "France", "France · Country")
    first_offers(page, "Springfield", "Springfield · Missouri, United States", among=5)
    springfields = [one for one in offered(page) if one.startswith("Springfield ·")]
    expect_equal(len(springfields), len(set(springfields)), "different rows for Springfield")
    box(page).fill("France")
    page.until(lambda: offered(page)[:1] == ["France · Country · 1 photo"], "the country comes first, with its photos")
    page.page.get_by_role("option").filter(has_text="show on the map").first.click()
    page.until(lambda: 4 < page.map_view()[0] < 7 and abs(page.map_view()[1] - 46.5) < 4, "the map shows the country")
    expect("country=" not in page.page.url, "The country is a filter too")


@scenario("names are found with typing errors, in other languages and scripts, and with a region or country behind a comma")
def other_names(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    for text, wanted in {
        "londn": "London ·", "Tokio": "Tokyo", "東京": "Tokyo", "muenchen": "Munich · Bayern, Germany", "Paris, Texas": "Paris · Texas, United States",
        "Köln": "Cologne", "москва": "Moscow", "Deutschland": "Germany · Country", "USA": "United States · Country", "San Fransisco": "San Francisco",
        "paris, usa": "Paris · Texas", "Bayern": "Bavaria · Region · Germany",
    }.items():
        first_offers(page, text, wanted)


@scenario("a year, a month or a day that is typed filters by it, and is no pair of coordinates")
def dates_are_found(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    for text, wanted in {"April 2024": "April 2024", "2024-04-13": "13 Apr 2024", "13th April 2024": "13 Apr 2024", "2018": "2018"}.items():
        first_offers(page, text, wanted)
    for text in ("2018-13", "2018-02-30", "12345", "30 Feb 2018"):
        box(page).fill(text)
        page.until(lambda: box(page).input_value() == text and "valid coordinates" not in page.page.inner_text(".search-message"), f"{text} is no pair of coordinates")
        expect(not any(re.match(r"[\d\w ]*\b20\d\d · ", one) for one in offered(page)), f"{text} is taken for a date")
    first_offers(page, "2018", "2018")
    box(page).press("Enter")
    page.until(lambda: "time=2018-01-01%2F2018-12-31" in page.page.url, "the year is in the address")


@scenario("the search box finds folders, cameras and file names, and leads to their photos")
def library_is_searched(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    first_offers(page, "antarctica", "2014-antarctica · Folder", among=7)
    first_offers(page, "lumo trail", "Lumo Trail 20 · Camera · 6 photos")
    box(page).press("Enter")
    page.until(lambda: "camera=Lumo%20Trail%2020" in page.page.url, "the camera is in the address")
    page.until(lambda: page.page.inner_text("#counts").startswith(f"6 of {library.total()} match"), "its photos are counted")
    photo = library.lonely()
    name = photo["properties"]["filename"]
    page.open("#map=3/20/0")
    first_offers(page, name[:-4].upper(), name, among=8)
    page.page.get_by_role("option", name=name).first.click()
    page.expect_panel(name)


@scenario("on a phone the filters stay above the results of a search, and one tap opens them", has_touch=True, is_mobile=True)
def filters_above_results(page: MapPage, library: Library) -> None:
    for width, height in ((360, 640), (390, 844)):
        for fragment in ("", "#time=2016-01-01/2024-12-31"):
            page.page.set_viewport_size({"width": width, "height": height})
            page.open(fragment)
            page.page.locator(".search-input").tap()
            page.page.keyboard.type("mun")
            page.page.locator(".search-option").first.wait_for()
            field, results, button = (page.box(page.page.locator(part)) for part in (".search-field", ".search-list", ".filters-button"))
            expect(button["x"] >= field["x"] + field["width"], f"At {width} pixels the filters are not beside the search box")
            expect(button["y"] + button["height"] <= results["y"], f"At {width} pixels the filters are not above the results")
            expect(results["width"] >= width - 90, f"At {width} pixels the results are {results['width']} pixels wide")
            page.page.get_by_role("button", name="Filters").tap()
            page.page.locator("#filters-panel").wait_for()
            page.gone(page.page.locator(".search-list"), "the list of results")


@scenario("one question has a place, a season and a year: its photos are counted and shown while it is typed, and choosing it is one step")
def whole_question(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    before = page.map_view()
    box(page).fill("norway winter 2016")
    page.equals(lambda: offered(page), ["Norway · Winter · 2016 · 1 photo"], "what is offered")
    expect_equal(page.page.locator(".search-option img").count(), 1, "pictures")
    page.go(lambda: box(page).press("Enter"))
    page.equals(chips(page).all_inner_texts, ["2016", "Winter", "Norway"], "the chips")
    page.equals(box(page).input_value, "", "the box")
    page.until(lambda: page.page.inner_text("#counts").startswith(f"1 of {library.total()} match"), "its photo is counted")
    view = page.map_view()
    expect(abs(view[1] - 69.69) < 0.5 and abs(view[2] - 18.6) < 0.5 and view[0] > 12, f"The map is not at the photo: {view}")
    page.page.go_back()
    page.equals(chips(page).count, 0, "chips after one step back")
    page.until(lambda: abs(page.map_view()[0] - before[0]) < 0.01, "the view before")
    box(page).click()
    page.until(lambda: "Norway · Winter · 2016 · Searched before" in offered(page), "the search is offered again")


@scenario("without photos the weakest term is dropped, and the row says so")
def weakest_term(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    box(page).fill("evening fiji 2013")
    page.equals(lambda: offered(page), ["Fiji · 2013 · No match for Evening; 2 photos without it"], "what is offered")


@scenario("a chip is edited in the search box, and replaced by the choice")
def chip_is_edited(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0&country=NO&month=winter")
    page.until(lambda: chips(page).all_inner_texts() == ["Winter", "Norway"], "the chips have names")
    page.page.get_by_role("button", name="Edit filter Winter").click()
    page.equals(box(page).input_value, "Winter", "the words in the box")
    box(page).fill("summer")
    page.until(lambda: any("1 photo with your other filters" in row for row in offered(page)), "the other filters count")
    box(page).press("Enter")
    page.equals(chips(page).all_inner_texts, ["Summer", "Norway"], "the chips")
    page.page.get_by_role("button", name="Clear all").click()
    page.equals(chips(page).count, 0, "chips after clearing")
    page.equals(box(page).input_value, "", "the box after clearing")


@scenario("an empty search box offers places and the newest days")
def empty_box(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    box(page).click()
    page.until(lambda: any("Newest photos" in row for row in offered(page)), "days are offered")
    place = library.get("collections/photos/facets")["places"][0]
    expect(any(row.startswith(f"{place['name']} · ") for row in offered(page)), f"{place['name']} is not offered: {offered(page)}")
    expect_equal(box(page).get_attribute("aria-activedescendant"), None, "the active row of an empty box")
    box(page).press("ArrowDown")
    page.until(lambda: box(page).get_attribute("aria-activedescendant"), "the arrow key leads to the first row")


@scenario("if the server does not answer, the search says so", expects_failures=True)
def server_is_silent(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/0")
    page.page.route("**/places?q=**", lambda route: route.abort())
    box(page).fill("xyzzyville")
    page.until(lambda: "The server isn’t responding" in page.page.inner_text(".search-message"), "the message")
