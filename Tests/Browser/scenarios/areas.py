"""The places panel: countries, regions and places of the photos, as a tree."""

import re
from urllib.parse import parse_qs, urlsplit

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.guests import shared

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


def button(page: MapPage):
    return page.page.locator("#areas-button")


def row(page: MapPage, area: str):
    return page.page.locator(f'[data-choose="{area}"]')


def opener(page: MapPage, area: str):
    return page.page.locator(f'[data-open="{area}"]')


def listed(page: MapPage) -> list[str]:
    return page.page.locator(".areas [data-choose]").evaluate_all("rows => rows.map((row) => row.dataset.choose)")


def is_open(page: MapPage) -> bool:
    return page.page.locator("dialog.areas[open]").count() == 1


def asked(page: MapPage) -> list[str]:
    """The requests for parts of areas, by parent; an empty text is the one for countries."""
    urls = [urlsplit(url) for url in page.requests if re.search(r"/places(\?|$)", url)]
    return [parse_qs(url.query).get("parent", [""])[0] for url in urls]


def area(id: str, kind: str, count: int = 1, **more) -> dict:
    return {"id": id, "kind": kind, "name": f"{kind} <b>{id}</b>", "count": count, "bbox": [10, 50, 11, 51]} | more


def serve_areas(page: MapPage, parts: dict[str, list[dict]], elsewhere: int = 0) -> list[str]:
    """Answers with these parts of areas, by parent. Returns the parents that were requested."""
    parents = []

    def answer(route) -> None:
        parents.append(parse_qs(urlsplit(route.request.url).query).get("parent", [""])[0])
        route.fulfill(json={"places": parts.get(parents[-1], []), "elsewhere": elsewhere})

    page.page.route(re.compile(r"/places(\?|$)"), answer)
    return parents


@scenario("the places panel shows the countries, and the parts of one only when it is opened")
def tree_opens(page: MapPage, library: Library) -> None:
    countries = library.get("places")["places"]
    first = countries[0]
    region = library.get("places", parent=first["id"])["places"][0]
    place = library.get("places", parent=region["id"])["places"][0]
    page.open()
    expect_equal(asked(page), [], "what was asked before the panel is open")
    page.page.get_by_role("button", name="Places", exact=True).click()
    page.until(lambda: listed(page), "the countries are listed")
    expect_equal(listed(page), [one["id"] for one in countries][: len(listed(page))], "the countries")
    page.equals(page.page.locator(".areas-counts").inner_text, f"{len(countries)} countries", "how many there are")
    expect_equal(asked(page), [""], "what is requested at first")
    expect(row(page, first["id"]).get_attribute("aria-label").startswith(f"{first['name']}, {first['count']} photos, "), "its name")
    for outer, inner, depth in ((first, region, "2"), (region, place, "3")):
        opener(page, outer["id"]).click()
        row(page, inner["id"]).wait_for()
        expect_equal(opener(page, outer["id"]).get_attribute("aria-expanded"), "true", "whether it is open")
        expect_equal(row(page, inner["id"]).locator("xpath=ancestor::li").get_attribute("aria-level"), depth, "its depth")
        page.focused(opener(page, outer["id"]), "the button that opened it")
    expect_equal(asked(page), ["", first["id"], region["id"]], "what was requested")
    expect_equal(opener(page, place["id"]).count(), 0, "buttons that open a place")
    page.until(lambda: f"places={first['id']},{region['id']}" in page.page.url, "the address says what is opened")
    page.page.reload()
    row(page, place["id"]).wait_for()
    opener(page, first["id"]).click()
    page.until(lambda: region["id"] not in listed(page) and place["id"] not in listed(page), "both levels are closed")


@scenario("choosing an area filters by it, goes there and closes the panel; Back returns to both")
def area_is_chosen(page: MapPage, library: Library) -> None:
    country = next(one for one in library.get("places")["places"] if one["count"] > 1 and one["bbox"][2] - one["bbox"][0] < 90)
    page.open("#map=1/20/10&region=DE.02")
    before = page.map_view()
    button(page).click()
    row(page, country["id"]).click()
    page.until(lambda: not is_open(page), "the panel is closed")
    page.equals(page.page.locator(".filter-chip-text").all_inner_texts, [country["name"]], "the filters")
    page.until(lambda: page.map_view() != before, "the map has moved")
    page.settle()
    page.equals(page.shown_count, country["count"], "the photos in view")
    page.focused(page.page.locator("#map canvas"), "the map")
    page.page.go_back()
    page.until(lambda: is_open(page) and f"country={country['id']}" not in page.page.url, "the panel is open, and the filter gone")
    page.until(lambda: abs(page.map_view()[0] - before[0]) < 0.01, "the map is where it was")
    page.page.go_back()
    page.until(lambda: not is_open(page), "the panel is closed")


@scenario("the panel begins at the area that is chosen, marks it, and shows all places again")
def chosen_is_marked(page: MapPage, library: Library) -> None:
    country = library.get("places")["places"][-1]
    page.open(f"#country={country['id']}")
    button(page).click()
    page.until(lambda: row(page, country["id"]).get_attribute("aria-current") == "true", "the country is marked")
    page.focused(row(page, country["id"]), "the country")
    expect(page.box(row(page, country["id"]))["y"] < 800, "The country is out of sight")
    expect(len(listed(page)) > 3, "The other countries are hidden by the filter")
    page.page.get_by_role("button", name="Show all places").click()
    page.until(lambda: not is_open(page) and "country=" not in page.page.url, "nothing is filtered by countries")
    page.equals(page.page.locator(".filter-chip").count, 0, "filters")


@scenario("an area across the antimeridian is zoomed to")
def fiji(page: MapPage, library: Library) -> None:
    page.open("#map=1/20/10&places=all")
    row(page, "FJ").click()
    page.until(lambda: page.map_view()[0] > 6, "the map is near")
    page.settle()
    page.equals(page.shown_count, 2, "the photos in view")


@scenario("the panel applies the other filters, and says so if nothing matches")
def filters_count(page: MapPage, library: Library) -> None:
    matching = library.get("places", datetime_local="2024")["places"]
    page.open("#time=2024&places=all")
    page.equals(lambda: listed(page), [one["id"] for one in matching], "the countries of 2024")
    page.page.get_by_text("Only photos that match your filters are counted.").wait_for()
    page.open("#camera=xyzzy&places=all")
    page.page.locator(".areas").get_by_text("No photos match your filters.").wait_for()
    page.page.locator(".areas").get_by_role("button", name="Clear filters").click()
    page.until(lambda: len(listed(page)) > 3 and is_open(page), "all countries are listed")


@scenario("the keyboard opens the tree, moves in it and leaves it, and the focus returns to the button")
def keyboard(page: MapPage, library: Library) -> None:
    first, second = library.get("places")["places"][:2]
    region = library.get("places", parent=first["id"])["places"][0]
    page.open()
    button(page).focus()
    press = page.page.keyboard.press
    press("Enter")
    row(page, first["id"]).wait_for()
    press("ArrowDown")
    page.focused(row(page, first["id"]), "the first country")
    press("ArrowRight")
    row(page, region["id"]).wait_for()
    page.focused(row(page, first["id"]), "the country that was opened")
    press("ArrowRight")
    page.focused(row(page, region["id"]), "its first region")
    press("ArrowLeft")
    page.focused(row(page, first["id"]), "the country again")
    press("ArrowLeft")
    page.until(lambda: region["id"] not in listed(page), "the country is closed")
    page.focused(row(page, first["id"]), "the country still")
    press("ArrowDown")
    page.focused(row(page, second["id"]), "the second country")
    press("Tab")
    page.focused(opener(page, second["id"]), "the button that opens it")
    press("Home")
    page.focused(row(page, first["id"]), "the first country")
    press("End")
    page.until(lambda: page.page.evaluate("document.activeElement.dataset.choose") == listed(page)[-1], "the last has the focus")
    press("Escape")
    page.until(lambda: not is_open(page), "the panel is closed")
    page.focused(button(page), "the button in the masthead")
    page.until(lambda: "places=" not in page.page.url, "the address has no panel")


@scenario("a level that fails says why and can be retried", expects_failures=True)
def level_is_asked_again(page: MapPage, library: Library) -> None:
    country = library.get("places")["places"][0]
    failures = ["", country["id"]]

    def answer(route) -> None:
        parent = parse_qs(urlsplit(route.request.url).query).get("parent", [""])[0]
        if parent not in failures:
            return route.continue_()
        failures.remove(parent)
        route.fulfill(status=503, content_type="application/problem+json", json={"detail": "The index is busy."})

    page.page.route(re.compile(r"/places(\?|$)"), answer)
    page.open("#places=all")
    for act in (lambda: None, lambda: opener(page, country["id"]).click()):
        act()
        page.page.locator(".areas").get_by_text("The server is busy.").wait_for()
        page.page.locator(".areas").get_by_role("button", name="Try again").click()
        page.gone(page.page.locator(".areas").get_by_text("The server is busy."), "the problem")
        row(page, country["id"]).wait_for()
    page.until(lambda: listed(page)[1].startswith(country["id"]), "its regions are listed")


@scenario("of 200 countries and 3,000 places only the visible ones are in the page, to the last")
def long_lists(page: MapPage, library: Library) -> None:
    countries = [area(f"C{n}", "country", 200 - n) for n in range(200)]
    places = [area(str(n), "place") for n in range(3000)]
    serve_areas(page, {"": countries, "C0": [area("C0.1", "region")], "C0.1": places}, elsewhere=7)
    page.open("#places=C0,C0.1")
    row(page, "0").wait_for()
    items = page.page.locator(".areas .long-list > li")
    expect(items.count() < 60, f"{items.count()} rows are in the page")
    page.page.locator(".areas-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    page.page.get_by_text("7 photos outside all countries").wait_for()
    page.until(lambda: "C199" in listed(page), "the last country is listed")
    expect(items.count() < 60, f"{items.count()} rows are in the page")
    expect_equal(page.page.locator(".areas .long-list b").count(), 0, "elements made from a name")
    page.equals(lambda: items.last.get_attribute("aria-setsize"), str(200 + 1 + 3000 + 3), "how many rows there are for screen readers")
    row(page, "C199").focus()
    page.page.keyboard.press("Home")
    page.focused(row(page, "C0"), "the first country")


@scenario("when photos have changed, the panel updates its counts and keeps opened areas and the focus")
def counts_anew(page: MapPage, library: Library) -> None:
    parts = {"": [area("XA", "country", 3), area("XB", "country", 2)], "XA": [area("XA.1", "region", 3)]}
    parents = serve_areas(page, parts)
    page.open("#places=XA")
    row(page, "XA.1").wait_for()
    row(page, "XA").focus()
    parts |= {"": [area("XB", "country", 9), area("XA", "country", 4)], "XA": [area("XA.1", "region", 4)]}
    parents.clear()
    refresh(page)
    page.until(lambda: "4 photos" in row(page, "XA").inner_text() and "4 photos" in row(page, "XA.1").inner_text(), "new counts are shown")
    expect_equal(sorted(parents), ["", "XA"], "what was requested")
    expect_equal(listed(page), ["XB", "XA", "XA.1"], "the rows")
    page.focused(row(page, "XA"), "the country that had the focus")


def refresh(page: MapPage) -> None:
    """Makes the page reload, as it does when the server says that photos have changed."""
    page.page.evaluate("document.querySelector('#controls [aria-label=\"Refresh\"]').click()")


@scenario("without the names of places the panel says what is missing")
def names_are_missing(page: MapPage, library: Library) -> None:
    serve_areas(page, {}, elsewhere=52)
    page.open("#places=all")
    page.page.locator(".areas").get_by_text("places file").wait_for()
    expect_equal(listed(page), [], "the rows")


@scenario("an empty library has no button for places")
def nothing_to_show(page: MapPage, library: Library) -> None:
    empty = {"type": "FeatureCollection", "features": [], "numberMatched": 0, "numberReturned": 0, "links": []}
    for path in ("items?**", "clusters?**"):
        page.page.route(f"**/collections/photos/{path}", lambda route: route.fulfill(json=empty))
    page.open()
    page.page.get_by_text("No photos on the map yet").wait_for()
    expect(not button(page).is_visible(), "There is a button")


@scenario("a guest sees the places of the photos that were shared")
def guests(page: MapPage, library: Library) -> None:
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        button(page).click()
        page.equals(lambda: sorted(listed(page)), ["JP", "TH"], "the countries of the shared photos")


@scenario("the button leaves the other controls where they are, on a phone, a tablet and a desk")
def nothing_moves(page: MapPage, library: Library) -> None:
    page.open()
    boxes = """() => ["#search", ".filters-button", "#controls", "#counts"].map((part) => {
      const {x, y} = document.querySelector(part).getBoundingClientRect();
      return [x, y];
    })"""
    for width, height in ((390, 844), (820, 1180), (1440, 900)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.until(lambda: page.box(button(page)), "the button is there")
        expect(page.page.locator(".masthead").evaluate("one => one.scrollWidth <= one.clientWidth"), f"The masthead is cut off at {width}")
        shown = page.page.evaluate(boxes)
        button(page).evaluate("one => { one.hidden = true; }")
        expect_equal(page.page.evaluate(boxes), shown, f"where controls are without the button at {width}")
        button(page).evaluate("one => { one.hidden = false; }")


def expect_fits(page: MapPage, library: Library) -> None:
    first = library.get("places")["places"][0]
    page.open(f"#places={first['id']}")
    page.until(lambda: len(listed(page)) > 5, "the tree is there")
    expect_accessible(page, "the places panel")
    for part in (".areas", ".areas-body"):
        expect(page.page.locator(part).evaluate("one => one.scrollWidth <= one.clientWidth"), f"{part} scrolls sideways")


@scenario("axe finds nothing wrong in the places panel in the light theme")
def light(page: MapPage, library: Library) -> None:
    expect_fits(page, library)


@scenario("axe finds nothing wrong in the places panel in the dark theme", color_scheme="dark")
def dark(page: MapPage, library: Library) -> None:
    expect_fits(page, library)


@scenario("on a phone the places panel fits, and its touch targets are large enough", **PHONE)
def phone(page: MapPage, library: Library) -> None:
    expect_fits(page, library)
    for one in page.page.locator(".areas button:visible").all() + [page.page.locator("#areas-button")]:
        size = one.evaluate("one => [one.offsetWidth, one.offsetHeight]")
        expect(min(size) >= 44, f"{one.get_attribute('aria-label')} has {size} pixels")
