"""import: photos as GeoJSON lines into an index and out of it again, beside Python's json and SQLite."""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

import points
from report import ROOT, Goal, Table, megabytes, number, per_second, require_equal, run, timed


def measure(settings):
    folder = points.folder(settings)
    lines, index, peer = folder / "lines.ndjson", folder / "imported.sqlite", folder / "peer.sqlite"
    write(points.command(settings, "lines"), lines)
    try:
        table = Table(f"import: {settings.points:,} GeoJSON lines, {megabytes(lines.stat().st_size / 1024)}",
                      ("what", "by the clock", "µs on cores a record", "records/s", "peak memory", ""))
        ours = add(table, "import", [settings.geoindex, "import", "--quiet", "--db", index, lines], settings, index)
        theirs = add(table, "  Python's json and SQLite with an R*Tree",
                     [sys.executable, ROOT / "Benchmarks/peer_import.py", lines, peer], settings, peer)
        add(table, "export", [settings.geoindex, "export", "--format", "ndjson", "--db", index], settings)
        require_equal(photos(settings, index), settings.points, "the number of photos")
        require_round_trip(settings, index, folder / "again.sqlite", folder / "again.ndjson")
        goal = Goal.at_least(theirs.cpu / ours.cpu, 1, "×")
        table.note(f"Time on cores: {number(theirs.cpu / ours.cpu)}× less than Python's "
                   f"({goal.text}: {'met' if goal.is_met else 'MISSED'}). Python stores the texts of a line in one "
                   "table, with no index but the R*Tree's.")
        table.note(f"Bytes a photo in the index: {number(index.stat().st_size / settings.points)}; "
                   f"of a line: {number(lines.stat().st_size / settings.points)}.")
        table.note("What is exported, imported and exported again is the same to the byte.")
        table.print()
    finally:
        for path in (lines, *map(database_files, (index, peer, folder / "again.sqlite")), folder / "again.ndjson"):
            remove(path)


def add(table, what, command, settings, database=None):
    """Runs a command and adds its row.

    GNU time starts the command and measures its memory: a direct child of Python would inherit Python's peak.
    """
    if database:
        remove(database_files(database))
    with tempfile.NamedTemporaryFile("r") as memory:
        command = ["/usr/bin/time", "-f", "%M", "-o", memory.name, *map(str, command)]
        _, cost = timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        peak = int(memory.read().split()[-1])
    table.cells(what, f"{number(cost.wall)} s", number(cost.cpu / settings.points * 1e6),
                per_second(settings.points / cost.wall, "records"), megabytes(peak))
    return cost


def require_round_trip(settings, index, again, text):
    """Stops unless an index made from an export is exported to the same bytes."""
    export = [settings.geoindex, "export", "--format", "ndjson", "--db"]
    write([*export, index], text)
    before = digest(text)
    run([settings.geoindex, "import", "--quiet", "--db", again, text])
    write([*export, again], text)
    require_equal(digest(text), before, "an export of what was exported")


def photos(settings, index):
    return int(run(["sqlite3", index, "SELECT sum(count) FROM grid_run"]))


def write(command, path):
    with path.open("wb") as output:
        subprocess.run([str(part) for part in command], check=True, stdout=output)


def digest(path):
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def database_files(path):
    return [Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm", ".lock")]


def remove(paths):
    for path in paths if isinstance(paths, list) else [paths]:
        path.unlink(missing_ok=True)
