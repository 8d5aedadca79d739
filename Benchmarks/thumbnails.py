"""thumbnails: previews of 12-megapixel JPEGs and HEICs, against vipsthumbnail given many files at once."""

import os
import shutil
import struct

from report import DATA, ROOT, Goal, Table, in_turn, median, median_ratio, number, per_second, require_equal, run

PHOTOS = 24
HEICS = 8
WIDTH = 640
# The longer side of the thumbnail that phones put into a HEIC.
INSIDE = 320
ROUNDS = 7


def measure(settings):
    compare(settings, large_photos(), WIDTH, f"{PHOTOS} JPEGs of 12 megapixels to {WIDTH} pixels", least=1.2)
    phone = large_heics("phone-heics", "--thumbnail", str(INSIDE))
    compare(settings, phone, WIDTH, f"{HEICS} HEICs of 12 megapixels to {WIDTH} pixels", least=1.5, most_seconds=0.6)
    compare(settings, phone, INSIDE, f"{HEICS} HEICs with a thumbnail inside to {INSIDE} pixels")


def compare(settings, photos, width, what, least=None, most_seconds=None):
    ours, theirs = fresh("thumbnails-ours"), fresh("thumbnails-theirs")

    def make_ours():
        run([str(settings.programs / "ThumbnailBench"), str(photos), str(ours), str(width)])

    def make_theirs():
        run(["vipsthumbnail", "--size", str(width), "-o", f"{theirs}/%s.jpg[Q=80,strip]", *files],
            env={**os.environ, "VIPS_CONCURRENCY": "1", "VIPS_WARNING": "no"})

    files = sorted(str(path) for path in photos.iterdir())
    make_ours()
    make_theirs()
    require_equal(sizes(ours), sizes(theirs), "the sizes of the thumbnails")

    costs, peer_costs = in_turn(ROUNDS, make_ours, make_theirs)
    count = len(files)
    table = Table(f"thumbnails: {what}, one process each")
    rate = count / median([cost.cpu for cost in costs])
    peer_rate = count / median([cost.cpu for cost in peer_costs])
    ratio = median_ratio([cost.cpu for cost in peer_costs], [cost.cpu for cost in costs])
    table.row(
        "by time on a core", per_second(rate, "photos"), per_second(peer_rate, "photos"), ratio,
        Goal.at_least(ratio, least, "×") if least else None)
    if most_seconds:
        table.row("  seconds on a core per photo", f"{number(1 / rate)} s", f"{number(1 / peer_rate)} s",
                  goal=Goal.at_most(1 / rate, most_seconds, " s"))
    table.row(
        "  the same by the clock on the wall", per_second(count / median([c.wall for c in costs]), "photos"),
        per_second(count / median([c.wall for c in peer_costs]), "photos"),
        median_ratio([c.wall for c in peer_costs], [c.wall for c in costs]))
    table.row("bytes of a thumbnail", mean_size(ours), mean_size(theirs))
    table.note("vipsthumbnail with VIPS_CONCURRENCY=1 and quality 80 like ours. Equal: width and height.")
    table.print()


def large_photos():
    """The folder of photos, generated on the first call."""
    folder = DATA / f"large-photos-{PHOTOS}"
    if not folder.exists():
        unfinished = fresh(folder.name + ".unfinished")
        run([ROOT / ".tools/venv/bin/python", ROOT / "Benchmarks/make_large_photos.py",
             ROOT / "sample-photos", unfinished, str(PHOTOS)])
        unfinished.rename(folder)
    return folder


def large_heics(name, *options):
    """The first of those photos as phones write them: grids of HEVC tiles."""
    folder = DATA / f"{name}-{HEICS}"
    if not folder.exists():
        unfinished = fresh(folder.name + ".unfinished")
        for photo in sorted(large_photos().iterdir())[:HEICS]:
            run([ROOT / ".tools/venv/bin/python", ROOT / "scripts/lib/phone_heic.py", photo,
                 unfinished / f"{photo.stem}.heic", "--crf", "10", *options])
        unfinished.rename(folder)
    return folder


def fresh(name):
    folder = DATA / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def sizes(folder):
    """Width and height of every JPEG in a folder, in the order of their names."""
    return [size(path.read_bytes()) for path in sorted(folder.iterdir())]


def size(jpeg):
    """Width and height from the frame header of a JPEG."""
    position = 2
    while not (0xC0 <= jpeg[position + 1] <= 0xC2):
        position += 2 + struct.unpack_from(">H", jpeg, position + 2)[0]
    height, width = struct.unpack_from(">HH", jpeg, position + 5)
    return width, height


def mean_size(folder):
    files = list(folder.iterdir())
    return f"{number(sum(path.stat().st_size for path in files) / len(files) / 1000)} kB"
