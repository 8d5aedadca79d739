"""Scenes from North and South America."""

import math

from .canvas import Fade, mirrored, smooth
from .scenery import scene
from .shapes import cloud, glints, pine, ridge, ripples, streaks, sun


@scene(1200, 800)
def machu_picchu(c):
    c.wash("#3b86b0", "#9ccbd0", "#f7ecc9", bottom=520)
    cloud(c, 180, 150, 300, "#ffffff", 0.85, "#eef0e4")
    cloud(c, 1040, 210, 280, "#ffffff", 0.85, "#eef0e4")
    ridge(c, 330, 110, "#8fb0b8", "#d8e0d0", 160)
    ridge(c, 430, 80, "#5f8d8c", "#b9cdb8", 160)
    streaks(c, 16, 380, 520, "#ffffff", 0.6, (200, 520), (8, 20))
    huayna = smooth(
        [
            (430, 640),
            (500, 480),
            (560, 350),
            (610, 220),
            (650, 120),
            (690, 84),
            (735, 100),
            (775, 190),
            (815, 320),
            (860, 400),
            (930, 500),
            (1020, 640),
        ]
    )
    c.fill(huayna, Fade("#6f9a5a", "#2f5f4a"))
    with c.inside(huayna):
        c.fill(
            smooth([(690, 60), (716, 190), (690, 300), (760, 420), (740, 640)]) + [(1060, 640), (1000, 60)],
            "#1f4a45",
            0.6,
        )
        c.texture(huayna, "#c9cf8a", 0.35, grain=(30, 60))
        c.texture(huayna, "#173a36", 0.55, grain=(40, 80))
    small = smooth([(250, 660), (330, 520), (400, 400), (450, 350), (500, 380), (560, 500), (600, 660)])
    c.fill(small, Fade("#648f52", "#2b5844"))
    c.texture(small, "#173a36", 0.5, grain=(36, 60))
    streaks(c, 10, 470, 560, "#ffffff", 0.5, (160, 400), (6, 14))
    saddle = smooth([(-20, 600), (180, 560), (420, 590), (640, 570), (900, 600), (1080, 540), (1220, 470)])
    ground = saddle + [(1220, 820), (-20, 820)]
    c.fill(ground, Fade("#8fb04f", "#4d7f3c", "#2b5a36"))
    with c.inside(ground):
        terraces(c)
    ruins(c)
    for x, y, size in ((520, 724, 1.0), (600, 742, 0.9)):
        llama(c, x, y, size)


def terraces(c):
    """Stepped fields down both sides, each with a stone wall below its lawn."""
    for k in range(9):
        y = 560 + k * 30
        for side, reach in ((0, 330 - k * 12), (1, 300 + k * 14)):
            line = [(t * reach / 10, y + 22 * math.sin(t * 0.5 + k * 0.3)) for t in range(11)]
            if side:
                line = [(1200 - x, y2 - 40) for x, y2 in line][::-1]
            c.fill(line + [(x, y2 + 11) for x, y2 in line[::-1]], "#b3a68a")
            c.fill([(x, y2 + 11) for x, y2 in line] + [(x, y2 + 15) for x, y2 in line[::-1]], "#2f5233")
            c.fill([(x, y2 - 10) for x, y2 in line] + [(x, y2) for x, y2 in line[::-1]], "#a9c65c")


def ruins(c):
    """Roofless gabled houses around the grassy square."""
    c.fill(smooth([(380, 640), (560, 618), (800, 632), (840, 670), (600, 690), (400, 676)], closed=True), "#a8c85a")
    houses = [(360 + k * 52, 606 + 8 * math.sin(k * 1.7), 46) for k in range(10)]
    houses += [(330 + k * 62, 680 + 10 * math.sin(k * 1.3), 54) for k in range(3)]
    houses += [(700 + k * 60, 690 - 6 * k, 54) for k in range(4)]
    for x, y, wide in houses:
        tall = wide * 0.55
        c.rect(x, y - tall, x + wide * 0.62, y, Fade("#c9bda2", "#8f8570"))
        c.fill(
            [
                (x + wide * 0.62, y),
                (x + wide * 0.62, y - tall),
                (x + wide * 0.82, y - tall * 1.5),
                (x + wide, y - tall),
                (x + wide, y),
            ],
            Fade("#a59a80", "#6f6858"),
        )
        for k in range(2):
            c.fill(
                [
                    (x + (0.1 + k * 0.26) * wide, y - 2),
                    (x + (0.13 + k * 0.26) * wide, y - tall * 0.62),
                    (x + (0.24 + k * 0.26) * wide, y - tall * 0.62),
                    (x + (0.27 + k * 0.26) * wide, y - 2),
                ],
                "#4b463c",
            )


def llama(c, x, y, size, coat="#fff4e2", shade="#d9c2a2"):
    for dx in (-22, -12, 12, 21):
        c.stroke([(x + dx * size, y - 24 * size), (x + dx * size, y)], 6 * size, shade)
    c.oval(x, y - 34 * size, 32 * size, 17 * size, Fade(coat, shade))
    c.stroke(
        smooth([(x + 24 * size, y - 36 * size), (x + 32 * size, y - 58 * size), (x + 31 * size, y - 78 * size)]),
        12 * size,
        coat,
    )
    c.oval(x + 37 * size, y - 80 * size, 12 * size, 7 * size, coat)
    for dx in (27, 33):
        c.fill(
            [
                (x + (dx - 3) * size, y - 84 * size),
                (x + dx * size, y - 100 * size),
                (x + (dx + 3) * size, y - 84 * size),
            ],
            shade,
        )
    c.oval(x + 38 * size, y - 82 * size, 1.8 * size, 1.8 * size, "#3a2a20")
    c.oval(x - 31 * size, y - 40 * size, 7 * size, 5 * size, coat)


@scene(900, 1200)
def christ_the_redeemer(c):
    c.wash("#1e5c8f", "#5fa3b8", "#f6d9a4", "#ff9f68", bottom=900)
    sun(c, 450, 330, 190, "#fff1c2", "#ffd987", 3)
    cloud(c, 160, 260, 320, "#fff4e0", 0.8, "#ffd2a6")
    cloud(c, 770, 180, 280, "#fff4e0", 0.8, "#ffd2a6")
    ridge(c, 840, 60, "#d98a6a", "#f2b98a", 80)
    c.rect(0, 860, 900, 1200, Fade("#3f93a3", "#1f5f80"))
    glints(c, 450, 866, 1060, "#ffe0a0", (80, 300), 80)
    sugar = smooth([(560, 960), (612, 860), (660, 740), (706, 690), (752, 700), (790, 790), (830, 880), (900, 960)])
    c.fill(sugar, Fade("#7a5a72", "#35525f"))
    c.texture(sugar, "#f0a878", 0.35, grain=(24, 90))
    for x, wide, top in ((110, 190, 810), (300, 130, 850), (20, 120, 860)):
        hill = smooth(
            [(x - wide, 960), (x - wide * 0.4, top + 30), (x, top), (x + wide * 0.5, top + 40), (x + wide, 960)]
        )
        c.fill(hill, Fade("#6f5f7a", "#33586a"))
    for k in range(70):
        x = c.random.uniform(-10, 330) if k % 2 else c.random.uniform(560, 900)
        tall = c.random.uniform(14, 52)
        c.rect(
            x,
            968 - tall,
            x + c.random.uniform(10, 20),
            980,
            c.random.choice(("#fff0d8", "#f3c9a0", "#e6a486", "#cfd9d6")),
        )
    peak_outline = smooth(
        [
            (-20, 1200),
            (120, 1100),
            (270, 1010),
            (370, 930),
            (420, 900),
            (480, 900),
            (530, 930),
            (640, 1020),
            (790, 1110),
            (920, 1200),
        ]
    )
    c.fill(peak_outline, Fade("#3f7a4c", "#12372f"))
    c.texture(peak_outline, "#0d2b28", 0.7, grain=(26, 22))
    c.texture(peak_outline, "#8fb85a", 0.4, grain=(20, 16))
    statue(c, 450, 905)


def statue(c, x, base):
    stone = Fade("#fffaee", "#f0dfc8", "#a98f8a", sideways=True, start=x - 60, end=x + 60)
    c.fill(
        [(x - 54, base + 10), (x - 44, base - 92), (x + 44, base - 92), (x + 54, base + 10)],
        Fade("#8a7068", "#4a4048", sideways=True),
    )
    c.rect(x - 52, base - 104, x + 52, base - 88, "#b89c88")
    robe = [(x + 23, 410), (x + 36, 470), (x + 38, 540), (x + 34, 620), (x + 44, 720), (x + 50, base - 102)]
    c.fill(mirrored(robe, x), stone)
    arms = smooth(
        [(x, 402), (x + 40, 408), (x + 150, 418), (x + 238, 418), (x + 266, 424), (x + 240, 434), (x + 206, 438)]
    )
    sleeve = smooth([(x + 206, 464), (x + 150, 458), (x + 90, 462), (x + 52, 484), (x + 34, 560)])
    c.fill(mirrored(arms + sleeve, x), stone)
    c.fill(mirrored([(x + 10, 390), (x + 24, 412)], x), "#e9d3c0")
    c.oval(x, 366, 22, 29, stone)
    c.fill(smooth([(x - 22, 352), (x - 26, 392), (x - 18, 410), (x - 12, 384), (x - 12, 346)]), "#d9c3b0")
    c.fill(smooth([(x + 22, 352), (x + 26, 392), (x + 18, 410), (x + 12, 384), (x + 12, 346)]), "#ae948c")
    for dx, top, foot in ((-26, 520, 800), (-12, 480, 800), (4, 500, 800), (18, 470, 800), (32, 560, 800)):
        c.stroke(
            smooth([(x + dx * 0.7, top), (x + dx * 0.8, (top + foot) / 2), (x + dx * 1.2, foot)]), 3, "#9b8480", 0.5
        )
    c.stroke(smooth([(x - 22, 420), (x + 6, 500), (x + 30, 580)]), 5, "#b39a92", 0.7)


@scene(1280, 720)
def golden_gate(c):
    c.wash("#4a7fb0", "#a9c8d6", "#fbe3c2", "#ffc39a", bottom=470)
    sun(c, 1010, 350, 60, "#fff6dc", "#ffd9a0", 5)
    ridge(c, 400, 70, "#8d9cc0", "#c9c2cf", 80)
    ridge(c, 440, 60, "#5f7ba6", "#a7acc4", 60)
    c.rect(0, 470, 1280, 720, Fade("#7fb0bf", "#2f7390", "#1a4f70"))
    glints(c, 1010, 474, 720, "#fff0cc", (40, 220), 110)
    ripples(c, 480, 720, "#d6eef0", 70, 0.25)
    suspension_bridge(c)
    streaks(c, 22, 456, 486, "#fff8f0", 0.7, (240, 640), (7, 18))
    streaks(c, 5, 330, 380, "#fff8f0", 0.35, (200, 460), (5, 10))
    head = smooth([(-20, 500), (70, 470), (180, 520), (270, 610), (380, 690), (440, 740)]) + [(-20, 740)]
    c.fill(head, Fade("#a3823f", "#4a5a34"))
    c.texture(head, "#2c3f2e", 0.55, grain=(36, 24))
    c.texture(head, "#e0b562", 0.4, grain=(26, 12))
    for x, y, tall in ((24, 520, 110), (84, 530, 80), (150, 560, 70)):
        pine(c, x, y, tall, "#1d3a34", "#55754a")
    sail(c, 760, 610, 1.0)
    sail(c, 1130, 560, 0.6)


def suspension_bridge(c):
    red, dark = "#c8432f", "#7f2630"
    near, far = 380, 940

    def deck(x):
        return 428 - (x - near) * 0.012

    def cable(t, a, b, top_a, top_b, sag):
        return a + (b - a) * t, top_a + (top_b - top_a) * t + sag * 4 * t * (1 - t)

    for a, b, top_a, top_b, sag in ((near, far, 96, 160, 268), (-60, near, 420, 96, 70), (far, 1340, 160, 420, 40)):
        line = [cable(k / 40, a, b, top_a, top_b, sag) for k in range(41)]
        for k in range(1, 40):
            if line[k][1] < deck(line[k][0]):
                c.stroke([line[k], (line[k][0], deck(line[k][0]))], 1.6, red, 0.8)
        c.stroke(line, 5, red)
    c.fill([(-10, deck(-10)), (1290, deck(1290)), (1290, deck(1290) + 13), (-10, deck(-10) + 18)], Fade(red, dark))
    for k in range(64):
        x = k * 20
        c.stroke([(x, deck(x) + 16), (x + 10, deck(x) + 2)], 1.4, "#f08a68", 0.7)
    for x, top, size in ((near, 90, 1.0), (far, 154, 0.8)):
        for side in (-1, 1):
            px = x + side * 26 * size
            c.fill(
                [
                    (px - 9 * size, 560 - 60 * (size < 1)),
                    (px - 6 * size, top),
                    (px + 6 * size, top),
                    (px + 9 * size, 560 - 60 * (size < 1)),
                ],
                Fade("#e8684a", red, dark, sideways=True),
            )
        for k in range(5):
            y = top + 14 + k * 68 * size
            c.rect(x - 24 * size, y, x + 24 * size, y + 20 * size, Fade(red, dark))
        foot = 560 - 60 * (size < 1)
        c.fill(
            [
                (x - 58 * size, foot + 14),
                (x - 48 * size, foot - 18),
                (x + 48 * size, foot - 18),
                (x + 58 * size, foot + 14),
            ],
            Fade("#9a8f8a", "#55535c"),
        )
        c.oval(x, foot + 14, 74 * size, 5, "#e9f6f4", 0.6, blur=2)


def sail(c, x, y, size):
    c.fill(
        [(x - 30 * size, y), (x + 34 * size, y), (x + 22 * size, y + 11 * size), (x - 22 * size, y + 11 * size)],
        "#2b3f56",
    )
    c.fill(
        smooth([(x + 2 * size, y - 92 * size), (x + 24 * size, y - 40 * size), (x + 30 * size, y - 5 * size)])
        + [(x + 2 * size, y - 5 * size)],
        "#ffffff",
    )
    c.fill(
        smooth([(x - 3 * size, y - 84 * size), (x - 14 * size, y - 36 * size), (x - 28 * size, y - 5 * size)])
        + [(x - 3 * size, y - 5 * size)],
        "#e6e2e0",
    )


@scene(1200, 800)
def monument_valley(c):
    c.wash("#1f6f9f", "#6fb3bf", "#f7dcae", "#ffb27a", bottom=520)
    for x, y, wide in ((220, 140, 340), (620, 220, 260), (1020, 130, 320)):
        cloud(c, x, y, wide, "#fffaf0", 0.9, "#ffd6b0")
    ridge(c, 510, 14, "#b9788a", "#d89a86", 30)
    c.wash("#e08a4f", "#b5502f", "#6f2b2a", top=520)
    butte(c, 250, 520, 150, 250, thumb=-1)
    butte(c, 900, 516, 160, 240, thumb=1)
    butte(c, 585, 520, 90, 150, thumb=0)
    floor = [(0, 530), (1200, 530), (1200, 800), (0, 800)]
    c.texture(floor, "#f4b878", 0.4, grain=(160, 14))
    c.texture(floor, "#6a2428", 0.4, grain=(120, 12))
    road = smooth([(588, 528), (576, 560), (600, 610), (560, 690), (470, 820)])
    other = smooth([(592, 528), (588, 560), (630, 610), (640, 690), (730, 820)])
    c.fill(road + other[::-1], Fade("#f0b98c", "#9c5a48"))
    dashes = [(590, 545), (584, 568), (608, 600), (614, 640), (606, 700), (600, 780)]
    for k, (x, y) in enumerate(dashes):
        c.stroke([(x, y), (x - 2, y + 6 + k * 5)], 1.5 + k * 1.2, "#ffe7a8")
    for _ in range(70):
        near = c.random.random() ** 0.7
        x, y, size = c.random.uniform(0, 1200), 545 + 250 * near, 5 + 18 * near
        if abs(x - 600) > 40 + 120 * near:
            c.oval(x, y, size * 1.5, size * 0.8, Fade("#8f9a5a", "#4a5538"))


def butte(c, x, base, half, tall, thumb):
    """A mitten: a talus cone with a fluted sandstone block, and a free-standing thumb."""
    skirt = smooth([(x - half * 2, base), (x - half * 1.25, base - tall * 0.22), (x - half * 0.8, base - tall * 0.42)])
    other = smooth([(x + half * 0.8, base - tall * 0.42), (x + half * 1.3, base - tall * 0.2), (x + half * 2, base)])
    cone = skirt + other
    c.fill(cone, Fade("#c8623c", "#8a3b32"))
    c.texture(cone, "#5f2530", 0.4, grain=(30, 16))
    blocks = [(x - half * 0.62, x + half * 0.66, base - tall)]
    if thumb:
        blocks.append((x + thumb * half * 0.86 - 14, x + thumb * half * 0.86 + 14, base - tall * 0.86))
    for left, right, top in blocks:
        wide = right - left
        shape = [
            (left - 3, base - tall * 0.36),
            (left, top + tall * 0.12),
            (left + wide * 0.06, top + tall * 0.03),
            (left + wide * 0.3, top),
            (left + wide * 0.66, top + 4),
            (left + wide * 0.92, top + tall * 0.05),
            (right, top + tall * 0.14),
            (right + 3, base - tall * 0.36),
        ]
        c.fill(shape, Fade("#f08a50", "#c95438", "#7a2c36", sideways=True))
        c.texture(shape, "#6a2430", 0.6, grain=(9, 150))
        c.texture(shape, "#ffc088", 0.35, grain=(160, 8))
