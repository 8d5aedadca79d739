"""mixed: a first scan of JPEG, HEIC, raw and video together, against exiftool and exiv2."""

import csv
import io
import json
import subprocess

from mixed_library import KINDS, mixed_library
from report import Table, in_turn, median, median_ratio, number, per_second, require_equal, run
from scan import Scanner

ROUNDS = 3
FILES = 4_000
EXIFTOOL_FILES = 400


def measure(settings):
    folder = mixed_library(FILES)
    scanner = Scanner(settings.geoindex, folder)
    files = sorted(str(path) for path in folder.rglob("*.*"))
    some = files[:EXIFTOOL_FILES]

    report = scanner.scan()
    require_equal(report["files"], len(files), "the number of files")
    check(scanner, some)
    ours, exiv2 = in_turn(ROUNDS, scanner.scan, lambda: exiv2_latitudes(files))
    again, exiftool = in_turn(ROUNDS, scanner.scan, lambda: exiftool_places(some))

    shares = ", ".join(f"{share:.0%} {kind}" for kind, share in KINDS.items())
    table = Table(f"mixed: {len(files):,} files ({shares}) of typical sizes, into a fresh index")
    compare(table, f"exiftool, two tags, {len(some)} files", again, exiftool, len(files), len(some))
    compare(table, "exiv2, one tag, two processes", ours, exiv2, len(files), len(files))
    for kind in KINDS:
        add_reading(table, settings, folder, kind)
    table.note("Equal to exiftool: every coordinate to 1e-6°.")
    table.note(
        f"exiv2 finds a latitude in {len(exiv2_latitudes(files)):,} of the files, geoindex in "
        f"{report['located']:,}: it reads no video.")
    table.print()


def add_reading(table, settings, folder, kind):
    """Adds the bytes that a scan reads of one kind of file, and the size of such a file."""
    files = sorted(folder.rglob(f"*.{kind}"))[:20]
    output = run([settings.geoindex, "inspect", "--json", *map(str, files)])
    read = median([json.loads(line)["bytesRead"] for line in output.splitlines()])
    size = median([file.stat().st_size for file in files])
    table.row(f"bytes read of a {kind}", f"{number(read / 1024)} KiB", f"of {number(size / 1e6)} MB")


def compare(table, name, ours, peer, our_files, peer_files):
    our_rates = [our_files / cost.wall for cost in ours]
    peer_rates = [peer_files / cost.wall for cost in peer]
    table.row(
        name, per_second(median(our_rates), "files"), per_second(median(peer_rates), "files"),
        median_ratio(our_rates, peer_rates))


def exiv2_latitudes(files):
    output = run(
        ["xargs", "-P2", "-n500", "exiv2", "-q", "-K", "Exif.GPSInfo.GPSLatitude", "-P", "v"],
        allowed=(0, 123), input="\n".join(files), stderr=subprocess.DEVNULL)
    return output.splitlines()


def exiftool_places(files):
    output = run(
        ["exiftool", "-n", "-csv", "-GPSLatitude", "-GPSLongitude", "-@", "-"],
        input="\n".join(files), stderr=subprocess.DEVNULL)
    return list(csv.DictReader(io.StringIO(output)))


def check(scanner, files):
    """Stops unless geoindex and exiftool read the same positions."""
    found = scanner.coordinates()
    for row in exiftool_places(files):
        expected = [float(row["GPSLongitude"]), float(row["GPSLatitude"])]
        ours = found.get(row["SourceFile"])
        if ours is None or max(abs(a - b) for a, b in zip(ours, expected)) > 1e-6:
            require_equal(ours, expected, f"the place of {row['SourceFile']}")
