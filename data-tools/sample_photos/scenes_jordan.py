"""Scenes from Jordan: Petra and the Dead Sea."""

import math

from .canvas import Fade, mirrored, smooth
from .scenery import scene
from .shapes import ridge, ripples


@scene(900, 1200)
def petra(c):
    c.wash("#ffe0b0", "#f2a878", "#b5553f")
    treasury(c)
    for side in (0, 1):
        for reach, light, dark, phase in ((225, "#a8483a", "#6a2a30", 0.4), (130, "#7a3036", "#3f1a2a", 1.7)):
            edge = [
                (reach + 30 * math.sin(k * 0.7 + phase + side * 2) + 14 * math.sin(k * 2.1 + phase), k * 80 - 20)
                for k in range(17)
            ]
            edge = smooth(edge)
            edge = [(900 - px, y) for px, y in edge] if side else edge
            cliff = edge + ([(920, 1300), (920, -40)] if side else [(-20, 1300), (-20, -40)])
            c.fill(cliff, Fade(light, dark, light, sideways=True))
            c.texture(cliff, "#f09a68", 0.45, grain=(46, 260))
            c.texture(cliff, "#2a1020", 0.5, grain=(30, 200))
            c.stroke(edge, 5, "#f7b07a", 0.55, blur=1.5)
    floor = [(0, 1080), (300, 1040), (600, 1040), (900, 1085), (900, 1200), (0, 1200)]
    c.fill(floor, Fade("#e8a878", "#8a4a42"))
    c.texture(floor, "#5f2c34", 0.4, grain=(80, 10))
    for x, y, size, robe in ((400, 1080, 1.0, "#2f6f8a"), (432, 1084, 0.92, "#f3e2c8"), (540, 1062, 0.7, "#3a2a44")):
        figure(c, x, y, size, robe)


def figure(c, x, y, size, robe):
    c.oval(x + 12 * size, y, 26 * size, 4 * size, "#3f1a2a", 0.45)
    c.fill([(x - 13 * size, y), (x - 8 * size, y - 50 * size), (x + 8 * size, y - 50 * size), (x + 13 * size, y)], robe)
    c.oval(x, y - 58 * size, 8 * size, 9 * size, "#6a3a30")
    c.oval(x, y - 63 * size, 9 * size, 6 * size, "#f7e8d0")


def treasury(c):
    """The rock-cut front: six columns and a pediment below, a round tholos between half-pediments above."""
    stone, shade, light = "#e88f62", "#9a4438", "#ffc894"
    c.rect(200, 170, 700, 1060, Fade("#c9704f", "#a84a3c"))
    c.texture([(200, 170), (700, 170), (700, 1060), (200, 1060)], "#7a3030", 0.4, grain=(200, 16))

    def column(x, top, base, half):
        c.rect(x - half, top, x + half, base, Fade(light, stone, shade, sideways=True))
        c.fill(
            [(x - half * 1.5, top), (x + half * 1.5, top), (x + half, top + half * 1.4), (x - half, top + half * 1.4)],
            light,
        )
        c.rect(x - half * 1.4, base - half * 0.8, x + half * 1.4, base, stone)

    def gable(left, right, base, tall, apex):
        c.fill([(left, base), (apex, base - tall), (right, base)], light)
        c.fill([(left + 24, base - 7), (apex, base - tall + 12), (right - 24, base - 7)], "#b5583f")

    c.rect(262, 700, 638, 1050, Fade("#8a3a34", "#5a2230"))
    c.rect(410, 800, 490, 1050, "#2f1020")
    c.fill([(396, 800), (450, 776), (504, 800)], stone)
    for x in (276, 336, 398, 502, 564, 624):
        column(x, 690, 1050, 16)
    c.rect(246, 650, 654, 694, Fade(light, stone))
    for k in range(13):
        c.oval(268 + k * 30.5, 672, 8, 8, shade, 0.6)
    gable(330, 570, 650, 74, 450)
    c.rect(246, 560, 654, 584, stone)
    for left, right, apex in ((250, 344, 250), (556, 650, 650)):
        for x in (left + 14, right - 14):
            column(x, 380, 560, 12)
        c.rect(left + 26, 396, right - 26, 560, "#7a3030")
        c.rect(left - 6, 356, right + 6, 382, light)
        c.fill([(left - 6, 356), (apex, 300), (right + 6, 356)], stone)
    c.rect(372, 384, 528, 562, Fade("#b5583f", "#7a3030", sideways=True))
    for x in (382, 424, 476, 518):
        column(x, 380, 562, 12)
    c.rect(362, 354, 538, 382, light)
    c.fill(
        mirrored(smooth([(450, 262), (462, 284), (500, 320), (536, 354)]), 450),
        Fade(light, stone, shade, sideways=True),
    )
    c.fill(mirrored(smooth([(450, 206), (466, 222), (462, 244), (474, 266)]), 450), Fade(light, shade, sideways=True))


@scene(1200, 800)
def dead_sea(c):
    c.wash("#78b7d6", "#c5e3e0", "#fdeed2", bottom=350)
    ridge(c, 300, 60, "#d9a8a0", "#f2d9c4", 70)
    ridge(c, 330, 40, "#c98f88", "#e8c4b0", 40)
    c.wash("#bfe6e0", "#5fc4c8", "#2a9fb5", "#46bcc0", top=350)
    ripples(c, 360, 640, "#f2ffff", 110, 0.35)
    for cx, cy, rx, ry in (
        (320, 600, 330, 46),
        (860, 520, 260, 26),
        (120, 470, 170, 14),
        (1080, 640, 240, 40),
        (610, 440, 150, 10),
    ):
        for grow, tone, alpha in ((1.12, "#a8ecea", 0.7), (1.0, "#ffffff", 0.95)):
            outline = [
                (
                    cx + rx * grow * (1 + 0.09 * math.sin(a * 5 + cx)) * math.cos(a),
                    cy + ry * grow * (1 + 0.1 * math.cos(a * 4)) * math.sin(a),
                )
                for a in (2 * math.pi * k / 60 for k in range(60))
            ]
            c.fill(outline, tone, alpha)
        c.texture(outline, "#b9d9e0", 0.5, grain=(40, 8))
    floater(c, 700, 610)
    beach = smooth([(-20, 720), (240, 690), (520, 730), (840, 700), (1220, 740)]) + [(1220, 820), (-20, 820)]
    c.fill(beach, Fade("#fffaf0", "#e8d3b4"))
    c.texture(beach, "#c9a888", 0.4, grain=(60, 8))
    for _ in range(60):
        x, y = c.random.uniform(0, 1200), c.random.uniform(705, 760)
        size = c.random.uniform(4, 13)
        c.fill(
            [
                (x - size, y),
                (x - size * 0.3, y - size * 0.9),
                (x + size * 0.6, y - size * 0.7),
                (x + size, y),
                (x, y + size * 0.4),
            ],
            Fade("#ffffff", "#c9dfe4"),
        )
    parasol(c, 1010, 740, 190)


def floater(c, x, y):
    """A bather who lies on the water with a newspaper, as one can only here."""
    c.oval(x, y + 10, 150, 12, "#1f8fa8", 0.35, blur=4)
    skin = "#d98f62"
    c.stroke(smooth([(x - 20, y), (x + 50, y - 6), (x + 96, y - 2), (x + 118, y - 16)]), 17, skin)
    c.fill(
        smooth([(x - 60, y - 12), (x - 20, y - 16), (x + 34, y - 12), (x + 30, y + 10), (x - 50, y + 12)], closed=True),
        "#d8383f",
    )
    c.oval(x - 80, y - 22, 19, 20, skin)
    c.fill(smooth([(x - 108, y - 28), (x - 84, y - 54), (x - 58, y - 34), (x - 82, y - 36)], closed=True), "#fff2c8")
    c.stroke(smooth([(x - 50, y - 8), (x - 30, y - 30), (x - 14, y - 44)]), 9, skin)
    c.fill([(x - 30, y - 34), (x - 20, y - 88), (x + 30, y - 80), (x + 20, y - 30)], "#fffaf0")
    c.fill([(x - 4, y - 36), (x + 5, y - 84), (x + 30, y - 80), (x + 20, y - 30)], "#e0dcd4")
    for k in range(4):
        c.stroke([(x - 18, y - 76 + k * 11), (x + 1, y - 74 + k * 11)], 2, "#8a8a90")
    for across, down in ((150, 12), (190, 16)):
        c.oval(x + 10, y + down, across, 2, "#ffffff", 0.5)


def parasol(c, x, base, tall):
    c.stroke([(x, base), (x + 14, base - tall)], 6, "#8a6a4a")
    top, half = (x + 14, base - tall), tall * 0.72
    for k in range(6):
        a, b = -1 + k / 3, -1 + (k + 1) / 3
        rim = [(top[0] + half * t, top[1] + half * (0.34 + 0.1 * abs(t))) for t in (b, (a + b) / 2, a)]
        crown = [(top[0] + half * t * 0.62, top[1] + half * 0.1 + half * 0.06 * abs(t)) for t in (a, b)]
        c.fill(
            [(top[0], top[1] - half * 0.08)]
            + crown[::-1][:1]
            + [rim[0], (rim[1][0], rim[1][1] + 6), rim[2]]
            + crown[:1],
            "#f2643f" if k % 2 else "#fff6e4",
        )
    c.oval(x + 40, base + 6, half * 0.9, 9, "#a88a6a", 0.4, blur=3)
