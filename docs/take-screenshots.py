"""Takes the pictures of the docs from a running geoindex that serves the sample photos; with --street those of
`scripts/demo --street`. Doubtful positions and photos of one view, which the samples lack, are made of them.

    scripts/screenshots
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "Tests" / "Browser"))
import sight_library
from library import Library

# Draws WebGL without a graphics card; `--no-sandbox` since containers run as root.
CHROMIUM_FLAGS = [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--no-sandbox",
]


@dataclass
class Label:
    """A text beside an element of the page, with an arrow to it."""

    text: str
    element: str
    side: str


@dataclass
class Picture:
    name: str
    view: str
    width: int = 1280
    height: int = 760
    scheme: str = "light"
    labels: tuple[Label, ...] = ()


# docs/map-page.md explains them by these numbers.
LABELS = (
    Label("1 Library", ".masthead", "right"),
    Label("2 Search", ".search", "below"),
    Label("3 Filters", ".filters-button", "right"),
    Label("4 One photo", ".pin[aria-label*='machu-picchu']", "below"),
    Label("5 Several photos", ".pin[aria-label^='3 photos']", "below"),
    Label("6 Zoom", "button[aria-label='Zoom in']", "left"),
    Label("7 Show all photos", "button[aria-label='Show all photos']", "left"),
    Label("8 Photos near me", "button[aria-label='Photos near me']", "left"),
    Label("9 Layers", "button[aria-label='Layers']", "left"),
    Label("10 Refresh", "button[aria-label='Refresh']", "left"),
    Label("11 Light or dark", "button[aria-label^='Theme']", "left"),
    Label("12 Keyboard", "button[aria-label='Keyboard shortcuts']", "left"),
    Label("13 Time", ".time-plot", "above"),
    Label("14 Photos in view", ".grid .orders", "right"),
)
PICTURES = [
    Picture("map.jpg", "#map=1.55/20/15"),
    Picture("map-labels.jpg", "#map=1.55/20/15", labels=LABELS),
    Picture("map-dark.jpg", "#map=3.2/30/80", scheme="dark"),
    Picture("map-phone.jpg", "#map=3.4/47/8", width=390),
    Picture("words.jpg", "#map=4.5/31/33&photo={petra.jpg}", height=1000),
]
# The photos of a drone and of one view at several times, and photos with wrong signs.
SIGHT_PICTURES = [Picture("sight.jpg", "#map=15.6/48.8608/2.2945&photo={drone.jpg}")]
DOUBT_PICTURES = [Picture("doubt.jpg", "#map=4.2/46.5/6&doubts=all")]
STREET_PICTURES = [
    Picture("streets.jpg", "#map=15.05/60.1703/24.9445"),
]

# The pins, the photos beside the map that are in the window, and the count of the time bar.
LOADED = """() => [...document.querySelectorAll(".pin:not(.is-away), #grid .tile")]
    .filter((picture) => picture.getBoundingClientRect().top < innerHeight)
    .every((picture) => picture.querySelector("img.is-loaded")) &&
  /[0-9]/.test(document.querySelector(".time-count")?.textContent ?? "")"""
# Adds a label beside an element. The page's policy forbids styles in the markup, but not those of scripts.
ADD_LABEL = """([text, element, side]) => {
  const box = document.querySelector(element).getBoundingClientRect();
  const label = document.createElement("div");
  label.textContent = text;
  label.style.cssText = `position: fixed; z-index: 1000; padding: 3px 9px; border-radius: 6px; color: white;
    background: #b3261e; font: 600 14px/20px "Open Sans", sans-serif; white-space: nowrap;
    box-shadow: 0 0 0 2px white, 0 1px 6px 2px rgb(0 0 0 / 30%)`;
  document.body.append(label);
  const arrow = document.createElement("div");
  arrow.style.cssText = "position: absolute; width: 10px; height: 10px; background: #b3261e; rotate: 45deg";
  label.append(arrow);
  const {width, height} = label.getBoundingClientRect();
  const gap = 9, middle = box.top + box.height / 2 - height / 2, half = height / 2 - 5;
  const [left, top, x, y] = {
    right: [box.right + gap, middle, -5, half],
    left: [box.left - width - gap, middle, width - 5, half],
    above: [box.left, box.top - height - gap, 12, height - 5],
    below: [box.left, box.bottom + gap, 12, -5],
  }[side];
  Object.assign(label.style, {left: `${left}px`, top: `${top}px`});
  Object.assign(arrow.style, {left: `${x}px`, top: `${y}px`});
}"""
# How long nothing may change. Without a graphics card, the names of streets come that late.
MAP_SECONDS = 3
STREET_SECONDS = 10


def take(page: Page, url: str, picture: Picture, seconds: float, folder: Path) -> None:
    page.goto(url + with_numbers(picture.view, url))
    page.wait_for_selector(".pin:not(.is-away) img", state="attached", timeout=60_000)
    # Checked repeatedly from here: waiting inside the page would need `eval`, which the page's own policy forbids.
    deadline = time.monotonic() + 120
    before, after = None, page.screenshot()
    while not page.evaluate(LOADED) or before != after:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{picture.name} is not complete")
        page.wait_for_timeout(1_000 * seconds)
        before, after = after, page.screenshot()
    for label in picture.labels:
        page.evaluate(ADD_LABEL, [label.text, label.element, label.side])
    page.screenshot(path=folder / picture.name, type="jpeg", quality=85)


def with_numbers(view: str, url: str) -> str:
    """The view with the numbers of photos instead of their names in braces."""
    for name in re.findall(r"{(.*?)}", view):
        number = Library(url).get("collections/photos/items", filter=f"filename = '{name}'")["features"][0]["id"]
        view = view.replace("{" + name + "}", str(number))
    return view


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Scans and serves a folder; the address of the server."""
    index = folder.parent / f"{folder.name}.sqlite"
    subprocess.run(["geoindex", "scan", "--quiet", "--db", index, folder], check=True)
    server = subprocess.Popen(["geoindex", "serve", "--quiet", "--db", index, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait()


def write_doubtful(folder: Path) -> None:
    """Photos of three days in France and Germany; the second of each day is west of Greenwich instead of east."""
    days = [("2023-paris/eiffel-tower", 48.8568, 2.2916), ("2016-bavaria/neuschwanstein", 47.5552, 10.748), ("2023-paris/eiffel-tower", 45.764, 4.8357)]
    for day, (picture, lat, lon) in enumerate(days, start=1):
        for hour, sign in ((10, 1), (11, -1), (12, 1)):
            name = folder / f"2023-06-{day:02}-{hour}.jpg"
            sight_library.stamp(picture, name, f"2023-06-{day:02}", lat + hour * 1e-4, sign * (lon + hour * 1e-4), None, [f"-DateTimeOriginal=2023:06:{day:02} {hour}:00:00", f"-GPSLongitudeRef={'W' if sign < 0 else 'E'}"])


def take_all(browser: Browser, url: str, pictures: list[Picture], seconds: float) -> None:
    for picture in pictures:
        size = {"width": picture.width, "height": picture.height}
        page = browser.new_page(viewport=size, color_scheme=picture.scheme)
        take(page, url, picture, seconds, Path(__file__).parent)
        page.close()


def take_made(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for pictures, write in ((SIGHT_PICTURES, sight_library.write), (DOUBT_PICTURES, write_doubtful)):
            photos = Path(folder) / write.__name__
            photos.mkdir()
            write(photos)
            with served(photos) as url:
                take_all(browser, url, pictures, MAP_SECONDS)


def main() -> None:
    url = sys.argv[1]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_FLAGS)
        if "--street" in sys.argv:
            take_all(browser, url, STREET_PICTURES, STREET_SECONDS)
        else:
            take_all(browser, url, PICTURES, MAP_SECONDS)
            take_made(browser)
        browser.close()


main()
