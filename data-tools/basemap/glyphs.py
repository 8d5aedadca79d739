#!/usr/bin/env python3
"""Draws fonts as signed distance fields, the form in which MapLibre wants its glyphs.

For each font and each range of 256 characters it writes `{fontstack}/{start}-{end}.pbf`
(https://maplibre.org/maplibre-style-spec/glyphs/). A glyph is a small image in which every
pixel holds its distance to the letter's outline, so that it stays sharp at any size.
"""

import argparse
import unicodedata
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mvt import field_bytes, field_varint, zigzag

# What MapLibre expects: letters of 24 pixels with 3 pixels of room around them, in which a
# distance of 8 pixels spans the 256 greys and the outline lies a quarter below white.
SIZE = 24
BUFFER = 3
RADIUS = 8
CUTOFF = 0.25

# Glyphs hang from this line above the baseline; MapLibre centres text in lines of 24 by it.
ASCENDER = 26

# Letters are drawn this much larger to measure from. Odd, so that every pixel of the result
# has one pixel at its middle.
SCALE = 15

# Farther than this outside the outline a pixel is black, whatever its distance.
REACH = int((1 - CUTOFF) * RADIUS * SCALE) + 1

# Latin with its accents, Greek and Cyrillic, Vietnamese, punctuation.
RANGES = [0, 256, 512, 768, 1024, 7680, 7936, 8192]


class Face:
    def __init__(self, path: Path) -> None:
        self.font = ImageFont.truetype(path, SIZE * SCALE, layout_engine=ImageFont.Layout.BASIC)
        self.small = ImageFont.truetype(path, SIZE, layout_engine=ImageFont.Layout.BASIC)
        # Every font draws this character as its sign for "missing".
        self.missing = self.fingerprint("\U0010fffe")

    def fingerprint(self, character: str) -> tuple[tuple, bytes]:
        return self.small.getbbox(character), bytes(self.small.getmask(character))

    def has(self, character: str) -> bool:
        if unicodedata.category(character) in ("Cn", "Cc", "Cs", "Co"):
            return False
        return self.fingerprint(character) != self.missing

    def glyph(self, character: str) -> bytes:
        """One `glyph` message: id, bitmap, width, height, left, top, advance."""
        left, top, right, bottom = self.box(character)
        width, height = right - left, bottom - top
        message = field_varint(1, ord(character))
        if width > 0 and height > 0:
            ink = self.draw(character, left - BUFFER, top - BUFFER, right + BUFFER, bottom + BUFFER)
            message += field_bytes(2, greys(signed_distances(ink)))
        else:
            width = height = left = top = 0
        message += field_varint(3, width) + field_varint(4, height)
        message += field_varint(5, zigzag(left)) + field_varint(6, zigzag(-top - ASCENDER))
        return message + field_varint(7, round(self.font.getlength(character) / SCALE))

    def box(self, character: str) -> tuple[int, int, int, int]:
        """Whole pixels of the result around the ink, from the start of the baseline, y down."""
        left, top, right, bottom = self.font.getbbox(character, anchor="ls")
        return left // SCALE, top // SCALE, -(-right // SCALE), -(-bottom // SCALE)

    def draw(self, character: str, left: int, top: int, right: int, bottom: int) -> np.ndarray:
        image = Image.new("1", ((right - left) * SCALE, (bottom - top) * SCALE))
        baseline = (-left * SCALE, -top * SCALE)
        ImageDraw.Draw(image).text(baseline, character, fill=1, font=self.font, anchor="ls")
        return np.asarray(image)


def signed_distances(ink: np.ndarray) -> np.ndarray:
    """How far, in pixels of the result, the middle of each is outside (+) or inside (-) the ink."""
    middles = ink[SCALE // 2 :: SCALE, SCALE // 2 :: SCALE]
    outside, inside = distances_to(ink), distances_to(~ink)
    # From the middle of a large pixel to the edge of the nearest other is half a pixel less.
    return np.where(middles, 0.5 - inside, outside - 0.5) / SCALE


def distances_to(target: np.ndarray) -> np.ndarray:
    """The exact Euclidean distance from each result pixel's middle to the nearest target pixel.

    First along the columns alone; then the nearest target of a pixel lies in some column
    `across` away and `along` up or down it, and the shortest of those is the answer.
    """
    along = distances_along_columns(target)[SCALE // 2 :: SCALE]
    padded = np.pad(along, ((0, 0), (REACH, REACH)), constant_values=REACH)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * REACH + 1, axis=1)
    across = np.arange(-REACH, REACH + 1, dtype=np.int16) ** 2
    squares = (windows[:, SCALE // 2 :: SCALE] ** 2 + across).min(axis=2)
    return np.sqrt(squares.astype(np.float64))


def distances_along_columns(target: np.ndarray) -> np.ndarray:
    """For each pixel, how many rows up or down the nearest target is; at most REACH.

    Twice the square of REACH fits 16 bits, which spares time and memory from here on.
    """
    rows = np.arange(len(target), dtype=np.int32)[:, None]
    above = np.maximum.accumulate(np.where(target, rows, -REACH * 2), axis=0)
    below = np.minimum.accumulate(np.where(target, rows, REACH * 4 + len(target))[::-1], axis=0)
    nearest = np.minimum(rows - above, below[::-1] - rows)
    return np.minimum(nearest, REACH).astype(np.int16)


def greys(distances: np.ndarray) -> bytes:
    values = 255 - 255 * (distances / RADIUS + CUTOFF)
    return np.clip(np.rint(values), 0, 255).astype(np.uint8).tobytes()


def write_range(face: Face, name: str, start: int, folder: Path) -> None:
    characters = [chr(code) for code in range(start, start + 256)]
    glyphs = b"".join(
        field_bytes(3, face.glyph(character)) for character in characters if face.has(character)
    )
    span = f"{start}-{start + 255}"
    stack = field_bytes(1, name.encode()) + field_bytes(2, span.encode()) + glyphs
    (folder / f"{span}.pbf").write_bytes(field_bytes(1, stack))


def check_coverage(face: Face, name: str, text: str) -> None:
    """A name that cannot be written is an error here rather than a gap on the map."""
    starts = set(RANGES)
    characters = set(text) - {"\n"}
    lacking = {c for c in characters if ord(c) // 256 * 256 not in starts or not face.has(c)}
    if lacking:
        raise SystemExit(f"The font {name} lacks {' '.join(sorted(lacking))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--font", action="append", required=True, metavar="NAME=FILE")
    parser.add_argument("--names", type=Path, required=True, help="file of text to be covered")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR")
    options = parser.parse_args()

    for font in options.font:
        name, path = font.split("=", 1)
        face = Face(Path(path))
        check_coverage(face, name, options.names.read_text())
        folder = options.output / name
        folder.mkdir(parents=True)
        for start in RANGES:
            write_range(face, name, start, folder)


if __name__ == "__main__":
    main()
