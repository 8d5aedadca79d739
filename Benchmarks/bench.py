"""Runs the named benchmarks, or all of them, and prints their tables.

A missed goal is only printed; a failed program or a wrong result ends the run with an error.
"""

import signal
import sys
from pathlib import Path

import basemap
import cliffs
import cluster
import clusters
import filters
import gdal
import grid
import growth
import importing
import doubt
import journeys
import mixed
import nearest
import nodes
import page
import peers
import place
import places
import query
import rescan
import roles
import rooms
import scan
import seeing
import serving
import slow
import start
import thumbnails
import tiles
import words
from report import DATA, Broken, Settings, print_machine

BENCHMARKS = {
    "scan": scan, "mixed": mixed, "rescan": rescan, "slow": slow, "query": query, "grid": grid, "nearest": nearest, "seeing": seeing, "clusters": clusters,
    "cliffs": cliffs,
    "cluster": cluster, "nodes": nodes, "filters": filters, "tiles": tiles, "peers": peers, "growth": growth, "import": importing, "http": serving,
    "gdal": gdal,
    "thumbnails": thumbnails, "page": page, "start": start, "place": place, "places": places,
    "basemap": basemap, "words": words, "journeys": journeys, "doubt": doubt, "rooms": rooms, "roles": roles}


def main(programs, names):
    settings = Settings(Path(programs))
    DATA.mkdir(parents=True, exist_ok=True)
    print_machine()
    for name in names or BENCHMARKS:
        print(f"Measuring {name}…", file=sys.stderr)
        BENCHMARKS[name].measure(settings)
        sys.stdout.flush()


if __name__ == "__main__":
    # SIGTERM becomes an exception, so that the servers of the benchmark are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main(sys.argv[1], sys.argv[2:])
    except Broken as problem:
        sys.exit(f"bench: {problem}")
