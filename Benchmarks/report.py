"""Shared by all benchmarks: running programs, repeating measurements in turn, printing tables."""

import os
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / ".build" / "bench"


class Broken(Exception):
    """A program failed, or two programs gave different results for the same query."""


@dataclass
class Settings:
    """Where the programs are, and how much to measure."""

    programs: Path
    photos: int = int(os.environ.get("GEOINDEX_BENCH_PHOTOS", 20_000))
    points: int = int(os.environ.get("GEOINDEX_BENCH_POINTS", 1_000_000))

    @property
    def geoindex(self):
        return str(self.programs / "geoindex")


@dataclass
class Goal:
    """A bound of a number in a table: its text, and whether it is met."""

    text: str
    is_met: bool

    @staticmethod
    def at_least(value, bound, unit=""):
        return Goal(f"≥ {number(bound)}{unit}", value >= bound)

    @staticmethod
    def at_most(value, bound, unit=""):
        return Goal(f"≤ {number(bound)}{unit}", value <= bound)


class Table:
    """The results of a benchmark, by default with the columns of `HEAD`; the last says whether the goal is met."""

    HEAD = ("what", "ours", "peer", "ratio", "goal", "")

    def __init__(self, title, head=HEAD):
        self.title = title
        self.head = head
        self.rows = []
        self.notes = []

    def row(self, what, ours, peer="", ratio=None, goal=None):
        self.rows.append((
            what, ours, peer, "" if ratio is None else f"{number(ratio)}×",
            goal.text if goal else "", ("met" if goal.is_met else "MISSED") if goal else ""))

    def cells(self, *texts):
        """Adds a row to a table with other columns; missing cells are empty."""
        self.rows.append(texts + ("",) * (len(self.head) - len(texts)))

    def note(self, text):
        self.notes.append(text)

    def print(self):
        lines = [self.head] + self.rows
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.head))]
        print(f"\n## {self.title}\n")
        for index, line in enumerate(lines):
            first = line[0].ljust(widths[0])
            rest = [text.rjust(width) for text, width in zip(line[1:], widths[1:])]
            print("| " + " | ".join([first] + rest) + " |")
            if index == 0:
                rules = ["-" * (width + 1) + ":" for width in widths[1:]]
                print("|" + "|".join(["-" * (widths[0] + 2)] + rules) + "|")
        if self.notes:
            print()
        for text in self.notes:
            print(f"- {text}")


def number(value):
    """A number with three significant digits, or all digits before the decimal point."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def microseconds(value):
    return f"{number(value)} µs" if value < 1_000 else f"{number(value / 1_000)} ms"


def per_second(rate, what):
    return f"{number(rate)} {what}/s"


def megabytes(kibibytes):
    return f"{number(kibibytes / 1024)} MB"


def require_equal(ours, theirs, question):
    if ours != theirs:
        raise Broken(f"answers differ for {question}: ours {ours}, expected {theirs}")


def run(command, allowed=(0,), **options):
    """Runs a program to its end and returns its output as text."""
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if result.returncode not in allowed:
        raise Broken(f"{command[0]} ended with {result.returncode}: {' '.join(map(str, command))[:300]}")
    return result.stdout


@dataclass
class Cost:
    """The cost of a run in seconds: wall-clock time, and CPU time including all child processes."""

    wall: float
    cpu: float


def timed(work):
    """Runs `work`, which starts programs and waits for them; returns its result and its cost."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    result = work()
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result, Cost(wall, cpu)


def in_turn(rounds, *works, before=lambda: None):
    """Calls all functions once a round, so that other load of the machine affects them equally.

    `before` is called before each of them and is not measured. Returns a list of costs for each function.
    """
    costs = [[] for _ in works]
    for index in range(rounds):
        order = range(len(works)) if index % 2 == 0 else reversed(range(len(works)))
        for which in order:
            before()
            costs[which].append(timed(works[which])[1])
    return costs


def median(values):
    return statistics.median(values)


def median_ratio(numerators, denominators):
    """The median of the ratios of each round: both values of a round were measured under the same load."""
    return median([a / b for a, b in zip(numerators, denominators)])


def peak_memory(command):
    """The peak resident memory of a program, in KiB.

    GNU time starts the program and measures it: a direct child of Python would inherit Python's peak.
    """
    with tempfile.NamedTemporaryFile("r") as report:
        run(["/usr/bin/time", "-f", "%M", "-o", report.name, *command], stderr=subprocess.DEVNULL)
        return int(report.read().split()[-1])


def print_machine():
    model = next(
        (line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine())
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} cores, {model}; load {load}; Linux {platform.release()}")
    if os.getloadavg()[0] > 0.5 * (os.cpu_count() or 1):
        print("Other programs are busy: trust the ratios more than the times.")
