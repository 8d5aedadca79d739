"""Scenes from a trip over the island of São Miguel."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, glints, ridge, ripples, streaks, sun


@scene(800, 600)
def city_gates(c):
    """The three white arches with black basalt, and the paving of the square."""
    c.wash("#3f86cf", "#9fcbee", "#eef2ea", bottom=430)
    for x, y, wide in ((160, 110, 200), (620, 150, 230)):
        cloud(c, x, y, wide, alpha=0.85)
    for left, right, top in ((-10, 150, 230), (660, 810, 210)):
        c.rect(left, top, right, 430, Fade("#fbf9f2", "#d9d6cc"))
        c.rect(left, top - 10, right, top, "#33343a")
        for row in range(3):
            for k in range(3):
                x = left + 24 + k * 46
                c.rect(x - 4, top + 20 + row * 62, x + 26, top + 62 + row * 62, "#33343a")
                c.rect(x, top + 24 + row * 62, x + 22, top + 58 + row * 62, "#7fa0b8")
    white, basalt = "#fdfbf4", "#2f3036"
    for x, half, top in ((270, 92, 210), (530, 92, 210), (400, 104, 170)):
        c.rect(x - half, top, x + half, 440, Fade(white, "#e2ddd0"))
        c.fill([(x - half, top), (x - half * 0.5, top - 34), (x, top - 44), (x + half * 0.5, top - 34), (x + half, top)], white)
        c.stroke(smooth([(x - half, top), (x - half * 0.5, top - 34), (x, top - 44), (x + half * 0.5, top - 34), (x + half, top)]), 7, basalt)
        c.rect(x - half - 4, top - 2, x + half + 4, top + 8, basalt)
        for side in (-1, 1):
            c.rect(x + side * half - 8, top, x + side * half + 8, 440, basalt)
        for inner, colour in ((half * 0.68, basalt), (half * 0.54, "#8fb4cc")):
            arch = [(x + inner * math.cos(a), 312 - inner * math.sin(a)) for a in (math.pi * k / 20 for k in range(21))]
            c.fill(arch + [(x - inner, 440), (x + inner, 440)], colour)
        c.fill([(x - 16, top + 16), (x + 16, top + 16), (x + 12, top + 46), (x, top + 56), (x - 12, top + 46)], basalt)
        c.oval(x, top + 32, 6, 8, "#d9b04a")
    c.rect(0, 428, 800, 600, Fade("#e9e4d8", "#b9b2a6"))
    for k in range(10):
        y = 446 + k * k * 1.9
        c.stroke(smooth([(x, y + (3 + k) * math.sin(x / 44 + k)) for x in range(-20, 840, 24)]), 2.5 + k * 0.9, basalt, 0.8)
    flock(c, 400, 110, 120, 6, 12, "#4a5560")


@scene(900, 600)
def twin_lakes(c):
    """The blue and the green lake in their crater."""
    c.wash("#6fa8d6", "#b9d6e6", "#eaf0ea", bottom=240)
    for x, y, wide in ((180, 90, 260), (520, 70, 220), (780, 130, 240)):
        cloud(c, x, y, wide, alpha=0.85)
    c.rect(0, 196, 900, 240, Fade("#7fb0cf", "#5f96bc"))
    ridge(c, 228, 26, "#6f9a7f", "#8fb48a", 110, roughness=0.45)
    ridge(c, 266, 22, "#4f8a55", "#7fae66", 120, roughness=0.4)
    floor = smooth([(-20, 330), (200, 300), (480, 290), (740, 306), (920, 330)])
    c.fill(floor + [(920, 620), (-20, 620)], Fade("#7fb35f", "#4f9048"))
    blue = smooth([(60, 372), (180, 326), (340, 314), (430, 338), (424, 388), (330, 430), (170, 436), (70, 414)], closed=True)
    green = smooth([(470, 356), (560, 322), (700, 326), (780, 360), (750, 410), (620, 430), (510, 412)], closed=True)
    c.fill(blue, Fade("#6fb4e6", "#2f78c0", "#27609f"))
    c.fill(green, Fade("#8fcf8f", "#3f9a6a", "#2f7a55"))
    for outline, colour in ((blue, "#dff0ff"), (green, "#e6fae0")):
        with c.inside(outline):
            ripples(c, 320, 440, colour, 60, 0.35)
    c.stroke([(420, 356), (486, 372)], 7, "#b9b09a")
    for k in range(6):
        c.rect(428 + k * 9, 361 + k * 2.2, 433 + k * 9, 370 + k * 2.2, "#4a5f5a")
    for _ in range(26):
        x, y = c.random.uniform(500, 640), c.random.uniform(300, 322)
        c.rect(x, y, x + 9, y + 6, "#fbf7ee")
        c.fill([(x - 1, y), (x + 4.5, y - 5), (x + 10, y)], "#c8623f")
    for x, y, size in ((60, 470, 34), (160, 500, 46), (780, 470, 38), (860, 500, 52), (300, 510, 30), (650, 505, 34)):
        bush(c, x, y, size, ("#2f6a3a", "#3f8045", "#57984f"))
    near = smooth([(-20, 520), (180, 508), (420, 560), (640, 552), (920, 496)])
    c.fill(near + [(920, 620), (-20, 620)], Fade("#3f7a3f", "#2a5a30"))
    for _ in range(34):
        bush(c, c.random.uniform(0, 900), c.random.uniform(545, 604), c.random.uniform(12, 24), ("#5f7fd0", "#8fa6ea", "#b9b4f0", "#3f7a3f"))


def bush(c, x, y, size, tones):
    for _ in range(12):
        c.oval(x + c.random.gauss(0, size * 0.6), y + c.random.gauss(0, size * 0.35), size * 0.42, size * 0.36, c.random.choice(tones))


@scene(800, 600)
def sea_stacks(c):
    """Rocks in the sea off Mosteiros at sunset."""
    c.wash("#3f4f8f", "#a97fae", "#f28f6f", "#ffd08a", bottom=350)
    sun(c, 520, 318, 36, "#fff2c9", "#ffc46f", 6)
    streaks(c, 14, 80, 260, "#ffc9b0", 0.5, (140, 420), (3, 9))
    c.rect(0, 350, 800, 600, Fade("#e89a7f", "#7f5f94", "#33386a"))
    glints(c, 520, 354, 560, "#ffe6ae", (24, 110), 100)
    for points in (
        [(150, 356), (172, 250), (206, 196), (238, 214), (262, 268), (292, 356)],
        [(320, 356), (338, 300), (360, 286), (384, 318), (400, 356)],
        [(624, 356), (640, 288), (668, 262), (694, 300), (712, 356)],
    ):
        outline = smooth(points)
        c.fill(outline, Fade("#5a3f5f", "#2f2442"))
        c.texture(outline, "#c97f6f", 0.35, grain=(20, 36))
        c.oval((points[0][0] + points[-1][0]) / 2, 358, (points[-1][0] - points[0][0]) * 0.6, 5, "#ffe9d9", 0.8, blur=2)
    ripples(c, 362, 560, "#ffd9c0", 80, 0.3)
    beach = smooth([(-20, 500), (150, 512), (330, 548), (560, 560), (820, 520)]) + [(820, 620), (-20, 620)]
    c.fill(beach, Fade("#3a2f40", "#241d2c"))
    c.stroke(smooth([(-20, 496), (150, 508), (330, 544), (560, 556), (820, 516)]), 9, "#fff0e4", 0.75, blur=2)
    c.texture(beach, "#8a6a7a", 0.3, grain=(20, 8))
    flock(c, 430, 180, 90, 7, 12, "#3a2f4a")


@scene(800, 600)
def tea_rows(c):
    """A tea plantation above the northern coast."""
    c.wash("#6faee0", "#b9dcf0", "#f2f4e8", bottom=220)
    for x, y, wide in ((140, 90, 200), (470, 70, 170), (690, 110, 220)):
        cloud(c, x, y, wide, alpha=0.85)
    c.rect(0, 190, 800, 260, Fade("#7fb8dc", "#3f86b8"))
    hill = smooth([(-20, 270), (140, 236), (330, 252), (520, 226), (680, 206), (820, 230)])
    c.fill(hill + [(820, 620), (-20, 620)], Fade("#9ac26a", "#6fa04a"))
    c.rect(560, 176, 690, 232, Fade("#fdfbf4", "#dcd8cc"))
    c.fill([(552, 178), (580, 150), (672, 150), (698, 178)], "#c8623f")
    for k in range(5):
        c.rect(572 + k * 24, 192, 584 + k * 24, 210, "#4f6a80")
    c.rect(660, 118, 674, 156, "#b5533a")
    for k in range(15):
        y = 268 + k * k * 1.75
        thick = 5 + k * 1.75
        line = smooth([(x, y + (8 + 2.2 * k) * math.sin(x / 190 + 0.6 + k * 0.12)) for x in range(-40, 880, 60)])
        c.stroke(line, thick, "#2f6a35")
        c.stroke([(x, py - thick * 0.22) for x, py in line], thick * 0.5, "#6fae4a")
        for x, py in line[:: 3]:
            c.oval(x + c.random.uniform(-5, 5), py - thick * 0.3, thick * 0.3, thick * 0.2, "#a4d06a", 0.8)
    for x, base, size in ((230, 470, 1.0), (300, 486, 1.1)):
        c.fill(smooth([(x - 12 * size, base), (x - 11 * size, base - 46 * size), (x, base - 58 * size), (x + 11 * size, base - 46 * size), (x + 12 * size, base)]), "#d9573f" if x < 260 else "#3f6fae")
        c.oval(x, base - 68 * size, 8 * size, 10 * size, "#e0b090")
        c.oval(x, base - 75 * size, 17 * size, 5 * size, "#efe0b4")


@scene(800, 600)
def hot_springs(c):
    """Steam from the ground on the shore of a lake in the crater of Furnas."""
    c.wash("#8fb8d0", "#cfe0e2", "#f0f0e6", bottom=260)
    ridge(c, 190, 60, "#5f8f70", "#9fbf9a", 130, roughness=0.5)
    ridge(c, 250, 36, "#3f7550", "#7fa878", 100, roughness=0.5)
    c.rect(0, 320, 800, 420, Fade("#a9cfc4", "#5f9a94"))
    c.reflect(322, "#5f9a94", 0.5, ripple=3, bottom=420)
    chapel(c, 650, 322)
    ground = smooth([(-20, 420), (160, 396), (380, 408), (600, 396), (820, 416)]) + [(820, 620), (-20, 620)]
    c.fill(ground, Fade("#c9b79a", "#9a8468", "#7a6650"))
    c.texture(ground, "#f2e6c8", 0.5, grain=(50, 16))
    c.texture(ground, "#5a4a3c", 0.35, grain=(30, 12))
    for x, y, across in ((170, 470, 72), (420, 500, 96), (650, 462, 60), (300, 560, 60)):
        c.oval(x, y, across, across * 0.3, "#6f6252")
        c.oval(x, y + 3, across * 0.86, across * 0.24, Fade("#dfe9e4", "#8fa6a8"))
        for k in range(9):
            rise = 20 + k * 32
            c.oval(x + 26 * math.sin(k * 0.9 + x) + k * 5, y - rise, 22 + k * 7, 18 + k * 5, "#ffffff", 0.34, blur=9)
    for k in range(5):
        x = 490 + k * 34
        c.oval(x, 560 + 5 * (k % 2), 15, 9, Fade("#b58f66", "#6f5038"))
        c.stroke([(x, 558), (x, 540)], 2.4, "#4a3a30")
        c.rect(x - 7, 532, x + 7, 541, "#fff6dc")


def chapel(c, x, base):
    stone = Fade("#8a8078", "#5f5852")
    c.rect(x - 34, base - 54, x + 34, base, stone)
    c.fill([(x - 38, base - 54), (x, base - 92), (x + 38, base - 54)], "#4f4a48")
    c.fill([(x + 22, base - 60), (x + 30, base - 134), (x + 38, base - 60)], "#4a4542")
    for dx in (-18, 0, 18):
        c.rect(x + dx - 4, base - 40, x + dx + 4, base - 16, "#e6d29a")


@scene(600, 800)
def arnel(c):
    """The white lighthouse above the cliffs in the north-east."""
    c.wash("#4f8fcf", "#a4cdea", "#eef2e8", bottom=420)
    for x, y, wide in ((140, 130, 190), (450, 90, 210)):
        cloud(c, x, y, wide, alpha=0.85)
    c.rect(0, 360, 600, 800, Fade("#7fb8da", "#2f7aae", "#1f5a8c"))
    ripples(c, 370, 780, "#e6f6fa", 90, 0.3)
    far = smooth([(340, 430), (420, 330), (500, 280), (620, 250)])
    c.fill(far + [(620, 470), (340, 440)], Fade("#5f8f66", "#3f6650"))
    near = smooth([(-20, 330), (90, 346), (200, 400), (300, 450), (360, 540), (340, 640), (400, 720), (420, 820)])
    c.fill(near + [(-20, 820)], Fade("#7fb055", "#5f7a44", "#4a4038", "#33302f"))
    c.texture(near + [(-20, 820)], "#2f3a28", 0.45, grain=(30, 40))
    c.stroke(smooth([(362, 540), (344, 640), (404, 720), (424, 820)]), 12, "#ffffff", 0.7, blur=3)
    c.rect(70, 330, 250, 420, Fade("#fdfbf4", "#dcd8cc"))
    c.fill([(60, 332), (84, 300), (236, 300), (260, 332)], "#c8623f")
    for k in range(4):
        c.rect(92 + k * 40, 354, 110 + k * 40, 384, "#4f6a80")
    c.fill([(140, 190), (190, 190), (200, 400), (130, 400)], Fade("#ffffff", "#c9cfd2", sideways=True))
    c.rect(128, 178, 202, 190, "#33343a")
    c.rect(146, 136, 184, 178, "#fff3c0")
    c.fill([(140, 138), (190, 138), (165, 108)], "#c23a30")
    for _ in range(30):
        bush(c, c.random.uniform(0, 240), c.random.uniform(440, 560), c.random.uniform(14, 24), ("#d85f8f", "#f08fb0", mix("#d85f8f", "#ffffff", 0.5), "#3f7a45"))
    flock(c, 400, 250, 80, 7, 12, "#ffffff")
