"""What opens beside the map: one photo, or the photos near a spot."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


def open_at(page: MapPage, photo: dict, zoom: float = 9) -> None:
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map={zoom}/{lat}/{lon}")


@scenario("a pin opens its photo, and Back closes it")
def pin_opens_photo(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    number, properties = photo["id"], photo["properties"]
    open_at(page, photo)
    page.pin(number).click()
    page.expect_panel(properties["filename"])
    page.until(lambda: page.page.url.endswith(f"&photo={number}"), "the address names the photo")
    hero = page.page.locator(".photo-pane button.hero")
    source = lambda: hero.locator("img").last.get_attribute("src") or ""  # noqa: E731
    page.until(lambda: source().startswith(f"{page.base}photos/{number}/thumbnail?width="), "the picture is the photo's")
    page.until(lambda: hero.locator("img").last.evaluate("picture => picture.naturalWidth > 0"), "the picture is there")
    lon, lat = photo["geometry"]["coordinates"]
    facts = page.page.locator(".facts").inner_text
    page.until(lambda: all(f"{abs(degrees):.5f}°" in facts() for degrees in (lon, lat)), "the facts show the coordinates")
    page.page.go_back()
    page.expect_no_panel()
    page.until(lambda: "photo=" not in page.page.url, "the address no longer names the photo")
    page.page.go_forward()
    page.expect_panel(properties["filename"])


@scenario("the link to the original serves the photo's own file")
def original_is_served(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    link = page.page.locator(".photo-pane .button", has_text="Open original").get_attribute("href")
    answer = page.context.request.get(link)
    expect_equal(answer.status, 200, "the status of the original")
    size = photo["properties"].get("size")
    expect(size is None or len(answer.body()) == size, "The original is not the photo's own file")


@scenario("Escape and the close button close a photo and do not move the map")
def photo_closes(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    open_at(page, photo)
    for close in (
        lambda: page.page.keyboard.press("Escape"),
        lambda: page.page.locator("#panel").get_by_role("button", name="Close").click(),
    ):
        page.pin(photo["id"]).click()
        page.expect_panel(photo["properties"]["filename"])
        # The map may move to make room for the panel.
        page.box(page.panel())
        page.settle()
        view = page.map_view()
        close()
        page.expect_no_panel()
        page.until(lambda: "photo=" not in page.page.url, "the address names no photo")
        page.settle()
        expect_equal(page.map_view(), view, "the view")


@scenario("a click on the map lists the nearest photos in order of distance")
def click_lists_nearest(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    open_at(page, photo, zoom=5)
    spot = page.clear_spot()
    page.page.mouse.click(spot["x"], spot["y"])
    page.expect_panel("Nearest photos")
    wanted = min(12, library.total())
    page.until(lambda: len(page.listed()) == wanted, f"{wanted} photos are listed")
    page.equals(page.page.locator(".mark-spot:not([hidden])").count, 1, "spots that are marked")
    lat, lon = page.page.url.split("near=")[1].split("&")[0].split(",")
    answer = library.get("collections/photos/nearest", lon=lon, lat=lat, k=12)["features"]
    distances = [feature["properties"]["distance"] for feature in answer]
    expect_equal(distances, sorted(distances), "the order of the distances")
    # Photos at one spot are equally near: they may come in any order among themselves.
    by_number = {feature["id"]: feature["properties"]["distance"] for feature in answer}
    listed = [by_number[number] for number in page.listed()]
    expect(all(abs(one - other) < 0.5 for one, other in zip(listed, distances)), f"{listed} is not {distances}")
    page.page.locator("#panel .row").first.click()
    page.expect_panel(answer[0]["properties"]["filename"])
    page.page.get_by_role("button", name="Next photo").click()
    page.expect_panel(answer[1]["properties"]["filename"])
    page.page.go_back()
    page.expect_panel("Nearest photos")
    page.page.go_back()
    page.expect_no_panel()


@scenario("HTML in a file name is shown as text")
def names_are_text(page: MapPage, library: Library) -> None:
    hostile = '<img src=x onerror="window.wasRun = true"><b>bold</b>.jpg'
    photo = library.lonely()

    def rename(route) -> None:
        answer = route.fetch()
        body = answer.json()
        for feature in body.get("features", [body]):
            if not feature["properties"].get("cluster"):
                feature["properties"] |= {"filename": hostile, "path": hostile}
        route.fulfill(response=answer, json=body)

    for path in ("clusters?**", "nearest?**", "items/**"):
        page.page.route(f"**/collections/photos/{path}", rename)
    open_at(page, photo)
    page.pin(photo["id"]).click()
    page.expect_panel(hostile)
    page.until(lambda: hostile in page.page.locator(".facts").inner_text(), "the path is shown as it is")
    expect_equal(page.page.locator("#panel b").count(), 0, "elements made from a file name")
    page.page.get_by_role("button", name="Nearby").click()
    page.until(lambda: len(page.listed()) > 0, "the nearest photos are listed")
    page.equals(page.page.locator(".row-title").first.inner_text, hostile, "the name in the list")
    expect(not page.page.evaluate("window.wasRun"), "A file name was run as a script")


IN_SIGHT = """pin => {
  const { x, y, width, height } = pin.getBoundingClientRect();
  return [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]].every(([across, down]) => {
    const top = document.elementFromPoint(x + across * width, y + down * height);
    return top && !top.closest(".masthead, .search, .filters, .controls, .time-bar, .panel");
  });
}"""


def pin_is_in_sight(page: MapPage, library: Library) -> None:
    """Opens a photo beyond each corner of the map."""
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    for north, east in ((-1, 1), (-1, -1), (1, 1), (1, -1)):
        page.open(f"#map=8/{lat + north * 4}/{lon + east * 12}&photo={photo['id']}")
        page.expect_panel(photo["properties"]["filename"])
        pin = page.pin(photo["id"])
        page.box(pin)
        page.until(lambda: pin.evaluate(IN_SIGHT), f"the pin is visible from {north, east}")


@scenario("the pin of a photo that is opened is not behind the name, the search box or the buttons")
def pin_of_open_photo(page: MapPage, library: Library) -> None:
    pin_is_in_sight(page, library)


@scenario("on a small phone the pin of a photo that is opened is visible, too",
          viewport={"width": 320, "height": 600}, has_touch=True, is_mobile=True)
def pin_on_small_phone(page: MapPage, library: Library) -> None:
    pin_is_in_sight(page, library)


@scenario("an address of a group that no longer exists says so, without a button that cannot help", expects_failures=True)
def missing_group_is_explained(page: MapPage, library: Library) -> None:
    page.open("#cluster=0-0-none")
    page.expect_panel("Photos")
    page.page.locator("#panel").get_by_text("no longer grouped like this").wait_for()
    expect_equal(page.page.locator("#panel").get_by_role("button", name="Try again").count(), 0, "buttons that ask again")


@scenario("a photo that is not in the index says so")
def missing_photo_is_explained(page: MapPage, library: Library) -> None:
    page.open("#photo=999999999999")
    page.expect_panel("Photo not found")
    page.until(lambda: "no longer in the library" in page.page.locator(".photo-pane").inner_text(), "it is explained")
    page.complaints = [one for one in page.complaints if "404" not in one]
