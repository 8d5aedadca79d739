"""Reads GeoJSON lines into an SQLite table and an R*Tree with a few lines of Python, as a user might."""

import json
import sqlite3
import sys

COLUMNS = ("path", "root", "media", "size", "width", "height", "orientation", "takenAt", "takenAtLocal",
           "altitude", "direction", "accuracy", "locationSource", "cameraMake", "cameraModel", "lens")


def main(lines, database):
    connection = sqlite3.connect(database)
    connection.execute(f"CREATE TABLE photo (id INTEGER PRIMARY KEY, longitude, latitude, {', '.join(COLUMNS)})")
    connection.execute("CREATE VIRTUAL TABLE place USING rtree_i32(id, west, east, south, north)")
    marks = ", ".join("?" * (len(COLUMNS) + 3))
    with open(lines, encoding="utf-8") as file:
        for line in file:
            feature = json.loads(line)
            longitude, latitude = feature["geometry"]["coordinates"][:2]
            properties = feature["properties"]
            connection.execute(f"INSERT INTO photo VALUES ({marks})",
                               (feature["id"], longitude, latitude, *map(properties.get, COLUMNS)))
            x, y = round(longitude * 1e7), round(latitude * 1e7)
            connection.execute("INSERT INTO place VALUES (?, ?, ?, ?, ?)", (feature["id"], x, x, y, y))
    connection.commit()


if __name__ == "__main__":
    main(*sys.argv[1:])
