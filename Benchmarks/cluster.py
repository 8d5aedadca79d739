"""cluster: scanning into PostgreSQL, also by several machines at once, and into SQLite; following; a new replica."""

import json
import os
import shutil
import statistics
import subprocess
import time
import urllib.request

from library import library
from report import DATA, ROOT, Goal, Table, in_turn, median, per_second, run

ROUNDS = 3
CHANGES = 120
SCANNERS = 4


def measure(settings):
    folder = library(settings.photos)
    cluster = Cluster(settings.geoindex)
    try:
        compare(settings, cluster, folder)
        lag(settings, cluster, folder)
    finally:
        cluster.end()


class Cluster:
    """A PostgreSQL server for the run, and a folder for the replicas of geoindex."""

    def __init__(self, geoindex):
        self.geoindex = geoindex
        self.folder = DATA / "cluster"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.environment = dict(os.environ)
        for line in self.script("start").splitlines():
            name, value = line.removeprefix("export ").split("=", 1)
            self.environment[name] = value
        self.address = self.environment.pop("GEOINDEX_DB")

    def script(self, word):
        return subprocess.run([ROOT / "scripts/cluster", word, self.folder / "server"], check=True,
                              capture_output=True, text=True).stdout

    def sql(self, text):
        return subprocess.run(["psql", "--no-psqlrc", "-qtAc", text, self.address], env=self.environment,
                              check=True, capture_output=True, text=True).stdout.strip()

    def make_record(self, *replicas):
        """Makes an empty record, and forgets what replicas have of the one before."""
        self.sql("DROP SCHEMA IF EXISTS geoindex CASCADE")
        for replica in ("empty", *replicas):
            self.forget(replica)
        subprocess.run([self.geoindex, "query", "--limit", "1", *self.words("empty")],
                       env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def words(self, replica, machine="bench"):
        return ["--db", self.address, "--machine", machine, "--replica", str(self.folder / replica)]

    def forget(self, replica):
        shutil.rmtree(self.folder / replica, ignore_errors=True)

    def end(self):
        self.script("kill")
        shutil.rmtree(self.folder)


def compare(settings, cluster, folder):
    """Measures photos per second into SQLite, into the record, and from the record into a new replica."""
    index = DATA / "cluster.sqlite"

    def into_sqlite():
        for path in DATA.glob("cluster.sqlite*"):
            path.unlink()
        run([settings.geoindex, "scan", "--json", "--db", str(index), str(folder)], stderr=subprocess.DEVNULL)

    def into_postgres():
        subprocess.run([settings.geoindex, "scan", "--quiet", str(folder), *cluster.words("scanner")],
                       env=cluster.environment, check=True)

    scanners = [f"scanner{number}" for number in range(SCANNERS)]

    def make_record():
        cluster.make_record("scanner", *scanners)

    def anew():
        cluster.forget("new")
        subprocess.run([settings.geoindex, "query", "--limit", "1", *cluster.words("new")],
                       env=cluster.environment, check=True, stdout=subprocess.DEVNULL)

    def at_once():
        running = [subprocess.Popen([settings.geoindex, "scan", "--quiet", str(folder), *cluster.words(name, name)],
                                    env=cluster.environment) for name in scanners]
        if any([process.wait() for process in running]):
            raise RuntimeError("a scanner has failed")

    many = in_turn(ROUNDS, at_once, before=make_record)[0]
    alone, record = in_turn(ROUNDS, into_sqlite, into_postgres, before=make_record)
    made = in_turn(ROUNDS, anew)[0]
    table = Table(f"cluster: {settings.photos:,} JPEGs of about 40 KB, first scan; PostgreSQL on the same machine")
    rates = [settings.photos / median([cost.wall for cost in costs]) for costs in (alone, record, made)]
    table.row("into SQLite", per_second(rates[0], "files"))
    table.row("into PostgreSQL and a replica", per_second(rates[1], "files"),
              goal=Goal.at_least(rates[1] / rates[0], 0.5, "× SQLite"))
    rate = settings.photos * SCANNERS / median([cost.wall for cost in many])
    table.row(f"{SCANNERS} scanners at once, each into its replica of all", per_second(rate, "files"),
              goal=Goal.at_least(rate / rates[1], 1, "× one scanner"))
    table.row("replica made anew", per_second(rates[2], "files"), goal=Goal.at_least(rates[2], 41_667, "/s"))
    sizes = {
        "record": "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
                  " AND relnamespace = 'geoindex'::regnamespace AND relname NOT IN ('change', 'batch')",
        "log": "SELECT pg_total_relation_size('geoindex.change') + pg_total_relation_size('geoindex.batch')",
    }
    for name, query in sizes.items():
        table.row(f"bytes a photo in the {name}", f"{int(cluster.sql(query)) / settings.photos:,.1f}")
    replica = sum(path.stat().st_size for path in (cluster.folder / "new").glob("*.sqlite"))
    table.row("bytes a photo in the replica", f"{replica / settings.photos:,.1f}")
    table.note("The record was empty and had its tables, which take 0.3 s to make.")
    table.note("A replica of ten million photos is to be made in four minutes: 41,667 a second.")
    table.print()


def lag(settings, cluster, folder):
    """Measures the time from the commit of a photo until a following server counts it."""
    server = subprocess.Popen(
        [settings.geoindex, "serve", "--port", "0", *cluster.words("server")], env=cluster.environment,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    times = []
    try:
        url = server.stdout.readline().split()[1]
        photos = sorted(folder.rglob("*.jpg"))
        extra = cluster.folder / "extra"
        extra.mkdir()
        for number in range(CHANGES):
            shutil.copy(photos[number], extra / f"{number}.jpg")
            before = count(url)
            subprocess.run([settings.geoindex, "scan", "--quiet", "--full", str(extra), *cluster.words("scanner")],
                           env=cluster.environment, check=True)
            committed = time.time()
            newest = float(cluster.sql(
                "SELECT extract(epoch FROM max(committed)) FROM geoindex.batch JOIN geoindex.change"
                " USING (revision) WHERE relation = 6"))
            # A photo without a position changes no count.
            while count(url) == before and time.time() < committed + 2:
                time.sleep(0.001)
            if count(url) != before:
                times.append(time.time() - newest)
    finally:
        server.terminate()
        server.wait()
    times.sort()
    table = Table(f"cluster: from commit to the answer of a following server, {len(times)} changes")
    table.row("median", f"{statistics.median(times) * 1_000:.0f} ms")
    table.row("99th percentile", f"{times[len(times) * 99 // 100] * 1_000:.0f} ms")
    table.row("greatest", f"{times[-1] * 1_000:.0f} ms", goal=Goal.at_most(times[-1], 2, " s"))
    table.note("An upper bound: it includes the end of the scan and a query of the clock after the commit.")
    table.print()


def count(url):
    with urllib.request.urlopen(f"{url}collections/photos/items?limit=1") as answer:
        return json.load(answer)["numberMatched"]
