"""Street maps from files over the built-in map."""

import json
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen


import tiny_map
from library import Library
from map_page import MapPage
from scenario import expect, scenario
from scenarios.live import PHONE, watching

# The tile of zoom 14 that the photo of the Eiffel Tower is in, and a view of just that tile.
TILE = (14, 8296, 5636)
VIEW = "#map=14/48.8560/2.2961"
WATER, WOOD, MOTORWAY, GROUND = (195, 217, 230), (221, 232, 208), (251, 223, 168), (246, 243, 236)
DARK_WATER, DARK_WOOD = (13, 21, 29), (30, 47, 45)


def colour_at(page: MapPage, x: float, y: float) -> tuple[int, int, int]:
    """The colour at a place of the tile, each from 0 to 1, as MapLibre has drawn it."""
    found = page.page.evaluate("""async ([z, column, row]) => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { onScreen, cameraOver } = await import(new URL("app/core/mercator.js", document.baseURI));
      const map = document.getElementById("map");
      const [, zoom, lat, lon] = location.hash.match(/map=([\\d.]+)\\/([-\\d.]+)\\/([-\\d.]+)/).map(Number);
      const size = 2 ** z;
      const place = { lon: (column / size) * 360 - 180, lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI };
      const at = onScreen(cameraOver({ lat, lon, zoom }, { width: map.clientWidth, height: map.clientHeight }), place.lon, place.lat);
      return [at.x, at.y];
    }""", [TILE[0], TILE[1] + x, TILE[2] + y])
    clip = {"x": round(found[0]) - 1, "y": round(found[1]) - 1, "width": 2, "height": 2}
    return page.picture(clip).getpixel((0, 0))


def shows(page: MapPage, x: float, y: float, colour: tuple[int, int, int], what: str) -> None:
    page.until(lambda: all(abs(one - other) < 5 for one, other in zip(colour_at(page, x, y), colour)), what)


def maps_of(folder: Path) -> Path:
    maps = folder.parent / "maps"
    maps.mkdir()
    return maps


def open_with_maps(page: MapPage, base: str, view: str, files: int = 1) -> None:
    """Opens the page when the server has noticed the files: it looks for them at most once a second, and the page asks once."""
    def noticed() -> bool:
        with urlopen(base + "basemap", timeout=60) as response:
            answer = json.load(response)
        return len(answer["maps"]) + len(answer["problems"]) == files

    page.base = base
    page.until(noticed, "the server has noticed the maps")
    page.open(view)


@scenario("a street map is drawn over the built-in one, with its credits, and asks no other host")
def streets_are_drawn(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        tiny_map.write(maps_of(folder) / "tiny.mbtiles", {TILE: tiny_map.tile()})
        open_with_maps(page, base, VIEW)
        shows(page, 0.15, 0.55, WATER, "the water is drawn")
        shows(page, 0.85, 0.55, WOOD, "the wood is drawn")
        shows(page, 0.5, 0.55, GROUND, "the ground between them is drawn")
        credits = page.page.locator("#attribution")
        page.until(lambda: "Tiny map makers" in credits.inner_text(), "the makers are credited")
        expect(credits.locator("img").count() == 0, "An image of the file's HTML came into the page")
        hosts = {urlsplit(url).netloc for url in page.requests if url.startswith("http")}
        expect(hosts == {urlsplit(base).netloc}, f"Other hosts were asked: {hosts}")


@scenario("a street map is dark in the dark theme", color_scheme="dark")
def streets_are_dark(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        tiny_map.write(maps_of(folder) / "tiny.mbtiles", {TILE: tiny_map.tile()})
        open_with_maps(page, base, VIEW)
        shows(page, 0.15, 0.55, DARK_WATER, "the water is drawn")
        shows(page, 0.85, 0.55, DARK_WOOD, "the wood is drawn")


@scenario("a street map that appears or disappears while the page is open does so on the page, too", expects_failures=True)
def files_come_and_go(page: MapPage, library: Library) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        page.base = base
        page.open(VIEW)
        layers = page.page.get_by_role("button", name="Layers")
        layers.click()
        card = page.page.locator("#layer-chooser")
        page.until(lambda: "geoindex basemap add FILE" in card.inner_text(), "the card says how to add a map")
        file = maps_of(folder) / "tiny.mbtiles"
        tiny_map.write(file, {TILE: tiny_map.tile()})
        page.until(lambda: opened(layers, card) and "Tiny map" in card.inner_text(), "the card has the map")
        layers.click()
        shows(page, 0.85, 0.55, WOOD, "the wood is drawn")
        file.unlink()
        layers.click()
        page.until(lambda: opened(layers, card) and "Tiny map" not in card.inner_text(), "the map has left the card")
        layers.click()
        shows(page, 0.85, 0.55, GROUND, "the built-in map is back")


def add_while_open(page: MapPage) -> None:
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        page.base = base
        page.open(VIEW)
        hint = page.page.locator('[data-chip="streets"]')
        # A phone has no space for it.
        if page.page.viewport_size["width"] > 720:
            page.until(lambda: "geoindex basemap add FILE" in hint.inner_text(), "the page says how to get streets")
            page.page.get_by_role("button", name="Close message").click()
            page.gone(hint, "the hint")
            page.open(VIEW)
        page.quiet("/basemap")
        expect(not hint.is_visible(), "The page says it twice")
        credits = page.page.locator("#attribution")
        page.equals(lambda: credits.inner_text().count("OpenStreetMap"), 1, "credits without a street map")
        credit = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'
        tiny_map.write(maps_of(folder) / "tiny.mbtiles", {TILE: tiny_map.tile()}, attribution=credit)
        shows(page, 0.85, 0.55, WOOD, "the wood is drawn")
        page.equals(lambda: credits.inner_text().count("OpenStreetMap"), 1, "credits of OpenStreetMap")


@scenario("a street map that is added while the page is open appears by itself, is credited once, and the page says once how to get one")
def map_is_added(page: MapPage, library: Library) -> None:
    add_while_open(page)


@scenario("on a phone a street map that is added appears by itself", **PHONE)
def map_is_added_on_phone(page: MapPage, library: Library) -> None:
    add_while_open(page)


def opened(button, card) -> bool:
    """Closes and opens the card, which looks for maps again."""
    button.click()
    button.click()
    return card.is_visible()


@scenario("a tile that cannot be decoded leaves only its own place empty", expects_failures=True)
def a_bad_tile_is_left_out(page: MapPage, library: Library) -> None:
    zoom, column, row = TILE
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        tiles = {TILE: tiny_map.tile(), (zoom, column + 1, row): b"\xff\xff\xffno tile", (zoom, column - 1, row): b"\x1a\x05ab"}
        tiny_map.write(maps_of(folder) / "tiny.mbtiles", tiles)
        open_with_maps(page, base, VIEW)
        shows(page, 0.15, 0.55, WATER, "the good tile is drawn")
        page.until(lambda: page.page.locator(".pin").count() > 0, "the photo is there")


@scenario("between two street maps the built-in map is drawn")
def a_gap_is_filled(page: MapPage, library: Library) -> None:
    zoom, column, row = TILE
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        maps = maps_of(folder)
        tiny_map.write(maps / "west.mbtiles", {(zoom, column - 1, row): tiny_map.tile()})
        tiny_map.write(maps / "east.mbtiles", {(zoom, column + 1, row): tiny_map.tile()})
        open_with_maps(page, base, VIEW, files=2)
        shows(page, -0.15, 0.3, WOOD, "the western map is drawn")
        shows(page, 1.15, 0.3, WATER, "the eastern map is drawn")
        shows(page, 0.15, 0.3, GROUND, "the built-in land is between them")
