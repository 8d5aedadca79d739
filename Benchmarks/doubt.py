"""doubt: faults that are planted in the lives of generated people, false alarms in honest ones, and times.

`python Benchmarks/doubt.py PROGRAMS [LIBRARIES [FAULT…]]` measures with the first so many libraries of journeys_people.
"""

import json
import random
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

from importing import database_files, remove
from journeys_detectors import feature
from journeys_people import ARCHETYPES
from journeys_places import Position, kilometres
from journeys_speed import ask_after_changes, ask_first, lived_index
from report import DATA, Goal, Settings, Table, microseconds, run

KINDS = ("sign", "swapped", "stale", "stopped", "speed", "elsewhere", "track", "clock", "altitude", "coarse", "sea")

# The reasons of faults that are named otherwise: a GPS time that stands still, and a track that was elsewhere.
REASONS = {"stopped": "stale", "track": "elsewhere"}
WANTED = 10_000

# The libraries in which false alarms are counted.
HONEST = 100


def measure(settings, most=None):
    find(settings, most)
    if most is None:
        measure_times(settings)


def find(settings, most, kinds=KINDS):
    table = Table("doubt: planted faults", ("fault", "planted", "found", "goal", "", "by its reason", "others per 1,000"))
    planted, found, named, photos, others = ({kind: 0 for kind in KINDS} for _ in range(5))
    honest = alarms = with_tracks = 0
    reasons = {}
    for number, library in enumerate(some_libraries(most)):
        missing = [kind for kind in kinds if planted[kind] < WANTED]
        if number >= HONEST and not missing:
            break
        lines = [line(photo, number) for photo in library.photos]
        doubts, track = ask(settings, lines), track_of(library)
        if number < HONEST:
            honest += len(lines)
            alarms += len(doubts)
            for reason in doubts.values():
                reasons[reason] = reasons.get(reason, 0) + 1
            with_tracks += len(ask(settings, lines, track))
        for kind in missing:
            chance = random.Random(number)
            taken = lines + beside(lines, chance) if kind == "elsewhere" else lines
            faulty, wrong = Planter(kind, taken, chance).planted()
            if not wrong:
                continue
            doubts_now = ask(settings, faulty, track if kind == "track" else None)
            planted[kind] += len(wrong)
            found[kind] += sum(1 for path in wrong if path in doubts_now)
            named[kind] += sum(1 for path in wrong if doubts_now.get(path) == REASONS.get(kind, kind))
            photos[kind] += len(faulty)
            others[kind] += sum(1 for path in doubts_now if path not in wrong and path not in doubts)
    for kind in KINDS:
        if not planted[kind]:
            continue
        share = 100 * found[kind] / planted[kind]
        goal = Goal.at_least(share, 95, " %")
        table.cells(kind, f"{planted[kind]:,}", f"{share:.1f} %", goal.text, "met" if goal.is_met else "MISSED",
                    f"{100 * named[kind] / planted[kind]:.1f} %", f"{1000 * others[kind] / photos[kind]:.2f}")
    table.print()
    table = Table("doubt: honest libraries", ("libraries", "photos", "doubts", "per 1,000", "goal", ""))
    for name, count in (("photos alone", alarms), ("with a track of the owner", with_tracks)):
        rate = 1000 * count / max(1, honest)
        goal = Goal.at_most(rate, 1)
        table.cells(name, f"{honest:,}", str(count), f"{rate:.2f}", goal.text, "met" if goal.is_met else "MISSED")
    table.note(f"By reason: {reasons}. A fault that contradicts a sidecar cannot be imported; the Swift tests plant it.")
    table.print()


def some_libraries(most):
    """The hundred libraries of journeys_people, one of each archetype after the other, then more of the same kinds."""
    hundred = [(build, number) for number in range(6) for build, count in ARCHETYPES if number < count]
    more = [(build, number) for number in range(6, 18) for build, _ in ARCHETYPES]
    for build, number in (hundred + more)[:most]:
        yield build(number)


def line(photo, library):
    one = feature(photo)
    one["properties"]["altitude"] = 120 + hash_of(one["properties"]["path"]) % 40
    if photo.what == "air":
        one["properties"]["altitude"] = 10_500
    if "Phone" not in photo.camera:
        del one["properties"]["altitude"]
    else:
        one["properties"]["timeSource"] = "gps"
    return one


def beside(lines, chance):
    """What a second camera of the owner takes some minutes after half of the photos of the first."""
    camera = most_used(one["properties"]["cameraModel"] for one in lines)
    taken = []
    for number, one in enumerate(lines):
        if one["properties"]["cameraModel"] != camera or chance.random() < 0.5:
            continue
        longitude, latitude = one["geometry"]["coordinates"]
        for minutes in (2, 4):
            properties = one["properties"] | {"path": f"beside/{number}-{minutes}.jpg", "filename": f"{number}-{minutes}.jpg", "cameraModel": "Beside"}
            for name in ("takenAt", "takenAtLocal"):
                properties[name] = (datetime.fromisoformat(properties[name]) + timedelta(minutes=minutes)).isoformat()
            place = [round(longitude + minutes * 2e-4, 7), round(latitude + minutes * 1e-4, 7)]
            taken.append(one | {"geometry": {"type": "Point", "coordinates": place}, "properties": properties})
    return taken


def hash_of(text):
    return sum(text.encode())


def most_used(cameras):
    """The camera with most photos."""
    return Counter(cameras).most_common(1)[0][0]


def track_of(library):
    """A track of the owner as GPX: a fix every five minutes between photos of a day of the camera with most photos."""
    camera = most_used(photo.camera for photo in library.photos)
    photos = [photo for photo in library.photos if photo.camera == camera and photo.what != "air"]
    fixes = sorted((datetime.fromisoformat(photo.iso), photo.position.latitude, photo.position.longitude) for photo in photos)
    points = []
    for (begin, north, east), (end, next_north, next_east) in zip(fixes, fixes[1:]):
        points.append((begin, north, east))
        hours = (end - begin).total_seconds() / 3600
        way = kilometres(Position(north, east), Position(next_north, next_east))
        if hours < 12 and way < 130 * hours and abs(next_east - east) < 180:
            steps = int(hours * 12)
            points += [(begin + (end - begin) * n / (steps + 1), north + (next_north - north) * n / (steps + 1),
                        east + (next_east - east) * n / (steps + 1)) for n in range(1, steps + 1)]
    body = "".join(f'<trkpt lat="{north:.6f}" lon="{east:.6f}"><time>{at.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%S}Z</time></trkpt>'
                   for at, north, east in points)
    return f'<gpx version="1.1" creator="bench"><trk><trkseg>{body}</trkseg></trk></gpx>'


def ask(settings, lines, track=None):
    """The doubts of a library: reasons by path."""
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        file, index = Path(folder) / "library.ndjson", Path(folder) / "library.sqlite"
        file.write_text("".join(json.dumps(one) + "\n" for one in lines))
        run([settings.geoindex, "import", "--quiet", "--db", index, file])
        if track:
            (Path(folder) / "track.gpx").write_text(track)
            run([settings.geoindex, "tracks", "add", "--quiet", "--db", index, Path(folder) / "track.gpx"])
        answer = json.loads(run([settings.geoindex, "doubt", "--quiet", "--json", "--db", index]))
        remove(database_files(index))
    return {one["path"]: one["reason"] for one in answer["doubts"]}


class Planter:
    """Plants faults of one kind where a reader of the photos could find them."""

    def __init__(self, kind, lines, chance):
        self.kind, self.chance = kind, chance
        lines = [{**one, "geometry": {**one["geometry"]}, "properties": {**one["properties"]}} for one in lines]
        self.lines = sorted(lines, key=lambda one: (one["properties"]["cameraModel"], one["properties"]["takenAtLocal"]))
        self.most_used = most_used(one["properties"]["cameraModel"] for one in lines)
        self.wrong = set()

    def planted(self):
        every = 12 if self.kind in ("stale", "stopped", "elsewhere", "track") else 60
        index = every
        while index + 12 < len(self.lines):
            self.plant(index)
            index += every
        gone = getattr(self, "gone", set())
        return [one for one in self.lines if one["properties"]["path"] not in gone], self.wrong - gone

    def position(self, index):
        longitude, latitude = self.lines[index]["geometry"]["coordinates"]
        return Position(latitude, longitude)

    def camera(self, index):
        return self.lines[index]["properties"]["cameraModel"]

    def hours(self, one, other):
        first, second = (datetime.fromisoformat(self.lines[n]["properties"]["takenAtLocal"]) for n in (one, other))
        return abs((second - first).total_seconds()) / 3600

    def distance(self, one, other):
        return kilometres(self.position(one), self.position(other))

    def is_among_others(self, index):
        near = index - 1, index + 1
        return (all(self.camera(n) == self.camera(index) for n in near) and self.hours(*near) < 6
                and self.distance(*near) < 20)

    def is_high(self, index):
        return self.lines[index]["properties"].get("altitude", 0) > 2_500

    def move(self, index, latitude, longitude, counts=True):
        longitude = (longitude + 180) % 360 - 180
        self.lines[index]["geometry"]["coordinates"] = [round(longitude, 7), round(max(-85, min(85, latitude)), 7)]
        if counts:
            self.wrong.add(self.lines[index]["properties"]["path"])

    def plant(self, index):
        here, properties = self.position(index), self.lines[index]["properties"]
        if self.is_high(index) or self.lines[index - 1]["properties"]["path"] in self.wrong:
            return
        if self.kind == "stale":
            return self.plant_stale(index)
        if self.kind == "stopped":
            return self.plant_stopped(index)
        if self.kind == "elsewhere":
            return self.plant_elsewhere(index)
        if self.kind == "track":
            return self.plant_beside_track(index)
        if self.kind != "coarse" and not self.is_among_others(index):
            return
        north, east = here.latitude, here.longitude
        if self.kind == "sign":
            flipped = [Position(-north, east), Position(north, -east), Position(-north, -east)]
            flipped = [one for one in flipped if kilometres(one, here) > 100]
            if flipped:
                one = self.chance.choice(flipped)
                self.move(index, one.latitude, one.longitude)
        elif self.kind == "swapped" and abs(east) < 85 and abs(abs(north) - abs(east)) > 2:
            self.move(index, east, north)
        elif self.kind == "speed":
            least = max(25, 200 * self.hours(index - 1, index + 1))
            reach = self.chance.uniform(1.2 * least, 4 * least + 500) / 111
            self.move(index, north + (0.8 if north < 0 else -0.8) * reach, east + 0.6 * reach)
        elif self.kind == "sea":
            self.move(index, -48 if north > 0 else 48, -30)
        elif self.kind == "coarse":
            step = self.chance.choice((1, 0.1, 0.01))
            self.move(index, round(north / step) * step, round(east / step) * step)
        elif self.kind == "altitude" and "altitude" in properties and self.hours(index - 1, index + 1) < 0.5:
            properties["altitude"] += self.chance.uniform(1_500, 6_000)
            self.wrong.add(properties["path"])
        elif self.kind == "clock" and properties["timeSource"] == "gps":
            sign, hours = properties["takenAt"][-6], int(properties["takenAt"][-5:-3])
            offset = hours if sign == "+" else -hours
            offset += 3 if offset < 5 else -3
            properties["takenAt"] = f"{properties['takenAtLocal']}{'-' if offset < 0 else '+'}{abs(offset):02d}:00"
            self.wrong.add(properties["path"])

    def plant_stale(self, index):
        """A camera repeats a fix while it is carried on, then finds the next one."""
        end = index + 1
        while end < len(self.lines) and self.camera(end) == self.camera(index) and self.hours(index, end) < 8:
            leap, last = self.distance(index, end), self.hours(end - 1, end)
            if self.is_high(end) or self.lines[end]["properties"]["path"] in self.wrong:
                return
            if end - index >= 2 and leap > 5 and last < leap / 400 and leap / 120 < self.hours(index, end):
                for late in range(index + 1, end):
                    place = self.position(index)
                    self.move(late, place.latitude, place.longitude, self.hours(index, late) > 2 / 60)
                return
            end += 1

    def plant_stopped(self, index):
        """A camera repeats a fix with its time; photos that are nearer in time to the next one may be from there."""
        first, end = self.lines[index]["properties"], index + 1
        while end < len(self.lines) and self.camera(end) == self.camera(index) and self.hours(index, end) < 8:
            if self.is_high(end) or first["timeSource"] != "gps" or self.lines[end]["properties"]["path"] in self.wrong:
                return
            if end - index >= 2 and self.distance(index, end) > 4 and self.hours(index, end - 1) > 3 / 60:
                for late in range(index + 1, end):
                    place, properties = self.position(index), self.lines[late]["properties"]
                    is_wrong = self.hours(index, late) > max(2.5 / 60, self.hours(late, end) + 1 / 60)
                    self.move(late, place.latitude, place.longitude, is_wrong)
                    properties["takenAtLocal"] = properties["takenAtLocal"][:17] + first["takenAtLocal"][17:]
                    properties["takenAt"] = properties["takenAtLocal"] + offset(properties, first)
                return
            end += 1

    def plant_beside_track(self, index):
        """The only photo for hours is wrong, but could have been taken there; a track was elsewhere."""
        self.gone = getattr(self, "gone", set())
        if self.camera(index) != self.most_used:
            return
        before, after = index - 1, index + 1
        while before >= 0 and self.camera(before) == self.camera(index) and self.hours(before, index) < 2:
            before -= 1
        while after < len(self.lines) and self.camera(after) == self.camera(index) and self.hours(index, after) < 2:
            after += 1
        if before < 0 or after >= len(self.lines) or any(self.camera(n) != self.camera(index) for n in (before, after)):
            return
        around = {self.lines[n]["properties"]["path"] for n in range(before + 1, after) if n != index}
        ends = {self.lines[n]["properties"]["path"] for n in (before, index, after)}
        if self.hours(before, after) > 11 or any(self.is_high(n) for n in range(before, after + 1)):
            return
        ways = list(zip(range(before, after), range(before + 1, after + 1)))
        if around & self.wrong or ends & (self.wrong | self.gone):
            return
        if any(self.distance(*way) > 100 * self.hours(*way) for way in ways):
            return
        here = self.position(index)
        self.move(index, here.latitude + (-0.4 if here.latitude > 0 else 0.4), here.longitude + 0.5)
        self.gone |= around

    def plant_elsewhere(self, index):
        """The only photo of a camera for hours is wrong, and another camera has others just then."""
        self.gone = getattr(self, "gone", set())
        if self.camera(index) != self.most_used:
            return
        others = [n for n in range(len(self.lines)) if self.camera(n) != self.camera(index) and self.hours(n, index) < 0.15]
        if len({tuple(self.lines[n]["geometry"]["coordinates"]) for n in others}) < 2:
            return
        if any(self.distance(n, index) > 3 for n in others):
            return
        around = {self.lines[n]["properties"]["path"] for n in range(len(self.lines))
                  if n != index and self.camera(n) == self.camera(index) and self.hours(n, index) < 9}
        if around & self.wrong or self.lines[index]["properties"]["path"] in self.gone:
            return
        here = self.position(index)
        self.move(index, here.latitude + (-2.5 if here.latitude > 0 else 2.5), here.longitude + 2)
        self.gone |= around


def offset(properties, first):
    """The offset with which a local time is at the instant of another photo."""
    lead = datetime.fromisoformat(properties["takenAtLocal"]).replace(tzinfo=timezone.utc) - datetime.fromisoformat(first["takenAt"])
    minutes = round(lead / timedelta(minutes=1))
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def measure_times(settings):
    table = Table("doubt: time of `/doubts`", ("photos", "first", "goal", "", "after a change", "goal", ""))
    index = lived_index(settings, 1_000_000)
    first, _ = ask_first(settings, index, "doubts")
    change = ask_after_changes(settings, index, "doubts")
    goals = [Goal.at_most(first / 1000, 2_000, " ms"), Goal.at_most(change / 1000, 50, " ms")]
    cells = ["1,000,000"]
    for spent, goal in zip((first, change), goals):
        cells += [microseconds(spent), goal.text, "met" if goal.is_met else "MISSED"]
    table.cells(*cells)
    table.note("The server is started anew for each first answer. A change is a photo imported while the server runs.")
    table.print()


def main():
    started = time.monotonic()
    find(Settings(Path(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else None, sys.argv[3:] or KINDS)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
