"""The twenty pictures of one lantern festival, each a different moment seen from one spot."""

import math

from .canvas import Fade, mirrored, mix, smooth
from .scenery import scene
from .shapes import stars

BURSTS = ("#ff6f5f", "#ffd25f", "#6fd8ff", "#ff8fd0", "#9fff8f", "#c49fff")


def moment(number):
    """The scene of a picture of the series, by its number from 1."""

    @scene(800, 600)
    def draw(c):
        c.wash("#0c0f33", "#241a55", "#5a2a6a", "#b5506a", bottom=480)
        stars(c, 70, until=260)
        for _ in range((number * 7) % 4):
            firework(
                c,
                c.random.uniform(120, 680),
                c.random.uniform(80, 220),
                c.random.uniform(60, 120),
                c.random.choice(BURSTS),
            )
        temple(c, 400, 470)
        c.rect(0, 462, 800, 480, "#150d2c")
        for _ in range(10 + number):
            near = c.random.random() ** 1.6
            lantern(c, c.random.uniform(20, 780), 430 - c.random.random() * 400 * (0.5 + number / 40), 8 + 26 * near)
        c.reflect(476, "#1a1240", 0.7, ripple=4, stretch=1.6)
        for _ in range(6 + (number * 5) % 9):
            candle_boat(c, c.random.uniform(20, 780), c.random.uniform(500, 585))
        for k in range(number % 5):
            watcher(c, 90 + k * 150 + c.random.uniform(-40, 40), 612, c.random.uniform(0.9, 1.2))

    return draw


def temple(c, x, base):
    """A bell-shaped pagoda between tiered roofs, dark against the afterglow."""
    gold, dark = "#f2b04a", "#3a1c4a"
    spire = smooth(
        [
            (x, base - 300),
            (x + 5, base - 220),
            (x + 12, base - 180),
            (x + 26, base - 150),
            (x + 44, base - 96),
            (x + 62, base - 60),
        ]
    )
    c.fill(mirrored(spire, x), Fade(gold, "#c4703f", dark))
    for half, top in ((74, 62), (90, 44), (108, 24)):
        c.rect(x - half, base - top, x + half, base - top + 22, Fade("#c4703f", dark))
    for side in (-1, 1):
        for k, wide in enumerate((92, 66, 42)):
            px, y = x + side * 210, base - 30 - k * 34
            eave = smooth(
                [(px + wide * 1.15, y - 4), (px + wide * 0.7, y - 10), (px + wide * 0.2, y - 46), (px, y - 56)]
            )
            c.fill(mirrored(eave[::-1], px), Fade("#c4603f", "#4a1f4a"))
        c.rect(x + side * 210 - 70, base - 34, x + side * 210 + 70, base, "#2a1438")
        for k in range(5):
            c.rect(x + side * 210 - 54 + k * 24, base - 24, x + side * 210 - 44 + k * 24, base, "#ffc45f")
    for k in range(9):
        px = k * 100 + 10 * math.sin(k * 3)
        c.oval(px, base, 60, 22 + 10 * math.sin(k * 1.7), "#150d2c")


def lantern(c, x, y, size):
    c.glow(x, y, size * 3.2, "#ffa040", 0.5)
    body = mirrored(
        smooth(
            [
                (x, y - size * 1.25),
                (x + size * 0.62, y - size * 1.1),
                (x + size * 0.82, y - size * 0.3),
                (x + size * 0.52, y + size * 0.9),
            ]
        ),
        x,
    )
    c.fill(body, Fade("#ff9a3f", "#ffc860", "#fff6c8"))
    c.oval(x, y + size * 0.9, size * 0.52, size * 0.12, "#fffbe6")


def firework(c, x, y, radius, tone):
    c.glow(x, y, radius * 1.5, tone, 0.4)
    count = 26
    for k in range(count):
        turn = 2 * math.pi * k / count + c.random.uniform(-0.06, 0.06)
        reach = radius * c.random.uniform(0.75, 1.0)
        tip = (x + reach * math.cos(turn), y + reach * math.sin(turn) + reach * 0.14)
        c.stroke(
            smooth(
                [
                    (x + reach * 0.25 * math.cos(turn), y + reach * 0.25 * math.sin(turn)),
                    (x + reach * 0.7 * math.cos(turn), y + reach * 0.66 * math.sin(turn)),
                    tip,
                ],
                5,
            ),
            1.8,
            mix(tone, "#ffffff", 0.25),
        )
        c.oval(*tip, 2.6, 2.6, "#ffffff")


def candle_boat(c, x, y):
    size = 5 + 9 * (y - 500) / 85
    c.glow(x, y - size, size * 4, "#ffb04a", 0.5)
    for k in range(5):
        turn = math.pi * (0.1 + 0.2 * k)
        c.oval(
            x + size * math.cos(turn),
            y - size * 0.3 * math.sin(turn),
            size * 0.5,
            size * 0.35,
            "#e85f9a" if k % 2 else "#5fa85a",
        )
    c.oval(x, y - size * 0.9, size * 0.18, size * 0.5, "#fff6c8")


def watcher(c, x, base, size):
    dark = "#0a0722"
    c.fill(
        smooth(
            [
                (x - 44 * size, base),
                (x - 40 * size, base - 62 * size),
                (x - 16 * size, base - 84 * size),
                (x + 16 * size, base - 84 * size),
                (x + 40 * size, base - 62 * size),
                (x + 44 * size, base),
            ]
        ),
        dark,
    )
    c.oval(x, base - 104 * size, 20 * size, 24 * size, dark)
