"""What finds the homes and trips of a library: geoindex, or a program that reads lines of text."""

import json
import tempfile
from datetime import date
from pathlib import Path

from importing import database_files, remove
from journeys_places import Position
from journeys_score import Detected, DetectedHome, Found
from report import DATA, run


def detector(name, geoindex=None, offsets=False):
    """`command` imports each library and asks geoindex; anything else is the path of a program."""
    if name == "command":
        return lambda library: ask_geoindex(geoindex, library)
    return lambda library: ask_program(name, library, offsets)


def ask_geoindex(geoindex, library):
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        lines, index = Path(folder) / "library.ndjson", Path(folder) / "library.sqlite"
        write_lines(library.photos, lines)
        run([geoindex, "import", "--quiet", "--strict", "--db", index, lines])
        trips = json.loads(run([geoindex, "trips", "--json", "--db", index]))
        homes = json.loads(run([geoindex, "homes", "--json", "--db", index]))
        remove(database_files(index))
    return found({**trips, **homes})


def write_lines(photos, path):
    """The photos as GeoJSON lines for `geoindex import`, a folder for each camera and year."""
    with path.open("w", encoding="utf-8") as file:
        for photo in photos:
            file.write(json.dumps(feature(photo), separators=(",", ":")) + "\n")


def feature(photo):
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [round(photo.position.longitude, 7), round(photo.position.latitude, 7)]},
        "properties": {
            "path": f"{photo.camera}/{photo.shown.year}/{photo.name}", "filename": photo.name, "media": "image",
            "takenAt": photo.iso, "takenAtLocal": photo.shown.isoformat(), "timeSource": "offset-tag",
            "cameraMake": photo.camera.split()[0], "cameraModel": photo.camera}}


def ask_program(program, library, offsets):
    """Lines of `local time,latitude,longitude,camera number` in the order of the cameras' clocks.

    With `offsets`, a fifth column has the minutes east of UTC.
    """
    cameras = {}
    lines = [
        f"{photo.shown.isoformat()},{photo.position.latitude:.7f},{photo.position.longitude:.7f},"
        f"{cameras.setdefault(photo.camera, len(cameras))}" + (f",{photo.offset}" if offsets else "")
        for photo in library.photos]
    return found(json.loads(run([program], input="\n".join(lines) + "\n")))


def found(answer):
    homes = [
        DetectedHome(position(one), local_date(one["from"]), one.get("to") and local_date(one["to"]))
        for one in answer["homes"]]
    return Found(
        homes, [detected(one) for one in answer["trips"]], [detected(one) for one in answer.get("dayTrips", [])])


def detected(one):
    return Detected(local_date(one["from"]), local_date(one["to"]), position(one), one.get("bbox"))


def position(one):
    return Position(one["latitude"], one["longitude"]) if "latitude" in one else None


def local_date(text):
    return date.fromisoformat(text[:10])
