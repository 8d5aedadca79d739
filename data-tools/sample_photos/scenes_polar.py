"""Scenes from the ends of the earth."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import peak, ripples, stars, streaks, sun


@scene(1200, 800)
def penguins(c):
    c.wash("#4f9fc8", "#a4d4e0", "#f2f0e2", "#ffe0c4", bottom=430)
    streaks(c, 10, 60, 240, "#ffffff", 0.6, (200, 500), (5, 13))
    for x, top, left, right in ((180, 130, 330, 300), (960, 90, 380, 360), (560, 220, 260, 260)):
        peak(c, x, top, 430, left, right, "#f4fbff", "#8fb4d2", None)
    c.wash("#6fb8cf", "#2f86ab", "#1a5f8a", top=426)
    ripples(c, 434, 640, "#e8fbff", 90, 0.35)
    for x, y, size in ((820, 486, 1.0), (380, 470, 0.62), (1120, 456, 0.5)):
        iceberg(c, x, y, size)
    shore = smooth([(-20, 600), (180, 590), (420, 630), (640, 610), (860, 650), (1220, 620)]) + [
        (1220, 820),
        (-20, 820),
    ]
    c.fill(shore, Fade("#ffffff", "#d4e8f4", "#a4c8e2"))
    c.texture(shore, "#7fa8cc", 0.3, grain=(120, 14))
    for x, y, size, look in (
        (300, 760, 1.35, 1),
        (470, 740, 1.15, -1),
        (600, 770, 1.45, 1),
        (790, 720, 0.8, 1),
        (880, 714, 0.74, -1),
        (960, 724, 0.8, 1),
        (1060, 706, 0.64, -1),
        (160, 700, 0.66, 1),
    ):
        penguin(c, x, y, size, look)
    penguin(c, 692, 776, 0.7, -1, chick=True)


def iceberg(c, x, y, size):
    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    c.oval(x, y + 6 * size, 190 * size, 12 * size, "#bff2f2", 0.6, blur=4)
    c.fill(
        at(
            [
                (-160, 0),
                (-140, -60),
                (-96, -74),
                (-60, -150),
                (-20, -170),
                (20, -120),
                (60, -130),
                (110, -60),
                (150, -40),
                (170, 0),
            ]
        ),
        Fade("#ffffff", "#c4ecf4"),
    )
    c.fill(
        at([(-20, -170), (20, -120), (60, -130), (110, -60), (150, -40), (170, 0), (30, 0), (-6, -60)]),
        Fade("#9fd8ea", "#5fb0d0"),
    )
    c.fill(at([(-160, 0), (-120, -24), (20, -16), (170, 0)]), "#7fd4dc", 0.6)


def penguin(c, x, base, size, look, chick=False):
    coat, belly = ("#8a9aa8", "#c4ced6") if chick else ("#1f2a40", "#ffffff")

    def at(points):
        return [(x + px * size * look, base + py * size) for px, py in points]

    c.oval(x + 24 * size, base + 2, 48 * size, 7 * size, "#6f98c0", 0.5, blur=3)
    for dx in (-14, 14):
        c.oval(x + dx * size + 5 * size * look, base, 14 * size, 6 * size, "#f29a2f")
    body = smooth(
        at(
            [
                (0, -158),
                (22, -150),
                (27, -130),
                (24, -114),
                (38, -84),
                (40, -40),
                (26, -4),
                (0, 0),
                (-28, -4),
                (-42, -40),
                (-38, -84),
                (-25, -114),
                (-26, -134),
                (-20, -150),
            ]
        ),
        8,
        closed=True,
    )
    c.fill(body, Fade(mix(coat, "#5a6f90", 0.3), coat))
    with c.inside(body):
        c.fill(
            smooth(at([(14, -112), (34, -80), (34, -36), (18, -6), (-8, -6), (-20, -40), (-14, -84)]), 8, closed=True),
            Fade(belly, mix(belly, "#a8c4e0", 0.4)),
        )
        if not chick:
            c.oval(x + 10 * size * look, base - 118 * size, 17 * size, 10 * size, "#ffc23f", blur=1.5)
    c.fill(smooth(at([(-30, -104), (-48, -70), (-54, -34), (-44, -40), (-34, -70)]), 8, closed=True), coat)
    c.fill(at([(22, -142), (48, -134), (22, -130)]), "#f28a2f" if not chick else "#4a5a6a")
    c.oval(x + 12 * size * look, base - 141 * size, 3.4 * size, 3.4 * size, "#ffffff")
    c.oval(x + 12.5 * size * look, base - 141 * size, 2 * size, 2 * size, "#0a1020")


@scene(1280, 720)
def south_pole(c):
    c.wash("#0a1440", "#23337a", "#5f5fa8", "#c47fa8", "#ffb58f", bottom=470)
    stars(c, 240, until=300)
    sun(c, 900, 456, 40, "#fff2d0", "#ffb080", 7)
    for side in (-1, 1):
        c.oval(900 + side * 190, 440, 9, 26, "#ffe2b0", 0.6, blur=5)
    c.wash("#f7cdb8", "#b5b4dc", "#6f86c4", top=468)
    snow = [(0, 470), (1280, 470), (1280, 720), (0, 720)]
    c.texture(snow, "#ffffff", 0.45, grain=(200, 10))
    c.texture(snow, "#4a5fa8", 0.4, grain=(160, 9))
    c.rect(80, 420, 420, 452, Fade("#4a5580", "#2a3158"))
    c.rect(110, 398, 390, 422, Fade("#5a6590", "#3a4370"))
    for k in range(13):
        c.rect(100 + k * 24, 430, 112 + k * 24, 440, "#ffd88a")
    for k in range(8):
        c.rect(96 + k * 42, 452, 102 + k * 42, 474, "#2a3158")
    colours = (
        "#d8383f",
        "#2f6fd0",
        "#f7c52f",
        "#2f9a6a",
        "#ffffff",
        "#f2803f",
        "#8f4fb0",
        "#3fb8d0",
        "#e05f8f",
        "#ffffff",
        "#d8383f",
        "#2f9a6a",
    )
    for k, tone in enumerate(colours):
        turn = math.pi * (1.0 + k / (len(colours) - 1))
        x, y = 660 + 330 * math.cos(turn), 610 + 90 * math.sin(turn)
        tall = 120 + 40 * (y - 520) / 90
        c.stroke([(x, y), (x, y - tall)], 4, "#33406f")
        wave = [
            (x, y - tall),
            (x + 26, y - tall - 6),
            (x + 52, y - tall + 3),
            (x + 50, y - tall + 34),
            (x + 26, y - tall + 26),
            (x, y - tall + 34),
        ]
        c.fill(wave, Fade(tone, mix(tone, "#23337a", 0.3), sideways=True))
        c.fill([(x, y), (x - 90, y + 46), (x - 84, y + 50), (x + 4, y + 2)], "#4a5fa8", 0.35)
    c.fill([(640, 660), (560, 712), (610, 716), (684, 664)], "#4a5fa8", 0.5, blur=3)
    for k in range(8):
        y = 520 + k * 18
        c.rect(648, y, 676, y + 18, "#d8383f" if k % 2 else "#ffffff")
        c.rect(666, y, 676, y + 18, "#4a2a5a", 0.25)
    c.oval(662, 490, 42, 42, Fade("#e8f0ff", "#8f9fd4", "#4a5590"))
    c.oval(648, 474, 13, 10, "#ffffff", 0.9, blur=2)
    c.fill(smooth([(622, 496), (662, 506), (702, 496), (700, 504), (662, 514), (624, 504)]), "#ffb58f", 0.8)
