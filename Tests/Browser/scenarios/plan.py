"""The plan: photos to be placed by tracks and by photos of other devices."""

import math
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from big_library import PACKAGE
from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.placing import PHONE, button, own_library, toast

DAYS = (1, 1, 1, 2, 2)
STRANGERS = 2


@contextmanager
def trip() -> Iterator[Path]:
    """Photos of two days of a camera with a known clock and of one without, and a track beside them."""
    with tempfile.TemporaryDirectory(prefix="geoindex-trip-") as name:
        folder = Path(name)
        points = "".join(
            f'<trkpt lat="{48.85 + day / 100 + minute / 1000}" lon="{2.29 + minute / 1000}"><time>2024-05-0{day}T10:{minute:02}:00Z</time></trkpt>'
            for day in (1, 2, 3) for minute in range(10))
        (folder / "walk.gpx").write_text(
            f'<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>')
        for number, day in enumerate(DAYS):
            take(folder / f"walk-{number}.jpg", f"2024:05:0{day} 12:0{number}:30", "Aster F2", "+02:00")
        for number in range(STRANGERS):
            # On the time of New York: by the zone of the track they would be hours away from it.
            take(folder / f"old-{number}.jpg", f"2024:05:03 05:0{number}:45", "Boxer 100", None)
        yield folder


def take(file: Path, moment: str, camera: str, offset: str | None, *more: str) -> None:
    """Writes a photo with these tags; `more` are further arguments of exiftool."""
    file.write_bytes(taken(moment, camera, offset, more))


@cache
def taken(moment: str, camera: str, offset: str | None, more: tuple[str, ...]) -> bytes:
    """A photo with these tags, made once, because scenarios use the same photos."""
    make, model = camera.split()
    offsets = [f"-{tag}={offset or ''}" for tag in ("OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized")]
    tags = [f"-DateTimeOriginal={moment}", f"-CreateDate={moment}", f"-Make={make}", f"-Model={model}", *offsets, *more]
    command = ["exiftool", "-q", "-o", "-", *tags, PACKAGE / "sample-photos/odd-cases/no-gps.jpg"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def ticked(page: MapPage) -> int:
    return page.page.locator(".plan [data-tick]:checked").count()


def open_plan(page: MapPage) -> None:
    page.page.locator("#unplaced-link").click()
    button(page, "Place by tracks and other photos").click()
    page.page.locator(".plan.is-open").wait_for()
    page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS), "the candidates are listed")


def drawn(page: MapPage) -> bool:
    return page.page.evaluate("""() => {
      const canvas = document.querySelector(".plan-canvas");
      const { width, height } = canvas;
      return width > 0 && canvas.getContext("2d").getImageData(0, 0, width, height).data.some((value) => value > 0);
    }""")


@scenario("a track beside the photos places them: days and photos are ticked, accepted as one act, and undone")
def accepted(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder) as library:
        expect_equal(library.total(), 0, "photos on the map at first")
        page.open()
        open_plan(page)
        page.until(lambda: "plan=1" in page.page.url, "the address says it")
        page.focused(page.page.locator(".plan .panel-title"), "the title of the plan")
        expect_equal(page.page.locator(".plan [data-day]").count(), 2, "days")
        expect("within" in page.page.locator(".plan-entry").first.inner_text(), "The accuracy is not stated")
        page.until(lambda: drawn(page), "the candidates are drawn")
        page.page.locator(".plan [data-day]").last.click()
        page.equals(lambda: ticked(page), 3, "photos of the first day")
        page.page.get_by_role("checkbox", name="Select walk-0.jpg").click()
        page.equals(lambda: page.page.locator(".plan [data-day]").first.evaluate("box => box.indeterminate"), True, "whether the day is accepted in part")
        page.page.locator(".plan [data-planned]").nth(1).click()
        page.equals(lambda: page.page.locator(".plan [data-planned][aria-current=true]").count(), 1, "photos that are looked at")
        button(page, "Place 2 photos").click()
        page.equals(lambda: toast(page).inner_text(), "2 photos placed", "what the message says")
        page.equals(library.total, 2, "photos on the map")
        placed = library.get("collections/photos/items")["features"]
        expect_equal({one["properties"]["locationSource"] for one in placed}, {"track"}, "sources of the positions")
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS) - 2, "the plan has the rest")
        expect_equal(ticked(page), 0, "photos that were left out before")
        page.page.locator(".plan-acts summary").click()
        page.page.locator(".plan-acts").get_by_role("button", name="Undo: 2 photos placed").click()
        page.equals(library.total, 0, "photos on the map after the undo")
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS), "the plan has them again")
        page.page.keyboard.press("Escape")
        page.until(lambda: page.page.locator(".plan.is-open").count() == 0, "the plan is closed")


@scenario("the clock of a camera that is not known is entered, and its photos join the plan")
def clock_is_entered(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder) as library:
        page.open()
        open_plan(page)
        expect_accessible(page, "the plan")
        field = page.page.get_by_role("textbox", name="How far the clock of Boxer 100 is ahead of UTC")
        field.fill("two hours")
        field.press("Enter")
        page.page.get_by_text("Enter hours and minutes").wait_for()
        field.fill("-5:00")
        field.press("Enter")
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS) + STRANGERS, "its photos are in the plan")
        button(page, f"Place {len(DAYS) + STRANGERS} photos").click()
        page.equals(library.total, len(DAYS) + STRANGERS, "photos on the map")
        page.equals(lambda: toast(page).inner_text(), f"{len(DAYS) + STRANGERS} photos placed", "what the message says")
        expect_accessible(page, "the message")


@scenario("a photo that is excluded while the plan is loaded again stays excluded")
def tick_during_loading(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder):
        page.open("#plan=1")
        page.until(lambda: ticked(page) == len(DAYS), "all candidates are ticked")
        held = []
        page.page.route("**/placements?*", lambda route: held.append(route))
        field = page.page.get_by_role("textbox", name="How far the clock of Boxer 100 is ahead of UTC")
        field.fill("-5:00")
        field.press("Enter")
        page.until(lambda: held, "the plan is requested")
        page.page.get_by_role("checkbox", name="Select walk-0.jpg").click()
        page.equals(lambda: ticked(page), len(DAYS) - 1, "ticks during the request")
        held[0].continue_()
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS) + STRANGERS, "the new plan is there")
        expect_equal(ticked(page), len(DAYS) + STRANGERS - 1, "ticks in the new plan")


@scenario("on a phone the plan is a sheet below the map", **PHONE)
def plan_on_phone(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder) as library:
        page.open("#plan=1")
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS), "the candidates are listed")
        sheet = page.box(page.page.locator(".plan"))
        expect(sheet["x"] == 0 and sheet["width"] == 390 and 200 < sheet["y"] < 500, f"The plan is not a sheet: {sheet}")
        button(page, f"Place {len(DAYS)} photos").tap()
        page.equals(library.total, len(DAYS), "photos on the map")
        message = page.box(page.page.locator(".undo-toast.is-shown"))
        expect(message["y"] + message["height"] <= sheet["y"], "The message covers the plan")


@scenario("a plan that fails can be retried", expects_failures=True)
def plan_is_asked_again(page: MapPage, _: Library) -> None:
    with trip() as folder, own_library(page, folder):
        asked = []

        def answer(route) -> None:
            asked.append(route.request.url)
            if len(asked) > 1:
                return route.fallback()
            route.fulfill(status=503, content_type="application/problem+json", json={"detail": "The index is busy."})

        page.page.route("**/placements?*", answer)
        page.open("#plan=1")
        page.page.locator(".plan .placing-problem").get_by_text("The server is busy.").wait_for()
        page.page.locator(".plan").get_by_role("button", name="Try again").click()
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS), "the candidates are listed")


HELSINKI = PACKAGE / "sample-photos/2024-helsinki"
CAMERA = 8


def open_helsinki(page: MapPage) -> None:
    page.open("#plan=1")
    page.until(lambda: page.page.locator(".plan [data-tick]").count() == CAMERA, "the candidates are listed")
    page.page.locator(".plan-clock").get_by_text("7 min").wait_for()
    page.until(lambda: drawn(page), "the candidates are drawn")
    page.settle()


def found_clock(page: MapPage) -> str:
    return page.page.locator(".plan-clock > p").inner_text().split(".")[0]


def positions(page: MapPage) -> list[tuple[float, float]]:
    """Where the candidates are drawn, in pixels of the window, in the order of the list."""
    found = page.page.evaluate("""async () => {
      const { plan } = await (await fetch("placements?from=tracks,neighbours&limit=1")).json();
      return plan.map(({ longitude, latitude }) => [longitude, latitude]);
    }""")
    zoom, lat, lon = page.map_view()
    middle = page.middle()
    world = 512 * 2**zoom
    row = lambda degrees: 0.5 - math.asinh(math.tan(math.radians(degrees))) / (2 * math.pi)  # noqa: E731
    return [(middle[0] + (one[0] - lon) / 360 * world, middle[1] + (row(one[1]) - row(lat)) * world) for one in found]


def pixels(page: MapPage, point: tuple[float, float]) -> bool:
    """Whether a candidate is drawn at a point of the window."""
    return page.page.evaluate("""([x, y]) => {
      const canvas = document.querySelector(".plan-canvas");
      const { left, top } = canvas.getBoundingClientRect();
      const scale = canvas.width / canvas.clientWidth;
      const part = canvas.getContext("2d").getImageData((x - left - 4) * scale, (y - top - 4) * scale, 8 * scale, 8 * scale);
      return part.data.some((value) => value > 0);
    }""", point)


@scenario("after placing by tracks, the panel says what was done, shows it, and undoes it; the circles are gone")
def placed_by_tracks(page: MapPage, _: Library) -> None:
    with own_library(page, HELSINKI) as library:
        open_helsinki(page)
        before = library.total()
        button(page, f"Place {CAMERA} photos").click()
        done = page.page.locator(".plan-done")
        done.get_by_text(f"{CAMERA} photos placed").wait_for()
        page.until(lambda: not drawn(page), "the circles are gone")
        page.equals(lambda: page.page.locator(".plan .panel-subtitle").inner_text(), "All of them are placed", "the line below the title")
        expect(not page.page.locator(".plan-foot .is-primary").is_visible(), "The panel offers to place nothing")
        expect_equal(page.page.locator(".plan .list-status").inner_text(), "", "further advice")
        expect_accessible(page, "what was placed")
        done.get_by_role("button", name="Undo").click()
        page.equals(library.total, before, "photos on the map after the undo")
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == CAMERA, "the candidates are back")
        page.gone(done, "what was placed")
        button(page, f"Place {CAMERA} photos").click()
        done.get_by_role("button", name="Show them").click()
        page.until(lambda: page.page.locator(".plan.is-open").count() == 0, "the plan is closed")
        page.settle()
        page.equals(page.shown_count, before + CAMERA, "photos on the map")


@scenario("a clock that was found is said in words; a candidate dragged along the track moves it, and all slide")
def clock_is_dragged(page: MapPage, _: Library) -> None:
    with own_library(page, HELSINKI):
        open_helsinki(page)
        expect("7 min" in found_clock(page) and "fast" in found_clock(page), f"The clock is not in words: {found_clock(page)}")
        page.page.locator(".plan-clock").get_by_text("compared with UTC+3").wait_for()
        places = positions(page)
        [x, y] = places[2]
        loaded = []
        page.page.on("response", lambda response: "/tracks/items" in response.url and loaded.append(response.url))
        page.page.mouse.move(x, y)
        page.until(lambda: page.page.locator(".has-candidate").count() == 1, "the candidate can be taken")
        page.page.mouse.down()
        page.until(lambda: loaded, "the track is loaded")
        page.page.mouse.move(x + 5, y + 5)
        page.page.mouse.move((x + places[3][0]) / 2, (y + places[3][1]) / 2)
        label = page.page.locator(".placing-load")
        label.get_by_text(f"photos of Fenwick F4 slide along the track").wait_for(state="attached")
        words = page.page.locator(".load-title").inner_text()
        expect(words.startswith("Clock ") and "7 min" not in words, f"The clock does not move: {words}")
        page.until(lambda: not pixels(page, places[0]), "the others slide")
        page.page.keyboard.press("Escape")
        page.until(lambda: pixels(page, places[0]), "the others are back")
        page.page.mouse.up()
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x + 5, y + 5)
        page.page.mouse.move((x + places[3][0]) / 2, (y + places[3][1]) / 2)
        label.get_by_text("slide along the track").wait_for(state="attached")
        words = page.page.locator(".load-title").inner_text().removeprefix("Clock ")
        page.page.mouse.up()
        page.until(lambda: words in found_clock(page), "the panel has the new clock")
        page.until(lambda: not pixels(page, places[0]), "the others are elsewhere")
        page.page.locator(".plan-clock summary").click()
        button(page, "Use the clock that was found").click()
        page.until(lambda: "7 min" in found_clock(page), "the clock is that from before")
        page.until(lambda: pixels(page, places[0]), "the others are back")


@scenario("a candidate dragged away from the track moves alone, and is placed there by hand")
def one_is_dragged(page: MapPage, _: Library) -> None:
    with own_library(page, HELSINKI) as library:
        open_helsinki(page)
        places = positions(page)
        [x, y] = places[2]
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x + 10, y + 10)
        spot = far_from(places)
        page.page.mouse.move(*spot)
        page.page.locator(".placing-load").get_by_text("Only this photo moves").wait_for(state="attached")
        page.page.mouse.up()
        page.page.locator(".plan-entry").get_by_text("Dragged by hand").wait_for()
        page.until(lambda: pixels(page, spot) and pixels(page, places[0]), "only this one is elsewhere")
        expect("7 min" in found_clock(page), "The clock has moved")
        button(page, f"Place {CAMERA} photos").click()
        page.page.locator(".plan-done").wait_for()
        sources = [one["properties"]["locationSource"] for one in library.get("collections/photos/items")["features"]]
        expect_equal((sources.count("manual"), sources.count("track")), (1, CAMERA - 1), "photos by hand and by the track")


def far_from(places: list[tuple[float, float]]) -> tuple[float, float]:
    """A point of the map far from all candidates."""
    candidates = [(x, y) for x in range(330, 800, 40) for y in range(180, 620, 40)]
    return max(candidates, key=lambda one: min(math.dist(one, place) for place in places))


@scenario("on a phone a finger drags a candidate along the track", **PHONE)
def dragged_on_phone(page: MapPage, _: Library) -> None:
    with own_library(page, HELSINKI):
        open_helsinki(page)
        places = positions(page)
        sheet = page.box(page.page.locator(".plan"))
        # Not one below a pin, which the finger would hit.
        is_free = lambda place: page.page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('.pin, .pin-count')", place)  # noqa: E731
        at = next(n for n, (x, y) in enumerate(places[:-1])
                  if 20 < x < 320 and 100 < y < sheet["y"] - 20 and math.dist(places[n], places[n + 1]) > 12 and is_free(places[n]))
        finger = Finger(page)
        loaded = []
        page.page.on("response", lambda response: "/tracks/items" in response.url and loaded.append(response.url))
        finger.press(places[at])
        page.until(lambda: loaded, "the track is loaded")
        finger.move((places[at][0] + 10, places[at][1] + 2))
        finger.move(places[at + 1])
        page.page.locator(".placing-load").get_by_text("slide along the track").wait_for(state="attached")
        finger.lift()
        page.until(lambda: "7 min" not in found_clock(page), "the panel has the new clock")
