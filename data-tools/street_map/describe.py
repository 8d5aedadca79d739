"""Completes the metadata of a map: its attribution, and that everything in it that is not water is land.

    describe.py MAP.mbtiles NAME"""

import sqlite3
import sys

ATTRIBUTION = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>'


def main() -> None:
    database = sqlite3.connect(sys.argv[1])
    values = {"name": sys.argv[2], "attribution": ATTRIBUTION, "sea": "complete"}
    with database:
        for name, value in values.items():
            database.execute("DELETE FROM metadata WHERE name = ?", (name,))
            database.execute("INSERT INTO metadata VALUES (?, ?)", (name, value))
    database.close()


main()
