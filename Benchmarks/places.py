"""places: the countries and states of positions near borders, against two programs that use the nearest settlement.

The reference are the border polygons before geoindex simplifies them. So this shows the errors of simplification and
lookup, but not those of the polygons.
"""

import csv
import json
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import shapely

import regions
from report import ROOT, Broken, Goal, Table, number

sys.path.insert(0, str(ROOT / "data-tools" / "places"))
import zones  # noqa: E402

SEED = 2026
POINTS = 12_000
SPEED_POINTS = 200_000
BANDS = (0.25, 0.5, 1, 2.5, 5, 12.5, 25)
HOME, TRIPS = (6.96, 50.94), ((2.35, 48.86), (-73.98, 40.75), (12.49, 41.9), (-22, 64.1), (139.7, 35.68), (8.55, 47.37), (7.42, 43.73))
BURST = 12  # photos at one spot
METRES = 111_195.0  # in a degree of latitude
# Time zones across two countries, where geoindex differs on purpose (docs/places.md).
SHARED_ZONES = {"Asia/Bangkok", "Asia/Ho_Chi_Minh", "Europe/Belgrade"}
PEERS = ("reverse_geocoder", "reverse_geocode")


def measure(settings):
    world = World()
    points, truth, distances = world.near_borders(np.random.default_rng(SEED))
    ours = named(settings, points, "countryCode")
    others = {peer: ask(peer, points) for peer in PEERS}
    print_borders(truth, distances, ours, others)
    regions.measure(
        np.random.default_rng(SEED), lambda points: named(settings, points, "regionCode"),
        lambda peer, points: ask(peer, points)["regions"], PEERS)
    print_speed(settings, np.random.default_rng(SEED + 1))


class World:
    """The countries of the time zones in timezonefinder-data, and the borders between them."""

    def __init__(self):
        folder = Path(distribution("timezonefinder-data").locate_file("timezonefinder_data")) / "data"
        country_of = zones.countries_of_zones(Path(distribution("tzdata").locate_file("tzdata")) / "zoneinfo" / "zone.tab")
        _, shapes, self.zones = zones.read(folder)
        self.shapes = zones.without_overlaps(shapes)
        self.countries = [country_of.get(zone) for zone in self.zones]
        self.tree = shapely.STRtree(self.shapes)
        self.segments = self.border_segments(shapes)
        self.border = shapely.STRtree(shapely.linestrings(self.segments))

    def border_segments(self, shapes):
        """The edges that polygons of two countries share."""
        points, owner = shapely.get_coordinates(shapely.boundary(shapes), return_index=True)
        micro = np.round(points * 1e6).astype(np.int64)
        key = micro[:, 0] + 180_000_000 << 32 | micro[:, 1] + 90_000_000
        same = np.flatnonzero(owner[1:] == owner[:-1])
        ends = np.sort(np.stack([key[same], key[same + 1]], axis=1), axis=1)
        order = np.lexsort((ends[:, 1], ends[:, 0]))
        twins = np.flatnonzero((ends[order[1:]] == ends[order[:-1]]).all(axis=1))
        one, other = same[order[twins]], same[order[twins + 1]]
        codes = np.array([country or "" for country in self.countries])
        ours, theirs = codes[owner[one]], codes[owner[other]]
        is_border = (ours != theirs) & (ours != "") & (theirs != "")
        return np.stack([points[one[is_border]], points[one[is_border] + 1]], axis=1)

    def beside_borders(self, random, count, near, far):
        """Random positions between two distances, in kilometres, from points of borders."""
        lengths = np.hypot(*self.scaled(self.segments[:, 1] - self.segments[:, 0], self.segments[:, 0, 1]).T)
        chosen = random.choice(len(lengths), count, p=lengths / lengths.sum())
        start, end = self.segments[chosen, 0], self.segments[chosen, 1]
        foot = start + random.random((count, 1)) * (end - start)
        away = 1_000 * np.exp(random.uniform(np.log(near), np.log(far), count))
        angle = random.uniform(0, 2 * np.pi, count)
        step = np.stack([np.sin(angle) / np.cos(np.radians(foot[:, 1])), np.cos(angle)], axis=1)
        points = np.round(foot + step * (away / METRES)[:, None], 7)
        return points[(np.abs(points[:, 0]) < 180) & (np.abs(points[:, 1]) < 80)]

    def near_borders(self, random):
        """Random positions near borders, with their countries and the kilometres to the nearest border."""
        points = self.beside_borders(random, POINTS, BANDS[0], BANDS[-1])
        found, polygon = self.tree.query(shapely.points(points), predicate="within")
        keep = [index for index, shape in zip(found, polygon) if self.countries[shape] and self.zones[shape] not in SHARED_ZONES]
        truth = dict(zip(found.tolist(), (self.countries[shape] for shape in polygon)))
        keep = sorted(set(keep))
        points = points[keep]
        return points, [truth[index] for index in keep], self.distances(points)

    def distances(self, points):
        """Kilometres to the nearest border, on a plane through each position."""
        reach = (BANDS[-1] + 1) * 1_000 / METRES
        wide = reach / np.cos(np.radians(points[:, 1]))
        boxes = shapely.box(points[:, 0] - wide, points[:, 1] - reach, points[:, 0] + wide, points[:, 1] + reach)
        which, segment = self.border.query(boxes)
        here = points[which]
        start = self.scaled(self.segments[segment, 0] - here, here[:, 1])
        along = self.scaled(self.segments[segment, 1] - self.segments[segment, 0], here[:, 1])
        length = np.maximum((along**2).sum(axis=1), 1e-30)
        part = np.clip(-(start * along).sum(axis=1) / length, 0, 1)
        away = np.hypot(*(start + along * part[:, None]).T) * METRES / 1_000
        nearest = np.full(len(points), np.inf)
        np.minimum.at(nearest, which, away)
        return nearest

    @staticmethod
    def scaled(steps, latitude):
        return steps * np.stack([np.cos(np.radians(latitude)), np.ones(len(steps))], axis=1)


def named(settings, points, column):
    """A name that geoindex gives imported positions, or None."""
    with tempfile.TemporaryDirectory() as folder:
        table, index, out = (Path(folder) / name for name in ("points.csv", "photos.sqlite", "named.csv"))
        write_table(table, points)
        run([settings.geoindex, "import", "--quiet", "--db", index, table])
        run([settings.geoindex, "export", "--quiet", "--db", index, "--format", "csv", "--output", out])
        with out.open(encoding="utf-8") as rows:
            by_path = {int(row["path"]): row[column] or None for row in csv.DictReader(rows)}
    return [by_path[index] for index in range(len(points))]


def write_table(path, points):
    """The positions as photos, which a camera without an offset has taken every ten minutes."""
    times = np.datetime64("2004-01-01T08:00:00") + np.arange(len(points)) * np.timedelta64(600, "s")
    lines = (f"{index},{longitude:.7f},{latitude:.7f},{time}" for index, ((longitude, latitude), time) in enumerate(zip(points.tolist(), times)))
    path.write_text("path,longitude,latitude,takenAtLocal\n" + "\n".join(lines) + "\n", encoding="utf-8")


def run(words):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if result.returncode:
        raise Broken(f"{words[1]} failed: {result.stderr[-500:]}")


# Each peer runs in its own process, so that its memory can be measured. It loads its data before the clock starts.
ASK = """
import json, sys, time
peer, points = sys.argv[1], json.load(sys.stdin)
if peer == "reverse_geocoder":
    import reverse_geocoder
    geocoder = reverse_geocoder.RGeocoder(mode=1, verbose=False)
    answer, country, region = lambda: geocoder.query(points), "cc", "admin1"
else:
    import reverse_geocode
    reverse_geocode.search([(0, 0)])
    answer, country, region = lambda: reverse_geocode.search(points), "country_code", "state"
start = time.perf_counter()
found = answer()
seconds = time.perf_counter() - start
# Not getrusage: a new program inherits its maximum from the one that started it.
peak = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
names = {"found": [one[country] for one in found], "regions": [one.get(region) for one in found]}
json.dump(names | {"seconds": seconds, "memory": peak}, sys.stdout)
"""


def ask(peer, points):
    pairs = json.dumps([(latitude, longitude) for longitude, latitude in points.tolist()])
    result = subprocess.run([sys.executable, "-c", ASK, peer], input=pairs, capture_output=True, text=True, check=False)
    if result.returncode:
        raise Broken(f"{peer} failed: {result.stderr[-500:]}")
    return json.loads(result.stdout)


def print_borders(truth, distances, ours, others):
    table = Table("Wrong countries by distance from the border", ("kilometres", "positions", "geoindex", *PEERS))
    for low, high in zip(BANDS, BANDS[1:]):
        inside = [index for index, distance in enumerate(distances) if low <= distance < high]
        shares = [share_wrong(truth, answers, inside) for answers in [ours] + [others[peer]["found"] for peer in PEERS]]
        table.cells(f"{low:g}–{high:g}", str(len(inside)), *shares)
    table.note(
        "The truth are the border polygons that geoindex simplifies. Left out are Vietnam, Thailand and Serbia with "
        "Kosovo, where states decide and not zones.")
    table.print()


def share_wrong(truth, answers, indices):
    wrong = sum(answers[index] != truth[index] for index in indices)
    return f"{100 * wrong / max(len(indices), 1):.2f} %"


def anywhere(random):
    heights = np.degrees(np.arcsin(random.uniform(-0.9, 0.98, SPEED_POINTS)))
    return np.round(np.stack([random.uniform(-180, 180, SPEED_POINTS), heights], axis=1), 7)


def library(random):
    """Photos of one city, and of a trip in every fifth thousand, in the order in which they were taken."""
    index = np.arange(SPEED_POINTS)
    burst, stay = index // BURST, index // 1_000
    centres = np.array([TRIPS[number // 5 % len(TRIPS)] if number % 5 == 4 else HOME for number in stay.tolist()])
    spots = random.normal(0, 0.05, (SPEED_POINTS // BURST + 1, 2))
    return np.round(centres + spots[burst] + random.normal(0, 0.0004, (SPEED_POINTS, 2)), 7)


def naming_time(settings, points):
    """The microseconds that naming adds to the import of a photo."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "points.csv"
        write_table(table, points)
        # A copy of the program alone does not find the places file, which is in the folder of the map page.
        bare = Path(folder) / "geoindex"
        bare.write_bytes(Path(settings.geoindex).read_bytes())
        bare.chmod(0o755)
        seconds = {}
        for turn in range(3):
            for name, program in (("named", settings.geoindex), ("bare", bare)):
                index = Path(folder) / f"{name}{turn}.sqlite"
                start = time.perf_counter()
                run([program, "import", "--quiet", "--db", index, table])
                seconds[name] = min(seconds.get(name, np.inf), time.perf_counter() - start)
    return max(seconds["named"] - seconds["bare"], 1e-9) / SPEED_POINTS * 1e6


def print_speed(settings, random):
    """Prints the time that naming adds to an import, beside the time of the peers for the same positions."""
    points = anywhere(random)
    ours, usual = naming_time(settings, points), naming_time(settings, library(random))
    result = Table("Naming positions")
    for peer in PEERS:
        asked = min((ask(peer, points) for _ in range(3)), key=lambda one: one["seconds"])
        theirs = asked["seconds"] / SPEED_POINTS * 1e6
        result.row(
            f"microseconds a position ({peer})", number(ours), number(theirs), theirs / ours, Goal.at_least(theirs / ours, 10, "×"))
        result.note(f"{peer} {distribution(peer.replace('_', '-')).version} takes {asked['memory'] >> 20} MB of memory.")
    result.row("microseconds a photo that naming adds to an import: a library", number(usual), goal=Goal.at_most(usual, 3))
    result.row("the same: anywhere on Earth", number(ours))
    size = (ROOT / "static" / "places" / "places.bin").stat().st_size
    result.row("megabytes of the places file", number(size / 1e6), goal=Goal.at_most(size / 1e6, 40))
    result.note("Ours is the difference of two imports, with and without the places file: it includes storing the names.")
    result.note("The library is a city with trips, in the order of time; the camera states no offset, so clocks are looked up too.")
    result.print()
