#!/usr/bin/env python3
"""Writes a HEIC like those of phones: a grid of HEVC tiles, with the Exif block of the source.

heif-enc writes single pictures only. Needs ffmpeg with x265.
"""

import argparse
import struct
import subprocess

# The types of HEVC NAL units: those of parameter sets, and the first that is not of a picture.
PARAMETER_SETS = (32, 33, 34)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("source", help="any picture")
    options.add_argument("target")
    options.add_argument("--tile", type=int, default=512, help="the side of a tile")
    options.add_argument("--crf", type=int, default=24, help="the quality of x265, 0 to 51 (worst)")
    options.add_argument("--thumbnail", type=int, default=0, help="the longer side of the thumbnail inside; 0: none")
    options.add_argument("--thumbnail-of", help="another picture for it")
    options.add_argument("--turns", type=int, default=0, help="quarter turns to the left that the box asks for")
    options.add_argument("--pixels", default="yuvj420p", help="ffmpeg's name of the pixel format")
    options.add_argument("--icc", help="a file with an ICC profile; else the colours are those of sRGB")
    write(options.parse_args())


def write(options):
    width, height = size_of(options.source)
    tile = options.tile
    columns, rows = -(-width // tile), -(-height // tile)
    tiled = f"pad={columns * tile}:{rows * tile}"
    if columns * rows > 1:
        tiled += f",untile={columns}x{rows}"
    sets, tiles = encoded(options, options.source, tiled)
    photo = Container()
    hvcc = photo.property("hvcC", configuration(sets))
    depth = photo.property("pixi", bytes(4) + bytes([3, *[10 if "10" in options.pixels else 8] * 3]))
    colour = photo.property("colr", colours(options.icc))
    tile_size = photo.property("ispe", struct.pack(">III", 0, tile, tile))
    items = [photo.item("hvc1", content, [hvcc, tile_size, depth, colour], hidden=True) for content in tiles]
    grid = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
    turn = [photo.property("irot", bytes([options.turns % 4]))] if options.turns else []
    size = photo.property("ispe", struct.pack(">III", 0, width, height))
    photo.primary = photo.item("grid", grid, [size, depth, colour, *turn])
    photo.refer("dimg", photo.primary, items)
    exif = exif_of(options.source)
    if exif:
        photo.refer("cdsc", photo.item("Exif", struct.pack(">I", 6) + exif, [], hidden=True), [photo.primary])
    if options.thumbnail:
        small_width, small_height = fitting(width, height, options.thumbnail)
        sets, frames = encoded(options, options.thumbnail_of or options.source, f"scale={small_width}:{small_height}:flags=area")
        shape = [photo.property("hvcC", configuration(sets)),
                 photo.property("ispe", struct.pack(">III", 0, small_width, small_height))]
        photo.refer("thmb", photo.item("hvc1", frames[0], [*shape, depth, colour, *turn]), [photo.primary])
    with open(options.target, "wb") as file:
        file.write(photo.bytes())


def size_of(picture):
    command = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", picture]
    return [int(side) for side in subprocess.check_output(command, text=True).split(",")[:2]]


def exif_of(picture):
    """The Exif block of a JPEG, with its name; empty if there is none."""
    with open(picture, "rb") as file:
        content = file.read()
    position = 2
    while content[:2] == b"\xff\xd8" and content[position] == 0xFF and content[position + 1] != 0xDA:
        length = struct.unpack_from(">H", content, position + 2)[0]
        if content[position + 1] == 0xE1 and content[position + 4:position + 8] == b"Exif":
            return content[position + 4:position + 2 + length]
        position += 2 + length
    return b""


def fitting(width, height, side):
    """Even sizes, because the chroma has half of them."""
    longest = max(width, height)
    return [max(2, round(one * side / longest / 2) * 2) for one in (width, height)]


def encoded(options, source, filters):
    """The parameter sets and the frames of a picture, each frame as NAL units with their lengths before them."""
    stream = subprocess.check_output([
        "ffmpeg", "-v", "error", "-i", source, "-vf",
        f"{filters},scale=out_range=full:out_color_matrix=bt601,format={options.pixels}",
        "-color_range", "pc", "-colorspace", "smpte170m", "-c:v", "libx265", "-fps_mode", "passthrough",
        "-x265-params", f"log-level=none:keyint=1:crf={options.crf}:aud=1:repeat-headers=0:info=0:"
        "range=full:colormatrix=smpte170m:colorprim=bt709:transfer=iec61966-2-1", "-f", "hevc", "-"])
    sets, frames = [], []
    for unit in stream.replace(b"\0\0\0\1", b"\0\0\1").split(b"\0\0\1")[1:]:
        kind = unit[0] >> 1 & 63
        if kind in PARAMETER_SETS:
            sets.append(unit)
        elif kind == 35:
            frames.append(b"")
        elif kind < 32:
            frames[-1] += struct.pack(">I", len(unit)) + unit
    return sets, frames


def configuration(sets):
    """The decoder configuration (ISO/IEC 14496-15)."""
    sps = next(unit for unit in sets if unit[0] >> 1 & 63 == 33).replace(b"\0\0\3", b"\0\0")
    depth = 2 if sps[3] & 31 == 2 else 0
    head = bytes([1]) + sps[3:15] + bytes([0xF0, 0, 0xFC, 0xFD, 0xF8 | depth, 0xF8 | depth, 0, 0, 0x0F, len(sets)])
    return head + b"".join(bytes([0x80 | unit[0] >> 1 & 63, 0, 1]) + struct.pack(">H", len(unit)) + unit for unit in sets)


def colours(icc):
    if icc is None:
        return b"nclx" + struct.pack(">HHHB", 1, 13, 6, 0x80)
    with open(icc, "rb") as file:
        return b"prof" + file.read()


def box(kind, *parts):
    content = b"".join(parts)
    return struct.pack(">I", 8 + len(content)) + kind.encode() + content


class Container:
    """The items of a HEIF file (ISO/IEC 23008-12)."""

    def __init__(self):
        self.primary = 0
        self.properties, self.items, self.references = [], [], []

    def property(self, kind, content):
        self.properties.append(box(kind, content))
        return len(self.properties)

    def item(self, kind, content, properties, hidden=False):
        self.items.append((kind, content, properties, hidden))
        return len(self.items)

    def refer(self, kind, source, targets):
        ids = struct.pack(f">HH{len(targets)}H", source, len(targets), *targets)
        self.references.append(box(kind, ids))

    def bytes(self):
        head = box("ftyp", b"heic", bytes(4), b"mif1heic")
        start = len(head) + len(self.meta(0)) + 8
        content = b"".join(content for _, content, _, _ in self.items)
        return head + self.meta(start) + box("mdat", content)

    def meta(self, start):
        places, infos, uses = [], [], []
        for number, (kind, content, properties, hidden) in enumerate(self.items, 1):
            places.append(struct.pack(">HHHII", number, 0, 1, start, len(content)))
            infos.append(box("infe", struct.pack(">BBHHH", 2, 0, int(hidden), number, 0), kind.encode(), b"\0"))
            uses.append(struct.pack(f">HB{len(properties)}B", number, len(properties), *properties))
            start += len(content)
        return box(
            "meta", bytes(4),
            box("hdlr", bytes(8), b"pict", bytes(13)),
            box("pitm", bytes(4), struct.pack(">H", self.primary)),
            box("iloc", bytes(4), b"\x44\x00", struct.pack(">H", len(places)), *places),
            box("iinf", bytes(4), struct.pack(">H", len(infos)), *infos),
            box("iref", bytes(4), *self.references),
            box("iprp", box("ipco", *self.properties), box("ipma", bytes(4), struct.pack(">I", len(uses)), *uses)))


if __name__ == "__main__":
    main()
