"""http: responses with about fifty photos, against nginx serving the same bytes from files."""

import json
import shutil
import urllib.error
import urllib.request

import points
import servers
from report import (
    ROOT, Broken, Goal, Table, median, median_ratio, microseconds, number, per_second, require_equal, run)

ROUNDS = 3
SECONDS = 4
THREADS = 2
CONNECTIONS = 32


def measure(settings):
    points.require_loaded(settings)
    folder = points.folder(settings)
    boxes = points.ask(settings, "requests")
    table = Table(
        f"http: random boxes of about 50 photos, {settings.points:,} in the index; "
        f"wrk with {CONNECTIONS} connections, {THREADS} threads")
    with servers.geoindex(settings.geoindex, folder / "photos.sqlite") as ours:
        compare(table, folder, ours, boxes, "all properties", "", Goal.at_least, 0.4)
        if knows_properties(ours[1]):
            compare(table, folder, ours, boxes, "bare pins", "&properties=", Goal.at_least, 0.8)
        else:
            table.note("`properties=` is not there yet, so bare pins (goal: ≥ 0.8×) are not measured.")
    table.note("Both servers have two threads or processes, and share the cores with wrk.")
    table.note("nginx serves the very bytes of our answers. Equal: how many photos each answer has.")
    table.print()


def compare(table, folder, ours, boxes, what, more, goal, bound):
    """Measures one kind of response on both servers, in alternating order."""
    files = folder / "answers"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    paths = [f"/collections/photos/items?limit=1000&bbox={edges(box)}{more}" for box in boxes]
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


def knows_properties(address):
    """Whether the server lets a request choose properties; an unknown parameter is refused."""
    try:
        urllib.request.urlopen(f"{address}/collections/photos/items?limit=1&properties=").close()
        return True
    except urllib.error.HTTPError:
        return False
