"""Scenes by the sea, on canals and beside falling water."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import bird, cloud, flock, glints, ridge, ripples, stars, streaks, sun, windows


@scene(900, 1200)
def lighthouse(c):
    c.wash("#0f1f4a", "#2f3f7f", "#7a5f9a", "#e88f7f", "#ffc98a", bottom=800)
    stars(c, 130, until=460)
    for side, alpha in ((-1, 0.35), (1, 0.5)):
        reach = 900 * side
        c.fill([(520, 300), (520 + reach, 190), (520 + reach, 350), (520, 318)], "#fff2b8", alpha, blur=12)
    streaks(c, 9, 480, 720, "#ffc9a8", 0.5, (200, 480), (4, 11))
    c.wash("#c4808f", "#4a4f86", "#1f2a5a", top=790)
    ripples(c, 800, 1200, "#ffd9b8", 110, 0.3)
    rock = smooth(
        [
            (180, 1210),
            (240, 1080),
            (300, 1000),
            (390, 930),
            (470, 905),
            (600, 900),
            (700, 930),
            (790, 1010),
            (920, 1060),
        ]
    ) + [(920, 1210)]
    c.fill(rock, Fade("#8a6a78", "#3f3a5a", "#1f1f3f"))
    c.texture(rock, "#f2a88a", 0.4, grain=(40, 24))
    c.texture(rock, "#15152f", 0.6, grain=(36, 40))
    for k in range(36):
        c.oval(
            c.random.uniform(150, 520),
            1090 + c.random.uniform(-16, 90),
            c.random.uniform(20, 60),
            c.random.uniform(5, 12),
            "#ffffff",
            0.35,
            blur=3,
        )
    c.rect(590, 850, 700, 915, Fade("#fff0dc", "#c9a8a8"))
    c.fill([(578, 852), (606, 800), (684, 800), (712, 852)], "#a83a3f")
    windows(c, 606, 866, 696, 900, (18, 22), (18, 10), ["#ffd071"], 1)
    body = [(462, 915), (486, 350), (554, 350), (578, 915)]
    c.fill(body, Fade("#fffaf0", "#f2d9cc", "#9a7f98", sideways=True))
    with c.inside(body):
        for y in (440, 610, 780):
            c.fill(
                [(400, y), (640, y - 20), (640, y + 66), (400, y + 86)],
                Fade("#f2604a", "#c9363a", "#7a2440", sideways=True),
            )
    for y in (540, 715):
        c.rect(512, y, 530, y + 30, "#2f2f5a")
    c.rect(470, 338, 570, 354, "#2f2f4f")
    for k in range(9):
        c.rect(472 + k * 12, 318, 475 + k * 12, 340, "#2f2f4f")
    c.rect(490, 276, 550, 338, Fade("#ffe9a0", "#fffbe0", "#ffd070", sideways=True))
    for x in (490, 509, 528, 547):
        c.rect(x, 276, x + 3, 338, "#2f2f4f")
    c.fill([(480, 278), (520, 226), (560, 278)], Fade("#d9433f", "#7a2440", sideways=True))
    c.oval(520, 224, 7, 7, "#2f2f4f")
    c.glow(520, 306, 240, "#fff0b0", 0.75)
    flock(c, 250, 560, 60, 5, 16, "#2a2a55")


@scene(1200, 800)
def buoy(c):
    c.wash("#2f8fc4", "#8fd0dc", "#f2f0d4", bottom=380)
    cloud(c, 250, 210, 330, "#ffffff", 0.92, "#e6f2f2")
    cloud(c, 930, 150, 380, "#ffffff", 0.92, "#e6f2f2")
    cloud(c, 620, 320, 240, "#ffffff", 0.8, "#e6f2f2")
    c.wash("#2f9ab8", "#14699a", "#0c3f70", top=380)
    for k in range(9):
        y = 392 + 10 * k**1.55
        wave = smooth([(i * 120 - 60, y + (3 + k * 2.4) * math.sin(i * 1.9 + k * 2.2)) for i in range(12)])
        c.fill(
            wave + [(1260, 820), (-60, 820)],
            Fade(mix("#3fb0c4", "#135f90", k / 9), mix("#14699a", "#0a335f", k / 9)),
            0.8,
        )
        c.stroke(wave, 1 + k * 0.3, "#c9f2f0", 0.45)
        if k == 5:
            floating_mark(c, 610, 560)
    bird(c, 850, 270, 24, "#2f4a6a")
    bird(c, 910, 240, 17, "#2f4a6a")


def floating_mark(c, x, y):
    """A weather buoy: float, lattice mast, solar panel and lamp."""
    c.fill(
        [(x - 112, y - 40), (x + 112, y - 40), (x + 84, y + 60), (x - 84, y + 60)],
        Fade("#ffd84a", "#f2a82f", "#b5661f", sideways=True),
    )
    c.oval(x, y - 40, 112, 20, "#ffe58a")
    c.rect(x - 102, y - 6, x + 102, y + 10, "#d8433a")
    for side in (-1, 1):
        c.stroke([(x + side * 70, y - 42), (x + side * 20, y - 250)], 8, "#e09a2a")
    for k in range(5):
        low, high = y - 46 - k * 41, y - 87 - k * 41
        a, b = 70 - 50 * (k * 41 / 208), 70 - 50 * ((k + 1) * 41 / 208)
        c.stroke([(x - a, low), (x + b, high)], 4, "#c97f22")
        c.stroke([(x + a, low), (x - b, high)], 4, "#c97f22")
    c.fill([(x - 66, y - 120), (x + 8, y - 132), (x + 18, y - 76), (x - 60, y - 64)], Fade("#3f6fb0", "#1a2f5f"))
    for k in range(1, 4):
        c.stroke([(x - 66 + k * 18.5, y - 120 - k * 3), (x - 60 + k * 19.5, y - 64 - k * 3)], 1.5, "#a8c9e8", 0.7)
    c.rect(x - 34, y - 262, x + 34, y - 248, "#e09a2a")
    c.stroke([(x + 24, y - 262), (x + 24, y - 330)], 4, "#5a6a7a")
    c.fill([(x + 24, y - 328), (x + 54, y - 320), (x + 24, y - 312)], "#d8433a")
    c.rect(x - 14, y - 290, x + 10, y - 262, "#e8483a")
    c.oval(x - 2, y - 290, 12, 13, "#ff8a6a")
    c.glow(x - 2, y - 290, 80, "#ffb090", 0.6)


@scene(1080, 1080)
def white_village(c):
    c.wash("#3f9fd8", "#9fd8e8", "#fbe6d0", bottom=520)
    sun(c, 850, 330, 50, "#fffbe8", "#ffe2b0", 5)
    ridge(c, 500, 30, "#8fa8cc", "#c4cfe0", 40)
    c.wash("#5fb8dc", "#1f78b8", "#155f9a", top=512)
    ripples(c, 520, 900, "#f2fbff", 90, 0.35)
    for x, y in ((820, 610), (930, 700), (700, 560)):
        c.fill([(x - 26, y), (x + 26, y), (x + 18, y + 9), (x - 18, y + 9)], "#ffffff")
        c.fill([(x, y - 4), (x, y - 52), (x + 22, y - 4)], "#fff6ea")
    cliff = smooth([(-20, 420), (160, 440), (360, 520), (520, 660), (640, 800), (760, 930), (860, 1100)]) + [
        (-20, 1100)
    ]
    c.fill(cliff, Fade("#c98f70", "#7a4f4a"))
    c.texture(cliff, "#5a3540", 0.5, grain=(40, 30))
    spots = [
        (40, 520, 150),
        (190, 545, 130),
        (330, 600, 130),
        (90, 650, 170),
        (265, 690, 150),
        (420, 720, 140),
        (30, 800, 170),
        (200, 830, 170),
        (380, 850, 160),
        (540, 880, 150),
        (90, 980, 200),
        (290, 1000, 190),
        (490, 1020, 180),
        (670, 1050, 170),
    ]
    for k, (x, y, wide) in enumerate(spots):
        cube(c, x, y, wide, c.random.choice(("#fffdf8", "#fff6ec", "#fdeee2", "#fffdf8")))
        if k in (1, 5, 7, 12):
            dome(c, x + 4, y - wide * 0.62, wide * 0.42)
    belfry(c, 455, 620)
    for _ in range(60):
        x, y = c.random.gauss(640, 50), c.random.gauss(1010, 40)
        c.oval(
            x,
            y,
            c.random.uniform(8, 18),
            c.random.uniform(8, 16),
            c.random.choice(("#e0358a", "#f25fa8", "#b52a78", "#4f8a4a")),
        )


def cube(c, x, y, wide, tone):
    tall = wide * 0.62
    c.rect(x - wide / 2, y - tall, x + wide / 2, y + 60, Fade(tone, mix(tone, "#a8b8dc", 0.45)))
    c.fill(
        [(x + wide * 0.3, y - tall), (x + wide / 2, y - tall), (x + wide / 2, y + 60), (x + wide * 0.3, y + 60)],
        mix(tone, "#7f98cc", 0.5),
    )
    c.rect(x - wide / 2 - 3, y - tall - 6, x + wide / 2 + 3, y - tall + 3, "#ffffff")
    blue = "#1f62c4"
    c.rect(x - wide * 0.3, y - tall * 0.5, x - wide * 0.14, y + 4, blue)
    c.oval(x - wide * 0.22, y - tall * 0.5, wide * 0.08, wide * 0.08, blue)
    c.rect(x + wide * 0.02, y - tall * 0.62, x + wide * 0.16, y - tall * 0.3, blue)
    c.rect(x + wide * 0.085, y - tall * 0.62, x + wide * 0.095, y - tall * 0.3, "#ffffff")


def dome(c, x, base, half):
    c.rect(x - half, base - 8, x + half, base + 6, "#ffffff")
    outline = [
        (x + half * 0.94 * math.cos(a), base - 6 - half * 0.92 * math.sin(a))
        for a in (math.pi * k / 30 for k in range(31))
    ]
    c.fill(outline, Fade("#5fa8f2", "#2a6fd0", "#164a9a", sideways=True))
    c.glow(x - half * 0.35, base - half * 0.55, half * 0.5, "#e2f2ff", 0.6)
    c.stroke([(x, base - half), (x, base - half - 24)], 4, "#ffffff")
    c.stroke([(x - 8, base - half - 15), (x + 8, base - half - 15)], 4, "#ffffff")


def belfry(c, x, base):
    c.rect(x - 46, base - 150, x + 46, base + 60, Fade("#ffffff", "#fdf2e6", "#b5c2e0", sideways=True))
    c.fill(
        smooth(
            [(x - 46, base - 150), (x - 40, base - 186), (x, base - 206), (x + 40, base - 186), (x + 46, base - 150)]
        ),
        "#ffffff",
    )
    for px, py in ((-22, -60), (22, -60), (0, -128)):
        c.rect(x + px - 13, base + py - 12, x + px + 13, base + py + 26, "#6f9fd8")
        c.oval(x + px, base + py - 12, 13, 13, "#6f9fd8")
        c.oval(x + px, base + py + 4, 8, 10, "#a8763f")
    c.stroke([(x, base - 204), (x, base - 236)], 4, "#1f62c4")
    c.stroke([(x - 10, base - 224), (x + 10, base - 224)], 4, "#1f62c4")


@scene(900, 1200)
def gondola(c):
    c.wash("#f2a06f", "#fbc98f", "#ffe8c0", bottom=760)
    sun(c, 455, 400, 74, "#fffbe8", "#ffe2a0", 5)
    c.oval(455, 520, 74, 80, Fade("#d9a894", "#c98f84"))
    c.stroke([(455, 440), (455, 400)], 5, "#c98f84")
    c.rect(360, 520, 550, 760, Fade("#d99f88", "#c9887a"))
    for side, edge, tones in (
        (0, 330, ("#d9624a", "#f2a85f", "#e88f7a", "#c9503f")),
        (1, 570, ("#e8b06a", "#c95f4f", "#f2c48a", "#b5483f")),
    ):
        for k, tone in enumerate(tones):
            near, far = edge + (-1 if not side else 1) * (k * 96), edge + (-1 if not side else 1) * ((k + 1) * 96)
            top_far, top_near = 360 - k * 92, 390 - k * 92
            left, right = min(near, far), max(near, far)
            c.rect(left, min(top_far, top_near), right, 760, Fade(tone, mix(tone, "#5a2a4a", 0.5)))
            c.rect(
                left - 4, min(top_far, top_near) - 8, right + 4, min(top_far, top_near) + 6, mix(tone, "#5a2a3a", 0.4)
            )
            for row in range(3 + k):
                for column in (0.3, 0.7):
                    px, py = left + (right - left) * column, min(top_far, top_near) + 50 + row * 96
                    if py < 650:
                        c.rect(px - 12, py, px + 12, py + 44, "#4a2f4f")
                        c.oval(px, py, 12, 14, "#4a2f4f")
                        c.rect(px - 22, py, px - 12, py + 44, "#3f7a6a")
                        c.rect(px + 12, py, px + 22, py + 44, "#3f7a6a")
    footbridge(c)
    c.rect(0, 742, 340, 760, "#6a4a52")
    c.rect(560, 742, 900, 760, "#6a4a52")
    c.reflect(758, "#2a737c", 0.34, ripple=4, stretch=1.3)
    glints(c, 455, 770, 1200, "#fff0c4", (30, 130), 80)
    boat(c, 470, 1010)
    for x, tall in ((90, 330), (130, 270), (800, 300)):
        for k in range(9):
            c.rect(
                x - 8,
                1100 - tall + k * tall / 9,
                x + 8,
                1100 - tall + (k + 1) * tall / 9,
                "#2f5fb0" if k % 2 else "#fff6e6",
            )
        c.oval(x, 1100 - tall, 11, 11, "#f2c24a")


def footbridge(c):
    arch = [(560 - 110 * (1 - math.cos(a)), 756 - 96 * math.sin(a)) for a in (math.pi * k / 30 for k in range(31))]
    deck = smooth([(290, 690), (370, 640), (450, 616), (530, 640), (612, 690)])
    c.fill([(290, 756), (290, 690)] + deck + [(612, 690), (612, 756)] + arch, Fade("#f7dcc0", "#b58a80"))
    c.stroke(deck, 9, "#fff4e2")
    c.stroke([(x, y - 34) for x, y in deck], 4, "#8a5f60")
    for x, y in deck[::3]:
        c.stroke([(x, y), (x, y - 34)], 3, "#8a5f60")


def boat(c, x, y):
    hull = smooth(
        [
            (x - 330, y - 74),
            (x - 286, y - 14),
            (x - 180, y + 26),
            (x, y + 40),
            (x + 180, y + 26),
            (x + 270, y - 10),
            (x + 318, y - 110),
        ]
    )
    deck = smooth(
        [
            (x + 318, y - 110),
            (x + 300, y - 44),
            (x + 220, y - 8),
            (x, y + 4),
            (x - 200, y - 8),
            (x - 280, y - 40),
            (x - 330, y - 74),
        ]
    )
    c.oval(x, y + 44, 300, 16, "#1f4a5a", 0.5, blur=6)
    c.fill(hull + deck, Fade("#3a2a4a", "#14101f"))
    c.stroke(deck, 5, "#e0a83f")
    c.fill(
        [
            (x - 322, y - 76),
            (x - 352, y - 150),
            (x - 334, y - 156),
            (x - 318, y - 116),
            (x - 296, y - 112),
            (x - 316, y - 96),
            (x - 294, y - 88),
            (x - 312, y - 70),
        ],
        "#d4dce4",
    )
    c.fill(smooth([(x - 110, y), (x - 96, y - 46), (x - 30, y - 52), (x - 10, y)]), "#c9303f")
    for dx, tone, hair in ((-74, "#f2d27a", "#4a2a24"), (-44, "#f7f0e6", "#8a4a2c")):
        c.fill([(x + dx - 17, y), (x + dx - 13, y - 56), (x + dx + 13, y - 56), (x + dx + 17, y)], tone)
        c.oval(x + dx, y - 70, 13, 15, "#e8b08a")
        c.oval(x + dx, y - 78, 14, 9, hair)
    gx, gy = x + 190, y - 12
    c.stroke([(gx - 6, gy), (gx - 4, gy - 80)], 14, "#1f1a30")
    c.stroke([(gx + 12, gy), (gx + 4, gy - 80)], 14, "#1f1a30")
    body = [(gx - 20, gy - 76), (gx - 22, gy - 150), (gx + 20, gy - 152), (gx + 20, gy - 76)]
    c.fill(body, "#ffffff")
    with c.inside(body):
        for k in range(6):
            c.rect(gx - 30, gy - 148 + k * 14, gx + 30, gy - 141 + k * 14, "#2a3a7a")
    c.stroke([(gx - 14, gy - 142), (gx - 52, gy - 96)], 10, "#e8e4f0")
    c.stroke([(gx - 90, gy - 150), (gx - 10, gy + 110)], 6, "#7a4a2c")
    c.oval(gx - 2, gy - 168, 13, 16, "#e0a07a")
    c.oval(gx - 2, gy - 178, 28, 5, "#f2d89a")
    c.fill([(gx - 15, gy - 180), (gx - 12, gy - 196), (gx + 9, gy - 196), (gx + 12, gy - 180)], "#f2d89a")
    c.rect(gx - 15, gy - 184, gx + 12, gy - 179, "#c9303f")


@scene(810, 1080)
def waterfall(c):
    c.wash("#8fc4d4", "#d4ece8")
    cloud(c, 620, 110, 260, "#ffffff", 0.9, "#eef6f4")
    cliff = smooth([(-20, 150), (120, 190), (260, 170), (330, 200), (480, 200), (560, 160), (700, 190), (840, 130)]) + [
        (840, 900),
        (-20, 900),
    ]
    c.fill(cliff, Fade("#5f7f4a", "#3f4f44", "#26343a"))
    c.texture(cliff, "#9fc45a", 0.55, grain=(40, 50))
    c.texture(cliff, "#141f26", 0.65, grain=(22, 190))
    c.fill([(-20, 150), (120, 190), (260, 170), (330, 204), (330, 232), (200, 215), (-20, 210)], "#a8cf5f", 0.85)
    c.fill([(480, 204), (560, 162), (700, 192), (840, 134), (840, 190), (640, 226), (480, 232)], "#a8cf5f", 0.85)
    fall = [(338, 200), (474, 200), (520, 850), (286, 850)]
    c.fill(fall, Fade("#f7fdff", "#e2f4f8", "#ffffff"))
    with c.inside(fall):
        for k in range(46):
            x = c.random.uniform(330, 480)
            foot = 405 + (x - 405) * 1.7
            top = c.random.uniform(195, 520)
            c.stroke(
                [(x + (foot - x) * (top - 200) / 650, top), (foot, top + c.random.uniform(150, 420))],
                c.random.uniform(2, 6),
                c.random.choice(("#a8d0e0", "#c4e4ee", "#ffffff")),
                0.6,
            )
    for turn, tone in enumerate(("#ff5f5f", "#ffa04a", "#ffe85f", "#6fdc7a", "#5fb0ff", "#b07ff0")):
        arc = [
            (470 + (420 - turn * 11) * math.cos(a), 990 - (420 - turn * 11) * math.sin(a))
            for a in (0.25 + 2.4 * k / 50 for k in range(51))
        ]
        c.stroke(arc, 11, tone, 0.34, blur=2.5)
    for _ in range(90):
        c.oval(
            c.random.gauss(403, 110),
            c.random.gauss(850, 26),
            c.random.uniform(24, 70),
            c.random.uniform(12, 34),
            "#ffffff",
            0.28,
            blur=9,
        )
    c.wash("#c4e6ea", "#5fa8b5", "#2f7488", top=866)
    ripples(c, 872, 1080, "#ffffff", 90, 0.4)
    for x, y, half in ((90, 950, 120), (740, 940, 130), (640, 1050, 90), (180, 1070, 110)):
        boulder = smooth(
            [
                (x - half, y + 30),
                (x - half * 0.8, y - 20),
                (x - half * 0.1, y - half * 0.5),
                (x + half * 0.7, y - 26),
                (x + half, y + 30),
            ]
        )
        c.fill(boulder, Fade("#6f7f6a", "#26323a"))
        c.texture(boulder, "#a8cf5f", 0.55, grain=(40, 12))
    c.fill([(560, 1014), (566, 960), (588, 960), (596, 1014)], "#e8483f")
    c.oval(577, 946, 12, 13, "#f2c29a")
    c.oval(577, 940, 14, 10, "#f7c53f")
    c.stroke([(568, 968), (552, 930)], 7, "#e8483f")
    for x in (568, 588):
        c.stroke([(x, 1010), (x, 1044)], 9, "#2a3050")
