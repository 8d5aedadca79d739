"""rescan: the same folder again with nothing changed, against `find` printing what it compares."""

import json
import subprocess

from library import library
from report import Goal, Table, in_turn, median, median_ratio, microseconds, require_equal, run
from scan import Scanner

ROUNDS = 15


def measure(settings):
    folder = library(settings.photos)
    scanner = Scanner(settings.geoindex, folder)
    command = scanner.command()
    find = ["find", str(folder), "-type", "f", "-printf", "%s %T@ %p\n"]

    scanner.scan()
    files = len(run(find).splitlines())

    def rescan():
        require_equal(unchanged(run(command, stderr=subprocess.DEVNULL)), files, "unchanged files")

    ours, peer = in_turn(ROUNDS, rescan, lambda: run(find))
    table = Table(f"rescan: {files:,} files in 100 folders, nothing changed")
    ratio = median_ratio([cost.wall for cost in ours], [cost.wall for cost in peer])
    table.row(
        "time, from start to end of the program", shown(ours, "wall"), shown(peer, "wall"), ratio,
        Goal.at_most(ratio, 2, "×"))
    by_core = median_ratio([cost.cpu for cost in ours], [cost.cpu for cost in peer])
    table.row("  the same by time on cores", shown(ours, "cpu"), shown(peer, "cpu"), by_core)
    table.note("The peer is `find -printf '%s %T@ %p\\n'`. Equal: the number of files.")
    table.print()


def unchanged(report):
    return json.loads(report)["unchanged"]


def shown(costs, kind):
    return microseconds(1e6 * median([getattr(cost, kind) for cost in costs]))
