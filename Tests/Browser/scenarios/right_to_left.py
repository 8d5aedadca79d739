"""The page in Arabic: it is mirrored as a whole, but for the map, the time bar and the divider of a comparison."""

from finger import Finger
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.small_screens import FILTERS, show

ARABIC = {"locale": "ar"}
PHONE = {**ARABIC, "viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 1}
WIDE, NARROW = (1280, 800), (360, 740)
BOTH = "#time=2024-01-01/2024-12-31&compare=2023-01-01/2023-12-31"

# Texts that are cut off without an ellipsis, or in a button, and what can be pressed or read outside of the window or of the part of the page
# that it is in. What scrolls may be outside; pins and names on the map are where their places are.
ASTRAY = """() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scrolls = (one) => { const { overflowX } = getComputedStyle(one); return overflowX === "auto" || overflowX === "scroll"; };
  const all = [...document.body.querySelectorAll("*")]
    .filter((one) => isSeen(one) && !one.closest("[inert], #map, .visually-hidden, svg, .time-plot, .stage, [aria-hidden=true]"));
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const cut = all.filter((one) => hasText(one) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && !scrolls(one)
    && (getComputedStyle(one).textOverflow !== "ellipsis" || one.matches(".panel-tab, .order, .button")) && getComputedStyle(one).display !== "inline");
  const outside = all.filter((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (!width || !height || !(hasText(one) || one.matches("button, a, input"))) return false;
    for (let at = one.parentElement; at; at = at.parentElement) if ((scrolls(at) && at.scrollWidth > at.clientWidth) || getComputedStyle(at).textOverflow === "ellipsis") return false;
    return left < -1 || right > innerWidth + 1;
  });
  return [["cut", cut], ["outside", outside]].flatMap(([what, parts]) => parts.map((one) => [what, one.className, one.textContent.trim().slice(0, 40)]));
}"""


def beside(page: MapPage, part: str) -> tuple[float, float]:
    """How far a part of the page is from the left and from the right edge of the window."""
    box = page.box(page.page.locator(part).first)
    return box["x"], page.page.viewport_size["width"] - box["x"] - box["width"]


def expect_side(page: MapPage, part: str, side: str) -> None:
    left, right = beside(page, part)
    expect((right < left) if side == "right" else (left < right), f"{part} is {left:.0f} pixels from the left edge and {right:.0f} from the right one, not at the {side}")


def nearest(page: MapPage, library: Library, count: int) -> tuple[str, list[dict]]:
    """The address of a list of photos near a spot, and those photos."""
    lon, lat = library.lonely()["geometry"]["coordinates"]
    photos = library.get("collections/photos/nearest", lon=lon, lat=lat, k=count)["features"]
    return f"#map=9/{lat}/{lon}&near={lat},{lon}", photos


def names_of(photos: list[dict]) -> list[str]:
    return [photo["properties"]["filename"] for photo in photos]


def expect_viewer(page: MapPage, name: str) -> None:
    page.until(lambda: page.page.locator(".viewer-name").inner_text() == name, f"the viewer shows {name}")


@scenario("in Arabic the name is at the right and the buttons and photos are at the left, the map keeps clear of both, and time runs as ever", **ARABIC)
def mirrored(page: MapPage, library: Library) -> None:
    show(page, *WIDE)
    expect_equal(page.page.evaluate("[document.documentElement.lang.split('-')[0], document.dir]"), ["ar", "rtl"], "language and direction")
    for part, side in ((".masthead", "right"), (".search", "right"), ("#controls", "left"), ("#attribution", "left"), (".time-play", "right"), (".grid-title", "left")):
        expect_side(page, part, side)
    expect_equal(beside(page, "#grid")[0], 0, "pixels between the photos and the left edge")
    grid, map_box = page.box(page.page.locator("#grid")), page.box(page.page.locator("#map"))
    expect_equal(map_box["x"], grid["width"], "where the map begins")
    expect_equal(map_box["x"] + map_box["width"], WIDE[0], "where the map ends")
    buttons, name = page.box(page.page.locator("#controls")), page.box(page.page.locator(".masthead"))
    behind = page.page.evaluate("""([buttons, name]) => [...document.querySelectorAll(".pin")].map((pin) => pin.getBoundingClientRect())
      .filter(({ left, right, top, bottom }) => [buttons, name].some((one) => left < one.x + one.width && right > one.x && top < one.y + one.height && bottom > one.y))
      .map(({ left, top }) => [left, top])""", [buttons, name])
    expect_equal(behind, [], "pins behind the buttons or the name")
    # The first photo is at the right, the next one beside it at its left.
    tiles = page.page.eval_on_selector_all("#grid .wall-item", "tiles => tiles.slice(0, 3).map((tile) => Math.round(tile.getBoundingClientRect().right))")
    expect(tiles[0] > tiles[1] > tiles[2], f"The photos are not in a row from the right: {tiles}")
    expect(grid["width"] - tiles[0] < 12, f"The first photo ends {grid['width'] - tiles[0]} pixels from the edge of the list")
    from_handle, to_handle = (page.box(page.page.locator(f".time-handle.is-{end}"))["x"] for end in ("from", "through"))
    expect(from_handle < to_handle, "The earliest photo is not at the left of the time bar")
    show(page, *WIDE, BOTH)
    names = [page.box(page.page.locator(f".divider-name.is-{side}"))["x"] for side in ("left", "right")]
    lists = [page.box(page.page.locator(f".compared-heading.{side}"))["x"] for side in ("is-second", "is-first")]
    expect(names[0] < names[1] and lists[0] < lists[1], f"The earlier year is not at the left: {names}, {lists}")


@scenario("in Arabic a phone has the name at the right and the buttons at the left", **PHONE)
def mirrored_phone(page: MapPage, library: Library) -> None:
    show(page, *NARROW)
    expect_equal(page.page.evaluate("document.dir"), "rtl", "direction")
    for part, side in ((".masthead", "right"), ("#controls", "left"), ("#attribution", "left"), (".filters-button", "left"), (".grid-title", "right"), (".grid-choose", "left"), (".time-play", "right")):
        expect_side(page, part, side)
    show(page, *NARROW, f"#photo={library.lonely()['id']}")
    page.expect_panel()
    for part, side in ((".panel-title", "right"), (".panel-header > .icon-button:last-child", "left"), (".fact-icon", "right")):
        expect_side(page, part, side)


@scenario("in Arabic no text is cut off, and nothing is outside of the window, in a wide window and on a phone", **ARABIC)
def nothing_astray(page: MapPage, library: Library) -> None:
    photo = library.lonely()["id"]
    cluster = library.one_spot()["properties"]["cluster_id"]
    views = {
        "the first view": ("", ".grid-title", None), "a photo": (f"#photo={photo}", "#panel .fact", None),
        "the viewer": (f"#photo={photo}&full=1", ".viewer-name", None), "a cluster": (f"#cluster={cluster}", "#panel [data-item]", None),
        "the nearest": ("#map=5/47/9&near=47,9", "#panel .row", None), "filters": (FILTERS, "#filters-panel .choice", ".filters-button"),
        "the places": ("#places=all", ".areas .area", None), "the files that are not on the map": ("#unplaced=all", ".unplaced .file", None),
        "a comparison": (BOTH, ".divider", None), "the form for links": ("#sharing=links", ".sharing-form", None),
    }
    for width, height in (WIDE, NARROW):
        for view, (fragment, wanted, button) in views.items():
            show(page, width, height, fragment)
            if button:
                page.page.locator(button).click()
            page.box(page.page.locator(wanted).first)
            expect_equal(page.page.evaluate(ASTRAY), [], f"what is astray in {view} at {width} pixels")


@scenario("in Arabic the arrow to the left goes on, in the viewer, the panel, a list, the grid and the places", **ARABIC)
def arrows(page: MapPage, library: Library) -> None:
    address, near = nearest(page, library, 4)
    names = names_of(near)
    page.open(f"{address}&full=1&photo={near[0]['id']}")
    page.until(lambda: page.page.locator(".viewer-step.is-next").is_enabled() and page.page.locator(".strip-item").count() > 1, "the viewer knows the list")
    for key, wanted in (("ArrowLeft", 1), ("ArrowLeft", 2), ("ArrowRight", 1)):
        page.page.keyboard.press(key)
        expect_viewer(page, names[wanted])
    expect_side(page, ".viewer-step.is-next", "left")
    expect_side(page, ".viewer-step.is-previous", "right")
    page.page.keyboard.press("Escape")
    page.expect_panel(names[1])
    page.page.locator("#panel-title").focus()
    page.page.keyboard.press("ArrowLeft")
    page.expect_panel(names[2])
    page.page.keyboard.press("ArrowRight")
    page.expect_panel(names[1])
    page.open(address)
    page.page.locator("#panel [data-item]").first.focus()
    page.page.keyboard.press("ArrowLeft")
    page.focused(page.page.locator(f'#panel [data-item="{near[1]["id"]}"]'), "the second photo of the list")
    page.open()
    tiles = page.page.locator("#grid .wall-item .tile")
    page.until(lambda: tiles.count() > 1, "the grid has photos")
    tiles.first.focus()
    before = page.box(page.page.locator("#grid .tile:focus"))
    page.page.keyboard.press("ArrowLeft")
    after = page.box(page.page.locator("#grid .tile:focus"))
    expect(after["x"] < before["x"] and after["y"] == before["y"], f"The focus has moved from {before} to {after}")
    page.open("#places=all")
    opener = page.page.locator(".areas [data-open]").first
    opener.wait_for()
    page.page.locator(".areas .area").first.focus()
    page.page.keyboard.press("ArrowLeft")
    page.equals(lambda: opener.get_attribute("aria-expanded"), "true", "whether the first country is open")
    page.page.keyboard.press("ArrowRight")
    page.equals(lambda: opener.get_attribute("aria-expanded"), "false", "whether the first country is open after the arrow to the right")


@scenario("in Arabic a panel comes from the left, its photo's pin is beside it, and closing it gives the map its width back", **ARABIC)
def panel_at_the_left(page: MapPage, library: Library) -> None:
    page.context.add_init_script("if (location.host) localStorage.setItem('geoindex.grid', 'closed')")
    photo = library.lonely()
    show(page, *WIDE)
    expect_equal(page.box(page.page.locator("#map"))["width"], WIDE[0], "the width of the map")
    buttons = page.box(page.page.locator("#controls"))
    page.page.evaluate("(id) => { location.hash += `&photo=${id}`; }", photo["id"])
    page.expect_panel(photo["properties"]["filename"])
    panel = page.box(page.panel())
    expect_equal(panel["x"], 0, "where the panel begins")
    moved = page.box(page.page.locator("#controls"))
    expect_equal(round(moved["x"] - buttons["x"]), round(panel["width"]), "how far the buttons have moved to the right")
    bar = page.box(page.page.locator("#time-bar"))
    expect_equal([round(bar["x"]), round(bar["x"] + bar["width"])], [round(panel["width"]), WIDE[0]], "where the time bar begins and ends")
    page.settle()
    pin = page.box(page.page.locator(".pin.is-selected").first)
    expect(pin["x"] >= panel["width"], f"The pin is under the panel: {pin}")
    page.page.locator("#panel .panel-header > .icon-button").last.click()
    page.expect_no_panel()
    expect_equal(round(page.box(page.page.locator("#controls"))["x"]), round(buttons["x"]), "where the buttons are afterwards")


@scenario("in Arabic a finger that swipes to the right goes on", **PHONE)
def swipes(page: MapPage, library: Library) -> None:
    address, near = nearest(page, library, 3)
    names = names_of(near)
    page.open(f"{address}&full=1&photo={near[0]['id']}")
    page.until(lambda: page.page.locator(".strip-item").count() > 1, "the viewer knows the list")
    finger = Finger(page)
    finger.drag((60, 360), (290, 365))
    expect_viewer(page, names[1])
    finger.drag((290, 360), (60, 365))
    expect_viewer(page, names[0])


@scenario("in Arabic, names of files, coordinates and commands keep their own order", **ARABIC)
def mixed_texts(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    page.open(f"#photo={photo['id']}&full=1")
    page.page.locator(".viewer-name").wait_for()
    page.page.keyboard.press("Escape")
    page.expect_panel(photo["properties"]["filename"])
    direction = lambda part: page.page.locator(part).first.evaluate("(one) => getComputedStyle(one).direction")  # noqa: E731
    expect_equal([direction("#panel-title"), direction(".panel-subtitle")], ["ltr", "rtl"], "the directions of a file's name and of the text below it")
    # The degree sign follows its number, at its right.
    signs = page.page.evaluate("""() => [...document.querySelectorAll("#panel .fact-text")].map((one) => one.firstChild).filter((text) => text?.data?.includes("°")).slice(0, 2).map((text) => {
      const at = (place) => { const range = document.createRange(); range.setStart(text, place); range.setEnd(text, place + 1); return range.getBoundingClientRect().left; };
      return [...text.data.matchAll(/\\d°/g)].map(({ index }) => at(index) < at(index + 1));
    }).flat()""")
    expect(len(signs) >= 4 and all(signs), f"Degree signs are not after their numbers: {signs}")
    page.page.get_by_role("button").locator("visible=true").first.wait_for()
    page.page.evaluate("""() => [...document.querySelectorAll("#controls button")].find((one) => one.closest(".layer-control")).click()""")
    page.page.locator(".layer-card code").first.wait_for()
    expect_equal(direction(".layer-card code"), "ltr", "the direction of a command")
