"""A division of the world into labelled areas, cut into cells of a quarter of a degree: docs/places-format.md."""

import numpy as np
import shapely

COLUMNS, ROWS = 1440, 720
UNITS = 8192  # in the side of a cell
NONE = 0xFFFF
BLOCK = 4  # cells in the side of a block
SPLIT = 0x8000_0000


def to_units(degrees: np.ndarray) -> np.ndarray:
    """Positions in units, counted from 180° west and 90° south."""
    return np.round((degrees + [180, 90]) * 4 * UNITS).astype(np.int64)


class Edges:
    """The borders between areas, each once: from (ax, ay) to (bx, by) with the labels on its left and right."""

    def __init__(self, shapes: np.ndarray, labels: np.ndarray) -> None:
        a, b, label = oriented_edges(shapes, labels)
        a, b, label = in_short_pieces(a, b, label)
        keep = (a != b).any(axis=1)
        a, b, label = a[keep], b[keep], label[keep]
        code = lambda point: point[:, 0] << 32 | point[:, 1]
        forward = code(a) < code(b)
        low, high = np.where(forward, code(a), code(b)), np.where(forward, code(b), code(a))
        order = np.lexsort((np.arange(len(low)), high, low))
        starts = np.flatnonzero(np.r_[True, (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)])
        sides = np.full((len(starts), 2), NONE, dtype=np.int64)
        first, group = order[starts], np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(order)]))
        # The left of an edge in the direction of its first use, and its right, which is the left of a use in the other.
        same_way = forward[order] == forward[first][group]
        for side, chosen in ((1, ~same_way), (0, same_way)):
            sides[group[chosen][::-1], side] = label[order[chosen]][::-1]
        tree = shapely.STRtree(shapes)
        self.find = lambda points: located(tree, labels, points)
        lonely = np.flatnonzero(sides[:, 1] == NONE)
        sides[lonely, 1] = self.find(beside(a[first[lonely]], b[first[lonely]]))
        ordered = np.argsort(first, kind="stable")
        ordered = ordered[sides[ordered, 0] != sides[ordered, 1]]
        self.a, self.b = a[first[ordered]], b[first[ordered]]
        self.left, self.right = sides[ordered, 0], sides[ordered, 1]


def oriented_edges(shapes: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The edges of polygons in units, each with its polygon on the left."""
    parts, owner = shapely.get_parts(shapes, return_index=True)
    keep = shapely.get_type_id(parts) == 3
    parts, owner = shapely.orient_polygons(parts[keep]), owner[keep]
    rings, part = shapely.get_rings(parts, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    points = to_units(points)
    same = ring[1:] == ring[:-1]
    return points[:-1][same], points[1:][same], np.asarray(labels)[owner[part[ring[:-1][same]]]]


def in_short_pieces(a: np.ndarray, b: np.ndarray, label: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Edges cut so that none is longer than a cell; both directions of an edge are cut at the same points."""
    pieces = np.maximum(1, -(-np.abs(b - a).max(axis=1) // UNITS))
    swap = (a[:, 0] > b[:, 0]) | (a[:, 0] == b[:, 0]) & (a[:, 1] > b[:, 1])
    start, end = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
    edge = np.repeat(np.arange(len(a)), pieces)
    step = np.arange(len(edge)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    step = np.where(swap[edge], pieces[edge] - 1 - step, step)

    def at(step: np.ndarray) -> np.ndarray:
        return start[edge] + ((end - start)[edge] * step[:, None] * 2 + pieces[edge, None]) // (2 * pieces[edge, None])

    low, high = at(step), at(step + 1)
    return np.where(swap[edge, None], high, low), np.where(swap[edge, None], low, high), label[edge]


def beside(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Points in degrees two units to the right of the middles of edges."""
    along = (b - a).astype(float)
    right = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    return ((a + b) / 2 + 2 * right) / (4 * UNITS) - [180, 90]


def located(tree: shapely.STRtree, labels: np.ndarray, points: np.ndarray) -> np.ndarray:
    result = np.full(len(points), NONE, dtype=np.int64)
    point, shape = tree.query(shapely.points(points), predicate="intersects")
    result[point] = np.asarray(labels)[shape]
    return result


class Cells:
    """Edges by cell. An edge is in each cell that its box touches, the one to the left of a border included."""

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        low, high = np.minimum(edges.a, edges.b), np.maximum(edges.a, edges.b)
        first, last = np.maximum(low - [1, 1], 0) // UNITS, np.minimum(high // UNITS, [COLUMNS - 1, ROWS - 1])
        spread = last - first + 1
        count = spread[:, 0] * spread[:, 1]
        edge = np.repeat(np.arange(len(low)), count)
        at = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
        column, row = first[edge, 0] + at % spread[edge, 0], first[edge, 1] + at // spread[edge, 0]
        cell = row * COLUMNS + column
        order = np.argsort(cell, kind="stable")
        self.edge = edge[order]
        self.start = np.searchsorted(cell[order], np.arange(COLUMNS * ROWS + 1))

    def encoded(self) -> tuple[bytes, bytes]:
        """The index of the cells, and the records of those that hold more than one area."""
        index, records = np.full((ROWS, COLUMNS), NONE, dtype=np.uint32), bytearray()
        for row in range(ROWS):
            label = NONE
            for column in range(COLUMNS):
                cell = row * COLUMNS + column
                members = self.edge[self.start[cell] : self.start[cell + 1]]
                if len(members) == 0:
                    index[row, column] = label
                    continue
                piece = Piece(self.edges, members, column, row, label)
                label = piece.label_at_right()
                if piece.is_uniform:
                    index[row, column] = piece.base
                else:
                    index[row, column] = SPLIT | len(records)
                    records += piece.record()
        return in_blocks(index), bytes(records)


class Piece:
    """One cell with edges in it; positions are in units from its south-west corner."""

    def __init__(self, edges: Edges, members: np.ndarray, column: int, row: int, label: int) -> None:
        corner = np.array([column * UNITS, row * UNITS])
        self.a, self.b = edges.a[members] - corner, edges.b[members] - corner
        self.left, self.right = edges.left[members], edges.right[members]
        up = self.b[:, 1] > self.a[:, 1]
        self.east = np.where(up, self.right, self.left)
        # On the western edge of the map no border lies to the left; what begins there is an edge like any other.
        self.line = -1.0 if column == 0 else 0.25
        self.base, self.changes = self.western_side(label)

    def western_side(self, label: int) -> tuple[int, list[tuple[int, int]]]:
        """The label at the cell's lower left corner, and the rows at which another one begins."""
        crossing = np.flatnonzero((self.a[:, 0] <= self.line) != (self.b[:, 0] <= self.line))
        if len(crossing) == 0:
            return label, []
        a, b = self.a[crossing], self.b[crossing]
        height = a[:, 1] + (b - a)[:, 1] * (self.line - a[:, 0]) / (b - a)[:, 0]
        east = b[:, 0] > a[:, 0]
        above = np.where(east, self.left[crossing], self.right[crossing])
        below = np.where(east, self.right[crossing], self.left[crossing])
        order = np.argsort(height, kind="stable")
        base, changes = label, []
        begun = False
        for at in order.tolist():
            row = int(np.ceil(height[at] - 0.5))
            if not begun:
                base, begun = int(below[at]), True
            if row <= 0:
                base = int(above[at])
            elif row < UNITS:
                changes.append((row, int(above[at])))
        return base, [(row, to) for at, (row, to) in enumerate(changes) if at + 1 == len(changes) or changes[at + 1][0] != row]

    def label_at_right(self) -> int:
        """The label just right of the cell, in the lowest row."""
        return self.label_at(UNITS + 0.25, 0.5)

    def label_at(self, x: float, y: float) -> int:
        crossing = (self.a[:, 1] < y) != (self.b[:, 1] < y)
        a, b, east = self.a[crossing], self.b[crossing], self.east[crossing]
        at = a[:, 0] + (b - a)[:, 0] * (y - a[:, 1]) / (b - a)[:, 1]
        passed = (at > self.line) & (at < x)
        if passed.any():
            return int(east[passed][at[passed].argmax()])
        label = self.base
        for row, to in self.changes:
            if y > row:
                label = to
        return label

    @property
    def is_uniform(self) -> bool:
        """Whether no edge reaches into the cell."""
        low, high = np.minimum(self.a, self.b), np.maximum(self.a, self.b)
        inside = (high[:, 0] > self.line) & (low[:, 0] < UNITS) & (high[:, 1] > 0) & (low[:, 1] < UNITS) & (low[:, 1] != high[:, 1])
        return not self.changes and not inside.any()

    def record(self) -> bytes:
        low, high = np.minimum(self.a, self.b), np.maximum(self.a, self.b)
        keep = np.flatnonzero((high[:, 0] > self.line) & (low[:, 0] < UNITS) & (high[:, 1] > 0) & (low[:, 1] < UNITS))
        labels = list(dict.fromkeys([self.base, *(to for _, to in self.changes), *self.left[keep].tolist(), *self.right[keep].tolist()]))
        local = {label: at for at, label in enumerate(labels)}
        out = bytearray([len(labels)])
        for label in labels:
            out += int(label).to_bytes(2, "little")
        out.append(local[self.base])
        put(out, len(self.changes))
        before = 0
        for row, to in self.changes:
            put(out, row - before)
            out.append(local[to])
            before = row
        chains = self.chains(keep)
        put(out, len(chains))
        for points, left, right in chains:
            out += bytes([local[left], local[right]])
            put(out, len(points) - 1)
            x = y = 0
            for px, py in points:
                put(out, zigzag(px - x))
                put(out, zigzag(py - y))
                x, y = px, py
        return bytes(out)

    def chains(self, keep: np.ndarray) -> list[tuple[list[tuple[int, int]], int, int]]:
        """Edges that follow one another between the same two areas."""
        found: list[tuple[list[tuple[int, int]], int, int]] = []
        for a, b, left, right in zip(self.a[keep].tolist(), self.b[keep].tolist(), self.left[keep].tolist(), self.right[keep].tolist()):
            if found and found[-1][0][-1] == (a[0], a[1]) and found[-1][1:] == (left, right):
                found[-1][0].append((b[0], b[1]))
            else:
                found.append(([(a[0], a[1]), (b[0], b[1])], left, right))
        return found


def in_blocks(index: np.ndarray) -> bytes:
    """The index in two steps: one number for a block of 4 by 4 cells that are alike, else the number of its own table."""
    tables, top = [], np.zeros((ROWS // BLOCK, COLUMNS // BLOCK), dtype=np.uint32)
    blocks = index.reshape(ROWS // BLOCK, BLOCK, COLUMNS // BLOCK, BLOCK).swapaxes(1, 2)
    for row in range(top.shape[0]):
        for column in range(top.shape[1]):
            block = blocks[row, column]
            if block[0, 0] < SPLIT and (block == block[0, 0]).all():
                top[row, column] = block[0, 0]
            else:
                top[row, column] = SPLIT | len(tables)
                tables.append(block.astype("<u4").tobytes())
    return top.astype("<u4").tobytes() + b"".join(tables)


def zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


def put(out: bytearray, number: int) -> None:
    """Appends a number, seven bits a byte, the lowest first."""
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
