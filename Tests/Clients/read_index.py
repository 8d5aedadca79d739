#!/usr/bin/env python3
"""Reads an index file and compares everything packed in it with the table of photos.

Written from docs/index-format.md alone, with the standard library alone. A sentence that is missing
there or wrong shows as a failure of this program.

    read_index.py photos.sqlite

Prints one JSON object with what was read. Exits with 1 if the file does not keep to the page.
"""

import json
import sqlite3
import struct
import sys
import unicodedata
import urllib.parse

UNDATED = -(2**63)
LEVELS = 31
LEAF_CAPACITY = 256
RUN_CAPACITY = 148
BLOCK_CAPACITY = 165
WORD_CAPACITY = 1024
# The kinds of terms by the column that has them.
TERM_KINDS = {
    "keywords": 1, "keyword_paths": 2, "people": 3, "label": 4, "creator": 5, "copyright": 6, "rating": 7, "favourite": 8}
LISTS = ("keywords", "keyword_paths", "people")
DAY = 86_400_000
PI = 3.141592653589793


class Damaged(Exception):
    """The file does not conform to docs/index-format.md."""


def demand(condition, message):
    if not condition:
        raise Damaged(message)


# --- The grid


def sine(angle):
    square = angle * angle
    total = 0.0
    for factor in range(23, 1, -2):
        total = ((1 + total) * -square) / float(factor * (factor - 1))
    return angle * (1 + total)


def logarithm(value):
    mantissa, exponent = value, 0
    while mantissa >= 2:
        mantissa, exponent = mantissa * 0.5, exponent + 1
    while mantissa < 1:
        mantissa, exponent = mantissa * 2, exponent - 1
    if mantissa > 1.4142135623730951:
        mantissa, exponent = mantissa * 0.5, exponent + 1
    ratio = (mantissa - 1) / (mantissa + 1)
    square = ratio * ratio
    total = 0.0
    for divisor in range(21, 0, -2):
        total = total * square + 1 / divisor
    return exponent * 0.6931471805599453 + (2 * ratio) * total


def row_of(latitude):
    if latitude >= 850511288:
        return 0
    if latitude <= -850511288:
        return 2**LEVELS - 1
    s = sine(latitude * (PI / 1.8e9))
    ordinate = 0.5 * logarithm((1 + s) / (1 - s))
    from_top = (0.5 - ordinate / (2 * PI)) * 2147483648
    return int(min(max(from_top, 0), 2147483647))


def column_of(longitude):
    return min((longitude + 1_800_000_000) * 2**LEVELS // 3_600_000_000, 2**LEVELS - 1)


def interleave(y, x):
    key = 0
    for bit in range(LEVELS):
        key |= (x >> bit & 1) << 2 * bit | (y >> bit & 1) << 2 * bit + 1
    return key


def key_of(longitude, latitude):
    return interleave(row_of(latitude), column_of(longitude))


def size_of(zoom):
    return 4 ** (LEVELS - zoom)


# --- Blobs


def points(blob):
    """The points of a run as (time, photo, longitude, latitude, traits, offset)."""
    count, rest = divmod(len(blob), 27)
    demand(rest == 0 and 1 <= count <= RUN_CAPACITY, f"a run of {len(blob)} bytes")
    columns = []
    for start, code in zip((0, 8, 16, 20, 24, 25), "qqiiBh"):
        columns.append(struct.unpack_from(f"<{count}{code}", blob, start * count))
    return list(zip(*columns))


def summary(blob, at):
    return struct.unpack_from("<qqqiiiiqqq", blob, at)


def entries(blob):
    """The (key, summary) pairs of a list of cells."""
    demand(blob and len(blob) % 72 == 0, f"a list of cells of {len(blob)} bytes")
    found = [(struct.unpack_from("<Q", blob, at)[0], summary(blob, at + 8)) for at in range(0, len(blob), 72)]
    keys = [key for key, _ in found]
    demand(keys == sorted(set(keys)), "cells are out of order")
    return found


def counts(blob):
    demand(blob and len(blob) % 6 == 0, f"counts of {len(blob)} bytes")
    return [struct.unpack_from("<HI", blob, at) for at in range(0, len(blob), 6)]


def block(blob):
    demand(len(blob) % 12 == 0 and len(blob) <= 12 * BLOCK_CAPACITY, f"a block of {len(blob)} bytes")
    count = len(blob) // 12
    localities = struct.unpack_from(f"<{count}I", blob, 8 * count)
    return [struct.unpack_from("<II", blob, 8 * at) + (localities[at],) for at in range(count)]


def summarise(some):
    """The summary of points, as the page defines it."""
    dated = [time for time, *_ in some if time != UNDATED]
    return (
        len(some),
        sum(point[2] for point in some),
        sum(point[3] for point in some),
        min(point[2] for point in some),
        min(point[3] for point in some),
        max(point[2] for point in some),
        max(point[3] for point in some),
        min(dated, default=2**63 - 1),
        max(dated, default=UNDATED),
        min((-time, photo) for time, photo, *_ in some)[1],
    )


def samples(kind, size):
    """The parts behind the head of a file that count for its samples."""
    if size <= 8192:
        return []
    # TIFF, BMP and PSD.
    is_uncompressed = kind in (6, 21, 22)
    if is_uncompressed and size <= 128 * 1024:
        return [(8192, size - 8192)]
    parts, length = (9, 4096) if is_uncompressed else (2, 1024)
    starts = [max(8192, size // parts * part // 4096 * 4096) for part in range(1, parts)]
    return [(start, min(length, size - start)) for start in starts]


def fingerprint(pieces, size):
    mask = 2**64 - 1

    def fold(total, word):
        product = (total ^ word) * 0x9E3779B97F4A7C15
        return (product >> 64) ^ (product & mask)

    def swapped(word):
        return int.from_bytes(word.to_bytes(8, "little"), "big")

    sums = [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89]
    for piece in pieces:
        whole = len(piece) // 32 * 32
        for at in range(0, whole, 32):
            words = struct.unpack_from("<4Q", piece, at)
            sums = [fold(total, word) for total, word in zip(sums, words)]
        for byte in piece[whole:]:
            sums[0] = fold(sums[0], byte | 0x100)
    first = fold(sums[0] ^ swapped(sums[1]), size)
    return fold(first, sums[2] ^ swapped(sums[3]))


# --- Words


def folded(text):
    """A text without case and accents, as bytes."""
    result = ""
    for letter in unicodedata.normalize("NFD", text):
        value = ord(letter)
        if 0xFF01 <= value <= 0xFF5E:
            letter = chr(value - 0xFEE0)
        accent = value in range(0x300, 0x700) or value in range(0x1AB0, 0x1B00) or value in range(0x1DC0, 0x1E00) or value in range(0x20D0, 0x2100)
        if letter.isspace() or unicodedata.category(letter) == "Cc":
            result += " "
        elif not (accent and unicodedata.combining(letter)):
            result += letter.lower().replace("ß", "ss").replace("æ", "ae").replace("ø", "o").replace("ł", "l")
    return result.encode()


def terms_of(blob):
    """The places of the photos of each term."""
    if not blob:
        return {}
    heads = [struct.unpack_from("<2I", blob, 4 + 8 * head) for head in range(struct.unpack_from("<I", blob)[0])]
    at = 4 + 8 * len(heads)
    start = at

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = blob[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    found, term = {}, 0
    while at < len(blob):
        if len(found) % 16 == 0:
            term, offset = heads[len(found) // 16]
            demand(offset == at - start, "a head leads elsewhere")
        term += number()
        end = number()
        end += at
        places = []
        while at < end:
            places.append(number() + (places[-1] if places else 0))
        found[term] = places
    demand(len(heads) == (len(found) + 15) // 16, "a head is missing")
    return found


# --- The file


class Index:
    def __init__(self, path):
        self.database = sqlite3.connect(f"file:{urllib.parse.quote(path)}?mode=ro", uri=True)
        # Names of files need not be UTF-8.
        self.database.text_factory = bytes
        demand(self.number("PRAGMA application_id") == 0x67656F69, "not an index")
        demand(self.number("PRAGMA user_version") == 20, "not version 20")
        self.database.execute("BEGIN")

    def number(self, query):
        return self.database.execute(query).fetchone()[0]

    def rows(self, query):
        return self.database.execute(query)

    def expected_points(self):
        """The expected points of the grid, by photo."""
        columns = "id, longitude, latitude, source, format, local_time, utc_offset, instant, reason"
        expected = {}
        for row in self.rows(f"SELECT {columns} FROM photo"):
            photo, longitude, latitude, source, format, local, offset, instant, reason = row
            demand((reason is None) == (latitude is not None), f"photo {photo} has a reason and a position")
            if latitude is None:
                continue
            if local is not None and offset is not None:
                demand(instant == local - 60_000 * offset, f"photo {photo} has three times that disagree")
            time = instant if instant is not None else local
            kind = 1 if format is not None and format >= 40 else 0
            shown = offset if offset is not None and -1440 <= offset <= 1440 else 0
            expected[photo] = (
                UNDATED if time is None else time, photo, longitude, latitude, kind | source << 4, shown)
        return expected

    def read_runs(self):
        """All points in their order, each with its key, after comparing them with the photos."""
        expected = self.expected_points()
        found = []
        query = """SELECT first_key, first_photo, last_key, last_photo, count, points FROM grid_run
                   ORDER BY last_key, last_photo"""
        runs = 0
        for first_key, first_photo, last_key, last_photo, count, blob in self.rows(query):
            run = [(key_of(point[2], point[3]), point) for point in points(blob)]
            demand(count == len(run), "a run has another number of points than it says")
            demand((run[0][0], run[0][1][1]) == (first_key, first_photo), "a run begins elsewhere")
            demand((run[-1][0], run[-1][1][1]) == (last_key, last_photo), "a run ends elsewhere")
            found += run
            runs += 1
        places = [(key, point[1]) for key, point in found]
        demand(places == sorted(set(places)), "points are out of order")
        for _, point in found:
            demand(expected.pop(point[1], None) == point, f"photo {point[1]} differs from its point")
        demand(not expected, f"{len(expected)} photos are in no run")
        return runs, found

    def read_tiles(self, found):
        """Compares the pyramid with the points."""
        stored = {}
        for number, blob in self.rows("SELECT id, quarters FROM grid_tile"):
            low = number & -number
            first = (number - low) // 2
            zoom = LEVELS - (low.bit_length() - 1) // 2
            demand(low == size_of(zoom) and first % size_of(zoom) == 0, f"tile {number} is none")
            stored[zoom, first] = entries(blob)
        expected = {}

        def divide(zoom, first, part):
            if len(part) <= LEAF_CAPACITY or zoom == LEVELS:
                return
            quarters = []
            for quarter in range(4):
                start = first + quarter * size_of(zoom + 1)
                inside = [entry for entry in part if start <= entry[0] < start + size_of(zoom + 1)]
                if inside:
                    quarters.append((start, summarise([point for _, point in inside])))
                    divide(zoom + 1, start, inside)
            expected[zoom, first] = quarters

        divide(0, 0, found)
        demand(stored == expected, "the pyramid differs from the points")
        return len(stored)

    def read_days(self, found):
        """Compares the calendar with the points."""
        expected = {}
        cell_size = size_of(6)
        for key, point in found:
            time, offset = point[0], point[5]
            if time == UNDATED:
                continue
            day = time // DAY
            shift = (time + 60_000 * offset) // DAY - day
            cells = expected.setdefault(day, {})
            cells.setdefault(key // cell_size * cell_size + shift + 1, []).append(point)
        days = 0
        for day, count_list, cell_list in self.rows("SELECT day, counts, cells FROM grid_day"):
            cells = sorted(expected.pop(day, {}).items())
            demand(entries(cell_list) == [(key, summarise(some)) for key, some in cells], f"day {day} differs")
            short = [(key // cell_size * 4 + key % cell_size, len(some)) for key, some in cells]
            demand(counts(count_list) == short, f"the counts of day {day} differ")
            days += 1
        demand(not expected, f"{len(expected)} days have no row")
        return days

    def read_blocks(self):
        """Compares the blocks with the photos."""
        expected = {
            photo: (directory, camera or 0, locality or 0)
            for photo, directory, camera, locality in self.rows("SELECT id, directory, camera, locality FROM photo")
        }
        version = self.number("SELECT value FROM state WHERE key = 'version'")
        blocks = 0
        for number, changed, blob in self.rows("SELECT id, version, photos FROM photo_block"):
            demand(changed <= version, f"block {number} is from the future")
            groups = block(blob)
            demand(not groups or groups[-1] != (0, 0, 0), f"block {number} is too long")
            for at, group in enumerate(groups):
                photo = BLOCK_CAPACITY * number + at
                demand(group == expected.pop(photo, (0, 0, 0)), f"photo {photo} differs from its block")
            blocks += 1
        demand(not expected, f"{len(expected)} photos are in no block")
        return blocks

    def read_words(self):
        """Compares the blocks of words with the photos."""
        numbers = {(kind, text): number for number, kind, text in self.rows("SELECT id, kind, text FROM term")}
        lines, terms = {}, {}
        columns = ", ".join(TERM_KINDS)
        for photo, name, title, caption, *values in self.rows(f"SELECT id, name, title, caption, {columns} FROM photo ORDER BY id"):
            number, place = divmod(photo, WORD_CAPACITY)
            texts = [name, title, caption] if caption is not None else [name, title] if title is not None else [name]
            line = b"\x1f".join(folded((text or b"").decode("utf-8", "replace")) for text in texts)
            block_lines = lines.setdefault(number, [])
            block_lines += [b""] * (place - len(block_lines)) + [line]
            for (column, kind), value in zip(TERM_KINDS.items(), values):
                if value is None:
                    continue
                items = value.split(b"\x1f")[1:-1] if column in LISTS else [value if isinstance(value, bytes) else b"%d" % value]
                for item in items:
                    demand((kind, item) in numbers, f"the term {item!r} is missing")
                    terms.setdefault(number, {}).setdefault(numbers[kind, item], []).append(place)
        blocks = 0
        for number, stored, texts in self.rows("SELECT id, terms, texts FROM word_block"):
            demand(terms_of(stored) == terms.get(number, {}), f"the terms of block {number} differ")
            demand(texts == b"".join(line + b"\n" for line in lines.pop(number, [])), f"the texts of block {number} differ")
            blocks += 1
        demand(not lines, f"{len(lines)} blocks of words are missing")
        return blocks

    def read_files(self):
        """Compares what is stored of each file with the file."""
        query = """SELECT root.path, directory.path, photo.name, photo.size, photo.format,
                          photo.fingerprint, photo.samples
                   FROM photo JOIN directory ON directory.id = photo.directory
                   JOIN root ON root.id = directory.root WHERE photo.inode <> 0"""
        files = 0
        for root, directory, name, size, kind, stored, sampled in self.rows(query):
            path = b"/".join(part for part in (root, directory, name) if part)
            with open(path, "rb") as file:
                pieces = [file.read(8192)]
                for start, length in samples(kind, size):
                    file.seek(start)
                    pieces.append(file.read(length))
            if stored is None:
                continue
            demand(fingerprint(pieces[:1], size) == stored & 2**64 - 1, f"the fingerprint of {path!r} differs")
            demand((sampled is None) == (kind is None), f"{path!r} has samples, but is no photo")
            if sampled is not None:
                demand(fingerprint(pieces, size) == sampled & 2**64 - 1, f"the samples of {path!r} differ")
            files += 1
        return files


def main():
    try:
        index = Index(sys.argv[1])
        runs, found = index.read_runs()
        read = {
            "photos": index.number("SELECT count(*) FROM photo"),
            "points": len(found),
            "runs": runs,
            "tiles": index.read_tiles(found),
            "days": index.read_days(found),
            "blocks": index.read_blocks(), "words": index.read_words(),
            "files": index.read_files(),
        }
    except Damaged as problem:
        sys.exit(f"{sys.argv[1]}: {problem}")
    print(json.dumps(read))


if __name__ == "__main__":
    main()
