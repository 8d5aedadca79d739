"""A library of unusual photos and names: each is counted and shown correctly."""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

import big_library
import hard_library
from hard_library import AT_SPOT, NAMES, SPOT
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.grid import rest, scroll, title

# Records the alerts of names that are executed as scripts.
LISTEN = """
window.ran = [];
window.alert = (what) => window.ran.push(String(what));
"""
# The path in the panel's list of facts.
FILE = """() => [...document.querySelectorAll(".photo-pane .fact")]
  .find((fact) => fact.querySelector("dt").textContent === "File")?.querySelector(".fact-text").textContent"""
# The worst ones only: opening all is slow without a graphics card.
IN_VIEWER = [NAMES[kind] for kind in ("html", "script", "mixed", "unbroken", "newline")]
_served = []


def hard(page: MapPage) -> Library:
    """Opens the page of the hard library, which is made at its first use."""
    if not _served:
        _served.append(big_library.keep(big_library.served(hard_library.photos())))
    page.base = _served[0]
    page.context.add_init_script(LISTEN)
    return Library(page.base)


def last_box(page: MapPage) -> list[float]:
    """The box of the page's last request."""
    asked = [url for url in page.requests if "/clusters?" in url][-1]
    return [float(side) for side in unquote(re.search(r"bbox=([^&]+)", asked).group(1)).split(",")]


@scenario("at both poles, across the antimeridian and at a spot of 20,000, the counts are exact")
def counts_are_exact(page: MapPage, _: Library) -> None:
    library = hard(page)
    total = sum(1 for _ in hard_library.photos())
    expect_equal(library.total(), total, "what the API counts")
    page.open()
    page.equals(page.shown_count, total, "the first view")
    page.until(lambda: f"{total:,} in view" in page.page.inner_text("#counts"), "the header counts them")
    lon, lat = SPOT
    for view in ("3/0/180", "3/0/-180", "5/-16/179.9", "5/-16/-179.9", "8.5/5/180", "2/85/0", "2/-85/100", "4/84.5/-120", f"17/{lat}/{lon}"):
        page.open(f"#map={view}")
        wanted = hard_library.count_in(last_box(page))
        expect(wanted > 0, f"There is nothing at {view}")
        page.equals(page.shown_count, wanted, f"the photos on the map at {view}")
    for view in ("1.5/85/0", "1.5/-85/0", "1.8/0/180"):
        page.open(f"#map={view}&globe=1")
        page.equals(page.shown_count, hard_library.count_in(last_box(page)), f"the photos on the globe at {view}")


# Scrolls a list to some positions, and returns the photos at each.
WALK = """async (pane) => {
  const seen = {};
  for (let n = 0; n <= 25; n += 1) {
    pane.scrollTo(0, (n / 25) * (pane.scrollHeight - pane.clientHeight));
    // Pages on the screen are loaded then.
    for (let frame = 0; frame < 200; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      if (frame > 1 && pane.querySelector("[data-item]")) break;
    }
    for (const item of pane.querySelectorAll("[data-item]")) seen[item.closest("li").ariaPosInSet] = Number(item.dataset.item);
  }
  return seen;
}"""


@scenario("a list of 20,000 photos at one spot has each of them once, and in the page only the visible ones")
def long_list(page: MapPage, _: Library) -> None:
    library = hard(page)
    lon, lat = SPOT
    page.open(f"#map=19/{lat}/{lon}")
    cluster = page.page.locator(f'[data-cluster][data-count="{AT_SPOT}"]')
    key = cluster.get_attribute("data-cluster")
    cluster.click()
    page.expect_panel(f"{AT_SPOT:,} photos")
    pane = page.page.locator("#panel .wall")

    def at_end() -> bool:
        pane.evaluate("pane => pane.scrollTo(0, pane.scrollHeight)")
        expect(len(page.listed()) < 150, f"{len(page.listed())} photos are in the page")
        return pane.locator(f'[aria-posinset="{AT_SPOT}"]').is_visible()

    page.until(at_end, "the end of the list is reached")
    path = f"collections/photos/clusters/{key}/items"
    answers = [library.get(path, limit=10_000, sortby="-takenAt")]
    while link := next((one["href"] for one in answers[-1]["links"] if one["rel"] == "next"), None):
        answers.append(library.get(path, **dict(parse_qsl(urlsplit(link).query))))
    listed = [one["id"] for answer in answers for one in answer["features"]]
    expect_equal(len(set(listed)), AT_SPOT, "photos that the API lists")
    seen = pane.evaluate(WALK)
    expect(len(seen) > 600, f"Only {len(seen)} photos were seen")
    expect_equal({place: number for place, number in seen.items() if listed[int(place) - 1] != number}, {}, "photos that are out of place")
    focus_is_kept(page, library, listed)


def focus_is_kept(page: MapPage, library: Library, listed: list[int]) -> None:
    """Opens the last photo of a long list, moves to the one before, and returns to the list."""
    focused = lambda: page.page.evaluate("Number(document.activeElement?.dataset?.item)")  # noqa: E731
    item = page.page.locator(f'#panel [data-item="{listed[-1]}"]')
    expect_equal(item.locator("..").get_attribute("aria-setsize"), str(AT_SPOT), "how many there are for screen readers")
    item.focus()
    page.page.keyboard.press("Home")
    page.equals(focused, listed[0], "the focus after Home")
    page.page.keyboard.press("End")
    page.equals(focused, listed[-1], "the focus after End")
    page.page.keyboard.press("Enter")
    page.expect_panel(library.photo(listed[-1])["properties"]["filename"])
    page.page.keyboard.press("ArrowLeft")
    page.expect_panel(library.photo(listed[-2])["properties"]["filename"])
    page.page.get_by_role("button", name="Back to the list").click()
    page.equals(focused, listed[-2], "the focus is on the photo that was seen last")
    page.until(lambda: page.page.evaluate("document.activeElement.getBoundingClientRect().bottom <= innerHeight"), "it is visible")


@scenario("names in any script, with markup, line ends and quotes, are shown unchanged everywhere")
def names_are_text(page: MapPage, _: Library) -> None:
    library = hard(page)
    ids = {one["properties"]["filename"]: one["id"] for one in library.get(
        "collections/photos/items", path="names/*", limit=100)["features"]}
    expect_equal(sorted(ids), sorted(NAMES.values()), "the names in the index")
    page.open("#map=3/-35/-28&path=names/*")
    rest(page)
    page.until(lambda: title(page) == f"{len(NAMES)} photos here", "the grid has them all")
    for name, number in ids.items():
        tile = page.page.locator(f'.tile[data-item="{number}"]')
        page.equals(lambda: tile.get_attribute("title"), name, "the title of a tile")
        page.until(lambda: tile.get_attribute("aria-label").startswith(f"{name}, "), "the name of a tile for screen readers")
    for number, name in enumerate(NAMES.values()):
        lon, lat = hard_library.place_of_name(number)
        page.page.evaluate("hash => { location.hash = hash; }", f"#map=9/{lat}/{lon}&near={lat},{lon}&photo={ids[name]}")
        text = lambda selector: page.page.locator(selector).first.text_content()  # noqa: E731
        page.equals(lambda: text("#panel-title"), name, "the title of the panel")
        page.equals(lambda: page.page.evaluate("document.title"), plain(f"{name} · geoindex"), "the title of the window")
        page.equals(lambda: page.page.evaluate(FILE), f"names/{name}", "the path among the facts")
        page.until(lambda: page.pin(ids[name]).get_attribute("aria-label").startswith(f"Photo {name}, "), "the name of the pin")
        fits(page, name)
        page.page.get_by_role("button", name="Back to the list").click()
        page.equals(lambda: text("#panel .row-title"), name, "the first of the nearest photos")
        if name in IN_VIEWER:
            page.page.locator("#panel .row").first.click()
            page.page.keyboard.press("f")
            page.equals(lambda: text("dialog.viewer[open] .viewer-name"), name, "the name in the viewer")
            page.equals(lambda: page.page.locator(".stage-frame").get_attribute("aria-label"), name, "the picture's name")
    harmless(page)


def plain(text: str) -> str:
    """As `document.title` returns it: white space collapsed and trimmed."""
    return re.sub(r"[ \t\n\f\r]+", " ", text).strip(" ")


def fits(page: MapPage, name: str) -> None:
    wide = "() => [document.scrollingElement, document.querySelector('.photo-pane')].some((part) => part.scrollWidth > innerWidth)"
    expect(not page.page.evaluate(wide), f"The page scrolls sideways with {name!r}")


def harmless(page: MapPage) -> None:
    expect_equal(page.page.evaluate("window.ran"), [], "scripts that a name has run")
    expect_equal(page.page.locator("img[src='x'], #panel b, .tile b, .viewer b, body script:not([src])").count(), 0, "elements made from a name")
    own = page.base.rstrip("/")
    expect_equal([url for url in page.requests if url in (f"{own}/x", "x")], [], "requests that a name has made")


@scenario("a name with markup does no harm in the search box, nor do folders of any script in the filters")
def names_in_boxes(page: MapPage, _: Library) -> None:
    hard(page)
    page.open()
    for name in NAMES.values():
        page.page.get_by_role("combobox").fill(name)
        page.until(lambda: page.page.locator(".search-message").text_content() or page.page.get_by_role("option").count(), "it is answered")
    page.page.get_by_role("combobox").press("Escape")
    page.page.locator(".filters-button").click()
    group = page.page.get_by_role("group", name="Folder")
    page.until(lambda: group.locator(".choice").count() == 6, "the folders are listed")
    harmless(page)


@scenario("photos of 1839 and of 2106 stand on the time axis, and undated ones beside it")
def times_are_edges(page: MapPage, _: Library) -> None:
    library = hard(page)
    page.open("#path=times/*")
    count = len(hard_library.TIMES)
    page.equals(page.shown_count, count, "the photos on the map")
    page.until(lambda: page.page.locator(".time-undated").inner_text() == "1 undated", "the undated one is mentioned")
    handles = [page.page.locator(f".time-handle.is-{end}") for end in ("from", "through")]
    # There is a gap beside the first and the last photo.
    page.until(lambda: re.search("183[5-9]", handles[0].get_attribute("aria-valuetext")), "the axis begins before 1839")
    page.until(lambda: re.search("210[6-9]", handles[1].get_attribute("aria-valuetext")), "the axis ends after 2106")
    for span, wanted in {"1839-01-01/1899-12-31": 2, "1969-12-31/1969-12-31": 1, "1970-01-01/1970-01-01": 1, "2038-01-01/..": 2, "../1970-01-01": 4}.items():
        expect_equal(library.get("collections/photos/items", path="times/*", datetime=span, limit=1)["numberMatched"], wanted, f"what the API finds in {span}")
        page.open(f"#path=times/*&time={span}")
        page.equals(page.shown_count, wanted, f"the photos on the map in {span}")
    rest(page)
    page.open("#path=times/*")
    rest(page)
    page.until(lambda: title(page) == f"{count} photos here", "the grid has them all")
    # The days share rows.
    years = lambda: [text.split()[-1] for text in page.page.locator(".wall-title").all_inner_texts()]  # noqa: E731
    page.equals(lambda: years()[:5], ["2106", "2038", "1970", "1969", "1899"], "the years of the grid")
    scroll(page, 1)
    page.equals(lambda: years()[-2:], ["1839", "Undated"], "the end of the grid")


@scenario("if all photos are around the antimeridian, the page opens there, and “Show all photos” goes there")
def show_all_over_the_antimeridian(page: MapPage, _: Library) -> None:
    def is_there() -> None:
        page.until(lambda: page.map_view()[0] > 5, "the map is near")
        page.settle()
        page.equals(page.shown_count, 40, "the photos on the map")
        page.until(lambda: abs(abs(page.map_view()[2]) - 180) < 2, "the antimeridian is in the middle")

    with big_library.served(hard_library.around_fiji()) as base:
        page.base = base
        page.open()
        is_there()
        page.open("#globe=1")
        is_there()
        page.open("#map=2/50/10")
        page.page.locator("#controls").get_by_role("button", name="Show all photos").click()
        is_there()
        page.leave()
