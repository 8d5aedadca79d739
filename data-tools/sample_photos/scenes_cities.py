"""Scenes from cities."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, glints, ripples, stars, streaks, sun, windows


@scene(900, 1200)
def eiffel_tower(c):
    c.wash("#2b4a7a", "#7d6a9c", "#e58a7c", "#ffc48a", "#ffe3ae", bottom=980)
    streaks(c, 16, 120, 640, "#ffd9b8", 0.4, (160, 520), (3, 10))
    sun(c, 585, 640, 120, "#fff0c4", "#ffcf86", 4)
    rooftops(c, 930, 60, "#c98186", "#e2a08f")
    rooftops(c, 965, 50, "#8d5a72", "#a56a78")
    lattice_tower(c, 450, 1000, 860, "#3a2a45", "#8c5a63")
    for i in range(26):
        x = i * 37 - 10
        size = c.random.uniform(24, 44)
        c.oval(x, 1000 - size * 0.3, size, size * 0.9, Fade("#3c4a4d", "#24313c"))
    c.rect(0, 992, 900, 1020, "#1d2733")
    c.reflect(1012, "#33466b", 0.62, ripple=4, stretch=1.0)
    glints(c, 585, 1020, 1200, "#ffe2a6", (30, 130), 60)
    flock(c, 240, 330, 70, 7, 13, "#3a2a45")


def lattice_tower(c, x, base, height, iron, light):
    """The Eiffel Tower: four curved legs, an arch, two platforms and a spire."""

    def half(t):
        return height * (0.235 * (1 - t) ** 2.6 + 0.012 + 0.022 * (1 - t))

    def at(t):
        return base - height * t

    def member(low, high, inner_low, inner_high):
        steps = [low + (high - low) * k / 14 for k in range(15)]
        for side in (-1, 1):
            outer = [(x + side * half(t), at(t)) for t in steps]
            inner = [
                (x + side * half(t) * (inner_low + (inner_high - inner_low) * k / 14), at(t))
                for k, t in enumerate(steps)
            ]
            shape = outer + inner[::-1]
            c.fill(shape, iron if side > 0 else mix(iron, light, 0.35))
            for k in range(14):
                c.stroke([outer[k], inner[k + 1]], 2, light, 0.55)
                c.stroke([inner[k], outer[k + 1]], 2, light, 0.55)

    member(0, 0.2, 0.5, 0.42)
    member(0.2, 0.42, 0.5, 0.4)
    member(0.42, 0.62, 0.42, 0.0)
    spire = [0.6 + 0.36 * k / 20 for k in range(21)]
    c.fill(mirrored([(x + half(t), at(t)) for t in spire], x), iron)
    for a, b in zip(spire, spire[1:]):
        c.stroke([(x - half(a), at(a)), (x + half(b), at(b))], 1.6, light, 0.6)
        c.stroke([(x + half(a), at(a)), (x - half(b), at(b))], 1.6, light, 0.6)
    arch = [
        (x + math.cos(a) * half(0.03) * 0.56, at(0.03) - math.sin(a) * height * 0.135)
        for a in (math.pi * k / 24 for k in range(25))
    ]
    c.stroke(arch, 9, iron)
    c.stroke(arch, 2, light, 0.7)
    for t, over, thick in ((0.2, 1.12, 18), (0.42, 1.2, 13), (0.95, 1.9, 9)):
        reach = half(t) * over
        c.rect(x - reach, at(t) - thick, x + reach, at(t) + thick * 0.4, iron)
        c.rect(x - reach, at(t) - thick * 0.5, x + reach, at(t) - thick * 0.3, light)
    c.stroke([(x, at(0.95)), (x, at(1.04))], 4, iron)
    for side in (-1, 1):
        foot = x + side * half(0) * 0.76
        c.fill([(foot - 42, base), (foot - 36, base - 26), (foot + 36, base - 26), (foot + 42, base)], iron)


def rooftops(c, base, rise, colour, light):
    """A row of mansard roofs with chimneys."""
    x = -20
    while x < c.width + 20:
        wide, tall = c.random.uniform(50, 100), rise * c.random.uniform(0.6, 1.2)
        c.rect(x, base - tall, x + wide, base + 120, Fade(colour, light))
        c.fill(
            [
                (x - 2, base - tall),
                (x + 8, base - tall - 18),
                (x + wide - 8, base - tall - 18),
                (x + wide + 2, base - tall),
            ],
            mix(colour, "#404060", 0.35),
        )
        c.rect(x + wide * 0.3, base - tall - 32, x + wide * 0.3 + 9, base - tall - 10, colour)
        x += wide


@scene(900, 1200)
def big_ben(c):
    c.wash("#0f2f4f", "#2c5f7c", "#7fa6a0", "#f3cf9b", "#f7b27a", bottom=960)
    c.glow(200, 900, 620, "#ffdf9e", 0.8)
    for x, y, wide in ((190, 330, 330), (700, 210, 300), (770, 520, 360), (120, 600, 260)):
        cloud(c, x, y, wide, "#f8d9b4", 0.55, "#e9a98a")
    stone, shade, gilt = "#c9935a", "#6f4638", "#ffdc8a"
    parliament(c, 945, stone, shade)
    clock_tower(c, 560, 960, stone, shade, gilt)
    c.rect(0, 940, 900, 975, Fade("#4a3336", "#2a2430"))
    for k in range(30):
        c.rect(k * 31 + 6, 928, k * 31 + 10, 942, "#4a3336")
    c.reflect(972, "#20485f", 0.66, ripple=5)
    ripples(c, 980, 1200, "#f6d3a0", 70, 0.22)
    flock(c, 240, 460, 60, 6, 14, "#2a2430")


def parliament(c, base, stone, shade):
    """The long riverside front with its pinnacles and the far square tower."""
    c.rect(70, 560, 170, base, Fade(mix(stone, "#f3cf9b", 0.35), mix(shade, "#f3cf9b", 0.3), sideways=True))
    for x in (70, 170):
        c.fill([(x - 9, 560), (x, 500), (x + 9, 560)], mix(shade, "#f3cf9b", 0.2))
        c.rect(x - 9, 556, x + 9, base, mix(shade, "#f3cf9b", 0.25))
    c.stroke([(120, 560), (120, 470)], 3, shade)
    c.fill([(121, 470), (160, 480), (121, 494)], "#b8433c")
    c.rect(-5, 770, 905, base, Fade(stone, mix(stone, shade, 0.6)))
    for k in range(24):
        x = k * 39 + 4
        c.rect(x - 4, 748, x + 4, base, mix(stone, shade, 0.55))
        c.fill([(x - 5, 750), (x, 722), (x + 5, 750)], mix(stone, shade, 0.7))
        for y in (792, 850):
            c.fill(
                [(x + 11, y + 40), (x + 11, y + 8), (x + 19, y), (x + 28, y + 8), (x + 28, y + 40)],
                "#ffd98a" if c.random.random() < 0.3 else shade,
            )


def clock_tower(c, x, base, stone, shade, gilt):
    half = 74
    c.rect(x - half, 420, x + half, base, Fade(mix(stone, gilt, 0.35), stone, shade, sideways=True))
    for k in range(7):
        px = x - half + 16 + k * (2 * half - 32) / 6
        c.rect(px - 3.5, 462, px + 3.5, base - 30, shade, 0.55)
    for y in (452, 560, 660, 760, 860):
        c.rect(x - half - 4, y, x + half + 4, y + 9, mix(stone, shade, 0.5))
    c.rect(x - 92, 262, x + 92, 440, Fade(mix(stone, gilt, 0.5), stone, shade, sideways=True))
    for y in (256, 432):
        c.rect(x - 100, y, x + 100, y + 14, mix(shade, gilt, 0.25))
    c.oval(x, 350, 76, 76, gilt)
    c.oval(x, 350, 70, 70, "#fff6dc")
    c.oval(x, 350, 46, 46, "#f1dcae", 0.6)
    for hour in range(12):
        turn = math.radians(hour * 30)
        c.stroke(
            [
                (x + 54 * math.cos(turn), 350 + 54 * math.sin(turn)),
                (x + 65 * math.cos(turn), 350 + 65 * math.sin(turn)),
            ],
            4,
            "#2d3348",
        )
    c.stroke([(x, 350), (x - 24, 318)], 7, "#2d3348")
    c.stroke([(x, 350), (x + 10, 292)], 5, "#2d3348")
    c.oval(x, 350, 7, 7, "#2d3348")
    roof, dark = "#4d6670", "#2b3b48"
    c.fill([(x - 96, 258), (x - 56, 190), (x + 56, 190), (x + 96, 258)], Fade(roof, dark, sideways=True))
    c.rect(x - 52, 150, x + 52, 192, Fade(gilt, shade, sideways=True))
    for k in range(6):
        c.rect(x - 46 + k * 17, 158, x - 39 + k * 17, 188, dark)
    c.fill([(x - 58, 152), (x, 30), (x + 58, 152)], Fade(roof, dark, sideways=True))
    c.stroke([(x, 34), (x, 8)], 4, gilt)
    c.oval(x, 26, 6, 6, gilt)
    for side in (-92, 92):
        c.fill([(x + side - 8, 258), (x + side, 205), (x + side + 8, 258)], mix(shade, gilt, 0.3))


@scene(1200, 900)
def new_york(c):
    c.wash("#141b4a", "#4a2f7a", "#b8487f", "#ff8f6b", "#ffd08a", bottom=620)
    streaks(c, 14, 60, 420, "#ff9fa0", 0.35, (200, 560), (4, 12))
    stars(c, 60, until=180)
    sun(c, 320, 560, 70, "#fff0c8", "#ffb070", 5)
    lights = ("#ffe9a8", "#ffd071", "#fff6d8", "#ffb45a", "#9fe0ff")
    towers(c, 620, (60, 230), "#9a4a80", "#d8707a", 0, lights)
    towers(c, 630, (80, 250), "#5a2f6e", "#8a4378", 0.35, lights)
    for x, wide, top in (
        (118, 80, 330),
        (930, 96, 300),
        (1050, 70, 360),
        (250, 66, 400),
        (760, 84, 350),
        (480, 76, 370),
    ):
        tower(c, x, wide, top, "#33215c", "#4b2b68", lights)
    empire(c, 610, 640, lights)
    chrysler(c, 850, 640, lights)
    towers(c, 650, (30, 90), "#1f1746", "#2b1c50", 0.5, lights)
    c.reflect(650, "#1d1a4a", 0.75, ripple=6, stretch=1.5)
    glints(c, 320, 656, 900, "#ffc98a", (40, 180), 90)
    c.fill([(-10, 830), (1210, 806), (1210, 900), (-10, 900)], Fade("#1a1440", "#0c0a26"))
    for k in range(9):
        x, y = 60 + k * 140, 826 - k * 2.8
        c.stroke([(x, y), (x, y - 54)], 4, "#0c0a26")
        c.glow(x, y - 58, 46, "#ffd28a", 0.7)
        c.oval(x, y - 58, 6, 6, "#fff2cf")
    c.stroke([(-10, 806), (1210, 782)], 4, "#0c0a26")
    for k in range(80):
        c.stroke([(k * 15, 806 - k * 0.3), (k * 15, 830 - k * 0.3)], 2, "#0c0a26")


def towers(c, base, heights, colour, light, share, lights):
    x = -10
    while x < c.width:
        wide, tall = c.random.uniform(34, 74), c.random.uniform(*heights)
        c.rect(x, base - tall, x + wide, base + 30, Fade(light, colour))
        if c.random.random() < 0.3:
            c.rect(x + wide * 0.3, base - tall - 16, x + wide * 0.7, base - tall, colour)
        if share:
            windows(c, x + 6, base - tall + 8, x + wide - 6, base - 4, (7, 9), (8, 10), lights, share)
        x += wide + 1


def tower(c, x, wide, top, colour, light, lights):
    c.rect(x - wide / 2, top, x + wide / 2, 655, Fade(light, colour, mix(colour, "#000020", 0.4), sideways=True))
    c.rect(x - wide * 0.3, top - 22, x + wide * 0.3, top, colour)
    windows(c, x - wide / 2 + 7, top + 12, x + wide / 2 - 6, 640, (8, 11), (8, 10), lights, 0.5)


def empire(c, x, base, lights):
    body = Fade("#8a4a86", "#3f2464", "#241548", sideways=True)
    for half, top in ((78, 430), (60, 330), (44, 225), (30, 196), (18, 168)):
        c.rect(x - half, top, x + half, base + 10, body)
    c.fill([(x - 11, 168), (x - 6, 120), (x + 6, 120), (x + 11, 168)], "#ffd28a")
    c.stroke([(x, 122), (x, 50)], 4, "#ffe6b8")
    c.glow(x, 150, 90, "#ffdf9a", 0.5)
    for half, top, foot in ((36, 236, 330), (52, 340, 430), (70, 440, 640)):
        windows(c, x - half, top, x + half, foot, (5, 10), (7, 7), lights, 0.6)


def chrysler(c, x, base, lights):
    c.rect(x - 44, 380, x + 44, base + 10, Fade("#7a4486", "#38205c", "#20123f", sideways=True))
    windows(c, x - 36, 392, x + 38, base, (5, 9), (7, 7), lights, 0.55)
    crown = smooth([(x + 44, 384), (x + 36, 330), (x + 20, 270), (x + 8, 210), (x, 120)])
    c.fill(mirrored(crown[::-1], x), Fade("#fff0d0", "#d89a9a", "#7a4a86"))
    for level, wide in ((366, 34), (334, 28), (304, 21), (278, 14)):
        arch = [
            (x + wide * math.cos(a), level - wide * 1.1 * math.sin(a)) for a in (math.pi * k / 14 for k in range(15))
        ]
        c.stroke(arch, 3.5, "#5a3270")
        for a in (0.5, 1.05, 1.57, 2.1, 2.64):
            px, py = x + wide * 0.7 * math.cos(a), level - wide * 0.75 * math.sin(a)
            c.fill([(px - 4, py + 5), (px, py - 6), (px + 4, py + 5)], "#fff2b8")
