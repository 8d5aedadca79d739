"""Compares what was detected with the truth."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from journeys_life import DAY
from journeys_places import Position, kilometres

NEAR = 50.0
HOME = 5.0
SAME_HOME = 1.0


@dataclass
class Detected:
    """A trip or a day trip; without a position, `box` (west, south, east, north) must contain its main stay."""

    first: date
    last: date
    position: Position | None
    box: list | None = None

    def is_near(self, positions):
        if self.position:
            return any(kilometres(self.position, one) <= NEAR for one in positions)
        return any(in_box(one, self.box) for one in positions)


@dataclass
class DetectedHome:
    position: Position
    first: date
    last: date | None


@dataclass
class Found:
    """All that a detector reports for a library."""

    homes: list
    trips: list
    day_trips: list


@dataclass
class Counts:
    """Right, missed and invented trips or day trips."""

    right: int = 0
    missed: int = 0
    invented: int = 0

    def add(self, other):
        self.right += other.right
        self.missed += other.missed
        self.invented += other.invented

    @property
    def precision(self):
        return self.right / (self.right + self.invented) if self.right + self.invented else 1.0

    @property
    def recall(self):
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self):
        total = 2 * self.right + self.missed + self.invented
        return 2 * self.right / total if total else 1.0


@dataclass
class Score:
    trips: Counts = field(default_factory=Counts)
    day_trips: Counts = field(default_factory=Counts)
    libraries: int = 0
    homes_right: int = 0
    moves: int = 0
    problems: list = field(default_factory=list)

    def add(self, other):
        self.trips.add(other.trips)
        self.day_trips.add(other.day_trips)
        self.libraries += other.libraries
        self.homes_right += other.homes_right
        self.moves += other.moves
        self.problems += other.problems


def score(library, truth, found):
    result = Score(libraries=1)
    for is_trip, detected, counts in ((True, found.trips, result.trips), (False, found.day_trips, result.day_trips)):
        certain = truth.certain(is_trip)
        missed, left = unmatched(certain, detected)
        invented = [one for one in left if not is_open(one, truth.doubtful)]
        counts.right, counts.missed, counts.invented = len(certain) - len(missed), len(missed), len(invented)
        kind = "trip" if is_trip else "day trip"
        result.problems += [(library, f"{kind} missed", one) for one in missed]
        result.problems += [(library, f"{kind} invented", one) for one in invented]
        if is_trip:
            result.moves = sum(is_of_move(one, library.life.homes) for one in invented)
    wrong = wrong_homes(truth.homes, found.homes)
    result.problems += [(library, kind, home) for kind, home in wrong]
    result.homes_right = int(not wrong)
    return result


def unmatched(certain, detected):
    """Matches one to one, the closest first; returns what is left on both sides."""
    pairs = sorted(
        (abs((a.first - b.first).days) + abs((a.last - b.last).days), i, j)
        for i, a in enumerate(certain) for j, b in enumerate(detected)
        if abs((a.first - b.first).days) <= a.slack and abs((a.last - b.last).days) <= a.slack and b.is_near(a.mains))
    ours, theirs = set(), set()
    for _, i, j in pairs:
        if i not in ours and j not in theirs:
            ours.add(i)
            theirs.add(j)
    return (
        [one for i, one in enumerate(certain) if i not in ours],
        [one for j, one in enumerate(detected) if j not in theirs])


def is_open(one, doubtful):
    return any(
        one.first <= other.last + DAY and other.first - DAY <= one.last and one.is_near(other.positions)
        for other in doubtful)


def is_of_move(trip, homes):
    """Whether an invented trip is a stay at a home, at the time of a move into or out of it or while it was home."""
    return trip.position is not None and any(
        kilometres(trip.position, home.place.position) < 15
        and home.first - timedelta(45) <= trip.first and trip.last <= home.last + timedelta(45) for home in homes)


def wrong_homes(expected, detected):
    joined = joined_homes(detected)
    wrong, used = [], set()
    for home in expected:
        match = next((i for i, one in enumerate(joined) if i not in used and fits(home, one)), None)
        if match is None:
            wrong.append(("home missed", home))
        else:
            used.add(match)
    return wrong + [("home invented", one) for i, one in enumerate(joined) if i not in used]


def joined_homes(detected):
    """A home that is listed twice, with a journey of a year between, counts as one."""
    joined = []
    for one in sorted(detected, key=lambda home: home.first):
        same = next((other for other in joined if kilometres(other.position, one.position) < SAME_HOME), None)
        if same is None:
            joined.append(DetectedHome(one.position, one.first, one.last))
        else:
            same.last = None if one.last is None or same.last is None else max(one.last, same.last)
    return joined


def fits(home, one):
    if kilometres(home.position, one.position) > HOME or not home.begin[0] <= one.first <= home.begin[1]:
        return False
    if one.last is None:
        return home.still
    return home.end[0] <= one.last <= home.end[1]


def in_box(position, box):
    west, south, east, north = box
    margin = NEAR / 111
    inside = (west - margin <= position.longitude <= east + margin if west <= east
              else position.longitude >= west - margin or position.longitude <= east + margin)
    return inside and south - margin <= position.latitude <= north + margin
