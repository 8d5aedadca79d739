"""Time zone polygons as timezonefinder-data 3 packs them: national borders, and one country for each zone."""

import json
import struct
from pathlib import Path

import numpy as np
import shapely

VERTICES_IN_BLOCK = 128
STEP = 10  # residuals count steps of 1e-6 degrees; coordinates are stored in 1e-7


class Rings:
    """One collection of rings: `boundaries` or `holes`."""

    def __init__(self, folder: Path) -> None:
        def load(name: str) -> np.ndarray:
            return np.load(folder / f"{name}.npy")

        self.counts, self.first_block = load("nr_vertices"), load("block_offsets").astype(np.int64)
        self.widths, self.bases = load("block_widths").reshape(-1, 2), load("block_bases").ravel()
        self.lows = load("block_ranges").reshape(-1, 2)[:, 0]
        self.payloads = payloads((folder / "coordinates.bin").read_bytes())

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, ring: int) -> np.ndarray:
        """The vertices of a ring, in degrees: the blocks of at most 128 and one that begins the next."""
        payload, word, parts = self.payloads[ring], 0, []
        left = int(self.counts[ring])
        for block in range(self.first_block[ring], self.first_block[ring + 1]):
            count = min(left, VERTICES_IN_BLOCK)
            axes = []
            for axis, base in enumerate((self.bases[block], self.lows[block])):
                width = int(self.widths[block, axis])
                axes.append(fields(payload, word, width, count) * STEP + int(base))
                word += -(-(count + 1) * width // 32)
            parts.append(np.stack(axes, axis=1))
            left -= count
        return np.concatenate(parts) / 1e7


def fields(words: np.ndarray, start: int, width: int, count: int) -> np.ndarray:
    """`count` numbers of `width` bits, the least significant bit first."""
    if width == 0:
        return np.zeros(count, dtype=np.int64)
    bit = np.arange(count, dtype=np.int64) * width
    word = start + (bit >> 5)
    pair = words[word].astype(np.uint64) | words[word + 1].astype(np.uint64) << np.uint64(32)
    return (pair >> (bit & 31).astype(np.uint64) & np.uint64((1 << width) - 1)).astype(np.int64)


def payloads(data: bytes) -> list[np.ndarray]:
    """The vectors of 32-bit words in a FlatBuffers file of the schema `polygons.fbs`."""

    def member(table: int) -> int:
        """Where the first member of a table lies."""
        vtable = table - struct.unpack_from("<i", data, table)[0]
        field = table + struct.unpack_from("<H", data, vtable + 4)[0]
        return field + struct.unpack_from("<I", data, field)[0]

    if data[4:8] != b"TZFP":
        raise ValueError("this is no file of timezonefinder's polygons")
    vector = member(struct.unpack_from("<I", data, 0)[0])
    found = []
    for index in range(struct.unpack_from("<I", data, vector)[0]):
        slot = vector + 4 + 4 * index
        words = member(slot + struct.unpack_from("<I", data, slot)[0])
        found.append(np.frombuffer(data, "<u4", struct.unpack_from("<I", data, words)[0], words + 4))
    return found


def countries_of_zones(zone_tab: Path) -> dict[str, str]:
    lines = (line.split("\t") for line in zone_tab.read_text().splitlines() if line and line[0] != "#")
    return {parts[2]: parts[0] for parts in lines}


def read(folder: Path) -> tuple[list[str], np.ndarray, list[str]]:
    """The names of the zones, their polygons, and the zone of each polygon."""
    names = (folder / "timezone_names.txt").read_text().split()
    boundaries, holes = Rings(folder / "boundaries"), Rings(folder / "holes")
    holes_of = {int(key): value for key, value in json.loads((folder / "hole_registry.json").read_text()).items()}
    reference = np.load(folder / "holes" / "poly_ref.npy")
    shapes = []
    for index in range(len(boundaries)):
        count, first = holes_of.get(index, (0, 0))
        shapes.append(shapely.Polygon(boundaries[index], [hole(first + at, reference, holes, boundaries) for at in range(count)]))
    return names, np.array(shapes), [names[zone] for zone in np.load(folder / "zone_ids.npy")]


def hole(index: int, reference: np.ndarray, holes: Rings, boundaries: Rings) -> np.ndarray:
    """A hole: most are the outlines of other polygons, the rest have a ring of their own."""
    return boundaries[reference[index]] if reference[index] >= 0 else holes[-reference[index] - 1]


def without_overlaps(shapes: np.ndarray) -> np.ndarray:
    """The same polygons; where two claim an area the smaller one has it, such as Hebron in Jerusalem's."""
    shapes, areas = shapes.copy(), shapely.area(shapes)
    suspects = np.flatnonzero(has_irregular_edges(shapes))
    one, other = shapely.STRtree(shapes[suspects]).query(shapes[suspects])
    for a, b in sorted({(min(a, b), max(a, b)) for a, b in zip(suspects[one].tolist(), suspects[other].tolist()) if a != b}):
        small, large = (a, b) if areas[a] <= areas[b] else (b, a)
        if shapely.intersection(shapes[large], shapes[small]).area > 1e-9:
            shapes[large] = shapely.difference(shapes[large], shapes[small])
    return shapes


def has_irregular_edges(shapes: np.ndarray) -> np.ndarray:
    """Which polygons have an edge that is not shared by exactly two; where all are, nothing overlaps."""
    points, owner = shapely.get_coordinates(shapely.boundary(shapes), return_index=True)
    micro = np.round(points * 1e6).astype(np.int64)
    key = micro[:, 0] + 180_000_000 << 32 | micro[:, 1] + 90_000_000
    same = owner[1:] == owner[:-1]
    ends = np.sort(np.stack([key[:-1][same], key[1:][same]], axis=1), axis=1)
    _, edge, uses = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    result = np.zeros(len(shapes), dtype=bool)
    result[owner[:-1][same][uses[edge.ravel()] != 2]] = True
    return result
