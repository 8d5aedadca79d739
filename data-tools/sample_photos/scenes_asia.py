"""Scenes from Asia and the Middle East."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, glints, peak, ridge, ridge_line, ripples, streaks, sun, windows


@scene(1200, 800)
def fuji(c):
    c.wash("#f2785f", "#f9a27e", "#fdd0a4", "#fbe9cf", bottom=560)
    c.oval(905, 190, 78, 78, "#d9343a")
    c.glow(905, 190, 260, "#ffb08a", 0.4)
    streaks(c, 12, 250, 400, "#fff3e6", 0.7, (260, 560), (6, 14))
    cone = (
        smooth([(40, 540), (240, 470), (390, 360), (500, 240), (556, 178)])
        + [(580, 186), (604, 176), (632, 188), (652, 178)]
        + smooth([(652, 178), (716, 250), (820, 360), (960, 460), (1170, 540)])
    )
    c.fill(cone, Fade("#44609a", "#7d93bb", "#c9b8c4"))
    with c.inside(cone):
        c.fill(smooth([(640, 150), (650, 300), (720, 420), (780, 560)]) + [(1200, 560), (1200, 150)], "#2f4a86", 0.35)
        snow = [(430, 140)]
        for k in range(19):
            x = 436 + k * 18.5
            edge = 305 - 50 * abs(k - 9) / 9
            snow.append((x, edge + (26 if k % 2 else -26) * c.random.uniform(0.5, 1.2)))
        c.fill(snow + [(790, 140)], "#fffaf5")
        with c.inside(snow + [(790, 140)]):
            c.fill(smooth([(632, 150), (640, 210), (664, 260), (690, 340)]) + [(900, 340), (900, 150)], "#bfcbe6")
    streaks(c, 9, 440, 500, "#fff6ee", 0.75, (240, 520), (7, 15))
    c.fill(ridge_line(c, 520, 26) + [(1200, 570), (0, 570)], "#4f6f78")
    c.reflect(550, "#7fa3b8", 0.72, ripple=3, stretch=1.5)
    ripples(c, 560, 800, "#fff1e2", 60, 0.3)
    pagoda(c, 180, 742, 1.0)
    blossom(c)


def pagoda(c, x, base, size):
    c.fill(smooth([(-20, 700), (120, 712), (300, 740), (420, 820)]) + [(-20, 820)], Fade("#3f6b52", "#1f4440"))
    y = base
    for tier in range(5):
        half = (66 - tier * 8) * size
        c.rect(x - half * 0.62, y - 52 * size, x + half * 0.62, y, Fade("#d5443a", "#8f2730", sideways=True))
        for k in range(5):
            px = x - half * 0.5 + k * half * 0.25
            c.rect(px - 3, y - 36 * size, px + 3, y - 8 * size, "#fff0d0" if k % 2 else "#6b1f2a")
        c.fill(
            smooth([(x - half * 1.3, y - 42 * size), (x - half * 0.8, y - 54 * size), (x - half * 0.45, y - 72 * size)])
            + smooth(
                [(x + half * 0.45, y - 72 * size), (x + half * 0.8, y - 54 * size), (x + half * 1.3, y - 42 * size)]
            ),
            Fade("#3c4a5c", "#232c3c"),
        )
        y -= 66 * size
    c.stroke([(x, y), (x, y - 70 * size)], 5 * size, "#c99a3f")
    for k in range(5):
        c.rect(x - 9 * size, y - (16 + k * 10) * size, x + 9 * size, y - (12 + k * 10) * size, "#c99a3f")


def blossom(c):
    """A cherry branch reaching in from the upper left corner."""
    boughs = (
        [(-20, 40), (120, 90), (260, 96), (390, 150)],
        [(120, 90), (200, 160), (270, 190)],
        [(-20, 180), (80, 190), (150, 250)],
        [(260, 96), (330, 60), (400, 50)],
    )
    for bough in boughs:
        c.stroke(smooth(bough), 8, "#4a2f35")
    for bough in boughs:
        for x, y in smooth(bough, 9):
            for _ in range(3):
                px, py, size = x + c.random.gauss(0, 24), y + c.random.gauss(0, 20), c.random.uniform(5, 10)
                petal = c.random.choice(("#ffe3e8", "#ffc4d2", "#fff4f2", "#f7a3b8"))
                for k in range(5):
                    turn = k * 1.2566 + px
                    c.oval(
                        px + size * 0.7 * math.cos(turn),
                        py + size * 0.7 * math.sin(turn),
                        size * 0.6,
                        size * 0.6,
                        petal,
                    )
                c.oval(px, py, size * 0.3, size * 0.3, "#d9506f")


@scene(1080, 810)
def torii(c):
    c.wash("#20406f", "#5a6ea0", "#c58fa8", "#ffc9a0", bottom=600)
    sun(c, 540, 400, 66, "#fff4d6", "#ffcf9a", 5)
    streaks(c, 12, 80, 330, "#ffd9d0", 0.45, (160, 420), (4, 10))
    ridge(c, 420, 60, "#7a83ab", "#c5a6b5", 70)
    ridge(c, 455, 46, "#4c628f", "#8d8aa8", 50)
    c.rect(0, 490, 1080, 600, Fade("#8d8aa8", "#5a6a96"))
    red, dark = "#e04a32", "#8a2430"
    for side in (-1, 1):
        px = 540 + side * 150
        for dx, top, wide in ((-64, 420, 13), (64, 420, 13)):
            c.fill(
                [
                    (px + dx - wide, 600),
                    (px + dx - wide * 0.8, top),
                    (px + dx + wide * 0.8, top),
                    (px + dx + wide, 600),
                ],
                Fade("#f07a50", red, dark, sideways=True),
            )
        for y in (450, 530):
            c.rect(px - 84, y, px + 84, y + 15, Fade(red, dark))
        c.fill(
            [(px - 30, 600), (px - 24 - side * 6, 240), (px + 24 - side * 6, 240), (px + 30, 600)],
            Fade("#f58a5c", red, dark, sideways=True),
        )
    c.rect(330, 312, 750, 346, Fade(red, dark))
    c.rect(512, 262, 568, 316, "#3a2a3c")
    c.rect(520, 268, 560, 310, "#f2c26a")
    beam = smooth([(272, 196), (400, 226), (540, 232), (680, 226), (808, 196)])
    c.fill(beam + [(800, 226), (680, 262), (540, 268), (400, 262), (280, 226)], Fade(red, dark))
    roof = smooth([(250, 166), (400, 204), (540, 212), (680, 204), (830, 166)])
    c.fill(roof + [(812, 202), (680, 232), (540, 238), (400, 232), (268, 202)], Fade("#4a3a4c", "#2a2234"))
    c.reflect(592, "#35507f", 0.78, ripple=5, stretch=1.7)
    glints(c, 540, 600, 810, "#ffe3b8", (40, 160), 60)
    flock(c, 840, 170, 50, 5, 13, "#2f3557")


@scene(1200, 800)
def taj_mahal(c):
    c.wash("#f08a8a", "#f7b59a", "#fddcb0", "#fff0d0", bottom=560)
    sun(c, 600, 330, 170, "#fff6dc", "#ffe2a8", 2.8)
    flock(c, 300, 170, 70, 8, 14, "#7a4a66")
    c.oval(220, 560, 260, 50, "#c99a90", 0.5, blur=10)
    c.oval(1000, 560, 260, 50, "#c99a90", 0.5, blur=10)
    for k in range(60):
        x = c.random.choice((c.random.uniform(-10, 330), c.random.uniform(870, 1210)))
        c.oval(x, 566, c.random.uniform(14, 30), c.random.uniform(16, 44), Fade("#8f8a6a", "#5c6a55"))
    c.rect(0, 560, 1200, 592, "#5c6a55")
    marble = Fade("#fffdf6", "#f4e3d8", "#b99fb4", sideways=True)
    for x in (235, 965, 330, 870):
        inner = x in (330, 870)
        minaret(c, x, 556, 270 if not inner else 220, 15 if not inner else 12, marble)
    for x in (490, 710):
        onion(c, x, 330, 38, marble)
        c.rect(x - 32, 328, x + 32, 372, marble)
    onion(c, 600, 280, 98, marble)
    c.rect(520, 276, 680, 330, marble)
    c.rect(412, 372, 788, 552, marble)
    c.rect(520, 322, 680, 552, Fade("#fffdf8", "#f6e6da", "#d3bcc4", sideways=True))
    iwan(c, 600, 352, 552, 54, "#8a6a8f")
    for x in (450, 496, 704, 750):
        for y, foot in ((392, 458), (474, 546)):
            iwan(c, x, y, foot, 15, "#9a7a9a")
    for x in (412, 520, 680, 788):
        c.rect(x - 3, 318 if x in (520, 680) else 362, x + 3, 552, "#e2cdc8")
        c.oval(x, 314 if x in (520, 680) else 358, 6, 8, "#f2e2da")
    c.rect(190, 552, 1010, 584, Fade("#fbeee0", "#cdb0b0"))
    for k in range(34):
        c.rect(200 + k * 24, 560, 212 + k * 24, 578, "#d8bcb8")
    garden(c)


def minaret(c, x, base, tall, half, paint):
    c.fill([(x - half, base), (x - half * 0.65, base - tall), (x + half * 0.65, base - tall), (x + half, base)], paint)
    for share in (0.33, 0.66, 1.0):
        c.rect(x - half * 1.1, base - tall * share, x + half * 1.1, base - tall * share + 7, "#e3cdc8")
    onion(c, x, base - tall - 14, half * 0.9, paint)
    c.rect(x - half * 0.6, base - tall - 16, x + half * 0.6, base - tall, "#c9aab4")


def onion(c, x, base, half, paint):
    """A bulbous dome with its finial."""
    right = smooth(
        [
            (x, base - half * 1.75),
            (x + half * 0.12, base - half * 1.5),
            (x + half * 0.62, base - half * 1.12),
            (x + half, base - half * 0.55),
            (x + half * 0.96, base - half * 0.15),
            (x + half * 0.8, base),
        ]
    )
    c.fill(mirrored(right, x), paint)
    c.stroke([(x, base - half * 1.72), (x, base - half * 2.1)], max(2, half * 0.05), "#c9953f")
    c.oval(x, base - half * 1.9, half * 0.05 + 1, half * 0.06 + 1, "#c9953f")


def iwan(c, x, top, base, half, shade):
    """A pointed arch in a frame."""
    right = smooth([(x, top), (x + half * 0.55, top + half * 0.4), (x + half, top + half * 1.05)]) + [(x + half, base)]
    c.fill(mirrored(right, x), Fade(mix(shade, "#40284a", 0.35), shade))
    inner = half * 0.5
    c.fill(
        mirrored(
            smooth([(x, top + half * 0.9), (x + inner * 0.6, top + half * 1.15), (x + inner, top + half * 1.6)])
            + [(x + inner, base)],
            x,
        ),
        mix(shade, "#40284a", 0.55),
    )


def garden(c):
    """The long pool that mirrors the dome, between lawns and cypresses."""
    c.rect(0, 584, 1200, 592, "#c98f7a")
    c.reflect(590, "#e6a79a", 0.85, ripple=2.5, stretch=1.2)
    for side in (-1, 1):
        lawn = [(600 + side * 105, 590), (600 + side * 240, 800), (600 + side * 700, 800), (600 + side * 700, 590)]
        c.fill(lawn, Fade("#7f9a58", "#3f6f48"))
        c.texture(lawn, "#2a5340", 0.4, grain=(50, 10))
        path = [(600 + side * 98, 590), (600 + side * 222, 800), (600 + side * 258, 800), (600 + side * 112, 590)]
        c.fill(path, Fade("#f6d9bd", "#d8a892"))
        for k in range(5):
            near = (k / 4) ** 1.5
            x, y, tall = 600 + side * (135 + 175 * near), 606 + 168 * near, 50 + 118 * near
            c.oval(x, y + 2, tall * 0.2, tall * 0.05, "#2a4a3a", 0.5)
            c.fill(
                mirrored(
                    smooth(
                        [(x, y - tall), (x + tall * 0.13, y - tall * 0.5), (x + tall * 0.12, y - tall * 0.1), (x, y)]
                    ),
                    x,
                ),
                Fade("#5a8a5a", "#1f4a40"),
            )


@scene(1200, 900)
def boudhanath(c):
    c.wash("#1f66a8", "#5fa6d0", "#c5e2e6", bottom=640)
    cloud(c, 180, 330, 260, "#ffffff", 0.85, "#e6eff2")
    cloud(c, 1060, 260, 280, "#ffffff", 0.85, "#e6eff2")
    for x, y in ((250, 560), (960, 540), (120, 600), (1100, 600)):
        peak(c, x, y - 130, 700, 240, 240, "#a9bed6", "#7396bd", "#ffffff", 0.45)
    brick = ("#c77b5a", "#b5654c", "#d9a06a", "#a85a52")
    x = -10
    while x < 1200:
        wide, tall = c.random.uniform(60, 110), c.random.uniform(60, 130)
        c.rect(x, 760 - tall, x + wide, 800, c.random.choice(brick))
        windows(c, x + 12, 772 - tall, x + wide - 8, 760, (14, 18), (14, 16), ["#4a2c2c", "#f2d28a"], 1)
        x += wide
    c.rect(0, 790, 1200, 900, Fade("#a86a50", "#7a4a42"))
    white = Fade("#ffffff", "#f5efe6", "#b9bdd0", sideways=True)
    c.fill(
        mirrored(
            [(600, 420), (700, 428)] + smooth([(700, 428), (860, 500), (940, 600), (960, 700)]) + [(960, 740)], 600
        ),
        white,
    )
    for k in range(11):
        x = 300 + k * 60
        c.fill(mirrored(smooth([(x, 640 - 10 * math.sin(k * 0.63)), (x + 24, 664), (x + 30, 700)]), x), "#f0b63c", 0.85)
    for half, top, tone in ((400, 738, "#fdf6ea"), (500, 782, "#f3e6d4"), (640, 830, "#e6d2bc")):
        c.rect(600 - half, top, 600 + half, top + 60, Fade(tone, mix(tone, "#8a7a8a", 0.35)))
        c.rect(600 - half, top, 600 + half, top + 7, "#c8503c")
        for k in range(int(half / 24)):
            c.rect(600 - half + 14 + k * 48, top + 20, 600 - half + 32 + k * 48, top + 42, "#b99a80")
    gaze(c)
    for side in (-1, 1):
        for reach, drop in ((680, 560), (560, 740), (420, 790)):
            flags(c, (600, 66), (600 + side * reach, drop), 70)


def gaze(c):
    """The gilded cube with its painted eyes, and the thirteen steps above it."""
    gold = Fade("#ffe08a", "#f2b53a", "#b5762a", sideways=True)
    c.rect(506, 300, 694, 432, gold)
    c.rect(494, 286, 706, 304, Fade("#d8483c", "#8f2a30"))
    c.rect(500, 424, 700, 440, "#d99a2c")
    for side in (-1, 1):
        x = 600 + side * 44
        c.stroke(smooth([(x - 36, 334), (x, 318), (x + 36, 334)]), 7, "#2b2a44")
        eye = smooth([(x - 34, 362), (x - 4, 346), (x + 34, 364)]) + smooth([(x + 34, 364), (x, 378), (x - 34, 362)])
        c.fill(eye, "#fffaf0")
        with c.inside(eye):
            c.oval(x, 356, 15, 17, "#2f6fb5")
            c.oval(x, 356, 7, 8, "#15152a")
            c.stroke(smooth([(x - 36, 358), (x, 343), (x + 36, 360)]), 9, "#b5322f")
    c.stroke(smooth([(600, 372), (610, 384), (604, 398), (592, 398), (594, 388), (602, 388)]), 5, "#2b2a44")
    c.oval(600, 326, 6, 7, "#b5322f")
    for k in range(13):
        half, y = 84 - k * 5.2, 286 - k * 13
        c.rect(600 - half, y - 13, 600 + half, y, gold)
        c.rect(600 - half, y - 3, 600 + half, y, "#a5681f")
    c.oval(600, 112, 42, 9, "#f2b53a")
    c.fill(mirrored(smooth([(600, 40), (610, 70), (26 + 600, 104)]), 600), gold)


def flags(c, start, end, sag):
    colours = ("#2f6fd0", "#ffffff", "#d8382f", "#2f9a5a", "#f7c52f")
    line = [
        (
            start[0] + (end[0] - start[0]) * k / 40,
            start[1] + (end[1] - start[1]) * k / 40 + sag * 4 * (k / 40) * (1 - k / 40),
        )
        for k in range(41)
    ]
    c.stroke(line, 1.5, "#4a4a5a")
    for k, ((ax, ay), (bx, by)) in enumerate(zip(line[4:], line[5:])):
        sway = c.random.uniform(-3, 4)
        c.fill(
            [
                (ax, ay),
                (ax + (bx - ax) * 0.8, ay + (by - ay) * 0.8),
                (ax + (bx - ax) * 0.8 + sway, by + 15),
                (ax + sway, ay + 17),
            ],
            colours[k % 5],
        )


@scene(1200, 800)
def great_wall(c):
    c.wash("#4f8fb8", "#a9d0cf", "#fbe7bd", "#ffcf96", bottom=480)
    sun(c, 930, 190, 66, "#fff8e0", "#ffe0a0", 5)
    cloud(c, 240, 150, 300, "#ffffff", 0.85, "#fbe8d2")
    for level, rise, tone, haze in (
        (330, 120, "#9cb7b6", "#e0dcc0"),
        (410, 100, "#739f92", "#c5cfa4"),
        (500, 90, "#4c8271", "#9db87f"),
    ):
        ridge(c, level, rise, tone, haze, 190)
    hills = (
        (
            [(-20, 600), (200, 520), (420, 440), (560, 470), (760, 400), (900, 350), (1040, 400), (1220, 470)],
            "#7f9f4e",
            "#3f6f4a",
        ),
        ([(-20, 560), (120, 600), (330, 640), (520, 610), (760, 560), (980, 640), (1220, 600)], "#c8862f", "#5f6a34"),
        ([(-20, 690), (240, 720), (480, 690), (800, 720), (1220, 690)], "#b5522a", "#4a3a2a"),
    )
    outlines = []
    for line, light, dark in hills:
        outline = smooth(line) + [(1220, 820), (-20, 820)]
        outlines.append((outline, light, dark))
    for index, (outline, light, dark) in enumerate(outlines):
        c.fill(outline, Fade(light, dark))
        c.texture(outline, mix(dark, "#101810", 0.3), 0.5, grain=(26, 20))
        c.texture(outline, mix(light, "#ffe08a", 0.4), 0.4, grain=(18, 14))
        if index == 0:
            wall(c, smooth([(560, 468), (660, 436), (760, 398), (900, 348), (1040, 396), (1220, 466)]), 12, 16)
            watchtower(c, 900, 352, 40)
            watchtower(c, 690, 430, 36)
        if index == 1:
            wall(c, smooth([(1240, 640), (1060, 620), (900, 560), (760, 545), (640, 500), (570, 470)]), 30, 16)
            watchtower(c, 790, 556, 74)
    wall(
        c,
        smooth([(-40, 830), (120, 750), (300, 700), (470, 640), (640, 690), (820, 700), (1000, 660), (1240, 640)]),
        62,
        46,
    )
    watchtower(c, 466, 672, 150)
    for _ in range(40):
        x, y, size = c.random.uniform(0, 1200), c.random.uniform(770, 830), c.random.uniform(16, 34)
        leaf = c.random.choice(("#d8702a", "#e8a03a", "#a83f2a", "#6f7a34"))
        c.oval(x, y, size, size, Fade(mix(leaf, "#ffe0a0", 0.3), mix(leaf, "#2a1a1a", 0.4)))


def wall(c, line, wide, end_wide):
    """A stretch of wall seen from above one parapet: walkway, then the crenellated near side."""
    count = len(line)

    def size(k):
        return wide + (end_wide - wide) * k / (count - 1)

    near = [(x, y + size(k) * 1.1) for k, (x, y) in enumerate(line)]
    walk = [(x, y + size(k) * 0.35) for k, (x, y) in enumerate(line)]
    c.fill(line + near[::-1], Fade("#d9c3a0", "#8f7a68"))
    c.texture(line + near[::-1], "#5f5048", 0.35, grain=(10, 5))
    c.fill(line + walk[::-1], "#efdcb8")
    c.stroke(line, max(1.5, wide * 0.06), "#a8937a")
    for k in range(count - 1):
        (ax, ay), (bx, by) = walk[k], walk[k + 1]
        tooth = size(k)
        parts = max(1, round(abs(bx - ax) / (tooth * 0.42)))
        for p in range(parts):
            x, y = ax + (bx - ax) * p / parts, ay + (by - ay) * p / parts
            c.rect(x - tooth * 0.12, y - tooth * 0.2, x + tooth * 0.12, y + tooth * 0.06, "#c9b292")


def watchtower(c, x, base, wide):
    half, tall = wide / 2, wide * 0.95
    body = [
        (x - half * 1.08, base + wide * 0.25),
        (x - half, base - tall),
        (x + half, base - tall),
        (x + half * 1.08, base + wide * 0.25),
    ]
    c.fill(body, Fade("#f3dcb4", "#c9ac88", "#8a7060", sideways=True))
    c.texture(body, "#6a5848", 0.3, grain=(wide * 0.14, wide * 0.06))
    c.rect(x - half * 1.14, base - tall - wide * 0.06, x + half * 1.14, base - tall + wide * 0.04, "#b3977a")
    for k in range(6):
        px = x - half * 1.1 + k * wide * 1.1 / 5
        c.rect(px - wide * 0.06, base - tall - wide * 0.2, px + wide * 0.06, base - tall - wide * 0.05, "#d9bf98")
    for k in (-0.55, 0, 0.55):
        px, py = x + k * half, base - tall * 0.55
        c.rect(px - wide * 0.07, py, px + wide * 0.07, py + wide * 0.24, "#4f3f3a")
        c.oval(px, py, wide * 0.07, wide * 0.08, "#4f3f3a")
