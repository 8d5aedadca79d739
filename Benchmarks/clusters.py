"""clusters: the views of a map from the whole world to a street, with and without a span of time."""

import points


def measure(settings):
    points.require_loaded(settings)
    report = points.ask(settings, "clusters")

    table = points.table(settings, "clusters: views of 1280 × 800 pixels around a photo")
    for row in report["viewports"]:
        points.add_row(table, row, p99_bound=1.5)
    table.note("Equal to going through all photos, for two views of each zoom, with and without time.")
    table.print()

    table = points.table(settings, "clusters: the same views with a span of time")
    for row in report["filtered"]:
        points.add_row(table, row)
    for row in report["world"]:
        points.add_row(table, row, p99_bound=60)
    table.print()
