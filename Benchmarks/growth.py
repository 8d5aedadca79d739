"""growth: the same queries of 10,000 photos, and of ten times as many up to the configured number."""

from dataclasses import replace

import points
from report import Table

SIZES = (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
WHAT = ("pins in ±0.2°", "count of ±1.0°", "10 nearest to where a photo is", "zoom 2–17",
        "zoom 2–17, a span of time")
NAMES = {"zoom 2–17": "clusters of views, zoom 2–17",
         "zoom 2–17, a span of time": "clusters of views, a span of time"}


def measure(settings):
    sizes = [size for size in SIZES if size <= settings.points] or SIZES[:1]
    columns = [measure_size(replace(settings, points=size)) for size in sizes]
    table = Table("growth: median / 99th percentile, time on a core",
                  ("what", *(f"{size:,} photos" for size in sizes)))
    for what in columns[0]:
        table.cells(what, *(column[what] for column in columns))
    table.note("Every answer is checked as in query, nearest and clusters.")
    table.note("The grid alone is the difference between the file and one with the same rows without positions.")
    table.print()


def measure_size(settings):
    """The table's cells for one number of photos, by row name."""
    cost = points.require_loaded(settings)
    boxes, clusters = points.ask(settings, "boxes"), points.ask(settings, "clusters")
    rows = [*boxes["pins"], *boxes["counts"], *points.ask(settings, "nearest"),
            *clusters["viewports"], *clusters["filtered"]]
    times = {row["what"]: points.percentiles(row["ours"]) for row in rows}
    photos, ours = cost["photos"], cost["ours"]["bytes"]
    return {
        **{NAMES.get(what, what): times[what] for what in WHAT},
        "bytes a photo, the grid alone": f"{(ours - cost['rowsOnly']['bytes']) / photos:.1f}",
        "bytes a photo, with the whole row": f"{ours / photos:.1f}",
    }
