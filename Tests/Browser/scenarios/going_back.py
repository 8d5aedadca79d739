"""Back and Forward: each place that the page moved to is an entry in the history."""

from collections.abc import Callable

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
ANYTHING = {"reduced_motion": "no-preference"}


def at(page: MapPage, view: tuple, what: str) -> None:
    def is_there() -> bool:
        zoom, lat, lon = page.map_view()
        return abs(zoom - view[0]) < 0.02 and abs(lat - view[1]) < 0.1 and abs(lon - view[2]) < 0.1

    page.until(is_there, f"the map shows {what}, {view}")
    page.settle()


def cluster_in_sight(page: MapPage) -> str:
    """The key of the largest uncovered cluster."""
    return page.until(lambda: page.page.evaluate("""() => {
      const isInSight = (pin) => { const box = pin.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".pin") === pin; };
      const pins = [...document.querySelectorAll("[data-cluster]")].filter(isInSight);
      return pins.sort((a, b) => b.dataset.count - a.dataset.count)[0]?.dataset.cluster;
    }"""), "a cluster is visible")


def search(page: MapPage, words: str) -> None:
    box = page.page.get_by_role("combobox")
    box.click()
    box.fill(words)
    page.page.locator(".search-option").first.wait_for()
    box.press("Enter")


def there_and_back(page: MapPage, act: Callable[[], object]) -> None:
    """Calls `act`, which moves the map, and checks that Back and Forward switch between the two views."""
    before = page.map_view()
    page.go(act)
    after = page.map_view()
    page.page.go_back()
    at(page, before, "the view before")
    page.page.go_forward()
    at(page, after, "the view after")
    page.page.go_back()
    at(page, before, "the view before, again")


def chips(page: MapPage) -> list[str]:
    return page.page.locator(".filter-chip-text").all_inner_texts()


def steps(page: MapPage) -> int:
    return page.page.evaluate("history.length")


def found_photo_and_cleared(page: MapPage) -> None:
    """A search is one step, so is clearing it beside a photo, and Back from what was opened afterwards keeps it cleared."""
    page.open()
    before, view = steps(page), page.map_view()
    search(page, "norway winter 2016")
    page.equals(lambda: chips(page), ["2016", "Winter", "Norway"], "what was understood")
    page.until(lambda: page.pins().count() == 1, "the photo is on the map")
    page.settle()
    expect_equal(steps(page), before + 1, "steps of a search")
    expect_equal(page.page.get_by_role("combobox").input_value(), "", "the words in the box")
    photo = page.pins().first.get_attribute("data-photo")
    page.pins().first.click()
    page.expect_panel()
    page.page.get_by_role("button", name="Clear all").click()
    page.equals(lambda: chips(page), [], "the filters")
    page.page.locator("#areas-button").click()
    page.page.locator("dialog.areas[open]").wait_for()
    page.page.go_back()
    page.gone(page.page.locator("dialog.areas"), "the list of places")
    page.until(lambda: f"photo={photo}" in page.page.url, "the photo is open again")
    page.settle()
    expect_equal(chips(page), [], "the filters after Back")
    page.page.go_back()
    page.equals(lambda: chips(page), ["2016", "Winter", "Norway"], "the filters from before they were cleared")
    page.page.go_back()
    page.expect_no_panel()
    page.page.go_back()
    page.equals(lambda: chips(page), [], "the filters before the search")
    at(page, view, "the view before the search")


@scenario("each step back undoes one thing that the reader did: a photo, “Clear all”, “Places”")
def one_step_for_each_act(page: MapPage, library: Library) -> None:
    found_photo_and_cleared(page)


@scenario("on a phone each step back undoes one thing that the reader did: a photo, “Clear all”, “Places”", **PHONE)
def one_step_for_each_act_on_a_phone(page: MapPage, library: Library) -> None:
    found_photo_and_cleared(page)


@scenario("choosing a place in the tree, and all places again, are one step each")
def places_are_one_step(page: MapPage, library: Library) -> None:
    first = library.get("places")["places"][0]
    page.open()
    for choose in (f'[data-choose="{first["id"]}"]', ".areas-head button"):
        page.page.locator("#areas-button").click()
        page.page.locator(choose).wait_for()
        before = steps(page)
        page.go(lambda choose=choose: page.page.locator(choose).click())
        page.gone(page.page.locator("dialog.areas"), "the list of places")
        page.quiet()
        expect_equal(steps(page), before + 1, "steps")
        page.focused(page.page.locator("#map canvas"), "the map")


@scenario("photos that are opened one after the other are steps, and closing the last goes back over all")
def photos_are_steps(page: MapPage, library: Library) -> None:
    page.open()
    first, second = [pin.get_attribute("data-photo") for pin in page.pins().all()[:2]]
    for photo in (first, second):
        page.page.locator(f'.pin[data-photo="{photo}"]').press("Enter")
        page.until(lambda photo=photo: f"photo={photo}" in page.page.url, "the photo is open")
    page.page.go_back()
    page.until(lambda: f"photo={first}" in page.page.url, "the first photo is open again")
    page.page.go_forward()
    page.until(lambda: f"photo={second}" in page.page.url, "the second photo is open again")
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.expect_no_panel()
    page.page.go_forward()
    page.until(lambda: f"photo={first}" in page.page.url, "closing has gone back to before the first photo")


@scenario("the search box drops the words of a chip that was not changed, and those of a question from before “Clear all”")
def box_shows_the_state(page: MapPage, library: Library) -> None:
    box = page.page.get_by_role("combobox")
    page.open("#month=winter&country=NO")
    page.page.get_by_role("button", name="Edit filter Winter").click()
    page.until(lambda: box.input_value() == "Winter", "the words are in the box")
    page.page.locator("#map canvas").focus()
    page.equals(box.input_value, "", "the box after it was left")
    box.fill("summer")
    page.page.locator(".search-option").first.wait_for()
    box.press("Escape")
    expect_equal(box.input_value(), "summer", "the box after its list was closed")
    page.page.get_by_role("button", name="Clear all").click()
    page.equals(lambda: chips(page), [], "the filters")
    page.equals(box.input_value, "", "the box after the filters were cleared")


@scenario("Back returns from a cluster, a city and the whole to the view before", **ANYTHING)
def back_from_afar(page: MapPage, library: Library) -> None:
    page.open()
    there_and_back(page, lambda: page.page.locator(f'[data-cluster="{cluster_in_sight(page)}"]').click())
    there_and_back(page, lambda: search(page, "Nairobi"))
    page.open("#map=5/47/9")
    there_and_back(page, lambda: page.page.get_by_role("button", name="Show all photos").click())


@scenario("on a phone Back returns from a cluster to the view before", **PHONE)
def back_on_a_phone(page: MapPage, library: Library) -> None:
    page.open("#map=3/30/20")
    there_and_back(page, lambda: page.page.locator(f'[data-cluster="{cluster_in_sight(page)}"]').tap())


@scenario("on a phone Back from a photo of a cluster returns to exactly the view before", **PHONE)
def back_from_a_photo(page: MapPage, library: Library) -> None:
    spot = library.one_spot()
    lon, lat = spot["geometry"]["coordinates"]
    for place in (f"{lat + 0.0006}/{lon}", f"{lat + 0.001}/{lon - 0.0004}"):
        page.open(f"#map=17/{place}")
        before = page.map_view()
        page.page.locator(f'[data-cluster][data-count="{spot["properties"]["point_count"]}"]').tap()
        page.until(lambda: len(page.listed()) > 2, "the photos are listed")
        page.box(page.panel())
        listed = page.map_view()
        page.page.locator(f'#panel [data-item="{page.listed()[1]}"]').tap()
        page.page.locator(".photo-pane button.hero").wait_for()
        page.settle()
        page.page.go_back()
        page.until(lambda: page.title().endswith("photos"), "Back leads to the list")
        page.equals(page.map_view, listed, "the view beside the list")
        page.page.go_back()
        page.expect_no_panel()
        page.equals(page.map_view, before, "the view before the cluster was opened")


@scenario("a map that the reader moves beside an open photo stays there when it is closed", **PHONE)
def moved_beside_a_photo(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=12/{lat + 0.02}/{lon}")
    page.go(lambda: page.pin(photo["id"]).tap())
    page.expect_panel()
    page.box(page.panel())
    page.press_on_map("ArrowLeft")
    there = page.map_view()
    page.page.go_back()
    page.expect_no_panel()
    page.quiet()
    expect_equal(page.map_view(), there, "the view after the photo was closed")


@scenario("Back from coordinates closes their list and returns to the view before; closing the list does not")
def back_from_coordinates(page: MapPage, library: Library) -> None:
    page.open("#map=3/20/10")
    before = page.map_view()
    page.go(lambda: search(page, "48.8584, 2.2945"))
    page.expect_panel("Nearest photos")
    page.until(lambda: page.map_view()[0] > 9, "the map is there")
    page.page.go_back()
    page.expect_no_panel()
    at(page, before, "the view before")
    page.page.go_forward()
    page.expect_panel("Nearest photos")
    page.until(lambda: page.map_view()[0] > 9, "the map is there again")
    page.settle()
    there = page.map_view()
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.expect_no_panel()
    page.settle()
    expect_equal(page.map_view(), there, "the view after the list was closed")
    page.page.go_back()
    at(page, before, "the view before the search")


@scenario("going to what is already in view adds no step to the history")
def no_empty_steps(page: MapPage, library: Library) -> None:
    page.open("#map=5/47/9")
    page.go(lambda: page.page.get_by_role("button", name="Show all photos").click())
    steps = page.page.evaluate("history.length")
    page.page.get_by_role("button", name="Show all photos").click()
    page.frames(3)
    page.settle()
    expect_equal(page.page.evaluate("history.length"), steps, "steps in the history")


@scenario("closing the viewer keeps the photo that was seen last, and the focus on it")
def viewer_keeps_photo(page: MapPage, library: Library) -> None:
    spot = library.one_spot()
    lon, lat = spot["geometry"]["coordinates"]
    for close in (lambda: page.page.keyboard.press("Escape"), page.page.go_back,
                  lambda: page.page.get_by_role("button", name="Close the viewer").click()):
        page.open(f"#map=19/{lat}/{lon}")
        page.page.locator(f'[data-cluster][data-count="{spot["properties"]["point_count"]}"]').click()
        page.until(lambda: len(page.listed()) > 5, "the photos are listed")
        listed = page.listed()
        page.page.locator(f'#panel [data-item="{listed[1]}"]').click()
        page.page.locator(".photo-pane button.hero").click()
        page.page.locator("dialog.viewer[open]").wait_for()
        for number in listed[2:5]:
            page.page.keyboard.press("ArrowRight")
            name = library.photo(number)["properties"]["filename"]
            page.until(lambda: page.page.locator(".viewer-name").inner_text() == name, f"the viewer shows {name}")
        close()
        page.until(lambda: page.page.locator("dialog.viewer[open]").count() == 0, "the viewer is closed")
        page.expect_panel(library.photo(listed[4])["properties"]["filename"])
        expect(f"photo={listed[4]}" in page.page.url, f"The address names another photo: {page.page.url}")
        page.focused(page.page.locator(".photo-pane button.hero"), "the picture")
        page.page.go_back()
        page.until(lambda: page.title().endswith("photos"), "Back leads to the list")
        page.focused(page.page.locator(f'#panel [data-item="{listed[4]}"]'), "the photo that was seen last")


@scenario("“Show on the map” in the viewer closes it and goes there, and Back returns", **ANYTHING)
def viewer_shows_on_map(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=6/{lat}/{lon}")
    page.pin(photo["id"]).click()
    page.expect_panel(photo["properties"]["filename"])
    page.settle()
    before = page.map_view()
    page.page.locator(".photo-pane button.hero").click()
    page.page.get_by_role("button", name="Details", exact=True).click()
    page.page.locator("dialog.viewer").get_by_role("button", name="Show on map").click()
    page.until(lambda: page.map_view()[0] >= 15, "the map shows the photo")
    page.expect_panel(photo["properties"]["filename"])
    page.settle()
    page.page.go_back()
    at(page, before, "the view before")
    page.expect_panel(photo["properties"]["filename"])
