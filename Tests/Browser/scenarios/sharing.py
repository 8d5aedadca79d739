"""Links for guests are made and revoked on the page, and places are hidden from guests; each scenario has its own library."""

import json
import math
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.draw import text_of
from scenarios.account import sign_in
from scenarios.plan import take
from scenarios.small_screens import too_small

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
PASSWORD = {"GEOINDEX_AUTH": "anna:correct horse"}
HOME = (61.4978, 23.7610)
AWAY = (60.1699, 24.9384)
AT_HOME, ELSEWHERE = 6, 4


@dataclass
class Server:
    base: str
    index: Path

    def links(self) -> list[dict]:
        listed = subprocess.run(["geoindex", "share", "--list", "--json", "--db", self.index], check=True, capture_output=True, text=True)
        return json.loads(listed.stdout)

    def zones(self) -> list[dict]:
        listed = subprocess.run(["geoindex", "zone", "list", "--json", "--db", self.index], check=True, capture_output=True, text=True)
        return json.loads(listed.stdout)

    def link(self, *options: str) -> str:
        command = ["geoindex", "share", "--quiet", "--db", self.index, "--base-url", self.base, *options]
        return re.search(r"https?://\S+", subprocess.run(command, check=True, capture_output=True, text=True).stdout).group()

    def seen_by(self, link: str) -> int | None:
        """The number of photos that a guest of the link sees; None if the link is not valid."""
        token = link.split("share=")[1]
        request = Request(f"{self.base}collections/photos/items?limit=1", headers={"Authorization": f"Bearer {token}", "Accept": "application/geo+json"})
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)["numberMatched"]
        except HTTPError:
            return None


@contextmanager
def served(page: MapPage, *options: str, variables: dict | None = None) -> Iterator[Server]:
    """Photos of three days at home and of one day elsewhere, on a server of their own."""
    with tempfile.TemporaryDirectory(prefix="geoindex-sharing-") as name:
        folder, index = Path(name) / "photos", Path(name) / "photos.sqlite"
        for part in ("daily", "trip"):
            (folder / part).mkdir(parents=True)
        for number in range(AT_HOME):
            take(folder / "daily" / f"home-{number}.jpg", f"2024:05:0{number % 3 + 1} 12:0{number}:30", "Aster F2", "+03:00", *at(*HOME))
        for number in range(ELSEWHERE):
            take(folder / "trip" / f"trip-{number}.jpg", f"2024:06:08 12:0{number}:30", "Aster F2", "+03:00", *at(*AWAY))
        subprocess.run(["geoindex", "scan", "--quiet", "--db", index, folder], check=True)
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--db", index, "--port", "0", *options],
            stdout=subprocess.PIPE, text=True, env=os.environ | (variables or {}))
        try:
            address = server.stdout.readline().split()[-1]
            page.base = re.sub(r"//[^:/]+", "//127.0.0.1", address)
            yield Server(page.base, index)
            page.leave()
        finally:
            server.terminate()
            server.wait(timeout=60)


def at(lat: float, lon: float) -> list[str]:
    return [f"-GPSLatitude={lat}", "-GPSLatitudeRef=N", f"-GPSLongitude={lon}", "-GPSLongitudeRef=E"]


def button(page: MapPage, name: str):
    return page.page.get_by_role("button", name=name, exact=True)


def open_panel(page: MapPage, fragment: str = "") -> None:
    page.open(fragment)
    button(page, "Share").click()
    page.page.locator(".sharing.is-open .sharing-form").first.wait_for()
    page.focused(page.page.locator(".sharing .panel-title"), "the title of the panel")


def tick(page: MapPage, name: str):
    return page.page.get_by_role("checkbox", name=name)


def is_ticked(page: MapPage, name: str) -> bool:
    return tick(page, name).evaluate("one => one.checked")


def choose(page: MapPage, name: str, value: str) -> None:
    """Chooses a value as the list of the browser does, which drivers of some engines cannot open."""
    page.page.get_by_role("combobox", name=name).evaluate(
        "(one, value) => { one.value = value; one.dispatchEvent(new Event('change', { bubbles: true })); }", value)


def rows(page: MapPage):
    return page.page.locator(".sharing-link")


def says_count(page: MapPage, count: int) -> None:
    page.until(lambda: f"The link shows {count} photo" in page.page.locator(".sharing-count").inner_text(), f"the form counts {count} photos")


def make_link(page: MapPage, links: int) -> str:
    """Makes a link, and returns its address."""
    button(page, "Make a link").click()
    page.equals(rows(page).count, links, "links that are listed")
    field = page.page.locator(".sharing-details[open] .sharing-address")
    page.focused(field, "the address of the new link")
    picture = page.page.locator(".sharing-details[open] .sharing-picture")
    page.until(lambda: picture.evaluate("one => one.complete && one.naturalWidth > 0"), "the QR code is drawn")
    return field.input_value()


@scenario("a drawn area is offered for a link, counted, and sent as its condition")
def drawn_area(page: MapPage, _: Library) -> None:
    page.left_out_in("firefox", because="Playwright does not tell what Firefox sends")
    text = text_of([{"isAdded": True, "decimals": 0, "ring": [[23, 61], [24, 61], [24, 62], [23, 62]]}])
    condition = "S_INTERSECTS(geometry,POLYGON((23 61,24 61,24 62,23 62,23 61)))"
    with served(page):
        orders = []

        def answer(route) -> None:
            if route.request.method != "POST":
                return route.continue_()
            orders.append(route.request.post_data_json)
            route.fulfill(status=201, json={**orders[-1], "id": "a", "expires": "2100-01-01T00:00:00Z", "url": f"{page.base}?share=a", "photos": AT_HOME})

        page.page.route("**/shares", answer)
        open_panel(page, f"#drawn={text}")
        tick(page, "only those in this part of the map").uncheck()
        says_count(page, AT_HOME)
        tick(page, "only those in the drawn area").uncheck()
        says_count(page, AT_HOME + ELSEWHERE)
        tick(page, "only those in the drawn area").check()
        says_count(page, AT_HOME)
        button(page, "Make a link").click()
        page.until(lambda: "Drawn area" in rows(page).first.inner_text(), "the link says what it shows")
        expect_equal([order.get("filter") for order in orders], [condition], "the conditions of the links")
        page.page.unroute("**/shares")


def middle(page: MapPage, part: str) -> tuple[float, float]:
    box = page.box(page.page.locator(part))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_places(page: MapPage) -> None:
    button(page, "Hidden places").click()
    page.page.locator(".sharing-draft").wait_for()
    page.until(lambda: page.page.locator(".zone-middle").is_visible(), "the circle is on the map")
    page.settle()


def circle(page: MapPage) -> str | None:
    return page.page.locator(".zone-draft").get_attribute("d")


@scenario("an owner with a password makes a link to a day, sees it as the guest does, and revokes it")
def link_is_made(page: MapPage, _: Library) -> None:
    with served(page, variables=PASSWORD) as server:
        sign_in(page, "anna")
        open_panel(page, "#time=2024-06-08")
        expect_equal(page.page.locator(".sharing-warning").is_visible(), False, "whether it warns that links restrict nothing")
        page.page.get_by_text("Links count days in UTC").wait_for()
        says_count(page, ELSEWHERE)
        tick(page, "only 8 Jun 2024").click()
        says_count(page, AT_HOME + ELSEWHERE)
        tick(page, "only 8 Jun 2024").click()
        choose(page, "Positions", "1000")
        choose(page, "Names", "none")
        choose(page, "Titles, captions, keywords, people", "none")
        choose(page, "Valid for", "4w")
        says_count(page, ELSEWHERE)
        link = make_link(page, 1)
        words = rows(page).inner_text()
        for word in ("8 Jun 2024", "positions to within 1 km", "without names", "without titles, captions", f"{ELSEWHERE} photos", "until", "Shared by anna"):
            expect(word in words, f"The link is not described by “{word}”: {words}")
        listed = server.links()
        expect_equal([one["datetime"] for one in listed], ["2024-06-08/2024-06-08"], "the days of the links")
        expect_equal([one["precision"] for one in listed], ["1000"], "the precision of the links")
        expect_equal([one["no-words"] for one in listed], ["yes"], "whether the links hide words")
        expect_equal(server.seen_by(link), ELSEWHERE, "photos that a guest sees")
        asked = []
        page.context.on("request", lambda request: asked.append((request.url, request.headers.get("authorization", ""))))
        with page.context.expect_page() as opened:
            page.page.get_by_role("link", name="See it as the guest does").click()
        guest = opened.value
        line = guest.locator("#guest-line")
        line.wait_for()
        page.until(lambda: "Shared by anna · until" in line.inner_text() and "within 1 km" in line.inner_text(), "the guest reads who shares")
        page.until(lambda: f"{ELSEWHERE} photos" in guest.locator("#counts").inner_text(), "the guest's page counts the shared photos")
        expect_equal(guest.locator("#share-button").is_visible(), False, "whether a guest may share")
        page.until(lambda: [url for url, _ in asked if "/thumbnail" in url], "pictures are loaded")
        others = [url for url, who in asked if "/thumbnail" in url and not who.startswith("Bearer ")]
        expect_equal(others, [], "pictures that are not requested as the guest")
        guest.locator(".pin img.is-loaded").first.wait_for()
        guest.reload()
        page.until(lambda: f"{ELSEWHERE} photos" in guest.locator("#counts").inner_text(), "it still does when it is loaded again")
        guest.close()
        page.page.reload()
        page.settle()
        page.until(lambda: f"of {AT_HOME + ELSEWHERE}" in page.page.locator("#counts").inner_text(), "the owner's page is still the owner's")
        rows(page).first.wait_for()
        button(page, "Revoke").click()
        page.focused(button(page, "Keep"), "the safe answer")
        button(page, "Keep").click()
        expect_equal(rows(page).count(), 1, "links after an answer of no")
        button(page, "Revoke").click()
        button(page, "Revoke for good").click()
        page.equals(rows(page).count, 0, "links that are listed")
        expect_equal(server.links(), [], "links of the server")
        expect_equal(server.seen_by(link), None, "what the revoked link shows")
        page.page.get_by_text("No links are valid").wait_for()


@scenario("a link to this part of the map has the box of the view; filters that links cannot have are named")
def link_of_view(page: MapPage, _: Library) -> None:
    with served(page) as server:
        open_panel(page, f"#map=11/{AWAY[0]}/{AWAY[1]}&camera=Aster&path=trip/*")
        page.page.get_by_text("Links restrict nothing on this server").wait_for()
        page.page.get_by_text("A link cannot have these filters: Camera: Aster.").wait_for()
        expect(is_ticked(page, "only those in this part of the map"), "The view is not preselected")
        expect(is_ticked(page, "only Folder: trip"), "The folder is not preselected")
        says_count(page, ELSEWHERE)
        page.press_on_map("+")
        link = make_link(page, 1)
        west, south, east, north = (float(side) for side in server.links()[0]["bbox"].split(","))
        expect(west < AWAY[1] < east and south < AWAY[0] < north, "The photos are not in the box of the link")
        expect(east - west < 1, f"The box of the link is not that of the view: {west} to {east}")
        expect_equal(server.links()[0]["path"], "trip/*", "the folder of the link")
        expect(link.startswith(page.base + "?share="), f"The address is {link}")
        expect_accessible(page, "the links")
        button(page, "Share").click()
        page.until(lambda: page.page.locator(".sharing.is-open").count() == 0, "the panel is closed")
        page.focused(button(page, "Share"), "the button that opened it")
        expect("sharing=" not in page.page.url, "The address still has the panel")


@scenario("the suggested circle is around the home but not centred there; it is dragged, added, removed, and that is undone")
def home_is_hidden(page: MapPage, _: Library) -> None:
    with served(page) as server:
        open_panel(page)
        open_places(page)
        expect("Hide this place?" in page.page.locator(".sharing-draft").inner_text(), "It does not say why it suggests the place")
        expect_equal(page.page.get_by_role("textbox", name="Name, only for you").input_value(), "home", "the name")
        centre, before, view = middle(page, ".zone-middle"), circle(page), page.map_view()
        page.page.mouse.move(*centre)
        page.page.mouse.down()
        page.page.mouse.move(centre[0] + 20, centre[1] + 12, steps=4)
        page.page.mouse.up()
        page.until(lambda: circle(page) != before, "the circle is dragged")
        moved = middle(page, ".zone-middle")
        expect(abs(moved[0] - centre[0] - 20) < 3 and abs(moved[1] - centre[1] - 12) < 3, f"It was dragged from {centre} to {moved}")
        edge = middle(page, ".zone-edge")
        page.page.mouse.move(*edge)
        page.page.mouse.down()
        page.page.mouse.move(edge[0] + 90, edge[1], steps=4)
        page.page.mouse.up()
        page.until(lambda: middle(page, ".zone-edge")[0] > edge[0] + 60, "the circle is larger")
        expect_equal(page.map_view(), view, "the view after the drags")
        button(page, "Hide").click()
        page.page.locator('[data-zone="home"]').wait_for()
        page.equals(lambda: [one["name"] for one in server.zones()], ["home"], "zones of the server")
        page.until(lambda: page.page.locator(".zones .zone").count() == 1, "the zone is drawn")
        expect_equal(server.zones()[0].get("coarse"), None, "how coarse it is")
        lat, lon, radius = (float(number) for number in server.zones()[0]["circle"].split(","))
        away = math.hypot(lat - HOME[0], (lon - HOME[1]) * math.cos(math.radians(lat))) * 111_195
        expect(30 < away < radius, f"The middle of a circle of {radius} m is {away:.0f} m away from home")
        button(page, "Links").click()
        page.page.get_by_text("Guests don’t see those in hidden places.").first.wait_for()
        button(page, "Hidden places").click()
        expect_equal(page.page.locator(".sharing-draft").is_visible(), False, "whether it suggests the place again")
        button(page, "Remove home").click()
        page.equals(server.zones, [], "zones after it was removed")
        button(page, "Undo").click()
        page.page.locator('[data-zone="home"]').wait_for()
        page.equals(lambda: [one["name"] for one in server.zones()], ["home"], "zones after the undo")


@scenario("a place that was hidden on the page is not shown to the guest of a link")
def guest_of_hidden_home(page: MapPage, _: Library) -> None:
    with served(page, variables=PASSWORD) as server:
        link = server.link()
        expect_equal(server.seen_by(link), AT_HOME + ELSEWHERE, "photos that a guest sees at first")
        sign_in(page, "anna")
        page.open("#sharing=places")
        page.page.locator(".sharing-draft").wait_for()
        button(page, "Hide").click()
        page.page.locator('[data-zone="home"]').wait_for()
        page.equals(lambda: server.seen_by(link), ELSEWHERE, "photos that a guest sees then")


@scenario("the keyboard reaches the circle even before a slow browser has drawn it")
def reached_before_drawn(page: MapPage, _: Library) -> None:
    with served(page):
        page.open()
        page.page.locator("#share-button").click()
        page.page.locator(".sharing.is-open .sharing-form").first.wait_for()
        page.settle()
        page.page.evaluate("() => { window.held = []; window.frames = window.requestAnimationFrame; window.requestAnimationFrame = (draw) => held.push(draw); }")
        button(page, "Hidden places").focus()
        page.page.keyboard.press("Enter")
        page.page.locator(".sharing-draft").wait_for()
        expect(page.page.locator(".zone-middle").is_hidden(), "The circle is drawn already")
        button(page, "Move with arrow keys").focus()
        page.page.keyboard.press("Enter")
        page.focused(page.page.locator(".zone-middle"), "the middle of the circle")
        page.page.evaluate("() => { window.requestAnimationFrame = frames; held.splice(0).forEach((draw) => requestAnimationFrame(draw)); }")


@scenario("a place is hidden with the keyboard alone, and its name must be free")
def hidden_by_keys(page: MapPage, _: Library) -> None:
    with served(page) as server:
        page.open()
        page.page.locator("#share-button").focus()
        page.page.keyboard.press("Enter")
        page.page.locator(".sharing.is-open .sharing-form").first.wait_for()
        button(page, "Hidden places").focus()
        page.page.keyboard.press("Enter")
        page.page.locator(".sharing-draft").wait_for()
        page.settle()
        button(page, "Move with arrow keys").focus()
        page.page.keyboard.press("Enter")
        handle = page.page.locator(".zone-middle")
        page.focused(handle, "the middle of the circle")
        before, view = middle(page, ".zone-middle"), page.map_view()
        for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown"):
            page.page.keyboard.press(key)
        page.until(lambda: middle(page, ".zone-middle")[1] > before[1] + 30, "it has moved down")
        expect(middle(page, ".zone-middle")[0] > before[0] + 10, "It has not moved to the right")
        expect_equal(page.map_view(), view, "the view")
        page.page.keyboard.press("Escape")
        slider = page.page.get_by_role("slider", name="Radius")
        page.focused(slider, "the radius")
        radius = page.page.locator(".sharing-size output").inner_text()
        for _ in range(5):
            page.page.keyboard.press("ArrowRight")
        page.until(lambda: page.page.locator(".sharing-size output").inner_text() != radius, "the radius is larger")
        choose(page, "Guests see", "2000")
        page.page.get_by_role("textbox", name="Name, only for you").press("Enter")
        page.page.locator('[data-zone="home"]').wait_for()
        expect_equal([one["coarse"] for one in server.zones()], [2000], "how coarse the zone is")
        button(page, "Hide a place").press("Enter")
        page.page.get_by_role("textbox", name="Name, only for you").fill("school")
        page.page.get_by_role("textbox", name="Name, only for you").press("Enter")
        page.page.locator('[data-zone="school"]').wait_for()
        page.page.keyboard.press("Escape")
        page.until(lambda: page.page.locator(".sharing.is-open").count() == 0, "the panel is closed")
        page.until(lambda: page.page.locator(".zones .zone").count() == 0, "no zone is drawn any more")


@scenario("the hidden places have nothing that axe finds wrong, light and dark")
def accessible_places(page: MapPage, _: Library) -> None:
    with served(page):
        open_panel(page)
        open_places(page)
        for theme in ("light", "dark"):
            page.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            expect_accessible(page, f"the hidden places, {theme}")
        button(page, "Links").click()
        make_link(page, 1)
        expect_accessible(page, "a new link, dark")


@scenario("while a circle is drawn, a click on the map and a result of the search move it, away from the exact place")
def circle_is_put(page: MapPage, _: Library) -> None:
    with served(page):
        open_panel(page)
        open_places(page)
        before = middle(page, ".zone-middle")
        spot = page.clear_spot()
        page.page.mouse.click(spot["x"], spot["y"])
        page.until(lambda: middle(page, ".zone-middle") != before, "the circle has moved")
        expect("sharing=places" in page.page.url, "The click has closed the panel")
        at_middle = middle(page, ".zone-middle")
        expect(abs(at_middle[0] - spot["x"]) + abs(at_middle[1] - spot["y"]) > 5, "The circle is centred on the click")
        page.page.locator("#search input").first.fill("60.1699, 24.9384")
        page.page.locator("#search input").first.press("Enter")
        page.until(lambda: abs(page.map_view()[1] - AWAY[0]) < 0.1, "the map is there")
        page.settle()
        expect(page.page.locator(".zone-middle").is_visible(), "The circle is not on the map")
        expect_equal(page.page.locator(".sharing.is-open").count(), 1, "open panels")


@scenario("on a phone a link is made in a sheet, and a place is hidden by a finger", **PHONE)
def sharing_on_a_phone(page: MapPage, _: Library) -> None:
    with served(page) as server:
        open_panel(page, "#time=2024-06-08")
        expect_equal(too_small(page), [], "targets of the links that are too small")
        says_count(page, ELSEWHERE)
        make_link(page, 1)
        expect_equal(too_small(page), [], "targets of a link that are too small")
        open_places(page)
        sheet, centre = page.box(page.page.locator(".sharing")), middle(page, ".zone-middle")
        expect(centre[1] < sheet["y"], f"The circle is under the sheet: {centre}, {sheet}")
        view = page.map_view()
        Finger(page).drag(centre, (centre[0] + 30, centre[1] - 20))
        page.until(lambda: abs(middle(page, ".zone-middle")[0] - centre[0] - 30) < 4, "the circle follows the finger")
        expect_equal(page.map_view(), view, "the view")
        expect_equal(too_small(page), [], "targets of the places that are too small")
        button(page, "Hide").scroll_into_view_if_needed()
        button(page, "Hide").tap()
        page.equals(lambda: [one["name"] for one in server.zones()], ["home"], "zones of the server")
        button(page, "Close").tap()
        page.until(lambda: page.page.locator(".sharing.is-open").count() == 0, "the sheet is closed")


@scenario("where the server cannot recognise the owner, the panel shows its reason", expects_failures=True)
def refused(page: MapPage, _: Library) -> None:
    with served(page, "--host", "0.0.0.0", "--insecure"):
        page.open()
        button(page, "Share").click()
        problem = page.page.locator(".sharing-problem:visible")
        page.until(lambda: problem.count() == 1 and "can’t recognise the owner" in problem.inner_text(), "the reason is shown")
        expect_equal(page.page.locator(".sharing-form:visible").count(), 0, "forms that would be refused")
        page.page.go_back()
        page.until(lambda: page.page.locator(".sharing.is-open").count() == 0, "Back closes the panel")


@scenario("the guest of a link reads in the title card who shares and until when, and cannot share")
def guest_reads(page: MapPage, _: Library) -> None:
    with served(page, variables=PASSWORD) as server:
        page.page.goto(server.link("--by", "Anna", "--precision", "10000"))
        page.settle()
        line = page.page.locator("#guest-line")
        page.until(lambda: re.search(r"^Shared by Anna · until .*20\d\d · positions to within 10 km$", line.inner_text()), "the guest reads it")
        expect_equal(page.page.locator("#share-button").is_visible(), False, "whether a guest may share")
        page.page.goto(f"{page.base}#sharing=links")
        page.settle()
        expect_equal(page.page.locator(".sharing.is-open").count(), 0, "open panels")
        page.quiet("/")
        expect_equal([url for url in page.requests if re.search(r"/(shares|zones)(\?|$)", url)], [], "requests that would be refused")
