"""Areas drawn on the map: by mouse, finger and keys, added and subtracted, in the address, and exact at their edges."""

import json
import math
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import shapely

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.guests import SHARED, shared
from scenarios.placing import own_library
from scenarios.plan import take

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
EUROPE = "#map=3.2/48/8"
SHAPES = Path(__file__).resolve().parents[3] / "static/app/draw/shapes.js"
# Nearer to an edge, the floating-point numbers of shapely decide.
ON_EDGE = 1e-9  # degrees


def drawn(page: MapPage) -> str:
    match = re.search(r"[#&]drawn=([^&]*)", page.page.url)
    return match.group(1) if match else ""


def by_page(function: str, values: list) -> list:
    """What a function of the page's module returns for each value."""
    script = f"import({json.dumps(SHAPES.as_uri())}).then((page) => console.log(JSON.stringify(JSON.parse(process.argv[1]).map(page.{function}))))"
    return json.loads(subprocess.run(["node", "-e", script, json.dumps(values)], check=True, capture_output=True, text=True).stdout)


def shapes_in(text: str) -> list[dict]:
    return by_page("shapesIn", [text])[0]


def text_of(shapes: list[dict]) -> str:
    return by_page("drawingText", [shapes])[0]


def inside(library: Library, text: str, **more) -> set[int]:
    """The photos in the drawn area, by shapely."""
    return in_shapes(library.get("collections/photos/items", limit=1000, **more)["features"], shapes_in(text))


def in_shapes(photos: list[dict], shapes: list[dict]) -> set[int]:
    found = set()
    for photo in photos:
        lon, lat = photo["geometry"]["coordinates"]
        is_in = not shapes[0]["isAdded"]
        for shape in shapes:
            area = shapely.make_valid(shapely.Polygon(shape["ring"]))
            if any(area.distance(shapely.Point(lon + turn, lat)) <= ON_EDGE for turn in (-360, 0, 360)):
                is_in = shape["isAdded"]
        if is_in:
            found.add(photo["id"])
    return found


def shows(page: MapPage, library: Library, **more) -> set[int]:
    """Checks that the map, the counts and the list of the whole world have exactly the photos of the drawn area."""
    wanted = inside(library, drawn(page), **more)
    page.until(lambda: f"{len(wanted)} of " in page.page.inner_text("#counts"), f"the header counts {len(wanted)} photos")
    return wanted


def begin(page: MapPage, fragment: str = EUROPE) -> None:
    page.open(fragment)
    page.page.keyboard.press("d")
    page.page.locator(".draw-bar").wait_for()
    page.focused(page.page.locator(".draw-surface"), "the map to draw on")


def choose(page: MapPage, name: str) -> None:
    page.page.get_by_role("radio", name=name).check()


def stroke(page: MapPage, points: list[tuple[float, float]]) -> None:
    before = drawn(page)
    page.page.mouse.move(*points[0])
    page.page.mouse.down()
    for point in points[1:]:
        page.page.mouse.move(*point)
    page.page.mouse.up()
    page.until(lambda: drawn(page) != before, "the address has the shape")


def around(page: MapPage, radius: float, count: int = 60) -> list[tuple[float, float]]:
    x, y = page.middle()
    y -= 40
    wobble = lambda turn: radius * (1 + 0.2 * math.sin(5 * turn))
    turns = [2 * math.pi * step / count for step in range(count)]
    return [(x + wobble(turn) * math.cos(turn), y + wobble(turn) * math.sin(turn)) for turn in turns]


@scenario("a lasso drawn with the mouse shows exactly the photos in it, and Back, the chip and an address take and bring it back")
def by_mouse(page: MapPage, library: Library) -> None:
    page.open(EUROPE)
    page.page.get_by_role("button", name="Filters").click()
    page.page.get_by_role("button", name="Draw an area on the map").click()
    page.page.locator(".draw-bar").wait_for()
    view = page.map_view()
    stroke(page, around(page, 130))
    wanted = shows(page, library)
    expect(0 < len(wanted) < library.total(), f"{len(wanted)} photos are in the area, which shows nothing")
    page.equals(page.map_view, view, "the view while drawing")
    asked = [parse_qs(urlsplit(url).query) for url in page.requests if "/clusters" in url]
    expect("S_INTERSECTS" in asked[-1]["filter"][0], f"the pins were requested with {asked[-1]}")
    expect_equal({one["id"] for one in library.get("collections/photos/items", limit=1000, filter=asked[-1]["filter"][0])["features"]}, wanted, "the photos that the server finds, and shapely")
    page.page.keyboard.press("Escape")
    page.gone(page.page.locator(".draw-bar"), "the bar")
    address = page.page.url
    page.page.get_by_role("button", name="Remove filter Drawn area").click()
    page.until(lambda: drawn(page) == "", "the chip removes the area")
    page.page.go_back()
    page.until(lambda: page.page.url == address, "Back brings it back")
    page.open(address[address.index("#"):])
    shows(page, library)
    first = next(url for url in page.requests[::-1] if "/clusters" in url)
    expect("S_INTERSECTS" in parse_qs(urlsplit(first).query)["filter"][0], "the first request for pins has no drawn area")
    expect_equal(page.page.locator(".drawn-line").count(), 1, "outlines on the map")


@scenario("shapes add and subtract in their order, each is a step that can be undone, and clearing shows all photos")
def adding_and_subtracting(page: MapPage, library: Library) -> None:
    begin(page)
    x, y = page.middle()
    choose(page, "Box")
    stroke(page, [(x - 220, y - 180), (x + 200, y + 120)])
    whole = shows(page, library)
    choose(page, "Subtract")
    choose(page, "Circle")
    stroke(page, [(x - 40, y - 60), (x + 30, y - 20)])
    less = shows(page, library)
    expect(less < whole, f"{len(less)} of {len(whole)} photos are left")
    choose(page, "Add")
    stroke(page, [(x - 40, y - 60), (x - 20, y - 60)])
    shows(page, library)
    expect_equal(len(shapes_in(drawn(page))), 3, "shapes")
    for left in (2, 1):
        page.page.get_by_role("button", name="Undo the last shape").click()
        page.until(lambda left=left: len(shapes_in(drawn(page))) == left, f"{left} shapes are left")
    expect_equal(shows(page, library), whole, "the photos of the box alone")
    page.page.get_by_role("button", name="Clear the area").click()
    page.until(lambda: drawn(page) == "", "nothing is drawn")


@scenario("an area is drawn with the keyboard alone: corners of a lasso, and a circle that + enlarges")
def by_keyboard(page: MapPage, library: Library) -> None:
    begin(page)
    press = page.page.keyboard.press

    def move(key: str, times: int) -> None:
        for _ in range(times):
            press(f"Shift+{key}")

    press("Enter")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        move(key, 3)
        press("Enter")
    move("ArrowUp", 3)
    expect_equal(drawn(page), "", "the address before the shape is closed")
    press("Enter")
    page.until(lambda: drawn(page) != "", "Enter at the first corner closes the shape")
    shows(page, library)
    expect_equal(len(shapes_in(drawn(page))[0]["ring"]), 4, "corners")
    choose(page, "Circle")
    page.page.locator(".draw-surface").focus()
    press("Enter")
    for _ in range(9):
        press("+")
    press("Enter")
    page.until(lambda: len(shapes_in(drawn(page))) == 2, "the circle is added")
    shows(page, library)
    press("Backspace")
    page.until(lambda: len(shapes_in(drawn(page))) == 1, "Backspace removes it")
    press("Enter")
    press("Escape")
    expect(page.page.locator(".draw-bar").is_visible(), "the first Escape gives up the shape only")
    press("Escape")
    page.gone(page.page.locator(".draw-bar"), "the bar")


@scenario("on a phone one finger draws and two move the map; the bar fits, and its buttons are large enough", **PHONE)
def by_finger(page: MapPage, library: Library) -> None:
    page.open("#map=1.2/40/8")
    page.page.get_by_role("button", name="Filters").tap()
    page.page.get_by_role("button", name="Draw an area on the map").tap()
    page.page.locator(".draw-bar").wait_for()
    finger = Finger(page)
    view = page.map_view()
    path = around(page, 80)
    finger.press(path[0])
    for point in path[1:]:
        finger.move(point)
    finger.lift()
    page.until(lambda: drawn(page) != "", "a finger draws")
    shows(page, library)
    page.equals(page.map_view, view, "the view while a finger draws")
    before = drawn(page)
    x, y = page.middle()
    finger.press((x - 40, y))
    finger.press((x - 40, y), (x + 40, y))
    for step in range(1, 11):
        finger.move((x - 40 - 6 * step, y), (x + 40 + 6 * step, y))
    finger.lift()
    page.until(lambda: page.map_view()[0] > view[0] + 0.3, "two fingers zoom in")
    expect_equal(drawn(page), before, "the area after two fingers")
    for part in page.page.locator(".draw-bar :is(button, .draw-choice):visible").all():
        box = page.box(part)
        expect(box["width"] >= 44 and box["height"] >= 44, f"a control of {box}")
        expect(0 <= box["x"] and box["x"] + box["width"] <= 390, f"a control beside the window: {box}")


@scenario("random drawings with corners at photos, crossing outlines and the antimeridian find exactly the photos that shapely finds")
def random_drawings(page: MapPage, library: Library) -> None:
    photos = library.get("collections/photos/items", limit=1000)["features"]
    dice = random.Random(24)
    drawings = [[random_shape(dice, photos) for _ in range(dice.randint(1, 5))] for _ in range(60)]
    texts = by_page("drawingText", drawings)
    expect_equal(by_page("shapesIn", texts), drawings, "shapes that are read from their texts")
    sizes = []
    for shapes, condition in zip(drawings, by_page("drawnCondition", drawings)):
        found = {one["id"] for one in library.get("collections/photos/items", limit=1000, filter=condition)["features"]}
        expect_equal(found, in_shapes(photos, shapes), f"photos in {shapes}")
        sizes.append(len(found))
    expect(sum(0 < size < len(photos) for size in sizes) > 40, f"the drawings have {sizes} photos")


def random_shape(dice: random.Random, photos: list[dict]) -> dict:
    """Around a photo, whose position is a corner; the longitudes may be of another turn around the Earth."""
    lon, lat = dice.choice(photos)["geometry"]["coordinates"]
    lon += dice.choice((-360, 0, 0)) if lon > 0 else dice.choice((0, 0, 360))
    reach = 10 ** dice.uniform(-2, 2)
    corners = [[lon + dice.uniform(-reach, reach), max(-85, min(85, lat + dice.uniform(-reach, reach)))] for _ in range(dice.randint(2, 8))]
    return {"isAdded": dice.random() < 0.7, "decimals": 7, "ring": [[round(x, 7), round(y, 7)] for x, y in [[lon, lat], *corners]]}


@scenario("an area across the antimeridian has the photos on both sides")
def antimeridian(page: MapPage, library: Library) -> None:
    begin(page, "#map=1/10/180")
    choose(page, "Box")
    x, y = page.middle()
    stroke(page, [(x - 30, y - 200), (x + 300, y + 120)])
    wanted = shows(page, library)
    lons = {math.copysign(1, library.photo(one)["geometry"]["coordinates"][0]) for one in wanted}
    expect_equal(lons, {-1, 1}, "the hemispheres of the photos")


@scenario("a guest opens a link to a drawn area and sees those of the shared photos that are in it")
def for_guests(page: MapPage, library: Library) -> None:
    text = text_of([{"isAdded": True, "decimals": 1, "ring": [[90, 10], [150, 10], [150, 40.5], [90, 40.5]]}, {"isAdded": False, "decimals": 0, "ring": [[130, 30], [150, 30], [150, 40], [130, 40]]}])
    wanted = inside(library, text, path=SHARED)
    expect(0 < len(wanted) < library.get("collections/photos/items", path=SHARED, limit=1)["numberMatched"], f"{len(wanted)} shared photos are in the area, which shows nothing")
    with shared(page) as link:
        page.page.goto(f"{link}#drawn={text}")
        page.settle()
        page.equals(page.shown_count, len(wanted), "the photos on the map")


@scenario("an address with a drawn area that was cut opens the page with all photos, and says so")
def cut_address(page: MapPage, library: Library) -> None:
    begin(page)
    stroke(page, around(page, 130))
    page.open(f"#drawn={drawn(page)[:-3]}")
    page.equals(page.shown_count, library.total(), "the photos on the map")
    page.page.get_by_text("The drawn area in this address can’t be read").wait_for()


METRES_PER_DEGREE = 111_195
# The map of the track, whose west-east part begins in the middle.
LOOP = "#map=12/48.87/2.3"


@contextmanager
def looped_track(page: MapPage) -> Iterator[Library]:
    """A library with a track that crosses itself and has a gap, and photos in rows across it."""
    with tempfile.TemporaryDirectory(prefix="geoindex-corridor-") as name:
        folder = Path(name)
        first = [(2.25 + 0.002 * step, 48.86 + 0.02 * math.sin(step / 8)) for step in range(50)]
        second = [(2.30 + 0.03 * math.cos(step / 6), 48.87 + 0.02 * math.sin(step / 6)) for step in range(45)]
        moments = iter(range(0, 6000, 10))
        segments = []
        for points, hour in ((first, 8), (second, 12)):
            segments.append("".join(
                f'<trkpt lat="{lat:.6f}" lon="{lon:.6f}"><time>2024-05-01T{hour:02}:{next(moments) // 10 % 60:02}:00Z</time></trkpt>'
                for lon, lat in points[:50]))
        (folder / "loop.gpx").write_text('<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk>'
                                         + "".join(f"<trkseg>{points}</trkseg>" for points in segments) + "</trk></gpx>")
        dice = random.Random(5)
        for number in range(14):
            lon, lat = dice.choice(first + second)
            away = dice.uniform(-0.02, 0.02)
            place = [f"-GPSLatitude={lat + away:.6f}", "-GPSLatitudeRef=N", f"-GPSLongitude={lon:.6f}", "-GPSLongitudeRef=E"]
            take(folder / f"photo-{number}.jpg", f"2024:05:01 12:{number:02}:00", "Aster F2", "+02:00", *place)
        with own_library(page, folder) as library:
            yield library


def near_lines(library: Library, text: str) -> set[int]:
    """The photos in the corridors of a drawing, by shapely on the plane around each photo."""
    found = set()
    for photo in library.get("collections/photos/items", limit=1000)["features"]:
        lon, lat = photo["geometry"]["coordinates"]
        high = math.cos(math.radians(lat))
        flat = lambda corner: ((corner[0] - lon) * high * METRES_PER_DEGREE, (corner[1] - lat) * METRES_PER_DEGREE)
        for shape in shapes_in(text):
            away = min(shapely.LineString([flat(corner) for corner in line]).distance(shapely.Point(0, 0)) for line in shape["lines"])
            # The plane of a sphere is right to a third of a percent.
            expect(abs(away - shape["metres"]) > 0.004 * shape["metres"], f"a photo is {away} m from the line, too near to the edge to tell")
            if away < shape["metres"]:
                found.add(photo["id"])
    return found


def shows_corridor(page: MapPage, library: Library, metres: int) -> set[int]:
    page.until(lambda: [shape.get("metres") for shape in shapes_in(drawn(page)) or []] == [metres], f"the corridor reaches {metres} m")
    wanted = near_lines(library, drawn(page))
    page.until(lambda: f"{len(wanted)} of " in page.page.inner_text("#counts"), f"the header counts {len(wanted)} photos")
    return wanted


def corridor_tool(page: MapPage) -> None:
    begin(page, LOOP)
    tool = page.page.locator(".draw-choice.is-corridor")
    tool.wait_for()
    tool.locator("input").check()
    page.until(lambda: page.page.locator(".draw-corridor option", has_text="loop.gpx").count() == 1, "the track is in the list")


@scenario("a click on a track filters by the photos near it, and another distance changes the corridor, as shapely finds them")
def along_a_track(page: MapPage, _: Library) -> None:
    with looped_track(page) as library:
        corridor_tool(page)
        expect("tracks=1" in page.page.url, "the tracks are not shown")
        x, y = page.middle()
        page.page.mouse.click(x, y - 60)
        page.until(lambda: "No track is here" in page.page.inner_text(".draw-bar"), "a click beside the track says so")
        expect_equal(drawn(page), "", "the address")
        # The eastern end of the second part of the track.
        page.page.mouse.click(x + 0.03 / 360 * 512 * 2**12, y)
        some = shows_corridor(page, library, 200)
        expect_equal(len(shapes_in(drawn(page))[0]["lines"]), 2, "lines of a track with a gap")
        page.page.get_by_label("Distance from the track").select_option("1000")
        more = shows_corridor(page, library, 1000)
        expect(0 < len(some) < len(more) < library.total(), f"{len(some)} and {len(more)} photos are near")
        expect_equal(page.page.locator(".drawn-line").count(), 1, "lines on the map")
        page.page.get_by_role("button", name="Undo the last shape").click()
        page.until(lambda: drawn(page) == "", "the other distance has replaced the corridor, and Undo removes it")


@scenario("a corridor is drawn with the keyboard alone, and subtracted")
def along_a_track_by_keyboard(page: MapPage, _: Library) -> None:
    with looped_track(page) as library:
        corridor_tool(page)
        listed = page.page.get_by_label("Track", exact=True)
        listed.focus()
        page.page.keyboard.press("ArrowDown")
        page.until(lambda: listed.input_value() != "", "the track is chosen")
        page.page.get_by_role("button", name="Draw along it").focus()
        page.page.keyboard.press("Enter")
        near = shows_corridor(page, library, 200)
        text = drawn(page)
        page.page.keyboard.press("Escape")
        page.gone(page.page.locator(".draw-bar"), "the bar")
        page.open(f"{LOOP}&drawn={text}")
        page.until(lambda: f"{len(near)} of " in page.page.inner_text("#counts"), "the address brings the corridor back")
        away = text_of([{**shapes_in(text)[0], "isAdded": False}])
        page.open(f"{LOOP}&drawn={away}")
        page.until(lambda: f"{library.total() - len(near)} of " in page.page.inner_text("#counts"), "the rest of the photos")


@scenario("on a phone a track is tapped, and the controls of its corridor are large enough", **PHONE)
def along_a_track_by_finger(page: MapPage, _: Library) -> None:
    with looped_track(page) as library:
        page.open(LOOP)
        page.page.get_by_role("button", name="Filters").tap()
        page.page.get_by_role("button", name="Draw an area on the map").tap()
        page.page.locator(".draw-choice.is-corridor").tap()
        page.until(lambda: page.page.locator(".draw-corridor option", has_text="loop.gpx").count() == 1, "the track is in the list")
        for part in page.page.locator(".draw-bar :is(button, select, .draw-choice)").all():
            box = page.box(part)
            expect(box["width"] >= 44 and box["height"] >= 44, f"a control of {box}")
            expect(0 <= box["x"] and box["x"] + box["width"] <= 390, f"a control beside the window: {box}")
        x, y = page.middle()
        page.page.touchscreen.tap(x + 0.03 / 360 * 512 * 2**12, y)
        shows_corridor(page, library, 200)


@scenario("on phones of 390 and 320 pixels the tools of the drawing bar are one row, in which adding and subtracting take turns at one place", **PHONE)
def one_row(page: MapPage, _: Library) -> None:
    with looped_track(page):
        for width, height in ((390, 844), (320, 640)):
            page.page.set_viewport_size({"width": width, "height": height})
            begin(page, LOOP)
            page.page.locator(".draw-choice.is-corridor").wait_for()
            boxes = [page.box(one) for one in page.page.locator(".draw-tools :is(button, .draw-choice)").all()]
            expect_equal(len({round(box["y"]) for box in boxes}), 1, f"rows of tools at {width} pixels")
            for box in boxes:
                expect(box["width"] >= 44 and box["height"] >= 44 and 0 <= box["x"] and box["x"] + box["width"] <= width, f"a tool at {box}")
            places = sorted({round(box["x"]) for box in boxes})
            expect(len(places) == 7 and all(after - before >= 43 for before, after in zip(places, places[1:])), f"the tools are at {places}")
            effect = page.box(page.page.locator(".is-draw-effect"))
            for name in ("Subtract", "Add"):
                page.page.touchscreen.tap(effect["x"] + effect["width"] / 2, effect["y"] + effect["height"] / 2)
                page.until(lambda name=name: page.page.get_by_role("radio", name=name).is_checked(), f"a tap changes to {name}")


@scenario("random corridors that cross themselves and the antimeridian have exactly the photos that are near their lines")
def random_corridors(page: MapPage, library: Library) -> None:
    photos = library.get("collections/photos/items", limit=1000)["features"]
    dice = random.Random(17)
    sizes = []
    for _ in range(40):
        shape = random_corridor(dice, photos)
        [condition] = by_page("drawnCondition", [[shape]])
        found = {one["id"] for one in library.get("collections/photos/items", limit=1000, filter=condition)["features"]}
        sizes.append(len(found))
        for photo in photos:
            away = metres_away(photo["geometry"]["coordinates"], shape["lines"])
            if abs(away - shape["metres"]) > 0.01 * shape["metres"]:
                expect_equal(photo["id"] in found, away < shape["metres"], f"photo {photo['id']}, {away} m from {shape}, is found")
    expect(sum(0 < size < len(photos) for size in sizes) > 30, f"the corridors have {sizes} photos")


def random_corridor(dice: random.Random, photos: list[dict]) -> dict:
    """Its lines begin near photos, which are about its distance away."""
    metres = dice.choice([50, 500, 5000])
    lines = []
    for _ in range(dice.randint(1, 3)):
        lon, lat = dice.choice(photos)["geometry"]["coordinates"]
        away = metres / METRES_PER_DEGREE
        line = []
        for _ in range(dice.randint(2, 7)):
            lon, lat = lon + dice.uniform(-2, 2) * away, max(-80, min(80, lat + dice.uniform(-1.2, 1.2) * away))
            line.append([round((lon + 180) % 360 - 180, 6), round(lat, 6)])
        lines.append(line)
    return {"isAdded": True, "decimals": 6, "metres": metres, "lines": lines}


def metres_away(place: list[float], lines: list) -> float:
    """By shapely on the plane around the place, in a copy of the world in which each edge is short."""
    lon, lat = place
    # The radii of curvature of WGS 84 at the latitude.
    bend = 1 - 0.00669438 * math.sin(math.radians(lat)) ** 2
    east = math.radians(1) * 6_378_137 / bend**0.5 * math.cos(math.radians(lat))
    north = math.radians(1) * 6_378_137 * (1 - 0.00669438) / bend**1.5
    nearest = math.inf
    for line in lines:
        at, corners = lon + (line[0][0] - lon + 180) % 360 - 180, []
        for x, y in line:
            at += (x - at + 180) % 360 - 180
            corners.append(((at - lon) * east, (y - lat) * north))
        nearest = min(nearest, shapely.LineString(corners).distance(shapely.Point(0, 0)))
    return nearest
