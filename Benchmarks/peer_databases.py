"""The databases that answer in a process we start or are in: geoindex, SpatiaLite and DuckDB.

Each has a method for every question it can be asked. It returns the answer and the microseconds it
took. Boxes are in 1e-7°; for databases that keep degrees as floating point the edges lie half a
unit further out, so that no photo is on an edge.
"""

import csv
import json
import sqlite3
import subprocess
import time

import points
from report import Broken
from servers import stopped_at_the_end


def timed(work):
    start = time.perf_counter()
    result = work()
    return result, 1e6 * (time.perf_counter() - start)


def degrees(box):
    """The edges of a box in degrees, moved outward by half a unit so that no photo lies on one."""
    return tuple((edge - 0.5 if side < 2 else edge + 0.5) / 1e7 for side, edge in enumerate(box))


class Database:
    """A peer that is loaded from the table of points; the loading is timed."""

    def __init__(self, settings, folder):
        self.table = folder / "points.csv"
        self.folder = folder

    def __enter__(self):
        self.open()
        start = time.perf_counter()
        self.load()
        self.seconds = time.perf_counter() - start
        return self

    def __exit__(self, *_):
        self.close()


class Geoindex:
    """IndexBench, which reads queries and writes each result with the time that it measured itself."""

    name = "geoindex"

    def __init__(self, settings, folder):
        self.command = points.command(settings, "answer")

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.stopping = stopped_at_the_end(self.process)
        self.stopping.__enter__()
        return self

    def __exit__(self, *problem):
        self.stopping.__exit__(*problem)

    def ask(self, name, *numbers):
        self.process.stdin.write(" ".join(map(str, (name, *numbers))) + "\n")
        line = self.process.stdout.readline()
        if not line:
            raise Broken("IndexBench ended while it was asked")
        answer = json.loads(line)
        return answer, answer["microseconds"]

    def pins(self, box):
        answer, taken = self.ask("pins", *box)
        return answer["ids"], taken

    def count(self, box):
        answer, taken = self.ask("count", *box)
        return answer["count"], taken

    def during(self, box, span):
        answer, taken = self.ask("during", *box, *span)
        return answer["count"], taken

    def cells(self, span):
        answer, taken = self.ask("cells", *span)
        return {int(cell): count for cell, count in answer["cells"].items()}, taken

    def nearest(self, place):
        answer, taken = self.ask("nearest", *place)
        return answer["ids"], taken


class SpatiaLite(Database):
    name = "SpatiaLite"
    INSIDE = """FROM idx_photo_place AS i CROSS JOIN photo AS p ON p.id = i.pkid
        WHERE i.xmax >= ?1 AND i.xmin <= ?3 AND i.ymax >= ?2 AND i.ymin <= ?4
        AND ST_X(p.place) BETWEEN ?1 AND ?3 AND ST_Y(p.place) BETWEEN ?2 AND ?4"""

    def open(self):
        self.file = self.folder / "spatialite.sqlite"
        self.file.unlink(missing_ok=True)
        self.connect()

    def connect(self):
        self.connection = sqlite3.connect(self.file, isolation_level=None)
        if not hasattr(self.connection, "enable_load_extension"):
            raise Broken("this Python's sqlite3 loads no extensions; the system's own does")
        self.connection.enable_load_extension(True)
        self.connection.execute("SELECT load_extension('mod_spatialite')")

    def close(self):
        self.connection.close()

    def load(self):
        run = self.connection.execute
        for setting in ("journal_mode = OFF", "cache_size = -65536", "synchronous = OFF"):
            run(f"PRAGMA {setting}")
        run("BEGIN")
        run("SELECT InitSpatialMetaData()")
        run("CREATE TABLE photo(id INTEGER PRIMARY KEY, taken INTEGER, cell INTEGER)")
        run("SELECT AddGeometryColumn('photo', 'place', 4326, 'POINT', 'XY')")
        with open(self.table) as file:
            rows = csv.reader(file)
            next(rows)
            self.connection.executemany(
                "INSERT INTO photo VALUES (?, ?, ?, MakePoint(?, ?, 4326))",
                ((int(id), int(taken) if taken else None, int(tile) >> 16, int(east) / 1e7, int(north) / 1e7)
                 for id, east, north, taken, tile in rows))
        run("SELECT CreateSpatialIndex('photo', 'place')")
        run("CREATE INDEX photo_taken ON photo(taken, cell)")
        run("COMMIT")
        run("ANALYZE")
        # Queries use a new connection with the page cache of the index's readers.
        self.connection.close()
        self.connect()
        self.connection.execute("PRAGMA cache_size = -16384")
        self.bytes = self.file.stat().st_size

    def rows(self, question, values):
        return timed(lambda: self.connection.execute(question, values).fetchall())

    def pins(self, box):
        rows, taken = self.rows(f"SELECT p.id, ST_X(p.place), ST_Y(p.place) {self.INSIDE} LIMIT 1000", degrees(box))
        return [row[0] for row in rows], taken

    def count(self, box):
        rows, taken = self.rows(f"SELECT count(*) {self.INSIDE}", degrees(box))
        return rows[0][0], taken

    def during(self, box, span):
        # The unary plus keeps SQLite from using the index on time instead of the one on place.
        rows, taken = self.rows(
            f"SELECT count(*) {self.INSIDE} AND +p.taken BETWEEN ?5 AND ?6", (*degrees(box), *span))
        return rows[0][0], taken

    def cells(self, span):
        rows, taken = self.rows(
            "SELECT cell, count(*) FROM photo WHERE taken BETWEEN ?1 AND ?2 GROUP BY cell", span)
        return dict(rows), taken


class DuckDB(Database):
    """A table of columns without an index: coordinates in 1e-7°, neighbours stored together."""

    name = "DuckDB"
    INSIDE = "FROM photo WHERE longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?"

    def open(self):
        import duckdb
        self.file = self.folder / "peer.duckdb"
        for suffix in ("", ".wal"):
            (self.folder / f"peer.duckdb{suffix}").unlink(missing_ok=True)
        self.connection = duckdb.connect(str(self.file))

    def close(self):
        self.connection.close()

    def load(self):
        self.connection.execute(
            """CREATE TABLE photo AS SELECT id::INTEGER AS id, longitude::INTEGER AS longitude,
                 latitude::INTEGER AS latitude, taken::BIGINT AS taken, (tile >> 16)::SMALLINT AS cell
               FROM read_csv(?, header = true) ORDER BY tile""", [str(self.table)])
        self.connection.execute("CHECKPOINT")
        self.bytes = self.file.stat().st_size

    def rows(self, question, values):
        return timed(lambda: self.connection.execute(question, list(values)).fetchall())

    @staticmethod
    def edges(box):
        west, south, east, north = box
        return west, east, south, north

    def pins(self, box):
        rows, taken = self.rows(f"SELECT id, longitude, latitude {self.INSIDE} LIMIT 1000", self.edges(box))
        return [row[0] for row in rows], taken

    def count(self, box):
        rows, taken = self.rows(f"SELECT count(*) {self.INSIDE}", self.edges(box))
        return rows[0][0], taken

    def during(self, box, span):
        rows, taken = self.rows(
            f"SELECT count(*) {self.INSIDE} AND taken BETWEEN ? AND ?", (*self.edges(box), *span))
        return rows[0][0], taken

    def cells(self, span):
        rows, taken = self.rows(
            "SELECT cell, count(*) FROM photo WHERE taken BETWEEN ? AND ? GROUP BY cell", span)
        return dict(rows), taken
