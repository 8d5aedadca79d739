"""Places of the generated people, and geometry on a sphere."""

import math
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

KM_PER_DEGREE = 111.195


@dataclass(frozen=True)
class Position:
    latitude: float
    longitude: float


@dataclass(frozen=True)
class Place:
    """A position with the time zone of its clocks."""

    name: str
    position: Position
    zone: str


def kilometres(a, b):
    """The length of the great circle."""
    phi, theta = math.radians(a.latitude), math.radians(b.latitude)
    half_width = math.radians(b.longitude - a.longitude) / 2
    square = math.sin((theta - phi) / 2) ** 2 + math.cos(phi) * math.cos(theta) * math.sin(half_width) ** 2
    return 2 * 6371.0 * math.asin(min(1, math.sqrt(square)))


def moved(position, east, north):
    """The position that many kilometres further, with a longitude from -180 to 180."""
    latitude = max(-89.0, min(89.0, position.latitude + north / KM_PER_DEGREE))
    longitude = position.longitude + east / (KM_PER_DEGREE * math.cos(math.radians(latitude)))
    return Position(latitude, (longitude + 180) % 360 - 180)


def towards(position, angle, distance):
    return moved(position, distance * math.cos(angle), distance * math.sin(angle))


def scattered(position, spread, chance):
    return moved(position, chance.gauss(0, spread), chance.gauss(0, spread))


def between(a, b, part):
    """The position on the great circle at this part of the way."""
    vectors = []
    for one in (a, b):
        phi, lam = math.radians(one.latitude), math.radians(one.longitude)
        vectors.append((math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi)))
    angle = max(1e-9, kilometres(a, b) / 6371.0)
    weights = math.sin((1 - part) * angle) / math.sin(angle), math.sin(part * angle) / math.sin(angle)
    x, y, z = (weights[0] * p + weights[1] * q for p, q in zip(*vectors))
    return Position(math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x)))


def near(place, distance, chance, name="near"):
    """A place in a random direction, in the same zone."""
    return Place(f"{name} {place.name}", towards(place.position, chance.uniform(0, math.tau), distance), place.zone)


@lru_cache(maxsize=100_000)
def offset_of(zone, day):
    """Minutes east of UTC at noon of the day."""
    return int(ZoneInfo(zone).utcoffset(datetime.combine(day, time(12))).total_seconds() // 60)


def places(text):
    found = {}
    for line in text.strip().splitlines():
        name, latitude, longitude, zone = (part.strip() for part in line.split(","))
        found[name] = Place(name, Position(float(latitude), float(longitude)), zone)
    return found


TOWNS = places("""
    Berlin, 52.52, 13.40, Europe/Berlin
    Munich, 48.14, 11.58, Europe/Berlin
    Cologne, 50.94, 6.96, Europe/Berlin
    Lyon, 45.76, 4.84, Europe/Paris
    Leeds, 53.80, -1.55, Europe/London
    Warsaw, 52.23, 21.01, Europe/Warsaw
    Milan, 45.46, 9.19, Europe/Rome
    Madrid, 40.42, -3.70, Europe/Madrid
    Gothenburg, 57.71, 11.97, Europe/Stockholm
    Boston, 42.36, -71.06, America/New_York
    Chicago, 41.88, -87.63, America/Chicago
    Denver, 39.74, -104.99, America/Denver
    Seattle, 47.61, -122.33, America/Los_Angeles
    Toronto, 43.65, -79.38, America/Toronto
    Porto Alegre, -30.03, -51.23, America/Sao_Paulo
    Nagoya, 35.18, 136.91, Asia/Tokyo
    Bengaluru, 12.97, 77.59, Asia/Kolkata
    Singapore, 1.35, 103.82, Asia/Singapore
    Melbourne, -37.81, 144.96, Australia/Melbourne
    Auckland, -36.85, 174.76, Pacific/Auckland
    Cape Town, -33.93, 18.42, Africa/Johannesburg
""")

# Where people go from everywhere.
FAR = places("""
    Lisbon, 38.72, -9.14, Europe/Lisbon
    Rome, 41.90, 12.50, Europe/Rome
    Athens, 37.98, 23.73, Europe/Athens
    Istanbul, 41.01, 28.98, Europe/Istanbul
    Reykjavik, 64.15, -21.94, Atlantic/Reykjavik
    Tromso, 69.65, 18.96, Europe/Oslo
    Marrakesh, 31.63, -7.99, Africa/Casablanca
    Tenerife, 28.29, -16.63, Atlantic/Canary
    Cairo, 30.04, 31.24, Africa/Cairo
    Zanzibar, -6.16, 39.19, Africa/Dar_es_Salaam
    Kathmandu, 27.72, 85.32, Asia/Kathmandu
    Delhi, 28.61, 77.21, Asia/Kolkata
    Bangkok, 13.76, 100.50, Asia/Bangkok
    Hanoi, 21.03, 105.85, Asia/Ho_Chi_Minh
    Bali, -8.65, 115.22, Asia/Makassar
    Kyoto, 35.01, 135.77, Asia/Tokyo
    Sydney, -33.87, 151.21, Australia/Sydney
    Queenstown, -45.03, 168.66, Pacific/Auckland
    Honolulu, 21.31, -157.86, Pacific/Honolulu
    San Francisco, 37.77, -122.42, America/Los_Angeles
    New York, 40.71, -74.01, America/New_York
    New Orleans, 29.95, -90.07, America/Chicago
    Havana, 23.11, -82.37, America/Havana
    Mexico City, 19.43, -99.13, America/Mexico_City
    Cusco, -13.53, -71.97, America/Lima
    Buenos Aires, -34.60, -58.38, America/Argentina/Buenos_Aires
    Santiago, -33.45, -70.67, America/Santiago
""")

FIJI = places("""
    Nadi, -17.78, 177.43, Pacific/Fiji
    Suva, -18.14, 178.44, Pacific/Fiji
    Savusavu, -16.78, 179.33, Pacific/Fiji
    Taveuni, -16.82, 179.985, Pacific/Fiji
    Rabi, -16.50, -179.98, Pacific/Fiji
    Vanua Balavu, -17.24, -178.95, Pacific/Fiji
""")
APIA = Place("Apia", Position(-13.83, -171.76), "Pacific/Apia")
RAROTONGA = Place("Rarotonga", Position(-21.21, -159.78), "Pacific/Rarotonga")

# Two cruises: the names of the ports, from and to the first of them.
CRUISES = [
    places("""
        Genoa, 44.41, 8.93, Europe/Rome
        Marseille, 43.30, 5.37, Europe/Paris
        Barcelona, 41.38, 2.17, Europe/Madrid
        Palma, 39.57, 2.65, Europe/Madrid
        Palermo, 38.12, 13.36, Europe/Rome
        Naples, 40.85, 14.27, Europe/Rome
    """),
    places("""
        Hamburg, 53.55, 9.99, Europe/Berlin
        Stavanger, 58.97, 5.73, Europe/Oslo
        Alesund, 62.47, 6.15, Europe/Oslo
        Tromso, 69.65, 18.96, Europe/Oslo
        Honningsvag, 70.98, 25.97, Europe/Oslo
        Bergen, 60.39, 5.32, Europe/Oslo
    """),
    places("""
        Miami, 25.77, -80.17, America/New_York
        Nassau, 25.08, -77.34, America/Nassau
        San Juan, 18.47, -66.11, America/Puerto_Rico
        St Thomas, 18.34, -64.93, America/St_Thomas
        Puerto Plata, 19.80, -70.69, America/Santo_Domingo
    """),
]
