"""Photos that show a spot, from the list of those near it."""

from library import Library
from map_page import MapPage
from scenario import expect, scenario

from scenarios.relief import hills

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
TOWER = {"lat": 48.8584, "lon": 2.2945}
SPOT = f"#map=15/{TOWER['lat']}/{TOWER['lon']}&near={TOWER['lat']},{TOWER['lon']}"


def choose(page: MapPage, name: str) -> None:
    page.panel().get_by_role("button", name=name).click()


def shows_what_the_server_finds(page: MapPage, library: Library) -> None:
    page.open(SPOT)
    page.expect_panel("Nearest photos")
    page.until(lambda: len(page.listed()) > 1, "the nearest photos are listed")
    choose(page, "Show this spot")
    page.expect_panel("Photos that show this spot")
    wanted = library.get("collections/photos/seeing", **TOWER)["features"]
    expect(len(wanted) == 1, "one of the sample photos shows the tower")
    page.equals(page.listed, [photo["id"] for photo in wanted], "the photos that are listed")
    page.until(lambda: "shown=1" in page.page.url, "the address has the choice")
    page.page.go_back()
    page.expect_panel("Nearest photos")


@scenario("above the photos near a spot, the reader chooses those that show it, and comes back")
def on_a_desktop(page: MapPage, library: Library) -> None:
    shows_what_the_server_finds(page, library)
    page.page.go_forward()
    page.page.reload()
    page.expect_panel("Photos that show this spot")
    page.panel().locator("[data-item]").first.click()
    page.until(lambda: page.page.locator(".mark-cone:visible").count() == 1, "the open photo has a cone")
    width = page.page.locator(".mark-cone").evaluate("(cone) => cone.style.getPropertyValue('--width')")
    expect(width == "53.06deg", f"the cone is as wide as the picture, not {width}")


@scenario("on a phone, the list of a spot has the photos that show it", **PHONE)
def on_a_phone(page: MapPage, library: Library) -> None:
    shows_what_the_server_finds(page, library)


@scenario("where no photo shows a spot, the list says so")
def nothing(page: MapPage, library: Library) -> None:
    page.open("#map=15/48.855/2.2885&near=48.855,2.2885&shown=1")
    page.expect_panel("Photos that show this spot")
    page.until(lambda: "shows this spot" in page.panel().get_by_role("status").first.text_content(), "the list says that there is none")


def behind_hills(page: MapPage, first: int, is_hidden: bool) -> None:
    """The hills begin at a column; the photo and the tower are in the columns 7 and 11 of each 32."""
    with hills(page, first=first, view=f"{SPOT}&shown=1"):
        page.expect_panel("Photos that show this spot")
        page.until(lambda: len(page.listed()) == 1, "the photo of the tower is listed")
        text = page.panel().locator("[data-item]").inner_text()
        expect(("Hidden by the ground" in text) == is_hidden, f"The photo is described as {text}")


@scenario("where a hill is between a photo and the spot, the list says so")
def behind_a_hill(page: MapPage, _: Library) -> None:
    behind_hills(page, first=10, is_hidden=True)


@scenario("if the hill is behind the spot, the list does not mention it")
def before_a_hill(page: MapPage, _: Library) -> None:
    behind_hills(page, first=26, is_hidden=False)
