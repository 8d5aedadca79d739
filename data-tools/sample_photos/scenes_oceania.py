"""Scenes from Australia, the Pacific and Antarctica."""

import math

from .canvas import Fade, mix, smooth
from .scenery import scene
from .shapes import cloud, flock, glints, palm, ridge, ripples, stars, streaks, sun, windows


@scene(1200, 800)
def opera_house(c):
    c.wash("#3b3f86", "#8f5f9f", "#e8848a", "#ffc08a", bottom=575)
    sun(c, 930, 430, 60, "#fff4d4", "#ffcf8f", 5)
    streaks(c, 14, 60, 360, "#ffc9b8", 0.4, (180, 520), (4, 12))
    arch_bridge(c)
    c.rect(0, 536, 1200, 575, "#7a4a76")
    for k in range(26):
        x, tall, wide = 760 + k * 18, c.random.uniform(20, 120), c.random.uniform(16, 30)
        c.rect(x, 540 - tall, x + wide, 545, Fade("#7a4a82", "#9a5f86"))
        windows(c, x + 3, 546 - tall, x + wide - 2, 536, (3, 4), (4, 6), ["#ffe2a0"], 0.4)
    c.fill([(110, 560), (160, 520), (880, 520), (930, 560)], Fade("#c98f80", "#7a4a60"))
    for k in range(18):
        c.rect(180 + k * 40, 530, 190 + k * 40, 552, "#5a3550", 0.6)
    shells = (
        (690, 522, 120, 140, 1),
        (590, 522, 170, 215, 1),
        (470, 522, 215, 300, 1),
        (330, 522, 160, 190, -1),
        (800, 524, 90, 92, 1),
        (240, 524, 84, 96, -1),
    )
    for x, base, wide, tall, facing in shells:
        shell(c, x, base, wide, tall, facing)
    c.rect(90, 552, 950, 572, Fade("#6a3f58", "#4a2c48"))
    c.reflect(572, "#4a3f7f", 0.75, ripple=6, stretch=1.3)
    glints(c, 930, 580, 800, "#ffdba0", (30, 140), 80)
    harbour_ferry(c, 300, 690, 1.0)
    flock(c, 820, 200, 60, 6, 14, "#3b2f5a")


def shell(c, x, base, wide, tall, facing):
    """One sail: a back that sweeps up to the tip, an open mouth under it."""
    tip = (x + facing * wide * 0.62, base - tall)
    heel, lip = (x - facing * wide * 0.75, base), (x + facing * wide * 0.32, base)
    back = smooth([heel, (x - facing * wide * 0.5, base - tall * 0.45), (x, base - tall * 0.82), tip])
    front = smooth([tip, (x + facing * wide * 0.36, base - tall * 0.55), lip])
    c.fill(back + front, Fade("#fffaf0", "#f7e2d4", "#d9a8a8"))
    with c.inside(back + front):
        for k in range(1, 7):
            t = k / 7
            foot = (heel[0] + (lip[0] - heel[0]) * t, base)
            c.stroke(smooth([foot, (foot[0] + facing * wide * 0.1, base - tall * 0.5), tip]), 1.6, "#c99a9f", 0.55)
    mouth = front + smooth([lip, (x + facing * wide * 0.52, base - tall * 0.4), (tip[0] + facing * 3, tip[1] + 3)])
    c.fill(mouth, Fade("#8a5a78", "#f2b070"))


def arch_bridge(c):
    steel, pale = "#5a4078", "#8a6090"
    top = [(560 + k * 14, 500 - 210 * math.sin(math.pi * (0.08 + 0.84 * k / 44)) + 30) for k in range(45)]
    low = [(560 + k * 14, 520 - 170 * math.sin(math.pi * k / 44)) for k in range(45)]
    for k in range(44):
        c.stroke([top[k], low[k + 1]], 2.2, pale)
        c.stroke([top[k], low[k]], 2.2, steel)
        if k % 2 and low[k][1] < 456:
            c.stroke([low[k], (low[k][0], 456)], 1.6, steel)
    c.stroke(top, 6, steel)
    c.stroke(low, 6, steel)
    c.rect(480, 454, 1260, 466, steel)
    for x in (556, 1180):
        for dx in (-24, 24):
            c.fill(
                [(x + dx - 17, 545), (x + dx - 13, 400), (x + dx + 13, 400), (x + dx + 17, 545)],
                Fade("#d99a8f", "#8a5f7f", sideways=True),
            )


def harbour_ferry(c, x, y, size):
    c.oval(x, y + 12 * size, 130 * size, 6 * size, "#ffe0c8", 0.4, blur=3)
    c.fill(
        [
            (x - 100 * size, y - 12 * size),
            (x + 100 * size, y - 12 * size),
            (x + 80 * size, y + 13 * size),
            (x - 80 * size, y + 13 * size),
        ],
        "#1f4f48",
    )
    c.rect(x - 84 * size, y - 40 * size, x + 84 * size, y - 12 * size, "#f7e2a8")
    c.rect(x - 56 * size, y - 62 * size, x + 56 * size, y - 40 * size, "#fff4d4")
    windows(c, x - 78 * size, y - 34 * size, x + 80 * size, y - 18 * size, (10, 12), (6, 6), ["#4a3f6f"], 1)
    c.rect(x - 9 * size, y - 86 * size, x + 9 * size, y - 62 * size, "#1f4f48")


@scene(1280, 720)
def uluru(c):
    c.wash("#4a4a9a", "#a86aa8", "#f2909a", "#ffc9a0", bottom=480)
    streaks(c, 12, 60, 260, "#ffd4d4", 0.45, (240, 560), (5, 14))
    stars(c, 30, until=140)
    rock = smooth(
        [
            (90, 480),
            (150, 420),
            (210, 330),
            (290, 262),
            (420, 236),
            (560, 222),
            (700, 226),
            (840, 216),
            (980, 240),
            (1070, 300),
            (1130, 390),
            (1190, 440),
            (1220, 480),
        ]
    )
    c.fill(rock, Fade("#ff8a4a", "#d94f30", "#8a2a30"))
    with c.inside(rock):
        for k in range(34):
            x = 130 + k * 33
            c.stroke(
                smooth([(x, 210), (x + c.random.uniform(-8, 14), 330), (x + c.random.uniform(-30, 10), 490)]),
                c.random.uniform(4, 13),
                "#7a2030",
                0.35,
                blur=3,
            )
        c.texture(rock, "#ffc080", 0.35, grain=(60, 26))
        c.texture(rock, "#6a1a2c", 0.4, grain=(26, 120))
        c.fill(smooth([(1000, 200), (1030, 330), (1010, 490)]) + [(1260, 490), (1260, 200)], "#5a1a30", 0.35, blur=8)
    plain = [(0, 470), (1280, 470), (1280, 720), (0, 720)]
    c.fill(plain, Fade("#c9603f", "#a83f30", "#6a2430"))
    c.texture(plain, "#f29a5a", 0.4, grain=(110, 9))
    for _ in range(260):
        near = c.random.random() ** 1.3
        x, y, size = c.random.uniform(-10, 1290), 476 + 250 * near, 5 + 26 * near
        tone = c.random.choice(("#6f8a4f", "#a8a24f", "#4f6f4a", "#d9b868"))
        c.oval(x + size * 0.5, y + size * 0.3, size * 1.4, size * 0.3, "#4a1a28", 0.4)
        c.oval(x, y, size, size * 0.72, Fade(mix(tone, "#fff0a8", 0.3), mix(tone, "#2a1a2a", 0.45)))
    for x, y, tall in ((120, 640, 210), (1170, 610, 160)):
        desert_oak(c, x, y, tall)


def desert_oak(c, x, base, tall):
    c.stroke(smooth([(x, base), (x + 6, base - tall * 0.4), (x - 4, base - tall * 0.8)]), tall * 0.05, "#3a1a24")
    for _ in range(46):
        angle, reach = c.random.uniform(0, 2 * math.pi), c.random.random() ** 0.5
        px, py = x + math.cos(angle) * reach * tall * 0.22, base - tall * 0.66 + math.sin(angle) * reach * tall * 0.34
        c.oval(px, py, tall * 0.05, tall * 0.1, c.random.choice(("#3f5a42", "#55704a", "#2c4438")), 0.9)


@scene(1200, 800)
def reef(c):
    c.wash("#bff2ea", "#3fc4cf", "#1583b0", "#0c4a82", "#0a2c5c")
    for k in range(9):
        x = 80 + k * 140 + c.random.uniform(-40, 40)
        c.fill([(x, -10), (x + 50, -10), (x + 190 + k * 8, 640), (x + 40 + k * 8, 640)], "#e2fff4", 0.14, blur=12)
    for _ in range(60):
        c.oval(
            c.random.uniform(0, 1200), c.random.uniform(0, 26), c.random.uniform(30, 90), 3, "#ffffff", 0.5, blur=1.5
        )
    for level, tone in ((600, "#1a6a9a"), (660, "#12507f")):
        ridge(c, level, 60, tone, "#0c3a66")
    turtle(c, 640, 270, 1.0)
    tones = ("#ff6f61", "#ff9f55", "#f25f9c", "#b35fd0", "#ffd05f", "#5fd0b0", "#f2829a")
    for k in range(26):
        x = k * 50 + c.random.uniform(-24, 24)
        y = 800 - 40 * math.sin(k * 0.7) - 60 * (abs(x - 600) / 600) ** 2
        coral(c, x, y, c.random.uniform(90, 190), c.random.choice(tones), k % 3)
    for _ in range(44):
        x, y = c.random.gauss(300, 120), c.random.gauss(400, 55)
        fish(c, x, y, c.random.uniform(9, 14), "#ffcf3f", "#f28a2f", 1)
    for x, y, size in ((900, 460, 34), (990, 520, 28), (820, 560, 26), (1060, 430, 22)):
        clownfish(c, x, y, size)
    for _ in range(50):
        c.oval(c.random.gauss(1010, 40), c.random.uniform(60, 560), *([c.random.uniform(2, 6)] * 2), "#e8ffff", 0.4)


def turtle(c, x, y, size):
    skin, dark = "#8fc47a", "#3f7a5c"

    def at(points):
        return [(x + px * size, y + py * size) for px, py in points]

    for points in (
        [(60, -50), (150, -130), (210, -150), (170, -80), (96, -20)],
        [(56, 50), (110, 120), (150, 170), (90, 130), (20, 66)],
        [(-90, -40), (-150, -80), (-170, -70), (-140, -30), (-100, -14)],
        [(-90, 34), (-150, 60), (-160, 80), (-120, 70), (-70, 56)],
    ):
        c.fill(smooth(at(points), 8, closed=True), Fade(skin, dark))
    c.fill(
        smooth(at([(120, -24), (168, -34), (196, -10), (190, 16), (160, 26), (118, 20)]), 8, closed=True),
        Fade(skin, dark),
    )
    c.oval(x + 176 * size, y - 10 * size, 5 * size, 6 * size, "#12303a")
    shell_outline = smooth(
        at([(-124, 0), (-90, -58), (-10, -84), (80, -64), (128, 0), (80, 62), (-10, 80), (-90, 54)]), 10, closed=True
    )
    c.fill(shell_outline, Fade("#d9a04f", "#7a5a34", "#4a3f2c"))
    with c.inside(shell_outline):
        for px, py in (
            (-62, 0),
            (0, 0),
            (62, 0),
            (-34, -52),
            (30, -54),
            (-34, 52),
            (30, 52),
            (-100, -30),
            (-100, 30),
            (96, -36),
            (96, 36),
        ):
            plate = [(px + 30 * math.cos(a), py + 25 * math.sin(a)) for a in (math.pi / 3 * k for k in range(6))]
            c.fill(at(plate), Fade("#b5803f", "#6a4a2c"))
    c.stroke(shell_outline + shell_outline[:1], 4 * size, "#f2d08a", 0.8)


def coral(c, x, base, tall, tone, kind):
    dark = mix(tone, "#0a2c5c", 0.5)
    if kind == 0:
        c.oval(x, base, tall * 0.55, tall * 0.5, Fade(tone, dark))
        for k in range(9):
            c.stroke(
                smooth(
                    [
                        (x - tall * 0.4 + k * tall * 0.1, base - tall * 0.2),
                        (x - tall * 0.3 + k * tall * 0.08, base - tall * 0.36),
                    ]
                ),
                4,
                mix(tone, "#ffffff", 0.35),
                0.5,
            )
        return
    for k in range(7):
        turn = math.radians(50 + k * 13)
        reach = tall * c.random.uniform(0.6, 1.0)
        tip = (x + reach * 0.7 * math.cos(turn), base - reach * math.sin(turn))
        bend = (x + reach * 0.5 * math.cos(turn), base - reach * 0.5)
        c.stroke(
            smooth([(x, base), bend, tip]), tall * (0.1 if kind == 1 else 0.05), mix(tone, dark, 0.35 if k % 2 else 0)
        )
        c.oval(*tip, tall * 0.06, tall * 0.06, mix(tone, "#ffffff", 0.35))


def fish(c, x, y, size, tone, tail, facing):
    c.fill(
        [
            (x - facing * size * 0.8, y),
            (x - facing * size * 1.7, y - size * 0.6),
            (x - facing * size * 1.7, y + size * 0.6),
        ],
        tail,
    )
    c.oval(x, y, size, size * 0.5, tone)
    c.oval(x + facing * size * 0.55, y - size * 0.1, size * 0.12, size * 0.12, "#12203a")


def clownfish(c, x, y, size):
    c.fill(
        smooth(
            [
                (x + size * 0.9, y),
                (x + size * 1.7, y - size * 0.6),
                (x + size * 1.6, y),
                (x + size * 1.7, y + size * 0.6),
            ]
        ),
        "#ff8a2f",
    )
    c.oval(x, y - size * 0.5, size * 0.6, size * 0.26, "#f2702a")
    body = [
        (x + size * 1.15 * math.cos(a), y + size * 0.62 * math.sin(a))
        for a in (2 * math.pi * k / 40 for k in range(40))
    ]
    c.fill(body, Fade("#ff9f3f", "#f2602a"))
    with c.inside(body):
        for dx in (-0.5, 0.2, 0.85):
            c.rect(x + (dx - 0.16) * size, y - size, x + (dx + 0.12) * size, y + size, "#2a1a2a")
            c.rect(x + (dx - 0.12) * size, y - size, x + (dx + 0.08) * size, y + size, "#ffffff")
    c.oval(x - size * 0.82, y - size * 0.12, size * 0.12, size * 0.12, "#1a1a2a")


@scene(1200, 900)
def palm_beach(c):
    c.wash("#1f9fd0", "#7fd4e2", "#e2f7ec", bottom=420)
    cloud(c, 860, 180, 360, "#ffffff", 0.92, "#eef7f4")
    cloud(c, 420, 290, 240, "#ffffff", 0.85, "#eef7f4")
    island = smooth([(680, 424), (760, 390), (850, 330), (930, 300), (1000, 340), (1080, 370), (1220, 424)])
    c.fill(island, Fade("#5fa88f", "#3f8a7a"))
    c.texture(island, "#2a6a64", 0.5, grain=(40, 20))
    c.wash("#1f86b8", "#2fb5c4", "#6fdcd0", "#c4f2dc", top=420)
    ripples(c, 430, 690, "#f2ffff", 140, 0.35)
    canoe(c, 760, 560, 1.0)
    beach = smooth([(-20, 620), (180, 650), (420, 700), (700, 716), (960, 760), (1220, 800)]) + [
        (1220, 920),
        (-20, 920),
    ]
    c.stroke(beach[:-2], 22, "#ffffff", 0.75, blur=2)
    c.fill(beach, Fade("#fff2d0", "#f7d9a4"))
    c.texture(beach, "#d9b07a", 0.35, grain=(70, 10))
    for x, base, tall, lean in ((110, 760, 520, 190), (230, 800, 400, -120), (40, 700, 420, -30)):
        c.oval(x + 120, base + 14, 150, 12, "#c99a6a", 0.35, blur=5)
        palm(c, x, base, tall, lean, "#a8764a", "#4fae5a", "#1f7a52")
    for x, y, tone in ((560, 800, "#ff8a6a"), (840, 846, "#ffc4a0")):
        star = [
            (
                x + (22 if k % 2 == 0 else 9) * math.cos(k * math.pi / 5),
                y + (16 if k % 2 == 0 else 7) * math.sin(k * math.pi / 5),
            )
            for k in range(10)
        ]
        c.fill(smooth(star, 4, closed=True), tone)


def canoe(c, x, y, size):
    """An outrigger with its claw sail."""
    c.oval(x, y + 22, 190 * size, 10, "#1a7a9a", 0.35, blur=5)
    c.fill(
        smooth([(x - 140 * size, y - 22), (x - 90 * size, y), (x, y + 6), (x + 90 * size, y), (x + 140 * size, y - 22)])
        + smooth(
            [(x + 140 * size, y - 22), (x + 80 * size, y + 20), (x - 80 * size, y + 20), (x - 140 * size, y - 22)]
        ),
        Fade("#8a4a2c", "#4f2a20"),
    )
    for dx in (-50, 50):
        c.stroke([(x + dx, y), (x + dx - 10, y + 40)], 5, "#6a3a24")
    c.stroke([(x - 120, y + 40), (x + 100, y + 40)], 9, "#7a4528")
    c.stroke([(x - 4, y), (x + 14, y - 210)], 6, "#5f3822")
    c.fill(
        smooth([(x - 60, y - 20), (x + 10, y - 130), (x + 90, y - 250)])
        + smooth([(x + 90, y - 250), (x + 64, y - 130), (x + 110, y - 30), (x - 60, y - 20)]),
        Fade("#ffd06a", "#f2703f"),
    )


@scene(1200, 900)
def moai(c):
    c.wash("#2c3f7a", "#6f6aa8", "#d98fa0", "#ffc88f", bottom=560)
    sun(c, 250, 480, 62, "#fff4d4", "#ffcf8f", 5)
    streaks(c, 14, 80, 400, "#ffd4c4", 0.4, (200, 560), (4, 12))
    c.wash("#e8a890", "#6f7aa8", "#3f5a8a", top=520, bottom=640)
    glints(c, 250, 524, 630, "#fff0c8", (30, 110), 60)
    grass = smooth([(-20, 640), (300, 610), (700, 600), (1220, 630)]) + [(1220, 920), (-20, 920)]
    c.fill(grass, Fade("#b5a24f", "#6f7f3f", "#2c4a34"))
    c.texture(grass, "#f2c868", 0.35, grain=(90, 9))
    c.texture(grass, "#1f3a2c", 0.5, grain=(60, 9))
    platform = [(300, 640), (1230, 640), (1230, 690), (270, 690)]
    c.fill(platform, Fade("#8a6a6a", "#4a3a4a"))
    c.texture(platform, "#2c2434", 0.6, grain=(34, 12))
    for k, (x, size, hat) in enumerate(
        ((390, 0.84, False), (540, 0.92, True), (700, 1.0, False), (870, 1.08, True), (1060, 1.16, False))
    ):
        head(c, x, 648, size, hat)
    flock(c, 640, 150, 80, 6, 14, "#2c2c4a")


def head(c, x, base, size, hat):
    """A statue in three-quarter view that looks towards the sun on the left."""

    def at(points):
        return [(x + px * size, base + py * size) for px, py in points]

    c.fill(at([(-60, 0), (70, 0), (250, 170), (80, 170)]), "#1f2a24", 0.35, blur=6)
    body = [
        (-66, 0),
        (-74, -100),
        (-62, -146),
        (-40, -160),
        (-52, -178),
        (-58, -196),
        (-50, -208),
        (-60, -218),
        (-52, -228),
        (-64, -244),
        (-72, -256),
        (-56, -270),
        (-44, -312),
        (-52, -322),
        (-52, -338),
        (-36, -362),
        (0, -372),
        (40, -364),
        (54, -330),
        (52, -200),
        (48, -164),
        (72, -140),
        (84, -90),
        (76, 0),
    ]
    c.fill(at(body), Fade("#f2b08a", "#a87a74", "#5a4458", sideways=True))
    c.texture(at(body), "#3a2c40", 0.4, grain=(20 * size, 24 * size))
    c.fill(at([(-50, -312), (6, -314), (14, -300), (-10, -288), (-42, -292)]), "#4a3048")
    c.fill(at([(30, -318), (44, -320), (44, -220), (32, -214)]), "#5a4050")
    c.stroke(at([(-50, -208), (-12, -206)]), 4 * size, "#4a3048")
    c.stroke(smooth(at([(-44, -160), (0, -168), (46, -190)])), 5 * size, "#4a3448", 0.7)
    if hat:
        c.fill(at([(-50, -366), (-46, -424), (48, -426), (54, -366)]), Fade("#d9604a", "#8a3540", sideways=True))
        c.oval(x + 1 * size, base - 425 * size, 48 * size, 11 * size, "#e07a5c")
