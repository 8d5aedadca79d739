"""nodes: a record in one database, and one whose photos are on three other servers."""

import shutil
import subprocess

from cluster import Cluster
from library import library
from report import ROOT, Goal, Table, median, per_second, timed

ROUNDS = 3
NODES = 3


def measure(settings):
    folder = library(settings.photos)
    cluster = Nodes()
    try:
        compare(settings, cluster, folder)
    finally:
        cluster.end()


class Nodes(Cluster):
    """A PostgreSQL server with nodes."""

    def script(self, word):
        more = ["--nodes", str(NODES)] if word == "start" else []
        return subprocess.run([ROOT / "scripts/cluster", word, self.folder / "server", *more], check=True,
                              capture_output=True, text=True).stdout

    def run(self, settings, replica, *words):
        subprocess.run([settings.geoindex, *words, *self.words(replica)], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def empty(self, settings, spread):
        """Makes the tables of the record anew, on the nodes if wanted."""
        self.sql("DROP SCHEMA IF EXISTS geoindex CASCADE")
        self.forget("scanner")
        self.run(settings, "scanner", "query", "--limit", "1")
        if spread:
            self.script("spread")

    def end(self):
        self.script("stop")
        shutil.rmtree(self.folder)


def compare(settings, cluster, folder):
    def scan():
        cluster.run(settings, "scanner", "scan", "--quiet", str(folder))

    def anew():
        cluster.forget("new")
        cluster.run(settings, "new", "query", "--limit", "1")

    places = ("one", "nodes")
    scans, readings, flushes = {place: [] for place in places}, {place: [] for place in places}, []
    for _ in range(ROUNDS):
        for place in places:
            cluster.empty(settings, place == "nodes")
            scans[place].append(timed(scan)[1])
            if place == "nodes":
                flushes.append(timed(lambda: cluster.sql("SELECT geoindex.flush_photos()"))[1])
            readings[place].append(timed(anew)[1])
    table = Table(f"nodes: {settings.photos:,} JPEGs in one database, and in partitions on {NODES} servers")
    for what, costs in (("first scan", scans), ("replica made anew", readings)):
        one, nodes = (settings.photos / median([cost.wall for cost in costs[place]]) for place in places)
        table.row(f"{what}, one database", per_second(one, "files"))
        table.row(f"{what}, {NODES} nodes", per_second(nodes, "files"), goal=Goal.at_least(nodes / one, 0.5, "× one"))
    table.row("flush after the scan", f"{median([cost.wall for cost in flushes]) * 1_000:,.0f} ms")
    table.note("All servers share the cores of this machine: the table shows what nodes cost, not what they gain.")
    table.print()
