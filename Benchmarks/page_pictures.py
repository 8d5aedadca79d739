"""The thumbnails of a view without cached ones, as a browser requests them."""

import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import servers
from report import DATA, Goal, Table, median, number, require_equal, run
from thumbnails import fresh, large_photos

FRESH_PICTURES = 100
ROUNDS = 3


def fresh_pictures(settings):
    """Measures six connections, as of a browser, that request the thumbnails of a view; none is cached."""
    folder = with_previews()
    index = DATA / "with-previews.sqlite"
    for file in DATA.glob(index.name + "*"):
        file.unlink()
    run([settings.geoindex, "scan", "--quiet", "--db", str(index), str(folder)], stderr=subprocess.DEVNULL)
    walls, cores = zip(*(ask_for_all(settings, index) for _ in range(ROUNDS)))
    seconds = median(walls)
    table = Table("page: the pictures of a fresh view")
    table.row(f"{FRESH_PICTURES} thumbnails of 12-megapixel JPEGs with previews inside", f"{number(seconds)} s",
              goal=Goal.at_most(seconds, 1, " s"))
    table.row("  the server's time on cores", f"{number(median(cores))} s")
    table.note("160 pixels wide, six connections, empty caches; the client is Python on the same cores.")
    table.print()


def ask_for_all(settings, index):
    """Requests all thumbnails from a new server without a cache; returns wall-clock time and the server's CPU time."""
    with servers.geoindex(settings.geoindex, index, "--no-cache") as (process, address):
        before, start = servers.core_seconds(process), time.perf_counter()
        with ThreadPoolExecutor(6) as connections:
            bodies = list(connections.map(lambda one: picture(address, one), range(1, FRESH_PICTURES + 1)))
        seconds = time.perf_counter() - start
        cores = servers.core_seconds(process) - before
    require_equal(sum(body.startswith(b"\xff\xd8") for body in bodies), FRESH_PICTURES, "the number of pictures")
    return seconds, cores


def picture(address, photo):
    host = urlsplit(address).netloc
    with urllib.request.urlopen(f"http://{host}/photos/{photo}/thumbnail?width=160") as answer:
        return answer.read()


def with_previews():
    """The photos of the thumbnail benchmark, each several times, with a small preview as cameras write it."""
    folder = DATA / "with-previews"
    if folder.exists():
        return folder
    unfinished = fresh(folder.name + ".unfinished")
    originals = sorted(large_photos().iterdir())
    for number_of_photo in range(FRESH_PICTURES):
        original = originals[number_of_photo % len(originals)]
        target = unfinished / f"IMG_{number_of_photo:03d}.jpg"
        preview = unfinished / "preview.jpg"
        run(["vipsthumbnail", "--size", "160", "-o", str(preview), str(original)])
        # Each gets a position, so that all are on the map.
        run(["exiftool", "-q", f"-ThumbnailImage<={preview}", "-GPSLatitude=46.5", "-GPSLatitudeRef=N",
             f"-GPSLongitude={number_of_photo / 10}", "-GPSLongitudeRef=E", "-o", str(target), str(original)])
        preview.unlink()
    unfinished.rename(folder)
    return folder
