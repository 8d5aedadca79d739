"""peers: the same photos and queries for geoindex, SpatiaLite, PostGIS and DuckDB.

Each query goes to all of them in turn, over connections that stay open. The wall-clock time counts, because PostGIS
works in another process and DuckDB on several threads.
"""

import csv
import random
from contextlib import ExitStack

import points
from peer_databases import DuckDB, Geoindex, SpatiaLite
from peer_postgis import PostGIS
from report import Broken, Table, microseconds, number, require_equal, run

PINS = 1_000
# The number of queries of each kind; another of the same kind warms up first.
QUESTIONS = 100
DAY = 86_400_000
WORLD = (-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000)


def measure(settings):
    cost = points.require_loaded(settings)
    folder = points.folder(settings)
    run(points.command(settings, "table"))
    generator = random.Random(81)
    places = choose_places(folder / "points.csv", generator)
    with ExitStack() as stack:
        databases = [stack.enter_context(kind(settings, folder)) for kind in
                     (Geoindex, SpatiaLite, PostGIS, DuckDB)]
        print_loading(settings, cost, databases[1:])
        table = Table(f"peers: {settings.points:,} photos; median / 99th percentile (ratio of the medians)",
                      ("what", *(database.name for database in databases)))
        for what, method, questions in kinds(places, generator):
            table.cells(what, *compare(databases, what, method, questions))
    table.note(f"{QUESTIONS} questions of each kind, asked of all in turn over an open connection; time on the wall.")
    table.note("Ours is asked from Swift, the others from Python, which takes part of their time for many pins;"
               " PostGIS answers over a Unix socket.")
    table.note("Equal for every question: counts, counts of every cell, the pins if there are fewer than"
               " 1,000, and the distances of the nearest to 1 mm.")
    table.note("The peers have the cell of each photo (a tile of zoom 4) as a column. SpatiaLite and PostGIS have an"
               " index on (taken, cell); DuckDB has the rows in the order of the tiles of zoom 12.")
    table.note("Nearest is by the geodesic: SpatiaLite ranks by degrees and DuckDB has no such search. PostGIS takes"
               " the 100 nearest on a sphere by its index and ranks them on the ellipsoid.")
    table.print()


def choose_places(path, generator):
    """The longitudes and latitudes of some photos, because users look at places where they have been."""
    with open(path) as file:
        rows = list(csv.reader(file))[1:]
    return [(int(row[1]), int(row[2])) for row in generator.sample(rows, 1_000)]


def kinds(places, generator):
    """Yields each kind of query: its name, the method of `Database`, and the arguments."""
    def boxes(half):
        return [(box(*place, half),) for place in generator.sample(places, QUESTIONS)]

    def spans():
        return [(span(generator),) for _ in range(QUESTIONS)]

    for half in (0.01, 0.2, 5):
        yield f"up to 1,000 pins in ±{half}°", "pins", boxes(half)
    for half in (0.05, 1, 30):
        yield f"count of ±{half}°", "count", boxes(half)
    for half in (0.05, 1, 30):
        yield (f"count of ±{half}°, a span of time", "during",
               [one + other for one, other in zip(boxes(half), spans())])
    yield "photos in each cell of the world, a span of time", "cells", spans()
    yield "10 nearest to where a photo is", "nearest", [(place,) for place in generator.sample(places, QUESTIONS)]


def box(longitude, latitude, half):
    """West, south, east and north in 1e-7°, clipped at the edges of the world."""
    reach = round(half * 1e7)
    edges = (longitude - reach, latitude - reach, longitude + reach, latitude + reach)
    return tuple((max if side < 2 else min)(edge, WORLD[side]) for side, edge in enumerate(edges))


def span(generator):
    """A random time span of a week to ten years that starts within the years of the library."""
    start = generator.randrange(1_262_304_000_000, 1_700_000_000_000)
    return start, start + generator.choice((7, 31, 365, 3_650)) * DAY


def compare(databases, what, method, questions):
    """The table's cells: times of each database for the same queries, and their ratio to the first database's."""
    able = [database for database in databases if hasattr(database, method)]
    times = {database: [] for database in able}
    for database in able:
        getattr(database, method)(*questions[-1])
    for turn, question in enumerate(questions):
        answers = {}
        for database in able[turn % len(able):] + able[:turn % len(able)]:
            answers[database], taken = getattr(database, method)(*question)
            times[database].append(taken)
        for database in able[1:]:
            check(method, question, answers[able[0]], answers[database], database)
    first = percentiles(times[able[0]])
    return [cell(percentiles(times[database]), first) if database in times else "" for database in databases]


def check(method, question, ours, theirs, database):
    what = f"{method} {question}, asked of {database.name}"
    if method == "pins":
        require_equal(len(ours), len(theirs), what)
        if len(ours) < PINS:
            require_equal(sorted(ours), sorted(theirs), what)
    elif method == "nearest":
        # At equal distances the databases may choose different photos, so only the distances are compared.
        pairs = zip(database.distances(*question, ours), database.distances(*question, theirs), strict=True)
        for one, other in pairs:
            if abs(one - other) > 0.001:
                raise Broken(f"answers differ for {what}: ours at {one} m, expected {other} m")
    else:
        require_equal(ours, theirs, what)


def percentiles(times):
    ordered = sorted(times)
    return ordered[(len(ordered) - 1) // 2], ordered[int(0.99 * (len(ordered) - 1))]


def cell(times, first):
    text = f"{microseconds(times[0])} / {microseconds(times[1])}"
    return text if times == first else f"{text} ({number(times[0] / first[0])}×)"


def print_loading(settings, cost, databases):
    photos = settings.points
    table = Table(f"peers: loading {photos:,} photos; time on the wall, bytes on disk for each photo",
                  ("what", "geoindex", "R*Tree alone", *(database.name for database in databases)))
    ours, rtree = cost["ours"], cost["peer"]
    table.cells("load, with indexes", f"{number(ours['wallSeconds'])} s", f"{number(rtree['wallSeconds'])} s",
                *(f"{number(database.seconds)} s" for database in databases))
    table.cells("bytes", *(f"{one['bytes'] / photos:.1f}" for one in (ours, rtree)),
                *(f"{database.bytes / photos:.1f}" for database in databases))
    table.cells("bytes of the grid alone", f"{(ours['bytes'] - cost['rowsOnly']['bytes']) / photos:.1f}")
    table.note("Ours stores the whole row of a photo (path, size, camera and so on) and commits every 10,000."
               " The peers store position, time and cell, and load a table in one piece.")
    table.print()
