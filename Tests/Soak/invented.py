"""A synthetic library, as input for `geoindex import`."""

import json
import random
from pathlib import Path

CAMERAS = [("Canon", "EOS R6"), ("Apple", "iPhone 15"), ("SONY", "ILCE-7M4"), ("FUJIFILM", "X-T5")]
# Photos come in outings.
OUTING = 40


def write_photos(path: Path, count: int, lot: random.Random) -> None:
    with path.open("w") as file:
        for number in range(count):
            if number % OUTING == 0:
                place, camera = (lot.uniform(-180, 180), lot.uniform(-70, 75)), lot.choice(CAMERAS)
            json.dump(photo(number, place, camera, lot), file)
            file.write("\n")


def photo(number: int, place: tuple[float, float], camera: tuple[str, str], lot: random.Random) -> dict:
    longitude, latitude = (edge + lot.gauss(0, 0.01) for edge in place)
    month, day = number // OUTING % 12 + 1, number // OUTING // 12 % 28 + 1
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [round((longitude + 180) % 360 - 180, 7), round(latitude, 7)]},
        "properties": {
            "path": f"{2005 + number // 5_000}/{month:02}/IMG_{number:06}.jpg", "make": camera[0], "model": camera[1],
            "takenAt": f"{2005 + number // 5_000}-{month:02}-{day:02}T{number % 24:02}:{number % 60:02}:00Z"}}
