"""Things that several scenes share: mountains, clouds, trees, water light, birds, windows."""

import math

from .canvas import Fade, mix, smooth


def sun(c, x, y, radius, colour="#fff3cf", halo="#ffd27a", reach=5.0, alpha=0.75):
    c.glow(x, y, radius * reach, halo, alpha)
    c.oval(x, y, radius, radius, colour)


def stars(c, count, below=0.0, colour="#ffffff", until=None):
    """Stars between y = below and y = until, most of them faint."""
    for _ in range(count):
        size = 0.5 + 1.1 * c.random.random() ** 4
        x, y = c.random.uniform(0, c.width), c.random.uniform(below, until or c.height)
        c.oval(x, y, size, size, colour, alpha=c.random.uniform(0.35, 1))


def ridge_line(c, level, rise, roughness=0.55, steps=8):
    """A mountain profile across the picture, by midpoint displacement."""
    heights = [c.random.uniform(-1, 1), c.random.uniform(-1, 1)]
    swing = 1.0
    for _ in range(steps):
        swing *= roughness
        middles = [(a + b) / 2 + c.random.uniform(-swing, swing) for a, b in zip(heights, heights[1:])]
        heights = [h for pair in zip(heights, middles) for h in pair] + [heights[-1]]
    width = c.width / (len(heights) - 1)
    return [(i * width, level - h * rise) for i, h in enumerate(heights)]


def ridge(c, level, rise, colour, haze=None, depth=None, roughness=0.55):
    """A layer of hills, paler at its foot as if mist lay there."""
    foot = c.height if depth is None else level + depth
    line = ridge_line(c, level, rise, roughness)
    paint = Fade(colour, haze, start=level - rise, end=foot) if haze else colour
    c.fill(line + [(c.width, foot + rise), (0, foot + rise)], paint)
    return line


def zigzag(c, start, end, swing, count):
    """A jagged line between two points, such as the edge of a shadow on a mountain."""
    points = [start]
    for i in range(1, count):
        t = i / count
        side = swing if i % 2 else -swing
        offset = side * (0.4 + t) * c.random.uniform(0.5, 1.1)
        points.append((start[0] + (end[0] - start[0]) * t + offset, start[1] + (end[1] - start[1]) * t))
    return points + [end]


def peak(c, x, top, base, left, right, light, dark, snow=None, snow_share=0.35, shade_right=True):
    """A mountain with a sunlit and a shaded face, and snow with a ragged lower edge."""
    height = base - top
    left_edge = zigzag(c, (x, top), (x - left, base), left * 0.035, 9)
    right_edge = zigzag(c, (x, top), (x + right, base), right * 0.035, 9)
    outline = left_edge + right_edge[::-1]
    c.fill(outline, Fade(light, mix(light, dark, 0.45)))
    spine = zigzag(c, (x, top), (x + (left - right) * 0.12, base), (left + right) * 0.028, 9)
    shaded = spine + (right_edge if shade_right else left_edge)[::-1]
    with c.inside(outline):
        c.fill(shaded, Fade(dark, mix(dark, light, 0.25)))
        c.texture(outline, mix(dark, "#000000", 0.3), 0.22, grain=(left * 0.2, height * 0.12))
        if snow:
            level = top + height * snow_share
            teeth = [(x - left, top - 5)]
            count = 14
            for i in range(count + 1):
                px = x - left * snow_share * 1.15 + (left + right) * snow_share * 1.15 * i / count
                drop = c.random.uniform(0.05, 0.22) if i % 2 else -c.random.uniform(0.0, 0.12)
                teeth.append((px, level + height * drop))
            teeth.append((x + right, top - 5))
            c.fill(teeth, snow)
            with c.inside(teeth):
                c.fill(shaded, mix(snow, dark, 0.38))
    return outline


def cloud(c, x, y, width, colour="#ffffff", alpha=0.9, shade=None):
    """A flat-bottomed poster cloud."""
    puffs = [(-0.36, 0.08), (-0.18, 0.15), (0.04, 0.2), (0.24, 0.13), (0.39, 0.07)]
    outline = [(x - width / 2, y)]
    for dx, radius in puffs:
        for step in range(13):
            angle = math.pi - math.pi * step / 12
            outline.append((x + (dx + radius * math.cos(angle)) * width, y - radius * width * math.sin(angle)))
    outline.append((x + width / 2, y))
    c.stroke([(x - width * 0.47, y), (x + width * 0.47, y)], width * 0.05, shade or colour, alpha)
    c.fill(upper_outline(outline), Fade(colour, shade or colour), alpha)


def upper_outline(outline):
    """Keeps the highest point at each column, so that overlapping puffs join into one edge."""
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    columns = 80
    best = [max(p[1] for p in outline)] * (columns + 1)
    for (ax, ay), (bx, by) in zip(outline, outline[1:]):
        for k in range(columns + 1):
            px = left + (right - left) * k / columns
            if min(ax, bx) <= px <= max(ax, bx) and ax != bx:
                best[k] = min(best[k], ay + (by - ay) * (px - ax) / (bx - ax))
    return [(left + (right - left) * k / columns, y) for k, y in enumerate(best)]


def streaks(c, count, top, bottom, colour, alpha=0.5, length=(120, 420), thickness=(2, 7)):
    """Long thin clouds or bars of mist."""
    for _ in range(count):
        half = c.random.uniform(*length) / 2
        x, y = c.random.uniform(0, c.width), c.random.uniform(top, bottom)
        thick = c.random.uniform(*thickness)
        c.oval(x, y, half, thick, colour, alpha * c.random.uniform(0.5, 1), blur=thick * 0.4)


def glints(c, x, top, bottom, colour, spread=(20, 160), count=70, alpha=0.8):
    """The path of light that a low sun lays on water, wider towards the viewer."""
    for _ in range(count):
        near = c.random.random() ** 0.8
        reach = spread[0] + (spread[1] - spread[0]) * near
        px, py = x + c.random.gauss(0, reach * 0.45), top + (bottom - top) * near
        long = (6 + 26 * near) * c.random.uniform(0.5, 1.5)
        c.oval(px, py, long, 0.8 + 1.9 * near, colour, alpha * c.random.uniform(0.4, 1))


def ripples(c, top, bottom, colour, count=120, alpha=0.25):
    for _ in range(count):
        near = c.random.random()
        x, y = c.random.uniform(0, c.width), top + (bottom - top) * near
        c.oval(x, y, (14 + 60 * near) * c.random.uniform(0.4, 1.3), 0.6 + 1.6 * near, colour, alpha)


def bird(c, x, y, size, colour):
    wing = [(x - size, y - size * 0.25), (x - size * 0.45, y - size * 0.45), (x, y)]
    other = [(x, y), (x + size * 0.45, y - size * 0.5), (x + size, y - size * 0.3)]
    c.stroke(smooth(wing) + smooth(other), max(1.2, size * 0.12), colour)


def flock(c, x, y, spread, count, size, colour):
    for _ in range(count):
        bird(
            c,
            x + c.random.gauss(0, spread),
            y + c.random.gauss(0, spread * 0.35),
            size * c.random.uniform(0.6, 1.1),
            colour,
        )


def pine(c, x, base, height, colour, light=None):
    """A conifer; `light` edges its sunlit side."""
    half = height * 0.2
    left, right = [], []
    for tier in range(6):
        y = base - height * (1 - (tier + 1) / 6.4)
        reach = half * (tier + 1) / 6
        left += [(x - reach, y), (x - reach * 0.5, y - height * 0.02)]
        right += [(x + reach, y), (x + reach * 0.5, y - height * 0.02)]
    c.rect(x - height * 0.02, base - height * 0.08, x + height * 0.02, base, mix(colour, "#000000", 0.3))
    c.fill([(x, base - height)] + right + left[::-1], colour)
    if light:
        c.fill([(x, base - height)] + left + [(x - half * 0.15, base - height * 0.07)], light, alpha=0.55)


def forest(c, line, height, colour, step=16, light=None):
    """Conifers standing along a line."""
    for i in range(len(line) - 1):
        (ax, ay), (bx, by) = line[i], line[i + 1]
        for k in range(max(1, round((bx - ax) / step))):
            t = k * step / max(bx - ax, 1)
            pine(
                c,
                ax + (bx - ax) * t + c.random.uniform(-4, 4),
                ay + (by - ay) * t + 6,
                height * c.random.uniform(0.6, 1.2),
                colour,
                light,
            )


def palm(c, x, base, height, lean, colour, leaf, leaf_dark):
    """A coconut palm whose trunk bends by `lean`."""
    trunk = smooth([(x, base), (x + lean * 0.25, base - height * 0.4), (x + lean, base - height)])
    for i, (a, b) in enumerate(zip(trunk, trunk[1:])):
        width = height * (0.05 - 0.025 * i / len(trunk))
        c.stroke([a, b], width, colour if i % 2 else mix(colour, "#000000", 0.12))
    hx, hy = trunk[-1]
    size = height * 0.42
    for k, angle in enumerate((200, 160, 232, 128, -20, 20, -52, 52, 270, 95)):
        turn = math.radians(angle)
        tip = (hx + size * math.cos(turn), hy - size * 0.55 * math.sin(turn) + size * 0.3)
        bend = (hx + size * 0.55 * math.cos(turn), hy - size * 0.62 * math.sin(turn) - size * 0.12)
        frond(c, (hx, hy), bend, tip, size * 0.14, leaf_dark if k % 2 else leaf)
    for dx, dy in ((-5, 4), (5, 5), (0, 9)):
        c.oval(hx + dx * height / 300, hy + dy * height / 300, height * 0.017, height * 0.017, "#5a3a1e")


def frond(c, root, bend, tip, width, colour):
    upper = smooth([root, (bend[0], bend[1] - width), tip])
    lower = smooth([root, (bend[0], bend[1] + width * 0.5), tip])
    c.fill(upper + lower[::-1], colour)
    for i in range(2, len(lower) - 2, 2):
        x, y = lower[i]
        c.fill(
            [(x - width * 0.2, y - 2), (x + width * 0.2, y - 2), (x + (tip[0] - root[0]) * 0.06, y + width * 1.1)],
            colour,
        )


def acacia(c, x, base, height, colour, canopy):
    """An umbrella thorn: a forked trunk under flat layered crowns."""
    top = base - height
    for dx in (-0.5, -0.2, 0.22, 0.55):
        c.stroke(
            smooth(
                [(x, base), (x + dx * height * 0.16, base - height * 0.45), (x + dx * height * 0.8, top + height * 0.2)]
            ),
            height * 0.035,
            colour,
        )
    c.fill(
        [
            (x - height * 0.035, base),
            (x + height * 0.04, base),
            (x + height * 0.02, base - height * 0.45),
            (x - height * 0.02, base - height * 0.45),
        ],
        colour,
    )
    for dx, dy, across in ((-0.36, 0.17, 0.36), (0.4, 0.15, 0.38), (0.0, 0.06, 0.55)):
        px, py = x + dx * height, top + dy * height
        outline = [(px - across * height, py + height * 0.05)]
        for k in range(11):
            t = k / 10
            bump = math.sin(math.pi * t) ** 0.55 * height * (0.1 + 0.025 * c.random.random())
            outline.append((px + (2 * t - 1) * across * height, py + height * 0.02 - bump))
        outline.append((px + across * height, py + height * 0.05))
        c.fill(smooth(outline, 5), canopy)


def windows(c, left, top, right, bottom, size, gap, colours, share=0.6):
    """Lit windows on a building, some of them dark."""
    y = top
    while y + size[1] <= bottom:
        x = left
        while x + size[0] <= right:
            if c.random.random() < share:
                c.rect(x, y, x + size[0], y + size[1], c.random.choice(colours), alpha=c.random.uniform(0.5, 1))
            x += size[0] + gap[0]
        y += size[1] + gap[1]
