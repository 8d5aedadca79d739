"""What the open photo sees: the same view on other days, and the ground in the picture of a drone."""

import math
import os
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sight_library
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from sight_library import DRONE, LEVEL, SAME_VIEW

from scenarios.accessibility import expect_accessible
from scenarios.placing import own_library
from scenarios.compare import field

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "device_scale_factor": 1}
ARABIC = {"locale": "ar-EG"}
DATES = ["6 May 2012", "1 Sept 2015", "20 Jan 2019", "14 Aug 2021", "24 Dec 2024"]


@contextmanager
def made(page: MapPage) -> Iterator[tuple[Library, list[int]]]:
    """The library, and the photos of one view in the order of time."""
    with tempfile.TemporaryDirectory(prefix="geoindex-sight-") as folder:
        sight_library.write(Path(folder))
        with own_library(page, Path(folder), ()) as library:
            yield library, views(library)


def views(library: Library) -> list[int]:
    return [named(library, f"view-{number}.jpg") for number in range(len(SAME_VIEW))]


def named(library: Library, name: str) -> int:
    found = library.get("collections/photos/items", filter=f"filename = '{name}'")["features"]
    expect_equal(len(found), 1, f"photos called {name}")
    return found[0]["id"]


def at(photo: int, more: str = "") -> str:
    return f"#map=17/48.8569/2.2916&photo={photo}{more}"


def row(page: MapPage):
    return page.panel().locator(".again")


def strip_of(part) -> list[str]:
    return part.locator(".again-date").all_inner_texts()


def marked(part) -> list[int]:
    return [int(one.get_attribute("data-again")) for one in part.locator('[aria-current="true"]').all()]


def pair(page: MapPage):
    return page.page.locator("dialog.pair[open]")


def compared(page: MapPage, earlier: str, later: str) -> None:
    page.equals(lambda: pair(page).locator(".pair-dates").inner_text() if pair(page).count() else "", f"{earlier} – {later}", "the dates of the comparison")


def asked(page: MapPage) -> list[str]:
    return [url for url in page.requests if "/again" in url]


def shows_strip(page: MapPage, library: Library, same: list[int]) -> None:
    page.open(at(same[2]))
    row(page).wait_for()
    expect_equal(row(page).locator(".again-title").inner_text(), "Same view, other days: 4", "the title")
    expect_equal(strip_of(row(page)), DATES, "the dates in the strip")
    expect_equal(marked(row(page)), [same[2]], "the marked photo")
    wanted = [one["id"] for one in library.get(f"photos/{same[2]}/again")["features"]]
    expect_equal(wanted, [one for one in same if one != same[2]], "what the server finds")


@scenario("an open photo has a strip of the same view on other days; each opens, Back returns, and photos without a direction ask nothing")
def strip(page: MapPage, _: Library) -> None:
    with made(page) as (library, same):
        shows_strip(page, library, same)
        expect_accessible(page, "a photo with the same view on other days")
        row(page).get_by_role("button", name="24 Dec 2024").click()
        page.equals(lambda: field(page, "photo"), str(same[4]), "the open photo in the address")
        page.equals(lambda: marked(row(page)), [same[4]], "the marked photo")
        page.page.go_back()
        page.equals(lambda: field(page, "photo"), str(same[2]), "the photo after Back")
        page.equals(lambda: marked(row(page)), [same[2]], "the marked photo after Back")
        current = row(page).locator('[aria-current="true"]')
        current.focus()
        page.page.keyboard.press("ArrowRight")
        page.focused(row(page).locator(f'[data-again="{same[3]}"]'), "the next photo of the strip")
        page.page.keyboard.press("Enter")
        page.equals(lambda: marked(row(page)), [same[3]], "the photo that Enter opens")
        page.focused(row(page).locator(f'[data-again="{same[3]}"]'), "the photo that was opened")
        for name in ("view-6.jpg", "view-5.jpg"):
            page.open(at(named(library, name)))
            page.expect_panel()
            page.panel().locator(".facts").wait_for()
            page.quiet()
            page.gone(row(page), f"the strip of {name}")
        expect(not any(f"photos/{named(library, 'view-6.jpg')}/again" in url for url in asked(page)), "A photo without a direction was asked about")


@scenario("a photo that the reader only passes is not asked about")
def passed(page: MapPage, _: Library) -> None:
    with made(page) as (_library, same):
        page.open(at(same[0]))
        row(page).wait_for()
        before = len(asked(page))
        page.page.evaluate("""(ids) => {
          const buttons = () => document.querySelector("#panel .again-strip");
          for (const id of ids) buttons().querySelector(`[data-again="${id}"]`).click();
        }""", same[1:])
        page.equals(lambda: marked(row(page)), [same[4]], "the last one is open")
        page.until(lambda: asked(page)[before:], "the last one is asked about")
        page.quiet("/again")
        expect_equal([re.search(r"photos/(\d+)/again", url)[1] for url in asked(page)[before:]], [str(same[4])], "the photos that were asked about")


def compares(page: MapPage, same: list[int]) -> None:
    row(page).get_by_role("button", name="Compare", exact=True).click()
    # Of five and three years and a half, the later one is farther away.
    compared(page, "6 May 2012", "20 Jan 2019")
    expect_equal(field(page, "against"), str(same[0]), "the other photo in the address")
    expect_equal(marked(pair(page)), [same[0], same[2]], "the marked photos")
    pictures = pair(page).locator(".pair-picture img")
    page.until(lambda: pictures.count() == 2 and all(one.evaluate("one => one.naturalWidth") for one in pictures.all()), "both pictures are loaded")
    boxes = [page.box(one) for one in pictures.all()]
    expect_equal(boxes[0], boxes[1], "both pictures have one frame")


@scenario("two photos of one view are compared with a divider and in turn, by pointer and by keys; Escape and Back close, and the address has it")
def compare(page: MapPage, _: Library) -> None:
    with made(page) as (_library, same):
        page.open(at(same[2]))
        row(page).wait_for()
        compares(page, same)
        divider = pair(page).get_by_role("slider", name="Divider between 6 May 2012 and 20 Jan 2019")
        expect_equal(divider.get_attribute("aria-valuetext"), "6 May 2012 on 50 % of the picture, 20 Jan 2019 on 50 %", "the place of the divider")
        expect_accessible(page, "the divider")
        page.page.keyboard.press("Shift+ArrowRight")
        page.equals(lambda: divider.get_attribute("aria-valuenow"), "60", "an arrow key moves the divider")
        frame = page.box(pair(page).locator(".pair-frame"))
        page.page.mouse.move(frame["x"] + frame["width"] * 0.7, frame["y"] + 40)
        page.page.mouse.down()
        page.page.mouse.move(frame["x"] + frame["width"] * 0.25, frame["y"] + 50, steps=4)
        page.page.mouse.up()
        page.equals(lambda: divider.get_attribute("aria-valuenow"), "25", "a drag moves the divider")
        clip = pair(page).locator(".pair-picture.is-later").evaluate("one => getComputedStyle(one).clipPath")
        expect(abs(float(re.search(r"([\d.]+)px\)$", clip)[1]) - frame["width"] / 4) < 2, f"The later picture is cut at {clip}")
        page.page.keyboard.press("b")
        page.equals(lambda: pair(page).get_by_role("status").inner_text(), "6 May 2012", "the picture that is shown first")
        page.page.keyboard.press("ArrowRight")
        page.equals(lambda: pair(page).get_by_role("status").inner_text(), "20 Jan 2019", "a key shows the other one")
        expect(not pair(page).locator(".pair-picture.is-earlier").is_visible(), "Both pictures are visible")
        pair(page).get_by_role("button", name="Show the other photo").click()
        page.equals(lambda: pair(page).get_by_role("status").inner_text(), "6 May 2012", "the button shows the other one")
        expect(not divider.is_visible(), "There is a divider between pictures that are shown in turn")
        expect_accessible(page, "pictures that are shown in turn")
        pair(page).get_by_role("button", name="Slider").click()
        pair(page).locator(f'[data-again="{same[4]}"]').click()
        compared(page, "20 Jan 2019", "24 Dec 2024")
        page.page.keyboard.press("Escape")
        page.gone(pair(page), "the comparison after Escape")
        expect_equal((field(page, "photo"), field(page, "against")), (str(same[2]), ""), "the address")
        page.page.go_forward()
        compared(page, "20 Jan 2019", "24 Dec 2024")
        page.page.reload()
        compared(page, "20 Jan 2019", "24 Dec 2024")
        page.page.go_back()
        page.gone(pair(page), "the comparison after Back")
        page.expect_panel()


@scenario("the viewer compares too and stays open below; an address that names a stranger opens the photo alone")
def in_viewer(page: MapPage, _: Library) -> None:
    with made(page) as (library, same):
        page.open(at(same[4], "&full=1"))
        viewer = page.page.locator("dialog.viewer[open]:not(.pair)")
        viewer.get_by_role("button", name="Compare with another day").click()
        compared(page, "6 May 2012", "24 Dec 2024")
        page.page.keyboard.press("Escape")
        page.gone(pair(page), "the comparison after Escape")
        expect(viewer.is_visible(), "The viewer has closed")
        page.page.keyboard.press("i")
        page.equals(lambda: strip_of(viewer.locator(".details")), DATES, "the strip among the details")
        viewer.locator(f'.details [data-again="{same[1]}"]').click()
        page.until(lambda: "1 September 2015" in viewer.locator(".viewer-day").inner_text(), "the photo of 2015 is shown")
        page.page.keyboard.press("Escape")
        page.gone(viewer, "the viewer")
        page.expect_panel()
        stranger = named(library, "drone.jpg")
        page.open(at(same[0], f"&against={stranger}"))
        page.until(lambda: field(page, "against") == "", "the address has no stranger")
        expect_equal(pair(page).count(), 0, "comparisons with a stranger")


def on_touch(page: MapPage, library: Library, same: list[int]) -> None:
    shows_strip(page, library, same)
    page.panel().locator(".panel-grip").click(force=True)
    row(page).scroll_into_view_if_needed()
    compares(page, same)
    frame = page.box(pair(page).locator(".pair-frame"))
    width = page.page.viewport_size["width"]
    expect(frame["x"] >= 0 and frame["x"] + frame["width"] <= width, "The frame is wider than the window")
    header = [page.box(one) for one in (pair(page).locator(".pair-header .orders"), pair(page).locator(".pair-dates"))]
    expect(all(one["x"] >= 0 and one["x"] + one["width"] <= width for one in header), f"The header is wider than the window: {header}")
    page.page.touchscreen.tap(frame["x"] + frame["width"] * 0.8, frame["y"] + 60)
    page.equals(lambda: pair(page).get_by_role("slider").get_attribute("aria-valuenow"), "80", "a tap moves the divider")
    pair(page).get_by_role("button", name="Blink").tap()
    page.page.touchscreen.tap(frame["x"] + frame["width"] * 0.5, frame["y"] + 60)
    page.equals(lambda: pair(page).get_by_role("status").inner_text(), "20 Jan 2019", "a tap shows the other picture")
    expect_accessible(page, "a comparison on a phone")
    page.page.go_back()
    page.gone(pair(page), "the comparison after Back")
    page.expect_panel()


@scenario("on a phone, fingers compare two photos of one view", **PHONE)
def on_a_phone(page: MapPage, _: Library) -> None:
    with made(page) as (library, same):
        on_touch(page, library, same)


@scenario("on the narrowest phone too", **NARROW)
def on_a_narrow_phone(page: MapPage, _: Library) -> None:
    with made(page) as (library, same):
        on_touch(page, library, same)


def footprint(page: MapPage):
    return page.page.locator(".footprint")


def corners_of(page: MapPage) -> list[tuple[float, float]]:
    text = footprint(page).locator(".footprint-ground").get_attribute("points")
    return [tuple(map(float, one.split(","))) for one in text.split()]


def middle_of(corners: list[tuple[float, float]]) -> tuple[float, float]:
    return tuple(sum(values) / len(corners) for values in zip(*corners, strict=True))


@scenario("the ground in the picture of a drone is drawn from the level of streets on, and is where the server says that the photo shows it")
def ground(page: MapPage, _: Library) -> None:
    with made(page) as (library, same):
        drone = named(library, "drone.jpg")
        page.open(f"#map=18/{DRONE['lat']}/{DRONE['lon']}&photo={drone}")
        page.until(lambda: footprint(page).is_visible(), "the ground is drawn")
        expect_equal(len(corners_of(page)), 4, "corners of the picture")
        line = footprint(page).locator("line")
        across, down = (float(line.get_attribute(f"{axis}2")) - float(line.get_attribute(f"{axis}1")) for axis in "xy")
        expect(across > 0 and down > 0, f"The line leads {across}, {down} pixels away, not to the south-east")
        expect(not page.page.locator(".mark-cone").is_visible(), "The cone is drawn beside the ground")
        page.open(f"#map=12/{DRONE['lat']}/{DRONE['lon']}&photo={drone}")
        page.expect_panel()
        page.until(lambda: page.page.locator(".mark-cone").is_visible(), "the cone is drawn from afar")
        expect(not footprint(page).is_visible(), "The ground is drawn from afar")
        page.open(at(same[0]))
        page.until(lambda: page.page.locator(".mark-cone").is_visible(), "a photo of a phone has a cone")
        expect(not footprint(page).is_visible(), "The ground of a photo without a height is drawn")
        for name, drone in (("drone.jpg", DRONE), ("level.jpg", LEVEL)):
            agrees(page, library, named(library, name), drone)


def agrees(page: MapPage, library: Library, photo: int, drone: dict) -> None:
    """Compares the footprint with the answers of the server for points around it."""
    corners = page.page.evaluate("""async (photo) => {
      const { footprintOf } = await import(new URL("app/sight/footprint.js", document.baseURI));
      return footprintOf(photo).corners.map(({lon, lat}) => [lon, lat]);
    }""", library.photo(photo))
    dice = random.Random(photo)
    west, east = min(lon for lon, _ in corners), max(lon for lon, _ in corners)
    south, north = min(lat for _, lat in corners), max(lat for _, lat in corners)
    counts = {True: 0, False: 0}
    while sum(counts.values()) < 60:
        lon, lat = dice.uniform(west - (east - west) / 5, east + (east - west) / 5), dice.uniform(south - (north - south) / 5, north + (north - south) / 5)
        depth = depth_in(corners, lon, lat)
        # Answers have positions of a centimetre; the circle is drawn with straight sides.
        if abs(depth) < 0.7:
            continue
        shown = photo in [one["id"] for one in library.get("collections/photos/seeing", lat=lat, lon=lon)["features"]]
        expect_equal(shown, depth > 0, f"whether photo {photo} shows {lat}, {lon}, {depth:.1f} m inside of its ground")
        counts[shown] += 1
    expect(min(counts.values()) > 8, f"Too few points to compare: {counts}")


def depth_in(corners: list[tuple[float, float]], lon: float, lat: float) -> float:
    """How many metres a position is inside of a convex polygon, whose corners are clockwise."""

    scale = math.cos(math.radians(lat))
    flat = [((one - lon) * scale * 111_320, (other - lat) * 111_200) for one, other in corners]
    depths = []
    for (x, y), (u, v) in zip(flat, [*flat[1:], flat[0]], strict=True):
        length = math.hypot(u - x, v - y)
        if length > 1e-6:
            depths.append(((u - x) * y - (v - y) * x) / length)
    return min(depths)


@scenario("on a phone the ground of a drone's picture is drawn, and begins above the sheet", **PHONE)
def ground_on_a_phone(page: MapPage, _: Library) -> None:
    with made(page) as (library, _same):
        page.open(f"#map=17/{DRONE['lat']}/{DRONE['lon']}&photo={named(library, 'drone.jpg')}")
        page.until(lambda: footprint(page).is_visible(), "the ground is drawn")
        sheet = page.box(page.panel())
        page.until(lambda: 0 < min(y for _, y in corners_of(page)) < sheet["y"], "the ground begins above the sheet")


@scenario("on a phone the map moves until the sheet does not hide the ground of a drone's picture", **PHONE)
def ground_beside_the_sheet(page: MapPage, _: Library) -> None:
    with made(page) as (library, _same):
        drone = named(library, "drone.jpg")
        # The drone, which looked to the south-east, is drawn shortly above the sheet.
        page.open(f"#map=16/{DRONE['lat'] + 0.0004}/{DRONE['lon']}&photo={drone}")
        page.expect_panel()
        page.until(lambda: footprint(page).is_visible(), "the ground is drawn")
        page.until(lambda: 0 < min(y for _, y in corners_of(page)) and max(y for _, y in corners_of(page)) < page.box(page.panel())["y"], "all of the ground is above the sheet")
        page.until(lambda: page.page.locator(".pin.is-selected .pin-card").is_visible(), "the photo is marked")


@scenario("guests of a link with coarse positions see neither the ground of a picture nor the same view on other days, and the page asks nothing")
def guests(page: MapPage, _: Library) -> None:
    with tempfile.TemporaryDirectory(prefix="geoindex-sight-") as folder:
        photos, index = Path(folder) / "photos", Path(folder) / "photos.sqlite"
        photos.mkdir()
        sight_library.write(photos)
        subprocess.run(["geoindex", "scan", "--quiet", "--db", index, photos], check=True)
        server = subprocess.Popen(["geoindex", "serve", "--quiet", "--db", index, "--port", "0"], stdout=subprocess.PIPE, text=True, env=os.environ | {"GEOINDEX_AUTH": "anna:correct horse"})
        try:
            page.base = server.stdout.readline().split()[-1]
            link = subprocess.run(["geoindex", "share", "--db", index, "--base-url", page.base, "--precision", "1000"], check=True, capture_output=True, text=True).stdout
            page.page.goto(re.search(r"https?://\S+", link).group())
            page.settle()
            features = page.page.evaluate("fetch('collections/photos/items').then((answer) => answer.json()).then(({features}) => features)")
            expect_equal(len(features), len(SAME_VIEW) + 4, "photos of the guest")
            hidden = {"direction", "fieldOfView", "pitch", "roll", "relativeAltitude"}
            expect(not any(hidden & one["properties"].keys() for one in features), "A guest learns how a camera stood")
            drone = next(one for one in features if one["properties"]["filename"] == "drone.jpg")
            lon, lat = drone["geometry"]["coordinates"]
            page.page.evaluate(f"location.hash = 'map=17/{lat}/{lon}&photo={drone['id']}'")
            page.expect_panel()
            page.panel().locator(".facts").wait_for()
            page.quiet()
            expect(not footprint(page).is_visible(), "A guest sees the ground of a picture")
            expect(not row(page).is_visible(), "A guest sees the same view on other days")
            expect_equal(asked(page), [], "requests for the same view")
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)
