"""cliffs: random queries of realistic libraries; the slowest, and what they read."""

import json

import points
from report import DATA, Goal, Table, microseconds, run

WORLDS = ("resident", "commuter", "traveller", "survey", "timeLapse", "archive", "undated", "farFuture", "crowd")
SHOWN = 20
COLUMNS = ("world", "question", "time", "points", "runs", "days", "cells", "tiles", "searches")


def measure(settings):
    folder = DATA / f"cliffs-{settings.points}"
    folder.mkdir(parents=True, exist_ok=True)
    forget_other_programs(settings, folder)
    # The city dweller's library has all photos; a third is enough to show slow queries of the others.
    answers = []
    for world in WORLDS:
        count = settings.points if world == "resident" else max(settings.points // 3, 10_000)
        answers += json.loads(run([str(settings.programs / "IndexBench"), f"cliffs:{world}", str(folder), str(count)]))
    bound = 50 if settings.points <= 1_000_000 else 150
    print_slowest(settings, answers)
    print_goals(settings, answers, bound)


def forget_other_programs(settings, folder):
    """Removes the indexes that another build of IndexBench made, because its photos may differ."""
    stamp = folder / "made-by"
    made_by = points.fingerprint(settings)
    if stamp.exists() and stamp.read_text() == made_by:
        return
    for path in folder.glob("*.sqlite*"):
        path.unlink()
    stamp.write_text(made_by)


def print_slowest(settings, answers):
    table = Table(
        f"cliffs: the {SHOWN} slowest of {len(answers):,} questions; {settings.points:,} photos; "
        "median of three, time on a core", COLUMNS)
    for answer in sorted(answers, key=lambda answer: -answer["milliseconds"])[:SHOWN]:
        table.cells(
            answer["world"], answer["question"], microseconds(1_000 * answer["milliseconds"]),
            *(f"{answer[name]:,}" for name in ("points", "runs", "days", "dayCells", "tiles", "descents")))
    table.note("Read: points in runs of the grid, rows and cells of the calendar, rows of the pyramid, searches.")
    table.note("Each query is of an index that was just opened, by a connection that has read all runs; "
               "only “facets” has counted facets before.")
    table.note("The time is that of the querying thread; in a long pass, another thread reads half of the points at the same time.")
    table.note("Guests: all but the first count are measured after the guests' grid has been built.")
    table.print()


def print_goals(settings, answers, bound):
    table = Table(f"cliffs: the slowest of each question; {settings.points:,} photos", ("what", "time", "goal", ""))
    slowest = {}
    for answer in answers:
        name = answer["question"].split(", ")[0]
        if answer["question"].startswith(("facets, first", "newest, later page")):
            name = ", ".join(answer["question"].split(", ")[:2])
        slowest[name] = max(slowest.get(name, 0), answer["milliseconds"])
    for name, time in sorted(slowest.items(), key=lambda item: -item[1]):
        goal = Goal.at_most(time, bound, " ms")
        table.cells(name, microseconds(1_000 * time), goal.text, "met" if goal.is_met else "MISSED")
    table.print()
