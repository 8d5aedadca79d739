"""gdal: ogr2ogr reads all photos page by page; how much of the time is GDAL's, and how much the server's."""

import json
import resource
import subprocess
import time
import urllib.request

import points
import servers
from report import Cost, Goal, Table, megabytes, number, require_equal, run

PAGE = 10_000


def measure(settings):
    points.require_loaded(settings)
    show(settings.geoindex, points.folder(settings) / "photos.sqlite")


def show(program, index):
    """Measures an index and prints the table."""
    with servers.geoindex(program, index) as (process, address):
        photos = count(address)
        table = Table(
            f"gdal: all of {photos:,} photos in pages of {PAGE:,}; seconds on a core",
            ("what", "on the wall", "client", "server", "server's share", "goal", ""))
        first = address + f"/collections/photos/items?limit={PAGE}"
        copied, cost, server = watched(process, lambda: copy(address))
        require_equal(copied, photos, "the photos that ogr2ogr copied")
        # The server is not the bottleneck if it uses less CPU time than the client.
        goal = Goal.at_most(server / cost.cpu, 1)
        add(table, "ogr2ogr to CSV", cost, server, goal)
        (seen, size), cost, server = watched(process, lambda: fetch(first))
        require_equal(seen, photos, "the photos on all pages")
        add(table, "fetching the same pages, not parsed", cost, server)
        (seen, _), cost, server = watched(process, lambda: fetch(first + "&properties="))
        require_equal(seen, photos, "the photos on all pages of bare pins")
        add(table, "fetching pages of bare pins", cost, server)
        version = run(["ogrinfo", "--version"]).split(",")[0]
        table.note(f"{version}; {megabytes(size / 1024)} of GeoJSON, not compressed, because GDAL does not request compression.")
        table.print()


def add(table, what, cost, server, goal=None):
    share = f"{100 * server / (cost.cpu + server):.0f}%"
    verdict = (f"{goal.text} × client", "met" if goal.is_met else "MISSED") if goal else ()
    table.cells(what, f"{number(cost.wall)} s", f"{number(cost.cpu)} s", f"{number(server)} s", share, *verdict)


def watched(process, work):
    """Calls `work`; returns its result, its cost here and in child processes, and the server's CPU time."""
    before, start, served = core_seconds(), time.perf_counter(), servers.core_seconds(process)
    result = work()
    cost = Cost(time.perf_counter() - start, core_seconds() - before)
    return result, cost, servers.core_seconds(process) - served


def core_seconds():
    own, children = (resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def count(address):
    with urllib.request.urlopen(address + "/collections/photos/items?limit=1&properties=") as answer:
        return json.load(answer)["numberMatched"]


def copy(address):
    """Copies all photos to CSV with ogr2ogr; returns the number of lines without the header."""
    with subprocess.Popen(
            ["ogr2ogr", "-f", "CSV", "/vsistdout/", f"OAPIF:{address}", "photos",
             "-oo", f"PAGE_SIZE={PAGE}", "-lco", "GEOMETRY=AS_XY"],
            stdout=subprocess.PIPE) as copying:
        lines = sum(piece.count(b"\n") for piece in iter(lambda: copying.stdout.read(1 << 20), b""))
    require_equal(copying.returncode, 0, "the exit code of ogr2ogr")
    return lines - 1


def fetch(target):
    """Follows the `next` links of the HTTP headers; returns the numbers of photos and bytes."""
    photos = size = 0
    while target:
        with urllib.request.urlopen(target) as answer:
            size += len(answer.read())
            photos += int(answer.headers["OGC-NumberReturned"])
            links = ", ".join(answer.headers.get_all("Link") or [])
        target = next((link[1:link.index(">")] for link in links.split(", ") if 'rel="next"' in link), None)
    return photos, size
