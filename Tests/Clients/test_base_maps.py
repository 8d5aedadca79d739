"""Compares every tile of map files as they are served with what PyPI's pmtiles and sqlite3 read."""

import contextlib
import gzip
import random
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer


@contextlib.contextmanager
def serving(*files: Path):
    """A server of these maps alone."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["geoindex", "serve", "--quiet", "--db", f"{folder}/photos.sqlite", "--port", "0"]
        command += [word for file in files for word in ("--basemap", str(file))]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            yield server.stdout.readline().split()[1].rstrip("/")
        finally:
            server.terminate()
            server.wait(timeout=60)


def served(address: str, name: str, z: int, x: int, y: int, coding: str = "gzip") -> bytes | None:
    request = urllib.request.Request(f"{address}/basemap/{name}/{z}/{x}/{y}", headers={"Accept-Encoding": coding})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read() if answer.status == 200 else None


def made_up_tiles() -> dict[tuple[int, int, int], bytes]:
    """A few hundred tiles down to zoom 12, of which some are the same."""
    chance = random.Random(22)
    tiles = {}
    for zoom in range(13):
        for _ in range(60):
            place = (zoom, chance.randrange(1 << zoom), chance.randrange(1 << zoom))
            tiles[place] = gzip.compress(b"the same" if chance.random() < 0.3 else chance.randbytes(200), mtime=0)
    return tiles


def write_pmtiles(file: Path, tiles: dict[tuple[int, int, int], bytes]) -> None:
    with file.open("wb") as stream:
        writer = Writer(stream)
        for place in sorted(tiles, key=lambda place: zxy_to_tileid(*place)):
            writer.write_tile(zxy_to_tileid(*place), tiles[place])
        writer.finalize(
            {
                "tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_zoom": 0, "max_zoom": 12,
                "min_lon_e7": -1_800_000_000, "min_lat_e7": -850_000_000, "max_lon_e7": 1_800_000_000,
                "max_lat_e7": 850_000_000, "center_zoom": 0, "center_lon_e7": 0, "center_lat_e7": 0,
            },
            {"name": "made up", "vector_layers": []},
        )


def write_mbtiles(file: Path, tiles: dict[tuple[int, int, int], bytes]) -> None:
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    database.execute("INSERT INTO metadata VALUES ('format', 'pbf')")
    rows = [(z, x, (1 << z) - 1 - y, content) for (z, x, y), content in tiles.items()]
    database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()


class BaseMaps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pmtiles, self.mbtiles = Path(folder.name, "one.pmtiles"), Path(folder.name, "two.mbtiles")
        self.tiles = made_up_tiles()
        write_pmtiles(self.pmtiles, self.tiles)
        write_mbtiles(self.mbtiles, self.tiles)

    def test_every_tile_is_what_pmtiles_reads(self):
        with serving(self.pmtiles) as address, self.pmtiles.open("rb") as stream:
            found = dict(all_tiles(MmapSource(stream)))
            self.assertEqual(found, self.tiles)
            for place, content in found.items():
                self.assertEqual(served(address, "one", *place), content, place)

    def test_every_tile_is_what_sqlite_reads(self):
        with serving(self.mbtiles) as address:
            for z, x, y, content in sqlite3.connect(self.mbtiles).execute("SELECT * FROM tiles"):
                self.assertEqual(served(address, "two", z, x, (1 << z) - 1 - y), content, (z, x, y))

    def test_what_a_file_lacks_is_empty_and_the_rest_is_plain_for_clients_without_gzip(self):
        chance = random.Random(7)
        with serving(self.pmtiles, self.mbtiles) as address, self.pmtiles.open("rb") as stream:
            reader = Reader(MmapSource(stream))
            for _ in range(300):
                zoom = chance.randrange(13)
                place = (zoom, chance.randrange(1 << zoom), chance.randrange(1 << zoom))
                content = reader.get(*place)
                plain = None if content is None else gzip.decompress(content)
                for name in ("one", "two"):
                    self.assertEqual(served(address, name, *place, coding="identity"), plain, (name, place))
