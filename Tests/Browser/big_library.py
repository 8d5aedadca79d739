"""Libraries of any number of photos, made up and imported, for scenarios that need many."""

import json
import math
import random
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
FIRST = datetime(2005, 1, 1, tzinfo=UTC)
YEARS = 21.5
OUTING = 40


@contextmanager
def serve(photos: int) -> Iterator[str]:
    """Serves so many photos with the `geoindex` on the PATH and gives the address, with `/` at its end."""
    with tempfile.TemporaryDirectory(prefix="geoindex-big-") as folder:
        index = Path(folder) / "photos.sqlite"
        features = "".join(json.dumps(feature) + "\n" for feature in made_up(photos))
        subprocess.run(["geoindex", "import", "--quiet", "--db", index, "-"], input=features, text=True, check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--db", index, "--static", PACKAGE / "static", "--port", "0"],
            stdout=subprocess.PIPE, text=True)
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait(timeout=30)


def made_up(photos: int) -> Iterator[dict]:
    """The same photos for the same number: outings in clumps over the Earth and the years, one in fifty undated."""
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
