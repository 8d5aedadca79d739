"""Scenes from a year at home in Lisbon, and from a day at Nazaré."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, glints, ridge, ripples, stars, streaks, sun

WALLS = ("#f4ead6", "#f0d9a8", "#e9b9a0", "#d9e4ea", "#f7f2e6", "#e8c27a")
TILES = ("#c8623f", "#b5533a", "#d4744a")


def house(c, x, wide, top, base, size=1.0):
    """A narrow house with a tiled roof, and windows with balconies."""
    wall = c.random.choice(WALLS)
    c.rect(x, top, x + wide, base, Fade(wall, mix(wall, "#8a6a5a", 0.25)))
    roof = c.random.choice(TILES)
    c.fill([(x - 4, top), (x + 8 * size, top - 16 * size), (x + wide - 8 * size, top - 16 * size), (x + wide + 4, top)], roof)
    for row in range(int((base - top - 14 * size) // (46 * size))):
        for column in range(int((wide - 8 * size) // (28 * size))):
            left, y = x + (10 + column * 28) * size, top + (14 + row * 46) * size
            c.rect(left, y, left + 13 * size, y + 26 * size, "#4f6a80", 0.9)
            c.stroke([(left - 3 * size, y + 27 * size), (left + 16 * size, y + 27 * size)], 2.4 * size, "#3f3a3a")


@scene(600, 800)
def tram(c):
    """The yellow tram in a steep street of Alfama."""
    c.wash("#3f8fd6", "#9fcdf0", "#f3efe0", bottom=420)
    cloud(c, 330, 130, 170, alpha=0.8)
    for x, wide, top in ((-30, 100, 150), (70, 70, 230), (140, 56, 290), (196, 44, 330)):
        house(c, x, wide, top, 720, 1.1)
    for x, wide, top in ((520, 110, 120), (440, 80, 210), (382, 58, 280), (340, 42, 330)):
        house(c, x, wide, top, 720, 1.1)
    c.rect(0, 660, 600, 800, Fade("#cfc6b8", "#a0968a"))
    c.fill([(240, 400), (342, 400), (640, 800), (-40, 800)], Fade("#b9aea2", "#7d736b"))
    for side in (-1, 1):
        c.stroke([(291 + side * 22, 400), (300 + side * 150, 800)], 5, "#5a5450")
    c.stroke([(40, 250), (291, 330), (560, 236)], 1.6, "#3a3a40")
    yellow, cream = "#f2b91f", "#fdf3da"
    c.oval(296, 682, 150, 16, "#4a423c", 0.55, blur=6)
    c.fill([(176, 420), (416, 420), (430, 680), (162, 680)], Fade(cream, cream, yellow, yellow))
    c.fill([(168, 424), (190, 392), (402, 392), (424, 424)], Fade("#f7efe0", "#c9bca6"))
    c.rect(224, 396, 368, 418, "#2f2f35")
    for k in range(6):
        c.rect(240 + k * 20, 401, 252 + k * 20, 413, "#ffdf8a")
    for left, right in ((190, 256), (264, 330), (338, 404)):
        c.rect(left, 440, right, 530, Fade("#bfe0ee", "#5f7f92"))
        c.stroke([(left + 8, 520), (left + 34, 448)], 5, "#ffffff", 0.35)
    c.rect(166, 552, 426, 562, "#8a3a24")
    c.oval(296, 602, 21, 21, "#fff6d0")
    c.oval(296, 602, 13, 13, "#fffdf2")
    c.rect(150, 664, 442, 682, "#3a3536")
    flock(c, 300, 250, 60, 6, 11, "#4a5560")


def bridge(number):
    """The red bridge over the Tagus: in the evening light, and in morning mist."""

    @scene(800, 600)
    def draw(c):
        evening = number == 1
        if evening:
            c.wash("#2f4f8a", "#8f7fb0", "#f2a07f", "#ffd49a", bottom=380)
            sun(c, 610, 322, 34, "#fff3d0", "#ffcf86", 6)
        else:
            c.wash("#a9c4d9", "#d9e4ea", "#f7ecd9", bottom=380)
            sun(c, 180, 210, 30, "#fffdf4", "#fff0cc", 5)
        ridge(c, 356, 22, "#6a6f98" if evening else "#a4b4bf", "#c99a9a" if evening else "#d9dfe0", 60)
        c.rect(0, 380, 800, 600, Fade("#c98a86", "#4f5f8f", "#27406f") if evening else Fade("#c9d6da", "#8fb0bf", "#5f8a9f"))
        tall = 12 if evening else -8
        pillar(c, 640, 250, 372, "#d9cbb8" if evening else "#e6e6e0", tall)
        red, dark = ("#c23f2c", "#6f2230") if evening else ("#b8605a", "#8a5f66")
        deck = [(-10, 322), (810, 300)]
        for a, b, top_a, top_b, sag in ((150, 520, 96, 120, 190), (-160, 150, 330, 96, 60), (520, 860, 120, 312, 40)):
            line = [(a + (b - a) * t, top_a + (top_b - top_a) * t + sag * 4 * t * (1 - t)) for t in (k / 30 for k in range(31))]
            for x, y in line[1:-1]:
                road = 322 - (x + 10) * 22 / 820
                if y < road:
                    c.stroke([(x, y), (x, road)], 1.2, red, 0.7)
            c.stroke(line, 3.6, red)
        for x, top in ((150, 90), (520, 114)):
            for side in (-11, 11):
                c.fill([(x + side - 4, top), (x + side + 4, top), (x + side * 1.35 + 5, 400), (x + side * 1.35 - 5, 400)], Fade(red, dark))
            for k in range(6):
                y = top + 14 + k * 34
                c.stroke([(x - 12, y), (x + 12, y + 28)], 2, dark)
                c.stroke([(x + 12, y), (x - 12, y + 28)], 2, dark)
            c.rect(x - 26, 392, x + 26, 408, "#8f8a88")
        c.stroke(deck, 9, Fade(red, dark))
        c.stroke([(x, y + 12) for x, y in deck], 4, dark)
        if evening:
            glints(c, 610, 384, 600, "#ffe2a6", (30, 120), 80)
        else:
            streaks(c, 26, 340, 420, "#ffffff", 0.75, (200, 460), (6, 15))
            streaks(c, 8, 170, 260, "#ffffff", 0.4, (200, 420), (5, 12))
        ripples(c, 400, 600, "#ffe9cf" if evening else "#f4fafa", 70, 0.25)
        boat(c, 300 if evening else 560, 500 if evening else 470, 1.0 if evening else 0.75)
        flock(c, 400, 190, 120, 7, 12, "#3f3f5a" if evening else "#7f8f9a")

    return draw


def pillar(c, x, top, base, stone, tall):
    """The statue of Christ on its gate above the southern bank."""
    c.rect(x - 15, top + 38 - tall, x - 5, base, stone)
    c.rect(x + 5, top + 38 - tall, x + 15, base, stone)
    c.rect(x - 18, top + 32 - tall, x + 18, top + 40 - tall, stone)
    c.rect(x - 3, top - tall, x + 3, top + 32 - tall, stone)
    c.rect(x - 17, top + 8 - tall, x + 17, top + 12 - tall, stone)
    c.oval(x, top - 3 - tall, 3.4, 4.4, stone)


def boat(c, x, y, size):
    c.oval(x, y + 4 * size, 62 * size, 5 * size, "#20304a", 0.4, blur=3)
    c.fill([(x - 56 * size, y - 16 * size), (x + 60 * size, y - 16 * size), (x + 44 * size, y), (x - 44 * size, y)], Fade("#ffffff", "#c9d2da"))
    c.rect(x - 34 * size, y - 38 * size, x + 36 * size, y - 16 * size, Fade("#f7f3ea", "#d9d6cf"))
    for k in range(6):
        c.rect(x + (-28 + k * 11) * size, y - 32 * size, x + (-21 + k * 11) * size, y - 23 * size, "#3f5a72")
    c.rect(x - 56 * size, y - 18 * size, x + 60 * size, y - 14 * size, "#d9762f")


@scene(800, 600)
def belem_tower(c):
    """The white tower in the river, with its bastion."""
    c.wash("#2f7fc9", "#8fc4ea", "#e9f2f2", bottom=420)
    for x, y, wide in ((130, 120, 220), (640, 90, 180), (700, 190, 140)):
        cloud(c, x, y, wide, alpha=0.85)
    ridge(c, 372, 10, "#7f9f9a", "#bfd0cf", 40)
    c.rect(0, 390, 800, 600, Fade("#8fb8d0", "#3f7fa6", "#2a5f86"))
    stone, shade = "#f7efdc", "#b9a98c"
    c.fill([(120, 350), (430, 350), (450, 452), (104, 452)], Fade(stone, shade))
    battlements(c, 118, 432, 350, stone)
    for k in range(6):
        c.oval(156 + k * 50, 398, 10, 12, "#5a5248")
    for x in (120, 432):
        turret(c, x, 350, 17, stone, shade)
    c.rect(380, 150, 570, 452, Fade(stone, stone, shade, sideways=True))
    battlements(c, 378, 572, 150, stone)
    for x in (380, 570):
        turret(c, x, 150, 18, stone, shade)
    c.rect(418, 96, 532, 150, Fade(stone, shade, sideways=True))
    battlements(c, 416, 534, 96, stone)
    for x in (418, 532):
        turret(c, x, 98, 11, stone, shade)
    c.rect(400, 262, 550, 270, shade)
    for k in range(7):
        c.rect(406 + k * 21, 228, 418 + k * 21, 262, "#6f665a")
        c.oval(412 + k * 21, 230, 6, 8, "#6f665a")
    for x, y in ((440, 190), (510, 190), (440, 320), (510, 320), (475, 390)):
        c.rect(x - 8, y - 16, x + 8, y + 16, "#6a6054")
        c.oval(x, y - 16, 8, 9, "#6a6054")
    c.reflect(452, "#3f7fa6", 0.55, ripple=4)
    ripples(c, 458, 600, "#eaf6fa", 90, 0.35)
    sand = smooth([(540, 600), (600, 552), (690, 520), (800, 508)]) + [(800, 600)]
    c.fill(sand, Fade("#ecd9b0", "#cdb488"))
    flock(c, 280, 200, 90, 8, 13, "#f7f7f7")


def battlements(c, left, right, y, stone):
    count = int((right - left) // 18)
    for k in range(count):
        x = left + k * (right - left) / count
        c.fill([(x, y), (x, y - 12), (x + 6, y - 17), (x + 12, y - 12), (x + 12, y)], stone)


def turret(c, x, y, radius, stone, shade):
    """A ribbed dome on a round corner."""
    c.rect(x - radius, y - radius * 1.6, x + radius, y + radius * 1.4, Fade(stone, shade, sideways=True))
    c.fill([(x - radius, y + radius * 1.4), (x + radius, y + radius * 1.4), (x, y + radius * 2.6)], shade)
    c.fill(mirrored([(x + radius * 1.1, y - radius * 1.5), (x + radius * 0.9, y - radius * 2.4), (x, y - radius * 3)][::-1], x), Fade("#ffffff", shade))
    c.rect(x - radius * 0.3, y - radius * 1.1, x + radius * 0.3, y - radius * 0.1, "#6a6054")


@scene(600, 800)
def garlands(c):
    """A night in June: paper garlands and lamps over a stair of Alfama."""
    c.wash("#0f1a40", "#23305f", "#4a3f6f", bottom=500)
    stars(c, 60, until=260)
    for x, wide, top in ((-40, 150, 150), (110, 80, 250), (330, 90, 260), (420, 190, 130)):
        house(c, x, wide, top, 660, 1.3)
    c.rect(0, 656, 600, 800, "#4a4058")
    c.rect(0, 100, 600, 660, "#1a1f4a", 0.55)
    for x, y in ((40, 330), (70, 470), (150, 400), (370, 380), (470, 300), (530, 450), (470, 540)):
        c.rect(x - 12, y - 20, x + 12, y + 20, "#ffd27a")
        c.glow(x, y, 70, "#ffbf66", 0.45)
    c.fill([(190, 520), (330, 520), (560, 800), (20, 800)], Fade("#8a6a6a", "#4f4250"))
    for k in range(9):
        y = 540 + k * k * 3.4
        c.stroke([(190 - k * 19, y), (330 + k * 26, y)], 3 + k * 0.5, "#b58f80", 0.7)
    colours = ("#e8433f", "#f2b91f", "#3fa05a", "#3f7fd0", "#e87fb0", "#f7f2e6")
    for row, (start, end, sag) in enumerate((((-10, 170), (610, 120), 90), ((-10, 270), (610, 300), 80), ((60, 390), (560, 370), 60))):
        line = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t + sag * 4 * t * (1 - t)) for t in (k / 26 for k in range(27))]
        c.stroke(line, 1.6, "#2a2430")
        for k, (x, y) in enumerate(line[1:-1]):
            colour = colours[(k + row) % len(colours)]
            if k % 4 == 2:
                c.glow(x, y + 16, 44, colour, 0.6)
                c.oval(x, y + 16, 13, 16, Fade(mix(colour, "#ffffff", 0.5), colour))
            else:
                c.fill([(x - 10, y), (x + 10, y), (x, y + 24)], colour)
    for x, base, size, coat in ((150, 742, 1.5, "#2f3a66"), (210, 716, 1.3, "#8a3b3b"), (390, 752, 1.55, "#3f6b57"), (330, 690, 1.1, "#c98a3a")):
        c.fill(smooth([(x - 12 * size, base), (x - 11 * size, base - 44 * size), (x, base - 56 * size), (x + 11 * size, base - 44 * size), (x + 12 * size, base)]), coat)
        c.oval(x, base - 66 * size, 8 * size, 10 * size, mix(coat, "#e0a080", 0.75))


@scene(800, 600)
def rooftops(c):
    """The roofs of the old town at sunset, the castle on its hill and the river behind."""
    c.wash("#4f6fae", "#c99ab0", "#ffb583", "#ffe0aa", bottom=300)
    sun(c, 640, 236, 30, "#fff6d8", "#ffcf8a", 6)
    streaks(c, 10, 60, 190, "#ffe0c4", 0.5, (140, 380), (3, 8))
    c.rect(0, 262, 800, 330, Fade("#f2b48f", "#a98fae"))
    ridge(c, 262, 12, "#9a86ae", "#d9a8a8", 24)
    hill = smooth([(60, 380), (150, 270), (240, 214), (390, 206), (470, 250), (560, 350), (600, 400)])
    c.fill(hill + [(600, 620), (60, 620)], Fade("#5f7a4f", "#4a5f44"))
    for _ in range(60):
        c.oval(c.random.uniform(130, 520), c.random.uniform(250, 340), 16, 13, c.random.choice(("#4f6f45", "#5f8050", "#40603f")))
    stone = Fade("#e6b98a", "#a9795f")
    c.rect(216, 176, 420, 240, stone)
    for left, top in ((210, 150), (280, 160), (344, 146), (404, 158)):
        c.rect(left, top, left + 30, 240, stone)
        for k in range(3):
            c.rect(left + k * 11, top - 8, left + 7 + k * 11, top, "#dcae82")
    c.stroke([(359, 146), (359, 112)], 2.4, "#4a3a3a")
    c.fill([(360, 112), (388, 118), (360, 126)], "#3f8a4f")
    for row in range(6):
        y, size = 352 + row * 42, 0.62 + row * 0.13
        x = -40 + 22 * (row % 2)
        while x < 820:
            wide = c.random.uniform(54, 92) * size
            house(c, x, wide, y - c.random.uniform(20, 62) * size, y + 70, size)
            x += wide
    c.rect(0, 300, 800, 600, "#ff9a5f", 0.12)
    flock(c, 520, 150, 100, 7, 11, "#4a3f5a")


@scene(800, 600)
def great_wave(c):
    """Nazaré: the red lighthouse on its fort, and a wave as tall as a house."""
    c.wash("#5f8fb4", "#a9c4d0", "#e6e2d4", bottom=320)
    for x, y, wide in ((600, 90, 240), (380, 140, 160)):
        cloud(c, x, y, wide, "#f4f4f0", 0.7)
    c.rect(0, 300, 800, 600, Fade("#4f8a94", "#2a6f80", "#1a5468"))
    for k in range(5):
        y = 314 + k * 12
        c.stroke(smooth([(x, y + 5 * math.sin(x / 60 + k)) for x in range(300, 860, 40)]), 3 + k * 0.6, "#e6f2f0", 0.6)
    cliff = smooth([(-20, 190), (120, 196), (230, 214), (300, 250), (318, 330), (350, 430), (330, 520)])
    c.fill(cliff + [(260, 610), (-20, 610)], Fade("#c99a66", "#8f6448", "#5a4038"))
    c.texture(cliff + [(260, 610), (-20, 610)], "#4a342c", 0.5, grain=(26, 60))
    c.fill(smooth([(-20, 188), (100, 190), (230, 210), (290, 246)]) + [(180, 226), (-20, 214)], "#7f8a4a")
    c.rect(150, 160, 280, 226, Fade("#f4e6c8", "#c9ab80"))
    for k in range(7):
        c.rect(150 + k * 19, 150, 162 + k * 19, 160, "#f0e0c0")
    c.rect(196, 108, 226, 160, Fade("#e8523f", "#a82f2a", sideways=True))
    c.rect(190, 104, 232, 110, "#8a2a26")
    c.rect(201, 84, 221, 104, "#fff3c4")
    c.fill([(198, 84), (224, 84), (211, 68)], "#c23a30")
    crest = smooth([(330, 520), (420, 400), (500, 300), (580, 236), (660, 222), (730, 262), (760, 330), (810, 380)])
    c.fill(crest + [(820, 620), (300, 620)], Fade("#9fd0c4", "#3f8f94", "#1f6272", "#174c60"))
    for k in range(16):
        x = 420 + k * 24
        c.stroke(smooth([(x + 30, 290 + abs(k - 9) * 16), (x - 6, 420), (x - 60, 590)]), 3, "#d9f2ea", 0.3)
    for x, y in crest[::1]:
        for _ in range(3):
            c.oval(x + c.random.gauss(0, 14), y + c.random.gauss(-4, 10), c.random.uniform(5, 17), c.random.uniform(4, 12), "#ffffff", 0.75)
    for _ in range(120):
        c.oval(c.random.uniform(280, 800), c.random.uniform(540, 600), c.random.uniform(10, 40), c.random.uniform(5, 12), "#ffffff", 0.55)
    c.stroke([(586, 418), (548, 432)], 5, "#f2c22f")
    c.oval(566, 408, 4, 5, "#2a2428")
    c.stroke([(567, 412), (563, 424)], 5, "#d8332f")
    flock(c, 420, 120, 80, 8, 12, "#ffffff")
