"""The photo library of the scan benchmarks: JPEGs of about 40 KB, each different.

They are made from the sample photos, so their metadata is varied: both byte orders, thumbnails, offsets,
no GPS at all. Each gets its own content, and other coordinates if the original has valid ones.
"""

import os
import random
import shutil
import struct

from report import DATA, ROOT

FOLDERS = 100
SIZE = 40_000
# Sample photos that are truncated, the walk, in which most photos have no position, and the year with trips: another
# mixture of originals would make other libraries, with other results.
LEFT_OUT = {"cut-short.jpg", "2024-helsinki", "2025-azores", "2025-lisbon", "2025-slovenia"}


def library(count):
    """The folder with this number of photos, made on the first call."""
    folder = DATA / f"photos-{count}"
    if not folder.exists():
        unfinished = DATA / f"photos-{count}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished, count)
        unfinished.rename(folder)
    warm(folder)
    return folder


def make(folder, count):
    generator = random.Random(1)
    originals = [
        Original(path.read_bytes())
        for path in sorted((ROOT / "sample-photos").rglob("*.jpg")) if LEFT_OUT.isdisjoint(path.parts)]
    for index in range(count):
        # Neighbouring files are variants of different originals, as if from different cameras.
        directory = folder / f"{index * FOLDERS // count:03d}"
        directory.mkdir(parents=True, exist_ok=True)
        photo = originals[index % len(originals)].variant(index, generator)
        (directory / f"IMG_{index:06d}.jpg").write_bytes(photo)


def warm(folder):
    """Reads every file once, so that the page cache holds all of them."""
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                file.read()


class Original:
    """A sample photo, with the offsets of the end of its metadata and of its coordinates."""

    def __init__(self, data):
        self.data = data
        self.head_end, exif = self.segments()
        self.coordinates = gps_values(data, exif) if exif else {}

    def segments(self):
        """The offsets of the end of the application segments, and of the TIFF header of the Exif (or None)."""
        position, exif = 2, None
        while self.data[position] == 0xFF and 0xE0 <= self.data[position + 1] <= 0xEF:
            if self.data[position + 4:position + 10] == b"Exif\0\0":
                exif = position + 10
            position += 2 + struct.unpack_from(">H", self.data, position + 2)[0]
        return position, exif

    def variant(self, index, generator):
        """The photo with other coordinates and a unique comment, filled up to 40 KB."""
        head = bytearray(self.data[:self.head_end])
        for (order, offset), limit in self.coordinates.items():
            seconds = generator.randrange(60 * 10_000)
            values = (generator.randrange(limit), 1, generator.randrange(60), 1, seconds, 10_000)
            struct.pack_into(order + "6I", head, offset, *values)
        comment = f"photo {index} of the benchmark".encode()
        head += b"\xff\xfe" + struct.pack(">H", 2 + len(comment)) + comment
        picture = self.data[self.head_end:]
        # A byte 0xFF could be read as the start of a marker.
        filler = generator.randbytes(max(0, SIZE - len(head) - len(picture))).replace(b"\xff", b"\0")
        return bytes(head) + picture[:-2] + filler + picture[-2:]


def gps_values(data, tiff):
    """The offsets of plain latitudes and longitudes, by byte order and offset, with the limit of their degrees.

    Each is stored as three rational numbers.
    """
    order = "<" if data[tiff:tiff + 2] == b"II" else ">"
    gps = pointer(data, tiff, order, 0x8825)
    if gps is None:
        return {}
    found = {}
    for tag, limit in ((2, 80), (4, 180)):
        offset = pointer(data, tiff, order, tag, directory=gps)
        # Damaged and impossible coordinates stay as they are, because the library should have some.
        if offset is not None and is_plain(struct.unpack_from(order + "6I", data, tiff + offset), limit):
            found[order, tiff + offset] = limit
    return found


def pointer(data, tiff, order, tag, directory=None):
    """The value field of a tag in a TIFF directory, by default the first directory; None if it is absent."""
    if directory is None:
        directory = struct.unpack_from(order + "I", data, tiff + 4)[0]
    for entry in range(struct.unpack_from(order + "H", data, tiff + directory)[0]):
        found, _, _, value = struct.unpack_from(order + "HHII", data, tiff + directory + 2 + 12 * entry)
        if found == tag:
            return value
    return None


def is_plain(values, limit):
    return 0 not in values[1::2] and 0 < values[0] / values[1] <= limit
