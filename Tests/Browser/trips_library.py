"""Two years of photos at a home in Berlin, with four trips and a day trip."""

import json
import math
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from big_library import PACKAGE, keep, served

BERLIN = (13.4, 52.52)
# By the first day of a trip: where each of its days is spent.
LISBON, PORTO = (-9.139, 38.71), (-8.61, 41.15)
NAPLES, BOLOGNA = (14.25, 40.84), (11.34, 44.49)
REYKJAVIK, VIK, AKUREYRI = (-21.94, 64.14), (-19.01, 63.42), (-18.1, 65.68)
TRIPS = {
    "2018-09-03": [LISBON] * 3 + [PORTO] * 3,
    "2019-03-20": [NAPLES] * 3,
    "2019-04-05": [BOLOGNA] * 4,
    "2019-06-14": [REYKJAVIK, VIK, VIK, AKUREYRI, AKUREYRI, REYKJAVIK, REYKJAVIK],
}
HAMBURG = (9.99, 53.55)
DAY_TRIP = "2019-05-11"

_addresses: dict[str, str] = {}


def shared() -> str:
    """The address of the library, served until all scenarios have run."""
    if "lines" not in _addresses:
        _addresses["lines"] = keep(served(photos()))
    return _addresses["lines"]


def pictured() -> str:
    """The same with pictures."""
    if "pictures" not in _addresses:
        _addresses["pictures"] = keep(scanned())
    return _addresses["pictures"]


def moments() -> Iterator[tuple[datetime, tuple[float, float], float]]:
    """Times in UTC, places, and how many hours the clock is ahead of it."""
    away = {day + timedelta(days=n) for first, places in TRIPS.items() for day in [date(first)] for n in range(len(places))} | {date(DAY_TRIP)}
    for n in range(0, 730, 4):
        day = date("2018-01-02") + timedelta(days=n)
        if day in away:
            continue
        for hour in (8, 19):
            yield day + timedelta(hours=hour), BERLIN, 1
    for first, places in TRIPS.items():
        for n, place in enumerate(places):
            for hour in (9, 13, 18, 21):
                yield date(first) + timedelta(days=n, hours=hour), place, place[0] / 15
    for hour in (10, 12, 15):
        yield date(DAY_TRIP) + timedelta(hours=hour), HAMBURG, 1


def date(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def near(place: tuple[float, float], number: int) -> tuple[float, float]:
    """A few hundred metres from it, another for each number."""
    return round(place[0] + 0.006 * math.sin(number * 2.4), 6), round(place[1] + 0.004 * math.cos(number * 2.4), 6)


def photos() -> Iterator[dict]:
    for number, (taken, place, _) in enumerate(moments()):
        properties = {
            "path": f"{taken:%Y}/{number}.jpg", "filename": f"{number}.jpg", "media": "image/jpeg",
            "takenAt": f"{taken:%Y-%m-%dT%H:%M:%SZ}", "timeSource": "gps"}
        yield {"type": "Feature", "geometry": {"type": "Point", "coordinates": near(place, number)}, "properties": properties}


@contextmanager
def scanned() -> Iterator[str]:
    """Writes the positions and times into copies of the sample photos, scans them, and serves that."""
    with tempfile.TemporaryDirectory(prefix="geoindex-trips-") as folder:
        originals = sorted(PACKAGE.glob("sample-photos/20*/*.jpg"))
        tags = []
        for number, (taken, place, _) in enumerate(moments()):
            copy = Path(folder) / "photos" / f"{number}.jpg"
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(originals[number * 7 % len(originals)].read_bytes())
            lon, lat = near(place, number)
            tags.append({
                "SourceFile": str(copy), "DateTimeOriginal": f"{taken:%Y:%m:%d %H:%M:%S}", "OffsetTimeOriginal": "+00:00",
                "GPSLatitude": abs(lat), "GPSLatitudeRef": "N", "GPSLongitude": abs(lon), "GPSLongitudeRef": "W" if lon < 0 else "E"})
        orders = Path(folder) / "tags.json"
        orders.write_text(json.dumps(tags))
        subprocess.run(["exiftool", "-q", "-overwrite_original", "-n", "-GPSTimeStamp=", "-GPSDateStamp=", f"-json={orders}", Path(folder) / "photos"], check=True)
        index = Path(folder) / "photos.sqlite"
        subprocess.run(["geoindex", "scan", "--quiet", "--db", index, Path(folder) / "photos"], check=True)
        server = subprocess.Popen(["geoindex", "serve", "--quiet", "--db", index, "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait(timeout=60)
