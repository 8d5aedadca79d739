"""The grid of photos beside the map."""

import math
import re
from collections.abc import Callable

import big_library
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
MANY = 20_000

# The grid waits for its photos however long they take, instead of showing blank squares after half a second.
PATIENT = "const start = setTimeout; window.setTimeout = (run, delay, ...rest) => start(run, delay === 500 ? 60_000 : delay, ...rest);"

TILES = """() => Object.fromEntries([...document.querySelectorAll(".wall-item")]
  .map(item => [Number(item.ariaPosInSet), Number(item.firstChild.dataset.item)]))"""


def box_of(page: MapPage) -> str:
    """The box of the uncovered part of the map, computed from the address alone."""
    zoom, lat, lon = page.map_view()
    size = page.page.locator("#map").bounding_box()
    world = 512 * 2**zoom
    row = math.asinh(math.tan(math.radians(lat))) * world / (2 * math.pi)
    latitude = lambda y: math.degrees(math.atan(math.sinh(y * 2 * math.pi / world)))  # noqa: E731
    south, north = latitude(row - size["height"] / 2 + page.covered()), latitude(row + size["height"] / 2)
    half = size["width"] / 2 * 360 / world
    turned = lambda degrees: (degrees + 180) % 360 - 180  # noqa: E731
    west, east = (-180, 180) if half >= 180 else (turned(lon - half), turned(lon + half))
    return f"{west:.7f},{-90 if south < -85 else south:.7f},{east:.7f},{90 if north > 85 else north:.7f}"


def middle_of(box: str) -> tuple[float, float]:
    """Latitude and longitude of its middle on the flat map, for a box that crosses no antimeridian."""
    west, south, east, north = map(float, box.split(","))
    row = sum(math.asinh(math.tan(math.radians(lat))) for lat in (south, north)) / 2
    return math.degrees(math.atan(math.sinh(row))), (west + east) / 2


def rest(page: MapPage) -> None:
    """Waits until the map has stopped and the grid shows its photos."""
    page.settle()
    page.page.locator("#grid[aria-busy=false]").wait_for(state="attached")
    page.until(lambda: page.page.locator(".tile, .grid-message:not([hidden])").count() > 0, "the grid has its first photos")


def at_rest(page: MapPage, read: Callable[[], object]):
    """Reads a value that depends on the size of the map and the bar, once both have theirs."""
    page.box(page.page.locator("#time-bar"))
    page.box(page.page.locator("#map"))
    return read()


def title(page: MapPage) -> str:
    return page.page.inner_text("#grid-title")


def scroll(page: MapPage, share: float) -> None:
    page.page.locator(".wall").evaluate("(wall, share) => wall.scrollTop = (wall.scrollHeight - wall.clientHeight) * share", share)


def all_tiles(page: MapPage, count: int) -> list[int]:
    """The photos of the grid in order, read by scrolling through it."""
    found = {}

    def read() -> bool:
        seen = {int(place): photo for place, photo in page.page.evaluate(TILES).items()}
        found.update(seen)
        missing = next((place for place in range(1, count + 1) if place not in found), None)
        if missing and seen and not min(seen) < missing < max(seen):
            way = 0.5 if missing > max(seen) else -0.5
            page.page.locator(".wall").evaluate("(wall, way) => wall.scrollBy(0, way * wall.clientHeight)", way)
        return missing is None

    page.until(read, f"{count} photos have been seen in the grid")
    return [found[place] for place in range(1, len(found) + 1)]


def by_time(library: Library, **asked) -> list[int]:
    photos = library.get("collections/photos/items", limit=1000, sortby="-takenAt", **asked)["features"]
    return [one["id"] for one in sorted(photos, key=day_of, reverse=True)]


def day_of(photo: dict) -> str:
    """The day by the camera's clock; a stable sort by it keeps the order within a day."""
    properties = photo["properties"]
    return (properties.get("takenAtLocal") or properties.get("takenAt") or "")[:10]


def asked(page: MapPage) -> int:
    """How many requests were the grid's; the time bar has its own."""
    return sum("per=day" in url or "sortby=" in url or "/nearest?" in url for url in page.requests)


@scenario("the grid shows exactly the photos that the map shows, newest first and undated last")
def grid_is_the_map(page: MapPage, library: Library) -> None:
    for fragment in ("", "#map=3/35/15", "#map=3/-15/180"):
        page.open(fragment)
        rest(page)
        ids = at_rest(page, lambda: by_time(library, bbox=box_of(page)))
        expect(len(ids) > 2, "The view has too few photos")
        page.until(lambda: title(page) == f"{len(ids):,} photos here", f"the title shows {len(ids)}")
        expect_equal(all_tiles(page, len(ids)), ids, "the photos of the grid")
        page.until(lambda: f", {len(ids)} in view" in page.page.inner_text("#counts"), "the header agrees")


@scenario("the grid begins with the oldest photo if that is chosen, a cluster's list agrees, and Previous and Next follow it")
def oldest_first(page: MapPage, library: Library) -> None:
    page.open("#map=3/35/15")
    rest(page)
    newest = at_rest(page, lambda: by_time(library, bbox=box_of(page)))
    page.page.locator("#grid").get_by_role("button", name="Oldest").click()
    page.until(lambda: "order=oldest" in page.page.url, "the address says the order")
    rest(page)
    photos = library.get("collections/photos/items", limit=1000, sortby="takenAt", bbox=box_of(page))["features"]
    # Undated photos stay last.
    oldest = [one["id"] for one in sorted(photos, key=lambda one: day_of(one) or "9999")]
    expect(oldest != newest and len(oldest) == len(newest), "The order makes no difference here")
    page.until(lambda: all_tiles(page, len(oldest)) == oldest, "the grid begins with the oldest photo")
    scroll(page, 0)
    page.page.locator(f'.wall [data-item="{oldest[1]}"]').click()
    page.expect_panel()
    page.page.get_by_role("button", name="Next photo").click()
    page.until(lambda: f"photo={oldest[2]}" in page.page.url, "Next goes to the younger photo")
    spot = library.one_spot()["properties"]
    page.open(f"#order=oldest&cluster={spot['cluster_id']}")
    page.expect_panel()
    page.until(lambda: page.page.locator('.list-orders [aria-pressed="true"]').inner_text() == "Oldest", "the list has the same order")
    page.open("#list=oldest")
    page.page.locator("#grid").get_by_role("button", name="Oldest", pressed=True).wait_for()


@scenario("the grid follows the map when it comes to rest and keeps the tiles that stay")
def tiles_are_kept(page: MapPage, library: Library) -> None:
    page.context.add_init_script(PATIENT)
    page.open("#map=3/35/15")
    rest(page)
    before = title(page)
    page.page.evaluate("document.querySelectorAll('.tile').forEach(tile => { tile.wasThere = true; })")
    page.go(lambda: page.page.get_by_role("button", name="Zoom in").click())
    page.until(lambda: title(page) != before, "the title names the new view")
    rest(page)
    count = len(by_time(library, bbox=box_of(page)))
    page.until(lambda: page.page.locator(".tile").count() == count, "the grid has changed over")
    expect(count > 0 and page.page.evaluate("[...document.querySelectorAll('.tile')].every(tile => tile.wasThere)"), "Tiles were rebuilt")


@scenario("panning back costs the grid no request")
def panning_back_is_free(page: MapPage, library: Library) -> None:
    page.open("#map=5/47/9")
    rest(page)
    before = title(page)
    for key in ["ArrowRight"] * 3:
        press_and_rest(page, key)
    count = asked(page)
    for key in ["ArrowLeft"] * 3:
        press_and_rest(page, key)
    page.until(lambda: title(page) == before, "the grid is back")
    expect_equal(asked(page), count, "requests after coming back")


def press_and_rest(page: MapPage, key: str) -> None:
    """Moves the map, and waits until the grid has all its responses."""
    page.press_on_map(key)
    rest(page)
    page.quiet()


@scenario("headings and labels of the grid name places, in the reader's language", locale="de-DE")
def headings_name_places(page: MapPage, library: Library) -> None:
    page.open("#map=9/29.97/31.12")
    rest(page)
    photos = library.get("collections/photos/items", bbox=box_of(page), properties="place,filename", lang="de")["features"]
    expect(len(photos) > 0, "There are no photos here")
    names = {photo["properties"]["place"] for photo in photos}
    expect("Gizeh" in names, f"The places are {names}")
    found = page.page.locator(".wall-place")
    page.until(lambda: any(name in text for name in names for text in found.all_inner_texts()), f"a heading names one of {names}")
    photo = photos[0]
    label = page.page.locator(f'.tile[data-item="{photo["id"]}"]').first
    page.until(lambda: photo["properties"]["place"] in (label.get_attribute("aria-label") or ""), "the label names the place")


@scenario("by distance, the photos nearest to the middle of the map come first")
def order_by_distance(page: MapPage, library: Library) -> None:
    page.open("#map=3/35/15")
    rest(page)
    page.page.get_by_role("button", name="Nearest").click()
    page.until(lambda: "order=distance" in page.page.url, "the address shows the order")
    lat, lon = middle_of(box_of(page))
    ranked = library.get("collections/photos/nearest", lon=lon, lat=lat, k=1000, bbox=box_of(page))["features"]
    headings = page.page.locator(".wall-title")
    page.until(lambda: headings.all_inner_texts()[:1] and headings.all_inner_texts()[0].startswith(("Within", "Beyond")),
               "the headings are distances")
    distances = {one["id"]: one["properties"]["distance"] for one in ranked}
    shown = [distances[number] for number in all_tiles(page, len(ranked))]
    # The address rounds the middle, and photos at one spot are equally near.
    expect(all(one <= other + 2000 for one, other in zip(shown, shown[1:])), f"The order is {shown}")
    page.page.reload()
    rest(page)
    page.page.get_by_role("button", name="Nearest", pressed=True).wait_for()


@scenario("a tile under the pointer marks its pin or cluster, and they mark their tiles")
def pointing_goes_both_ways(page: MapPage, library: Library) -> None:
    page.open("#map=3/35/15")
    rest(page)
    in_reach = page.page.evaluate("""() => [...document.querySelectorAll("[data-cluster]")].filter((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      return pin.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map((pin) => pin.dataset.cluster)""")
    has_tile = lambda photo: page.page.locator(f'.tile[data-item="{photo}"]').count() > 0  # noqa: E731
    reached = [one for one in library.clusters(3) if str(one["properties"].get("cluster_id")) in in_reach]
    photo = page.until(lambda: next((one for one in reached if has_tile(one["properties"]["photo"])), None),
                       "the photo of a cluster is in the grid")
    cluster = page.page.locator(f'[data-cluster="{photo["properties"]["cluster_id"]}"]')
    page.page.locator(f'.tile[data-item="{photo["properties"]["photo"]}"]').hover()
    page.until(lambda: "is-pointed" in cluster.get_attribute("class"), "the cluster is marked")
    page.equals(page.page.locator(".mark-pointed:not([hidden])").count, 1, "marks at the photo's place")
    page.page.mouse.move(300, 790)
    page.until(lambda: page.page.locator(".pin.is-pointed").count() == 0, "nothing is marked")
    cluster.hover(force=True)
    inside = set(library.photos_of(photo["properties"]["cluster_id"]))
    marked = lambda: set(page.page.eval_on_selector_all(  # noqa: E731
        ".tile.is-pointed", "tiles => tiles.map(tile => Number(tile.dataset.item))"))
    page.until(marked, "tiles are marked")
    page.until(lambda: marked() == inside & set(page.page.evaluate(TILES).values()), "all tiles of the cluster are marked")


@scenario("a tile opens its photo, Previous and Next follow the grid, and Back returns to the same place")
def tiles_open(page: MapPage, library: Library) -> None:
    page.open()
    rest(page)
    ids = by_time(library, bbox=box_of(page))
    scroll(page, 0.6)
    at = 30
    number = ids[at]
    tile = page.page.locator(f'.tile[data-item="{number}"]')
    tile.scroll_into_view_if_needed()
    scrolled = lambda: page.page.locator(".wall").evaluate("wall => wall.scrollTop")  # noqa: E731
    page.box(tile)
    tile.click()
    top = scrolled()
    page.expect_panel(library.photo(number)["properties"]["filename"])
    page.until(lambda: page.page.inner_text(".panel-subtitle") == f"{at + 1} of {len(ids)}", "the panel shows the place")
    for step, name in ((1, "Next photo"), (2, "Next photo"), (1, "Previous photo")):
        page.page.get_by_role("button", name=name).click()
        page.until(lambda: page.page.url.endswith(f"photo={ids[at + step]}"), f"the photo {step} farther is open")
        page.until(lambda: page.page.inner_text(".panel-subtitle") == f"{at + step + 1} of {len(ids)}", "the place is shown")
    page.page.get_by_role("button", name="Previous photo").click()
    page.until(lambda: page.page.url.endswith(f"photo={number}"), "the first photo is open again")
    page.page.go_back()
    page.expect_no_panel()
    rest(page)
    page.until(lambda: page.page.evaluate("document.activeElement.dataset.item") == str(number), "the focus is on the tile")
    page.until(lambda: abs(scrolled() - top) < 3, "the grid stands where it stood")


@scenario("the keyboard moves in the grid, opens a photo, and returns to it")
def keyboard_in_the_grid(page: MapPage, library: Library) -> None:
    page.open()
    rest(page)
    ids = by_time(library, bbox=box_of(page))
    focused = lambda: page.page.evaluate("Number(document.activeElement.dataset.item)")  # noqa: E731
    page.equals(page.page.locator('.tile[tabindex="0"]').count, 1, "tiles in the order of the Tab key")
    page.page.locator(".tile").first.focus()
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(ids) - 1), ("ArrowLeft", len(ids) - 2), ("Home", 0)):
        page.page.keyboard.press(key)
        page.until(lambda: focused() == ids[place], f"{key} leads to photo {place + 1}")
    page.page.keyboard.press("ArrowDown")
    place = lambda: page.page.evaluate("Number(document.activeElement.parentElement?.ariaPosInSet)")  # noqa: E731
    below = page.until(lambda: place() > 1 and place(), "Arrow Down leads to another photo")
    expect(2 <= below <= 10, f"One row down is photo {below}")
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: focused() == ids[0], "the first photo has the focus again")
    page.page.keyboard.press("PageDown")
    number = page.until(lambda: focused() in ids[below:] and focused(), "Page Down goes farther than a row")
    page.page.keyboard.press("Enter")
    page.until(lambda: page.page.url.endswith(f"photo={number}"), "the photo is open")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    page.until(lambda: focused() == number, "the focus is back")


@scenario("the grid folds away, the map takes its room, and the choice is remembered")
def grid_folds(page: MapPage, library: Library) -> None:
    page.open("#map=4/47/9")
    rest(page)
    width = lambda: page.page.locator("#map").bounding_box()["width"]  # noqa: E731
    page.until(lambda: width() < 1000, "the grid stands beside the map")
    beside = page.box(page.page.locator("#map"))["width"]
    page.page.get_by_role("button", name="Hide photos").click()
    page.until(lambda: width() == 1280, "the map has the whole window")
    page.page.reload()
    page.settle()
    page.equals(width, 1280, "the width of the map after a reload")
    page.page.get_by_role("button", name="Show photos").click()
    rest(page)
    page.equals(width, beside, "the width of the map beside the grid")
    page.until(lambda: page.page.locator(".tile").count() > 0, "there are photos in the grid")


@scenario("a view without photos says so and offers all of them")
def empty_view(page: MapPage, library: Library) -> None:
    page.open("#map=9/0/-140")
    rest(page)
    page.equals(lambda: title(page), "0 photos here", "the title")
    message = page.page.locator(".grid-message")
    page.until(lambda: "No photos in this view" in message.inner_text(), "the grid says that it is empty")
    message.get_by_role("button", name="Show all photos").click()
    page.until(lambda: title(page) == f"{library.total()} photos here", "all photos are in the grid")
    page.gone(message, "the message")


@scenario("a grid without an answer says why and retries", expects_failures=True)
def grid_retries(page: MapPage, library: Library) -> None:
    problem = {"title": "Service Unavailable", "status": 503, "detail": "The index is being rebuilt. Try again soon."}
    page.page.route("**/timeline?**", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", json=problem))
    page.open("#map=3/35/15")
    message = page.page.locator(".grid-message")
    message.get_by_text("The server is busy.").wait_for()
    expect(problem["detail"] not in message.inner_text(), "The server's words stand where photos belong")
    page.page.unroute("**/timeline?**")
    message.get_by_role("button", name="Try again").click()
    page.until(lambda: page.page.locator(".tile").count() > 0, "the photos are there")


@scenario("filters narrow the grid, also where they begin and end within a day")
def filters_narrow(page: MapPage, library: Library) -> None:
    for offset in ("", "Z"):
        # The second is how earlier versions wrote moments in the address.
        page.open(f"#time=2023-01-01T06:00:00{offset}/2024-06-30T18:00:00{offset}")
        rest(page)
        ids = by_time(library, datetime_local="2023-01-01T06:00:00/2024-06-30T18:00:00", bbox=box_of(page))
        page.until(lambda ids=ids: title(page) == f"{len(ids)} photos here", "the grid counts what is left")
        expect_equal(all_tiles(page, len(ids)), ids, "the photos of the grid")


@scenario("filter, histogram and day use the local day of the camera")
def days_of_the_cameras(page: MapPage, library: Library) -> None:
    # Six in the morning in Japan is still the day before in UTC.
    fuji = library.get("collections/photos/items", path="2024-japan/mount-fuji.jpg")["features"][0]
    expect_equal(fuji["properties"]["takenAtLocal"][:10], "2024-04-13", "the day that the camera showed")
    wanted = library.get("collections/photos/items", datetime_local="2024-04-13")["numberMatched"]
    days = library.get("collections/photos/timeline", per="day", clock="local", path="2024-japan/mount-fuji.jpg")["buckets"]
    expect_equal([one["from"][:10] for one in days], ["2024-04-13"], "the day that the grid's headings are made of")
    page.open("#map=9/35.4/138.7&time=2024-04-13/2024-04-13")
    rest(page)
    page.until(lambda: fuji["id"] in page.page.evaluate(TILES).values(), "the photo is under its day")
    page.until(lambda: page.page.inner_text("#time-bar").split("\n").count("1 photo") == 1, "the bar of time counts it on this day")
    page.open("#map=9/35.4/138.7&time=2024-04-12/2024-04-12")
    page.settle()
    page.until(lambda: fuji["id"] not in page.page.evaluate(TILES).values(), "the day before is without it")
    page.open("#day=2024-04-13")
    page.until(lambda: page.page.inner_text(".panel-subtitle").startswith(f"{wanted} photo"), "the day counts the same photos")


@scenario("while a filter moves, the grid waits for the answer in flight and then requests the newest")
def moving_filters_do_not_starve(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      const ask = window.fetch;
      Object.assign(window, { questions: 0, givenUp: 0 });
      window.fetch = async (url, options) => {
        if (!window.isSlow || !String(url).includes("/timeline?")) return ask(url, options);
        window.questions += 1;
        options.signal.addEventListener("abort", () => (window.givenUp += 1));
        await window.answered;
        return ask(url, options);
      };
      window.answered = new Promise((done) => (window.answer = done));
    """)
    page.open()
    rest(page)
    page.page.evaluate("""async () => {
      window.isSlow = true;
      for (let year = 2014; year <= 2023; year += 1) {
        location.hash = `#time=${year}-01-01/..`;
        await new Promise((later) => setTimeout(later, 60));
      }
    }""")
    # However slow the machine is, the first answer comes after the last of the filters.
    page.until(lambda: page.page.evaluate("questions") > 0, "the grid has asked")
    page.page.evaluate("answer()")
    count = len(by_time(library, datetime_local="2023-01-01/..", bbox=box_of(page)))
    page.until(lambda: title(page) == f"{count} photos here", "the grid shows what is left in the end")
    questions, given_up = page.page.evaluate("[questions, givenUp]")
    expect_equal(given_up, 0, "answers that were given up")
    expect(1 < questions < 10, f"{questions} requests were sent for ten filters")


@scenario("on a phone the grid is a sheet with three heights, for fingers and for keys", **PHONE)
def phone_sheet(page: MapPage, library: Library) -> None:
    page.open("#map=2/20/15")
    rest(page)
    sheet = page.page.locator("#grid")
    height = lambda: round(sheet.bounding_box()["height"])  # noqa: E731
    peek, half, full = 74, 422, 800

    def drag(to: int, steps: int, pause: int = 0) -> None:
        box = page.box(page.page.locator(".grid-title"))
        page.page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.page.mouse.down()
        page.page.mouse.move(box["x"] + 20, to, steps=steps)
        page.page.wait_for_timeout(pause)
        page.page.mouse.up()

    page.equals(height, peek, "the height of the sheet at first")
    page.until(page.page.locator("#grid-title").is_visible, "the sheet shows the count")
    drag(450, 8, pause=300)
    page.until(lambda: height() == half, "the sheet stands at half")
    rest(page)
    # Only the upper half of the map is uncovered, and only its photos are in the grid.
    page.until(lambda: len(page.page.evaluate(TILES)) > 0, "there are photos in the sheet")
    drag(60, 8, pause=300)
    page.until(lambda: height() == full, "the sheet stands at full height")
    drag(400, 3)
    page.until(lambda: height() < full, "a fling lowers it")
    page.page.locator(".grid-grip").focus()
    for key, wanted in (("ArrowDown", peek), ("ArrowDown", peek), ("ArrowUp", half), ("ArrowUp", full), ("Enter", peek)):
        page.page.keyboard.press(key)
        page.until(lambda: height() == wanted, f"{key} makes it {wanted} pixels high")


@scenario(f"{MANY:,} photos: the scroll bar is true at once, few elements are in the page, and any place can be gone to")
def many_photos(page: MapPage, library: Library) -> None:
    with big_library.serve(MANY) as base:
        big, whole = MapPage(page.context, base), Library(base)
        big.open()
        rest(big)
        big.equals(lambda: title(big), f"{MANY:,} photos here", "the title")
        wall = big.page.locator(".wall")
        height = wall.evaluate("wall => wall.scrollHeight")
        expect(height > MANY / 8 * 60, f"The scrolled height is {height} px")
        for share in (0.31, 0.77, 1, 0.5):
            scroll(big, share)
            seen = big.until(lambda: around(big, share), f"photos are there at {share}")
            expect(len(seen) < 150, f"{len(seen)} tiles are in the page")
            for place in list(seen)[:: len(seen) // 3]:
                there = by_time(whole, bbox=box_of(big), offset=int(place) - 1)[0] if int(place) <= MANY else None
                expect_equal(seen[place], there, f"the photo at place {place}")
            expect_equal(wall.evaluate("wall => wall.scrollHeight"), height, "the scrolled height")
        expect(big.page.evaluate("document.querySelectorAll('.wall *').length") < 1500, "Too many elements")
        expect(sum("/items?" in url for url in big.requests) < 60, "Too many pages were requested")
        walk_across_pages(big, whole)
        nearest_thousand(big)
        expect_equal(big.complaints, [], "complaints on the console")
        big.page.close()


def around(big: MapPage, share: float) -> dict:
    """The tiles in the page, once they are those of the scrolled position and more than a few."""
    seen = big.page.evaluate(TILES)
    near = [place for place in map(int, seen) if abs(place - share * MANY) < MANY / 10]
    return seen if len(seen) > 15 and len(near) == len(seen) else {}


def walk_across_pages(big: MapPage, whole: Library) -> None:
    scroll(big, 0)
    ids = by_time(whole, bbox=box_of(big))
    page_size = 100
    big.page.locator(".tile").first.focus()
    big.page.keyboard.press("Home")
    for _ in range(6):
        big.page.keyboard.press("PageDown")
    seen = lambda: big.page.evaluate("Number(document.activeElement.parentElement?.ariaPosInSet)")  # noqa: E731
    at = big.until(lambda: seen() > 1 and stays(big, seen), "a tile has the focus")
    big.page.keyboard.press("Enter")
    for place in range(at, at + page_size // 2, 7):
        for step in range(place, place + 7):
            big.page.keyboard.press("ArrowRight")
            big.until(lambda: big.page.url.endswith(f"photo={ids[step]}"), f"photo {step + 1} is open")
    big.page.keyboard.press("Escape")
    big.expect_no_panel()


def stays(big: MapPage, read: Callable[[], int]) -> int:
    """The value, if it is the same some frames later."""
    before = read()
    big.frames(5)
    return before if read() == before else 0


def nearest_thousand(big: MapPage) -> None:
    big.page.get_by_role("button", name="Nearest").click()
    foot = big.page.locator(".wall-foot")
    foot.get_by_text(f"{MANY - 1000:,} more photos are farther away").wait_for()
    last = lambda: big.page.evaluate("document.querySelector('.wall-item')?.ariaSetSize")  # noqa: E731
    big.equals(last, "1000", "the photos by distance")
    foot.get_by_role("button", name=f"Show all {MANY:,} photos by date").click()
    big.until(lambda: big.page.evaluate("document.querySelector('.wall-item')?.ariaSetSize") == str(MANY), "all photos are there by date")


def raise_sheet(page: MapPage) -> None:
    for _ in range(2):
        page.page.locator(".grid-grip").click()
        page.box(page.page.locator("#grid"))


def days_share_rows(page: MapPage, prepare: Callable[[MapPage], None] = lambda page: None) -> None:
    page.open()
    rest(page)
    prepare(page)
    page.page.locator(".wall").evaluate("one => (one.scrollTop = one.scrollHeight)")
    page.until(lambda: page.page.locator(".wall-section.is-shared").count() > 3, "days share rows")
    page.frames(3)
    found = page.page.evaluate("""() => [...document.querySelectorAll(".wall-section")].map((one) => {
      const title = one.querySelector(".wall-title");
      const { left, right, top } = one.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(title);
      return { title: title.textContent, left, right, top, isWhole: range.getBoundingClientRect().right <= right + 1, isShared: one.classList.contains("is-shared") };
    })""")
    shared = [one for one in found if one["isShared"]]
    expect(len(shared) > 3, f"Few days share a row: {found}")
    expect(all(re.search(r"\d\d\d\d|Undated", one["title"]) and one["isWhole"] for one in shared), f"A date is missing or cut: {shared}")
    rows = {one["top"]: [other for other in shared if other["top"] == one["top"]] for one in shared}
    for row in rows.values():
        expect(len(row) > 1, f"A day shares its row with none: {row}")
        expect(all(one["right"] <= other["left"] + 5 for one, other in zip(row, row[1:])), f"Days lie over one another: {row}")
    upper = page.page.evaluate("""() => [...document.querySelectorAll(".is-shared .tile")]
      .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0].dataset.item""")
    first = page.page.locator(f'.wall .tile[data-item="{upper}"]')
    first.focus()
    before = page.box(first)
    page.page.keyboard.press("ArrowDown")
    page.until(lambda: page.page.evaluate("document.activeElement.getBoundingClientRect().top") > before["y"], "the arrow goes to the row below")
    expect_equal(round(page.page.evaluate("document.activeElement.getBoundingClientRect().left")), round(before["x"]), "the column of the photo below")


@scenario("short days share rows of the grid, with their dates on them")
def short_days(page: MapPage, library: Library) -> None:
    days_share_rows(page)


@scenario("on a phone short days share rows of the sheet", **PHONE)
def short_days_on_phone(page: MapPage, library: Library) -> None:
    days_share_rows(page, raise_sheet)
