"""tiles: vector tiles of every zoom level, from the query to the bytes."""

import points
import tile_serving


def measure(settings):
    points.require_loaded(settings)
    report = points.ask(settings, "tiles")

    table = points.table(settings, "tiles: vector tiles in which there are photos")
    for row in report["tiles"]:
        points.add_row(table, row, p99_bound=10)
    table.note(f"The largest has {report['largestTile']:,} bytes. All tiles of zoom 0 to 4 add up to the photos there are.")
    table.print()

    table = points.table(settings, "tiles: the same with a span of time")
    for row in report["filtered"]:
        points.add_row(table, row)
    table.print()

    tile_serving.show(settings.geoindex, points.folder(settings) / "photos.sqlite", settings.points)
