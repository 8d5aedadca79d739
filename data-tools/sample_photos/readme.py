"""The README beside the photos, made from the same table so that the two agree."""

from .words import WORDS

HEAD = f"""\
# Sample photos

Small photos to try geoindex on: recognisable places on every continent, and one file for each awkward case. They are drawings, made by this project; the cameras named in them do not exist.

**Licence.** To the extent possible under law, the authors have waived all copyright and related rights to the pictures in this folder: [CC0 1.0 Universal](https://creativecommons.org/publicdomain/zero/1.0/), a dedication to the public domain.

**Making them again.** `data-tools/make-sample-photos` draws every picture, writes its metadata with exiftool and writes this page. The scenes and the table are in `data-tools/sample_photos/`.

**A trip to place.** `2024-helsinki` is a walk of three quarters of an hour with a phone and a camera. The phone recorded its position in its photos, and the walk in `walk.gpx`. The camera has no GPS, states no time zone, and its clock is seven minutes fast. [Photos without a position](../docs/placing.md#a-trip-of-the-sample-photos) places its photos.

**A year, with two trips.** The photos of `2025-lisbon` show a home in Lisbon, those of `2025-azores` and `2025-slovenia` two trips from there, and one by the sea a day trip. `geoindex trips` finds them, and the map page lists them below “Places”. The photos of earlier years show no home, so they make no trips: see [the rule](../docs/journeys.md#the-rule).

**Words.** Titles, keywords in several scripts, people and ratings are written into {len(WORDS)} of them. The people do not exist; their faces are drawn, and marked by regions. See [Words](../docs/words.md).

| file | place | latitude, longitude | which case |
|---|---|---|---|
"""


def text(photos):
    return HEAD + "".join(f"| `{p.file}` | {p.place} | {position(p)} | {cases(p)} |\n" for p in photos)


def position(photo):
    if photo.latitude is None or photo.keep_bytes:
        return "–"
    if photo.zero_denominators:
        return "0/0, 0/0"
    return f"{photo.latitude:.4f}, {photo.longitude:.4f}"


def cases(photo):
    return photo.shows + ("; embedded thumbnail" if photo.thumbnail else "")
