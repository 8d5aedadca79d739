"""Small street maps as MBTiles files, in the OpenMapTiles schema."""

import gzip
import sqlite3
from pathlib import Path

EXTENT = 4096
POINT, LINE, POLYGON = 1, 2, 3


def varint(number: int) -> bytes:
    parts = []
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def field(tag: int, content: bytes) -> bytes:
    return varint(tag << 3 | 2) + varint(len(content)) + content


def path(kind: int, places: list[tuple[int, int]]) -> bytes:
    """The commands that draw a path through points: one MoveTo, then LineTo."""
    at, numbers = (0, 0), []
    for index, place in enumerate(places):
        if index < 2:
            numbers.append(9 if index == 0 else (len(places) - 1) << 3 | 2)
        for step in (place[0] - at[0], place[1] - at[1]):
            numbers.append(step << 1 if step >= 0 else -step * 2 - 1)
        at = place
    if kind == POLYGON:
        numbers.append(15)
    return b"".join(map(varint, numbers))


def layer(name: str, features: list[tuple[int, list[tuple[int, int]], dict[str, str]]]) -> bytes:
    words: list[str] = []

    def number(word: str) -> int:
        if word not in words:
            words.append(word)
        return words.index(word)

    body = field(1, name.encode())
    for kind, places, properties in features:
        tags = b"".join(varint(number(word)) for pair in properties.items() for word in pair)
        body += field(2, field(2, tags) + varint(3 << 3) + varint(kind) + field(4, path(kind, places)))
    # Names and values share one list, which is what both are numbered by.
    body += b"".join(field(3, word.encode()) for word in words)
    body += b"".join(field(4, field(1, word.encode())) for word in words)
    return field(3, body + varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2))


def square(left: int, top: int, right: int, bottom: int) -> list[tuple[int, int]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def tile() -> bytes:
    """Water in the west, a wood in the east, and a motorway with a name from west to east."""
    return b"".join([
        layer("water", [(POLYGON, square(-64, -64, 1200, 4160), {"class": "ocean"})]),
        layer("landcover", [(POLYGON, square(2900, -64, 4160, 4160), {"class": "wood"})]),
        layer("transportation", [(LINE, [(-64, 3000), (4160, 3000)], {"class": "motorway"})]),
        layer("transportation_name", [(LINE, [(-64, 3000), (4160, 3000)], {"class": "motorway", "name": "Rue Longue", "name:en": "Long Street"})]),
    ])


LAYERS = '{"vector_layers": [{"id": "water"}, {"id": "landcover"}, {"id": "transportation"}, {"id": "transportation_name"}]}'


MAKERS = '© <a href="https://example.org/">Tiny map makers</a><img src="https://example.org/x.png">'


def write(
    file: Path, tiles: dict[tuple[int, int, int], bytes], bounds: tuple[float, ...] = (-180, -85, 180, 85), attribution: str = MAKERS,
) -> None:
    """A map of these tiles, whose rows are counted from the north."""
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    values = {
        "name": "Tiny map", "format": "pbf", "json": LAYERS, "sea": "complete", "bounds": ",".join(map(str, bounds)),
        "attribution": attribution,
    }
    database.executemany("INSERT INTO metadata VALUES (?, ?)", values.items())
    rows = [(z, x, (1 << z) - 1 - y, gzip.compress(content)) for (z, x, y), content in tiles.items()]
    database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()
