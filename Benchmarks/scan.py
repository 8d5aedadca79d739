"""scan: reading photos for the first time, against exiv2 and exiftool reading one or two tags."""

import csv
import io
import json
import subprocess

from library import library
from report import (
    DATA, Goal, Table, in_turn, median, median_ratio, megabytes, peak_memory, per_second, require_equal, run)

ROUNDS = 5
EXIFTOOL_FILES = 2_000
# The goal of `files a second` assumes this number of cores.
CORES = 2


def measure(settings):
    folder = library(settings.photos)
    scanner = Scanner(settings.geoindex, folder)
    files = sorted(str(path) for path in folder.rglob("*.jpg"))
    # Only the first folders, because exiftool is slow.
    some = files[:EXIFTOOL_FILES]

    check(scanner, files, some)
    ours, exiv2 = in_turn(ROUNDS, scanner.scan, lambda: exiv2_tags(files))
    again, exiftool = in_turn(3, scanner.scan, lambda: exiftool_table(some))

    rate = len(files) / median([cost.wall for cost in ours])
    busy = CORES * len(files) / median([cost.cpu for cost in ours])
    table = Table(f"scan: {len(files):,} JPEGs of about 40 KB in memory, into a fresh index")
    table.row("files a second", per_second(rate, "files"), goal=Goal.at_least(rate, 40_000, "/s"))
    compare(table, "exiv2, one tag, two processes", ours, exiv2, len(files), len(files), 1.5)
    compare(table, "exiftool -fast2, two tags", again, exiftool, len(files), len(some), 80)
    memory = peak_memory(scanner.command())
    table.row("peak memory", megabytes(memory), goal=Goal.at_most(memory / 1024, 150, " MB"))
    table.note(f"By time on cores, {CORES} cores without other programs and without waits would read {per_second(busy, 'files')}.")
    table.note(f"exiftool reads {len(some):,} of the files, in one process; the ratio is per file.")
    table.note("The goal for memory is for 1,000,000 files: GEOINDEX_BENCH_PHOTOS sets how many there are.")
    table.note("Equal to exiv2: which files have a GPS latitude. Equal to exiftool: every coordinate to 1e-6°.")
    table.print()


def compare(table, name, ours, peer, our_files, peer_files, bound):
    """Adds the files per second of both by wall-clock time, and the ratio by CPU time."""
    our_rates = [our_files / cost.wall for cost in ours]
    peer_rates = [peer_files / cost.wall for cost in peer]
    ratio = median_ratio(our_rates, peer_rates)
    by_core = median_ratio(
        [our_files / cost.cpu for cost in ours], [peer_files / cost.cpu for cost in peer])
    table.row(
        name, per_second(median(our_rates), "files"), per_second(median(peer_rates), "files"), ratio,
        Goal.at_least(ratio, bound, "×"))
    table.row("  the same by time on cores", "", "", by_core)


class Scanner:
    """`geoindex scan` of one folder."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.index = DATA / "scan.sqlite"

    def command(self):
        """The command for a first scan; removes the index of an earlier scan."""
        for suffix in ("", "-wal", "-shm"):
            (self.index.parent / (self.index.name + suffix)).unlink(missing_ok=True)
        return self.repeated()

    def repeated(self):
        """The command for another scan into the same index."""
        return [self.program, "scan", "--json", "--db", str(self.index), str(self.folder)]

    def scan(self):
        return json.loads(run(self.command(), stderr=subprocess.DEVNULL))

    def coordinates(self):
        """Longitude and latitude of every located photo, by its path."""
        lines = run([
            self.program, "query", "--db", str(self.index), "--format", "ndjson"]).splitlines()
        photos = (json.loads(line) for line in lines)
        return {
            f"{self.folder}/{photo['properties']['path']}": photo["geometry"]["coordinates"]
            for photo in photos}


def exiv2_tags(files):
    """One line for every file that has a latitude."""
    # exiv2 exits with 253 if a file lacks the tag, and then xargs exits with 123.
    output = run(
        ["xargs", "-P2", "-n500", "exiv2", "-q", "-K", "Exif.GPSInfo.GPSLatitude", "-P", "v"],
        allowed=(0, 123), input="\n".join(files), stderr=subprocess.DEVNULL)
    return output.splitlines()


def exiftool_table(files):
    output = run(
        ["exiftool", "-fast2", "-n", "-csv", "-EXIF:GPSLatitude", "-EXIF:GPSLongitude",
         "-EXIF:GPSLatitudeRef", "-EXIF:GPSLongitudeRef", "-@", "-"],
        input="\n".join(files), stderr=subprocess.DEVNULL)
    return list(csv.DictReader(io.StringIO(output)))


def check(scanner, files, some):
    """Stops unless the three programs read the same tags and positions."""
    report = scanner.scan()
    require_equal(report["files"], len(files), "the number of files")
    unlocated = report["unlocated"]
    with_tag = report["located"] + unlocated["null-island"] + unlocated["invalid-gps"]
    require_equal(with_tag, len(exiv2_tags(files)), "files with a GPS latitude")

    found = scanner.coordinates()
    require_equal(len(found), report["located"], "the number of located photos")
    for row in exiftool_table(some):
        expected = signed(row)
        ours = found.get(row["SourceFile"])
        if expected is None or ours is None:
            require_equal(ours, expected, f"the place of {row['SourceFile']}")
        elif max(abs(a - b) for a, b in zip(ours, expected)) > 1e-6:
            require_equal(ours, expected, f"the place of {row['SourceFile']}")


def signed(row):
    """Longitude and latitude with the rules of geoindex; None if it would not show the photo on the map."""
    try:
        latitude, longitude = float(row["GPSLatitude"]), float(row["GPSLongitude"])
    except ValueError:
        return None
    if not (row["GPSLatitudeRef"] and row["GPSLongitudeRef"]):
        return None
    latitude = -latitude if row["GPSLatitudeRef"] == "S" else latitude
    longitude = -longitude if row["GPSLongitudeRef"] == "W" else longitude
    is_place = abs(latitude) <= 90 and abs(longitude) <= 180 and (latitude, longitude) != (0, 0)
    return [longitude, latitude] if is_place else None
