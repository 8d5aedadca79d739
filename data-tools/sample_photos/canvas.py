"""The drawing surface: shapes, soft light, texture, reflections and the final print.

Everything is drawn three times too large and scaled down at the end, which is what smooths the
edges. Scenes work in units of their own and never see that factor.
"""

import math
import random
from contextlib import contextmanager

import numpy as np
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

SCALE = 3


def rgb(colour):
    return np.array(ImageColor.getrgb(colour), dtype=np.float32)


def mix(first, second, share):
    """The colour that lies `share` of the way from the first to the second."""
    values = rgb(first) * (1 - share) + rgb(second) * share
    return "#%02x%02x%02x" % tuple(int(round(v)) for v in values)


class Fade:
    """Colours that run into each other, evenly spaced from top to bottom or from left to right."""

    def __init__(self, *colours, sideways=False, start=None, end=None):
        self.stops = np.stack([rgb(c) for c in colours])
        self.sideways = sideways
        self.start, self.end = start, end

    def image(self, box, extent):
        """The fade over `box` (pixels), where `extent` (pixels) is what it spans by default."""
        near, far = (0, 2) if self.sideways else (1, 3)
        start = extent[near] if self.start is None else self.start * SCALE
        end = extent[far] if self.end is None else self.end * SCALE
        share = (np.arange(box[near], box[far]) - start) / max(end - start, 1)
        places = np.linspace(0, 1, len(self.stops))
        line = np.stack([np.interp(share, places, self.stops[:, i]) for i in range(3)], axis=-1)
        line = np.round(line).astype(np.uint8)
        line = line[None, :, :] if self.sideways else line[:, None, :]
        return Image.fromarray(line).resize((box[2] - box[0], box[3] - box[1]), Image.NEAREST)


def smooth(points, steps=10, closed=False):
    """A Catmull-Rom curve through the points."""
    count = len(points)
    curve = []
    for i in range(count if closed else count - 1):
        at = (lambda k: points[k % count]) if closed else (lambda k: points[min(max(k, 0), count - 1)])
        a, b, c, d = (np.array(at(i + k), dtype=float) for k in (-1, 0, 1, 2))
        for t in np.arange(steps) / steps:
            p = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
            curve.append((p[0], p[1]))
    return curve if closed else curve + [tuple(points[-1])]


def mirrored(points, axis):
    """The outline whose right half is given, completed by its mirror image about x = axis."""
    return list(points) + [(2 * axis - x, y) for x, y in reversed(points)]


class Canvas:
    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.random = random.Random(seed)
        self.noise_source = np.random.default_rng(seed)
        self.image = Image.new("RGB", (width * SCALE, height * SCALE))

    # Shapes

    def fill(self, points, paint, alpha=1.0, blur=0.0):
        """Fills a polygon."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._pour(scaled, lambda d, at: d.polygon(at(scaled), fill=255), paint, alpha, blur)

    def rect(self, left, top, right, bottom, paint, alpha=1.0, blur=0.0):
        self.fill([(left, top), (right, top), (right, bottom), (left, bottom)], paint, alpha, blur)

    def oval(self, x, y, across, down, paint, alpha=1.0, blur=0.0):
        """Fills an ellipse with the given half-axes."""
        corners = [((x - across) * SCALE, (y - down) * SCALE), ((x + across) * SCALE, (y + down) * SCALE)]
        self._pour(corners, lambda d, at: d.ellipse(at(corners), fill=255), paint, alpha, blur)

    def stroke(self, points, width, paint, alpha=1.0, blur=0.0):
        """Draws a line with round joints and ends."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        half = width * SCALE / 2

        def draw(pen, at):
            placed = at(scaled)
            pen.line(placed, fill=255, width=max(1, round(2 * half)))
            if half > 1.5:
                for x, y in placed:
                    pen.ellipse((x - half, y - half, x + half, y + half), fill=255)

        self._pour(scaled, draw, paint, alpha, blur, margin=half + 1)

    def _pour(self, scaled, draw, paint, alpha, blur, margin=0.0):
        """Draws a mask over what the points span and pours the paint through it."""
        xs, ys = [p[0] for p in scaled], [p[1] for p in scaled]
        extent = (min(xs), min(ys), max(xs), max(ys))
        reach = margin + blur * SCALE * 3 + 1
        box = self._clip((extent[0] - reach, extent[1] - reach, extent[2] + reach, extent[3] + reach))
        if box is None:
            return
        mask = Image.new("L", (box[2] - box[0], box[3] - box[1]))
        draw(ImageDraw.Draw(mask), lambda points: [(x - box[0], y - box[1]) for x, y in points])
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * SCALE))
        self._paste(mask, box, extent, paint, alpha)

    def _clip(self, box):
        left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
        right = min(self.image.width, math.ceil(box[2]))
        bottom = min(self.image.height, math.ceil(box[3]))
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _paste(self, mask, box, extent, paint, alpha):
        if alpha < 1:
            mask = mask.point(lambda v: round(v * alpha))
        if isinstance(paint, Fade):
            self.image.paste(paint.image(box, extent), box[:2], mask)
        else:
            self.image.paste(ImageColor.getrgb(paint), box, mask)

    # Light and texture

    def wash(self, *colours, top=0, bottom=None):
        """A sky or a sea: a fade over the full width."""
        self.rect(0, top, self.width, self.height if bottom is None else bottom, Fade(*colours))

    def glow(self, x, y, radius, colour, alpha=1.0, down=None):
        """Light that fades with the distance from a point."""
        down = down or radius
        extent = tuple(v * SCALE for v in (x - radius, y - down, x + radius, y + down))
        box = self._clip(extent)
        if box is None:
            return
        size = 200
        axis = np.linspace(-1, 1, size)
        light = np.clip(1 - np.hypot(axis[None, :], axis[:, None]), 0, 1) ** 1.8
        disc = Image.fromarray(np.round(light * 255).astype(np.uint8))
        across, tall = extent[2] - extent[0], extent[3] - extent[1]
        part = [
            (box[0] - extent[0]) / across,
            (box[1] - extent[1]) / tall,
            (box[2] - extent[0]) / across,
            (box[3] - extent[1]) / tall,
        ]
        part = [min(max(share, 0), 1) * size for share in part]
        mask = disc.resize((box[2] - box[0], box[3] - box[1]), Image.BICUBIC, box=part)
        self._paste(mask, box, extent, colour, alpha)

    def noise(self, width, height, grain, octaves=3):
        """Smooth noise from 0 to 1; `grain` is the size of its largest blots, across and down."""
        total = np.zeros((height, width), dtype=np.float32)
        for octave in range(octaves):
            shape = [
                max(2, round(extent * 2**octave / size) + 1) for extent, size in ((height, grain[1]), (width, grain[0]))
            ]
            cells = Image.fromarray(self.noise_source.random(shape, dtype=np.float32))
            total += np.asarray(cells.resize((width, height), Image.BICUBIC)) / 2**octave
        low, high = np.percentile(total, (2, 98))
        return np.clip((total - low) / max(high - low, 1e-6), 0, 1)

    def texture(self, points, paint, alpha=0.3, grain=(60, 20), sharp=2.0):
        """Blots of paint inside a polygon: rock, foliage, sand, weather."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        xs, ys = [p[0] for p in scaled], [p[1] for p in scaled]
        extent = (min(xs), min(ys), max(xs), max(ys))
        box = self._clip(extent)
        if box is None:
            return
        size = (box[2] - box[0], box[3] - box[1])
        values = self.noise(max(2, size[0] // SCALE), max(2, size[1] // SCALE), grain)
        values = np.clip((values - 0.5) * sharp + 0.5, 0, 1)
        blots = Image.fromarray(np.round(values * 255).astype(np.uint8)).resize(size, Image.BICUBIC)
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon([(x - box[0], y - box[1]) for x, y in scaled], fill=255)
        self._paste(ImageChops.multiply(mask, blots), box, extent, paint, alpha)

    @contextmanager
    def inside(self, points):
        """Whatever is drawn in this block shows only inside the polygon."""
        before = self.image.copy()
        yield
        mask = Image.new("L", self.image.size)
        ImageDraw.Draw(mask).polygon([(x * SCALE, y * SCALE) for x, y in points], fill=255)
        self.image = Image.composite(self.image, before, mask)

    def reflect(self, horizon, tint, alpha=0.7, ripple=4.0, stretch=1.0, bottom=None):
        """Mirrors what is above the horizon in the water below it, with ripples that grow nearer."""
        pixels = np.asarray(self.image)
        line = round(horizon * SCALE)
        end = pixels.shape[0] if bottom is None else round(bottom * SCALE)
        depth = np.arange(end - line)
        source = np.clip(line - 1 - np.round(depth / stretch).astype(int), 0, line - 1)
        near = depth / max(len(depth), 1)
        wave = 60 * np.sqrt(near + 0.02)
        shift = (np.sin(wave * 5.0) + 0.6 * np.sin(wave * 11.3 + 1)) * ripple * SCALE * (0.25 + near)
        columns = np.arange(pixels.shape[1])[None, :] + np.round(shift).astype(int)[:, None]
        columns = np.clip(columns, 0, pixels.shape[1] - 1)
        mirror = pixels[source[:, None], columns].astype(np.float32)
        strength = (alpha * (1 - 0.45 * near))[:, None, None]
        water = pixels.copy()
        water[line:end] = np.round(mirror * strength + rgb(tint) * (1 - strength)).astype(np.uint8)
        self.image = Image.fromarray(water)

    # The print

    def print(self, long_side, grain=0.8, vignette=0.22):
        """The finished picture: scaled down, darker to the corners, with paper mottle and grain."""
        share = long_side / max(self.image.size)
        size = [round(extent * share) for extent in self.image.size]
        small = np.asarray(self.image.resize(size, Image.LANCZOS)).astype(np.float32)
        height, width = small.shape[:2]
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        shade = 1 - vignette * np.clip((x**2 + y**2) / 2, 0, 1) ** 1.5
        mottle = 1 + 0.045 * (self.noise(width, height, (70, 70), octaves=4) - 0.5)
        fine = self.noise_source.normal(0, grain, (height, width)).astype(np.float32)
        printed = small * (shade * mottle)[:, :, None] + fine[:, :, None]
        return Image.fromarray(np.clip(np.round(printed), 0, 255).astype(np.uint8))
