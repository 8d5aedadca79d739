"""kill -9 at random moments of a scan, an import and a watcher: each time the index must be intact, and after
another scan equal to the file system, with the same ids for moved files."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from contents import Contents
from desk import Desk
from family import Family
from program import Fault, NotServing, Program, Server
from summary import print_outcome
from truth import Index, differences, fresh_differences, lost_ids, seeded, walk

PHOTOS = 80
RECORDS = 3_000


class Kills:
    def __init__(self, program: str, seed: int, count: int) -> None:
        self.program, self.seed, self.count = Program(program), seed, count
        self.lot = seeded(seed, "kills")
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-kills-"))
        self.database = self.folder / "photos.sqlite"
        self.contents = Contents(seeded(seed, "contents"))
        self.library = os.fsencode(self.folder / "library")
        self.family = Family(
            [self.library], os.fsencode(self.folder / "outside"), self.contents, seeded(seed, "family"), PHOTOS)
        self.desk = Desk(self.program, self.folder / "desk", self.folder / "desk.sqlite", seeded(seed, "desk"))
        self.faults: list[str] = []
        self.counts: Counter = Counter()
        self.seconds: dict[str, float] = {}
        self.before = None
        self.imported: set[bytes] = set()

    def run(self) -> bool:
        start = time.monotonic()
        try:
            while len(self.family.files()) < PHOTOS:
                self.family.change(takes_its_time=False)
            self.write_records()
            self.desk.prepare()
            for number in range(self.count):
                self.round()
                if self.faults:
                    break
                if number % 25 == 24:
                    print(f"{number + 1} kills, {time.monotonic() - start:.0f} s", flush=True)
        except (Fault, NotServing) as error:
            self.faults.append(str(error))
        kept = self.keep_what_is_wrong()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.print(time.monotonic() - start)
        return print_outcome(self.faults, self.seed, kept)

    def round(self) -> None:
        for _ in range(self.lot.randint(0, 12)):
            self.family.change(takes_its_time=False)
        if self.lot.random() < 0.15:
            self.begin_anew()
        what = self.lot.choice([self.kill_scan, self.kill_scan, self.kill_full_scan, self.kill_import, self.kill_watch, self.kill_act])
        what()
        self.counts[what.__name__] += 1
        self.faults += self.program.damage(self.database)
        self.compare(f"after {what.__name__}")

    def begin_anew(self) -> None:
        for ending in ("", "-wal", "-shm", ".lock"):
            Path(f"{self.database}{ending}").unlink(missing_ok=True)
        self.before, self.imported = None, set()

    # --- Killing

    def kill_scan(self) -> None:
        self.kill_somewhere("scan", "--quiet", "--db", self.database, self.library)

    def kill_full_scan(self) -> None:
        self.kill_somewhere("scan", "--full", "--quiet", "--db", self.database, self.library)

    def kill_import(self) -> None:
        command = ["import", "--quiet", "--db", self.database, self.folder / "trip.ndjson"]
        self.kill_somewhere(*command)
        self.program.output(*command)
        self.imported = {b"import:trip.ndjson/trip/%d.jpg" % number for number in range(RECORDS)}

    def kill_act(self) -> None:
        """Places photos by hand and undoes it, until a command was killed; then no note may be lost."""
        kills = self.desk.counts["kills of an act"]
        while self.desk.counts["kills of an act"] == kills:
            self.desk.step()
        self.counts["killed in the middle"] += 1
        self.faults += self.desk.check()
        self.faults += self.program.damage(self.desk.database)

    def kill_somewhere(self, *command) -> None:
        """Kills a command at a random moment of its last uninterrupted duration."""
        kind = " ".join(str(word) for word in command[:2])
        if kind not in self.seconds:
            start = time.monotonic()
            self.program.output(*command)
            self.seconds[kind] = time.monotonic() - start
        process = self.program.start(*command)
        try:
            process.wait(timeout=self.lot.random() * self.seconds[kind] * 1.2)
        except subprocess.TimeoutExpired:
            process.kill()
        if process.wait() == -signal.SIGKILL:
            self.counts["killed in the middle"] += 1

    def kill_watch(self) -> None:
        """Kills a watching server while files change."""
        server = Server(
            self.program, "the watcher", 0,
            ["--db", self.database, "--watch", os.fsdecode(self.library), "--no-cache", "--quiet"], self.folder / "log")
        server.start()
        for _ in range(self.lot.randint(0, 25)):
            self.family.change(takes_its_time=False)
            time.sleep(self.lot.random() * 0.03)
        time.sleep(self.lot.random() * 0.5)
        server.kill()
        self.counts["killed in the middle"] += 1

    # --- Comparing

    def compare(self, when: str) -> None:
        self.program.output("scan", "--quiet", "--allow-empty", "--db", self.database, self.library)
        files, index = walk(self.library, self.contents), Index(self.program, self.database)
        found = differences(index, files, self.imported)
        # Checks photos with changed bytes too; not in every round, because few of them change.
        if not found and sum(self.counts[name] for name in self.kinds()) % 5 == 0:
            found = fresh_differences(
                index, self.program, [self.library], self.folder / "fresh.sqlite", self.imported)
        if found:
            self.faults += [f"{when}, {len(found)} differences", *found[:20]]
        if self.before:
            lost, moved = lost_ids(self.before, (files, index), self.family.strayed)
            self.counts["moved photos that kept their id"] += moved
            self.counts["moved photos that got another id"] += len(lost)
            # A file that moves during the first scan of a watcher may get another id.
            if lost and "watch" not in when:
                self.faults += [f"{when}, ids that were not kept", *lost[:20]]
        self.before = files, index
        self.family.strayed.clear()
        self.counts["files compared"] += len(files)

    def write_records(self) -> None:
        lines = (
            json.dumps({
                "type": "Feature", "geometry": {"type": "Point", "coordinates": [number / 100, 10.5]},
                "properties": {"path": f"trip/{number}.jpg"}})
            for number in range(RECORDS))
        (self.folder / "trip.ndjson").write_text("\n".join(lines))

    def keep_what_is_wrong(self) -> Path | None:
        if not self.faults:
            return None
        kept = Path(tempfile.mkdtemp(prefix="geoindex-kills-fault-"))
        for path in [*self.folder.glob("photos.sqlite*"), *self.folder.glob("log")]:
            shutil.copy(path, kept)
        return kept

    def print(self, seconds: float) -> None:
        counts = self.counts
        rows = [
            ("minutes", f"{seconds / 60:.1f}"),
            ("kills", f"{sum(counts[name] for name in self.kinds())} ({self.kinds_text()})"),
            ("of them while the program was at work", counts["killed in the middle"]),
            ("changes to the files", f"{self.family.changes:,}"),
            ("files compared", f"{counts['files compared']:,}"),
            ("acts by hand, exports compared", f"{self.desk.counts['acts']:,}, {self.desk.counts['exports compared']:,}"),
            ("ids kept by moves", f"{counts['moved photos that kept their id']:,} of "
             f"{counts['moved photos that kept their id'] + counts['moved photos that got another id']:,}"),
        ]
        for label, figure in rows:
            print(f"{label:<46} {figure}")

    def kinds(self) -> list[str]:
        return ["kill_scan", "kill_full_scan", "kill_import", "kill_watch", "kill_act"]

    def kinds_text(self) -> str:
        return ", ".join(f"{self.counts[name]} {name[5:].replace('_', ' ')}" for name in self.kinds())
