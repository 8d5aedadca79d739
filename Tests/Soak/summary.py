"""The figures of a run and their limits."""

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

# A warm server holds cached responses, statements and the buffers of its connections; beyond that, memory
# must not grow. Memory is compared between the time from 10 % to 20 % of the run and the last tenth.
MEMORY_GROWTH = 1.25
MEMORY_SLACK = 16_384  # kB
# Readers of the index stay open after use; their number is the maximum that were used at once.
DESCRIPTOR_SLACK = 24


class Flatness:
    """Memory and descriptors of the long-running server, by time or by requests."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.memory: list[tuple[float, int]] = []
        self.descriptors: list[int] = []

    def note_memory(self, at: float, kilobytes: int) -> None:
        self.memory.append((at, kilobytes))

    def note_descriptors(self, count: int) -> None:
        self.descriptors.append(count)

    def memory_between(self, first: float, last: float) -> int:
        if not self.memory:
            return 0
        # On a busy machine, making the library takes longer than a tenth of the run.
        start, end = self.memory[0][0], self.memory[-1][0]
        span = start + first * (end - start), start + last * (end - start)
        return round(median([size for at, size in self.memory if span[0] <= at <= span[1]] or [self.memory[0][1]]))

    def early_descriptors(self) -> int:
        return self.descriptors[len(self.descriptors) // 10] if self.descriptors else 0

    def late_descriptors(self) -> int:
        return self.descriptors[-1] if self.descriptors else 0

    def problems(self) -> list[str]:
        found = []
        early, late = self.memory_between(0.1, 0.2), self.memory_between(0.9, 1)
        if late > early * MEMORY_GROWTH + MEMORY_SLACK:
            found.append(f"the memory of {self.name} grew from {early} kB to {late} kB")
        if self.late_descriptors() > self.early_descriptors() + DESCRIPTOR_SLACK:
            found.append(f"the descriptors of {self.name} grew from {self.early_descriptors()} to {self.late_descriptors()}")
        return found


class Summary:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counts: Counter = Counter()
        self.asked: Counter = Counter()
        self.differences = 0
        # For information only; in a loaded phase there is no guarantee.
        self.lost_in_storms: list[str] = []
        self.longest_in_step = 0.0
        self.remarks: set[str] = set()
        self.kept: Path | None = None
        self.start = time.monotonic()

    def note_in_step(self, seconds: float) -> None:
        self.longest_in_step = max(self.longest_in_step, seconds)

    def note_progress(self, faults: list[str], seconds: float) -> None:
        print(
            f"{seconds:6.0f} s  {self.counts['rounds']} rounds, {self.counts['kills']} kills, "
            f"{self.counts['comparisons']} comparisons, {len(faults)} faults", file=sys.stderr, flush=True)

    def print(self, soak) -> bool:
        """Prints all figures; returns whether there were no faults."""
        if soak.minutes >= 5:
            soak.faults += soak.flatness.problems()
        if not soak.disk.is_mounted:
            self.remarks.add(f"no small disk could be mounted, so none was full ({soak.disk.why_not})")
        for label, figure in self.rows(soak):
            print(f"{label:<46} {figure}")
        for remark in sorted(self.remarks):
            print(f"LEFT OUT: {remark}")
        return print_outcome(soak.faults, self.seed, self.kept)

    def rows(self, soak):
        counts, asked, flatness = self.counts, self.asked, soak.flatness
        refused = sum(asked[f"status {status}"] for status in (401, 403, 429, 503))
        yield "minutes", f"{(time.monotonic() - self.start) / 60:.1f}"
        yield "rounds", counts["rounds"]
        yield "changes to the files", f"{soak.family.changes + soak.attic_family.changes:,}"
        yield "kill -9 (server, scan)", f"{counts['kills']}, {counts['kills of a scan']}"
        yield "scans (terminal, POST /scans, cancelled)", (
            f"{counts['scans by a terminal']}, {asked['scans requested']}, {asked['scans cancelled']}")
        yield "imports, forget, links shared and revoked", (
            f"{counts['imports']}, {counts['forgotten']}, {counts['links shared and taken back']}")
        desk = soak.desk.counts
        yield "acts by hand, killed, exports and maps compared", (
            f"{desk['acts']}, {desk['kills of an act']}, {desk['exports compared']}, {desk['maps compared']}")
        people = soak.people.counts
        yield "users added, removed, with another scope", (
            f"{people['added']}, {people['removed']}, {people['scopes changed']}")
        yield "sign-ins, sign-outs, changed passwords", (
            f"{people['signed in']}, {people['signed out']}, {people['passwords changed']}")
        yield "photos that users were shown, former users refused", (
            f"{people['photos looked at']:,}, {people['refused after the removal']}")
        yield "requests answered (clients, wrk)", f"{asked['requests']:,}, {counts['requests by wrk']:,}"
        yield "bad requests and hostile clients", f"{asked['bad requests']:,}"
        yield "refused (401, 403, 429, 503)", f"{refused:,}"
        yield "times the disk was full", counts["disk-full episodes"]
        yield "times without free descriptors, clock changes", f"{counts['descriptor famines']}, {counts['clock changes']}"
        yield "events received, connections of listeners", (
            f"{sum(one.heard['photos-changed'] for one in soak.listeners):,}, "
            f"{sum(one.heard['connections'] for one in soak.listeners)}")
        yield "slowest /healthz", f"{asked['slowest healthz']:.2f} s"
        yield "longest time until the index was up to date", f"{self.longest_in_step:.1f} s"
        yield "memory of the long-running server, at 10 % and 100 %", (
            f"{flatness.memory_between(0.1, 0.2):,} kB, {flatness.memory_between(0.9, 1):,} kB")
        yield "its descriptors at rest, at 10 % and 100 %", f"{flatness.early_descriptors()}, {flatness.late_descriptors()}"
        yield "ids kept by moves (in loaded phases, in quiet phases)", (
            f"{counts['photos moved in loaded phases that kept their id']:,} of "
            f"{counts['photos moved in loaded phases that kept their id'] + counts['photos moved in loaded phases that got another id']:,}, "
            f"{counts['photos moved in quiet phases that kept their id']:,} of {counts['photos moved in quiet phases that kept their id']:,}")
        yield "integrity checks, full comparisons", f"{counts['integrity checks']}, {counts['comparisons']}"
        yield "files compared", f"{counts['files compared']:,}"
        yield "differences", self.differences


def print_outcome(faults: list[str], seed: int, kept: Path | None) -> bool:
    for fault in faults[:60]:
        print(f"FAULT: {fault}")
    if faults:
        print(f"{len(faults)} faults with seed {seed}" + (f"; logs and index: {kept}" if kept else ""))
    else:
        print(f"nothing lost, nothing twice (seed {seed})")
    return not faults
