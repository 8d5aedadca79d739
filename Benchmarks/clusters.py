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

    table = points.table(settings, "timeline: photos counted over time")
    for row in report["timeline"]:
        points.add_row(table, row)
    table.print()

    table = points.table(settings, "writing: questions while photos are added")
    before, during = points.ask(settings, "writing")
    points.add_row(table, before)
    points.add_row(table, during, p99_bound=2 * before["ours"]["p99"] / 1000)
    table.note("Equal in every answer: the sum over the clusters of a view, and the count of its box.")
    table.print()
