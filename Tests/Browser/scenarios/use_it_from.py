"""The pages in docs/use-it-from.md, opened as pages of another site."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from library import Library
from map_page import PATIENCE, MapPage
from scenario import expect, scenario

PACKAGE = Path(__file__).resolve().parents[3]
# The libraries that the pages load, so that no network is needed.
LIBRARIES = {
    "maplibre-gl": PACKAGE / "static/vendor/maplibre-gl",
    "leaflet": Path("/usr/share/javascript/leaflet"),
}


def shown_page(page: MapPage, heading: str) -> Page:
    """Opens the page below a heading, at an address of another site."""
    text = (PACKAGE / "docs/use-it-from.md").read_text()
    html = re.search(rf"^## {heading}\n.*?^```html\n(.*?)^```", text, re.MULTILINE | re.DOTALL).group(1)
    html = html.replace("http://127.0.0.1:8080/", page.base)
    expect(page.base in html, "The page does not name the server")

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.hostname == "maps.example":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            name = address.path.split("@")[0].strip("/")
            route.fulfill(path=LIBRARIES[name] / Path(address.path).name)

    for pattern in ["https://maps.example/**", "https://unpkg.com/**"]:
        page.context.route(pattern, answer)
    # Chromium asks the user before a page of another site may reach this machine.
    page.context.grant_permissions(["local-network-access"], origin="https://maps.example")
    shown = page.context.new_page()
    shown.on("pageerror", lambda error: page.complaints.append(f"uncaught: {error}"))
    shown.goto("https://maps.example/")
    return shown


@scenario("the MapLibre page of the docs, on another site, draws every photo")
def maplibre_page(page: MapPage, library: Library) -> None:
    shown = shown_page(page, "MapLibre")
    # `const map` of a script is not a property of window, but is visible to other scripts.
    shown.wait_for_function("map.loaded() && map.getLayer('photos') && map.areTilesLoaded()", timeout=PATIENCE * 1000)
    found = lambda: shown.evaluate("""() => map.querySourceFeatures('photos', {sourceLayer: 'photos'})
        .map(({id, properties}) => [properties.cluster_id ?? id, properties.point_count ?? 1])""")  # noqa: E731
    page.equals(lambda: sum(dict(map(tuple, found())).values()), library.total(), "photos in the circles")


@scenario("the Leaflet page of the docs, on another site, shows the photos and follows the map")
def leaflet_page(page: MapPage, library: Library) -> None:
    shown = shown_page(page, "Leaflet")
    count = """() => photos.getLayers().reduce((sum, {feature}) => sum + (feature.properties.point_count ?? 1), 0)"""
    # A photo near the pole is outside the map at every zoom.
    south, north = shown.evaluate("""() => {
      map.setView([0, 0], 0, {animate: false});
      return [map.getBounds().getSouth(), map.getBounds().getNorth()];
    }""")
    box = f"-180,{max(south, -90)},180,{min(north, 90)}"
    whole = library.get("collections/photos/items", limit=1, bbox=box)["numberMatched"]
    expect(whole >= library.total() - 2, f"Only {whole} photos are on the map")
    page.until(lambda: shown.evaluate(count) == whole, f"{whole} photos are shown")
    photo = library.lonely()
    longitude, latitude = photo["geometry"]["coordinates"]
    # In the next copy of the world: Leaflet counts on beyond 180 degrees.
    shown.evaluate("at => map.setView(at, 12, {animate: false})", [latitude, longitude + 360])
    shown_ids = "() => photos.getLayers().map(({feature}) => feature.id)"
    page.equals(lambda: shown.evaluate(shown_ids), [photo["id"]], "the one photo that is there")
