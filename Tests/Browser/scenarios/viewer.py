"""The open photo in the whole window."""

import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error

import big_library
from finger import Finger
from library import Library
from map_page import PATIENCE, MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
LARGE = {"width": 6000, "height": 4000, "media": "image/jpeg"}


def view(page: MapPage, photo: dict, more: str = "") -> None:
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=9/{lat}/{lon}{more}&full=1&photo={photo['id']}")
    expect_viewer(page, photo["properties"]["filename"])


def expect_viewer(page: MapPage, name: str) -> None:
    page.page.locator("dialog.viewer[open]").wait_for()
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == name, f"the viewer shows {name!r}")


def expect_list(page: MapPage) -> None:
    """The list behind the viewer has loaded: it is hidden and not in the document, but provides the next photo."""
    page.until(lambda: page.page.locator(".viewer-step.is-next:enabled").count() == 1, "the list is there")


def expect_no_viewer(page: MapPage) -> None:
    page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer is closed")


def picture_is_there(page: MapPage) -> None:
    page.until(
        lambda: page.page.evaluate("document.querySelector('.stage-frame img')?.naturalWidth > 0"), "the picture is there")


def zoom(page: MapPage) -> float:
    """The scale of the picture; 1 shows all of it."""
    return page.page.evaluate("""() => {
      const frame = document.querySelector(".stage-frame");
      return frame.getBoundingClientRect().width / frame.offsetWidth;
    }""")


def rename(page: MapPage, photo: dict, properties: dict) -> None:
    """Replaces properties of a photo in the server's responses."""
    changed = photo | {"properties": photo["properties"] | properties}
    page.page.route(f"**/collections/photos/items/{photo['id']}", lambda route: route.fulfill(json=changed))

    # The photo of a pin on the map is not requested again.
    def answer_pins(route) -> None:
        answer = route.fetch().json()
        answer["features"] = [changed if one.get("id") == photo["id"] else one for one in answer["features"]]
        route.fulfill(json=answer)

    page.page.route("**/collections/photos/clusters?**", answer_pins)


@scenario("a photo fills the window, and Back returns to where it was opened")
def viewer_opens(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    name = photo["properties"]["filename"]
    page.open(f"#map=9/{lat}/{lon}")
    page.pin(photo["id"]).click()
    page.expect_panel(name)
    picture = page.page.locator(".photo-pane button.hero")
    picture.focus()
    page.page.keyboard.press("Enter")
    expect_viewer(page, name)
    page.page.get_by_role("dialog", name="Photo", exact=True).wait_for()
    page.until(lambda: "full=1" in page.page.url, "the address says it")
    picture_is_there(page)
    box = page.box(page.page.locator("dialog.viewer"))
    expect_equal((box["x"], box["y"], box["width"], box["height"]), (0, 0, 1280, 800), "where the viewer lies")
    page.page.go_back()
    expect_no_viewer(page)
    page.expect_panel(name)
    page.focused(picture, "the picture again")
    page.page.keyboard.press("f")
    expect_viewer(page, name)
    page.page.keyboard.press("Escape")
    expect_no_viewer(page)
    page.expect_panel(name)
    page.page.keyboard.press("Escape")
    page.expect_no_panel()


@scenario("the viewer shows the time of day and the position in the list, and its film strip leads to others")
def viewer_strip(page: MapPage, library: Library) -> None:
    spot = library.one_spot()
    cluster, total = spot["properties"]["cluster_id"], spot["properties"]["point_count"]
    lon, lat = spot["geometry"]["coordinates"]
    page.open(f"#map=19/{lat}/{lon}&cluster={cluster}")
    page.until(lambda: len(page.listed()) > 5, "the photos are listed")
    listed = page.listed()
    for width in (320, 390, 820, 1280, 1920):
        page.page.set_viewport_size({"width": width, "height": 800})
        page.open(f"#map=19/{lat}/{lon}&cluster={cluster}&photo={listed[1]}&full=1")
        place = page.page.locator(".viewer-place")
        page.until(lambda: place.inner_text() == f"2 of {total}", "the place among them")
        taken = library.photo(listed[1])["properties"]["takenAtLocal"][11:16]
        expect(taken in page.page.locator(".viewer-day").inner_text(), f"The time of day, {taken}, is missing")
        strip = page.page.locator(".strip-item")
        page.equals(strip.count, min(total, 10), "photos in the strip: one before and eight after")
        marked = page.page.locator('.strip-item[aria-current="true"]')
        page.equals(lambda: marked.get_attribute("data-strip"), str(listed[1]), "the photo that is marked")
        page.page.locator(f'[data-strip="{listed[4]}"]').click()
        page.until(lambda: place.inner_text() == f"5 of {total}", "the photo that was clicked is shown")
        page.focused(page.page.locator(f'[data-strip="{listed[4]}"]'), "the photo that was clicked")
        box, stage = page.box(page.page.locator(".strip")), page.box(page.page.locator(".stage"))
        expect(stage["y"] + stage["height"] <= box["y"] + 1, f"At {width} pixels the strip lies over the photo")
        marked = page.box(page.page.locator('.strip-item[aria-current="true"]'))
        expect(0 <= marked["x"] and marked["x"] + marked["width"] <= width, f"At {width} pixels the photo is not in the strip's sight")


@scenario("the film strip of a photo of the grid has those before and after it there")
def strip_of_grid(page: MapPage, library: Library) -> None:
    page.open()
    page.page.locator(".wall .tile").nth(3).click()
    page.page.locator(".photo-pane button.hero").click()
    page.until(lambda: page.page.locator(".viewer-place").inner_text() == f"4 of {library.total()}", "the place in the grid")
    page.until(lambda: page.page.locator(".strip-item").count() == 12, "three before it and eight after")


@scenario("“Show this day” in the viewer closes it and opens the day")
def viewer_shows_day(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    view(page, photo)
    page.page.get_by_role("button", name="Details", exact=True).click()
    page.page.locator("dialog.viewer").get_by_role("button", name="Show this day").click()
    expect_no_viewer(page)
    page.until(lambda: "day=" in page.page.url, "the address names the day")
    page.until(lambda: "photo" in page.page.locator(".panel-subtitle").inner_text(), "the list counts the photos of the day")


@scenario("the focus stays in the viewer")
def focus_is_kept(page: MapPage, library: Library) -> None:
    view(page, library.lonely())
    for _ in range(12):
        page.page.keyboard.press("Tab")
        inside = page.page.evaluate("document.activeElement === document.body || document.activeElement.closest('.viewer') !== null")
        expect(inside, "The focus left the viewer")


@scenario("the address opens the viewer, and closing it leaves the photo open")
def address_opens_viewer(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    view(page, photo)
    page.page.get_by_role("button", name="Close the viewer").click()
    expect_no_viewer(page)
    page.expect_panel(photo["properties"]["filename"])
    page.until(lambda: "full" not in page.page.url, "the address no longer asks for the viewer")


@scenario("arrows, Home and End go through the list the photo is from")
def arrows_step(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    near = library.get("collections/photos/nearest", lon=lon, lat=lat, k=12)["features"]
    names = [feature["properties"]["filename"] for feature in near]
    page.open(f"#map=9/{lat}/{lon}&near={lat},{lon}&full=1&photo={near[0]['id']}")
    expect_list(page)
    for key, wanted in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -1), ("ArrowRight", -1), ("Home", 0), ("ArrowLeft", 0)):
        page.page.keyboard.press(key)
        expect_viewer(page, names[wanted])
    page.page.get_by_role("button", name="Next photo").last.click()
    expect_viewer(page, names[1])
    page.page.keyboard.press("Escape")
    expect_no_viewer(page)
    page.expect_panel(names[1])


@scenario("the photos before and after are preloaded, and cancelled when the reader passes them")
def neighbours_are_fetched(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    near = library.get("collections/photos/nearest", lon=lon, lat=lat, k=12)["features"]
    held = near[2]["id"]
    given_up = []
    page.page.on("requestfailed", lambda request: given_up.append(request.url))
    # The request stays unanswered during the scenario.
    kept = []
    page.page.route(f"**/photos/{held}/thumbnail?width=1280&missing=empty", lambda route: kept.append(route))
    page.open(f"#map=9/{lat}/{lon}&near={lat},{lon}&full=1&photo={near[1]['id']}")
    asked = f"photos/{held}/thumbnail?width=1280&missing=empty"
    page.until(lambda: any(url.endswith(asked) for url in page.requests), "the next photo is requested")
    page.page.keyboard.press("Home")
    expect_viewer(page, near[0]["properties"]["filename"])
    page.page.keyboard.press("End")
    page.until(lambda: any(url.endswith(asked) for url in given_up), "the request was given up")
    for route in kept:
        with suppress(Error):
            route.abort()


def double_click(page: MapPage) -> None:
    """Repeats a double-click until the clicks are fast enough to count as one, which may fail on a busy machine."""
    before = zoom(page)

    def has_zoomed() -> bool:
        page.double_click(640, 400)
        page.box(page.page.locator(".stage-frame"))
        return abs(zoom(page) - before) > 0.01

    page.until(has_zoomed, "a double click zooms")


@scenario("keys, wheel and double click zoom, about the pointer, and never past the edge")
def viewer_zooms(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    rename(page, photo, LARGE)
    view(page, photo)
    picture_is_there(page)
    for key, wanted in (("+", 1.5), ("+", 2.25), ("-", 1.5), ("z", 1), ("-", 1)):
        page.page.keyboard.press(key)
        page.until(lambda: abs(zoom(page) - wanted) < 0.01, f"after {key} the picture is {wanted} times as large")
    under = """() => {
      const {left, width, top, height} = document.querySelector(".stage-frame").getBoundingClientRect();
      return [(500 - left) / width, (300 - top) / height];
    }"""
    page.page.mouse.move(500, 300)
    before = page.page.evaluate(under)
    page.page.mouse.wheel(0, -400)
    page.until(lambda: zoom(page) > 2, "the wheel zoomed in")
    page.box(page.page.locator(".stage-frame"))
    after = page.page.evaluate(under)
    expect(all(abs(one - other) < 0.002 for one, other in zip(before, after)), f"{before} under the pointer became {after}")
    page.page.mouse.down()
    page.page.mouse.move(5000, 3000, steps=4)
    page.page.mouse.up()
    left = page.box(page.page.locator(".stage-frame"))["x"]
    expect(abs(left) < 1, f"A gap opened beside the picture: {left}")
    page.page.mouse.move(500, 300)
    page.page.mouse.wheel(0, 4000)
    page.until(lambda: abs(zoom(page) - 1) < 0.001, "the wheel zoomed out")
    double_click(page)
    page.until(lambda: abs(zoom(page) - 5) < 0.01, "a pixel of the picture is a pixel of the screen")
    double_click(page)
    page.until(lambda: abs(zoom(page) - 1) < 0.001, "the picture is whole again")


@scenario("the original is fetched only when zoomed in past the largest preview, as a JPEG where need be")
def original_when_needed(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    rename(page, photo, LARGE | {"media": "image/heic"})
    view(page, photo)
    picture_is_there(page)
    page.quiet("/thumbnail")
    original = f"{page.base}photos/{photo['id']}/original?as=jpeg&missing=empty"
    expect(original not in page.requests, "The original was fetched without need")
    double_click(page)
    page.until(lambda: original in page.requests, "the original is fetched")


@scenario("the details have a map of their own and stay with the next photo")
def details_show(page: MapPage, library: Library) -> None:
    # The second map needs a second WebGL context, which can take minutes in software on a busy machine.
    page.page.set_default_timeout(5 * PATIENCE * 1000)
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    near = library.get("collections/photos/nearest", lon=lon, lat=lat, k=2)["features"]
    view(page, near[0], f"&near={lat},{lon}")
    expect_list(page)
    page.page.keyboard.press("i")
    details = page.page.locator(".details")
    page.until(lambda: f"{abs(lat):.5f}°" in details.inner_text(), "the place is shown")
    details.locator(".small-map canvas").wait_for()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: near[1]["properties"]["path"] in details.inner_text(), "the next photo's file is shown")
    page.equals(details.locator(".small-map canvas").count, 1, "small maps")
    page.page.keyboard.press("i")
    page.gone(page.page.locator(".small-map"), "the small map")
    page.page.keyboard.press("i")
    page.page.locator(".small-map canvas").wait_for()
    page.equals(page.page.locator(".small-map canvas").count, 1, "small maps that were made")
    details.get_by_role("button", name="Show on map").click()
    expect_no_viewer(page)
    page.until(lambda: page.map_view()[0] > 14.9, "the map shows the place")


@scenario("coordinates are copied as numbers and as degrees, minutes and seconds")
def coordinates_are_copied(page: MapPage, library: Library) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    copied = lambda: page.page.evaluate("navigator.clipboard.readText()")  # noqa: E731
    page.page.get_by_role("button", name="Copy coordinates").click()
    page.until(lambda: [float(part) for part in copied().split(",")] == [lat, lon], "the numbers are copied")
    page.page.get_by_role("button", name="Copy as degrees, minutes and seconds").click()
    page.until(lambda: copied().count('"') == 2, "the degrees are copied")


@scenario("fingers swipe to the next photo, and down to close", **PHONE)
def swipes(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    near = library.get("collections/photos/nearest", lon=lon, lat=lat, k=3)["features"]
    names = [feature["properties"]["filename"] for feature in near]
    view(page, near[0], f"&near={lat},{lon}")
    expect_list(page)
    swipe = Finger(page).drag
    swipe((300, 420), (80, 430))
    expect_viewer(page, names[1])
    swipe((80, 420), (300, 430))
    expect_viewer(page, names[0])
    swipe((80, 420), (300, 430))
    page.until(lambda: page.page.evaluate(
        "getComputedStyle(document.querySelector('.stage-frame')).transform") == "matrix(1, 0, 0, 1, 0, 0)", "the picture is back")
    page.box(page.page.locator(".stage-frame"))
    expect_viewer(page, names[0])
    swipe((200, 300), (210, 560))
    expect_no_viewer(page)


@scenario("two fingers zoom about the place between them", **PHONE)
def pinch(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    rename(page, photo, LARGE)
    view(page, photo)
    picture_is_there(page)
    fingers = Finger(page)
    fingers.press((165, 420), (225, 420))
    for gap in (45, 60, 75, 90):
        fingers.move((195 - gap, 420), (195 + gap, 420))
    fingers.lift()
    page.until(lambda: abs(zoom(page) - 3) < 0.1, "the picture is three times as large")


def film() -> bytes:
    """A video of one second with changing colours."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.webm"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=2:size=320x240:rate=10", "-c:v", "libvpx", path],
            check=True)
        return path.read_bytes()


@scenario("a video plays with the space bar")
def film_plays(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    rename(page, photo, {"media": "video/webm"})
    content = film()
    ranges = []

    def answer(route) -> None:
        ranges.append(route.request.headers.get("range"))
        route.fulfill(body=content, content_type="video/webm")

    page.page.route(f"**/photos/{photo['id']}/original?*", answer)
    view(page, photo)
    page.until(lambda: page.page.evaluate("document.querySelector('video')?.videoWidth") == 320, "the film is there")
    page.page.get_by_role("dialog", name="Video", exact=True).wait_for()
    page.until(lambda: "bytes=0-" in ranges, "the film is requested in ranges")
    poster = page.page.locator("video").get_attribute
    page.until(lambda: f"photos/{photo['id']}/thumbnail" in (poster("poster") or ""), "the film has a poster")
    page.page.evaluate("document.activeElement.blur()")
    page.page.keyboard.press("Space")
    page.until(lambda: page.page.evaluate("document.querySelector('video').currentTime") > 0.1, "the film plays")
    page.page.keyboard.press("Escape")
    expect_no_viewer(page)
    page.equals(page.page.locator("video").count, 0, "films that are left")


@scenario("a video that the browser cannot play says so and can be downloaded")
def film_is_unplayable(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    rename(page, photo, {"media": "video/quicktime"})
    view(page, photo)
    page.page.get_by_text("can’t play this video format").wait_for()
    link = page.page.get_by_role("link", name="Download file")
    link.wait_for()
    expect_equal(link.get_attribute("download"), photo["properties"]["filename"], "the name of the download")


@scenario("a deleted file, or one without a picture, says so", expects_failures=True)
def no_picture(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    gone = {"title": "Not Found", "status": 404, "detail": "The file of photo 1 cannot be opened.", "kind": "fileMissing"}
    page.page.route(f"**/photos/{photo['id']}/*", lambda route: route.fulfill(
        status=404, content_type="application/problem+json", json=gone))
    view(page, photo)
    page.page.locator(".stage").get_by_text("The original file can’t be opened").wait_for()
    page.equals(page.page.get_by_role("link", name="Download file").count, 0, "links to a file that is gone")
    page.page.unroute(f"**/photos/{photo['id']}/*")
    page.page.route(f"**/photos/{photo['id']}/*", lambda route: route.fulfill(content_type="text/plain", body="nothing to see"))
    view(page, photo)
    page.page.get_by_text("No preview for this file.").wait_for()
    page.page.get_by_role("link", name="Download file").wait_for()


@scenario("the arithmetic of layout and zoom is consistent")
def zoom_adds_up(page: MapPage, library: Library) -> None:
    page.open()
    wrong = page.page.evaluate("""async () => {
      await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
      const { WHOLE, keepOnStage, layOut, toggleZoom, zoomAbout } = await import(new URL("app/viewer/zoom.js", document.baseURI));
      const wrong = [];
      let seed = 7;
      const random = (low, high) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return low + (seed / 2 ** 32) * (high - low);
      };
      for (let n = 0; n < 2000; n += 1) {
        const picture = { width: random(20, 9000), height: random(20, 9000) };
        const stage = { width: random(200, 4000), height: random(200, 2400) };
        const layout = layOut(picture, stage, random(1, 3));
        const { whole } = layout;
        const fits = whole.width <= stage.width + 1e-6 && whole.height <= stage.height + 1e-6 && whole.width <= picture.width;
        const point = { x: random(-1, 1) * stage.width / 2, y: random(-1, 1) * stage.height / 2 };
        const near = zoomAbout(WHOLE, random(1, 6), point, layout);
        const slack = Math.max(0, (whole.width * near.zoom - stage.width) / 2);
        const kept = Math.abs(near.x) <= slack + 1e-6 && near.zoom <= layout.most;
        const there = toggleZoom(WHOLE, point, layout);
        const back = toggleZoom(there, point, layout);
        const still = keepOnStage(near, layout);
        const same = Math.abs(still.x - near.x) < 1e-9 && still.zoom === near.zoom;
        if (!(fits && kept && same && there.zoom > 1 && back.zoom === 1)) wrong.push({ picture, stage, near });
      }
      return wrong.slice(0, 3);
    }""")
    expect_equal(wrong, [], "pictures that are laid out wrong")


@scenario("an address of a photo outside the view has its place among all photos and the film strip, on a phone too")
def place_from_address(page: MapPage, library: Library) -> None:
    total = library.total()
    spot = library.photos_of(str(library.one_spot()["properties"]["cluster_id"]))
    # The newest, so that a photo follows. Ids are in the order in which the scan happened to read the files.
    photo = max(spot, key=lambda number: library.photo(number)["properties"]["takenAtLocal"])
    for width, height in ((1280, 800), (390, 844)):
        page.page.set_viewport_size({"width": width, "height": height})
        for view in ("", "map=12/48.8584/2.2945&"):
            page.open(f"#{view}photo={photo}&full=1")
            place = page.page.locator(".viewer-place")
            # Without a view in the address the map goes to the photo, so its place is among the photos there.
            page.until(lambda: (f" of {total}" if view else " of ") in place.inner_text(), f"the viewer says the place at {width} pixels {view}")
            page.until(lambda: page.page.locator(".strip-item").count() > 8, "the film strip is there")
            before = place.inner_text()
            page.page.keyboard.press("ArrowRight")
            page.until(lambda: place.inner_text() not in ("", before), "the next photo has its place")


@scenario("a photo and a video whose files are missing say so, without errors on the console")
def missing_files(page: MapPage, library: Library) -> None:
    spot = {"type": "Point", "coordinates": [8.5, 47.4]}
    files = [("gone.jpg", "image/jpeg"), ("gone.heic", "image/heic"), ("gone.mp4", "video/mp4")]
    with big_library.served({"type": "Feature", "geometry": spot, "properties": {"path": name, "filename": name, "media": media}} for name, media in files) as base:
        page.base = base
        page.open("#map=9/47.4/8.5&near=47.4,8.5&full=1&photo=1")
        for name in (name for name, _ in files):
            expect_viewer(page, name)
            page.page.locator(".stage-message").get_by_text("The original file can’t be opened").wait_for()
            expect_equal(page.page.get_by_role("link", name="Download file").count(), 0, "links to the missing file")
            if name == "gone.jpg":
                page.page.keyboard.press("+")
                page.quiet("photos/")
                asked = [url for url in page.requests if "photos/1/original" in url or "photos/1/thumbnail?width=1280" in url]
                expect_equal(len(asked), 2, f"how often the missing photo is requested: {asked}")
            page.page.keyboard.press("ArrowRight")
        expect_equal(page.complaints, [], "what the console reports")
        page.leave()
