"""Scenes from Africa."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import acacia, flock, ridge, ripples, streaks, sun, windows


@scene(1280, 720)
def pyramids(c):
    c.wash("#d9673f", "#f29a55", "#fbcb7f", "#ffeab8", bottom=480)
    sun(c, 860, 250, 96, "#fff8dc", "#ffdf96", 4)
    streaks(c, 10, 60, 250, "#fff0d0", 0.45, (200, 520), (4, 12))
    ridge(c, 462, 12, "#e8a860", "#efbd78", 30)
    c.wash("#efbd74", "#d6924e", "#a8603a", top=470)
    for x, base, half, tall in ((1010, 492, 150, 150), (660, 520, 290, 300), (270, 560, 330, 350)):
        pyramid(c, x, base, half, tall)
    for x, size in ((1150, 42), (1205, 34), (1096, 30)):
        pyramid(c, x, 500, size, size * 0.95)
    for y, swing, tone in ((570, 24, "#e0a058"), (630, 30, "#c67f45"), (690, 26, "#9a5636")):
        line = smooth([(k * 140, y + swing * math.sin(k * 1.3 + y)) for k in range(11)])
        dune = line + [(1400, 760), (0, 760)]
        c.fill(dune, Fade(mix(tone, "#ffe2a8", 0.35), tone))
        c.texture(dune, "#7a4030", 0.3, grain=(120, 8))
    for k in range(5):
        camel(c, 640 + k * 92, 640 + 7 * math.sin(k * 1.9), 0.62, rider=k % 2 == 0)


def pyramid(c, x, base, half, tall):
    c.fill(
        [(x + half * 0.4, base), (x + half, base), (x - half * 1.4, base + tall * 0.2), (x - half * 1.0, base)],
        "#7a4a38",
        0.25,
        blur=4,
    )
    lit = [(x, base - tall), (x + half * 0.28, base + tall * 0.05), (x + half, base)]
    shaded = [(x, base - tall), (x - half, base), (x + half * 0.28, base + tall * 0.05)]
    c.fill(lit, Fade("#ffe2a0", "#e8b068"))
    c.fill(shaded, Fade("#b5724a", "#8f5540"))
    with c.inside(lit + [(x - half, base)]):
        for k in range(1, 26):
            y = base - tall + k * tall * 1.05 / 26
            c.stroke(
                [(x - half, y), (x + half * 0.28 * k / 26, y + tall * 0.001), (x + half, y - tall * 0.03)],
                1.2,
                "#6a3a2c",
                0.3,
            )
        c.texture(lit, "#b57840", 0.35, grain=(16, 7))
        c.texture(shaded, "#5f3530", 0.35, grain=(16, 7))


def camel(c, x, y, size, rider, colour="#4a2a28"):
    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    body = [
        (-52, -58),
        (-40, -76),
        (-22, -80),
        (-8, -104),
        (6, -106),
        (20, -82),
        (38, -76),
        (54, -84),
        (66, -106),
        (70, -122),
        (80, -128),
        (98, -122),
        (98, -115),
        (82, -112),
        (76, -96),
        (66, -68),
        (48, -54),
        (10, -50),
        (-30, -50),
    ]
    c.fill(smooth(at(body), 6, closed=True), colour)
    for px, knee in ((-44, -4), (-34, 5), (34, -4), (44, 6)):
        c.stroke(at([(px, -58), (px + knee * 0.6, -28), (px + knee * 0.2, 0)]), 7 * size, colour)
    c.stroke(at([(-52, -66), (-60, -40)]), 3 * size, colour)
    c.fill(at([(-20, -80), (-8, -106), (8, -108), (20, -80), (14, -62), (-14, -62)]), "#c8382f")
    if rider:
        c.fill(at([(-12, -104), (-8, -138), (8, -138), (14, -104)]), "#f3e2c4")
        c.oval(x, y - 148 * size, 9 * size, 10 * size, "#6a3a2c")
        c.oval(x, y - 154 * size, 11 * size, 7 * size, "#2f6f8f")


@scene(1280, 800)
def table_mountain(c):
    c.wash("#2f6fae", "#7fb8d9", "#d9ecea", "#fff0d0", bottom=540)
    mountain = (
        smooth([(60, 540), (190, 430), (270, 330), (310, 270)])
        + [(330, 232), (420, 226), (520, 232), (640, 222), (760, 230), (880, 224), (930, 240)]
        + smooth([(930, 240), (960, 320), (1010, 390), (1080, 440), (1130, 540)])
    )
    devil = smooth([(60, 560), (110, 460), (180, 380), (232, 300), (262, 290), (300, 360), (380, 470), (420, 560)])
    lion = smooth(
        [(950, 560), (1010, 470), (1066, 390), (1100, 372), (1130, 400), (1180, 470), (1300, 520), (1300, 560)]
    )
    c.fill(mountain, Fade("#a98a98", "#6f7f96", "#5a8274"))
    c.texture(mountain, "#f0cdb0", 0.5, grain=(22, 120))
    c.texture(mountain, "#3f4a6a", 0.6, grain=(34, 150))
    for outline in (devil, lion):
        c.fill(outline, Fade("#94808f", "#4f7a68"))
        c.texture(outline, "#38506a", 0.5, grain=(30, 70))
    tablecloth(c)
    slope = smooth([(-20, 500), (200, 470), (500, 480), (800, 470), (1060, 490), (1300, 480)]) + [
        (1300, 600),
        (-20, 600),
    ]
    c.fill(slope, Fade("#5f9a6a", "#3f7a5c"))
    c.texture(slope, "#2a5a4c", 0.5, grain=(40, 14))
    for _ in range(230):
        x, near = c.random.uniform(-10, 1290), c.random.random()
        y, tall = 520 + 44 * near, (10 + 34 * near) * c.random.uniform(0.6, 1.6)
        wide = c.random.uniform(12, 28)
        tone = c.random.choice(("#ffffff", "#f7e6cf", "#f2c9a4", "#e8d9d0", "#d98f6f"))
        c.rect(x, y - tall, x + wide, y + 8, Fade(tone, mix(tone, "#6a7090", 0.3)))
        if near > 0.5:
            windows(c, x + 3, y - tall + 4, x + wide - 2, y, (3, 4), (4, 5), ["#6f86a6"], 0.8)
    c.wash("#5fb0c0", "#2f86a8", "#1a5f8a", top=566)
    ripples(c, 572, 800, "#e2f7f6", 120, 0.3)
    for x, y, size in ((330, 640, 0.9), (870, 690, 1.25)):
        yacht(c, x, y, size)
    flock(c, 640, 120, 90, 6, 15, "#2f4a6a")


def tablecloth(c):
    """The cloud that lies on the flat top and spills over the edge."""
    for _ in range(60):
        x = c.random.uniform(330, 930)
        lift = 26 * math.sin(math.pi * (x - 330) / 600) + c.random.uniform(0, 16)
        c.oval(x, 230 - lift * 0.7, c.random.uniform(26, 60), c.random.uniform(8, 15), "#ffffff", 0.6, blur=4)
    for _ in range(34):
        x, drop = c.random.uniform(340, 930), c.random.uniform(10, 64)
        c.fill(
            smooth([(x - 24, 222), (x - 12, 226 + drop), (x, 232 + drop), (x + 14, 226 + drop * 0.8), (x + 26, 222)]),
            "#ffffff",
            0.5,
            blur=4,
        )


def yacht(c, x, y, size):
    c.oval(x, y + 14 * size, 90 * size, 5 * size, "#eafafa", 0.5, blur=2)
    c.fill(
        [
            (x - 62 * size, y - 6 * size),
            (x + 70 * size, y - 10 * size),
            (x + 48 * size, y + 13 * size),
            (x - 50 * size, y + 13 * size),
        ],
        Fade("#ffffff", "#c9d5e0"),
    )
    c.rect(x - 55 * size, y + 3 * size, x + 56 * size, y + 7 * size, "#d8433a")
    c.stroke([(x, y - 8 * size), (x, y - 170 * size)], 3 * size, "#4a4a5a")
    c.fill(
        smooth([(x + 5 * size, y - 164 * size), (x + 44 * size, y - 80 * size), (x + 60 * size, y - 18 * size)])
        + [(x + 5 * size, y - 18 * size)],
        Fade("#ffffff", "#f2e2d0"),
    )
    c.fill(
        smooth([(x - 5 * size, y - 150 * size), (x - 20 * size, y - 76 * size), (x - 52 * size, y - 18 * size)])
        + [(x - 5 * size, y - 18 * size)],
        Fade("#f7a04a", "#e0603a"),
    )


@scene(1200, 800)
def giraffe(c):
    c.wash("#8a2f4a", "#d9553f", "#f58f3f", "#ffc85a", "#ffe48f", bottom=620)
    c.glow(720, 500, 620, "#fff0a0", 0.6)
    c.oval(720, 470, 150, 150, "#fff2b8")
    streaks(c, 14, 70, 340, "#ffb05a", 0.45, (200, 560), (4, 12))
    ridge(c, 585, 24, "#c8603a", "#e08a45", 50)
    ridge(c, 606, 12, "#9a4434", "#b5583a", 40)
    plain = [(0, 612), (1200, 604), (1200, 800), (0, 800)]
    c.fill(plain, Fade("#a8522f", "#5a2430", "#2a1220"))
    c.texture(plain, "#f0a045", 0.35, grain=(120, 8))
    acacia(c, 1040, 640, 230, "#35161f", "#3f1a22")
    acacia(c, 250, 622, 110, "#5a2430", "#6a2a30")
    acacia(c, 905, 618, 70, "#6a2c30", "#7a3432")
    for x, base, size in ((640, 700, 1.0), (455, 680, 0.72)):
        animal(c, x, base, size, "#2f1420")
    for k in range(150):
        x = c.random.uniform(0, 1200)
        c.stroke([(x, 802), (x + c.random.uniform(-16, 16), c.random.uniform(735, 785))], 2.4, "#1f0d18")
    flock(c, 380, 230, 70, 8, 14, "#4a1a2a")


def animal(c, x, base, size, colour):
    """A giraffe in profile, looking right."""

    def at(points):
        return [(x + px * size, base + py * size) for px, py in points]

    outline = [
        (-92, -205),
        (-70, -232),
        (-20, -248),
        (30, -270),
        (62, -320),
        (92, -400),
        (112, -462),
        (126, -486),
        (150, -486),
        (186, -462),
        (196, -450),
        (188, -440),
        (158, -444),
        (142, -440),
        (124, -390),
        (104, -310),
        (88, -250),
        (78, -205),
        (50, -178),
        (0, -168),
        (-60, -170),
        (-88, -182),
    ]
    c.fill(smooth(at(outline), 6, closed=True), colour)
    for points in (
        [(-84, -200), (-80, -130), (-88, -96), (-82, 0)],
        [(-62, -190), (-56, -110), (-58, -80), (-52, 0)],
        [(52, -200), (50, -110), (52, -80), (50, 0)],
        [(74, -215), (80, -120), (78, -90), (86, 0)],
    ):
        c.stroke(at(points), 13 * size, colour)
        foot = at(points)[-1]
        c.fill(
            [
                (foot[0] - 8 * size, foot[1] + 6 * size),
                (foot[0] - 7 * size, foot[1] - 12 * size),
                (foot[0] + 7 * size, foot[1] - 12 * size),
                (foot[0] + 10 * size, foot[1] + 6 * size),
            ],
            colour,
        )
    c.stroke(smooth(at([(-90, -200), (-106, -160), (-104, -110)])), 5 * size, colour)
    c.oval(x - 104 * size, base - 104 * size, 6 * size, 14 * size, colour)
    for dx in (130, 142):
        c.stroke(at([(dx, -484), (dx - 3, -508)]), 5 * size, colour)
        c.oval(x + (dx - 3) * size, base - 510 * size, 5 * size, 5 * size, colour)
    c.fill(smooth(at([(126, -480), (104, -490), (96, -482), (120, -470)]), 6, closed=True), colour)


@scene(1080, 1080)
def dunes(c):
    c.wash("#1f5f8f", "#5a9fb5", "#f2d6a8", bottom=560)
    c.oval(800, 190, 46, 46, "#fffbe8")
    c.glow(800, 190, 220, "#fff2c8", 0.5)
    far = smooth([(-20, 520), (180, 440), (360, 480), (560, 400), (800, 470), (1100, 420)]) + [(1100, 700), (-20, 700)]
    c.fill(far, Fade("#e8a070", "#d9845a"))
    dune(
        c,
        [(-20, 720), (160, 560), (330, 420), (470, 300), (540, 250)],
        [(540, 250), (560, 360), (500, 470), (560, 600), (480, 740)],
        [(540, 250), (700, 380), (880, 480), (1100, 560)],
    )
    pan = smooth([(-20, 730), (260, 716), (560, 724), (860, 700), (1100, 716)]) + [(1100, 1100), (-20, 1100)]
    c.fill(pan, Fade("#f7e2c4", "#e8c8a4", "#c9a088"))
    for _ in range(70):
        near = c.random.random()
        x, y = c.random.uniform(0, 1080), 740 + 340 * near
        reach = 20 + 90 * near
        c.stroke(
            [
                (x, y),
                (x + reach * c.random.uniform(-1, 1), y + reach * 0.14),
                (x + reach * c.random.uniform(-1, 1), y + reach * 0.34),
            ],
            0.8 + near,
            "#a87a64",
            0.5,
        )
    for x, base, tall, lean in (
        (250, 960, 330, 1),
        (820, 880, 250, -1),
        (560, 800, 120, 1),
        (960, 790, 90, -1),
        (90, 800, 100, -1),
    ):
        dead_tree(c, x, base, tall, lean)


def dune(c, left, crest, right):
    """A star dune: one face in the sun, one in shadow, parted by a winding crest."""
    lit = smooth(left) + smooth(crest)[1:]
    c.fill(lit + [(-20, 760)], Fade("#ff9a52", "#e8713f", "#c9552f"))
    shaded = smooth(right) + [(1100, 760)] + smooth(crest)[::-1]
    c.fill(shaded, Fade("#8f3a34", "#5f2634", "#7a3438"))
    with c.inside(lit + [(-20, 760)]):
        for k in range(26):
            y = 330 + k * 17
            c.stroke(
                smooth([(-20, y + 60), (200, y + 10 * math.sin(k)), (420, y + 30), (620, y - 10)]), 2.2, "#ffc088", 0.4
            )
    c.stroke(smooth(crest), 3, "#ffd9a0")


def dead_tree(c, x, base, tall, lean, colour="#2f1a20"):
    c.fill(
        [
            (x - tall * 0.1, base),
            (x + tall * 0.1, base),
            (x - tall * 0.9, base + tall * 0.22),
            (x - tall * 0.95, base + tall * 0.2),
        ],
        "#8a5f58",
        0.45,
        blur=3,
    )
    c.fill(
        [
            (x - tall * 0.11, base + 4),
            (x - tall * 0.045, base - tall * 0.3),
            (x + tall * 0.05, base - tall * 0.3),
            (x + tall * 0.12, base + 4),
        ],
        colour,
    )

    def branch(px, py, angle, length, width, depth):
        qx, qy = px + length * math.cos(angle), py - length * math.sin(angle)
        bend = ((px + qx) / 2 + length * 0.1 * lean, (py + qy) / 2)
        c.stroke(smooth([(px, py), bend, (qx, qy)], 5), width, colour)
        if depth:
            for turn in (0.5, -0.45):
                branch(
                    qx,
                    qy,
                    angle + turn * c.random.uniform(0.6, 1.5),
                    length * c.random.uniform(0.6, 0.82),
                    width * 0.62,
                    depth - 1,
                )

    for angle in (math.pi / 2 + 0.5 * lean, math.pi / 2 - 0.35 * lean):
        branch(x, base - tall * 0.26, angle, tall * 0.27, tall * 0.055, 3)
