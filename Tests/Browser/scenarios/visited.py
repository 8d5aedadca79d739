"""Countries coloured by their number of photos."""



from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.live import watching

FRANCE, SPAIN = (46.9, 2.4), (41.0, -4.0)
VIEW = "#map=4/44/0&layer=points"


def colour_at(page: MapPage, place: tuple[float, float]) -> tuple[int, int, int]:
    x, y = spot(page, place)
    clip = {"x": x - 1, "y": y - 1, "width": 2, "height": 2}
    return page.picture(clip).getpixel((0, 0))


def spot(page: MapPage, place: tuple[float, float]) -> tuple[int, int]:
    """The position of a place on the map element, in pixels."""
    found = page.page.evaluate("""async ([lat, lon]) => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { onScreen, cameraOver } = await import(new URL("app/core/mercator.js", document.baseURI));
      const map = document.getElementById("map");
      const [, zoom, midLat, midLon] = location.hash.match(/map=([\\d.]+)\\/([-\\d.]+)\\/([-\\d.]+)/).map(Number);
      const at = onScreen(cameraOver({ lat: midLat, lon: midLon, zoom }, { width: map.clientWidth, height: map.clientHeight }), lon, lat);
      return [at.x, at.y];
    }""", list(place))
    return round(found[0]), round(found[1])


def is_green(colour: tuple[int, int, int]) -> bool:
    return colour[1] > colour[0] + 15


@scenario("a country with photos is coloured, another is not, and a tap on it filters by it")
def visited_countries(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, _, _, _):
        page.base = base
        page.open(VIEW)
        page.until(lambda: not is_green(colour_at(page, FRANCE)), "nothing is coloured")
        expect(not any("countries.pbf" in url for url in page.requests), "Areas of countries came before they were wanted")
        page.page.get_by_role("button", name="Layers").click()
        page.page.locator("input[name=look-visited]").check()
        page.page.keyboard.press("Escape")
        page.until(lambda: "visited=1" in page.page.url, "the address says it")
        page.until(lambda: is_green(colour_at(page, FRANCE)), "France is coloured")
        expect(not is_green(colour_at(page, SPAIN)), "Spain is coloured without photos")
        legend = page.page.locator(".map-chip[data-chip=visited]")
        page.until(lambda: "Photos in 1 country" in legend.inner_text(), "the legend counts countries")
        page.page.mouse.click(*spot(page, FRANCE))
        page.until(lambda: "country=FR" in page.page.url, "the photos are filtered by it")
        page.page.get_by_role("button", name="Do not colour countries").click()
        page.until(lambda: "visited=1" not in page.page.url, "the colours are gone from the address")


@scenario("countries are counted with the other filters, and bright in the dark where many photos are", color_scheme="dark")
def visited_with_filters(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, _, _, _):
        page.base = base
        page.open(VIEW + "&visited=1")
        page.until(lambda: is_green(colour_at(page, FRANCE)), "France is coloured")
        page.open(VIEW + "&visited=1&time=1999-01-01/1999-12-31")
        legend = page.page.locator(".map-chip[data-chip=visited]")
        page.until(lambda: "Photos in 0 countries" in legend.inner_text(), "no country has photos of that year")
        page.until(lambda: not is_green(colour_at(page, FRANCE)), "France is not coloured")
        expect_equal(page.foreign_requests(), [], "requests to other hosts")
