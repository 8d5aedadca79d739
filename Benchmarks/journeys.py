"""journeys: homes, trips and day trips of a hundred generated people, beside the rules of two other programs.

`python Benchmarks/journeys.py --detector PROGRAM` measures a program that reads lines from standard input:
`local time,latitude,longitude,camera number`. `--only NAME` takes one archetype, `--problems` prints each error.
"""

import argparse
import sys
from pathlib import Path

import journeys_person
import journeys_speed
from journeys_baselines import ente, immich_power_tools
from journeys_detectors import detector
from journeys_people import libraries
from journeys_score import Detected, DetectedHome, Found, Score, score
from journeys_truth import is_seen, truth
from report import Goal, Settings, Table, require_equal

GOALS = {"trips": 0.97, "day trips": 0.92}


def measure(settings):
    compare({"geoindex": detector("command", settings.geoindex)})
    journeys_speed.measure(settings)


def compare(ours, only=None, shows_problems=False):
    """Scores all detectors on all libraries and prints a table by archetype; the first detector has the goals."""
    detectors = {**ours, "ente": ente, "power tools": immich_power_tools}
    scores, numbers = {name: {} for name in detectors}, {}
    for library in libraries():
        if only and only != library.archetype:
            continue
        expected = truth(library)
        require_equal(score(library, expected, told(library, expected)).problems, [], f"the truth of {library.name}")
        count_truth(numbers, library, expected)
        for name, detect in detectors.items():
            scores[name].setdefault(library.archetype, Score()).add(score(library, expected, detect(library)))
    print_archetypes(scores, numbers)
    if ours:
        print_goals(scores)
    if shows_problems and ours:
        print_problems(next(iter(scores.values())))
    return scores


def told(library, expected):
    """The truth as a detector would report it, which must be all right."""
    kinds = [
        [Detected(one.first, one.last, one.mains[0]) for one in expected.outings if one.is_trip == is_trip and one.mains]
        for is_trip in (True, False)]
    homes = [
        DetectedHome(home.place.position, home.first, None if home.last >= library.life.last else home.last)
        for home in library.life.homes if is_seen(home, library)]
    return Found(homes, *kinds)


def count_truth(numbers, library, expected):
    counts = numbers.setdefault(library.archetype, [0] * 6)
    for index, more in enumerate((
            1, len(library.photos), len(expected.homes), len(expected.certain(True)), len(expected.certain(False)),
            sum(1 for one in expected.doubtful if one.mains))):
        counts[index] += more


def print_archetypes(scores, numbers):
    names = list(scores)
    table = Table("journeys: F1 of trips / day trips, libraries with all homes right", (
        "archetype", "libraries", "photos", "homes", "trips", "day trips", "open", *names))
    for archetype, counts in numbers.items():
        table.cells(archetype, *(f"{count:,}" for count in counts), *(shown(scores[name][archetype]) for name in names))
    totals = [sum(column) for column in zip(*numbers.values())]
    table.cells("all", *(f"{count:,}" for count in totals), *(shown(total(scores[name])) for name in names))
    table.note("“open” outings leave a doubt in the photos: finding them is neither right nor wrong.")
    table.note("A trip is found if both ends are right within a day and its main stay within 50 km. Others list no day trips.")
    table.print()


def shown(one):
    return f"{one.trips.f1:.2f} / {one.day_trips.f1:.2f}, {one.homes_right} of {one.libraries}"


def total(by_archetype):
    result = Score()
    for one in by_archetype.values():
        result.add(one)
    return result


def print_goals(scores):
    names = list(scores)
    totals = [total(scores[name]) for name in names]
    ours = totals[0]
    table = Table("journeys: all libraries", ("what", *names, "goal", ""))

    def row(what, texts, goal=None):
        table.cells(what, *texts, goal.text if goal else "", ("met" if goal.is_met else "MISSED") if goal else "")

    for kind, pick in (("trips", lambda one: one.trips), ("day trips", lambda one: one.day_trips)):
        row(f"{kind}: F1", [f"{pick(one).f1:.3f}" for one in totals], Goal.at_least(pick(ours).f1, GOALS[kind]))
        row(f"{kind}: precision / recall", [f"{pick(one).precision:.3f} / {pick(one).recall:.3f}" for one in totals])
    row("libraries with all homes right", [str(one.homes_right) for one in totals],
        Goal.at_least(ours.homes_right, ours.libraries))
    row("trips because of a move", [str(one.moves) for one in totals], Goal.at_most(ours.moves, 0))
    table.print()


def print_problems(by_archetype):
    for one in by_archetype.values():
        for library, kind, what in one.problems:
            print(f"{library.name}: {kind}: {described(what)}")


def described(what):
    if hasattr(what, "begin"):
        return (f"{what.position.latitude:.3f}, {what.position.longitude:.3f} from {what.begin[0]}…{what.begin[1]} "
                f"to {'still' if what.still else f'{what.end[0]}…{what.end[1]}'}")
    at = what.position if hasattr(what, "position") else what.mains[0]
    return f"{what.first} – {what.last}" + (f" at {at.latitude:.3f}, {at.longitude:.3f}" if at else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--detector", help="“command” or the path of a program; only the baselines if missing")
    parser.add_argument("--programs", type=Path, help="the folder of geoindex, for “command”")
    parser.add_argument("--offsets", action="store_true", help="a fifth column: minutes east of UTC")
    parser.add_argument("--only", help="one archetype")
    parser.add_argument("--problems", action="store_true")
    parser.add_argument("--seed", help="other people than those of the published results")
    options = parser.parse_args()
    journeys_person.seed = options.seed or ""
    geoindex = Settings(options.programs).geoindex if options.programs else None
    ours = {Path(options.detector).name: detector(options.detector, geoindex, options.offsets)} if options.detector else {}
    compare(ours, options.only, options.problems)


if __name__ == "__main__":
    sys.exit(main())
