"""Unusual photos: at the edges of the Earth and of time, with names in many scripts, and many at one spot."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

SPOT = (12.4924, 41.8902)
AT_SPOT = 20_000

# Each has a place of its own, so that it has a pin of its own.
NAMES = {
    "html": "<img src=x onerror=alert(1)>.jpg",
    "script": "'\"><svg onload=alert(2)>&lt;b&gt;&amp;.jpg",
    "japanese": "富士山の朝 日本語のファイル名.jpg",
    "arabic": "صورة من القاهرة ٢٠٢٤.jpg",
    "mixed": "‮gpj.txt — שלום world.jpg",
    "emoji": "👩‍👩‍👧‍👦🏖️🇯🇵.jpg",
    "long": "a very long name " * 14 + ".jpg",
    "unbroken": "x" * 250 + ".jpg",
    "newline": "two\nlines\tand a tab.jpg",
    "percent": "100%25 %2F %zz ?a=1&b=2#c.jpg",
    "quotes": "\"double\" 'single' `back` \\ ${x}.jpg",
    "spaces": "  two  spaces .jpg",
}

TIMES = {
    "daguerreotype": "1839-08-19T12:00:00Z",
    "before 1900": "1899-12-31T23:59:59Z",
    "last second before 1970": "1969-12-31T23:59:59Z",
    "first of 1970": "1970-01-01T00:00:00Z",
    "end of 32 bits": "2038-01-19T03:14:08Z",
    "end of unsigned 32 bits": "2106-02-07T06:28:16Z",
    "undated": None,
}


def photos() -> Iterator[dict]:
    yield from at_edges()
    yield from with_names()
    yield from in_time()
    yield from at_one_spot()


def at_edges() -> Iterator[dict]:
    """Both sides of the antimeridian and the meridian itself, written in both ways; both poles from all sides."""
    for n in range(30):
        yield photo(f"edges/east-{n}.jpg", 179.999 - n * 0.37, -17 + n * 0.9)
        yield photo(f"edges/west-{n}.jpg", -179.999 + n * 0.37, -16.5 + n * 0.9)
    for n in range(6):
        yield photo(f"edges/line-{n}.jpg", 180 if n % 2 else -180, n * 10 - 25)
        yield photo(f"poles/north-{n}.jpg", n * 60 - 180, 90)
        yield photo(f"poles/south-{n}.jpg", n * 60 - 150, -90)
        yield photo(f"poles/near-north-{n}.jpg", n * 60 - 170, 89.9)
        yield photo(f"poles/beyond-mercator-{n}.jpg", n * 60 - 160, -85.2)


def with_names() -> Iterator[dict]:
    for n, name in enumerate(NAMES.values()):
        yield photo(f"names/{name}", *place_of_name(n), "2024-05-01T12:00:00Z")


def place_of_name(number: int) -> tuple[float, float]:
    """In the empty South Atlantic, away from one another."""
    return -35 + 5 * (number % 4), -40 + 5 * (number // 4)


def in_time() -> Iterator[dict]:
    for n, (name, taken) in enumerate(TIMES.items()):
        yield photo(f"times/{name}.jpg", 60 + 4 * n, -25, taken)


def at_one_spot() -> Iterator[dict]:
    first = datetime(2010, 1, 1, tzinfo=UTC)
    for n in range(AT_SPOT):
        taken = (first + timedelta(hours=5 * n)).strftime("%Y-%m-%dT%H:%M:%SZ")
        yield photo(f"spot/{n:05}.jpg", *SPOT, taken)


def around_fiji() -> Iterator[dict]:
    for n in range(20):
        yield photo(f"east/{n}.jpg", 178.1 + n * 0.09, -18 + n * 0.07)
        yield photo(f"west/{n}.jpg", -179.9 + n * 0.08, -17.5 + n * 0.06)


def photo(path: str, lon: float, lat: float, taken: str | None = "2020-02-29T12:00:00Z") -> dict:
    properties = {"path": path, "media": "image/jpeg"}
    if taken:
        properties |= {"takenAt": taken, "timeSource": "gps"}
    place = [round(lon, 6), round(lat, 6)]
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": place}, "properties": properties}


def count_in(box: list[float]) -> int:
    """How many of the photos a box holds, one by one: edges included, 180 and -180 the same meridian."""
    west, south, east, north = box

    def is_inside(lon: float, lat: float) -> bool:
        across = west <= lon <= east if west <= east else lon >= west or lon <= east
        return across and south <= lat <= north

    places = [feature["geometry"]["coordinates"] for feature in photos()]
    return sum(is_inside(lon, lat) or (abs(lon) == 180 and is_inside(-lon, lat)) for lon, lat in places)
