"""Compares this program with that of another commit: both do the same work in turn, and each figure has its ratio.

Only time on cores is compared, because that of the clock depends more on the machine.
"""

import json
import subprocess
import sys
from pathlib import Path

import instructions
import points
import servers
import serving
from library import library
from report import (
    DATA, Broken, Settings, Table, in_turn, median, median_ratio, microseconds, number, print_machine, run)

ROUNDS = 5
QUESTIONS = ("boxes", "nearest", "clusters", "filters")
# A median above this is worth a look; the noise of a run is about half of it.
LIMIT = 1.03


def main(ours, theirs):
    print_machine()
    programs = {"this": Settings(Path(ours)), "other": Settings(Path(theirs))}
    compare_instructions(programs)
    table = Table("Time on cores, the median of "
                  f"{ROUNDS} rounds", ("what", "this", "other", "ratio", ""))
    compare_work(table, programs)
    compare_questions(table, programs)
    compare_requests(table, programs)
    table.print()


def compare_instructions(programs):
    """Instructions of the hot paths that both programs have."""
    counts = {}
    for name, settings in programs.items():
        folder = scratch(name) / "instructions"
        folder.mkdir(exist_ok=True)
        run(["objcopy", "--strip-debug", settings.programs / "IndexBench", folder / "IndexBench"])
        counts[name] = instructions.counts(folder)
    table = Table("Instructions of hot paths", ("path", "this", "other", "ratio", ""))
    for path in counts["this"]:
        add(table, path, [[counts[name][path]] for name in programs], lambda count: f"{count:,}")
    table.print()


def compare_work(table, programs):
    """A first scan, and an import of lines."""
    settings = programs["this"]
    folder = library(settings.photos)
    scans = in_turn(ROUNDS, *(command(name, one, "scan", "--json", str(folder)) for name, one in programs.items()))
    add(table, f"scan of {settings.photos:,} files, a file", costs(scans, settings.photos), microseconds)
    lines = scratch("this") / "lines.ndjson"
    with lines.open("wb") as output:
        subprocess.run(points.command(settings, "lines"), check=True, stdout=output)
    imports = in_turn(ROUNDS, *(command(name, one, "import", "--quiet", str(lines)) for name, one in programs.items()))
    add(table, f"import of {settings.points:,} lines, a line", costs(imports, settings.points), microseconds)
    lines.unlink()


def command(name, settings, *words):
    """Runs a command into an index that does not exist yet."""
    index = scratch(name) / "fresh.sqlite"

    def work():
        for suffix in ("", "-wal", "-shm", ".lock"):
            Path(f"{index}{suffix}").unlink(missing_ok=True)
        run([settings.geoindex, words[0], "--db", str(index), *words[1:]], stderr=subprocess.DEVNULL)

    return work


def costs(kinds, count):
    """Microseconds on cores for each of `count` records, for each program."""
    return [[cost.cpu / count * 1e6 for cost in runs] for runs in kinds]


def compare_questions(table, programs):
    """The questions of IndexBench; each program asks the index that it has made."""
    answers = {name: {} for name in programs}
    for name, settings in programs.items():
        ask(name, settings, "load")
    for round_number in range(ROUNDS):
        for what in QUESTIONS:
            for name in turn(programs, round_number):
                for row in rows(ask(name, programs[name], what)):
                    answers[name].setdefault(row["what"], []).append(row["ours"]["p50"])
    for what in answers["this"]:
        add(table, what, [answers[name][what] for name in programs], microseconds)


def ask(name, settings, what):
    folder = index_folder(name, settings)
    folder.mkdir(exist_ok=True)
    return json.loads(run([str(settings.programs / "IndexBench"), what, str(folder), str(settings.points)]))


def rows(report):
    """The rows of a report, which is a list of them or has several lists."""
    return report if isinstance(report, list) else [row for part in report.values() for row in part]


def compare_requests(table, programs):
    """Requests to both servers, by the time on a core for each."""
    boxes = json.loads(run([
        str(programs["this"].programs / "IndexBench"), "requests", str(index_folder("this", programs["this"])),
        str(programs["this"].points)]))
    kinds = {
        "HTTP: boxes": serving.box_paths(boxes, ""), "HTTP: bare pins": serving.box_paths(boxes, "&properties="),
        "HTTP: ten nearest": serving.nearest_paths(boxes), "HTTP: clusters": serving.cluster_paths(boxes)}
    found = {what: {name: [] for name in programs} for what in kinds}
    with servers.geoindex(programs["this"].geoindex, index_of("this", programs)) as this, \
            servers.geoindex(programs["other"].geoindex, index_of("other", programs)) as other:
        running = {"this": this, "other": other}
        for round_number in range(ROUNDS):
            for what, paths in kinds.items():
                for name in turn(programs, round_number):
                    found[what][name].append(serving.wrk_paths(scratch(name), running[name], paths)["core"])
    for what in kinds:
        add(table, what, list(found[what].values()), microseconds)


def turn(programs, round_number):
    """The names of the programs; another is the first in each round."""
    return list(programs) if round_number % 2 == 0 else list(reversed(programs))


def add(table, what, values, text):
    ours, theirs = values
    ratio = median_ratio(ours, theirs)
    table.cells(what, text(median(ours)), text(median(theirs)), number(ratio), "dearer" if ratio > LIMIT else "")


def scratch(name):
    folder = DATA / "against" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def index_folder(name, settings):
    return scratch(name) / f"points-{settings.points}"


def index_of(name, programs):
    return index_folder(name, programs[name]) / "photos.sqlite"


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Broken as problem:
        sys.exit(f"bench: {problem}")
