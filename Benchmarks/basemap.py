"""basemap: tiles of a street map from one file, against nginx serving the same tiles as files; a very large file."""

import gzip
import http.client
import json
import random
import shutil
import sqlite3
import time
from urllib.parse import urlsplit

from pmtiles.tile import Compression, Entry, TileType, serialize_header, zxy_to_tileid
from pmtiles.writer import Writer, optimize_directories

import servers
from report import (
    DATA, ROOT, Broken, Goal, Table, median, median_ratio, megabytes, microseconds, number, peak_memory, per_second,
    require_equal, run)

ROUNDS = 3
SECONDS = 4
THREADS = 2
CONNECTIONS = 32
ZOOM, WEST, NORTH, SIDE = 14, 8500, 5900, 48

LARGE_BYTES = 100_000_000_000
LARGE_TILES = 2_000_000
LARGE_ZOOM = 12


def measure(settings):
    folder = DATA / "basemap"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tiles = some_tiles()
    write_pmtiles(folder / "packed.pmtiles", tiles)
    write_mbtiles(folder / "rows.mbtiles", tiles)
    write_files(folder / "files", tiles)
    large, probe = write_large(folder / "large.pmtiles")
    table = Table(
        f"basemap: {len(tiles):,} gzip-compressed vector tiles of {number(sum(map(len, tiles.values())) / len(tiles) / 1000)} kB; "
        f"wrk with {CONNECTIONS} connections, {THREADS} threads")
    files = [str(folder / name) for name in ("packed.pmtiles", "rows.mbtiles", "large.pmtiles")]
    options = [part for file in files for part in ("--basemap", file)]
    with servers.geoindex(settings.geoindex, folder / "photos.sqlite", *options) as ours:
        for name in ("packed", "rows"):
            check(ours[1], name, tiles)
            compare(table, folder, ours, name, tiles)
        ask_large(table, ours, probe)
    open_large(table, settings, large)
    table.note("Both servers have two threads or processes, and share the cores with wrk.")
    table.note(f"The large file has {LARGE_TILES:,} entries in leaf directories; its tiles are a hole in the file.")
    table.print()


def some_tiles():
    """Random tiles by column and row, as large as those of a town; gzip cannot make them smaller."""
    chance = random.Random(22)
    return {
        (WEST + x, NORTH + y): gzip.compress(chance.randbytes(int(min(60_000, 2_000 + chance.expovariate(1 / 12_000)))), 1)
        for x in range(SIDE) for y in range(SIDE)}


def write_pmtiles(path, tiles):
    with open(path, "wb") as file:
        writer = Writer(file)
        for (x, y), content in sorted(tiles.items(), key=lambda item: zxy_to_tileid(ZOOM, *item[0])):
            writer.write_tile(zxy_to_tileid(ZOOM, x, y), content)
        writer.finalize(header(ZOOM), {"vector_layers": [{"id": "roads", "fields": {}}]})


def header(zoom):
    return {
        "tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_zoom": zoom, "max_zoom": zoom,
        "min_lon_e7": -1_800_000_000, "min_lat_e7": -850_000_000, "max_lon_e7": 1_800_000_000, "max_lat_e7": 850_000_000,
        "center_zoom": 0, "center_lon_e7": 0, "center_lat_e7": 0}


def write_mbtiles(path, tiles):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
        database.execute("INSERT INTO metadata VALUES ('format', 'pbf')")
        rows = ((ZOOM, x, (1 << ZOOM) - 1 - y, content) for (x, y), content in tiles.items())
        database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)


def write_files(folder, tiles):
    for (x, y), content in tiles.items():
        file = folder / str(ZOOM) / str(x) / str(y)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def write_large(path):
    """Writes a sparse PMTiles file; returns its path and its zoom level."""
    first = zxy_to_tileid(LARGE_ZOOM, 0, 0)
    length = LARGE_BYTES // LARGE_TILES
    entries = [Entry(first + 2 * index, index * length, length - 1, 1) for index in range(LARGE_TILES)]
    root, leaves, _ = optimize_directories(entries, 16_384 - 127)
    metadata = gzip.compress(json.dumps({"vector_layers": []}).encode())
    sections = {"root": len(root), "metadata": len(metadata), "leaf_directory": len(leaves), "tile_data": LARGE_BYTES}
    places, at = {}, 127
    for name, count in sections.items():
        places |= {f"{name}_offset": at, f"{name}_length": count}
        at += count
    counts = dict.fromkeys(("addressed_tiles_count", "tile_entries_count", "tile_contents_count"), LARGE_TILES)
    whole = serialize_header(
        header(LARGE_ZOOM) | places | counts | {"version": 3, "clustered": True, "internal_compression": Compression.GZIP})
    with open(path, "wb") as file:
        file.write(whole + root + metadata + leaves)
        file.truncate(at)
    return path, LARGE_ZOOM


def check(address, name, tiles):
    for (x, y), content in random.Random(3).sample(sorted(tiles.items()), 50):
        require_equal(ask(address, f"/basemap/{name}/{ZOOM}/{x}/{y}"), content, f"{name} {x}/{y}")


def ask(address, path):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    body = connection.getresponse().read()
    connection.close()
    return body


def compare(table, folder, ours, name, tiles):
    our_list, their_list = folder / "our-paths", folder / "their-paths"
    our_list.write_text("\n".join(f"/basemap/{name}/{ZOOM}/{x}/{y}" for x, y in tiles))
    their_list.write_text("\n".join(f"/{ZOOM}/{x}/{y}" for x, y in tiles))
    our_runs, their_runs = [], []
    with servers.nginx(folder / "nginx", folder / "files") as theirs:
        for index in range(ROUNDS):
            runs = [(our_runs, ours, our_list), (their_runs, theirs, their_list)]
            for kept, server, list_file in runs if index % 2 == 0 else reversed(runs):
                kept.append(wrk(server[1], list_file))
    ours_rate, theirs_rate = [[one["requests"] / one["seconds"] for one in runs] for runs in (our_runs, their_runs)]
    ratio = median_ratio(ours_rate, theirs_rate)
    kind = {"packed": "PMTiles", "rows": "MBTiles"}[name]
    table.row(
        f"tiles of a {kind} file", per_second(median(ours_rate), "tiles"), per_second(median(theirs_rate), "tiles"), ratio,
        Goal.at_least(ratio, 0.7, "×"))


def wrk(address, list_file):
    output = run([
        "wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-H", "Accept-Encoding: gzip", "-s",
        str(ROOT / "Benchmarks" / "requests.lua"), address, "--", str(list_file)])
    result = json.loads(output.splitlines()[-1])
    if result["failed"]:
        raise Broken(f"{result['failed']} of {result['requests']} requests to {address} failed")
    return result


def ask_large(table, ours, zoom):
    """Measures random tiles of the large file, so that the server reads many leaf directories."""
    process, address = ours
    before = resident(process)
    chance = random.Random(5)
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    times = []
    for _ in range(2_000):
        start = time.perf_counter()
        connection.request(
            "GET", f"/basemap/large/{zoom}/{chance.randrange(1 << zoom)}/{chance.randrange(1 << zoom)}",
            headers={"Accept-Encoding": "gzip"})
        connection.getresponse().read()
        times.append(time.perf_counter() - start)
    connection.close()
    table.row("a random tile of a file of 100 GB", microseconds(1e6 * median(times)))
    table.row("  memory that 2,000 of them add", megabytes(max(0, resident(process) - before)))


def resident(process):
    """The resident memory of a process, in KiB."""
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def open_large(table, settings, large):
    command = [settings.geoindex, "basemap", "check", str(large)]
    run(command)
    spent = median([run_time(command) for _ in range(9)])
    table.row("opening a file of 100 GB, the program's start included", microseconds(1e6 * spent), goal=Goal.at_most(1000 * spent, 50, " ms"))
    memory = peak_memory(command)
    table.row("  memory of that", megabytes(memory), goal=Goal.at_most(memory / 1024, 50, " MB"))


def run_time(command):
    start = time.perf_counter()
    run(command)
    return time.perf_counter() - start
