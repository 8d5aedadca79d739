"""States and provinces: polygons named by the settlements inside."""

from collections import Counter
from pathlib import Path

import numpy as np
import pyogrio
import shapely

from cells import NONE

AGREEMENT = 0.9


def natural_earth(path: Path) -> tuple[np.ndarray, list[str]]:
    """The polygons and the three-letter country of each."""
    meta, _, shapes, columns = pyogrio.raw.read(path, layer="states_provinces", columns=["adm0_a3"])
    names = [str(name) for name in columns[list(meta["fields"]).index("adm0_a3")]]
    return shapely.make_valid(shapely.from_wkb(shapes)), names


def labelled(shapes: np.ndarray, points: np.ndarray, regions: np.ndarray) -> np.ndarray:
    """The region of most settlements in each polygon, or None if fewer than nine of ten agree."""
    inside, shape = shapely.STRtree(shapely.points(points)).query(shapes, predicate="intersects")
    votes: dict[int, Counter[int]] = {}
    for polygon, settlement in zip(inside.tolist(), shape.tolist()):
        votes.setdefault(polygon, Counter())[int(regions[settlement])] += 1
    labels = np.full(len(shapes), NONE, dtype=np.int64)
    for polygon, counter in votes.items():
        region, count = counter.most_common(1)[0]
        if count >= AGREEMENT * counter.total():
            labels[polygon] = region
    return labels


def merged(shapes: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One polygon for each label."""
    known = [label for label in np.unique(labels) if label != NONE]
    return np.array([shapely.union_all(shapes[labels == label]) for label in known]), np.array(known)
