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
    """Has the server's answers say that photos were taken in Schwangau."""

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
