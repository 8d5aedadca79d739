"""Scenes from Europe."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import bird, cloud, flock, peak, pine, ridge, ripples, stars, streaks, sun, windows


@scene(960, 1200)
def neuschwanstein(c):
    c.wash("#3f8fb5", "#8cc5cf", "#f4e3bf", "#f7cfa2", bottom=800)
    for x, y, wide in ((200, 210, 360), (780, 150, 300), (640, 340, 240)):
        cloud(c, x, y, wide, "#ffffff", 0.85, "#fbe3cd")
    peak(c, 200, 330, 860, 420, 380, "#c4b9c9", "#7f87ad", "#ffffff", 0.3)
    peak(c, 760, 270, 860, 460, 420, "#b5b4cb", "#6f7ea8", "#ffffff", 0.34)
    ridge(c, 720, 60, "#6d9a8b", "#a9c7a5", 200)
    c.rect(0, 850, 960, 1200, Fade("#6f8f62", "#2f4a3c"))
    castle(c, 470, 800)
    crag = smooth(
        [
            (120, 1200),
            (190, 980),
            (262, 860),
            (300, 806),
            (420, 792),
            (560, 796),
            (690, 800),
            (742, 850),
            (800, 990),
            (860, 1200),
        ]
    )
    c.fill(crag, Fade("#a89b8a", "#5c6a62"))
    c.texture(crag, "#3f4c48", 0.55, grain=(30, 90))
    c.texture(crag, "#e2d3b4", 0.35, grain=(24, 60))
    autumn = ("#c8622c", "#e0912f", "#9c3f2a", "#d9b03c", "#5f7a3e")
    for k in range(150):
        y = c.random.uniform(860, 1220)
        edge = 330 - (y - 860) * 0.5
        x = c.random.choice(
            (
                c.random.uniform(-20, max(20, edge)),
                c.random.uniform(960 - max(20, edge), 980),
                c.random.uniform(0, 960) if y > 1060 else c.random.uniform(180, 300),
            )
        )
        size = c.random.uniform(18, 40)
        leaf = c.random.choice(autumn)
        c.oval(x, y, size, size * 1.15, Fade(mix(leaf, "#ffe0a0", 0.25), mix(leaf, "#3a2a20", 0.4)))
    for k in range(22):
        pine(c, c.random.uniform(0, 960), c.random.uniform(1080, 1230), c.random.uniform(90, 160), "#23463f", "#4f7d5b")
    bird(c, 250, 560, 22, "#37465a")
    bird(c, 300, 530, 15, "#37465a")


def castle(c, x, base):
    wall = Fade("#fffaf0", "#efe2d0", "#b7aebb", sideways=True)
    roof = Fade("#5b78a0", "#2f4a74", sideways=True)

    def tower(px, wide, top, roof_height, foot=base + 40):
        c.rect(px - wide / 2, top, px + wide / 2, foot, wall)
        c.rect(px - wide * 0.62, top, px + wide * 0.62, top + wide * 0.3, wall)
        c.fill([(px - wide * 0.68, top), (px, top - roof_height), (px + wide * 0.68, top)], roof)
        c.stroke([(px, top - roof_height), (px, top - roof_height - 14)], 2, "#d9b04a")
        slit(px, top + wide * 0.5, wide * 0.16)

    def slit(px, y, wide):
        c.rect(px - wide / 2, y, px + wide / 2, y + wide * 2.4, "#4b5878")
        c.oval(px, y, wide / 2, wide / 2, "#4b5878")

    tower(x + 18, 46, 420, 110)
    tower(x - 84, 34, 520, 88)
    c.rect(x - 120, 610, x + 86, base + 40, wall)
    c.fill([(x - 132, 612), (x - 96, 545), (x + 62, 545), (x + 98, 612)], roof)
    for row in range(4):
        for k in range(6):
            slit(x - 100 + k * 33, 634 + row * 42, 11)
    c.fill([(x - 44, 612), (x - 16, 560), (x + 12, 612)], "#fffaf0")
    slit(x - 16, 586, 10)
    tower(x + 104, 50, 556, 124)
    tower(x - 134, 44, 590, 106)
    c.rect(x + 120, 690, x + 232, base + 40, wall)
    c.fill([(x + 112, 692), (x + 140, 650), (x + 214, 650), (x + 240, 692)], roof)
    for k in range(4):
        slit(x + 142 + k * 24, 716, 9)
        slit(x + 142 + k * 24, 758, 9)
    tower(x + 246, 40, 650, 84)
    c.rect(x - 186, 726, x - 140, base + 40, Fade("#e7b48c", "#b97f62", sideways=True))
    tower(x - 192, 34, 706, 66)


@scene(1200, 800)
def fjord(c):
    c.wash("#2f6f9f", "#7fb6cf", "#dfeee4", "#ffe8c0", bottom=470)
    cloud(c, 250, 130, 330, "#ffffff", 0.85, "#e9eef0")
    cloud(c, 900, 100, 260, "#ffffff", 0.8, "#e9eef0")
    peak(c, 640, 190, 480, 300, 320, "#b9cbd6", "#8aa9c2", "#ffffff", 0.4)
    peak(c, 470, 240, 480, 200, 230, "#9db8c6", "#6f95b3", "#ffffff", 0.3)
    streaks(c, 12, 380, 470, "#ffffff", 0.55, (200, 500), (5, 14))
    walls = (
        (
            [(0, 60), (120, 90), (210, 170), (290, 250), (350, 330), (420, 440), (470, 480), (0, 480)],
            "#5f8d6d",
            "#274f52",
        ),
        (
            [(1200, 20), (1090, 70), (1010, 160), (930, 230), (860, 330), (790, 420), (730, 480), (1200, 480)],
            "#4d8068",
            "#1d4348",
        ),
    )
    for outline, light, dark in walls:
        c.fill(outline, Fade(light, dark))
        c.texture(outline, "#e5e0b8", 0.34, grain=(26, 130))
        c.texture(outline, "#123238", 0.6, grain=(40, 170))
    for x, top, bottom in ((300, 268, 478), (318, 300, 478), (905, 270, 476)):
        c.stroke(smooth([(x, top), (x + 6, (top + bottom) / 2), (x - 2, bottom)]), 6, "#f4fbff", 0.9)
        c.oval(x, bottom, 26, 6, "#ffffff", 0.6, blur=4)
    c.reflect(480, "#1c5566", 0.72, ripple=5, stretch=0.9)
    c.glow(620, 500, 420, "#fff1cf", 0.45, down=90)
    ripples(c, 500, 800, "#d8f0ee", 90, 0.25)
    for side, y, size in ((760, 640, 1.0), (520, 560, 0.55)):
        ferry(c, side, y, size)
    shore = smooth([(-20, 700), (90, 660), (190, 690), (300, 740), (380, 820)]) + [(-20, 820)]
    c.fill(shore, Fade("#6f9b4e", "#2f5a3c"))
    c.texture(shore, "#214833", 0.5, grain=(30, 14))
    for x, y, size in ((70, 690, 64), (165, 712, 52)):
        cabin(c, x, y, size)
    for x, y, tall in ((20, 720, 120), (122, 705, 84), (230, 752, 96), (262, 770, 70)):
        pine(c, x, y, tall, "#173c37", "#41755a")


def ferry(c, x, y, size):
    hull = [
        (x - 70 * size, y - 14 * size),
        (x + 76 * size, y - 16 * size),
        (x + 58 * size, y + 8 * size),
        (x - 62 * size, y + 8 * size),
    ]
    c.oval(x, y + 9 * size, 110 * size, 6 * size, "#eefaf8", 0.6, blur=3 * size)
    c.fill(hull, Fade("#c23b33", "#7e2430"))
    c.rect(x - 54 * size, y - 34 * size, x + 46 * size, y - 14 * size, "#fffaf0")
    c.rect(x - 36 * size, y - 50 * size, x + 26 * size, y - 33 * size, "#f3ead8")
    windows(
        c,
        x - 48 * size,
        y - 29 * size,
        x + 44 * size,
        y - 18 * size,
        (7 * size, 7 * size),
        (6 * size, 6 * size),
        ["#36597a"],
        share=1,
    )
    c.fill(
        [
            (x - 14 * size, y - 50 * size),
            (x - 10 * size, y - 74 * size),
            (x + 8 * size, y - 74 * size),
            (x + 8 * size, y - 50 * size),
        ],
        "#c23b33",
    )


def cabin(c, x, base, size, wall="#b5352f", roof="#3a3136"):
    c.rect(x - size / 2, base - size * 0.5, x + size / 2, base, Fade(wall, mix(wall, "#301018", 0.45)))
    c.fill([(x - size * 0.62, base - size * 0.48), (x, base - size), (x + size * 0.62, base - size * 0.48)], roof)
    for dx in (-0.26, 0.26):
        c.rect(x + (dx - 0.13) * size, base - size * 0.4, x + (dx + 0.13) * size, base - size * 0.14, "#fff2d0")
        c.rect(x + (dx - 0.09) * size, base - size * 0.36, x + (dx + 0.09) * size, base - size * 0.18, "#ffc861")


@scene(1280, 720)
def aurora(c):
    c.wash("#050b24", "#0b2145", "#124a5c", "#1b6a68", bottom=520)
    stars(c, 420, until=480)
    for start, hue, alpha in ((150, "#3df0a0", 0.2), (420, "#62ffc2", 0.22), (700, "#8b6bff", 0.13)):
        curtain(c, start, hue, alpha)
    peak(c, 260, 300, 520, 260, 330, "#4d7f92", "#1c3d58", "#cfeee8", 0.42)
    peak(c, 1010, 250, 520, 330, 360, "#3f7388", "#15314d", "#c8ece6", 0.4)
    peak(c, 640, 370, 520, 210, 240, "#48798c", "#1a3a55", "#cfeee8", 0.38)
    c.reflect(520, "#0a2740", 0.75, ripple=4, stretch=1.6)
    shore = smooth([(0, 640), (200, 622), (420, 650), (700, 690), (900, 720)]) + [(0, 740)]
    c.fill(shore, Fade("#dff3f1", "#4f7f95"))
    c.texture(shore, "#2a5670", 0.3, grain=(120, 12))
    for x, y, tall in ((40, 660, 150), (96, 668, 110), (330, 672, 130), (372, 680, 86), (20, 690, 90)):
        pine(c, x, y, tall, "#06151f", "#1f4f55")
    cabin(c, 214, 664, 74, "#7c2529", "#dff3f1")
    c.glow(214, 655, 130, "#ffb347", 0.35)


def curtain(c, start, hue, alpha):
    """A fold of northern lights: vertical rays along a wandering lower edge."""
    x, phase = start - 260, c.random.uniform(0, 6)
    while x < start + 560:
        t = (x - start + 260) / 820
        foot = 400 - 190 * t + 60 * math.sin(t * 7 + phase) + 18 * math.sin(t * 19 + phase)
        tall = c.random.uniform(150, 330) * math.sin(math.pi * min(max(t, 0.03), 0.97)) ** 0.5
        lean = 30 * math.sin(t * 4 + phase)
        for share, strength in ((1.0, 0.35), (0.65, 0.5), (0.32, 0.9)):
            c.fill(
                [
                    (x - 11, foot),
                    (x + 11, foot),
                    (x + 8 + lean * share, foot - tall * share),
                    (x - 8 + lean * share, foot - tall * share),
                ],
                hue,
                alpha * strength,
                blur=7,
            )
        x += 13


@scene(1200, 800)
def stonehenge(c):
    c.wash("#3d4f8c", "#a0709e", "#f0967f", "#ffcf8a", bottom=560)
    streaks(c, 20, 60, 420, "#ffd9c0", 0.45, (200, 600), (4, 14))
    sun(c, 640, 470, 84, "#fff4d0", "#ffce7a", 5)
    ridge(c, 530, 22, "#a9647a", "#b77a70", 60)
    turf = [(0, 548), (300, 540), (700, 536), (1200, 550), (1200, 800), (0, 800)]
    c.fill(turf, Fade("#8a7a48", "#4f6b3a", "#233f33"))
    c.texture(turf, "#c8a85a", 0.35, grain=(90, 10))
    c.texture(turf, "#17302a", 0.5, grain=(50, 8))
    far = ((380, 0.55), (500, 0.58), (740, 0.58), (860, 0.55))
    for x, size in far:
        trilithon(c, x, 560, size, "#7d5468", "#5a3d58")
    for x, size in ((190, 1.05), (640, 1.2), (1030, 1.05)):
        trilithon(c, x, 640, size, "#6a4a52", "#2b2338")
    for x, y, wide in ((420, 650, 60), (860, 656, 70), (330, 700, 46)):
        c.fill(
            smooth([(x - wide, y), (x - wide * 0.8, y - 26), (x, y - 34), (x + wide * 0.9, y - 20), (x + wide, y)]),
            Fade("#6a4a52", "#2b2338"),
        )
    flock(c, 900, 240, 60, 6, 14, "#4a3350")


def trilithon(c, x, base, size, light, dark):
    """Two standing stones with a lintel, and the long shadow they throw towards the viewer."""
    for dx in (-72, 72):
        px = x + dx * size
        wide = 30 * size * c.random.uniform(0.9, 1.1)
        spread = (px - 640) * 0.35
        c.fill(
            [
                (px - wide, base),
                (px + wide, base),
                (px + wide + spread, base + 150 * size),
                (px - wide + spread, base + 150 * size),
            ],
            "#16281f",
            0.4,
            blur=5,
        )
        stone = [
            (px - wide, base + 6),
            (px - wide * 1.04, base - 90 * size),
            (px - wide * 0.8, base - 200 * size),
            (px + wide * 0.84, base - 204 * size),
            (px + wide * 1.02, base - 100 * size),
            (px + wide, base + 6),
        ]
        c.fill(stone, Fade(light, dark))
        c.texture(stone, "#e9a884", 0.3, grain=(18, 40))
    beam = [
        (x - 118 * size, base - 196 * size),
        (x - 112 * size, base - 244 * size),
        (x + 110 * size, base - 248 * size),
        (x + 120 * size, base - 198 * size),
    ]
    c.fill(beam, Fade(mix(light, "#ffcf9a", 0.35), dark))
    c.texture(beam, "#f0b48c", 0.3, grain=(40, 16))
