"""The plan: photos to be placed by tracks and by photos of other devices."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from big_library import PACKAGE
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
        message = page.box(page.page.locator(".placement-toast"))
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
        page.page.locator(".plan .placing-problem").get_by_text("The index is busy.").wait_for()
        page.page.locator(".plan").get_by_role("button", name="Try again").click()
        page.until(lambda: page.page.locator(".plan [data-tick]").count() == len(DAYS), "the candidates are listed")
