"""Scenes from a walk through Helsinki; each number is another moment of the same place."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, ripples

SKIES = (("#3f86c9", "#8fc0e6", "#dff0f7"), ("#4a7fb8", "#9cc3dd", "#f2e9d8"), ("#2f77bd", "#7fb6e0", "#cfe8f5"))
STONES = ("#e8c98a", "#d99a6c", "#e6d9c0", "#c9806a", "#f0dba8")


def sky(c, number, bottom):
    c.wash(*SKIES[number - 1], bottom=bottom)
    for _ in range(3):
        cloud(c, c.random.uniform(60, 740), c.random.uniform(60, 200), c.random.uniform(120, 240), alpha=0.75)


def houses(c, base, tops, width=(90, 150)):
    """A row of houses with rows of windows."""
    x = -20
    while x < c.width:
        wide, top = c.random.uniform(*width), base - c.random.uniform(*tops)
        tone = c.random.choice(STONES)
        c.rect(x, top, x + wide, base, Fade(tone, mix(tone, "#6a4a3a", 0.25)))
        c.rect(x - 3, top - 8, x + wide + 3, top, mix(tone, "#4a4a55", 0.5))
        for row in range(int((base - top - 20) // 38)):
            for column in range(int((wide - 12) // 26)):
                left, y = x + 12 + column * 26, top + 14 + row * 38
                c.rect(left, y, left + 12, y + 22, "#5f7486", 0.85)
        x += wide


def walker(c, x, base, size, coat):
    c.fill(smooth([(x - 9 * size, base), (x - 8 * size, base - 34 * size), (x, base - 44 * size),
                   (x + 8 * size, base - 34 * size), (x + 9 * size, base)]), coat)  # fmt: skip
    c.oval(x, base - 52 * size, 6 * size, 8 * size, mix(coat, "#e0b090", 0.7))


def walkers(c, count, near, far):
    for _ in range(count):
        base = c.random.uniform(far, near)
        coat = c.random.choice(("#33415c", "#8a3b3b", "#3f6b57", "#c9a24a", "#50406a"))
        walker(c, c.random.uniform(20, c.width - 20), base, 0.5 + (base - far) / (near - far), coat)


def station(number):
    """The granite front of the railway station, with its arch and its clock tower."""

    @scene(800, 600)
    def draw(c):
        sky(c, number, 470)
        granite, shade, copper = "#c9a08a", "#8a6458", "#6fa593"
        x = 610 if number == 1 else 240
        c.rect(x - 42, 110, x + 42, 470, Fade(granite, shade, sideways=True))
        c.fill(mirrored([(x + 46, 112), (x + 36, 84), (x + 18, 62), (x + 8, 40), (x, 20)][::-1], x), copper)
        c.oval(x, 170, 26, 26, "#f7f0dc")
        c.stroke([(x, 170), (x + 4 + 6 * number, 158)], 3, "#3a2f2f")
        c.stroke([(x, 170), (x, 150)], 2.5, "#3a2f2f")
        c.rect(0, 290, 800, 480, Fade(granite, shade))
        arch = [(400 + 150 * math.cos(a), 400 - 190 * math.sin(a)) for a in (math.pi * k / 20 for k in range(21))]
        c.fill(arch + [(250, 480), (550, 480)], mix(granite, "#fff0dc", 0.3))
        inner = [(400 + (px - 400) * 0.8, 404 + (py - 400) * 0.8) for px, py in arch]
        c.fill(inner + [(280, 480), (520, 480)], "#4a5f70")
        for k in range(7):
            c.rect(290 + k * 34, 260, 294 + k * 34, 480, granite, 0.7)
        for k in range(5):
            for side in (20, 600):
                c.rect(side + k * 40, 330, side + 22 + k * 40, 440, shade)
        c.rect(0, 476, 800, 600, Fade("#a8a09a", "#7f7a78"))
        walkers(c, 9 + 3 * number, 590, 490)

    return draw


def tram(number):
    """A green and yellow tram between houses."""

    @scene(800, 600)
    def draw(c):
        sky(c, number, 400)
        houses(c, 450, (190, 300) if number == 2 else (110, 190))
        c.rect(0, 450, 800, 600, Fade("#9a958f", "#6f6b6a"))
        for y in (512, 548):
            c.rect(0, y, 800, y + 3, "#4a4848")
        left = 120 if number == 1 else 250
        c.stroke([(0, 248), (800, 236)], 1.5, "#3a3a40")
        c.stroke([(left + 160, 322), (left + 190, 282), (left + 220, 244)], 3, "#3a3a40")
        c.rect(left, 330, left + 430, 520, Fade("#f3d98a", "#e6c25a"))
        c.rect(left, 330, left + 430, 346, "#3f7a4a")
        c.rect(left, 440, left + 430, 516, Fade("#3f8a55", "#2a5f3c"))
        for k in range(6):
            c.rect(left + 14 + k * 70, 360, left + 66 + k * 70, 428, Fade("#bfe0ee", "#5a7a8c"))
        c.rect(left + 172, 360, left + 238, 512, "#2f4a3a")
        c.oval(left + 416, 480, 9, 9, "#fff6d0")
        for k in (80, 330):
            c.oval(left + k, 520, 22, 16, "#26262a")
        walkers(c, 7, 596, 556)

    return draw


def cathedral(number):
    """The white cathedral above its steps: from the square, and from the steps."""

    @scene(800, 600)
    def draw(c):
        sky(c, number, 520)
        white, grey, green, size = "#fbf7ee", "#b9b7b4", "#5fa08c", (0.8, 0.95, 1.35)[number - 1]
        x, base = (400, 340, 420)[number - 1], (400, 410, 500)[number - 1]

        def at(points):
            return [(x + px * size, base + py * size) for px, py in points]

        def block(left, top, right, bottom, paint):
            c.fill(at([(left, top), (right, top), (right, bottom), (left, bottom)]), paint)

        for side in (-150, 150):
            block(side - 30, -150, side + 30, -90, Fade(white, grey, sideways=True))
            dome(c, *at([(side, -150)])[0], 30 * size, green)
        block(-190, -100, 190, 0, Fade(white, grey, sideways=True))
        block(-62, -230, 62, -90, Fade(white, grey, sideways=True))
        dome(c, *at([(0, -230)])[0], 62 * size, green)
        c.fill(at([(-100, -112), (0, -152), (100, -112)]), white)
        block(-100, -114, 100, -104, grey)
        for k in range(6):
            block(-92 + k * 34, -104, -78 + k * 34, 0, Fade("#ffffff", grey, sideways=True))
        steps = max(round((520 - base) / 8), 4)
        c.rect(0, min(base, 516), 800, 600, Fade("#b0a898", "#857d74"))
        for k in range(steps):
            y = base + k * 8
            c.rect(x - 240 * size - k * 5, y, x + 240 * size + k * 5, y + 8, "#d9d2c6" if k % 2 else "#b5aca0")
        walkers(c, 6 + 4 * number, 592, 530)
        flock(c, 140, 120, 50, 5, 11, "#4a5560")

    return draw


def dome(c, x, y, radius, green):
    curve = [(x + radius * math.cos(a), y - radius * 1.1 * math.sin(a)) for a in (math.pi * k / 20 for k in range(21))]
    c.fill(curve, Fade(mix(green, "#ffffff", 0.35), green, mix(green, "#203030", 0.35), sideways=True))
    c.rect(x - radius * 0.12, y - radius * 1.45, x + radius * 0.12, y - radius * 1.05, "#fbf7ee")
    c.stroke([(x, y - radius * 1.45), (x, y - radius * 1.8)], max(1.5, radius * 0.05), "#e0b84a")


def harbour(number):
    """The harbour with its ferry, and in the first picture the tents of the market."""

    @scene(800, 600)
    def draw(c):
        sky(c, number, 330)
        houses(c, 330, (40, 90), (60, 110))
        c.rect(0, 330, 800, 350, Fade("#9a9188", "#6f6862"))
        dome(c, 640 - 120 * number, 262, 22, "#5fa08c")
        ferry(c, 260 + 110 * number, 352, 1.1 + 0.15 * number)
        c.reflect(350, "#3f6f8f", 0.6, ripple=4)
        ripples(c, 356, 600, "#e6f4fa", 80, 0.3)
        flock(c, 300, 130, 120, 4 + 3 * number, 16, "#f7f7f7")
        if number == 1:
            c.rect(0, 470, 800, 600, Fade("#a39a90", "#7d756d"))
            for k in range(5):
                tent(c, 70 + k * 165, 500 + 16 * (k % 2))
            walkers(c, 12, 592, 520)
        else:
            c.rect(0, 560, 800, 600, Fade("#8f877f", "#6f6862"))
            for k in range(6):
                c.rect(60 + k * 140, 536, 78 + k * 140, 570, "#4a4542")

    return draw


def ferry(c, x, y, size):
    hull = [(-190, -30), (200, -30), (170, 0), (-170, 0)]
    c.fill([(x + px * size, y + py * size) for px, py in hull], Fade("#ffffff", "#c4d0da"))
    c.rect(x - 190 * size, y - 36 * size, x + 198 * size, y - 28 * size, "#2f5f9a")
    for level, half in enumerate((165, 140, 100)):
        top = y - (54 + 20 * level) * size
        c.rect(x - half * size, top, x + half * size, top + 20 * size, Fade("#ffffff", "#dfe6ec"))
        for k in range(half // 10):
            left = x + (8 - half + k * 20) * size
            c.rect(left, top + 6 * size, left + 10 * size, top + 13 * size, "#4a6478")
    c.rect(x + 40 * size, y - 124 * size, x + 74 * size, y - 92 * size, Fade("#d9483f", "#a8322f"))


def tent(c, x, base):
    c.rect(x - 52, base - 44, x + 52, base, Fade("#5a4a40", "#8a6f55"))
    for k in range(8):
        left = x - 64 + k * 16
        c.fill([(x - 32 + k * 8, base - 92), (x - 24 + k * 8, base - 92), (left + 16, base - 44), (left, base - 44)],
               "#e8722f" if k % 2 else "#fff4e4")  # fmt: skip
    for k in range(9):
        tone = c.random.choice(("#c9303f", "#3f6fb0", "#e0b030", "#5a9a4a"))
        c.oval(x - 44 + k * 11, base - 6, 6, 6, tone)


def park(number):
    """A statue: beneath the limes of the avenue, or before the houses of a square."""

    @scene(800, 600)
    def draw(c):
        sky(c, number, 420)
        houses(c, 440, (150, 260))
        c.rect(0, 430, 800, 600, Fade("#7fae5f", "#4f8a45") if number == 1 else Fade("#aaa39a", "#7d7771"))
        if number == 1:
            c.fill([(360, 430), (440, 430), (620, 600), (180, 600)], Fade("#e6d6b0", "#c9b48a"))
            for x, y, size in ((60, 450, 1), (180, 436, 0.8), (640, 438, 0.8), (760, 452, 1)):
                lime(c, x, y, size)
        bronze = Fade("#5f7a6a", "#2f3f38")
        c.rect(340, 370, 460, 470, Fade("#b08a7a", "#7a5a50"))
        for x in (400,) if number == 1 else (366, 402, 438):
            c.fill(smooth([(x - 20, 370), (x - 22, 310), (x - 12, 262), (x, 254), (x + 12, 262), (x + 22, 310), (x + 20, 370)]), bronze)
            c.oval(x, 244, 11, 14, bronze)
            if number == 2:
                c.stroke([(x + 10, 280), (x + 26, 240 - (x % 3) * 8)], 6, "#3f5248")
        walkers(c, 9, 592, 500)

    return draw


def lime(c, x, base, size):
    c.rect(x - 8 * size, base - 120 * size, x + 8 * size, base, "#5a4434")
    for _ in range(14):
        px, py = x + c.random.uniform(-70, 70) * size, base - c.random.uniform(110, 300) * size
        c.oval(px, py, 44 * size, 36 * size, c.random.choice(("#4f8f45", "#67a653", "#3f7a3f")))
