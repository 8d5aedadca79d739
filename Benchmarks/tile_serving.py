"""Vector tiles over HTTP, from the first byte of the request to the last of the response."""

import gzip
import http.client
import math
import random
import sqlite3
import time
from urllib.parse import urlsplit

import servers
from report import Goal, Table, microseconds, number, require_equal

TILES = 200


def show(program, index, photos):
    """Requests random tiles that contain photos, at zoom 0 to 14, and prints the table."""
    places = some_places(index)
    table = Table(
        f"tiles over HTTP, compressed; {photos:,} photos; one connection; median / 99th percentile",
        ("zoom", "tiles", "times", "median size", "goal", ""))
    with servers.geoindex(program, index) as (_, address):
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        for zoom in range(15):
            tiles = sorted({tile(zoom, *place) for place in places})
            random.Random(zoom).shuffle(tiles)
            tiles = tiles[:TILES]
            times, sizes = zip(*(ask(connection, one) for one in tiles))
            median, late = percentile(times, 0.5), percentile(times, 0.99)
            goal = Goal.at_most(late / 1000, 10, " ms")
            table.cells(
                str(zoom), str(len(tiles)), f"{microseconds(median)} / {microseconds(late)}",
                f"{number(percentile(sizes, 0.5) / 1000)} kB", goal.text, "met" if goal.is_met else "MISSED")
        connection.close()
    table.note("Each tile is requested once, by Python on the same cores; times include that of Python.")
    table.print()


def some_places(index):
    """The positions of some photos in degrees, read from the index."""
    with sqlite3.connect(f"file:{index}?mode=ro", uri=True) as database:
        last, = database.execute("SELECT max(id) FROM photo").fetchone()
        numbers = random.Random(7).sample(range(1, last + 1), min(last, 2_000))
        rows = (database.execute("SELECT longitude, latitude FROM photo WHERE id = ?", [one]).fetchone() for one in numbers)
        return [(row[0] / 1e7, row[1] / 1e7) for row in rows if row and row[0] is not None and abs(row[1]) < 850_000_000]


def tile(zoom, longitude, latitude):
    """The Web Mercator tile of a position: zoom, column and row."""
    count = 1 << zoom
    height = math.asinh(math.tan(math.radians(latitude))) / math.pi
    x, y = int((longitude / 360 + 0.5) * count), int((1 - height) / 2 * count)
    return zoom, min(max(x, 0), count - 1), min(max(y, 0), count - 1)


def ask(connection, one):
    """Requests a tile; returns the microseconds and the bytes of the body."""
    start = time.perf_counter()
    connection.request("GET", "/tiles/photos/{}/{}/{}.mvt".format(*one), headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    spent = 1e6 * (time.perf_counter() - start)
    require_equal(answer.status, 200, f"tile {one}")
    if answer.getheader("Content-Encoding") == "gzip":
        gzip.decompress(body)
    return spent, len(body)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]
