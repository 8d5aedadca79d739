"""Draws the people of the sample photos, who do not exist, and says where their faces are."""

from .canvas import Fade, mix
from .words import ADA, KENJI, MATEUS, NOOR, people

# By name: skin, hair, clothes, and how the hair falls.
LOOKS = {
    ADA: ("#f0c8a4", "#c9803a", "#3f7fae", "long"),
    MATEUS: ("#9c6844", "#2a1c14", "#d98a2b", "curly"),
    KENJI: ("#ecc196", "#1d1a1e", "#5a7d52", "short"),
    NOOR: ("#c98f62", "#8a3f5f", "#7a4a6d", "scarf"),
}

# Where a group stands, as a share of the width, unless it is on the right.
LEFT = {"2018-new-york/skyline.jpg", "2021-egypt/pyramids.jpg", "2019-nepal/boudhanath.jpg", "2016-norway/geirangerfjord.jpg"}


def draw(c, file):
    """Draws the people of a photo in its foreground; returns their names and the boxes of their faces.

    A box has its centre, width and height as shares of the picture, as in the regions of MWG.
    """
    names = people(file)
    size = min(c.width, c.height) * (0.115 if len(names) < 3 else 0.1)
    regions = []
    for place, name in enumerate(names):
        away = size * (1.35 + 2.35 * (len(names) - 1 - place))
        x = size * (1.35 + 2.35 * place) if file in LEFT else c.width - away
        y = c.height - size * (1.55 + 0.22 * (place % 2))
        portrait(c, x, y, size, *LOOKS[name])
        regions.append((name, x / c.width, y / c.height, 1.9 * size / c.width, 2.3 * size / c.height))
    return regions


def portrait(c, x, y, size, skin, hair, clothes, style):
    """A head and shoulders; `size` is somewhat more than half the width of the face."""
    dark, shade = mix(hair, "#000000", 0.35), mix(skin, "#5a2a1a", 0.3)
    c.oval(x, y + size * 2.15, size * 1.5, size * 1.15, Fade(clothes, mix(clothes, "#000000", 0.35)))
    if style == "long":
        c.oval(x, y + size * 0.25, size * 1.02, size * 1.32, Fade(hair, dark))
    elif style == "curly":
        for dx, dy in ((-0.78, -0.35), (-0.5, -0.85), (0, -1.02), (0.5, -0.85), (0.78, -0.35)):
            c.oval(x + dx * size, y + dy * size, size * 0.42, size * 0.4, hair)
    elif style == "scarf":
        c.oval(x, y + size * 0.15, size * 1.05, size * 1.35, Fade(hair, dark))
    else:
        c.oval(x, y - size * 0.3, size * 0.9, size * 0.92, hair)
    c.rect(x - size * 0.28, y + size * 0.7, x + size * 0.28, y + size * 1.25, shade)
    for side in (-1, 1):
        if style in ("short", "curly"):
            c.oval(x + side * size * 0.8, y + size * 0.08, size * 0.14, size * 0.2, shade)
    c.oval(x, y, size * 0.8, size, Fade(skin, skin, mix(skin, "#7a3a20", 0.18)))
    fringe(c, x, y, size, hair, style)
    for side in (-1, 1):
        eye(c, x + side * size * 0.32, y - size * 0.02, size, dark)
        c.oval(x + side * size * 0.45, y + size * 0.36, size * 0.17, size * 0.1, "#d8604f", alpha=0.25)
    c.stroke([(x, y + size * 0.06), (x - size * 0.07, y + size * 0.26), (x + size * 0.05, y + size * 0.29)], size * 0.06, shade)
    c.stroke([(x + size * dx, y + size * dy) for dx, dy in ((-0.26, 0.5), (-0.12, 0.59), (0.12, 0.59), (0.26, 0.5))], size * 0.09, "#a3383a")


def fringe(c, x, y, size, hair, style):
    """The hair over the forehead, or the edge of the scarf."""
    line = [(-0.8, -0.1), (-0.74, -0.5), (-0.45, -0.86), (0, -1.02), (0.45, -0.86), (0.74, -0.5), (0.8, -0.1)]
    inner = {
        "long": [(0.6, -0.5), (0.1, -0.72), (-0.5, -0.42)],
        "curly": [(0.62, -0.5), (0.2, -0.62), (-0.2, -0.62), (-0.62, -0.5)],
        "short": [(0.66, -0.46), (0.3, -0.52), (-0.1, -0.4), (-0.62, -0.5)],
        "scarf": [(0.66, -0.36), (0.3, -0.7), (-0.3, -0.7), (-0.66, -0.36)],
    }[style]
    c.fill([(x + dx * size, y + dy * size) for dx, dy in line + inner], hair)


def eye(c, x, y, size, dark):
    c.oval(x, y, size * 0.15, size * 0.11, "#fdfaf4")
    c.oval(x, y, size * 0.08, size * 0.09, "#2b211c")
    c.oval(x + size * 0.025, y - size * 0.03, size * 0.025, size * 0.025, "#ffffff")
    c.stroke([(x - size * 0.17, y - size * 0.22), (x, y - size * 0.27), (x + size * 0.17, y - size * 0.22)], size * 0.06, dark)
