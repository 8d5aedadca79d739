"""A library as from phones and cameras: 60 % JPEG, 30 % HEIC, 5 % raw and 5 % video.

Other programs make some variants of each kind, and exiftool tags them. A hole in the picture data then gives
each file a typical size. A program that reads only metadata does not read the hole; one that reads more takes longer.
"""

import shutil
import struct
import subprocess

from report import DATA, ROOT, run

KINDS = {"jpg": 0.60, "heic": 0.30, "dng": 0.05, "mp4": 0.05}
SIZES = {"jpg": 4_000_000, "heic": 2_000_000, "dng": 25_000_000, "mp4": 100_000_000}
VARIANTS = 20
FOLDERS = 20


def mixed_library(count):
    """The folder with this number of files, made on the first call."""
    folder = DATA / f"mixed-{count}"
    if not folder.exists():
        unfinished = DATA / f"mixed-{count}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished, count)
        unfinished.rename(folder)
    return folder


def make(folder, count):
    templates = {kind: make_templates(folder / "templates", kind) for kind in KINDS}
    order = kinds_in_turn(count)
    for index, kind in enumerate(order):
        directory = folder / f"{index * FOLDERS // count:02d}"
        directory.mkdir(parents=True, exist_ok=True)
        head, tail = templates[kind][index % VARIANTS]
        with open(directory / f"IMG_{index:06d}.{kind}", "wb") as file:
            file.write(head)
            file.seek(max(SIZES[kind] - len(head) - len(tail), 0), 1)
            file.write(tail)
            # Seeking past the end does not extend a file; this does if no tail was written.
            file.truncate(max(file.tell(), SIZES[kind]))
    shutil.rmtree(folder / "templates")


def kinds_in_turn(count):
    """The kind of each file, in their shares and evenly mixed."""
    due = {kind: 0.0 for kind in KINDS}
    order = []
    for _ in range(count):
        for kind, share in KINDS.items():
            due[kind] += share
        kind = max(due, key=due.get)
        due[kind] -= 1
        order.append(kind)
    return order


def make_templates(folder, kind):
    """Variants of one kind, each with its own position and time, split where the hole is inserted."""
    folder.mkdir(parents=True, exist_ok=True)
    photo = ROOT / "sample-photos" / "2021-egypt" / "pyramids.jpg"
    first = folder / f"first.{kind}"
    if kind == "jpg":
        shutil.copy(photo, first)
    elif kind == "heic":
        run(["heif-enc", "-q", "50", str(photo), "-o", str(first)], stderr=subprocess.DEVNULL)
    elif kind == "dng":
        run(["gdal_translate", "-q", "-of", "GTiff", str(photo), str(first)])
    else:
        run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=320x240",
             "-pix_fmt", "yuv420p", str(first)])
    templates = []
    for variant in range(VARIANTS):
        copy = folder / f"{variant}.{kind}"
        shutil.copy(first, copy)
        latitude, longitude = 60 - 6.0625 * variant, -170 + 17.03125 * variant
        run(["exiftool", "-q", "-m", "-n", "-overwrite_original", *tags(kind, latitude, longitude, variant),
             str(copy)], stderr=subprocess.DEVNULL)
        templates.append(cut(copy.read_bytes(), kind))
    return templates


def tags(kind, latitude, longitude, variant):
    time = f"2023:06:{variant + 1:02d} 12:00:00"
    if kind == "mp4":
        return [f"-Keys:GPSCoordinates={latitude} {longitude} 12", f"-Keys:CreationDate={time}+02:00"]
    place = [
        f"-GPSLatitude={abs(latitude)}", f"-GPSLatitudeRef={'S' if latitude < 0 else 'N'}",
        f"-GPSLongitude={abs(longitude)}", f"-GPSLongitudeRef={'W' if longitude < 0 else 'E'}"]
    raw = ["-DNGVersion=1 4 0 0", "-UniqueCameraModel=ACME One"] if kind == "dng" else []
    return [*place, f"-DateTimeOriginal={time}", "-OffsetTimeOriginal=+02:00", "-Make=ACME", *raw]


def cut(data, kind):
    """The bytes before and after the hole."""
    if kind == "jpg":
        return data[:-2], data[-2:]
    if kind == "dng":
        return data, b""
    return cut_media_box(data, SIZES[kind])


def cut_media_box(data, size):
    """The bytes before and after the end of the `mdat` box, whose length is increased by the hole."""
    position = 0
    while position + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, position)
        length = length or len(data) - position
        if name == b"mdat" and length != 1:
            end = position + length
            longer = struct.pack(">I", length + max(size - len(data), 0))
            return data[:position] + longer + data[position + 4:end], data[end:]
        position += length
    raise ValueError("no mdat box")
