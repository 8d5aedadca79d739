"""place: photos without a position, placed by tracks and by a phone, against exiftool and gpscorrelate.

Walks with known positions are generated. A camera without GPS takes photos at stops and between them. Its track has a fix
every ten seconds, with gaps. All programs get the same files and limits.
"""

import contextlib
import csv
import json
import math
import random
import shutil
import sqlite3
import struct
import subprocess
from dataclasses import dataclass
from datetime import datetime, timezone

from report import DATA, Broken, Goal, Table, in_turn, median, number, run

TRIPS = 40
PHOTOS = 60
INTERVAL, GAP, EXTRAPOLATION = 10, 600, 60
FIXES = 10_000_000
MANY = 100_000
METRES = 111_195.0
# Programs that read a time without a time zone take it for UTC.
UTC = {"TZ": "UTC", "PATH": "/usr/bin:/bin"}


def measure(settings):
    folder = DATA / "place"
    shutil.rmtree(folder, ignore_errors=True)
    trips = [Trip(number) for number in range(TRIPS)]
    for trip in trips:
        trip.write(folder / "photos" / trip.name)
    accuracy(settings, folder, trips)
    clocks(settings, folder, trips)
    shutil.rmtree(folder)
    duration(settings)


# Trips


@dataclass
class Photo:
    name: str
    second: int
    position: tuple


class Trip:
    """A walk of about two hours with stops, a track of it, photos of a camera and some of a phone with GPS."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.name = f"trip-{number:03d}"
        self.start = int(datetime(2024, 5, 1, tzinfo=timezone.utc).timestamp()) + 86_400 * 3 * number + 30_000
        self.origin = (self.random.uniform(-60, 60), self.random.uniform(-179, 179))
        self.path, self.stops = self.walk()
        # How far the clock of the camera is ahead of UTC.
        self.offset = self.random.randint(-14 * 3_600, 14 * 3_600)
        self.camera = [self.photo(f"camera-{index:02d}.jpg") for index in range(PHOTOS)]
        self.phone = [self.photo(f"phone-{index:02d}.jpg") for index in range(PHOTOS // 3)]

    def walk(self):
        east = north = 0.0
        path, stops = [], []
        for _ in range(20):
            heading = self.random.uniform(0, 2 * math.pi)
            for _ in range(self.random.randint(60, 400)):
                heading += self.random.gauss(0, 0.05)
                east, north = east + 1.3 * math.sin(heading), north + 1.3 * math.cos(heading)
                path.append((east, north))
            stops.append(range(len(path), len(path) + self.random.randint(40, 150)))
            path += [(east, north)] * len(stops[-1])
        return path, stops

    def photo(self, name):
        stop = self.random.choice(self.stops) if self.random.random() < 0.8 else range(len(self.path))
        second = self.random.choice(stop)
        return Photo(name, second, self.degrees(self.path[second]))

    def degrees(self, place):
        latitude = self.origin[0] + place[1] / METRES
        return latitude, self.origin[1] + place[0] / METRES / math.cos(math.radians(latitude))

    def error(self, photo, position):
        """Metres from where the photo was taken."""
        east = (position[1] - photo.position[1]) * METRES * math.cos(math.radians(photo.position[0]))
        return math.hypot(east, (position[0] - photo.position[0]) * METRES)

    def write(self, folder):
        folder.mkdir(parents=True)
        for photo in self.camera:
            (folder / photo.name).write_bytes(jpeg(self.start + photo.second + self.offset, f"Camera {self.name}"))
        for photo in self.phone:
            data = jpeg(self.start + photo.second, "Phone", offset="+00:00", position=photo.position)
            (folder / photo.name).write_bytes(data)
        (folder / "walk.gpx").write_text(self.gpx(), encoding="utf-8")

    def gpx(self):
        lost = [self.random.randrange(len(self.path)) for _ in range(3)]
        points = []
        for second in range(0, len(self.path), INTERVAL):
            if any(first <= second < first + 500 for first in lost):
                continue
            east, north = (value + self.random.gauss(0, 3) for value in self.path[second])
            latitude, longitude = self.degrees((east, north))
            time = datetime.fromtimestamp(self.start + second, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            points.append(f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><time>{time}</time></trkpt>')
        return ('<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
                + "\n".join(points) + "\n</trkseg></trk></gpx>\n")


def jpeg(local, model, offset=None, position=None):
    """A picture of one pixel with Exif; `local` is on the clock of the camera."""
    text = datetime.fromtimestamp(local, timezone.utc).strftime("%Y:%m:%d %H:%M:%S")
    image = [(0x010F, ascii_value("Bench")), (0x0110, ascii_value(model))]
    exif = [(0x9003, ascii_value(text))] + ([(0x9011, ascii_value(offset))] if offset else [])
    directories = [(0x8769, exif)]
    if position:
        directories.append((0x8825, gps_values(*position)))
    # The sizes of all directories must be known before their offsets are written.
    start = 8 + size(image) + 12 * len(directories)
    pointers, rest = [], b""
    for tag, entries in directories:
        pointers.append((tag, (4, 1, struct.pack("<I", start + len(rest)))))
        rest += directory(entries, start + len(rest))
    body = b"Exif\0\0II*\0" + struct.pack("<I", 8) + directory(image + pointers, 8) + rest
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(body) + 2) + body + PIXEL


def ascii_value(text):
    data = text.encode() + b"\0"
    return 2, len(data), data


def gps_values(latitude, longitude):
    def degrees(value):
        return 5, 3, struct.pack("<6I", round(abs(value) * 1e7), 10_000_000, 0, 1, 0, 1)

    return [
        (1, ascii_value("N" if latitude >= 0 else "S")), (2, degrees(latitude)),
        (3, ascii_value("E" if longitude >= 0 else "W")), (4, degrees(longitude))]


def size(entries):
    return 6 + 12 * len(entries) + sum(len(data) + len(data) % 2 for _, (_, _, data) in entries if len(data) > 4)


def directory(entries, start):
    """A directory of Exif, whose longer values follow it."""
    head, tail = struct.pack("<H", len(entries)), b""
    end = start + 6 + 12 * len(entries)
    for tag, (kind, count, data) in sorted(entries):
        value = data.ljust(4, b"\0")
        if len(data) > 4:
            value = struct.pack("<I", end + len(tail))
            tail += data + b"\0" * (len(data) % 2)
        head += struct.pack("<HHI", tag, kind, count) + value
    return head + b"\0\0\0\0" + tail


# A grey picture of one pixel, from the quantisation table on.
PIXEL = (
    b"\xff\xdb\x00\x43\x00" + b"\x01" * 64 + b"\xff\xc0\x00\x0b\x08\x00\x01\x00\x01\x01\x01\x11\x00"
    + b"\xff\xc4\x00\x14\x00\x01" + b"\0" * 15 + b"\x00" + b"\xff\xc4\x00\x14\x10\x01" + b"\0" * 15 + b"\x00"
    + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x3f\xff\xd9")


# Share and error


def accuracy(settings, folder, trips):
    photos = folder / "photos"
    index = scan(settings, photos, folder / "clocked.sqlite")
    given = [f"--clock=Camera {trip.name}={text(trip.offset)}" for trip in trips]
    limits = [f"--max-gap={GAP}", f"--extrapolate={EXTRAPOLATION}"]
    track = errors(trips, plan(settings, index, ["--from-tracks", *limits, *given]))
    both = errors(trips, plan(settings, index, ["--from-tracks", "--from-neighbours", *limits, *given]))
    peers = {"exiftool -geotag": errors(trips, exiftool(folder, trips)),
             "gpscorrelate": errors(trips, gpscorrelate(folder, trips))}
    table = Table(
        f"place: {TRIPS * PHOTOS:,} photos of cameras without GPS, clocks given",
        head=("program", "placed", "median error", "95th percentile", "not farther than the peer", "goal"))
    everything = TRIPS * PHOTOS
    table.cells("geoindex, tracks", *shown(track, everything))
    table.cells("geoindex, tracks and the phone's photos", *shown(both, everything))
    for name, found in peers.items():
        shared = [(track[photo], found[photo]) for photo in found if photo in track]
        # Positions have seven digits, and programs round times differently.
        worse = sum(ours > theirs + 0.5 for ours, theirs in shared)
        is_met = worse == 0 and len(found) <= len(both)
        table.cells(
            name, *shown(found, everything), f"{len(shared) - worse:,} of {len(shared):,}", "met" if is_met else "MISSED")
    table.note(f"Limits of all: {GAP} s between two fixes, {EXTRAPOLATION} s beyond one. A fix every {INTERVAL} s, with three gaps of 500 s.")
    table.note("Goal: where both place a photo, geoindex is not farther from the truth (by more than 0.5 m), and it places as many.")
    table.print()


def shown(found, everything):
    values = sorted(found.values())
    return (f"{len(values) / everything:.1%}", f"{number(median(values))} m",
            f"{number(values[len(values) * 95 // 100])} m")


def scan(settings, photos, index):
    run([settings.geoindex, "scan", "--quiet", "--db", str(index), str(photos)])
    return index


def plan(settings, index, options):
    output = run(
        [settings.geoindex, "place", "--quiet", "--json", "--db", str(index), *options], stderr=subprocess.DEVNULL)
    return {key(entry["path"]): (entry["latitude"], entry["longitude"]) for entry in json.loads(output)}


def key(path):
    """The trip and the name of a file."""
    return tuple(str(path).rsplit("/", 2)[-2:])


def errors(trips, positions):
    known = {(trip.name, photo.name): (trip, photo) for trip in trips for photo in trip.camera}
    return {
        name: known[name][0].error(known[name][1], position)
        for name, position in positions.items() if name in known}


def text(seconds):
    sign, seconds = ("-" if seconds < 0 else "+"), abs(seconds)
    return f"{sign}{seconds // 3_600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def exiftool(folder, trips):
    copy = copied(folder, "exiftool")
    for trip in trips:
        run(["exiftool", "-q", "-q", "-overwrite_original", "-geotag", str(copy / trip.name / "walk.gpx"),
             "-geotime<${DateTimeOriginal}+00:00", f"-geosync={text(-trip.offset)}", "-api", f"GeoMaxIntSecs={GAP}",
             "-api", f"GeoMaxExtSecs={EXTRAPOLATION}", *cameras(copy / trip.name)], env=UTC, allowed=(0, 1),
            stderr=subprocess.DEVNULL)
    return positions(copy)


def gpscorrelate(folder, trips):
    copy = copied(folder, "gpscorrelate")
    for trip in trips:
        run(["gpscorrelate", "-z", "0", "-O", str(-trip.offset), "-m", str(EXTRAPOLATION), "-g", str(copy / trip.name / "walk.gpx"),
             *cameras(copy / trip.name)], env=UTC, allowed=(0, 1, 2), stderr=subprocess.DEVNULL)
    return positions(copy)


def cameras(folder):
    return sorted(str(path) for path in folder.glob("camera-*.jpg"))


def copied(folder, name):
    copy = folder / name
    shutil.copytree(folder / "photos", copy)
    return copy


def positions(folder):
    output = run(
        ["exiftool", "-q", "-q", "-n", "-csv", "-r", "-if", "$FileName =~ /^camera/ and defined $GPSLatitude",
         "-GPSLatitude", "-GPSLongitude", str(folder)], allowed=(0, 1, 2), stderr=subprocess.DEVNULL)
    found = {}
    for row in csv.DictReader(output.splitlines()):
        found[key(row["SourceFile"])] = (float(row["GPSLatitude"]), float(row["GPSLongitude"]))
    if not found:
        raise Broken(f"no photo was placed in {folder}")
    return found


# Clocks


def clocks(settings, folder, trips):
    """The clocks of the same cameras, found from the tracks alone."""
    table = Table(
        "place: clocks from −14 h to +14 h, estimated from stops", head=("what", "ours", "goal", ""))
    index = folder / "clocked.sqlite"
    output = run([settings.geoindex, "place", "--quiet", "--json", "--db", str(index), "--from-tracks"],
                 stderr=subprocess.DEVNULL)
    found = {}
    for entry in json.loads(output):
        if "agree" in entry.get("clockEvidence", ""):
            found[key(entry["path"])[0]] = seconds(entry["clock"])
    wrong = sorted(abs(found[trip.name] - trip.offset) for trip in trips if trip.name in found)
    table.cells("clocks found", f"{len(wrong)} of {len(trips)}")
    if wrong:
        table.cells("median error", f"{number(median(wrong))} s", "≤ 1 s", "met" if median(wrong) <= 1 else "MISSED")
        table.cells("greatest error", f"{number(wrong[-1])} s")
    table.note(f"{PHOTOS} photos a camera, a fix every {INTERVAL} s. A clock is used only if other offsets have less than 5 % of the weight.")
    table.print()


def seconds(clock):
    hours, minutes, rest = (int(part) for part in clock[1:].split(":"))
    return (-1 if clock[0] == "-" else 1) * (hours * 3_600 + minutes * 60 + rest)


# Time


def duration(settings):
    folder = DATA / f"place-{MANY}-{FIXES}"
    index = folder / "photos.sqlite"
    if not index.exists():
        shutil.rmtree(folder, ignore_errors=True)
        many(folder)
        scan(settings, folder / "photos", folder / "unfinished.sqlite")
        run([settings.geoindex, "tracks", "add", "--quiet", "--db", str(folder / "unfinished.sqlite"),
             *sorted(str(path) for path in folder.glob("*.csv"))])
        for path in sorted(folder.glob("unfinished.sqlite*"), reverse=True):
            path.rename(path.with_name(path.name.replace("unfinished", "photos")))
    command = [settings.geoindex, "place", "--quiet", "--json", "--db", str(index), "--from-tracks"]
    given, found = in_turn(
        3, lambda: run([*command, "--clock=Bench=+00:00"], stderr=subprocess.DEVNULL),
        lambda: run(command, stderr=subprocess.DEVNULL))
    table = Table(f"place: a plan for {MANY:,} photos by {FIXES:,} fixes", head=("what", "ours", "goal", ""))
    for name, costs in (("with an entered clock", given), ("with the clock to be found", found)):
        wall = median([cost.wall for cost in costs])
        goal = Goal.at_most(wall, 2, " s")
        table.cells(name, f"{number(wall)} s", goal.text, "met" if goal.is_met else "MISSED")
    with contextlib.closing(sqlite3.connect(index)) as connection:
        stored, = connection.execute("SELECT sum(length(fixes)) FROM track_chunk").fetchone()
    size = Goal.at_most(stored / FIXES, 8, " bytes")
    table.cells("bytes per fix, with all simplified lines", number(stored / FIXES), size.text, "met" if size.is_met else "MISSED")
    table.print()


def many(folder):
    """Photos of ten cities over 115 days without GPS, and a fix each second of the same time."""
    start = int(datetime(2023, 1, 1, tzinfo=timezone.utc).timestamp())
    generator = random.Random(5)
    for index in range(MANY):
        directory = folder / "photos" / f"{index // 1_000:03d}"
        directory.mkdir(parents=True, exist_ok=True)
        data = jpeg(start + generator.randrange(FIXES), "Camera")
        (directory / f"IMG_{index:06d}.jpg").write_bytes(data)
    latitude, longitude = 48.0, 11.0
    # A table may have 256 MB.
    for first in range(0, FIXES, 2_000_000):
        lines = ["time,lat,lon"]
        for second in range(first, min(FIXES, first + 2_000_000)):
            # Half of each ten minutes is a stop.
            if second // 300 % 2:
                latitude += 1e-5 if second // 3_600 % 2 else -1e-5
                longitude += 1e-5 if second // 7_200 % 2 else -1e-5
            time = datetime.fromtimestamp(start + second, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            lines.append(f"{time},{latitude:.6f},{longitude:.6f}")
        (folder / f"fixes-{first:08d}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
