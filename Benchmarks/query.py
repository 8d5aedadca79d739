"""query: loading the index, photos in a box and exact counts, against SQLite's R*Tree."""

import points
from report import Goal, Table, microseconds


def measure(settings):
    print_loading(settings, points.load(settings))
    report = points.ask(settings, "boxes")
    print_pins(settings, report["pins"])
    print_counts(settings, report["counts"])


def print_loading(settings, cost):
    photos = cost["photos"]
    ours, rows, peer = cost["ours"], cost["rowsOnly"], cost["peer"]
    table = Table(f"query: loading {photos:,} photos; time on a core, for each photo")

    def each(seconds):
        return microseconds(1e6 * seconds / photos)

    add_grid(table, cost["gridMicroseconds"], 1e6 * peer["cpuSeconds"] / photos)
    table.row(
        "the whole row of a photo and the grid", each(ours["cpuSeconds"]), each(peer["cpuSeconds"]),
        peer["cpuSeconds"] / ours["cpuSeconds"])
    table.row("whole load on the wall", f"{ours['wallSeconds']:.1f} s", f"{peer['wallSeconds']:.1f} s")
    table.row("bytes, the grid alone", each_bytes(ours["bytes"] - rows["bytes"], photos),
              each_bytes(peer["bytes"], photos))
    table.row("bytes, with the whole row", each_bytes(ours["bytes"], photos))
    table.note("The grid alone is the difference from loading the same rows without positions, batch by batch.")
    table.note("Ours commits every 10,000 photos, the R*Tree once. Both with 64 MB of page cache and WAL.")
    table.print()


def add_grid(table, grid, peer):
    """Adds the cost of the grid, a difference of two larger numbers; no verdict if the noise exceeds it."""
    name = "the grid alone"
    if grid["lower"] <= 0:
        table.row(name, "too noisy", microseconds(peer))
        return
    ratio = peer / grid["median"]
    table.row(name, microseconds(grid["median"]), microseconds(peer), ratio, Goal.at_least(ratio, 20, "×"))
    table.note(f"The grid alone takes {grid['lower']:.2f} to {grid['upper']:.2f} µs, as exactly as this machine allows.")


def each_bytes(total, photos):
    return f"{total / photos:.1f}"


def print_pins(settings, rows):
    table = points.table(settings, "query: up to 1,000 pins in a box around a photo")
    for row, bound in zip(rows, (1, 1, 3, 3, 3)):
        points.add_row(table, row, ratio_bound=bound)
    table.note("Each question is a transaction. Both with 16 MB of page cache, files in memory.")
    table.note("Equal: the number of pins and, if there are fewer than 1,000, the pins themselves.")
    table.print()


def print_counts(settings, rows):
    table = points.table(settings, "query: the exact number of photos in a box")
    for row in rows:
        points.add_row(table, row, p99_bound=3)
    table.note("Equal to the R*Tree's count(*) for every box.")
    table.print()
