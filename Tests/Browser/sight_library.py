"""Photos of one view on several days, and of a drone, made from the sample photos."""

import subprocess
from pathlib import Path

from big_library import PACKAGE

TOWER = {"lat": 48.8568, "lon": 2.2916}
# The picture, the day, and in which direction the camera looked.
SAME_VIEW = [
    ("2023-paris/eiffel-tower", "2012-05-06", 48),
    ("2016-bavaria/neuschwanstein", "2015-09-01", 51),
    ("2021-jordan/petra", "2019-01-20", 45),
    ("2023-london/big-ben", "2021-08-14", 50),
    ("2023-paris/eiffel-tower", "2024-12-24", 47),
]
# Another view, and another day of a photo without a direction.
OTHERS = [("2015-namibia/dunes", "2016-03-03", 230), ("2022-rio/christ-the-redeemer", "2017-03-03", None)]
DRONE = {"lat": 48.8606, "lon": 2.2937, "direction": 150, "pitch": -52, "roll": 4, "height": 70}
LEVEL = {"lat": 48.8630, "lon": 2.2870, "direction": 115, "pitch": -9, "roll": 0, "height": 90}


def write(folder: Path) -> None:
    """Writes the photos into a folder."""
    for number, (picture, day, direction) in enumerate([*SAME_VIEW, *OTHERS]):
        # A few steps aside, as people stand.
        stamp(picture, folder / f"view-{number}.jpg", day, TOWER["lat"] + number * 2e-5, TOWER["lon"], direction)
    for name, day, drone in (("drone", "2023-06-01", DRONE), ("level", "2023-06-02", LEVEL)):
        flown = [
            f"-XMP-drone-dji:GimbalPitchDegree={drone['pitch']}", f"-XMP-drone-dji:GimbalRollDegree={drone['roll']}",
            f"-XMP-drone-dji:RelativeAltitude=+{drone['height']}",
        ]
        stamp("2020-australia/uluru", folder / f"{name}.jpg", day, drone["lat"], drone["lon"], drone["direction"], flown)


def stamp(picture: str, file: Path, day: str, lat: float, lon: float, direction: float | None, more: list[str] | None = None) -> None:
    looks = [f"-GPSImgDirection={direction}", "-GPSImgDirectionRef=T"] if direction is not None else ["-GPSImgDirection="]
    tags = [
        f"-DateTimeOriginal={day.replace('-', ':')} 12:00:00", "-OffsetTimeOriginal=+01:00", "-GPSTimeStamp=", "-GPSDateStamp=",
        f"-GPSLatitude={lat}", "-GPSLatitudeRef=N", f"-GPSLongitude={lon}", "-GPSLongitudeRef=E",
        "-FocalLengthIn35mmFormat=26", *looks, *(more or []),
    ]
    original = PACKAGE / "sample-photos" / f"{picture}.jpg"
    subprocess.run(["exiftool", "-q", "-n", "-o", file, *tags, original], check=True)


