"""http: responses with about fifty photos, against nginx serving the same bytes from files and against Redis; other queries."""

import csv
import json
import math
import random
import shutil
import sqlite3
import statistics
import subprocess
import urllib.request

import points
import servers
from report import (
    ROOT, Broken, Goal, Table, median, median_ratio, microseconds, number, per_second, require_equal, run)

ROUNDS = 3
SECONDS = 4
THREADS = 2
CONNECTIONS = 32
ITEMS = "/collections/photos"


def measure(settings):
    points.require_loaded(settings)
    folder = points.folder(settings)
    boxes = points.ask(settings, "requests")
    table = Table(
        f"http: random boxes of about 50 photos, {settings.points:,} in the index; "
        f"wrk with {CONNECTIONS} connections, {THREADS} threads")
    with servers.geoindex(settings.geoindex, folder / "photos.sqlite") as ours:
        compare(table, folder, ours, boxes, "all properties", "", Goal.at_least, 0.4)
        compare(table, folder, ours, boxes, "bare pins", "&properties=", Goal.at_least, 0.7)
        compare_selection(table, folder, ours, boxes)
        measure_alone(table, folder, ours, "ten nearest to a photo", nearest_paths(boxes), 12_000)
        measure_alone(table, folder, ours, "clusters of a view, zoom 2–17", cluster_paths(boxes), 15_000)
        with servers.redis(folder / "redis") as port:
            compare_with_redis(table, folder, ours, port, boxes)
    table.note("All servers have two threads or processes, Redis one, and share the cores with wrk or redis-benchmark.")
    table.note("nginx serves the very bytes of our answers. Equal: how many photos each answer has.")
    table.note("The peer of `properties=takenAt` is the same request for all properties.")
    table.note("Redis searches boxes of the median size and a radius of 20 km around random photos; its answers have no exact counts.")
    table.print()


def box_paths(boxes, more):
    return [f"{ITEMS}/items?limit=1000&bbox={edges(box)}{more}" for box in boxes]


def nearest_paths(boxes):
    return [f"{ITEMS}/nearest?lat={lat:.6f}&lon={lon:.6f}&k=10" for lon, lat in map(centre, boxes)]


def cluster_paths(boxes):
    """Views of 1280 × 800 pixels; a world is 512 pixels wide at zoom 0."""
    chance, paths = random.Random(4), []
    for lon, lat in map(centre, boxes):
        zoom = chance.randint(2, 17)
        half = 360 * 1280 / 512 / 2 ** zoom / 2
        rise = half * 800 / 1280 * math.cos(math.radians(lat))
        view = max(-180, lon - half), max(-85, lat - rise), min(180, lon + half), min(85, lat + rise)
        paths.append(f"{ITEMS}/clusters?zoom={zoom}&bbox={','.join(f'{edge:.5f}' for edge in view)}")
    return paths


def centre(box):
    west, south, east, north = box["edges"]
    return (west + east) / 2, (south + north) / 2


def compare_selection(table, folder, ours, boxes):
    """Measures one property against all of them."""
    runs = {}
    for _ in range(ROUNDS):
        for more in ("&properties=takenAt", ""):
            runs.setdefault(more, []).append(rate(wrk_paths(folder, ours, box_paths(boxes, more))))
    selected, whole = runs.values()
    ratio = median_ratio(selected, whole)
    table.row(
        "properties=takenAt", per_second(median(selected), "requests"), per_second(median(whole), "requests"), ratio,
        Goal.at_least(ratio, 1, "×"))


def measure_alone(table, folder, ours, what, paths, bound):
    found = median([rate(wrk_paths(folder, ours, paths)) for _ in range(ROUNDS)])
    table.row(what, per_second(found, "requests"), goal=Goal.at_least(found, bound, "/s"))


def compare_with_redis(table, folder, ours, port, boxes):
    """Measures boxes and the nearest against GEOSEARCH, in alternating order."""
    fill_redis(folder / "photos.sqlite", port)
    side = statistics.median(kilometres(box) for box in boxes)
    searches = [
        ("bare pins; Redis GEOSEARCH BYBOX COUNT 50", box_paths(boxes, "&properties="), 2,
         ["BYBOX", f"{side:.3f}", f"{side:.3f}", "km", "COUNT", "50", "WITHCOORD"]),
        ("ten nearest, bare; Redis GEOSEARCH BYRADIUS ASC COUNT 10", [f"{path}&properties=" for path in nearest_paths(boxes)], 2,
         ["BYRADIUS", "20", "km", "ASC", "COUNT", "10", "WITHCOORD", "WITHDIST"])]
    for what, paths, bound, search in searches:
        our_rates, their_rates = [], []
        for _ in range(ROUNDS):
            our_rates.append(rate(wrk_paths(folder, ours, paths)))
            their_rates.append(redis_rate(port, search))
        ratio = median_ratio(our_rates, their_rates)
        table.row(
            what, per_second(median(our_rates), "requests"), per_second(median(their_rates), "requests"), ratio,
            Goal.at_least(ratio, bound, "×"))


def kilometres(box):
    """The mean of width and height."""
    west, south, east, north = box["edges"]
    width = (east - west) * math.cos(math.radians((south + north) / 2))
    return 111.2 * (width + north - south) / 2


def fill_redis(index, port):
    """Stores all positions in Redis, whose members are numbers of twelve digits."""
    loader = subprocess.Popen(
        ["redis-cli", "-p", str(port), "--pipe"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    with sqlite3.connect(f"file:{index}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT longitude, latitude FROM photo WHERE abs(latitude) < 850000000")
        for number, (longitude, latitude) in enumerate(rows):
            words = [b"GEOADD", b"photos", b"%.7f" % (longitude / 1e7), b"%.7f" % (latitude / 1e7), b"%012d" % number]
            loader.stdin.write(b"*5\r\n" + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
    loader.stdin.close()
    if loader.wait() != 0:
        raise Broken("redis-cli could not store the positions")


def redis_rate(port, search):
    photos = int(run(["redis-cli", "-p", str(port), "ZCARD", "photos"]))
    output = run([
        "redis-benchmark", "-p", str(port), "-c", str(CONNECTIONS), "--threads", str(THREADS), "-n", "40000",
        "-r", str(photos), "--csv", "GEOSEARCH", "photos", "FROMMEMBER", "__rand_int__", *search])
    return float(next(csv.DictReader(output.splitlines()))["rps"])


def wrk_paths(folder, server, paths):
    list_file = folder / "our-paths"
    list_file.write_text("\n".join(paths))
    return wrk(*server, list_file)


def compare(table, folder, ours, boxes, what, more, goal, bound):
    """Measures one kind of response on both servers, in alternating order."""
    files = folder / "answers"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    paths = box_paths(boxes, more)
    size = save_answers(ours[1], paths, boxes, files)
    our_list, their_list = folder / "our-paths", folder / "their-paths"
    our_list.write_text("\n".join(paths))
    their_list.write_text("\n".join(f"/{number}.json" for number in range(len(paths))))

    our_runs, their_runs = [], []
    with servers.nginx(folder / "nginx", files) as theirs:
        for index in range(ROUNDS):
            runs = [(our_runs, ours, our_list), (their_runs, theirs, their_list)]
            for kept, server, list_file in runs if index % 2 == 0 else reversed(runs):
                kept.append(wrk(*server, list_file))

    ratio = median_ratio([rate(one) for one in our_runs], [rate(one) for one in their_runs])
    table.row(
        f"{what}, {number(size / 1000)} kB each", per_second(median(map(rate, our_runs)), "requests"),
        per_second(median(map(rate, their_runs)), "requests"), ratio, goal(ratio, bound, "×"))
    ours_core, theirs_core = [[one["core"] for one in runs] for runs in (our_runs, their_runs)]
    table.row(
        "  time on a core for each answer", microseconds(median(ours_core)), microseconds(median(theirs_core)),
        median_ratio(theirs_core, ours_core))
    table.row("  time of an answer, median / 99th percentile", times(our_runs), times(their_runs))


def save_answers(address, paths, boxes, files):
    """Checks the number of photos in each response and stores it as a file; returns the mean size in bytes."""
    total = 0
    for number, (path, box) in enumerate(zip(paths, boxes)):
        with urllib.request.urlopen(address + path) as response:
            body = response.read()
        answer = json.loads(body)
        require_equal(len(answer["features"]), box["photos"], path)
        require_equal(answer["numberMatched"], box["photos"], path)
        (files / f"{number}.json").write_bytes(body)
        total += len(body)
    return total / len(paths)


def wrk(process, address, list_file):
    before = servers.core_seconds(process)
    output = run([
        "wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s",
        str(ROOT / "Benchmarks" / "requests.lua"), address, "--", str(list_file)])
    result = json.loads(output.splitlines()[-1])
    if result["failed"]:
        raise Broken(f"{result['failed']} of {result['requests']} requests to {address} failed")
    result["core"] = 1e6 * (servers.core_seconds(process) - before) / result["requests"]
    return result


def rate(one):
    return one["requests"] / one["seconds"]


def times(runs):
    return " / ".join(microseconds(median(one[key] for one in runs)) for key in ("p50", "p99"))


def edges(box):
    return ",".join(f"{edge:.7f}" for edge in box["edges"])

