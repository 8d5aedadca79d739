#!/usr/bin/env python3
"""Kills scanners, followers and PostgreSQL while machines scan, place and write about photos in one record, and compares.

    Tests/Soak/cluster.py GEOINDEX [--rounds 100] [--seed 1] [--machines 4] [--files 300] [--only failover] [--nodes 3]

In a failover, the primary dies, its standby is promoted, and the old primary becomes the standby. With --nodes there is
no standby; partitions of photos are on other servers, which are killed too, often during a flush of the buffer. After
every ten rounds all machines scan to the end. Then their replicas, a replica made anew and an SQLite index of the same
folders and acts must hold the same photos and tracks, every act that was acknowledged must be in the record, and
geoindex doctor must find no damage. A failure leaves the folders, the servers' data and messages.txt with all messages.
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from changes import Changes

HERE = Path(__file__).resolve().parents[2]
TABLES = {
    "root": "id, scanned",
    "directory": "id, root, path",
    "camera": "*",
    "locality": "*",
    "photo": "*",
    "track": "*",
    "track_chunk": "*",
    "departed": "*",
    "own_place": "*",
    "own_words": "*",
    "file_system": "*",
    "root_option": "root, name, value",
    "act": "*",
    # The path has the name of the machine, except on that machine.
    "placement": "id, act, ordinal, fingerprint, size, taken, latitude, longitude, base_latitude, base_longitude, words",
    "undo": "placement, act",
    "alias": "*",
    "state": "key, value",
}
SHARED_STATE = "key IN ('next_photo', 'next_scan', 'next_track', 'places', 'last_scan_end')"


class Failure(Exception):
    pass


class Machine:
    def __init__(self, world, name, replica=None):
        self.world, self.name = world, name
        self.folder = world.folder / "photos" / name
        self.replica = world.folder / "replicas" / (replica or name)

    def command(self, *words):
        return [world_program, *words, "--db", self.world.address, "--machine", self.name,
                "--replica", str(self.replica)]

    def start(self, *words):
        return subprocess.Popen(self.command(*words), env=self.world.environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, start_new_session=True)

    def run(self, *words):
        done = subprocess.run(self.command(*words), env=self.world.environment, capture_output=True, timeout=120)
        if done.returncode != 0:
            raise Failure(f"{self.name}: {' '.join(words)}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def file(self):
        return next(self.replica.glob("*.sqlite"))

    def contents(self):
        rows = {}
        with sqlite3.connect(f"file:{self.file()}?mode=ro", uri=True) as database:
            database.text_factory = bytes
            for table, columns in TABLES.items():
                where = f" WHERE {SHARED_STATE}" if table == "state" else ""
                rows[table] = sorted(map(repr, database.execute(f"SELECT {columns} FROM {table}{where}")))
        return rows


class World:
    def __init__(self, seed, files, machines=2, nodes=0):
        self.nodes = nodes
        self.random = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-cluster-"))
        os.chmod(self.folder, 0o755)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        self.environment.pop("GEOINDEX_DB", None)
        self.primary, self.standby = self.folder / "server", self.folder / "server" / "standby"
        self.acts, self.acknowledged, self.written = 0, set(), set()
        for line in self.cluster("start", *(["--nodes", str(nodes)] if nodes else ["--standby"])).splitlines():
            name, value = line.removeprefix("export ").split("=", 1)
            if name == "GEOINDEX_DB":
                self.address = value
            else:
                self.environment[name] = value
        samples = [path.read_bytes() for path in sorted((HERE / "sample-photos").rglob("*.jpg"))]
        samples = [sample for sample in samples if len(sample) < 60_000][:12]
        self.machines = [Machine(self, name) for name in ("one", "two", "three", "four")[:machines]]
        self.changes = Changes(self.random, self.machines, samples)
        for machine in self.machines:
            for _ in range(files):
                self.changes.add(machine)
        if nodes:
            self.machines[0].run("query", "--limit", "1")
            self.cluster("spread")
            self.sql("ALTER DATABASE photos SET geoindex.buffered_photos = 20")

    def cluster(self, word, *more):
        return subprocess.run([HERE / "scripts/cluster", word, self.primary, *more], check=True,
                              capture_output=True, text=True).stdout

    def fail_over(self):
        self.cluster("kill")
        self.primary, self.standby = self.standby, self.primary
        self.cluster("promote")

    def repair(self):
        """Makes the server that has died the standby of the other."""
        subprocess.run([HERE / "scripts/cluster", "follow", self.standby, self.primary], check=True,
                       capture_output=True)

    def subject(self):
        """A photo to be placed, and its machine."""
        owner = self.random.choice(self.machines)
        files = self.changes.placeable(owner)
        return (owner, self.random.choice(files)) if files else None

    def place(self, machine, subject):
        """Starts to place a photo of any machine, and returns its latitude, which no other act has."""
        if not subject:
            return None, None
        owner, file = subject
        self.acts += 1
        name = str(file) if owner is machine else f"{owner.name}:{file}"
        latitude = self.acts / 1000
        return latitude, machine.start("place", name, "--at", f"{latitude}, 10", "--apply")

    def write(self, machine, subject):
        """Starts to write about a photo of any machine, and returns a keyword that no other act has."""
        if not subject:
            return None, None
        owner, file = subject
        self.acts += 1
        name = str(file) if owner is machine else f"{owner.name}:{file}"
        keyword = f"Acts/{self.acts}"
        # The title of the last act counts; keywords and people are merged.
        return keyword, machine.start("tag", name, "--add-keyword", keyword, "--title", f"Title {self.acts}", "--rating",
                                      str(self.acts % 6), "--add-person", f"Person {self.acts % 5}", "--apply")

    def round(self, totals):
        # Sometimes two people place the same photo.
        subjects = [self.subject() for _ in range(self.random.randrange(1, 3))]
        placing = [self.place(machine, self.random.choice(subjects)) for machine in self.machines
                   if self.random.random() < 0.5]
        writing = [self.write(machine, self.random.choice(subjects)) for machine in self.machines
                   if self.random.random() < 0.5]
        for machine in self.machines:
            self.changes.change(machine)
        running = [machine.start("scan", "--quiet", str(machine.folder)) for machine in self.machines]
        follower = None
        if self.random.random() < 0.5:
            shutil.rmtree(self.folder / "replicas" / "follower", ignore_errors=True) if self.random.random() < 0.3 else None
            follower = Machine(self, "reader", "follower").start("query", "--limit", "1")
        # Queries on the replica of a machine that scans must not disturb its scan.
        beside = [machine.start("query", "--limit", "1") for machine in self.machines
                  for _ in range(self.random.randrange(3))]
        what = self.only or self.random.choice(
            ["scanner", "scanner", "both", "server", "connection", "follower", "nothing"]
            + (["node", "node", "flush and server", "flush and node"] if self.nodes else ["failover"]))
        flush = None
        if what.startswith("flush"):
            time.sleep(self.random.random() * self.limit)
            flush = subprocess.Popen(self.statement("SELECT geoindex.flush_photos()"), env=self.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A flush takes some 50 ms.
        time.sleep(self.random.random() * (0.1 if flush else self.limit))
        totals[what] = totals.get(what, 0) + 1
        match what:
            case "scanner":
                self.random.choice(running).kill()
            case "both":
                for process in running:
                    process.kill()
            case "follower":
                if follower:
                    follower.kill()
            case "server" | "flush and server":
                self.cluster("kill")
                self.cluster("start")
            case "node" | "flush and node":
                node = self.primary / f"node{self.random.randrange(self.nodes) + 1}"
                for word in ("kill", "start"):
                    subprocess.run([HERE / "scripts/cluster", word, node], check=True, capture_output=True)
            case "failover":
                self.fail_over()
            case "connection":
                self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                         " WHERE application_name = 'geoindex'")
        self.finish([*running, *beside, follower], what, totals)
        if flush:
            flush.wait(timeout=60)
        for latitude, process in placing:
            if process and not self.finish([process], what, totals):
                self.acknowledged.add(latitude)
        for keyword, process in writing:
            if process and not self.finish([process], what, totals):
                self.written.add(keyword)
        if what == "failover":
            self.repair()

    def finish(self, processes, what, totals):
        """Waits for processes; returns how many of them have not done their work."""
        failures = 0
        for process in processes:
            if process is None:
                continue
            try:
                _, messages = process.communicate(timeout=60)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise Failure(f"a process hangs after {what}") from error
            failures += process.returncode != 0
            # A photo that a change has moved may be in no index yet.
            if process.returncode in (0, -signal.SIGKILL) or b"is not in the index" in messages:
                continue
            totals["failed"] = totals.get("failed", 0) + 1
            text = messages.decode(errors="replace").strip()
            print(f"  {what}: {text}", file=sys.stderr)
            with (self.folder / "messages.txt").open("a") as file:
                print(f"{what}: {' '.join(process.args)}: {text}", file=file)
            # No kill, and no connection that is lost, may make a program write rows that contradict one another.
            if "constraint" in text or "damaged" in text:
                raise Failure(f"a process after {what}: {text}")
        return failures

    def statement(self, text):
        return ["psql", "--no-psqlrc", "-qtAc", text, self.address]

    def sql(self, text):
        return subprocess.run(self.statement(text), env=self.environment, capture_output=True, text=True).stdout

    def settle(self):
        # Scans twice: a photo that moved to the other machine gets its id back once both have scanned.
        for _ in range(2):
            for machine in self.machines:
                machine.run("scan", "--quiet", str(machine.folder))
        self.changes.settled()

    def compare(self):
        self.settle()
        for name in ("new", "flushed"):
            shutil.rmtree(self.folder / "replicas" / name, ignore_errors=True)
        readers = [*self.machines, Machine(self, "one", "new"), Machine(self, "reader", "follower")]
        for machine in readers:
            machine.run("query", "--limit", "1")
        if self.nodes:
            self.sql("SELECT geoindex.flush_photos()")
            if self.sql("SELECT count(*) FROM geoindex.photo_buffer").strip() != "0":
                raise Failure("the buffer is not flushed")
            readers.append(Machine(self, "one", "flushed"))
            readers[-1].run("query", "--limit", "1")
        first = readers[0].contents()
        for machine in readers[1:]:
            other = machine.contents()
            for table in TABLES:
                if first[table] != other[table]:
                    difference = list(set(first[table]) ^ set(other[table]))[:4]
                    raise Failure(f"{machine.replica.name}: {table} differs: {difference}")
        if readers[0].run("export") != readers[-2].run("export"):
            raise Failure("a new replica exports something else")
        expected = sorted(str(path) for machine in self.machines for path in machine.folder.rglob("*.jpg"))
        shown = []
        for line in readers[0].run("export", "--format", "ndjson").splitlines():
            properties = json.loads(line)["properties"]
            shown.append(self.here(properties["root"]) + "/" + properties["path"])
        if sorted(shown) != expected:
            raise Failure(f"photos and files differ: {list(set(shown) ^ set(expected))[:4]}")
        stored = {int(text) / 1e7 for text in self.sql("SELECT latitude FROM geoindex.placement").split()}
        if self.acknowledged - stored:
            raise Failure(f"acts were lost: {sorted(self.acknowledged - stored)}")
        # Except for ids, the photos equal those of an SQLite index of the same folders.
        alone = self.folder / "alone.sqlite"
        for path in self.folder.glob("alone.sqlite*"):
            path.unlink()
        acts = readers[0].run("notes", "export")
        lost = [keyword for keyword in self.written if f'"{keyword}"'.encode() not in acts]
        if lost:
            raise Failure(f"acts about words were lost: {lost}")
        for machine in self.machines[1:]:
            acts = acts.replace(b'"%s:/' % machine.name.encode(), b'"/')
        subprocess.run([world_program, "notes", "import", "--quiet", "--db", alone, "-"], input=acts,
                       env=self.environment, check=True)
        subprocess.run([world_program, "scan", "--quiet", "--db", alone, *(m.folder for m in self.machines)],
                       env=self.environment, check=True)
        if self.digest(alone) != self.digest(readers[0].file()):
            raise Failure("an SQLite index of the same folders has other photos")
        if self.tracks(alone) != self.tracks(readers[0].file()):
            raise Failure("an SQLite index of the same folders has other tracks")
        for machine in readers:
            done = subprocess.run([world_program, "doctor", "--db", machine.file()], env=self.environment,
                                  capture_output=True, text=True)
            if "nothing damaged" not in done.stdout:
                raise Failure(f"{machine.replica.name}: {done.stdout}")

    def here(self, root):
        """The path of a folder without the name of its machine."""
        name, colon, path = root.partition(":/")
        return "/" + path if colon and name in [machine.name for machine in self.machines] else root

    def tracks(self, file):
        done = subprocess.run([world_program, "tracks", "list", "--json", "--db", file], env=self.environment,
                              check=True, capture_output=True, text=True)
        tracks = json.loads(done.stdout)
        for track in tracks:
            del track["id"]
            track["root"] = self.here(track["root"])
        return sorted(json.dumps(track, sort_keys=True) for track in tracks)

    def digest(self, file):
        done = subprocess.run([world_program, "export", "--format", "ndjson", "--db", file],
                              env=self.environment, check=True, capture_output=True, text=True)
        lines = []
        for line in done.stdout.splitlines():
            feature = json.loads(line)
            del feature["id"]
            feature["properties"]["root"] = self.here(feature["properties"]["root"])
            lines.append(json.dumps(feature, sort_keys=True))
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

    def summary(self):
        counts = [f"(SELECT count(*) FROM geoindex.{table}) || ' {name}, '" for table, name in (
            ("photo", "photos"), ("alias", "edits of placed ones"), ("track", "tracks"))]
        return self.sql(f"SELECT {' || '.join(counts)} || 'revision ' || revision FROM geoindex.head").strip()

    def end(self):
        for folder in (self.standby, *self.primary.glob("node*"), self.primary):
            subprocess.run([HERE / "scripts/cluster", "kill", folder], check=False, capture_output=True)
        shutil.rmtree(self.folder)


def main():
    global world_program
    parser = argparse.ArgumentParser()
    parser.add_argument("geoindex")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--machines", type=int, default=4)
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--limit", type=float, default=0.5, help="the latest kill, in seconds")
    parser.add_argument("--only", help="what to kill in every round, such as failover")
    parser.add_argument("--nodes", type=int, default=0, help="servers for partitions of photos, instead of a standby")
    options = parser.parse_args()
    world_program = str(Path(options.geoindex).resolve())
    print(f"seed {options.seed}")
    world = World(options.seed, options.files, options.machines, options.nodes)
    world.limit, world.only = options.limit, options.only
    totals = {}
    try:
        for number in range(1, options.rounds + 1):
            world.round(totals)
            if number % 10 == 0 or number == options.rounds:
                world.compare()
                print(f"{number} rounds: {totals}, {len(world.acknowledged)} acts, {world.summary()}", flush=True)
    except Failure as failure:
        for folder in (world.standby, world.primary):
            subprocess.run([HERE / "scripts/cluster", "stop", folder], check=False, capture_output=True)
        sys.exit(f"seed {options.seed}: {failure}\nleft in {world.folder}")
    world.end()


if __name__ == "__main__":
    main()
