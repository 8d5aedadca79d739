"""Synthetic libraries, made by `geoindex import`, for scenarios that need many or unusual photos."""

import atexit
import json
import math
import random
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
# Options of a scan of the sample photos. The walk and the year with trips have scenarios of their own; the others count
# the photos of the world.
WITHOUT_TRIPS = ["--exclude", "2024-helsinki/**", "--exclude", "2025-*/**"]
FIRST = datetime(2005, 1, 1, tzinfo=UTC)
YEARS = 21.5
OUTING = 40


_shared = ExitStack()
_addresses: dict[int, str] = {}
atexit.register(_shared.close)


def shared(photos: int) -> str:
    """The address of a library that is made once and served until all scenarios have run."""
    if photos not in _addresses:
        _addresses[photos] = keep(serve(photos))
    return _addresses[photos]


def keep(server: AbstractContextManager[str]) -> str:
    """Serves until all scenarios have run."""
    return _shared.enter_context(server)


def serve(photos: int) -> AbstractContextManager[str]:
    """Serves this many photos with the `geoindex` on the PATH; returns the address, with `/` at its end."""
    return served(made_up(photos))


@contextmanager
def served(features: Iterable[dict], gpx: str = "") -> Iterator[str]:
    """Imports features, and a track if there is one, into an index of its own, and serves that."""
    with tempfile.TemporaryDirectory(prefix="geoindex-made-") as folder:
        index, lines = Path(folder) / "photos.sqlite", Path(folder) / "photos.ndjson"
        with lines.open("w") as file:
            file.writelines(json.dumps(feature) + "\n" for feature in features)
        subprocess.run(["geoindex", "import", "--quiet", "--db", index, lines], check=True)
        lines.unlink()
        if gpx:
            track = Path(folder) / "track.gpx"
            track.write_text(gpx)
            subprocess.run(["geoindex", "tracks", "--quiet", "--db", index, "add", track], check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--db", index, "--port", "0"],
            stdout=subprocess.PIPE, text=True)
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait(timeout=60)


def made_up(photos: int) -> Iterator[dict]:
    """Outings in clusters over the Earth and the years, one photo in fifty undated; the same photos for the same count."""
    dice = random.Random(photos)
    homes = [(dice.uniform(-170, 170), dice.gauss(25, 22)) for _ in range(60)]
    number = 0
    while number < photos:
        lon, lat = dice.choice(homes)
        lon, lat = lon + dice.gauss(0, 0.3), lat + dice.gauss(0, 0.2)
        # More each year, as telephones have cameras.
        taken = FIRST + timedelta(days=365.25 * YEARS * math.sqrt(dice.random()))
        for _ in range(min(photos - number, 1 + int(dice.expovariate(1 / OUTING)))):
            number += 1
            taken += timedelta(seconds=dice.expovariate(1 / 600))
            lon, lat = lon + dice.gauss(0, 0.002), lat + dice.gauss(0, 0.002)
            yield photo(number, lon, lat, taken if dice.random() > 0.02 else None)


def photo(number: int, lon: float, lat: float, taken: datetime | None) -> dict:
    properties = {"path": f"{number % 97}/{number}.jpg", "filename": f"{number}.jpg", "media": "image/jpeg"}
    if taken:
        properties |= {"takenAt": taken.strftime("%Y-%m-%dT%H:%M:%SZ"), "timeSource": "gps"}
    place = [round(max(-180, min(180, lon)), 6), round(max(-80, min(80, lat)), 6)]
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": place}, "properties": properties}
