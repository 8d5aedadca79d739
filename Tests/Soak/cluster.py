#!/usr/bin/env python3
"""Kills scanners, followers and PostgreSQL while two machines scan and place photos in one record, and compares.

    Tests/Soak/cluster.py GEOINDEX [--rounds 100] [--seed 1] [--files 300] [--only failover] [--nodes 3]

In a failover, the primary dies, its standby is promoted, and the old primary becomes the standby. With --nodes there is
no standby; partitions of photos are on other servers, which are killed too, often during a flush of the buffer. After every ten
rounds both machines scan to the end. Then the replicas of both, a replica made anew and an SQLite index of the same
folders and acts must hold the same photos, every act that was acknowledged must be in the record, and geoindex
doctor must find no damage.
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

HERE = Path(__file__).resolve().parents[2]
TABLES = {
    "root": "id, scanned",
    "directory": "id, root, path",
    "camera": "*",
    "locality": "*",
    "photo": "*",
    "departed": "*",
    "file_system": "*",
    "root_option": "root, name, value",
    "act": "*",
    # The path has the name of the machine, except on that machine.
    "placement": "id, act, ordinal, fingerprint, size, taken, latitude, longitude, base_latitude, base_longitude",
    "undo": "placement, act",
    "state": "key, value",
}
SHARED_STATE = "key IN ('next_photo', 'next_scan', 'places', 'last_scan_end')"


PLACEABLE = b"placeable"


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
    def __init__(self, seed, files, nodes):
        self.nodes = nodes
        self.random = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-cluster-"))
        os.chmod(self.folder, 0o755)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        self.environment.pop("GEOINDEX_DB", None)
        self.primary, self.standby = self.folder / "server", self.folder / "server" / "standby"
        self.acts, self.acknowledged = 0, set()
        for line in self.cluster("start", *(["--nodes", str(nodes)] if nodes else ["--standby"])).splitlines():
            name, value = line.removeprefix("export ").split("=", 1)
            if name == "GEOINDEX_DB":
                self.address = value
            else:
                self.environment[name] = value
        self.samples = [path.read_bytes() for path in sorted((HERE / "sample-photos").rglob("*.jpg"))]
        self.samples = [sample for sample in self.samples if len(sample) < 60_000][:12]
        self.machines = [Machine(self, "one"), Machine(self, "two")]
        self.count = 0
        for machine in self.machines:
            for _ in range(files):
                self.add(machine)
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

    def place(self, machine):
        """Starts to place a photo of any machine, and returns its latitude, which no other act has."""
        owner = self.random.choice(self.machines)
        files = [file for file in sorted(owner.folder.rglob("*.jpg")) if file.read_bytes().endswith(PLACEABLE)]
        if not files:
            return None, None
        self.acts += 1
        file = self.random.choice(files)
        name = str(file) if owner is machine else f"{owner.name}:{file}"
        latitude = self.acts / 1000
        return latitude, machine.start("place", name, "--at", f"{latitude}, 10", "--apply")

    def add(self, machine):
        self.count += 1
        folder = machine.folder / f"d{self.random.randrange(20)}"
        folder.mkdir(parents=True, exist_ok=True)
        sample = self.random.choice(self.samples)
        # Photos that are placed are not edited: after an edit and a move, they would have to be placed again.
        end = PLACEABLE if self.random.random() < 0.3 else b""
        (folder / f"p{self.count}.jpg").write_bytes(sample + b"%d" % self.count + end)

    def change(self, machine):
        files = sorted(machine.folder.rglob("*.jpg"))
        for _ in range(self.random.randrange(1, 40)):
            match self.random.randrange(10):
                case 0 | 1 | 2 | 3:
                    self.add(machine)
                case 4 | 5 if files:
                    files.pop(self.random.randrange(len(files))).unlink()
                case 6 if files:
                    edited = files[self.random.randrange(len(files))]
                    if not edited.read_bytes().endswith(PLACEABLE):
                        with edited.open("ab") as file:
                            file.write(b"more")
                case 7 | 8 if files:
                    self.count += 1
                    source = files.pop(self.random.randrange(len(files)))
                    target = machine.folder / f"d{self.random.randrange(25)}" / f"m{self.count}.jpg"
                    target.parent.mkdir(exist_ok=True)
                    source.rename(target)
                case 9 if files:
                    # To the other machine: the photo keeps its id once both have scanned.
                    self.count += 1
                    source = files.pop(self.random.randrange(len(files)))
                    other = self.machines[1 - self.machines.index(machine)]
                    target = other.folder / f"d{self.random.randrange(25)}" / f"t{self.count}.jpg"
                    target.parent.mkdir(exist_ok=True)
                    shutil.copy2(source, target)
                    source.unlink()

    def round(self, totals):
        placing = [self.place(machine) for machine in self.machines if self.random.random() < 0.7]
        for machine in self.machines:
            self.change(machine)
        running = [machine.start("scan", "--quiet", str(machine.folder)) for machine in self.machines]
        follower = None
        if self.random.random() < 0.5:
            shutil.rmtree(self.folder / "replicas" / "follower", ignore_errors=True) if self.random.random() < 0.3 else None
            follower = Machine(self, "three", "follower").start("query", "--limit", "1")
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
        self.finish([*running, follower], what, totals)
        if flush:
            flush.wait(timeout=60)
        for latitude, process in placing:
            if process and not self.finish([process], what, totals):
                self.acknowledged.add(latitude)
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
            print(f"  {what}: {messages.decode(errors='replace').strip()}", file=sys.stderr)
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

    def compare(self):
        self.settle()
        for name in ("new", "flushed"):
            shutil.rmtree(self.folder / "replicas" / name, ignore_errors=True)
        readers = [*self.machines, Machine(self, "one", "new"), Machine(self, "three", "follower")]
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
        if readers[0].run("export") != readers[2].run("export"):
            raise Failure("a new replica exports something else")
        expected = sorted(str(path) for machine in self.machines for path in machine.folder.rglob("*.jpg"))
        shown = []
        for line in readers[0].run("export", "--format", "ndjson").splitlines():
            properties = json.loads(line)["properties"]
            shown.append(properties["root"].removeprefix("two:") + "/" + properties["path"])
        if sorted(shown) != expected:
            raise Failure(f"photos and files differ: {list(set(shown) ^ set(expected))[:4]}")
        stored = {int(text) / 1e7 for text in self.sql("SELECT latitude FROM geoindex.placement").split()}
        if self.acknowledged - stored:
            raise Failure(f"acts were lost: {sorted(self.acknowledged - stored)}")
        # Except for ids, the photos equal those of an SQLite index of the same folders.
        alone = self.folder / "alone.sqlite"
        for path in self.folder.glob("alone.sqlite*"):
            path.unlink()
        acts = readers[0].run("notes", "export").replace(b'"two:/', b'"/')
        subprocess.run([world_program, "notes", "import", "--quiet", "--db", alone, "-"], input=acts,
                       env=self.environment, check=True)
        subprocess.run([world_program, "scan", "--quiet", "--db", alone, *(m.folder for m in self.machines)],
                       env=self.environment, check=True)
        if self.digest(alone) != self.digest(readers[0].file(), "two:"):
            raise Failure("an SQLite index of the same folders has other photos")
        for machine in readers:
            done = subprocess.run([world_program, "doctor", "--db", machine.file()], env=self.environment,
                                  capture_output=True, text=True)
            if "nothing damaged" not in done.stdout:
                raise Failure(f"{machine.replica.name}: {done.stdout}")

    def digest(self, file, prefix=""):
        done = subprocess.run([world_program, "export", "--format", "ndjson", "--db", file],
                              env=self.environment, check=True, capture_output=True, text=True)
        lines = []
        for line in done.stdout.splitlines():
            feature = json.loads(line)
            del feature["id"]
            feature["properties"]["root"] = feature["properties"]["root"].removeprefix(prefix)
            lines.append(json.dumps(feature, sort_keys=True))
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

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
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--limit", type=float, default=0.5, help="the latest kill, in seconds")
    parser.add_argument("--only", help="what to kill in every round, such as failover")
    parser.add_argument("--nodes", type=int, default=0, help="servers for partitions of photos, instead of a standby")
    options = parser.parse_args()
    world_program = str(Path(options.geoindex).resolve())
    print(f"seed {options.seed}")
    world = World(options.seed, options.files, options.nodes)
    world.limit, world.only = options.limit, options.only
    totals = {}
    try:
        for number in range(1, options.rounds + 1):
            world.round(totals)
            if number % 10 == 0 or number == options.rounds:
                world.compare()
                print(f"{number} rounds: {totals}, {len(world.acknowledged)} acts, revision {world.sql('SELECT revision FROM geoindex.head').strip()}",
                      flush=True)
    except Failure as failure:
        for folder in (world.standby, world.primary):
            subprocess.run([HERE / "scripts/cluster", "stop", folder], check=False, capture_output=True)
        sys.exit(f"seed {options.seed}: {failure}\nleft in {world.folder}")
    world.end()


if __name__ == "__main__":
    main()
