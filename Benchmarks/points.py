"""Shared by the benchmarks of the index: the databases of synthetic photos, and their measurements."""

import hashlib
import json

from report import DATA, Goal, Table, microseconds, run


def folder(settings):
    path = DATA / f"points-{settings.points}"
    path.mkdir(parents=True, exist_ok=True)
    return path


def ask(settings, what):
    """Runs one measurement of IndexBench, which fails if a result is wrong."""
    return json.loads(run(command(settings, what)))


def command(settings, what):
    return [str(settings.programs / "IndexBench"), what, str(folder(settings)), str(settings.points)]


def load(settings):
    """Loads the index and the R*Tree afresh, and returns what that cost."""
    report = ask(settings, "load")
    (folder(settings) / "cost.json").write_text(json.dumps(report))
    (folder(settings) / "made-by").write_text(fingerprint(settings))
    return report


def require_loaded(settings):
    """Loads the databases unless the same build of IndexBench has; returns what loading cost."""
    stamp, cost = folder(settings) / "made-by", folder(settings) / "cost.json"
    if not cost.exists() or not stamp.exists() or stamp.read_text() != fingerprint(settings):
        return load(settings)
    return json.loads(cost.read_text())


def fingerprint(settings):
    return hashlib.sha256((settings.programs / "IndexBench").read_bytes()).hexdigest()


def add_row(table, row, ratio_bound=None, p99_bound=None):
    """Adds a row: median and 99th percentile of the index and of its peer, and the ratio of the medians."""
    ours, peer = row["ours"], row.get("peer")
    ratio = peer["p50"] / ours["p50"] if peer else None
    goal = None
    if ratio_bound is not None:
        goal = Goal.at_least(ratio, ratio_bound, "×")
    elif p99_bound is not None:
        goal = Goal.at_most(ours["p99"] / 1000, p99_bound, " ms")
    table.row(row["what"], percentiles(ours), percentiles(peer) if peer else "", ratio, goal)


def percentiles(summary):
    return f"{microseconds(summary['p50'])} / {microseconds(summary['p99'])}"


def table(settings, title):
    return Table(f"{title}; {settings.points:,} photos; median / 99th percentile, time on a core")
