"""Writes the metadata of a photo of the table into its JPEG, with exiftool."""

import struct
import subprocess
from datetime import timezone

from . import words

LICENCE = "CC0 1.0 Universal, public domain dedication"


def write_all(jobs):
    """Writes the tags of many photos in one run; each job is a photo, its file, its thumbnail or None, and the faces in it."""
    lines = []
    for photo, path, thumbnail, faces in jobs:
        if lines:
            lines.append("-execute")
        lines += tags(photo) + words.regions(faces, path)
        # Copied from the picture, because a rotated picture is stored with width and height swapped.
        lines += ["-ExifImageWidth<ImageWidth", "-ExifImageHeight<ImageHeight"]
        if thumbnail:
            lines.append(f"-EXIF:ThumbnailImage<={thumbnail}")
        lines.append(str(path))
    # "-@ -" reads the arguments from standard input, so no command line grows too long.
    command = ["exiftool", "-@", "-", "-common_args", "-overwrite_original", "-n", "-q"]
    subprocess.run(command, input="\n".join(lines), text=True, check=True)


def tags(photo):
    values = {
        "ImageDescription": photo.place,
        "Copyright": LICENCE,
        "Make": photo.camera.make,
        "Model": photo.camera.model,
        "LensModel": photo.camera.lens,
        "FNumber": photo.camera.aperture,
        "FocalLength": photo.camera.focal_length,
        "FocalLengthIn35mmFormat": photo.camera.equivalent,
        "Orientation": photo.orientation,
        "DateTimeOriginal": exif_time(photo.taken),
        "CreateDate": exif_time(photo.taken),
        "OffsetTimeOriginal": photo.offset,
        "OffsetTimeDigitized": photo.offset,
    }
    return [f"-EXIF:{name}={value}" for name, value in values.items() if value is not None] + gps_tags(photo) + words.tags(photo.file)


def gps_tags(photo):
    if photo.latitude is None:
        return []
    values = {
        "GPSLatitude": abs(photo.latitude),
        "GPSLongitude": abs(photo.longitude),
        "GPSMapDatum": "WGS-84",
        "GPSHPositioningError": photo.accuracy,
    }
    if photo.hemispheres:
        values["GPSLatitudeRef"] = "S" if photo.latitude < 0 else "N"
        values["GPSLongitudeRef"] = "W" if photo.longitude < 0 else "E"
    if photo.altitude is not None:
        values["GPSAltitude"] = abs(photo.altitude)
        values["GPSAltitudeRef"] = 1 if photo.altitude < 0 else 0
    if photo.towards is not None:
        values["GPSImgDirection"] = photo.towards
        values["GPSImgDirectionRef"] = "T"
    moment = photo.satellite_moment()
    if moment:
        utc = moment.astimezone(timezone.utc) if moment.tzinfo else moment
        values["GPSDateStamp"] = f"{utc:%Y:%m:%d}"
        values["GPSTimeStamp"] = f"{utc:%H:%M:%S}"
    return [f"-GPS:{name}={value}" for name, value in values.items() if value is not None]


def exif_time(text):
    return text and text.replace("-", ":")


def damage(photo, data):
    """Damages a file as its row of the table demands, because exiftool writes only valid files."""
    if photo.zero_denominators:
        for degrees in (photo.latitude, photo.longitude):
            sound = struct.pack(">6I", int(degrees), 1, 0, 1, 0, 1)
            if data.count(sound) != 1:
                raise ValueError(f"{photo.file}: its coordinates were not found exactly once")
            data = data.replace(sound, bytes(len(sound)))
    return data[: photo.keep_bytes]
