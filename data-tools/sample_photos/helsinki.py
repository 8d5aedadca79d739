"""The walk through Helsinki: its streets, its stops, the photos taken at each, and the track of the phone."""

import math
import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Callable

from . import scenes_helsinki as scenes

FOLDER = "2024-helsinki"
OFFSET = "+03:00"
START = datetime.fromisoformat("2024-06-08 10:31:12" + OFFSET)
# The clock of the camera shows this much more than the local time.
CAMERA_FAST = timedelta(minutes=7)
METRES_PER_DEGREE = 111_195


@dataclass(frozen=True)
class Shot:
    """A photo of a stop, taken some seconds after arrival."""

    device: str  # phone or camera
    name: str
    after: int
    draw: Callable

    @property
    def file(self):
        return f"{FOLDER}/{self.device}-{self.name}.jpg"


@dataclass(frozen=True)
class Stop:
    place: str
    latitude: float
    longitude: float
    seconds: int
    shots: tuple


# Corners of streets, and stops. The stops differ in length and distance, so that only one setting of the clock of
# the camera has all of its photos taken during stops.
WALK = [
    (60.17030, 24.94050),
    Stop("Central Station", 60.17050, 24.94180, 95, (
        Shot("phone", "station", 20, scenes.station(1)), Shot("camera", "station", 70, scenes.station(2)))),
    (60.17063, 24.94275),
    Stop("Railway Square", 60.17140, 24.94290, 70, (Shot("camera", "railway-square", 35, scenes.tram(1)),)),
    (60.17068, 24.94290), (60.17068, 24.94475), (60.17062, 24.94510), (60.16981, 24.94540), (60.16890, 24.94555),
    Stop("Aleksanterinkatu", 60.16894, 24.94743, 60, (Shot("camera", "tram", 30, scenes.tram(2)),)),
    (60.16899, 24.94933), (60.16903, 24.95102), (60.16905, 24.95212),
    Stop("Senate Square", 60.16935, 24.95213, 140, (
        Shot("phone", "senate-square", 30, scenes.cathedral(1)), Shot("camera", "senate-square", 95, scenes.cathedral(2)))),
    Stop("Helsinki Cathedral", 60.16985, 24.95213, 80, (Shot("camera", "cathedral", 40, scenes.cathedral(3)),)),
    (60.16905, 24.95212), (60.16791, 24.95218),
    Stop("Market Square", 60.16758, 24.95240, 125, (Shot("camera", "market", 80, scenes.harbour(1)),)),
    (60.16725, 24.95215), (60.16672, 24.95255), (60.16666, 24.95300),
    Stop("South Harbour", 60.16650, 24.95312, 150, (
        Shot("phone", "harbour", 45, scenes.harbour(2)), Shot("camera", "harbour", 100, scenes.harbour(3)))),
    (60.16666, 24.95300), (60.16672, 24.95255), (60.16724, 24.95205), (60.16721, 24.95129), (60.16735, 24.95093),
    (60.16757, 24.95082), (60.16754, 24.94959), (60.16752, 24.94879),
    Stop("Esplanadi", 60.16749, 24.94789, 65, (Shot("camera", "esplanadi", 30, scenes.park(1)),)),
    (60.16745, 24.94636), (60.16743, 24.94536), (60.16758, 24.94479), (60.16763, 24.94428), (60.16759, 24.94303),
    (60.16758, 24.94218),
    Stop("Three Smiths Square", 60.16855, 24.94090, 90, (Shot("phone", "three-smiths", 40, scenes.park(2)),)),
    (60.16866, 24.94275), (60.17035, 24.94278),
]  # fmt: skip


def moments():
    """Where the photographer is and when: (seconds since the start, latitude, longitude) at both ends of each leg."""
    pace = random.Random(60)
    clock, found = 0.0, []
    for point in WALK:
        place = (point.latitude, point.longitude) if isinstance(point, Stop) else point
        if found:
            clock += metres(found[-1][1:], place) / (1.2 + 0.2 * pace.random())
        found.append((clock, *place))
        if isinstance(point, Stop):
            # Whole seconds, because Exif times have no fractions.
            clock = math.ceil(clock)
            found[-1] = (clock, *place)
            clock += point.seconds
            found.append((clock, *place))
    return found


def metres(a, b):
    east = (b[1] - a[1]) * math.cos(math.radians(a[0]))
    return math.hypot(b[0] - a[0], east) * METRES_PER_DEGREE


def shots():
    """Each photo with its stop and the true time."""
    arrivals = {}
    for seconds, *place in moments():
        arrivals.setdefault(tuple(place), seconds)
    return [(shot, stop, START + timedelta(seconds=arrivals[stop.latitude, stop.longitude] + shot.after))
            for stop in WALK if isinstance(stop, Stop) for shot in stop.shots]


def fixes():
    """The track: a fix about every ten seconds, up to a metre and a half beside the true position."""
    errors, path = random.Random(24), moments()
    seconds, leg = 0, 0
    while seconds <= path[-1][0]:
        while path[leg + 1][0] < seconds:
            leg += 1
        (start, *near), (end, *far) = path[leg], path[leg + 1]
        share = (seconds - start) / (end - start)
        at = [a + (b - a) * share + 3 * (errors.random() - 0.5) / METRES_PER_DEGREE / scale
              for a, b, scale in zip(near, far, (1, math.cos(math.radians(near[0]))))]
        yield START + timedelta(seconds=seconds), *at
        seconds += 8 + int(5 * errors.random())


def gpx():
    points = "".join(f'<trkpt lat="{latitude:.6f}" lon="{longitude:.6f}"><time>{utc(time)}</time></trkpt>\n'
                     for time, latitude, longitude in fixes())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<gpx version="1.1" creator="data-tools/make-sample-photos" xmlns="http://www.topografix.com/GPX/1/1">\n'
        "<trk><name>A walk through the centre of Helsinki</name><trkseg>\n" + points + "</trkseg></trk>\n</gpx>\n")


def truth():
    """Where and when each photo of the camera was really taken, as CSV for tests."""
    rows = "".join(f"{shot.file},{utc(time)},{stop.latitude:.5f},{stop.longitude:.5f}\n"
                   for shot, stop, time in shots() if shot.device == "camera")
    return "path,time,latitude,longitude\n" + rows


def utc(time):
    return f"{time.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
