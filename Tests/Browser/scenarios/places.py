"""Names of places: on photos, pins and lists."""

import json

from playwright.sync_api import Route

from library import Library
from map_page import MapPage
from scenario import expect, scenario

SCHWANGAU = {"place": "Schwangau", "placeDistance": 1200, "region": "Bavaria", "country": "Germany", "countryCode": "DE"}


def named(feature: dict) -> dict:
    return feature | {"properties": feature["properties"] | SCHWANGAU}


def name_photos(page: MapPage) -> None:
    """Changes the server's responses so that photos were taken in Schwangau."""

    def answer(route: Route) -> None:
        response = route.fetch()
        found = response.json()
        if "features" in found:
            found["features"] = [one if one["properties"].get("cluster") else named(one) for one in found["features"]]
        else:
            found = named(found)
        route.fulfill(response=response, body=json.dumps(found))

    for part in ("items/*", "nearest?*", "clusters?*"):
        page.page.route(f"**/collections/photos/{part}", answer)


@scenario("a photo shows its place above its coordinates, in the panel and in the viewer")
def place_of_a_photo(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    name_photos(page)
    page.open(f"#photo={photo['id']}")
    page.expect_panel()
    for part in (".photo-pane", "dialog.viewer"):
        facts = page.page.locator(f"{part} .fact")
        place = facts.filter(has_text="Schwangau")
        place.wait_for()
        expect("Bavaria, Germany" in place.inner_text(), f"The region is missing: {place.inner_text()!r}")
        coordinates = facts.filter(has_text="Coordinates").first
        expect(page.box(place)["y"] < page.box(coordinates)["y"], "The place is below the coordinates")
        if part == ".photo-pane":
            page.page.locator(".photo-pane button.hero").click()
            page.page.get_by_role("button", name="Details", exact=True).click()


@scenario("pins and the nearest photos are labelled with their place")
def place_in_labels(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    name_photos(page)
    page.open(f"#map=9/{lat}/{lon}&near={lat},{lon}")
    page.expect_panel("Nearest photos")
    expect("Schwangau" in page.page.locator(".row-detail").first.inner_text(), "the list")
    page.until(lambda: "Schwangau" in page.pin(photo["id"]).get_attribute("aria-label"), "the pin is named")


@scenario("photos are filtered by country and region, and the chips have their names")
def filter_by_area(page: MapPage, library: Library) -> None:
    country = library.get("places")["places"][0]
    region = library.get("places", parent=country["id"])["places"][0]
    page.open(f"#region={region['id']}")
    page.equals(lambda: page.page.locator(".filter-chip-text").inner_text(), region["name"], "the chip has the name")
    page.until(lambda: page.page.inner_text("#counts").startswith(f"{region['count']} of"), "the photos of the region match")
    page.open("#map=1/20/10")
    page.page.locator(".filters-button").click()
    page.page.get_by_role("group", name="Country").get_by_label(country["name"]).check()
    page.until(lambda: f"country={country['id']}" in page.page.url, "the address has the country")
    page.until(lambda: page.page.inner_text("#counts").startswith(f"{country['count']} of"), "the photos of the country match")


@scenario("the search box suggests the reader’s own places first, with their photos, and goes there")
def search_own_places(page: MapPage, library: Library) -> None:
    country = library.get("places")["places"][0]
    page.open("#map=3/20/10")
    box = page.page.get_by_role("combobox")
    box.click()
    box.fill(country["name"][:4])
    first = page.page.locator(".search-option").first
    words = f"{country['name']}\nCountry · {country['count']} photos"
    page.equals(lambda: first.inner_text(), words, "the first suggestion")
    page.go(lambda: box.press("Enter"))
    page.equals(page.shown_count, country["count"], "the photos of the country are in view")


@scenario("a view has the name of its country, region or place, and the world has none")
def view_has_a_name(page: MapPage, library: Library) -> None:
    name = page.page.locator(".masthead-name")
    for view, expected in (("4/64.9/-19", "Iceland"), ("7/48.9/12", "Bavaria"), ("12/47.557/10.75", "Schwangau"), ("1/20/10", "geoindex")):
        page.open(f"#map={view}")
        page.equals(name.inner_text, expected, f"the name of {view}")
    page.open("#map=4/64.9/-19")
    page.until(lambda: page.page.title() == "Iceland · geoindex", "the window has the name too")
