"""filters: the queries of a map with filters of every kind."""

import points


def measure(settings):
    points.require_loaded(settings)
    table = points.table(settings, "filters: what a map asks, under each kind of filter")
    for row in points.ask(settings, "filters"):
        points.add_row(table, row, p99_bound=100 if "view" not in row["what"] else None)
    table.note("Equal to going through all photos: counts, clusters and timelines of the world and of eight boxes.")
    table.print()
