"""Relief and terrain from elevation files, and the previews of the base maps."""

import struct
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.live import watching
from scenarios.street import maps_of, open_with_maps

# The photo of the Eiffel Tower is in the middle.
VIEW = "#map=12/48.8584/2.2945"

# The mean difference between neighbouring pixels of a canvas.
ROUGHNESS = """found => found.map((one) => {
  const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
  let sum = 0;
  for (let at = 4; at < data.length; at += 4) sum += Math.abs(data[at] - data[at - 4]);
  return sum / (data.length / 4);
})"""


def png(size: int, colour_of) -> bytes:
    """A picture whose pixels have the colours of a function."""
    rows = b"".join(b"\0" + b"".join(bytes(colour_of(x, y)) for x in range(size)) for y in range(size))
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def terrarium(metres: float) -> tuple[int, int, int]:
    high = int(metres) + 32768
    return high >> 8, high & 255, 0


def write_hills(file: Path, encoding: str | None, first: int = 0) -> None:
    """Ridges from north to south, 400 m high, in the tiles around the photo; the first is in this column of pixels."""
    tile = png(256, lambda x, y: terrarium(abs((x - first) % 32 - 16) * 25))
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    values = {"name": "Hills", "format": "png", "attribution": "Hill makers"} | ({"encoding": encoding} if encoding else {})
    database.executemany("INSERT INTO metadata VALUES (?, ?)", values.items())
    rows = [(11, x, 2047 - y, tile) for x in range(1035, 1040) for y in range(702, 707)]
    database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()


@contextmanager
def hills(page: MapPage, name: str = "hills.mbtiles", encoding: str | None = "terrarium", first: int = 0, view: str = VIEW) -> Iterator[None]:
    """Opens the page over a library with a file of ridges."""
    with watching(page, "--watch", "FOLDER") as (base, folder, _, _):
        write_hills(maps_of(folder) / name, encoding, first)
        open_with_maps(page, base, view)
        yield


def greys(page: MapPage) -> int:
    """The difference of colours in a part where the built-in map has only land."""
    clip = {"x": 240, "y": 150, "width": 120, "height": 120}
    picture = page.picture(clip).convert("L")
    low, high = picture.getextrema()
    return high - low


def card(page: MapPage):
    if page.page.locator("#layer-chooser").is_hidden():
        page.page.get_by_role("button", name="Layers").click()
    return page.page.locator("#layer-chooser")


@scenario("elevations become shaded land, which can be left out; the address says so")
def land_is_shaded(page: MapPage, library: Library) -> None:
    with hills(page):
        page.until(lambda: greys(page) > 30, "the ridges are shaded")
        page.until(lambda: "Hill makers" in page.page.locator("#attribution").inner_text(), "the makers are credited")
        card(page).get_by_label("Built-in map").check()
        page.until(lambda: "relief=0" in page.page.url, "the address says it")
        page.page.keyboard.press("Escape")
        page.until(lambda: greys(page) < 20, "the land is flat")
        page.until(lambda: "Hill makers" not in page.page.locator("#attribution").inner_text(), "the makers are not credited")


@scenario("elevations are drawn by an encoding that only the name of the file has", color_scheme="dark")
def encoding_by_name(page: MapPage, library: Library) -> None:
    with hills(page, "hills.terrarium.mbtiles", encoding=None):
        page.until(lambda: greys(page) > 12, "the ridges are shaded in the dark")


@scenario("terrain tilts the map, pins stay at their places, and without it the map is flat and north up again")
def terrain_is_tilted(page: MapPage, library: Library) -> None:
    with hills(page):
        pin = page.page.locator(".pin").first
        page.until(lambda: pin.is_visible(), "the pin is there")
        flat = page.box(pin)
        page.page.set_viewport_size({"width": 1300, "height": 800})
        flat = page.box(pin)
        card(page).get_by_label("3-D terrain").check()
        page.until(lambda: "terrain=1" in page.page.url, "the address says it")
        page.page.keyboard.press("Escape")
        page.page.keyboard.press("Escape")
        # The place moves up by at most its height, and otherwise stays in the middle.
        page.until(lambda: 1 < abs(page.box(pin)["y"] - flat["y"]) < 120, "the pin is lifted")
        expect(abs(page.box(pin)["x"] - flat["x"]) < 25, "The pin moved aside")
        pin.click()
        page.expect_panel("eiffel-tower.jpg")
        page.page.keyboard.press("Escape")
        page.expect_no_panel()
        card(page).get_by_label("3-D terrain").uncheck()
        page.until(lambda: abs(page.box(pin)["y"] - flat["y"]) < 3, "the pin is where it was")


@scenario("each choice of maps has a picture of the view, and no second map remains")
def choices_have_pictures(page: MapPage, library: Library) -> None:
    with hills(page):
        pictures = card(page).locator("canvas.is-drawn")
        page.until(lambda: pictures.count() == 2, "both choices have pictures", patience=30)
        page.until(lambda: page.page.locator(".map-preview-stage").count() == 0, "the small map is removed")
        shaded, plain = pictures.evaluate_all(ROUGHNESS)
        expect(shaded > 2 * plain, f"The pictures do not differ: {shaded}, {plain}")
        expect_equal(page.foreign_requests(), [], "requests to other hosts")
