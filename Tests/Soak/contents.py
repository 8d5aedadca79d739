"""The files of the library, and the expected state of the index for each, recorded by content."""

import hashlib
import json
import random
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
SAMPLES = PACKAGE / "sample-photos"


@dataclass(frozen=True)
class Expectation:
    """A position in units of 1e-7°, or the reason why there is none; neither if only a fresh scan can
    tell, as for a file with changed bytes."""

    place: tuple[int, int] | None = None
    reason: str | None = None

    @property
    def is_known(self) -> bool:
        return self.place is not None or self.reason is not None


UNKNOWN = Expectation()


class Contents:
    """Makes contents, and records the expected state of each."""

    def __init__(self, generator: random.Random) -> None:
        self.random = generator
        self.expected: dict[bytes, Expectation] = {}
        self.samples = sorted(SAMPLES.rglob("*.jpg"))
        # The smallest picture, without the segments before its first table.
        self.picture = min(
            (picture(path.read_bytes()) for path in self.samples if path.name != "cut-short.jpg"),
            key=len)
        self.read_samples()

    def of(self, content: bytes) -> Expectation:
        return self.expected.get(digest(content), UNKNOWN)

    def note(self, content: bytes, expectation: Expectation) -> bytes:
        self.expected[digest(content)] = expectation
        return content

    def read_samples(self) -> None:
        """Reads the positions of the sample photos with exiftool."""
        answer = subprocess.run(
            ["exiftool", "-json", "-n", "-GPSLongitude", "-GPSLatitude", "-GPSLongitudeRef", "-GPSLatitudeRef",
             *map(str, self.samples)],
            capture_output=True, timeout=120, check=False)
        for said in json.loads(answer.stdout):
            place = said.get("GPSLongitude"), said.get("GPSLatitude")
            is_whole = all(isinstance(number, (int, float)) for number in place) and place != (0, 0)
            is_placed = is_whole and said.get("GPSLongitudeRef") and said.get("GPSLatitudeRef")
            expectation = UNKNOWN
            if is_placed and abs(place[0]) <= 180 and abs(place[1]) <= 90:
                expectation = Expectation(place=(round(place[0] * 1e7), round(place[1] * 1e7)))
            self.note(Path(said["SourceFile"]).read_bytes(), expectation)

    def any(self) -> bytes:
        return self.random.choices(
            [self.placed, self.sample, self.without_place, self.null_island, self.text, self.empty, self.hostile],
            [60, 10, 12, 2, 3, 1, 12])[0]()

    def placed(self) -> bytes:
        place = self.some_place()
        return self.note(self.jpeg(gps_exif(*place)), Expectation(place=place))

    def without_place(self) -> bytes:
        return self.note(self.jpeg(b""), Expectation(reason="no-gps"))

    def null_island(self) -> bytes:
        return self.note(self.jpeg(gps_exif(0, 0)), Expectation(reason="null-island"))

    def sample(self) -> bytes:
        return self.random.choice(self.samples).read_bytes()

    def text(self) -> bytes:
        words = f"Shopping list number {self.random.random()}\n".encode()
        return self.note(words * self.random.randint(1, 50), Expectation(reason="unsupported"))

    def empty(self) -> bytes:
        return self.note(b"", Expectation(reason="unreadable"))

    def hostile(self) -> bytes:
        """A photo with changed bytes in its head, sometimes truncated."""
        content = bytearray(self.random.choice([self.sample, self.placed])())
        for _ in range(self.random.randint(1, 12)):
            content[self.random.randrange(min(len(content), 2_000))] = self.random.randrange(256)
        if self.random.random() < 0.4:
            del content[self.random.randrange(len(content)):]
        return self.note(bytes(content), UNKNOWN) if digest(content) not in self.expected else bytes(content)

    def sidecar(self) -> tuple[bytes, tuple[int, int]]:
        """An XMP sidecar and its position."""
        longitude, latitude = self.some_place()
        return xmp(longitude, latitude).encode(), (longitude, latitude)

    def some_place(self) -> tuple[int, int]:
        # Never 0° in either, which is another case.
        longitude = self.random.choice([-1, 1]) * self.random.randint(1, 1_799_999_999)
        latitude = self.random.choice([-1, 1]) * self.random.randint(1, 899_999_999)
        return longitude, latitude

    def jpeg(self, segment: bytes) -> bytes:
        """A picture that no other file holds."""
        comment = f"{self.random.random()} ".encode() * self.random.randint(1, 40)
        filler = b"\xff\xfe" + struct.pack(">H", 2 + len(comment)) + comment
        return b"\xff\xd8" + segment + filler + self.picture


def digest(content: bytes) -> bytes:
    return hashlib.sha1(content).digest()


def picture(jpeg: bytes) -> bytes:
    """The parts after the application segments: tables, scan, end."""
    position = 2
    while jpeg[position] == 0xFF and 0xE0 <= jpeg[position + 1] <= 0xEF:
        position += 2 + struct.unpack_from(">H", jpeg, position + 2)[0]
    return jpeg[position:]


def gps_exif(longitude: int, latitude: int) -> bytes:
    """The Exif segment of a photo taken there; places are whole units of 1e-7°."""
    gps = 8 + 2 + 12 + 4
    values = gps + 2 + 4 * 12 + 4
    entries = [
        (1, 2, 2, (b"N" if latitude >= 0 else b"S") + b"\0\0\0"), (2, 5, 3, struct.pack(">I", values)),
        (3, 2, 2, (b"E" if longitude >= 0 else b"W") + b"\0\0\0"), (4, 5, 3, struct.pack(">I", values + 24)),
    ]
    tiff = b"MM\0*" + struct.pack(">I", 8)
    tiff += struct.pack(">HHHII", 1, 0x8825, 4, 1, gps) + bytes(4)
    tiff += struct.pack(">H", 4) + b"".join(struct.pack(">HHI", *entry[:3]) + entry[3] for entry in entries)
    tiff += bytes(4)
    for number in (latitude, longitude):
        tiff += struct.pack(">6I", abs(number), 10_000_000, 0, 1, 0, 1)
    content = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", 2 + len(content)) + content


def xmp(longitude: int, latitude: int) -> str:
    """Degrees and minutes with a letter, as XMP writes them."""

    def written(number: int, letters: str) -> str:
        degrees, rest = divmod(abs(number), 10_000_000)
        return f"{degrees},{rest * 60 / 1e7:.9f}{letters[number < 0]}"

    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" '
        f'exif:GPSLatitude="{written(latitude, "NS")}" exif:GPSLongitude="{written(longitude, "EW")}"/>'
        "</rdf:RDF></x:xmpmeta>\n")
