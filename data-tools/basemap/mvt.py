"""Writes Mapbox Vector Tiles (https://github.com/mapbox/vector-tile-spec, version 2).

Only what the base map needs: points, lines and polygons with text and whole-number
attributes, from geometry that is already in tile units (y down).
"""

from collections.abc import Iterable

import numpy as np
import shapely

EXTENT = 4096

MOVE_TO, LINE_TO, CLOSE_PATH = 1, 2, 7
POINT, LINE, POLYGON = 1, 2, 3


def varint(number: int) -> bytes:
    """A whole number in protobuf's seven bits per byte."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def field_varint(number: int, value: int) -> bytes:
    return varint(number << 3) + varint(value)


def field_bytes(number: int, value: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(value)) + value


def zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


def packed(numbers: Iterable[int]) -> bytes:
    return b"".join(map(varint, numbers))


class Pen:
    """Collects drawing commands; the position carries over from part to part."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        self.x = 0
        self.y = 0

    def draw(self, command: int, points: np.ndarray) -> None:
        self.commands.append(command | len(points) << 3)
        for x, y in points.tolist():
            self.commands.append(zigzag(x - self.x))
            self.commands.append(zigzag(y - self.y))
            self.x, self.y = x, y

    def close(self) -> None:
        self.commands.append(CLOSE_PATH | 1 << 3)


def rounded(coordinates: np.ndarray) -> np.ndarray:
    """Whole tile units, without the points that rounding made equal to the one before."""
    points = np.rint(coordinates).astype(np.int64)
    moved = np.ones(len(points), dtype=bool)
    moved[1:] = (points[1:] != points[:-1]).any(axis=1)
    return points[moved]


def twice_area(ring: np.ndarray) -> int:
    """Positive for a ring that runs clockwise on the screen, where y points down."""
    x, y = ring[:, 0], ring[:, 1]
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def draw_ring(pen: Pen, ring: shapely.LinearRing, clockwise: bool) -> bool:
    """Whether anything is left of the ring after rounding."""
    points = rounded(shapely.get_coordinates(ring))[:-1]
    area = twice_area(points) if len(points) >= 3 else 0
    if area == 0:
        return False
    if (area > 0) != clockwise:
        points = points[::-1]
    pen.draw(MOVE_TO, points[:1])
    pen.draw(LINE_TO, points[1:])
    pen.close()
    return True


def draw_polygon(pen: Pen, polygon: shapely.Polygon) -> None:
    if draw_ring(pen, polygon.exterior, clockwise=True):
        for hole in polygon.interiors:
            draw_ring(pen, hole, clockwise=False)


def draw_line(pen: Pen, line: shapely.LineString) -> None:
    points = rounded(shapely.get_coordinates(line))
    if len(points) >= 2:
        pen.draw(MOVE_TO, points[:1])
        pen.draw(LINE_TO, points[1:])


def draw_point(pen: Pen, point: shapely.Point) -> None:
    pen.draw(MOVE_TO, rounded(shapely.get_coordinates(point)))


DRAW = {
    "Point": (POINT, draw_point),
    "LineString": (LINE, draw_line),
    "LinearRing": (LINE, draw_line),
    "Polygon": (POLYGON, draw_polygon),
}


def encode_geometry(geometry: shapely.Geometry) -> tuple[int, list[int]]:
    """The kind and the commands of a geometry; no commands if nothing of it is visible.

    Clipping can leave crumbs of a lower dimension (a polygon that only touches the tile
    leaves a line); they are dropped.
    """
    pen = Pen()
    dimension = shapely.get_dimensions(geometry)
    kind = 0
    for part in shapely.get_parts(shapely.get_parts(geometry)):
        if shapely.get_dimensions(part) == dimension and not part.is_empty:
            kind, draw = DRAW[part.geom_type]
            draw(pen, part)
    return kind, pen.commands


def encode_value(value: str | int) -> bytes:
    if isinstance(value, str):
        return field_bytes(1, value.encode())
    return field_varint(6, zigzag(value))


def encode_layer(name: str, features: Iterable[tuple[shapely.Geometry, dict]]) -> bytes:
    """One layer; empty when none of its features can be seen. None attributes are left out."""
    keys: dict[str, int] = {}
    values: dict[str | int, int] = {}
    body = bytearray()
    for geometry, attributes in features:
        kind, commands = encode_geometry(geometry)
        if not commands:
            continue
        tags = []
        for key, value in attributes.items():
            if value is not None:
                tags.append(keys.setdefault(key, len(keys)))
                tags.append(values.setdefault(value, len(values)))
        feature = field_bytes(2, packed(tags)) if tags else b""
        feature += field_varint(3, kind) + field_bytes(4, packed(commands))
        body += field_bytes(2, feature)
    if not body:
        return b""
    layer = field_bytes(1, name.encode()) + bytes(body)
    layer += b"".join(field_bytes(3, key.encode()) for key in keys)
    layer += b"".join(field_bytes(4, encode_value(value)) for value in values)
    layer += field_varint(5, EXTENT) + field_varint(15, 2)
    return field_bytes(3, layer)
