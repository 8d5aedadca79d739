"""A person who places photos by hand, undoes that and exports the notes, while commands are killed: no act may be
lost or changed, and after a scan the map equals the acts.

The photos are in a folder that nothing else changes, with an index of its own on the disk that is filled up.
"""

import json
import os
import random
import subprocess
import time
from collections import Counter
from pathlib import Path

from program import RECORDED, Fault, Program

PHOTOS = 12


class Desk:
    def __init__(self, program: Program, folder: Path, database: Path, lot: random.Random) -> None:
        self.program, self.folder, self.database, self.lot = program, folder, database, lot
        self.counts: Counter = Counter()
        # The lines of each act that was exported, and the acts that may or must have been added since.
        self.acts: list[list[dict]] = []
        self.asked: list[tuple[bool, dict]] = []
        self.seconds = 0.2
        self.serial = 0

    def prepare(self) -> None:
        self.folder.mkdir()
        for number in range(PHOTOS):
            comment = b"photo %d" % number
            content = b"\xff\xd8\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + b"\xff\xd9"
            (self.folder / f"{number:02}.jpg").write_bytes(content)
        self.scan()

    def scan(self) -> None:
        self.program.output("scan", "--quiet", "--db", self.database, self.folder)

    def step(self) -> None:
        """One act, which is killed half of the time, or an export."""
        what = self.lot.choice(["place", "place", "undo", "export"])
        if what == "export":
            self.read()
        elif what == "place":
            self.place()
        elif self.read() and self.acts:
            self.undo()

    def place(self) -> None:
        self.serial += 1
        names = self.lot.sample(sorted(os.listdir(self.folder)), self.lot.randint(1, 3))
        latitude, longitude = self.serial % 80, self.serial / 1_000
        self.act({"paths": [str(self.folder / name) for name in names], "at": [latitude, longitude]},
                 "place", *[str(self.folder / name) for name in names], "--at", f"{latitude}, {longitude}", "--apply")

    def undo(self) -> None:
        number = self.lot.randrange(len(self.acts))
        self.act({"undoes": self.acts[number][0]["act"]}, "place", "--undo", str(number + 1))

    def act(self, wanted: dict, *command: str) -> None:
        """Runs a command, perhaps until it is killed; if it ends well, its act must be in the notes."""
        command = (*command, "--quiet", "--db", str(self.database))
        if self.lot.random() < 0.5:
            start = time.monotonic()
            is_done = self.program.run(*command).returncode in (0, RECORDED)
            self.seconds = 0.8 * self.seconds + 0.2 * (time.monotonic() - start)
        else:
            process = self.program.start(*command)
            try:
                is_done = process.wait(timeout=self.lot.random() * self.seconds * 1.2) in (0, RECORDED)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                is_done = False
                self.counts["kills of an act"] += 1
        self.asked.append((is_done, wanted))
        self.counts["acts"] += is_done

    # --- What the notes must contain

    def read(self) -> bool:
        """Exports the notes, and compares them with the acts; returns whether that was possible."""
        done = self.program.run("notes", "export", "--quiet", "--db", self.database)
        if done.returncode != 0:
            return False
        acts: list[list[dict]] = []
        for line in done.stdout.decode().splitlines():
            entry = json.loads(line)
            if "act" in entry:
                acts.append([])
            acts[-1].append(entry)
        if acts[:len(self.acts)] != self.acts:
            raise Fault(f"an act was lost or changed: {len(acts)} acts now, {len(self.acts)} before")
        new = acts[len(self.acts):]
        for is_certain, wanted in self.asked:
            if new and self.is_act(new[0], wanted):
                new.pop(0)
            elif is_certain:
                raise Fault(f"an act was lost: {wanted}")
        if new:
            raise Fault(f"the notes have an act that no command has made: {new[0]}")
        self.acts, self.asked = acts, []
        self.counts["exports compared"] += 1
        return True

    @staticmethod
    def is_act(lines: list[dict], wanted: dict) -> bool:
        rest = lines[1:]
        if "undoes" in wanted:
            return bool(rest) and all(line.get("undoes") == wanted["undoes"] for line in rest)
        places = [(line.get("path"), line.get("latitude"), line.get("longitude")) for line in rest]
        return places == [(path, *wanted["at"]) for path in wanted["paths"]]

    def expected(self) -> dict[str, tuple[float, float]]:
        """The position of each photo by the acts: of its placements that are not undone, the newest."""
        undone = {(line["undoes"], line["photo"]) for act in self.acts for line in act[1:] if "undoes" in line}
        return {
            Path(line["path"]).name: (line["latitude"], line["longitude"])
            for act in self.acts for number, line in enumerate(act[1:])
            if "path" in line and (act[0]["act"], number) not in undone}

    def check(self) -> list[str]:
        """Differences after a scan, when nothing is killed and the disk has space; none if the map equals the acts."""
        self.scan()
        if not self.read():
            return ["the notes cannot be exported"]
        found = {}
        for line in self.program.output("export", "--format", "ndjson", "--db", self.database).splitlines():
            feature = json.loads(line)
            longitude, latitude = feature["geometry"]["coordinates"]
            found[feature["properties"]["filename"]] = latitude, longitude
        wanted = self.expected()
        self.counts["maps compared"] += 1
        return [
            f"{name} is at {found.get(name)}, by the acts at {wanted.get(name)}"
            for name in sorted(found.keys() | wanted.keys()) if found.get(name) != wanted.get(name)]
