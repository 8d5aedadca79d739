"""Scenes from forests, fields and the air."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, forest, peak, pine, ridge, streaks, sun


@scene(1200, 900)
def balloons(c):
    c.wash("#5f7fc4", "#b59fd0", "#f7b5a8", "#ffdca8", bottom=680)
    sun(c, 860, 560, 62, "#fff6da", "#ffd79a", 6)
    streaks(c, 8, 380, 540, "#fff0e4", 0.5, (200, 480), (5, 12))
    ridge(c, 630, 40, "#c99aa8", "#f2c4a8", 60)
    c.rect(0, 690, 1200, 780, Fade("#e2ad94", "#c98f74"))
    for k in range(22):
        chimney(c, c.random.uniform(-20, 1220), 790, c.random.uniform(70, 150), "#d9a084", "#a86a6a")
    c.rect(0, 770, 1200, 900, Fade("#c98f74", "#7a4a50"))
    for x, tall in ((90, 250), (170, 190), (1010, 260), (1110, 210), (930, 160), (1180, 260), (20, 170)):
        chimney(c, x, 860, tall, "#f2c49a", "#8f5a58")
    ground = smooth([(-20, 830), (300, 850), (640, 820), (960, 846), (1220, 830)]) + [(1220, 920), (-20, 920)]
    c.fill(ground, Fade("#a8645a", "#4f2f40"))
    c.texture(ground, "#f2b58a", 0.35, grain=(60, 10))
    palettes = (
        ("#e8483f", "#ffd24a"),
        ("#2f7fc4", "#ffffff"),
        ("#f28a3f", "#7a2f6a"),
        ("#2f9a8a", "#ffe08a"),
        ("#c43f7f", "#ffc4a0"),
        ("#5f4fb0", "#f2c24a"),
    )
    for k, (x, y, size) in enumerate(
        (
            (420, 260, 1.5),
            (800, 190, 1.05),
            (640, 500, 0.75),
            (200, 180, 0.7),
            (1050, 360, 0.62),
            (170, 480, 0.46),
            (960, 90, 0.36),
            (560, 110, 0.4),
            (740, 420, 0.3),
            (340, 560, 0.3),
        )
    ):
        balloon(c, x, y, size, *palettes[k % 6])


def chimney(c, x, base, tall, light, dark):
    """A fairy chimney: a cone of tuff under a cap of harder rock."""
    half = tall * 0.27
    outline = mirrored(
        smooth(
            [
                (x, base - tall),
                (x + half * 0.3, base - tall * 0.86),
                (x + half * 0.5, base - tall * 0.5),
                (x + half, base),
            ]
        ),
        x,
    )
    c.fill(outline, Fade(light, mix(light, dark, 0.4), dark, sideways=True))
    c.fill(
        smooth([(x - half * 0.5, base - tall * 0.86), (x, base - tall * 1.12), (x + half * 0.5, base - tall * 0.86)]),
        mix(dark, "#4a2a38", 0.4),
    )
    if tall > 160:
        for px, py in ((-0.2, 0.45), (0.12, 0.55), (0.0, 0.28)):
            c.oval(x + px * half, base - tall * py, tall * 0.028, tall * 0.04, "#4a2a38")


def balloon(c, x, y, size, first, second):
    radius = 100 * size
    right = smooth(
        [
            (x, y - radius),
            (x + radius * 0.62, y - radius * 0.78),
            (x + radius, y),
            (x + radius * 0.72, y + radius * 0.66),
            (x + radius * 0.24, y + radius * 1.2),
        ]
    )
    c.fill(mirrored(right, x), first)
    steps = 10
    for k in range(0, steps, 2):
        a, b = -1 + 2 * k / steps, -1 + 2 * (k + 1) / steps
        left_edge = [(x + (px - x) * math.sin(a * math.pi / 2), py) for px, py in right]
        right_edge = [(x + (px - x) * math.sin(b * math.pi / 2), py) for px, py in right]
        c.fill(left_edge + right_edge[::-1], second)
    with c.inside(mirrored(right, x)):
        c.glow(x - radius * 0.4, y - radius * 0.35, radius * 1.1, "#fff6d8", 0.4)
        c.fill(
            smooth([(x + radius * 0.5, y - radius), (x + radius * 0.66, y), (x + radius * 0.3, y + radius * 1.3)])
            + [(x + radius * 1.4, y + radius * 1.3), (x + radius * 1.4, y - radius)],
            "#3a1f4a",
            0.28,
            blur=6 * size,
        )
    for side in (-1, 1):
        c.stroke(
            [(x + side * radius * 0.22, y + radius * 1.2), (x + side * radius * 0.13, y + radius * 1.5)],
            max(1, 2 * size),
            "#4a2f2a",
        )
    c.rect(x - radius * 0.15, y + radius * 1.46, x + radius * 0.15, y + radius * 1.68, Fade("#a8703f", "#5f3826"))
    c.glow(x, y + radius * 1.3, radius * 0.3, "#fff0a0", 0.8)


@scene(1200, 800)
def windmill(c):
    c.wash("#4fa4d8", "#aee0ea", "#fdf0d0", bottom=520)
    for x, y, wide in ((240, 180, 340), (980, 140, 300), (640, 300, 220)):
        cloud(c, x, y, wide, "#ffffff", 0.92, "#f2efe4")
    c.rect(0, 486, 1200, 530, Fade("#8fb58a", "#6f9f6a"))
    for k in range(30):
        c.oval(k * 44, 490, 30, c.random.uniform(8, 22), "#6f9f7a")
    mill(c, 820, 520, 1.0)
    mill(c, 330, 505, 0.42)
    tulips(c)


def mill(c, x, base, size):
    def at(points):
        return [(x + px * size, base + py * size) for px, py in points]

    c.fill(at([(-88, 0), (-80, -80), (80, -80), (88, 0)]), Fade("#c9604a", "#8f3f3a", sideways=True))
    c.fill(at([(-76, -84), (-46, -280), (46, -280), (76, -84)]), Fade("#a87f5a", "#7a5540", "#4a3430", sideways=True))
    c.rect(x - 108 * size, base - 92 * size, x + 108 * size, base - 80 * size, "#f7f0e0")
    for k in range(10):
        c.stroke(at([(-104 + k * 23, -92), (-104 + k * 23, -120)]), 3 * size, "#f7f0e0")
    c.stroke(at([(-108, -120), (108, -120)]), 4 * size, "#f7f0e0")
    c.fill(smooth(at([(-54, -278), (-44, -318), (0, -342), (44, -318), (54, -278)])), Fade("#5a6a4a", "#333f34"))
    for px, py in ((-16, -170), (18, -226), (0, -40)):
        c.rect(x + (px - 10) * size, base + (py - 14) * size, x + (px + 10) * size, base + (py + 14) * size, "#fdf6e0")
        c.rect(x + (px - 7) * size, base + (py - 11) * size, x + (px + 7) * size, base + (py + 11) * size, "#3f5a7a")
    hub = (x, base - 300 * size)
    for k in range(4):
        turn = math.radians(28 + 90 * k)
        along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

        def place(a, b):
            return (hub[0] + (along[0] * a + across[0] * b) * size, hub[1] + (along[1] * a + across[1] * b) * size)

        c.stroke([hub, place(220, 0)], 7 * size, "#4a3430")
        c.fill([place(50, 0), place(216, 0), place(216, 42), place(50, 42)], "#fff8e6", 0.92)
        for m in range(9):
            c.stroke([place(50 + m * 20.75, 0), place(50 + m * 20.75, 42)], 2 * size, "#8a5a4a")
        c.stroke([place(50, 21), place(216, 21)], 2 * size, "#8a5a4a")
    c.oval(*hub, 12 * size, 12 * size, "#c9403a")


def tulips(c):
    """Rows of flowers that run to one point on the horizon."""
    tones = (
        "#e8353f",
        "#ffc52f",
        "#f25f9a",
        "#ff8a3f",
        "#ffffff",
        "#9a4fb5",
        "#e8353f",
        "#ffc52f",
        "#f25f9a",
        "#ff8a3f",
    )
    c.rect(0, 522, 1200, 800, "#4f8a3f")
    for k, tone in enumerate(tones):
        left, right = -1500 + k * 420, -1500 + k * 420 + 300
        c.fill(
            [(560 + (left - 560) * 0.02, 524), (560 + (right - 560) * 0.02, 524), (right, 800), (left, 800)],
            Fade(mix(tone, "#fff0d0", 0.25), mix(tone, "#5a1a2a", 0.15)),
        )
    for k, tone in enumerate(tones):
        for row in range(14):
            near = ((row + 1) / 14) ** 2
            y = 530 + 275 * near
            for m in range(5):
                x = -1500 + k * 420 + 30 + m * 62
                share = (y - 518) / 282
                px, size = 560 + (x - 560) * share + c.random.uniform(-8, 8) * near, 3 + 19 * near
                if -40 < px < 1240 and size > 5:
                    c.oval(px, y + size * 0.3, size * 0.7, size * 0.4, "#2f6a3a", 0.6)
                    cup = [
                        (px - size * 0.5, y - size * 0.5),
                        (px - size * 0.26, y - size * 0.85),
                        (px - size * 0.1, y - size * 0.6),
                        (px, y - size),
                        (px + size * 0.12, y - size * 0.6),
                        (px + size * 0.28, y - size * 0.85),
                        (px + size * 0.5, y - size * 0.5),
                        (px + size * 0.3, y + size * 0.2),
                        (px - size * 0.3, y + size * 0.2),
                    ]
                    c.fill(cup, Fade(mix(tone, "#ffffff", 0.25), mix(tone, "#6a1a2a", 0.3)))


@scene(810, 1080)
def redwoods(c):
    c.wash("#fff2c0", "#f2d98a", "#a8b56a", "#4f6f4a")
    c.glow(410, 330, 620, "#fffbe0", 0.9)
    for level, tone, wide, count in (
        (0, "#d4c98a", (14, 26), 16),
        (1, "#a89a62", (26, 44), 11),
        (2, "#7a5f44", (46, 70), 6),
    ):
        for k in range(count):
            x = (k + c.random.uniform(0.1, 0.9)) * 810 / count
            if level == 2 and 260 < x < 560:
                continue
            trunk(c, x, 760 + level * 60, c.random.uniform(*wide), tone, mix(tone, "#2a1a1a", 0.45))
        for _ in range(60):
            x, y = c.random.uniform(-20, 830), c.random.uniform(-20, 330 - level * 40)
            c.oval(x, y, c.random.uniform(30, 80), c.random.uniform(8, 20), mix(tone, "#4f7a4a", 0.7), 0.5, blur=3)
    for k in range(7):
        x = 300 + k * 34
        c.fill([(x, -20), (x + 30, -20), (x - 200 + k * 96, 1000), (x - 300 + k * 96, 1000)], "#fff6c4", 0.16, blur=9)
    floor = smooth([(-20, 860), (200, 838), (420, 850), (640, 832), (830, 864)]) + [(830, 1100), (-20, 1100)]
    c.fill(floor, Fade("#7f8f4a", "#2f4a34"))
    c.texture(floor, "#c9b55f", 0.4, grain=(60, 12))
    trail = smooth([(420, 846), (380, 890), (450, 950), (380, 1090)]) + smooth(
        [(610, 1090), (560, 960), (440, 890), (444, 846)]
    )
    c.fill(trail, Fade("#f2d49a", "#a8764a"))
    trunk(c, 90, 980, 130, "#a85f3f", "#4a2428")
    trunk(c, 740, 1000, 150, "#b56a44", "#4f282a")
    for k in range(34):
        side = k % 2
        x = c.random.uniform(-10, 300) if side else c.random.uniform(580, 820)
        fern(c, x, c.random.uniform(940, 1080), c.random.uniform(50, 110))
    c.fill([(402, 930), (408, 872), (430, 872), (436, 930)], "#d8433a")
    c.oval(419, 860, 10, 11, "#4a2a24")
    c.rect(406, 876, 426, 908, "#2f5f8a")
    for x in (410, 428):
        c.stroke([(x, 928), (x, 952)], 8, "#2a3040")


def trunk(c, x, base, wide, light, dark):
    half = wide / 2
    shape = [
        (x - half * 0.8, -20),
        (x + half * 0.8, -20),
        (x + half, base - wide),
        (x + half * 1.5, base),
        (x - half * 1.5, base),
        (x - half, base - wide),
    ]
    c.fill(shape, Fade(light, mix(light, dark, 0.35), dark, sideways=True))
    c.texture(shape, dark, 0.5, grain=(max(8, wide * 0.12), 220))


def fern(c, x, base, size):
    for k in range(7):
        turn = math.radians(20 + k * 23)
        tip = (x + size * math.cos(turn), base - size * 0.8 * math.sin(turn))
        tone = c.random.choice(("#5f9a4a", "#7fb85a", "#3f7a44"))
        bend = (x + size * 0.5 * math.cos(turn), base - size * 0.75 * math.sin(turn))
        spine = smooth([(x, base), bend, tip], 8)
        for i, (px, py) in enumerate(spine):
            reach = size * 0.16 * math.sin(math.pi * min(1, (i + 1) / len(spine)))
            c.stroke([(px - reach, py + reach * 0.5), (px, py), (px + reach, py + reach * 0.5)], 3, tone)


@scene(1200, 800)
def misty_lake(c):
    c.wash("#f2a89a", "#f9cdb0", "#fdeacb", bottom=480)
    sun(c, 380, 250, 70, "#fffaf0", "#ffdfb5", 4)
    peak(c, 820, 130, 500, 420, 380, "#d9a8ae", "#9a86a8", "#fff4ec", 0.3)
    for level, tone, haze, tall in (
        (380, "#a88fa0", "#f2cdbf", 40),
        (430, "#7a7590", "#e2bfbf", 60),
        (480, "#4a5574", "#b8a4b4", 90),
    ):
        line = ridge(c, level, 34, tone, haze, 90)
        forest(c, line[::4], tall, tone, step=17)
        streaks(c, 7, level + 24, level + 50, "#fff0e4", 0.55, (260, 640), (8, 18))
    c.rect(0, 520, 1200, 560, "#4a5574")
    streaks(c, 14, 500, 545, "#fff0e4", 0.7, (260, 640), (8, 18))
    c.reflect(548, "#a88fa8", 0.8, ripple=3, stretch=1.5)
    still_glints(c, 380)
    c.fill(
        smooth([(700, 690), (760, 712), (860, 718), (960, 708), (1010, 676)])
        + smooth([(1010, 676), (950, 694), (850, 698), (750, 696), (700, 690)]),
        Fade("#d8483f", "#7a2438"),
    )
    c.oval(855, 722, 150, 7, "#5a4a6a", 0.5, blur=3)
    c.fill([(836, 698), (838, 652), (868, 652), (874, 698)], "#f2c24a")
    c.oval(854, 638, 12, 14, "#5a3430")
    c.oval(854, 631, 20, 5, "#f7e6c4")
    c.stroke([(800, 640), (884, 720)], 5, "#6a3f30")
    for x, y, tall in ((60, 830, 330), (150, 840, 250), (1150, 830, 300), (1070, 850, 200), (240, 850, 150)):
        pine(c, x, y, tall, "#1f2a44", "#4a4f70")


def still_glints(c, x):
    """The low sun on still water: short bars in a narrow path."""
    for k in range(34):
        y = 560 + k * 7
        c.oval(x + c.random.gauss(0, 10 + k * 0.8), y, c.random.uniform(14, 46), 1.5 + k * 0.06, "#fff4e0", 0.6)
