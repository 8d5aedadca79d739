"""The positions of the sample photos by exiftool, which each client must receive."""

import functools
import json
import os
import subprocess
import urllib.request
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
ITEMS = "/collections/photos/items"


def url() -> str:
    return os.environ["GEOINDEX_URL"]


def get(target: str) -> dict:
    with urllib.request.urlopen(url() + target, timeout=30) as answer:
        return json.load(answer)


@functools.cache
def positions() -> dict[str, tuple[float, float]]:
    """The longitude and latitude of each sample photo that has both, and not exactly zero; none of the trips, which
    the server does not have."""
    answer = subprocess.run(
        [
            "exiftool", "-json", "-n", "-r", "-ext", "jpg", "-GPSLongitude", "-GPSLatitude",
            "-GPSLongitudeRef", "-GPSLatitudeRef", "-i", "2024-helsinki",
            *(word for folder in PACKAGE.glob("sample-photos/2025-*") for word in ("-i", folder.name)), "sample-photos",
        ],
        cwd=PACKAGE, capture_output=True, check=True, timeout=120,
    )
    found = {}
    for photo in json.loads(answer.stdout):
        if not photo.get("GPSLongitudeRef") or not photo.get("GPSLatitudeRef"):
            continue  # Which hemisphere it was is not known.
        place = photo.get("GPSLongitude"), photo.get("GPSLatitude")
        if all(isinstance(number, (int, float)) for number in place) and place != (0, 0):
            if abs(place[0]) <= 180 and abs(place[1]) <= 90:
                found[str(Path(photo["SourceFile"]).relative_to("sample-photos"))] = place
    return found


def inside(west: float, south: float, east: float, north: float) -> set[str]:
    """The photos in a box that does not cross the antimeridian."""
    return {
        name for name, (longitude, latitude) in positions().items()
        if west <= longitude <= east and south <= latitude <= north
    }
