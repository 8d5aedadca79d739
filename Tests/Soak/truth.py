"""The expected state of the index by the file system, and the differences."""

import json
import os
import random
import sqlite3
import urllib.parse
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from contents import Contents, Expectation, digest
from family import walk_visible
from program import Program

# The rounding error of degrees that were converted to minutes and seconds.
TOLERANCE = 2


@dataclass(frozen=True)
class File:
    """A file as the walk found it."""

    inode: int
    links: int
    digest: bytes
    expectation: Expectation


def walk(root: bytes, contents: Contents) -> dict[bytes, File]:
    """Every file below a root by its full path, with the expected state by content and sidecar."""
    found = {}
    for folder, _, entries in walk_visible(root):
        sidecars = sidecars_in(folder)
        for entry in entries:
            path = os.path.join(folder, entry.name)
            content, status = read(path), os.lstat(path)
            expectation = contents.of(content)
            if beside := sidecars.get(entry.name.lower()):
                expectation = with_sidecars(expectation, [contents.of(read(one)) for one in beside])
            found[path] = File(status.st_ino, status.st_nlink, digest(content), expectation)
    return found


def sidecars_in(folder: bytes) -> dict[bytes, list[bytes]]:
    """The sidecars of a folder by the name, in small letters, of the photo they belong to."""
    found: dict[bytes, list[bytes]] = {}
    for name in os.listdir(folder):
        if name.lower().endswith(b".xmp"):
            found.setdefault(name.lower()[:-4], []).append(os.path.join(folder, name))
    return found


def with_sidecars(own: Expectation, beside: list[Expectation]) -> Expectation:
    # For broken files, and for two sidecars, the expected state is not known here.
    is_photo = own.place or own.reason in ("no-gps", "null-island")
    return beside[0] if is_photo and len(beside) == 1 else Expectation()


def read(path: bytes) -> bytes:
    with open(path, "rb") as file:
        return file.read()


class Index:
    """The contents of an index by `export` and `report`: each file is in exactly one."""

    def __init__(self, program: Program, database: Path) -> None:
        self.program, self.database = program, database
        self.doubles: list[str] = []
        self.places: dict[bytes, tuple[int, int]] = {}
        self.ids: dict[bytes, int] = {}
        self.given: set[int] = set()
        for line in program.output("export", "--format", "ndjson", "--db", database).splitlines():
            self.take(json.loads(line))
        report = json.loads(program.output("report", "--json", "--db", database))
        # Names that are not UTF-8 contain replacement characters.
        self.reasons = Counter((one["path"], one["reason"]) for one in report["files"])
        self.total, self.located = report["photos"], report["located"]

    def take(self, feature: dict) -> None:
        properties = feature["properties"]
        root, path = (
            urllib.parse.unquote_to_bytes(properties[name + "Bytes"]) if name + "Bytes" in properties
            else properties[name].encode() for name in ("root", "path"))
        full = os.path.join(root, path)
        if full in self.places:
            self.doubles.append(f"{full!r} is in the index twice")
        if feature["id"] in self.given:
            self.doubles.append(f"the id {feature['id']} is given twice")
        self.given.add(feature["id"])
        longitude, latitude = feature["geometry"]["coordinates"]
        self.places[full] = round(longitude * 1e7), round(latitude * 1e7)
        self.ids[full] = feature["id"]

    def said_of(self, path: bytes) -> list[str]:
        return [reason for (name, reason) in self.reasons if name == shown(path)]


def differences(index: Index, files: dict[bytes, File], others: set[bytes] = frozenset()) -> list[str]:
    """How an index differs from the files; `others` are photos that were imported and are no files."""
    found = list(index.doubles)
    if len(index.places) != index.located or index.total != index.located + index.reasons.total():
        found.append("export and report do not add up")
    placed = {path for path in index.places if path not in others}
    found += [f"lost: the imported {path!r}" for path in others if path not in index.places]
    found += [f"on the map and not a file: {path!r}" for path in sorted(placed - files.keys())]
    reasons = Counter()
    for path, file in files.items():
        here, wanted = index.places.get(path), file.expectation
        if here is None:
            reasons[shown(path)] += 1
            if wanted.place:
                found.append(f"not on the map: {path!r}, whose place is {wanted.place}")
            elif wanted.reason and not index.reasons[shown(path), wanted.reason]:
                found.append(f"{path!r} should be {wanted.reason}, is {index.said_of(path)}")
        elif wanted.reason or wanted.place and not is_near(here, wanted.place):
            found.append(f"{path!r} is at {here} and should be {wanted.place or wanted.reason}")
    said = Counter()
    for (path, _), count in index.reasons.items():
        said[path] += count
    found += [f"neither on the map nor in the report: {path!r}" for path in (reasons - said)]
    found += [f"in the report and should not be: {path!r}" for path in (said - reasons)]
    return found


def shown(path: bytes) -> str:
    return path.decode(errors="replace")


def is_near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return all(abs(a - b) <= TOLERANCE for a, b in zip(one, other))


def fresh_differences(
    index: Index, program: Program, roots: list[bytes], scratch: Path, others: set[bytes] = frozenset()
) -> list[str]:
    """How an index differs from a fresh one."""
    for ending in ("", "-wal", "-shm", ".lock"):
        Path(f"{scratch}{ending}").unlink(missing_ok=True)
    there = [root for root in roots if os.path.isdir(root)]
    program.output("scan", "--quiet", "--db", scratch, *there)
    fresh = Index(program, scratch)
    places = {path: place for path, place in index.places.items() if path not in others}
    found = [
        f"{path!r} is {places.get(path)}, by a scan from nothing {fresh.places.get(path)}"
        for path in sorted(places.keys() | fresh.places.keys()) if places.get(path) != fresh.places.get(path)]
    found += [f"in the report only before a scan from nothing: {one}" for one in index.reasons - fresh.reasons]
    found += [f"in the report only after a scan from nothing: {one}" for one in fresh.reasons - index.reasons]
    return found


def lost_ids(
    before: tuple[dict, Index], after: tuple[dict, Index], strayed: set[int] = frozenset()
) -> tuple[list[str], int]:
    """Photos that are the same file with the same content as before and have another id; and how many kept
    theirs though they moved. Skips those that were outside meanwhile."""
    (old_files, old_index), (new_files, new_index) = before, after
    by_inode = {file.inode: (path, file) for path, file in old_files.items() if file.links == 1}
    lost, moved = [], 0
    for path, file in new_files.items():
        old_path, old = by_inode.get(file.inode, (None, None))
        if old is None or file.links > 1 or old.digest != file.digest or file.inode in strayed:
            continue
        ids = old_index.ids.get(old_path), new_index.ids.get(path)
        if None in ids:
            continue
        if ids[0] != ids[1]:
            lost.append(f"{old_path!r} → {path!r}: {ids[0]} has become {ids[1]}")
        elif path != old_path:
            moved += 1
    return lost, moved


def stamps(database: Path) -> set[tuple]:
    """The stamps of all files in an index."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=60)) as connection:
        return set(connection.execute(
            "SELECT photo.id, CAST(directory.path AS BLOB), CAST(photo.name AS BLOB), size, modified, inode, companions "
            "FROM photo JOIN directory ON directory.id = directory"))


def seeded(seed: int, what: str) -> random.Random:
    """A random generator for each part of a run, so that the parts are independent."""
    return random.Random(f"{seed} {what}")
