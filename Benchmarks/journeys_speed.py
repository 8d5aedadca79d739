"""How long the first `/trips` takes, and one after a photo has come, with a million and ten million photos.

The photos are those of a family in 35 years, each moment with many shots. Time is by the clock, from request to answer.
"""

import json
import random
import shutil
import time
import urllib.request
from datetime import date, timedelta

import servers
from importing import database_files, remove
from journeys_detectors import feature
from journeys_person import Person
from report import DATA, Goal, Table, microseconds, require_equal, run

ROUNDS = 3
SIZES = ((1_000_000, 1_000, 50), (10_000_000, 5_000, None))


def measure(settings):
    table = Table("journeys: time of `/trips`", ("photos", "trips", "first", "goal", "", "after a change", "goal", ""))
    for photos, first_bound, change_bound in SIZES:
        index = lived_index(settings, photos)
        first, trips = ask_first(settings, index)
        change = ask_after_changes(settings, index)
        goals = [Goal.at_most(first / 1000, first_bound, " ms")]
        if change_bound:
            goals.append(Goal.at_most(change / 1000, change_bound, " ms"))
        cells = [f"{photos:,}", str(trips), microseconds(first), *judged(goals[0]), microseconds(change)]
        table.cells(*cells, *(judged(goals[1]) if change_bound else ()))
    table.note("The server is started anew for each first answer. A change is a photo imported while the server runs.")
    table.print()


def judged(goal):
    return goal.text, "met" if goal.is_met else "MISSED"


def lived_index(settings, count):
    """An index with that many photos of one family, made on the first call."""
    folder = DATA / "journeys"
    index, lines = folder / f"lived-{count}.sqlite", folder / f"lived-{count}.ndjson"
    if not index.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = folder / "unfinished.sqlite"
        remove(database_files(unfinished))
        with lines.open("w") as file:
            for line in lived(count):
                file.write(line)
        run([settings.geoindex, "import", "--quiet", "--db", unfinished, lines])
        lines.unlink()
        unfinished.rename(index)
    return index


def long_life():
    """The photos of a family from 1990 to 2025: holidays, weekends, day trips."""
    person = Person("a long life", 0, habit="hundred")
    person.life.first, person.life.last = date(1990, 1, 1), date(2025, 1, 1)
    person.live()
    person.holidays()
    person.weekends(3)
    person.day_trips(8)
    return person.library().photos


def lived(count):
    """A long life as lines, each moment photographed so often that it gives the number of photos."""
    chance, photos = random.Random(40), long_life()
    more, rest = divmod(count, len(photos))
    for number, photo in enumerate(photos):
        line = feature(photo)
        properties, coordinates = line["properties"], line["geometry"]["coordinates"]
        for copy in range(more + (number < rest)):
            at = photo.shown + timedelta(seconds=copy)
            properties["path"] = f"{photo.camera}/{photo.shown.year}/{copy}/{photo.name}"
            properties["takenAtLocal"] = at.isoformat()
            properties["takenAt"] = at.isoformat() + photo.iso[19:]
            line["geometry"]["coordinates"] = [edge + chance.uniform(-1e-4, 1e-4) for edge in coordinates]
            yield json.dumps(line, separators=(",", ":")) + "\n"


def ask_first(settings, index, path="trips"):
    """The median time of the first answer in microseconds, and the number of trips."""
    times = []
    for _ in range(ROUNDS):
        with servers.geoindex(settings.geoindex, index) as (_, address):
            spent, trips = ask(address, path)
            times.append(spent)
    return sorted(times)[ROUNDS // 2], trips


def ask_after_changes(settings, index, path="trips"):
    """The median time in microseconds of the first answer after a photo has been added, in a copy of the index."""
    copy, line = index.with_name("changed.sqlite"), index.with_name("changed.ndjson")
    remove(database_files(copy))
    shutil.copyfile(index, copy)
    photo, times = long_life()[-1], []
    try:
        with servers.geoindex(settings.geoindex, copy) as (_, address):
            ask(address, path)
            for number in range(2 * ROUNDS + 1):
                added = feature(photo)
                added["properties"]["path"] = f"added/{number}.jpg"
                line.write_text(json.dumps(added) + "\n")
                before = matched(address)
                run([settings.geoindex, "import", "--quiet", "--db", copy, line])
                wait_until(lambda: matched(address) == before + 1)
                times.append(ask(address, path)[0])
    finally:
        remove(database_files(copy))
        line.unlink(missing_ok=True)
    return sorted(times)[ROUNDS]


def ask(address, path="trips"):
    """Asks for the trips, or for another list; returns the time in microseconds and their number."""
    start = time.perf_counter()
    with urllib.request.urlopen(f"{address}/{path}") as response:
        trips = json.load(response)[path]
    return 1e6 * (time.perf_counter() - start), len(trips)


def matched(address):
    with urllib.request.urlopen(address + "/collections/photos/items?limit=1") as response:
        return json.load(response)["numberMatched"]


def wait_until(condition):
    """Waits until the server has seen the change."""
    limit = time.monotonic() + 30
    while not condition():
        require_equal(time.monotonic() < limit, True, "the server sees an imported photo")
        time.sleep(0.02)
