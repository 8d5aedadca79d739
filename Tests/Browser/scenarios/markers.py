"""A hundred markers of a library that is mostly from one city: their size, their counts, where they lead, what they list."""

import math
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import big_library
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
CITY = (13.4, 52.5)
PHOTOS = 12_000
AWAY = 600
# The boxes of the counts on the screen, and what is on top of their middle.
COUNTS = """() => [...document.querySelectorAll(".pin-count:not(.is-away, .is-leaving)")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const over = document.elementFromPoint(x, y);
  return { text: one.textContent, left, top, right, bottom, isCovered: Boolean(over?.closest(".pins")) && over !== one };
})"""


def one_city() -> Iterator[dict]:
    """Twenty years in a city, and journeys over the Earth."""
    dice = random.Random(38)
    for number in range(PHOTOS):
        lon, lat = CITY
        if number < AWAY:
            lon, lat = 40 * (number % 9) - 160 + dice.gauss(0, 2), 20 * (number % 5) - 20 + dice.gauss(0, 2)
        else:
            lon, lat = lon + dice.gauss(0, 0.06), lat + dice.gauss(0, 0.04)
        taken = datetime(2005, 1, 1, tzinfo=UTC) + timedelta(days=dice.random() * 7300)
        yield big_library.photo(number, lon, lat, taken if number % 50 else None)


_addresses: list[str] = []


def in_one_city(page: MapPage) -> Library:
    if not _addresses:
        _addresses.append(big_library.keep(big_library.served(one_city())))
    page.base = _addresses[0]
    return Library(page.base)


def largest(page: MapPage) -> tuple[str, int]:
    """The key and the count of the largest cluster on the screen."""
    page.until(lambda: page.clusters().count() > 0, "there are clusters")
    return page.page.evaluate("""() => [...document.querySelectorAll("[data-cluster]:not(.is-away)")]
      .map(({ dataset }) => [dataset.cluster, Number(dataset.count)]).sort((one, other) => other[1] - one[1])[0]""")


def badge(page: MapPage, key: str):
    """The count of a cluster, which comes after its pin in the document."""
    return page.page.locator(f'.pin[data-cluster="{key}"] + .pin-count')


def overlapping(counts: list[dict]) -> list:
    return [(one["text"], other["text"]) for at, one in enumerate(counts) for other in counts[at + 1:]
            if one["left"] < other["right"] and other["left"] < one["right"] and one["top"] < other["bottom"] and other["top"] < one["bottom"]]


def expect_counts_visible(page: MapPage, where: str) -> None:
    page.until(lambda: page.page.evaluate(COUNTS), "there are counts")
    page.until(lambda: not page.moving(), "nothing moves")
    counts = page.page.evaluate(COUNTS)
    expect_equal(overlapping(counts), [], f"counts that cover each other {where}")
    expect_equal([one["text"] for one in counts if one["isCovered"]], [], f"counts that a pin covers {where}")


@scenario("the marker of a city is larger than that of a journey, and no count is covered at any zoom")
def counts_are_visible(page: MapPage, _: Library) -> None:
    in_one_city(page)
    page.open()
    key, count = largest(page)
    expect(count > PHOTOS - AWAY, f"The largest cluster has {count} photos")
    sides = page.page.evaluate("""() => [...document.querySelectorAll("[data-cluster]")]
      .map((one) => [Number(one.dataset.count), one.getBoundingClientRect().width])""")
    area = lambda photos: 2500 + (88**2 - 2500) * math.log10(photos) / 6  # noqa: E731
    expect_equal([one for one in sides if abs(one[1] ** 2 - area(one[0])) > 130], [], "markers whose area does not follow the logarithm")
    expect_counts_visible(page, "at first")
    for zoom in (2, 4, 9, 10, 11, 12, 13):
        page.open(f"#map={zoom}/{CITY[1]}/{CITY[0]}")
        expect_counts_visible(page, f"at zoom {zoom}")


@scenario("a click on the cluster of a continent goes to the city where it divides, and Back returns")
def leads_to_the_city(page: MapPage, _: Library) -> None:
    in_one_city(page)
    page.open()
    before = page.map_view()
    key, count = largest(page)
    page.page.locator(f'.pin[data-cluster="{key}"]').click()
    page.until(lambda: page.map_view()[0] > 8, "the map is over the city")
    page.settle()
    zoom, lat, lon = page.map_view()
    expect(abs(lat - CITY[1]) < 0.5 and abs(lon - CITY[0]) < 0.5, f"The map is at {lat} {lon}")
    page.until(lambda: page.clusters().count() > 5, "the cluster has divided")
    expect(largest(page)[1] < count / 2, "Most of the photos are still in one cluster")
    expect_equal(page.panel().count(), 0, "open panels")
    page.page.go_back()
    page.until(lambda: abs(page.map_view()[0] - before[0]) < 0.01, "the view before is back")


@scenario("the count of a cluster of any size opens its photos in place, by day, with the list of years")
def count_lists(page: MapPage, _: Library) -> None:
    library = in_one_city(page)
    page.open()
    before = page.map_view()
    key, count = largest(page)
    badge(page, key).click()
    page.expect_panel(f"{count:,} photos")
    lists_all(page, library, key, count)
    expect_equal(page.map_view(), before, "the view of the map")
    page.page.locator("#panel [data-item]").first.click()
    page.until(lambda: "photo=" in page.page.url, "a photo is open")
    page.until(lambda: f"of {count:,}" in page.page.locator("#panel .panel-subtitle").inner_text(), "its place in the list")
    place = page.page.locator("#panel .panel-subtitle").inner_text()
    page.page.get_by_role("button", name="Next photo").click()
    page.until(lambda: page.page.locator("#panel .panel-subtitle").inner_text() != place, "the next photo is open")
    page.page.get_by_role("button", name="Back to the list").click()
    page.expect_panel(f"{count:,} photos")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()


def lists_all(page: MapPage, library: Library, key: str, count: int) -> None:
    """The list has days or months as headings, as many photos as were counted, and its years lead to the oldest."""
    page.until(lambda: len(page.listed()) > 5, "photos are listed")
    page.until(lambda: page.page.locator("#panel .wall-heading").count() > 0, "there are headings")
    expect("2024" in page.page.locator("#panel .wall-heading").first.inner_text(), "The list does not begin with the newest")
    expect_equal(page.page.locator("#panel .wall-item").first.get_attribute("aria-setsize"), str(count), "the length of the list")
    newest = library.get(f"collections/photos/clusters/{key}/items", limit=3, sortby="-takenAt")
    expect_equal(newest["numberMatched"], count, "what the API counts")
    expect(newest["features"][0]["id"] in page.listed(), "The newest photo is not listed")
    years = page.page.locator("#panel .scrubber")
    years.wait_for()
    years.focus()
    page.page.keyboard.press("End")
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: any("2005" in one for one in page.page.locator("#panel .wall-heading").all_inner_texts()), "the oldest year is reached")
    page.page.keyboard.press("Home")


@scenario("the keyboard lists a cluster by its count, which follows its pin")
def keyboard_lists(page: MapPage, _: Library) -> None:
    in_one_city(page)
    page.open()
    key, count = largest(page)
    page.page.locator(f'.pin[data-cluster="{key}"]').focus()
    page.page.keyboard.press("Tab")
    page.focused(badge(page, key), "the count")
    expect_equal(badge(page, key).get_attribute("aria-label"), f"List {count:,} photos", "the name of the count")
    page.page.keyboard.press("Enter")
    page.expect_panel(f"{count:,} photos")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    page.focused(badge(page, key), "the count again")


@scenario("on a phone a cluster that is held lists its photos, and the markers leave most of the world visible", **PHONE)
def phone_holds(page: MapPage, _: Library) -> None:
    library = in_one_city(page)
    page.open()
    expect_counts_visible(page, "on a phone")
    covered = page.page.evaluate("""() => [...document.querySelectorAll(".pin:not(.is-away)")]
      .reduce((sum, one) => sum + one.getBoundingClientRect().width ** 2, 0)""")
    world = 512 * 2 ** page.map_view()[0]
    expect(covered < world**2 / 5, f"Pins cover {covered:.0f} of {world**2:.0f} square pixels")
    key, count = largest(page)
    before = page.map_view()
    pin = page.page.locator(f'.pin[data-cluster="{key}"]')
    pin.dispatch_event("pointerdown", {"isPrimary": True, "button": 0, "pointerType": "touch", "clientX": 200, "clientY": 300})
    page.expect_panel(f"{count:,} photos")
    pin.dispatch_event("pointerup", {"isPrimary": True, "button": 0, "pointerType": "touch", "clientX": 200, "clientY": 300})
    pin.dispatch_event("click", {"detail": 1})
    page.frames(3)
    lists_all(page, library, key, count)
    expect("map=" in page.page.url and page.map_view()[0] <= before[0] + 0.2, "The lifted finger opened the cluster")
