"""A link to what is shown."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
MARKED = '.pin.is-selected[aria-current="true"]'


def shows_photo(page: MapPage, photo: dict) -> None:
    """The map is near the photo, and the pin or cluster that has it is marked, on the visible part of the map."""
    lon, lat = photo["geometry"]["coordinates"]
    page.until(lambda: "map=" in page.page.url and page.map_view()[0] == 12, "the zoom of a photo")
    page.settle()
    zoom, at_lat, at_lon = page.map_view()
    expect(abs(at_lat - lat) < 0.15 and abs(at_lon - lon) < 0.15, f"The map is elsewhere: {page.map_view()}")
    page.equals(page.page.locator(MARKED).count, 1, "the marks")
    is_uncovered = """pin => { const { x, y, width, height } = pin.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".pin") === pin; }"""
    page.until(lambda: page.page.locator(MARKED).evaluate(is_uncovered), "nothing covers the marked pin")


def link_shows_photo(page: MapPage, library: Library) -> None:
    cluster = library.one_spot()
    first, second = [library.photo(number) for number in library.photos_of(str(cluster["properties"]["cluster_id"]))[:2]]
    page.open(f"#photo={first['id']}")
    page.expect_panel(first["properties"]["filename"])
    shows_photo(page, first)
    expect(page.page.locator(MARKED).get_attribute("data-cluster"), "No cluster is marked")
    lonely = library.lonely()
    page.page.evaluate(f"location.hash = '#photo={lonely['id']}'")
    page.expect_panel(lonely["properties"]["filename"])
    shows_photo(page, lonely)
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.equals(page.page.locator(MARKED).count, 0, "the marks of a closed photo")
    page.open(f"#map=3/20/10&photo={second['id']}")
    page.expect_panel(second["properties"]["filename"])
    page.quiet()
    expect_equal(page.map_view()[0], 3, "the zoom that the address asks for")
    page.equals(page.page.locator(MARKED).count, 1, "the marks")


@scenario("a link to a photo shows the map at the photo, and marks the cluster that has it")
def link_to_a_photo(page: MapPage, library: Library) -> None:
    link_shows_photo(page, library)


@scenario("on a phone a link to a photo shows the map at the photo, and marks the cluster that has it", **PHONE)
def link_to_a_photo_on_a_phone(page: MapPage, library: Library) -> None:
    link_shows_photo(page, library)


@scenario("a link to a photo that is gone shows all photos, and says so", expects_failures=True)
def link_to_no_photo(page: MapPage, library: Library) -> None:
    page.open("#photo=987654321")
    page.expect_panel("Photo not found")
    page.until(lambda: page.shown_count() == library.total(), "all photos are on the map")


@scenario("C copies a link to the view, and “Copy link” one to the photo that is open, in the panel and in the viewer")
def link_is_copied(page: MapPage, library: Library) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copied = lambda: page.page.evaluate("navigator.clipboard.readText()")  # noqa: E731
    page.open("#map=3/45/10&layer=heat")
    page.page.keyboard.press("c")
    page.page.locator("[data-chip=link]").get_by_text("Link copied").wait_for()
    expect_equal(copied(), page.page.url, "the link to the view")
    page.gone(page.page.locator("[data-chip=link]"), "the message")
    photo = library.lonely()
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    page.page.locator("#panel").get_by_role("button", name="Copy link").click()
    page.page.locator("#panel").get_by_role("button", name="Link copied").wait_for()
    expect(f"photo={photo['id']}" in copied(), "The link names the photo")
    page.page.keyboard.press("f")
    page.page.keyboard.press("i")
    page.page.locator(".viewer").get_by_role("button", name="Copy link").click()
    page.until(lambda: "full=1" in copied(), "the link leads to the viewer")


@scenario("a page without the Clipboard API, as over plain HTTP, copies a link too, also from the viewer")
def copied_without_clipboard(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      addEventListener("copy", () => (window.copied = document.activeElement.value));
    """)
    photo = library.lonely()
    page.open(f"#photo={photo['id']}&full=1")
    page.page.locator(".viewer[open]").wait_for()
    page.page.keyboard.press("i")
    copy = page.page.locator(".viewer").get_by_role("button", name="Copy link")
    copy.click()
    page.page.locator(".viewer").get_by_role("button", name="Link copied").wait_for()
    expect_equal(page.page.evaluate("window.copied"), page.page.url, "what was copied")
    expect(page.page.evaluate("document.activeElement.matches('.viewer button')"), "The focus has left the button")


@scenario("if the browser forbids copying, the page says so")
def copying_is_barred(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("barred")) } });
      Document.prototype.execCommand = () => false;
    """)
    page.open("#map=3/45/10")
    page.page.keyboard.press("c")
    page.page.locator("[data-chip=link]").get_by_text("The browser doesn’t allow copying").wait_for()
