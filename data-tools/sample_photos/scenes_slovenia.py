"""Scenes from a trip through Slovenia, from its capital over the Alps to the sea."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, forest, glints, peak, pine, ridge, ripples, streaks, sun


def church(c, x, base, size, roof="#7a4a3f", spire="#4a5a5f"):
    """A white church with a pointed tower on its right."""
    c.rect(x - 46 * size, base - 44 * size, x + 20 * size, base, Fade("#fbf7ec", "#d4cec0"))
    c.fill([(x - 52 * size, base - 44 * size), (x - 36 * size, base - 78 * size), (x + 12 * size, base - 78 * size), (x + 24 * size, base - 44 * size)], roof)
    c.rect(x + 16 * size, base - 108 * size, x + 44 * size, base, Fade("#ffffff", "#d4cec0", sideways=True))
    c.fill([(x + 12 * size, base - 106 * size), (x + 30 * size, base - 166 * size), (x + 48 * size, base - 106 * size)], spire)
    c.rect(x + 25 * size, base - 96 * size, x + 35 * size, base - 78 * size, "#4f5a60")
    for dx in (-34, -14):
        c.rect(x + dx * size, base - 34 * size, x + (dx + 9) * size, base - 14 * size, "#5f6a70")


@scene(800, 600)
def ljubljana(c):
    """The castle above the river in the evening, with the dragon of the bridge in front."""
    c.wash("#4f74ae", "#b9a4c0", "#ffc79a", bottom=320)
    streaks(c, 9, 60, 200, "#ffe2c9", 0.5, (140, 360), (3, 8))
    hill = smooth([(150, 330), (250, 230), (350, 180), (520, 176), (620, 230), (740, 330)])
    c.fill(hill + [(740, 420), (150, 420)], Fade("#4f7a4a", "#3f5f42"))
    for _ in range(70):
        c.oval(c.random.uniform(220, 680), c.random.uniform(236, 340), 17, 15, c.random.choice(("#3f6a40", "#57804a", "#6f8f4f")))
    c.rect(340, 146, 540, 206, Fade("#f2dfc0", "#b99a80"))
    c.fill([(334, 148), (350, 126), (530, 126), (546, 148)], "#a8563f")
    c.rect(420, 84, 458, 150, Fade("#f2e6cc", "#b99a80", sideways=True))
    c.fill([(414, 86), (439, 52), (464, 86)], "#5f7f72")
    c.stroke([(439, 52), (439, 28)], 2, "#4a3a3a")
    c.fill([(440, 28), (464, 33), (440, 39)], "#5a9a4a")
    for left, right in ((-20, 250), (540, 820)):
        x = left
        while x < right:
            wide, top = c.random.uniform(56, 88), c.random.uniform(250, 300)
            wall = c.random.choice(("#f4e0b8", "#f0c9a4", "#e6dccb", "#dfe2d4"))
            c.rect(x, top, x + wide, 420, Fade(wall, mix(wall, "#6a5a5a", 0.3)))
            c.fill([(x - 3, top), (x + 12, top - 24), (x + wide - 12, top - 24), (x + wide + 3, top)], "#a8563f")
            for row in range(3):
                for k in range(int((wide - 10) // 22)):
                    c.rect(x + 10 + k * 22, top + 14 + row * 36, x + 21 + k * 22, top + 34 + row * 36, c.random.choice(("#5f7486", "#ffd98a")))
            x += wide
    c.rect(0, 416, 800, 432, Fade("#c9bca8", "#8f8474"))
    c.reflect(432, "#4f6f6a", 0.62, ripple=4)
    ripples(c, 440, 600, "#ffe6cf", 60, 0.3)
    stone = Fade("#e2dccc", "#a49a8a")
    c.fill(smooth([(-20, 520), (200, 500), (420, 512), (520, 540)]) + [(520, 620), (-20, 620)], stone)
    c.rect(110, 440, 220, 540, stone)
    c.rect(96, 430, 234, 446, "#d4ccba")
    dragon(c, 170, 430, 1.0)


def dragon(c, x, base, size):
    """A green dragon that sits and spreads its wings."""
    green, dark = "#5fa08c", "#2f5f55"

    def at(points):
        return [(x + px * size, base + py * size) for px, py in points]

    c.fill(smooth(at([(-20, -60), (-70, -150), (-120, -170), (-104, -120), (-112, -80), (-84, -70), (-70, -30), (-30, -20)]), closed=True), Fade(green, dark))
    c.fill(smooth(at([(-6, -70), (10, -160), (44, -196), (46, -140), (64, -110), (44, -80), (40, -40)]), closed=True), Fade(mix(green, "#ffffff", 0.15), dark))
    c.stroke(smooth(at([(-40, -8), (-90, -6), (-116, -26), (-100, -50)])), 11 * size, dark)
    c.fill(smooth(at([(-44, 0), (-46, -44), (-16, -84), (22, -72), (36, -30), (30, 0)]), closed=True), Fade(green, dark))
    c.stroke(smooth(at([(8, -68), (36, -104), (62, -112), (76, -96)])), 20 * size, green)
    c.fill(smooth(at([(62, -118), (96, -112), (116, -92), (96, -84), (70, -86)]), closed=True), Fade(green, dark))
    c.fill(at([(66, -114), (58, -140), (78, -118)]), dark)
    c.oval(*at([(88, -104)])[0], 4 * size, 4 * size, "#ffe28a")
    c.rect(x + 14 * size, base - 34 * size, x + 30 * size, base, dark)


@scene(900, 600)
def bled(c):
    """The island with its church in the lake, and the castle on its rock, in the first light."""
    c.wash("#8fa8d6", "#e0bcc9", "#ffdcb0", bottom=280)
    sun(c, 700, 190, 28, "#fffaf0", "#ffdca0", 6)
    peak(c, 250, 70, 300, 320, 300, "#b9a8c4", "#8f8ab0", "#fff4ee", 0.35)
    peak(c, 560, 120, 300, 300, 280, "#a99fc0", "#8484ac", "#fff4ee", 0.25)
    line = ridge(c, 276, 24, "#5f7a94", "#b4b4c0", 60)
    forest(c, line[::4], 40, "#4f6a80", step=12)
    c.fill(smooth([(640, 322), (676, 250), (700, 214), (770, 206), (800, 250), (830, 322)]), Fade("#b4a69a", "#6f6a70"))
    c.rect(690, 176, 786, 214, Fade("#f4e2c8", "#b99f88"))
    c.fill([(684, 178), (700, 156), (776, 156), (792, 178)], "#a8563f")
    c.rect(760, 146, 784, 210, Fade("#f7e9d2", "#b99f88"))
    c.fill([(756, 148), (772, 120), (788, 148)], "#a8563f")
    line = ridge(c, 318, 10, "#3f5f5a", "#7f948f", 40)
    forest(c, line[::4], 46, "#36564f", step=13)
    c.rect(0, 338, 900, 350, "#3f5f5a")
    c.oval(400, 346, 120, 24, "#3f5a44")
    for _ in range(40):
        c.oval(400 + c.random.gauss(0, 54), 326 + c.random.gauss(0, 7), 16, 14, c.random.choice(("#3f6a45", "#57804a", "#8a8a45", "#b5823f")))
    church(c, 392, 322, 0.95)
    for k in range(9):
        c.rect(376 - k * 3, 328 + k * 3, 398 + k * 3, 331 + k * 3, "#e9e2d2")
    c.reflect(352, "#5f7f9a", 0.75, ripple=3, stretch=1.1)
    streaks(c, 14, 336, 372, "#fff6ee", 0.6, (200, 520), (5, 12))
    ripples(c, 400, 600, "#fff0dc", 40, 0.25)
    x, y = 590, 490
    c.fill(smooth([(x - 90, y - 14), (x - 40, y + 6), (x + 40, y + 6), (x + 96, y - 14)]) + [(x + 70, y + 12), (x - 70, y + 12)], "#5a3f2f")
    for dx in (-48, 44):
        c.stroke([(x + dx, y - 2), (x + dx, y - 44)], 2.6, "#3f3028")
    c.fill([(x - 62, y - 42), (x - 2, y - 62), (x + 58, y - 42)], Fade("#e8d2a4", "#c98a5a"))
    for x, base, tall in ((40, 640, 240), (130, 640, 170), (860, 640, 260), (780, 640, 160)):
        pine(c, x, base, tall, "#1f3a3a", "#4a6a5a")


@scene(800, 600)
def bohinj(c):
    """A lake between mountains, with a stone bridge and a church at its end."""
    c.wash("#4f94d6", "#a9d0ee", "#eef4ee", bottom=300)
    for x, y, wide in ((130, 100, 190), (600, 80, 220)):
        cloud(c, x, y, wide, alpha=0.9)
    peak(c, 190, 110, 340, 300, 260, "#a4adb4", "#6f7f8a", "#f7f7f2", 0.2)
    peak(c, 620, 90, 340, 320, 300, "#98a4ac", "#65757f", "#f7f7f2", 0.22)
    line = ridge(c, 280, 34, "#3f7a4f", "#6f9a66", 80)
    forest(c, line[::4], 34, "#356a45", step=12)
    c.rect(0, 336, 800, 600, Fade("#7fc0c4", "#2f8a9a", "#1f6a7f"))
    c.reflect(338, "#3f9aa6", 0.5, ripple=3)
    ripples(c, 350, 600, "#e6fafa", 60, 0.3)
    meadow = smooth([(470, 420), (560, 396), (680, 392), (820, 400)])
    c.fill(meadow + [(820, 620), (560, 620), (500, 470)], Fade("#8fc05f", "#5f9445"))
    church(c, 660, 440, 1.25, "#8a6a55", "#8a6a55")
    stone, shade = "#d9cfbc", "#958a78"
    top = smooth([(-20, 486), (140, 458), (300, 452), (440, 464), (560, 490)])
    c.fill(top + [(600, 620), (-20, 620)], Fade(stone, shade))
    c.texture(top + [(600, 620), (-20, 620)], "#7f7464", 0.4, grain=(24, 12))
    for x, across in ((110, 74), (300, 92), (470, 56)):
        arch = [(x + across * math.cos(a), 596 - across * 1.0 * math.sin(a)) for a in (math.pi * k / 20 for k in range(21))]
        c.fill(arch + [(x - across, 620), (x + across, 620)], Fade("#4f9aa4", "#1f5a6f"))
        c.stroke(arch, 7, "#efe6d4")
    c.stroke(top, 9, "#efe6d4")


@scene(800, 600)
def mountain_pass(c):
    """The road over the Vršič pass, between walls of limestone."""
    c.wash("#3f88d0", "#94c6ee", "#eaf2f0", bottom=440)
    for x, y, wide in ((420, 70, 200), (690, 130, 160)):
        cloud(c, x, y, wide, alpha=0.9)
    peak(c, 190, 60, 470, 280, 260, "#d4d2cc", "#8f959c", "#f7f7f4", 0.12)
    peak(c, 590, 96, 470, 300, 300, "#c9c8c4", "#868d96", "#f7f7f4", 0.1)
    peak(c, 400, 190, 450, 190, 190, "#bcbcba", "#7d858e")
    line = ridge(c, 410, 18, "#5f8f50", "#7fa85f", 80)
    forest(c, line[::4], 44, "#3f6f45", step=13)
    c.rect(0, 430, 800, 460, "#7fa85f")
    slope = smooth([(-20, 430), (180, 446), (420, 424), (640, 440), (820, 424)])
    c.fill(slope + [(820, 620), (-20, 620)], Fade("#94bf62", "#669a46"))
    road = smooth([(820, 452), (600, 462), (500, 484), (620, 506), (520, 530), (240, 540), (180, 572), (330, 620)])
    c.stroke(road, 24, "#cfcabf")
    c.stroke(road, 19, "#8a8784")
    c.stroke(road, 1.6, "#f7f3e6", 0.8)
    c.rect(86, 458, 196, 510, Fade("#7a5a44", "#54402f"))
    c.fill([(72, 462), (104, 412), (180, 412), (212, 462)], "#6f4638")
    for k in range(3):
        c.rect(100 + k * 32, 474, 116 + k * 32, 494, "#ffe9b4")
    for x, y, size in ((420, 480, 1), (452, 492, 1.1), (392, 500, 1.15), (690, 550, 1.6), (640, 572, 1.7), (742, 580, 1.7)):
        sheep(c, x, y, size)
    for x, base, tall in ((30, 620, 220), (768, 500, 110), (726, 490, 80)):
        pine(c, x, base, tall, "#24503a", "#4f8050")


def sheep(c, x, y, size):
    for dx in (-6, 6):
        c.stroke([(x + dx * size, y), (x + dx * size, y + 9 * size)], 2.2 * size, "#3a3430")
    c.oval(x, y - 3 * size, 12 * size, 8 * size, Fade("#ffffff", "#d9d4c8"))
    c.oval(x + 12 * size, y - 7 * size, 4.4 * size, 5 * size, "#3a3430")


@scene(600, 800)
def soca(c):
    """The emerald river in its gorge, and a hanging bridge."""
    c.wash("#9fd0ea", "#e6f2ea", bottom=240)
    line = ridge(c, 150, 50, "#4f8058", "#8fb48a", 140)
    forest(c, line[::5], 50, "#3f704a", step=13)
    c.rect(0, 330, 600, 800, Fade("#6f9a8a", "#4f6a60"))
    for side in (-1, 1):
        wall = smooth([(300 + side * x, y) for x, y in ((320, 170), (210, 200), (150, 260), (110, 330), (120, 420), (86, 520), (150, 620), (190, 720), (210, 830))])
        outline = wall + [(300 + side * 320, 830)]
        c.fill(outline, Fade("#f0ece0", "#c4bcac", "#968e82"))
        c.texture(outline, "#7f766a", 0.45, grain=(40, 14))
        c.texture(outline, "#ffffff", 0.35, grain=(60, 18))
        for k in range(9):
            y = 250 + k * 60
            c.stroke(smooth([(300 + side * 320, y), (300 + side * 220, y + 14), (300 + side * 150, y + 6)]), 3, "#8a8174", 0.5)
    river = smooth([(214, 330), (190, 430), (222, 520), (160, 620), (120, 720), (90, 830)]) + smooth([(510, 830), (480, 720), (440, 620), (378, 520), (410, 430), (386, 330)])
    c.fill(river, Fade("#b4f0dc", "#3fc4ae", "#1f9a9a", "#127a86"))
    with c.inside(river):
        ripples(c, 340, 800, "#eafff6", 120, 0.5)
        for _ in range(50):
            c.oval(300 + c.random.gauss(0, 60), c.random.uniform(330, 400), c.random.uniform(6, 22), c.random.uniform(3, 7), "#ffffff", 0.6)
        for x, y, size in ((250, 560, 34), (370, 640, 40), (210, 740, 46)):
            c.oval(x, y, size, size * 0.5, Fade("#f4efe2", "#a49a8a"))
            c.oval(x, y + size * 0.5, size * 1.2, size * 0.2, "#ffffff", 0.6, blur=2)
    sag = [(60 + 480 * t, 244 + 36 * 4 * t * (1 - t)) for t in (k / 24 for k in range(25))]
    for x, y in sag:
        c.stroke([(x, y), (x, y - 34)], 1.4, "#4a4038")
    c.stroke([(x, y - 34) for x, y in sag], 3, "#5a4a3c")
    c.stroke(sag, 7, "#7a5f48")
    x, y = sag[13]
    c.stroke([(x, y - 4), (x, y - 26)], 9, "#d9573f")
    c.oval(x, y - 34, 5.4, 6.4, "#e0b090")
    for x, base, tall in ((40, 230, 120), (96, 236, 90), (540, 226, 130), (584, 236, 90)):
        pine(c, x, base, tall, "#2f5f40", "#5f8f55")


@scene(800, 600)
def piran(c):
    """A town on its tongue of land in the evening sun, with its bell tower."""
    c.wash("#3f66ae", "#b48fb4", "#ff9f74", "#ffdc9a", bottom=330)
    sun(c, 160, 292, 34, "#fff2c9", "#ffc873", 6)
    streaks(c, 10, 60, 230, "#ffd4bc", 0.5, (140, 380), (3, 8))
    c.rect(0, 330, 800, 600, Fade("#f2a080", "#8f6f9f", "#3f4f86"))
    ridge(c, 330, 5, "#8f7aa6", "#c99aa0", 6)
    glints(c, 160, 336, 560, "#ffe6ae", (24, 110), 90)
    for row in range(5):
        y, size = 346 + row * 34, 0.6 + row * 0.14
        x, end = 330 - row * 26, 820
        while x < end:
            wide, top = c.random.uniform(44, 70) * size, y - c.random.uniform(14, 44) * size
            wall = c.random.choice(("#f7e2bc", "#f2c9a0", "#e8a98a", "#f4ead6", "#e6c27f"))
            c.rect(x, top, x + wide, y + 60, Fade(wall, mix(wall, "#7a5a6a", 0.35)))
            c.fill([(x - 3, top), (x + wide * 0.5, top - 17 * size), (x + wide + 3, top)], c.random.choice(("#c8623f", "#b5533a", "#d4744a")))
            for k in range(int((wide - 6) // (16 * size))):
                c.rect(x + (6 + k * 16) * size, top + 10 * size, x + (13 + k * 16) * size, top + 24 * size, c.random.choice(("#5f6a86", "#ffd98a")))
            x += wide
    c.rect(560, 130, 606, 400, Fade("#fff0d4", "#c99a80", sideways=True))
    for y in (176, 200):
        c.rect(552, y - 4, 614, y + 2, "#d9b090")
    c.rect(572, 146, 594, 172, "#5a4a5a")
    c.fill(mirrored([(583, 62), (604, 132)], 583), "#8fa69a")
    c.rect(582, 42, 584, 64, "#4a3a4a")
    c.rect(0, 560, 800, 600, Fade("#d9c4a8", "#a48a78"))
    ripples(c, 350, 550, "#ffe2c9", 40, 0.25)
    for x, y, size in ((90, 500, 1.0), (210, 530, 1.2)):
        c.fill([(x - 44 * size, y - 8 * size), (x + 44 * size, y - 8 * size), (x + 32 * size, y + 6 * size), (x - 32 * size, y + 6 * size)], Fade("#ffffff", "#a9b4c4"))
        c.stroke([(x, y - 8 * size), (x, y - 84 * size)], 2.4, "#4a3a3a")
        c.fill([(x + 3, y - 82 * size), (x + 3, y - 14 * size), (x + 38 * size, y - 14 * size)], "#fff4e4")
    flock(c, 350, 180, 90, 7, 12, "#4a3f5a")
