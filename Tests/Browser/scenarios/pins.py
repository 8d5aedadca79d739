"""Pins and clusters on the map."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("the first view shows every photo, as a pin or within a cluster's count")
def every_photo_is_shown(page: MapPage, library: Library) -> None:
    page.open()
    total = library.total()
    page.until(lambda: page.shown_count() == total, f"the counts on the map sum to {total}")
    page.until(lambda: page.clusters().count() > 0, "there is a cluster in the first view")
    page.until(lambda: f"{total:,} photo" in page.page.inner_text("#counts"), "the header shows the total")
    page.until(lambda: f"{total:,} in view" in page.page.inner_text("#counts"), "the header shows what is in view")


@scenario("pins and clusters are buttons with names")
def pins_have_names(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: page.page.locator(".pin").count() > 0, "there are pins")
    # The page sets the names of pins in small groups.
    named = lambda: page.page.eval_on_selector_all(".pin", "pins => pins.map(pin => [pin.tagName, Boolean(pin.ariaLabel)])")  # noqa: E731
    page.until(lambda: all(one == ["BUTTON", True] for one in named()), "all pins are buttons and have a name")


@scenario("a cluster click flies to where its photos separate")
def cluster_expands(page: MapPage, library: Library) -> None:
    page.open()
    zoom = page.map_view()[0]
    key, count = page.page.evaluate(
        """() => {
          const inside = (pin) => { const box = pin.getBoundingClientRect();
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".pin") === pin; };
          const pins = [...document.querySelectorAll("[data-cluster]")].filter(inside);
          pins.sort((a, b) => b.dataset.count - a.dataset.count);
          return [pins[0].dataset.cluster, Number(pins[0].dataset.count)];
        }"""
    )
    page.page.locator(f'[data-cluster="{key}"]').click()
    page.until(lambda: page.map_view()[0] > zoom + 0.9, "the map has zoomed in")
    page.settle()
    page.until(lambda: page.page.locator(".pin").count() > 1, "the cluster has separated")
    page.until(lambda: page.shown_count() >= count, "all photos of the cluster are on the map")
    expect_equal(page.panel().count(), 0, "open panels")


@scenario("photos at one spot open as a list of exactly those photos")
def one_spot_lists_its_photos(page: MapPage, library: Library) -> None:
    spot = library.one_spot()
    lon, lat = spot["geometry"]["coordinates"]
    count = spot["properties"]["point_count"]
    page.open(f"#map=19/{lat}/{lon}")
    cluster = page.page.locator(f'[data-cluster][data-count="{count}"]')
    key = cluster.get_attribute("data-cluster")
    cluster.click()
    page.expect_panel(f"{count:,} photos")
    # Only photos on or near the screen are in the document.
    listed: set[int] = set()

    def all_listed() -> bool:
        listed.update(page.listed())
        page.page.locator("#panel .wall").evaluate("wall => wall.scrollBy(0, 150)")
        return len(listed) == count

    page.until(all_listed, f"{count} photos are listed")
    expect_equal(sorted(listed), sorted(library.photos_of(key)), "the photos of the list")
    page.page.locator("#panel [data-item]").first.click()
    page.until(lambda: page.page.locator(".photo-pane .hero").is_visible(), "the photo is shown")
    page.page.get_by_role("button", name="Back to the list").click()
    page.expect_panel(f"{count:,} photos")


@scenario("moving away and back requests no pins twice")
def views_are_remembered(page: MapPage, library: Library) -> None:
    page.open("#map=6/47/9")
    asked = lambda: sum("/clusters?" in url for url in page.requests)  # noqa: E731
    for key in ["ArrowRight"] * 8:
        page.press_on_map(key)
    page.quiet("/clusters?")
    before = asked()
    expect(before > 1, "Moving away requested nothing")
    for key in ["ArrowLeft"] * 8:
        page.press_on_map(key)
    page.quiet("/clusters?")
    expect_equal(asked(), before, "requests for pins after coming back")


@scenario("pins that stay in view are kept, not rebuilt")
def pins_are_kept(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=8/{lat}/{lon}")
    pin = page.pin(photo["id"])
    pin.evaluate("pin => { pin.isTheSame = true; }")
    page.page.get_by_role("button", name="Zoom in").click()
    page.until(lambda: page.map_view()[0] > 8.9, "the map has zoomed in")
    page.settle()
    expect(pin.evaluate("pin => pin.isTheSame === true"), "The pin was rebuilt")
