"""A library of a million imported photos: all counts are exact."""

import re

import big_library
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.grid import TILES, box_of, by_time, rest, scroll, title
from scenarios.time import brush, matched, settled_span, span, count_on_bar, visible_box

MILLION = 1_000_000


def million(page: MapPage) -> Library:
    """Opens the page of a million photos; making them takes almost a minute, once."""
    page.base = big_library.shared(MILLION)
    return Library(page.base)


@scenario("a million photos: the pins, the header, the grid and the time bar count each of them")
def all_are_counted(page: MapPage, _: Library) -> None:
    library = million(page)
    expect_equal(library.total(), MILLION, "what the API counts")
    page.open()
    page.equals(page.shown_count, MILLION, "the photos on the map")
    page.until(lambda: f"{MILLION:,} photos, {MILLION:,} in view" in page.page.inner_text("#counts"), "the header counts them")
    page.until(lambda: title(page) == f"{MILLION:,} photos here", "the grid counts them")
    page.until(lambda: count_on_bar(page) == MILLION, "the time bar counts them")
    expect(page.page.locator(".pin").count() < 2000, "There are too many pins")


@scenario("a million photos: the grid's scroll bar reaches the last of them")
def last_is_reached(page: MapPage, _: Library) -> None:
    library = million(page)
    page.open()
    rest(page)
    page.until(lambda: title(page) == f"{MILLION:,} photos here", "the grid counts them")
    scroll(page, 1)
    items = lambda: {int(item): photo for item, photo in page.page.evaluate(TILES).items()}  # noqa: E731
    page.until(lambda: MILLION in items(), "the last photo is in the grid")
    undated = library.get("collections/photos/timeline", buckets=1)["undated"]
    page.until(lambda: "ndated" in page.page.locator(".wall-title").last.inner_text(), "it is below the heading of undated photos")
    last = page.page.locator(f'.tile[data-item="{items()[MILLION]}"]')
    page.until(lambda: last.is_visible(), "the last photo is visible")
    expect("takenAt" not in library.photo(items()[MILLION])["properties"], "The last photo has a date")
    expect(undated > 0 and len(items()) < 200, f"{len(items())} tiles are in the page")
    scroll(page, 0)
    newest = by_time(library, bbox=box_of(page), offset=0)[0]
    page.until(lambda: items().get(1) == newest, "the newest photo is first")


@scenario("a million photos: a brush over the time bar filters map, grid and header to what the API counts")
def brush_filters(page: MapPage, _: Library) -> None:
    library = million(page)
    page.open()
    page.until(lambda: count_on_bar(page) == MILLION, "the time bar counts them")
    brush(page, 0.4, 0.6)
    page.until(lambda: span(page), "the address names the span")
    wanted = matched(library, datetime_local=settled_span(page), bbox=visible_box(page))
    expect(0 < wanted < MILLION, f"The span holds {wanted} photos")
    page.until(lambda: count_on_bar(page) == wanted, f"the time bar counts {wanted}")
    page.until(lambda: page.shown_count() == wanted, f"the map shows {wanted}")
    page.until(lambda: title(page) == f"{wanted:,} photos here", f"the grid counts {wanted}")


@scenario("a million photos: a cluster of many counts what its list holds")
def cluster_is_exact(page: MapPage, _: Library) -> None:
    library = million(page)
    page.open()
    page.equals(page.shown_count, MILLION, "the photos on the map")
    largest = page.page.evaluate("""() => [...document.querySelectorAll("[data-cluster]")]
      .map(({ dataset }) => ({ cluster: dataset.cluster, count: Number(dataset.count) }))
      .sort((one, other) => other.count - one.count)[0]""")
    expect(largest["count"] > 10_000, f"The largest cluster holds {largest}")
    page.open(f"#cluster={largest['cluster']}")
    page.expect_panel(f"{largest['count']:,} photos")
    page.until(lambda: len(page.listed()) > 20, "its photos are listed")
    listed = page.listed()
    answer = library.get(f"collections/photos/clusters/{largest['cluster']}/items", limit=len(listed), sortby="-takenAt")
    expect_equal(answer["numberMatched"], largest["count"], "what the API counts")
    expect_equal(listed, [one["id"] for one in answer["features"]], "the photos at the head of the list")


@scenario("a million photos: zoomed in and panned, the counts are those of the API, box by box")
def counts_hold_below(page: MapPage, _: Library) -> None:
    library = million(page)
    clusters = library.get("collections/photos/clusters", bbox="-180,-60,180,75", zoom=4)["features"]
    lon, lat = max(clusters, key=lambda one: one["properties"].get("point_count", 1))["geometry"]["coordinates"]
    for zoom in (3, 6, 9, 12):
        page.open(f"#map={zoom}/{lat}/{lon}")
        asked = [url for url in page.requests if "/clusters?" in url][-1]
        box = re.search(r"bbox=([^&]+)", asked).group(1).replace("%2C", ",")
        page.equals(page.shown_count, matched(library, bbox=box), f"the photos on the map at zoom {zoom}")
