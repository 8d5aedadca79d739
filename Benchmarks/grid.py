"""grid: the grid in memory, without a database, in libraries as people have them; each answer is compared with a test of all points."""

import points


def measure(settings):
    table = points.table(settings, "grid: in memory, against going through the points of the box or the world")
    for row in points.ask(settings, "grid"):
        points.add_row(table, row)
    table.note("Equal to a test of each point: counts, nearest, clusters and timelines, for owners and for guests.")
    table.print()
