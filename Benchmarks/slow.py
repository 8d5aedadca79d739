"""slow: scans of a share with 5 ms per call and of a disk with 8 ms per call, against parallel readers."""

import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from library import library
from report import DATA, ROOT, Goal, Table, microseconds, require_equal, run, timed
from scan import Scanner

READERS = 64
FIXED = (2, 8, 64)
# The number of files; fewer on the disk, because its calls run one after the other.
COUNTS = {"share": 5_000, "disk": 100}
TIMES = {"share": 5, "disk": 8}


def measure(settings):
    program = build()
    for kind in ("share", "disk"):
        folder = library(min(settings.photos, COUNTS[kind]))
        with mounted(program, folder, kind) as mount:
            measure_one(settings, kind, mount)


def measure_one(settings, kind, mount):
    scanner = Scanner(settings.geoindex, mount)
    files = sum(len(names) for _, _, names in os.walk(mount))
    table = Table(f"slow: {files:,} files on a {kind} with {TIMES[kind]} ms per call")

    def scanned(*options, again=False):
        command = scanner.command() if not again else scanner.repeated()
        report, cost = timed(lambda: json.loads(run([*command, *options], stderr=subprocess.DEVNULL)))
        require_equal(report["unchanged" if again else "added"], files, "files of the scan")
        return cost.wall

    fixed = {}
    for jobs in FIXED:
        fixed[jobs] = (scanned("--jobs", str(jobs)), scanned("--jobs", str(jobs), again=True))
    ours = (scanned(), scanned(again=True))
    peers = (timed(lambda: read_all(mount))[1].wall, timed(lambda: list_all(mount))[1].wall)
    for which, name in enumerate(("first scan", "rescan, nothing changed")):
        best = min(FIXED, key=lambda jobs: fixed[jobs][which])
        ratio = ours[which] / fixed[best][which]
        table.row(
            f"{name}; peer: the best of --jobs {', '.join(map(str, FIXED))}, which is {best}", shown(ours[which]),
            shown(fixed[best][which]), ratio, Goal.at_most(ratio, 1.1, "×"))
        if kind == "share":
            rate = peers[which] / ours[which]
            table.row(
                f"{name}; peer: {READERS} readers, rate", shown(ours[which]), shown(peers[which]), rate,
                Goal.at_least(rate, 0.8, "×"))
    table.note("Names and attributes are remembered for a second. Each other call waits before it is answered" + (", one after the other." if kind == "disk" else "."))
    table.note(f"The {READERS} readers are threads: they open, ask for the size of, and read the first 64 KB of each file; "
               "for the rescan they list the folders and ask for the status of each file.")
    table.print()


def shown(seconds):
    return microseconds(1e6 * seconds)


def build():
    program = DATA / "slow_disk"
    flags = run(["pkg-config", "--cflags", "--libs", "fuse3"]).split()
    DATA.mkdir(parents=True, exist_ok=True)
    run(["cc", "-std=c11", "-O2", "-o", str(program), str(ROOT / "Benchmarks" / "slow_disk.c"), *flags])
    return program


@contextmanager
def mounted(program, folder, kind):
    mount = DATA / f"slow-{kind}"
    mount.mkdir(exist_ok=True)
    # libfuse prints warnings about its settings.
    process = subprocess.Popen(
        [program, folder, mount, str(1000 * TIMES[kind]), kind], stderr=subprocess.DEVNULL)
    try:
        while not mount.is_mount():
            if process.poll() is not None:
                raise SystemExit("the slow file system did not start; is /dev/fuse there?")
            time.sleep(0.05)
        yield mount
    finally:
        process.terminate()
        process.wait(timeout=20)


def read_all(mount):
    with ThreadPoolExecutor(READERS) as readers:
        files = [path for paths in readers.map(listed, folders(mount)) for path in paths]
        return sum(readers.map(head, files))


def list_all(mount):
    """Lists all folders in parallel, then gets the status of all files in parallel."""
    with ThreadPoolExecutor(READERS) as readers:
        files = [path for paths in readers.map(listed, folders(mount)) for path in paths]
        return sum(1 for _ in readers.map(os.lstat, files))


def folders(mount):
    return [str(path) for path in sorted(Path(mount).iterdir())]


def listed(folder):
    return [f"{folder}/{name}" for name in os.listdir(folder)]


def head(path):
    file = os.open(path, os.O_RDONLY)
    try:
        os.fstat(file)
        return len(os.read(file, 65_536))
    finally:
        os.close(file)
