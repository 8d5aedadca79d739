"""Makes polygons of the sea from the coastlines of an extract, which standard input has in the OPL format.

    sea.py "(west,south,east,north)" SEA.shp

Land is to the left of a coastline, water to its right. The coastlines cut the box of the extract into faces; a
face is sea if coastlines have it on their right. A coastline that ends within the box, at the border of the
extract, is continued to the nearest side of the box. Without coastlines no file is written."""

import re
import sys

import shapefile
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.polygon import orient
from shapely.ops import polygonize, unary_union
from shapely.strtree import STRtree

# The distance of a test point from its coastline, in degrees: about a metre.
BESIDE = 1e-5
# About so many segments of a way vote: for the face on their right, and against the one on their left.
VOTES = 5


def main() -> None:
    edges = [float(number) for number in re.findall(r"-?[\d.]+", sys.argv[1])]
    frame = box(*edges)
    ways = read_ways(sys.stdin)
    lines = [LineString(way) for way in ways] + continued(ways, edges)
    inside = [line.intersection(frame) for line in lines if line.intersects(frame)]
    if not inside:
        return
    faces = list(polygonize(unary_union([*inside, frame.exterior])))
    sea = sea_among(faces, ways)
    if sea:
        write(sea, sys.argv[2])


def read_ways(text) -> list[list[tuple[float, float]]]:
    places: dict[str, tuple[float, float]] = {}
    ways = []
    for line in text:
        fields = {field[0]: field[1:] for field in line.split()}
        if line.startswith("n") and fields.get("x"):
            places[fields["n"]] = (float(fields["x"]), float(fields["y"]))
        elif line.startswith("w"):
            way = [places[node[1:]] for node in fields["N"].split(",") if node[1:] in places]
            if len(way) > 1:
                ways.append(way)
    return ways


def continued(ways: list, edges: list[float]) -> list[LineString]:
    """Straight lines from the ends within the box to its nearest side."""
    starts, ends = {way[0] for way in ways}, {way[-1] for way in ways}
    west, south, east, north = edges
    lines = []
    for x, y in starts ^ ends:
        if west < x < east and south < y < north:
            sides = [(west, y), (east, y), (x, south), (x, north)]
            lines.append(LineString([(x, y), min(sides, key=lambda side: abs(side[0] - x) + abs(side[1] - y))]))
    if lines:
        print(f"street-map: {len(lines)} coastlines end within the extract and are continued straight; "
              "for the exact sea beyond it give --sea", file=sys.stderr)
    return lines


def sea_among(faces: list[Polygon], ways: list) -> list[Polygon]:
    numbers = {id(face): number for number, face in enumerate(faces)}
    tree = STRtree(faces)
    votes = [0] * len(faces)

    def vote(x: float, y: float, weight: int) -> None:
        place = Point(x, y)
        for found in tree.query(place):
            # Shapely 1 returns the faces, Shapely 2 their indices.
            number = numbers[id(found)] if isinstance(found, Polygon) else int(found)
            if faces[number].contains(place):
                votes[number] += weight

    for way in ways:
        for index in range(0, len(way) - 1, max(1, len(way) // VOTES)):
            (x1, y1), (x2, y2) = way[index : index + 2]
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            if length == 0:
                continue
            right, down = (y2 - y1) / length * BESIDE, (x2 - x1) / length * BESIDE
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            vote(x + right, y - down, 1)
            vote(x - right, y + down, -1)
    return [face for face, sum_ in zip(faces, votes) if sum_ > 0]


def write(polygons: list[Polygon], path: str) -> None:
    with shapefile.Writer(path, shapeType=shapefile.POLYGON) as file:
        file.field("kind", "C")
        for polygon in polygons:
            turned = orient(polygon, -1)
            file.poly([list(ring.coords) for ring in (turned.exterior, *turned.interiors)])
            file.record("sea")


main()
