"""nearest: the ten nearest photos. The R*Tree has no such query, so there is no ratio."""

import points


def measure(settings):
    points.require_loaded(settings)
    table = points.table(settings, "nearest: ten photos by the geodesic")
    for row in points.ask(settings, "nearest"):
        points.add_row(table, row, p99_bound=0.5)
    table.note("Equal to going through all photos, for 25 places of each kind.")
    table.print()
