"""Everything at once, round by round: a loaded phase with one fault, then a quiet phase in which the index
must equal the file system."""

import json
import os
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from clients import (
    Listener, Role, Weather, current_event_id, get_json, probe, read, vandalise, write_passwords)
from clock import Clock
from contents import PACKAGE, Contents
from desk import Desk
from disk import Disk
from family import Family
from free_port import free_port
from people import People
from program import Background, Fault, NotServing, Program, Server, allow_descriptors
from summary import Flatness, Summary
from truth import Index, differences, fresh_differences, lost_ids, seeded, stamps, walk
from wrk import Wrk

PHOTOS = 350
DISK_MEGABYTES = 48
# The seconds of a loaded phase; shorter in a short run, so that it has as many faults as possible.
STORM_SECONDS, SHORT_STORM_SECONDS, SHORT_MINUTES = (6, 14), (2, 5), 5
# How long a watcher may take until the index is equal to the file system, on a machine that is busy.
IN_STEP_SECONDS = 60


class Soak:
    def __init__(self, program: str, seed: int, minutes: float, photos: int = PHOTOS) -> None:
        self.seed, self.minutes = seed, minutes
        self.start = time.monotonic()
        self.program = Program(program)
        self.lot = seeded(seed, "conductor")
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-soak-"))
        self.disk = Disk(self.folder / "disk", DISK_MEGABYTES)
        self.database = self.disk.folder / "photos.sqlite"
        self.faults: list[str] = []
        self.summary = Summary(seed)
        self.flatness = Flatness("the long-running server")
        self.contents = Contents(seeded(seed, "contents"))
        bytes_folder = os.fsencode(self.folder)
        self.library, self.shoebox, self.attic = (
            bytes_folder + b"/" + name for name in (b"library", b"shoebox", b"attic"))
        self.family = Family(
            [self.library, self.shoebox], bytes_folder + b"/outside", self.contents, seeded(seed, "family"), photos)
        self.attic_family = Family(
            [self.attic], bytes_folder + b"/outside-attic", self.contents, seeded(seed, "attic"), photos // 8)
        self.weather = Weather({"young": free_port(), "elder": free_port()})
        self.clock = Clock(self.folder)
        self.servers = {name: self.server(name) for name in ("young", "elder")}
        self.desk = Desk(self.program, self.folder / "desk", self.disk.folder / "desk.sqlite", seeded(seed, "desk"))
        self.people = People(
            self.program, self.folder, self.database, self.weather.ports, seeded(seed, "people"))
        self.attic_is_known = self.is_imported = False
        self.imported: set[bytes] = set()
        self.wrk_counts: Counter = Counter()
        self.last_calm = None

    def server(self, name: str) -> Server:
        folder = self.folder / name
        folder.mkdir()
        passwords = write_passwords(folder)
        root = {"young": self.library, "elder": self.shoebox}[name]
        arguments = [
            "--db", self.database, "--watch", os.fsdecode(root), "--poll", "5", "--cache", self.disk.folder / "thumbnails",
            "--cache-size", "8", "--static", PACKAGE / "static", "--auth-file", passwords, "--quiet"]
        return Server(self.program, name, self.weather.ports[name], arguments, folder / "log")

    # --- The course of it

    def run(self) -> bool:
        try:
            self.prepare()
            kinds = self.course()
            end = time.monotonic() + 60 * self.minutes
            while time.monotonic() < end and not self.faults:
                self.round(next(kinds))
                self.summary.note_progress(self.faults, time.monotonic() - self.start)
        except (Fault, NotServing) as error:
            self.faults.append(str(error))
        except Exception as error:  # The run is cleaned up and reported after any error.
            self.faults.append(f"{type(error).__name__}: {error}")
            traceback.print_exc()
        finally:
            self.finish()
        return self.summary.print(self)

    def prepare(self) -> None:
        # The idle clients are connections of this program's processes.
        allow_descriptors(4_096)
        self.roles = [
            Role(self.weather, f"{self.seed} readers", read, 5), Role(self.weather, f"{self.seed} vandals", vandalise, 3),
            Role(self.weather, f"{self.seed} probe", probe, 1)]
        while len(self.family.files()) < self.family.wanted:
            self.family.change(takes_its_time=False)
        while len(self.attic_family.files()) < self.attic_family.wanted:
            self.attic_family.change(takes_its_time=False)
        self.family.changes = self.attic_family.changes = 0
        self.desk.prepare()
        for name in ("elder", "young"):
            self.servers[name].start()
        self.listeners = [
            Listener(self.weather, name, self.faults, is_slow=slow)
            for name in ("young", "elder") for slow in (False, False, True)]
        self.backgrounds = [
            Background(self.family_step, self.faults), Background(self.command_step, self.faults),
            Background(self.watch_memory, self.faults), Background(self.people.step, self.faults)]
        for background in self.backgrounds[:2]:
            background.rest()

    def course(self):
        """The faults in order: first one of each, then random ones."""
        kinds = [
            self.kill_young, self.fill_disk, self.take_descriptors, self.kill_with_full_disk, self.terminate_young,
            self.change_clock, self.kill_twice, self.hang_up_signals]
        yield from kinds
        while True:
            yield self.lot.choices(kinds, [6, 2, 2, 2, 1, 1, 2, 1])[0]

    def round(self, great_fault) -> None:
        self.weather.rest.value = 0
        for background in self.backgrounds:
            background.go_on()
        seconds = self.lot.uniform(*(SHORT_STORM_SECONDS if self.minutes < SHORT_MINUTES else STORM_SECONDS))
        time.sleep(seconds * self.lot.random())
        great_fault()
        self.summary.counts[great_fault.__name__] += 1
        self.load_with_wrk()
        time.sleep(seconds * self.lot.random() / 2)
        for background in self.backgrounds[:2]:
            background.rest()
        self.family.finish()
        self.weather.rest.value = 1
        self.calm()
        self.summary.counts["rounds"] += 1

    def finish(self) -> None:
        self.weather.stop.value = 1
        for background in getattr(self, "backgrounds", []):
            background.stop()
        for listener in getattr(self, "listeners", []):
            listener.stop()
        for role in getattr(self, "roles", []):
            counts, faults = role.end()
            slowest = max(self.summary.asked["slowest healthz"], counts.pop("slowest healthz", 0))
            self.summary.asked.update(counts)
            self.summary.asked["slowest healthz"] = slowest
            self.faults += faults
        for server in self.servers.values():
            if server.process and server.process.poll() is None:
                try:
                    server.stop()
                except Fault as error:
                    self.faults.append(str(error))
                    server.process.kill()
            elif server.process:
                self.faults.append(f"{server.name} ended by itself with {server.process.returncode}: {server.said()}")
        if not self.faults:
            # All connections are closed now, so the whole write-ahead log is in the file.
            self.faults += self.program.damage(self.database)
        self.keep_what_is_wrong()
        self.disk.unmount()
        shutil.rmtree(self.folder, ignore_errors=True)

    def keep_what_is_wrong(self) -> None:
        """Stores logs and the index for analysis."""
        if not self.faults:
            return
        kept = Path(tempfile.mkdtemp(prefix="geoindex-soak-fault-"))
        for name, server in self.servers.items():
            if server.log.exists():
                shutil.copy(server.log, kept / f"{name}.log")
        for path in self.disk.folder.glob("photos.sqlite*"):
            shutil.copy(path, kept)
        self.summary.kept = kept

    # --- The loaded phase

    def family_step(self) -> None:
        family = self.attic_family if self.lot.random() < 0.1 else self.family
        family.change()
        time.sleep(family.random.random() * 0.06)

    def command_step(self) -> None:
        """A user at a terminal."""
        time.sleep(self.lot.random() * 1.5)
        step = self.lot.choice([self.scan, self.scan, self.scan_and_kill, self.import_some, self.forget, self.share, self.desk.step, self.desk.step])
        step()

    def scan(self) -> bool:
        root = self.lot.choice([self.library, self.shoebox, self.attic])
        done = self.program.run("scan", "--quiet", "--json", "--db", self.database, root)
        self.summary.counts["scans by a terminal"] += 1
        # A killed command may have stored a part.
        self.attic_is_known |= root == self.attic
        return done.returncode == 0

    def scan_and_kill(self) -> None:
        root = self.lot.choice([self.library, self.shoebox, self.attic])
        process = self.program.start("scan", "--quiet", "--full", "--db", self.database, root)
        self.attic_is_known |= root == self.attic
        time.sleep(self.lot.random() * 0.5)
        process.kill()
        process.wait()
        self.summary.counts["kills of a scan"] += 1

    def import_some(self) -> bool:
        lines = [
            json.dumps({
                "type": "Feature", "geometry": {"type": "Point", "coordinates": [number / 100, 10.5]},
                "properties": {"path": f"trip/{number}.jpg"}})
            for number in range(self.lot.randint(1, 200))]
        source = self.folder / "trip.ndjson"
        source.write_text("\n".join(lines))
        done = self.program.run("import", "--strict", "--quiet", "--db", self.database, source)
        if done.returncode == 0:
            self.imported |= {b"import:trip.ndjson/trip/%d.jpg" % number for number in range(len(lines))}
            self.summary.counts["imports"] += 1
        return done.returncode == 0

    def forget(self) -> bool:
        done = self.program.run("forget", "--quiet", "--db", self.database, "import:trip.ndjson")
        if done.returncode == 0:
            self.imported.clear()
            self.summary.counts["forgotten"] += 1
        return done.returncode == 0

    def share(self) -> None:
        """Makes a link, revokes it, and checks that it does not work any more."""
        made = self.program.run("share", "--json", "--db", self.database, "--expires", "1h")
        if made.returncode != 0:
            return
        link = json.loads(made.stdout)
        token = link["url"].split("share=")[1]
        revoked = self.program.run("share", "--quiet", "--db", self.database, "--revoke", link["id"])
        if revoked.returncode == 0 and self.guest_sees(token) not in (401, 403, 429, None):
            raise Fault(f"a link that was taken back still opens: {self.guest_sees(token)}")
        self.summary.counts["links shared and taken back"] += 1

    def guest_sees(self, token: str) -> int | None:
        import http.client
        connection = http.client.HTTPConnection("127.0.0.1", self.weather.ports["elder"], timeout=60)
        try:
            connection.request("GET", "/collections/photos", headers={"Authorization": f"Bearer {token}"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def watch_memory(self) -> None:
        elder = self.servers["elder"]
        if elder.process and elder.process.poll() is None:
            self.flatness.note_memory(time.monotonic() - self.start, elder.resident)
        time.sleep(1)

    def load_with_wrk(self) -> None:
        """A burst of requests, more than Python can make."""
        if not Wrk.is_there():
            return
        boxes = ["-180,-90,180,90", "0,0,90,45", "-90,-45,0,45", "170,-50,-170,50", "2,48,3,49"]
        targets = [f"/collections/photos/items?limit=100&bbox={box}" for box in boxes]
        told = Wrk(self.weather.ports["elder"], targets, self.folder, seconds=2, connections=8).result()
        self.summary.counts["requests by wrk"] += told["requests"]
        if told["failed"]:
            self.faults.append(f"{told['failed']} of {told['requests']} requests by wrk failed: {told}")

    # --- The faults

    def kill_young(self) -> None:
        young = self.servers["young"]
        with self.weather.rough("young"):
            young.kill()
            self.look_after_kill()
            young.start_when_possible()

    def kill_twice(self) -> None:
        """A second kill during recovery."""
        self.kill_young()
        time.sleep(self.lot.random() * 0.3)
        self.kill_young()

    def look_after_kill(self) -> None:
        self.summary.counts["kills"] += 1
        self.faults += self.program.damage(self.database)
        self.summary.counts["integrity checks"] += 1

    def terminate_young(self) -> None:
        with self.weather.rough("young"):
            self.servers["young"].stop()
            self.servers["young"].start_when_possible()

    def hang_up_signals(self) -> None:
        for server in self.servers.values():
            for _ in range(self.lot.randint(1, 5)):
                server.send(signal.SIGHUP)

    def fill_disk(self) -> None:
        if not self.disk.is_mounted:
            return
        self.disk.fill()
        self.summary.counts["disk-full episodes"] += 1
        time.sleep(self.lot.uniform(2, 5))
        self.disk.free()

    def kill_with_full_disk(self) -> None:
        if not self.disk.is_mounted:
            return self.kill_young()
        young = self.servers["young"]
        self.disk.fill()
        self.summary.counts["disk-full episodes"] += 1
        time.sleep(self.lot.uniform(0.5, 2))
        with self.weather.rough("young"):
            young.kill()
            self.summary.counts["kills"] += 1
            try:
                young.start()
            except NotServing:
                self.summary.counts["starts refused on a full disk"] += 1
            time.sleep(self.lot.uniform(0.5, 2))
            self.disk.free()
            self.faults += self.program.damage(self.database)
            self.summary.counts["integrity checks"] += 1
            if young.process.poll() is not None:
                young.start_when_possible()

    def take_descriptors(self) -> None:
        """Leaves a running server almost no descriptors for a while."""
        young = self.servers["young"]
        young.require_running()
        with self.weather.rough("young"):
            before = resource.prlimit(young.process.pid, resource.RLIMIT_NOFILE)
            limit = max(8, young.descriptors + self.lot.randint(-6, 4))
            resource.prlimit(young.process.pid, resource.RLIMIT_NOFILE, (limit, before[1]))
            time.sleep(self.lot.uniform(2, 4))
            resource.prlimit(young.process.pid, resource.RLIMIT_NOFILE, before)
            self.summary.counts["descriptor famines"] += 1

    def change_clock(self) -> None:
        """Starts the server with a shifted clock, and sets it years ahead and back."""
        if not self.clock.is_usable:
            self.summary.remarks.add("no C compiler, so no clock was changed")
            return
        young = self.servers["young"]
        self.clock.set_to(0)
        young.environment = self.clock.environment
        with self.weather.rough("young"):
            young.stop()
            young.start_when_possible()
        for years in (1.1, -1.1, 0.001, -20):
            self.clock.set_to(round(years * 31_557_600))
            self.summary.counts["clock changes"] += 1
            time.sleep(1.5)
        young.environment = {}
        with self.weather.rough("young"):
            young.stop()
            young.start_when_possible()

    # --- The quiet phase

    def calm(self) -> None:
        """Nothing changes: soon the index must equal the file system by all means of access."""
        self.until_true(self.bring_terminal_in_step, "the terminal's commands do not get through")
        files, index = self.wait_until_equal("after the loaded phase")
        if self.last_calm:
            # Photos moved during a scan may get another id.
            lost, moved = lost_ids(self.last_calm, (files, index), self.family.strayed)
            self.summary.counts["photos moved in loaded phases that kept their id"] += moved
            self.summary.counts["photos moved in loaded phases that got another id"] += len(lost)
            self.summary.lost_in_storms += lost
        self.last_calm = files, index
        self.family.strayed.clear()
        self.require_doors_agree(index)
        self.require_listeners_know()
        self.move_in_the_calm()
        self.require_nothing_left_to_scan()
        self.faults += self.desk.check()
        self.weather.last_id.value = max([1, *index.ids.values()]) + 5
        self.flatness.note_descriptors(self.at_rest(self.servers["elder"]))
        for server in self.servers.values():
            server.require_running()

    def bring_terminal_in_step(self) -> bool:
        """Scans the folder that no server watches."""
        if not self.attic_is_known:
            return True
        done = self.program.run("scan", "--quiet", "--db", self.database, "--allow-empty", self.attic)
        return done.returncode == 0

    def wait_until_equal(self, when: str):
        roots = [self.library, self.shoebox] + ([self.attic] if self.attic_is_known else [])
        start, found, files, index = time.monotonic(), ["never compared"], {}, None
        files = {}
        for root in roots:
            files |= walk(root, self.contents)
        while found and time.monotonic() < start + IN_STEP_SECONDS:
            index = Index(self.program, self.database)
            found = differences(index, files, self.imported)
            if found:
                time.sleep(0.3)
        self.summary.note_in_step(time.monotonic() - start)
        self.summary.counts["comparisons"] += 1
        self.summary.counts["files compared"] += len(files)
        found = found or fresh_differences(index, self.program, roots, self.folder / "fresh.sqlite", self.imported)
        if found:
            self.summary.differences += len(found)
            self.faults += found[:20]
            raise Fault(f"{when} the index is not the file system: {len(found)} differences")
        return files, index

    def require_doors_agree(self, index: Index) -> None:
        """The servers must return what the index has."""
        for name, port in self.weather.ports.items():
            said = {
                "items": get_json(port, "/collections/photos/items?limit=1")["numberMatched"],
                "facets": get_json(port, "/collections/photos/facets")["numberMatched"],
                "report": get_json(port, "/report?limit=1")["located"]}
            timeline = get_json(port, "/collections/photos/timeline?per=day")
            said["timeline"] = sum(one["count"] for one in timeline["buckets"]) + timeline["undated"]
            clusters = get_json(port, "/collections/photos/clusters?bbox=-180,-90,180,90&zoom=4")["features"]
            said["clusters"] = sum(one["properties"].get("point_count", 1) for one in clusters)
            for what, count in said.items():
                if count != index.located:
                    self.faults.append(f"{what} of {name} says {count}, the index {index.located}")
                    self.summary.differences += 1

    def require_listeners_know(self) -> None:
        """Each listener has received the last change."""
        def everybody_knows() -> bool:
            now = {name: current_event_id(port) for name, port in self.weather.ports.items()}
            return all(listener.last_id == now[listener.name] for listener in self.listeners)

        self.until_true(everybody_knows, "a listener has not been told of the last change")

    def move_in_the_calm(self) -> None:
        """Moves in the quiet phase: every id must be kept."""
        before = self.last_calm
        for _ in range(self.lot.randint(1, 12)):
            self.family.move_only()
            if self.lot.random() < 0.5:
                time.sleep(self.lot.random() * 0.4)
        self.last_calm = self.wait_until_equal("after moves in the quiet phase")
        lost, moved = lost_ids(before, self.last_calm)
        self.summary.counts["photos moved in quiet phases that kept their id"] += moved
        if lost:
            self.faults += ["ids that were not kept:", *lost[:20]]
            self.summary.differences += len(lost)

    def require_nothing_left_to_scan(self) -> None:
        """A whole scan finds nothing that the watchers have missed."""
        def scan_finds_nothing() -> bool:
            for root in (self.library, self.shoebox):
                before = stamps(self.database)
                done = self.program.run("scan", "--quiet", "--json", "--db", self.database, root)
                if done.returncode != 0:
                    return False
                report = json.loads(done.stdout)
                news = {key: report[key] for key in ("added", "moved", "removed", "updated") if report[key]}
                if news:
                    self.faults.append(f"after the index was up to date, a scan found {news}")
                    changed = before ^ stamps(self.database)
                    self.faults += [f"there the index had, or has: {one}" for one in sorted(changed, key=str)[:10]]
                    self.summary.differences += 1
            return True

        self.until_true(scan_finds_nothing, "a scan does not get through")

    def at_rest(self, server: Server) -> int:
        """The descriptors of a server that only listeners are connected to."""
        counts = []
        self.until_true(lambda: counts.append(server.descriptors) or len(counts) > 10, "")
        return min(counts)

    def until_true(self, holds, otherwise: str) -> None:
        end = time.monotonic() + IN_STEP_SECONDS
        while not holds():
            if time.monotonic() > end:
                raise Fault(otherwise)
            time.sleep(0.1)
