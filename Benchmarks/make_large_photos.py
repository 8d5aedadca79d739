"""Draws photos of 12 megapixels for the thumbnail benchmark; needs a Python with Pillow.

Each is an enlarged sample photo with fine sensor noise. So it has about as many bytes as a photo of a camera,
and decoding costs as much.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 4_032, 3_024


def main(originals, folder, count):
    noise = np.random.default_rng(1)
    pictures = [path for path in sorted(Path(originals).rglob("*.jpg")) if path.stat().st_size > 30_000]
    for index in range(count):
        with Image.open(pictures[index * len(pictures) // count]) as small:
            picture = small.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
        pixels = np.asarray(picture).astype(np.int16)
        pixels += noise.integers(-6, 7, (HEIGHT, WIDTH, 1), dtype=np.int16)
        Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(
            Path(folder) / f"IMG_{index:03d}.jpg", quality=88, subsampling="4:2:0")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
