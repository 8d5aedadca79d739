"""The Earth as a globe."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@scenario("on the globe pins of the far side are hidden, and appear as it turns")
def far_side_is_hidden(page: MapPage, library: Library) -> None:
    page.open("#map=1.9/0/10&globe=1")
    page.until(lambda: page.page.locator(".map.is-globe").count() == 1, "the map is a globe")
    inside = """() => [...document.querySelectorAll(".pin:not(.is-away)")].every((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      return Math.hypot(x + width / 2 - document.getElementById("map").clientWidth / 2, y + height - innerHeight / 2) < 420; })"""
    # The map and the pins become a globe only when the style has loaded.
    page.until(lambda: page.page.evaluate(inside), "no pin floats beside the globe")
    for pins in (".pin.is-away", ".pin:not(.is-away)"):
        page.until(lambda: page.page.locator(pins).count() > 0, f"there is a {pins}")
    page.until(lambda: 0 < in_view(page) < library.total(), "some photos are in view, and not all")
    near = in_view(page)
    page.open("#map=1.9/0/-170&globe=1")
    page.until(lambda: near + in_view(page) <= library.total(), "no photo is in view on both sides of the Earth")


@scenario("on the globe a photo at the pole is at the pole")
def pole_is_the_pole(page: MapPage, library: Library) -> None:
    polar = [photo for photo in library.clusters(9) if abs(photo["geometry"]["coordinates"][1]) > 86]
    expect(polar, "The library has no photo at a pole")
    page.open("#map=0.5/-80/20&globe=1")
    pin = page.pin(polar[0]["id"])
    page.until(lambda: pin.count() == 1 and pin.is_visible(), "the polar photo is shown")
    wanted = lambda: page.page.evaluate("""async ([lon, lat]) => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { globeUnder, onGlobe } = await import(new URL("app/map/globe.js", document.baseURI));
      const map = document.getElementById("map");
      const [zoom, y, x] = location.hash.match(/map=([^&]*)/)[1].split("/").map(Number);
      return onGlobe(globeUnder({ lat: y, lon: x, zoom, width: map.clientWidth, height: map.clientHeight, fieldOfView: 36.87 }), lon, lat);
    }""", polar[0]["geometry"]["coordinates"])  # noqa: E731

    def off() -> float:
        """The distance of the pin's foot from its place, in pixels."""
        box, place = pin.bounding_box() or {"x": -999, "y": -999, "width": 0, "height": 0}, wanted()
        return max(abs(box["x"] + box["width"] / 2 - place["x"]), abs(box["y"] + box["height"] - place["y"]))

    page.until(lambda: off() < 12, "the pin stands at its place")


@scenario("the globe is chosen in the layers, is in the address, and Back leaves it")
def globe_is_chosen(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/10")
    page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_label("Globe").check()
    page.until(lambda: "globe=1" in page.page.url, "the address says globe")
    page.page.keyboard.press("Escape")
    page.gone(page.page.locator("#layer-chooser"), "the choice of layers")
    page.page.go_back()
    page.until(lambda: "globe=1" not in page.page.url, "the map is flat again")
    page.until(lambda: page.page.locator(".map.is-globe").count() == 0, "the page knows that the map is flat")


@scenario("“Show all photos” makes the whole globe fit")
def globe_fits(page: MapPage, library: Library) -> None:
    page.open("#map=6/48/2&globe=1")
    page.page.get_by_role("button", name="Show all photos").click()
    page.until(lambda: page.map_view()[0] < 3, "the map has zoomed out")
    page.settle()
    page.until(lambda: page.page.locator(".pin:not(.is-away)").count() > 3, "there are photos on the globe")


@scenario("a globe is in the middle of the space above the raised sheet of a phone", **TOUCH)
def globe_above_the_sheet(page: MapPage, library: Library) -> None:
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.open("#globe=1")
    page.until(lambda: page.page.locator(".map.is-globe").count() == 1, "the map is a globe")
    pins = """() => [...document.querySelectorAll(".pin:not(.is-away)")].map((pin) => pin.getBoundingClientRect().bottom)"""
    page.page.locator(".grid-grip").tap()
    sheet = page.box(page.page.locator("#grid"))
    page.settle()
    page.until(lambda: page.page.evaluate(pins) and max(page.page.evaluate(pins)) <= sheet["y"] + 1, "no pin lies under the sheet")


@scenario("requests cover the visible part of a globe")
def box_covers_globe(page: MapPage, library: Library) -> None:
    page.open()
    wrong = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { globeUnder, boxOfGlobe, isSeen } = await import(new URL("app/map/globe.js", document.baseURI));
      const { viewportRequest } = await import(new URL("app/core/viewport.js", document.baseURI));
      let seed = 7;
      const random = (low, high) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return low + (seed / 2 ** 32) * (high - low);
      };
      const wrong = [];
      for (let n = 0; n < 400; n += 1) {
        const camera = { lat: random(-85, 85), lon: random(-180, 180), zoom: random(0, 6), width: random(320, 3840), height: random(480, 2160), fieldOfView: 36.87 };
        const globe = globeUnder(camera);
        const view = { ...boxOfGlobe(globe), zoom: camera.zoom, globe };
        const [west, south, east, north] = viewportRequest(view).bbox;
        for (let k = 0; k < 200; k += 1) {
          const lon = k % 2 ? random(-180, 180) : camera.lon + random(-40, 40);
          const lat = k % 3 ? Math.asin(random(-1, 1)) * 180 / Math.PI : Math.max(-90, Math.min(90, camera.lat + random(-40, 40)));
          if (!isSeen(globe, lon, lat)) continue;
          const x = ((((lon + 180) % 360) + 360) % 360) - 180;
          const across = west < east ? x >= west && x <= east : x >= west || x <= east;
          if (!across || lat < south || lat > north) wrong.push({ camera, lon, lat, box: [west, south, east, north] });
        }
      }
      return wrong.slice(0, 2);
    }""")
    expect_equal(wrong, [], "places that are seen and not requested")


def in_view(page: MapPage) -> int:
    text = page.until(lambda: "in view" in page.page.inner_text("#counts") and page.page.inner_text("#counts"), "the header counts what is in view")
    return int(text.split(", ")[1].split()[0].replace(",", ""))
