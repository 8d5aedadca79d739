#!/usr/bin/env python3
"""Writes an MBTiles file with one tile of elevations, all of them sea level in the encoding of Mapbox."""

import sqlite3
import struct
import sys
import zlib


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# Height is -10,000 m and a tenth of a metre for each of 100,000 = 0x0186A0.
rows = b"".join(b"\0" + b"\x01\x86\xa0" * 256 for _ in range(256))
picture = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows))
    + chunk(b"IEND", b"")
)
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    values = {"name": "Alps", "format": "png", "bounds": "-180,-85,180,85", "minzoom": "0", "maxzoom": "0"}
    database.executemany("INSERT INTO metadata VALUES (?, ?)", values.items())
    database.execute("INSERT INTO tiles VALUES (0, 0, 0, ?)", [picture])
