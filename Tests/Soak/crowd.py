"""Crowds: measures a normal client beside thousands of idle and slow ones, and memory and descriptors
over a million requests."""

import json
import shutil
import tempfile
import time
import urllib.request
from pathlib import Path

from clients import AUTHORIZATION, Listener, Weather, write_passwords
from contents import PACKAGE
from free_port import free_port
from invented import photo, write_photos
from neighbour import ADDRESS, QUESTIONS, Meeting, meet
from program import PATIENCE, Background, Fault, NotServing, Program, Server, allow_descriptors, most_descriptors
from strangers import SILENT, SLOW, WAITING, Strangers, many_addresses, one_address
from summary import DESCRIPTOR_SLACK, Flatness, print_outcome
from truth import seeded
from wrk import Wrk

PHOTOS = 100_000
# The time limit until a listener receives a change on a busy machine.
TOLD_SECONDS = 10
REQUESTS_A_NOTE = 50_000
WRK_CONNECTIONS = 32


class Crowd:
    def __init__(self, program: str, seed: int, clients: int, seconds: int, requests: int) -> None:
        self.program, self.seed = Program(program), seed
        self.clients, self.seconds, self.requests = clients, seconds, requests
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-crowd-"))
        self.database = self.folder / "photos.sqlite"
        self.faults: list[str] = []
        self.lot = seeded(seed, "crowd")

    def run(self) -> bool:
        try:
            self.prepare()
            if self.seconds:
                self.stand_crowds("no password", [])
                self.stand_crowds("with a password", ["--auth-file", write_passwords(self.folder)], everything_only=True)
            if self.requests:
                self.last_long()
        except (Fault, NotServing) as error:
            self.faults.append(str(error))
        kept = self.folder if self.faults else None
        if not kept:
            shutil.rmtree(self.folder, ignore_errors=True)
        return print_outcome(self.faults, self.seed, kept)

    def prepare(self) -> None:
        allowed = allow_descriptors(most_descriptors())
        lines = self.folder / "invented.ndjson"
        write_photos(lines, PHOTOS, self.lot)
        self.program.output("import", "--quiet", "--db", self.database, lines)
        lines.unlink()
        print(f"{PHOTOS:,} photos, {allowed:,} descriptors for the server, {self.seconds} s each", flush=True)

    # --- Beside crowds

    def stand_crowds(self, name: str, options: list, *, everything_only: bool = False) -> None:
        """Runs one crowd after the other, each beside a normal client."""
        print(f"\n| {name} | open at once | opened, closed by the server, refused | requests | median | 99 % | longest | "
              "failed | told of a change after | memory |\n|---|---|---|---|---|---|---|---|---|---|")
        idle, slow, few = [SILENT, WAITING], SLOW, max(1, self.clients * 3 // 5)
        stages = [
            ("alone", [], False),
            (f"{self.clients:,} idle, from 250 addresses", [(idle, self.clients, many_addresses)], False),
            (f"{self.clients:,} idle, from one", [(idle, self.clients, one_address)], False),
            (f"{few:,} slow, from 250 addresses", [(slow, few, many_addresses)], False),
            (f"{few:,} slow, from one", [(slow, few, one_address)], False),
            ("both, and `wrk`", [(idle, self.clients, many_addresses), (slow, few, many_addresses)], True),
            ("alone again", [], False)]
        if everything_only:
            stages = [stages[0], *stages[-2:]]
        with Served(self, name, options) as served:
            alone = None
            for stage, crowds, has_load in stages:
                alone = served.stage(stage, crowds, has_load, alone) or alone

    # --- A million requests

    def last_long(self) -> None:
        """Sends a million requests to a new server, and measures memory and descriptors."""
        if not Wrk.is_there():
            self.faults.append("wrk is not installed, so the million requests were left out; run: scripts/setup")
            return
        targets = [target(self.lot) for _ in range(400) for target in QUESTIONS.values()]
        targets += ["/app/main.js", "/collections/photos/timeline?per=day", "/collections", "/api", "/tiles/photos.json"]
        print("\n| requests | memory | descriptors |\n|---|---|---|")
        with Served(self, "a server that is asked a million times", []) as served:
            flatness = Flatness(served.server.name)
            # More time than needed; it is stopped after enough requests.
            load = Wrk(served.port, targets, self.folder, seconds=24 * 3_600, connections=WRK_CONNECTIONS)
            try:
                self.note_until_done(served, flatness)
            finally:
                load.stop()
                told = load.result()
        print(f"\n{told['requests'] / told['seconds']:,.0f} requests a second by wrk, {told['failed']} failed")
        if told["failed"]:
            self.faults.append(f"{told['failed']} of {told['requests']} requests by wrk failed")
        if self.requests >= 10 * REQUESTS_A_NOTE:
            self.faults += flatness.problems()

    def note_until_done(self, served: "Served", flatness: Flatness) -> None:
        noted = 0
        while noted < self.requests:
            time.sleep(0.2)
            served.server.require_running()
            asked = served.requests_answered()
            if asked < noted + REQUESTS_A_NOTE:
                continue
            noted = asked // REQUESTS_A_NOTE * REQUESTS_A_NOTE
            memory, descriptors = served.server.resident, served.server.descriptors
            flatness.note_memory(noted, memory)
            flatness.note_descriptors(descriptors)
            print(f"| {noted:,} | {memory / 1_000:.1f} MB | {descriptors} |", flush=True)


class Served:
    """A server with a listener while the index changes, and its figures."""

    def __init__(self, crowd: Crowd, name: str, options: list) -> None:
        self.crowd, self.name, self.faults = crowd, name, crowd.faults
        self.port = free_port()
        self.server = Server(
            crowd.program, name, self.port,
            ["--db", crowd.database, "--static", PACKAGE / "static", "--no-cache", "--quiet", *options],
            crowd.folder / f"{name.replace(' ', '-')}.log")
        self.changes, self.waits = 0, []
        self.most_memory = self.most_descriptors = 0
        self.quiet_descriptors: int | None = None

    def __enter__(self):
        self.server.start()
        self.listener = Listener(
            Weather({self.name: self.port}), self.name, self.faults, is_slow=False, address=ADDRESS)
        self.backgrounds = [Background(self.change_and_listen, self.faults), Background(self.look, self.faults)]
        return self

    def __exit__(self, *_) -> None:
        for background in self.backgrounds:
            background.stop()
        self.listener.stop()
        self.server.stop()

    def change_and_listen(self) -> None:
        """Changes the index, and waits until the listener has received the event."""
        self.changes += 1
        changed = self.crowd.folder / "changed.ndjson"
        changed.write_text(json.dumps(photo(self.changes, (7, 47), ("Canon", "EOS R6"), self.crowd.lot)))
        heard = self.listener.heard["photos-changed"]
        self.crowd.program.output("import", "--quiet", "--db", self.crowd.database, changed)
        start = time.monotonic()
        while self.listener.heard["photos-changed"] == heard:
            if time.monotonic() > start + TOLD_SECONDS:
                return self.faults.append(f"a listener received no change for {TOLD_SECONDS} s")
            time.sleep(0.02)
        self.waits.append(time.monotonic() - start)
        time.sleep(1)

    def look(self) -> None:
        self.most_memory = max(self.most_memory, self.server.resident)
        self.most_descriptors = max(self.most_descriptors, self.server.descriptors)
        time.sleep(0.2)

    def requests_answered(self) -> int:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/metrics", headers={"Authorization": AUTHORIZATION})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return sum(int(line.split()[-1]) for line in lines if line.startswith("geoindex_http_requests_total{"))

    # --- Beside crowds

    def stage(self, name: str, crowds: list, has_load: bool, alone: Meeting | None) -> Meeting | None:
        """Runs crowds beside a normal client and prints the figures; returns them if there was no crowd."""
        self.most_memory = self.most_descriptors = 0
        self.waits.clear()
        cut_off = self.listener.heard["connections"]
        strangers = [Strangers(self.port, *crowd) for crowd in crowds]
        for crowd in strangers:
            crowd.__enter__()
        try:
            for crowd in strangers:
                if not crowd.wait_until_all_came(120):
                    self.faults.append(f"{name}: a crowd could not come in: {crowd.figures}")
            load = self.load() if has_load and Wrk.is_there() else None
            met = meet(self.port, self.crowd.seconds, f"{self.crowd.seed} {name}")
            figures = [crowd.figures for crowd in strangers]
            told = load.result() if load else None
        finally:
            for crowd in strangers:
                crowd.__exit__()
        self.server.require_running()
        found = met.problems()
        if not crowds:
            found += self.left_behind()
        if self.listener.heard["connections"] != cut_off:
            found.append("a listener was cut off")
        self.faults += [f"{name} ({self.name}): {problem}" for problem in found]
        self.print(name, figures, met, alone, len(found))
        if told:
            print(f"`wrk`: {told['requests'] / told['seconds']:,.0f} requests a second, {told['failed']} failed")
        return None if crowds else met

    def left_behind(self) -> list[str]:
        """The connections that are still open from before."""
        if self.quiet_descriptors is None:
            self.quiet_descriptors = self.server.descriptors
        end = time.monotonic() + PATIENCE
        while self.server.descriptors > self.quiet_descriptors + DESCRIPTOR_SLACK:
            if time.monotonic() > end:
                return [f"descriptors grew from {self.quiet_descriptors} to {self.server.descriptors}"]
            time.sleep(0.1)
        return []

    def load(self) -> Wrk:
        targets = [target(self.crowd.lot) for _ in range(100) for target in QUESTIONS.values()]
        return Wrk(self.port, targets, self.crowd.folder, seconds=self.crowd.seconds, connections=WRK_CONNECTIONS)

    def print(self, name: str, figures: list[dict], met: Meeting, alone: Meeting | None, failed: int) -> None:
        def beside(seconds: float, before: float | None) -> str:
            return f"{seconds * 1_000:.1f} ms" + (f" ({seconds / before:.1f} ×)" if before else "")

        came, left, refused = (sum(one[what] for one in figures) for what in ("came", "hung up on", "refused"))
        print(
            f"| {name} | {self.most_descriptors:,} | {came:,}, {left:,}, {refused:,} | {len(met.all_seconds):,} | "
            f"{beside(met.median, alone and alone.median)} | "
            f"{beside(met.percentile_99, alone and alone.percentile_99)} | {beside(met.longest, None)} | "
            f"{failed} ({met.asked_again} asked again) | {max(self.waits, default=0):.1f} s | "
            f"{self.most_memory / 1_000:.0f} MB |", flush=True)
