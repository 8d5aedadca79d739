"""Phones, tablets and enlarged pages: every control is large enough for a finger, and none covers another."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}
FILTERS = "#time=2016-01-01/2024-12-31&media=image&path=20*"

# The buttons and links that can be seen and pressed, with where they are and what is on top of their middle. The count of a
# pin is not among them: a long press on the pin does the same.
PRESSED = """() => [...document.querySelectorAll("button, a, input, [role=slider], [role=option]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("[inert], .pin, .pin-count, .attribution"))
  .map((one) => {
    let { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const over = document.elementFromPoint(x, y);
    // A field may lie in a larger label.
    const label = one.matches("[type=checkbox], [type=radio]") && one.closest("label")?.getBoundingClientRect();
    if (label) [width, height] = [label.width, label.height];
    return {
      name: one.ariaLabel || one.textContent || one.className, left, top, width, height,
      isInWindow: x > 0 && y > 0 && x < innerWidth && y < innerHeight,
      isOnTop: Boolean(over) && (one.contains(over) || over.contains(one)), over: over?.outerHTML.slice(0, 80),
    };
  })"""


def show(page: MapPage, width: int, height: int, fragment: str = "") -> None:
    page.page.set_viewport_size({"width": width, "height": height})
    page.open(fragment)
    page.quiet()


def covered(page: MapPage, part: str) -> list:
    """The buttons of a part of the page that are covered or outside the window."""
    return page.page.evaluate(f"""(part) => ({PRESSED})().filter((one) => !one.isInWindow || !one.isOnTop)
      .filter((one) => [...document.querySelectorAll(`${{part}} button`)].some((button) => one.name === (button.ariaLabel || button.textContent)))
      .map(({{ name, left, top, over }}) => [name, left, top, over])""", part)


@scenario("on tablets the histogram is wide enough to be read, and the photos are beside the map", **TOUCH)
def time_bar_on_tablets(page: MapPage, library: Library) -> None:
    for width, height in ((768, 1024), (820, 1180), (1024, 768), (1100, 800), (1280, 800), (1920, 1080)):
        show(page, width, height)
        plot = page.box(page.page.locator(".time-plot"))
        expect(plot["width"] >= 240, f"At {width} pixels the histogram is {plot['width']:.0f} wide")
        bar, grid = page.box(page.page.locator("#time-bar")), page.box(page.page.locator("#grid"))
        beside = grid["x"] >= bar["x"] + bar["width"] - 1
        expect(beside or grid["y"] + grid["height"] <= bar["y"] + 1, f"At {width} pixels the photos lie over the time bar")
        expect_equal(covered(page, "#time-bar"), [], f"buttons of the time bar that are covered at {width} pixels")
        page.page.locator(".wall .tile").first.click()
        page.expect_panel()
        panel = page.box(page.panel())
        beside = panel["x"] >= bar["x"] + bar["width"] - 1
        expect(beside or panel["y"] + panel["height"] <= bar["y"] + 1, f"At {width} pixels the photo lies over the time bar")


@scenario("chips of filters cover no button, and the badge counts them")
def chips_cover_nothing(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height, FILTERS)
        page.page.locator(".filter-chip").nth(2).wait_for()
        expect_equal(covered(page, "#controls"), [], f"controls that are covered at {width} pixels")
        expect_equal(page.page.locator(".filters-badge").inner_text(), "3", "the badge")
        chips = page.box(page.page.locator(".filter-chips"))
        controls = page.box(page.page.locator(".control-group").first)
        apart = chips["x"] + chips["width"] <= controls["x"] or chips["y"] > height / 2
        expect(apart, f"At {width} pixels the chips reach the controls")


@scenario("the legend of countries covers no button and stays in the window")
def legend_covers_nothing(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height, "#map=2/30/20&visited=1")
        legend = page.page.locator('.map-chip[data-chip="visited"]')
        page.until(lambda: "countries" in legend.inner_text(), "the legend counts the countries")
        box, controls = page.box(legend), page.box(page.page.locator(".control-group").first)
        expect(box["x"] + box["width"] <= controls["x"], f"At {width} pixels the legend reaches the controls: {box}")
        expect_equal(covered(page, "#controls"), [], f"controls that are covered at {width} pixels")


@scenario("the list of an open day covers neither the name nor the buttons, and its heading fits")
def day_covers_nothing(page: MapPage, library: Library) -> None:
    day = library.photos_of(str(library.one_spot()["properties"]["cluster_id"]))[0]
    day = library.photo(day)["properties"]["takenAtLocal"][:10]
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height, f"#day={day}")
        page.until(lambda: "photos" in page.page.locator(".panel-subtitle").inner_text(), "the list counts the photos of the day")
        panel, name = page.box(page.panel()), page.box(page.page.locator(".masthead"))
        apart = panel["x"] >= name["x"] + name["width"] or panel["y"] >= name["y"] + name["height"]
        expect(apart, f"At {width} pixels the day lies over the name: {panel}, {name}")
        cut = page.page.locator("#panel-title").evaluate("one => one.scrollWidth > one.clientWidth")
        expect(not cut, f"At {width} pixels the heading is cut off")


@scenario("on phones the day and the time in the viewer take one line beside the place in the list", **TOUCH)
def viewer_header_is_low(page: MapPage, library: Library) -> None:
    photo = library.lonely()["id"]
    for width, height in ((320, 640), (390, 844)):
        show(page, width, height, f"#photo={photo}&full=1")
        day = page.page.locator(".viewer-day")
        taken = library.photo(photo)["properties"]["takenAtLocal"]
        page.until(lambda: taken[:4] in day.inner_text() and taken[14:16] in day.inner_text(), "the header has the day and the time")
        high = page.box(day)["height"]
        expect(high < 24, f"At {width} pixels they are {high:.0f} pixels high")


@scenario("pins that the map moves to are below the chips of filters")
def pins_below_chips(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height, "#map=7/20/10&time=2010-01-01/2024-12-31&media=image")
        page.go(lambda: page.page.locator('.controls [aria-label="Show all photos"]').click())
        page.quiet()
        behind = page.page.evaluate("""() => {
          const chips = [...document.querySelectorAll(".filter-chip")].map((chip) => chip.getBoundingClientRect());
          const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
          return [...document.querySelectorAll(".pin")].map((pin) => pin.getBoundingClientRect())
            .filter((pin) => chips.some((chip) => meet(pin, chip))).map(({ left, top }) => [left, top]);
        }""")
        expect_equal(behind, [], f"pins behind the chips at {width} pixels")


@scenario("at 200 % every control can be pressed, and none covers the attribution")
def enlarged_page(page: MapPage, library: Library) -> None:
    for width, height in ((640, 400), (640, 360), (480, 400), (844, 390)):
        show(page, width, height)
        expect_equal(covered(page, "#controls"), [], f"controls that are covered at {width}×{height}")
        expect_equal(covered(page, ".corner"), [], f"parts of the corner that are covered at {width}×{height}")
        page.page.get_by_role("button", name="Layers").click()
        page.page.locator(".layer-card").wait_for()
        for choice in page.page.locator(".layer-choice:visible input, .layer-option:visible input").all():
            choice.scroll_into_view_if_needed()
            over = choice.evaluate("""(one) => { const { x, y, width, height } = one.getBoundingClientRect();
              return one.closest("label").contains(document.elementFromPoint(x + width / 2, y + height / 2)); }""")
            expect(over, f"A layer is covered at {width}×{height}")
        page.page.keyboard.press("Escape")
        groups = page.page.locator(".control-group")
        attribution = page.box(page.page.locator("#attribution"))
        for at in range(groups.count()):
            if not groups.nth(at).is_visible():
                continue
            box = page.box(groups.nth(at))
            apart = box["y"] + box["height"] <= attribution["y"] or box["x"] + box["width"] <= attribution["x"]
            expect(apart, f"A control lies over the attribution at {width}×{height}")


@scenario("touch targets are 44 pixels wide and high", **TOUCH)
def touch_targets(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    views = {
        "the map": "", "filters": FILTERS, "a photo": f"#photo={photo['id']}",
        "the nearest": "#map=5/47/9&near=47,9", "a day": f"#day={photo['properties']['takenAtLocal'][:10]}",
    }
    for width, height in ((320, 568), (390, 844), (820, 1180)):
        for view, fragment in views.items():
            show(page, width, height, fragment)
            if view == "filters":
                page.page.locator(".filters-button").click()
                page.page.locator("#filters-panel .choice").first.wait_for()
            if view in ("a photo", "the nearest", "a day"):
                page.box(page.panel())
            expect_equal(too_small(page), [], f"targets that are too small in {view} at {width} pixels")


def too_small(page: MapPage) -> list:
    """What can be pressed and is smaller than a finger, with its width and height."""
    small = page.page.evaluate(f"""() => ({PRESSED})()
      .filter(({{ name, isInWindow, isOnTop }}) => isInWindow && isOnTop && name)
      .filter(({{ width, height }}) => width < 43.5 || height < 43.5)
      .map(({{ name, width, height }}) => [name, Math.round(width), Math.round(height)])""")
    # The grip is the upper part of a header that is dragged as a whole, the input a part of its field.
    return [one for one in small if one[0] != "search-input" and "Change the height" not in one[0]]


@scenario("touch targets in lists, menus and the viewer are 44 pixels wide and high, too", **TOUCH)
def touch_targets_in_views(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    cluster = library.one_spot()["properties"]["cluster_id"]
    views = {
        "the viewer": (f"#photo={photo['id']}&full=1", ".viewer-name"), "the files that are not on the map": ("#unplaced=all", ".unplaced .file"),
        "the places": ("#places=all", ".areas [data-choose]"), "a cluster": (f"#cluster={cluster}", "#panel [data-item]"),
        "the layers": ("", ".layer-card"), "the search": ("", ".search-option"),
    }
    for width, height in ((320, 640), (390, 844), (820, 1180)):
        for view, (fragment, wanted) in views.items():
            show(page, width, height, fragment)
            if view == "the layers":
                page.page.get_by_role("button", name="Layers").tap()
            if view == "the search":
                page.page.locator(".search-field").tap()
                page.page.get_by_role("combobox").fill("paris")
            page.box(page.page.locator(wanted).first)
            expect_equal(too_small(page), [], f"targets that are too small in {view} at {width} pixels")


@scenario("on a phone no pin of an open photo is under its sheet, not even at the South Pole", **TOUCH)
def pins_above_the_sheet(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (390, 844)):
        show(page, width, height)
        for photo in page.page.eval_on_selector_all(".pin[data-photo]", "pins => pins.map((pin) => Number(pin.dataset.photo))"):
            name = library.photo(photo)["properties"]["filename"]
            show(page, width, height)
            view = page.map_view()
            page.pin(photo).tap()
            page.expect_panel(name)
            sheet = page.box(page.panel())
            page.until(lambda: bottom_of(page, photo) <= sheet["y"], f"the pin of {name} is above the sheet at {width} pixels")
            page.page.get_by_role("button", name="Close", exact=True).click()
            page.expect_no_panel()
            page.settle()
            expect(page.map_view()[0] == view[0], "Closing the sheet zooms the map")


def bottom_of(page: MapPage, photo: int) -> float:
    box = page.pin(photo).bounding_box()
    return box["y"] + box["height"] if box else float("inf")


@scenario("the folded time bar of a phone shows no fragments of bars, and unfolds to all of them", **TOUCH)
def folded_time_bar(page: MapPage, library: Library) -> None:
    drawn = """() => { const canvas = document.querySelector(".time-canvas");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0); }"""
    for width, height in ((320, 640), (390, 844)):
        show(page, width, height)
        page.until(lambda: not page.page.locator(".time-canvas").is_visible(), f"no bars are shown at {width} pixels")
        page.page.locator(".time-fold").tap()
        plot = page.box(page.page.locator(".time-plot"))
        sheet = page.box(page.page.locator("#grid"))
        expect(plot["width"] >= 240 and plot["height"] > 60, f"The bars are not whole at {width} pixels: {plot}")
        expect(plot["y"] + plot["height"] <= sheet["y"], f"The bars are under the sheet at {width} pixels: {plot}")
        page.until(lambda: page.page.evaluate(drawn), f"the bars are drawn at {width} pixels")
        page.page.locator(".time-fold").tap()


@scenario("on a phone all photos of the first view stay visible when the sheet is raised, and are larger again when it is lowered", **TOUCH)
def whole_above_the_sheet(page: MapPage, library: Library) -> None:
    total = library.total()
    for width, height in ((320, 568), (390, 844)):
        for opened in ("", "from its own address"):
            show(page, width, height, "#" + page.page.url.partition("#")[2] if opened else "")
            view = page.map_view()
            grip = page.page.locator(".grid-grip")
            grip.tap()
            sheet = page.box(page.page.locator("#grid"))
            page.equals(lambda: page.page.inner_text(".grid-title").split()[0], str(total), f"all are in the list at {width} pixels {opened}")
            page.settle()
            page.equals(page.shown_count, total, f"the photos on the map at {width} pixels {opened}")
            below = page.page.eval_on_selector_all(".pin", "pins => pins.map((pin) => pin.getBoundingClientRect().bottom)")
            expect(max(below) <= sheet["y"] + 1, f"A pin is under the sheet at {width} pixels {opened}: {max(below)} > {sheet['y']}")
            grip.tap()
            grip.tap()
            page.until(lambda: page.map_view() == view, f"the lowered sheet leaves the first view at {width} pixels {opened}")


@scenario("on a phone the tapped pin is visible above the panel, and closing that brings the first view back", **TOUCH)
def tapped_pin_in_sight(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (390, 844)):
        show(page, width, height)
        view = page.map_view()
        top = page.page.evaluate("""() => [...document.querySelectorAll(".pin[data-photo]:not(.is-away)")]
          .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0].dataset.photo""")
        page.pin(int(top)).tap()
        page.expect_panel()
        pin, panel = page.box(page.pin(int(top))), page.box(page.panel())
        free = page.pin(int(top)).evaluate("""(pin) => {
          const { left, top, width, height } = pin.getBoundingClientRect();
          return [0.1, 0.5, 0.9].every((down) => pin.contains(document.elementFromPoint(left + width / 2, top + height * down)));
        }""")
        expect(free and pin["y"] + pin["height"] <= panel["y"], f"At {width} pixels something lies over the pin at {pin}")
        page.page.get_by_role("button", name="Close", exact=True).tap()
        page.until(lambda: page.map_view() == view, f"the first view is there again at {width} pixels")


@scenario("on a phone no field has such small text that Safari zooms into it", **TOUCH)
def fields_without_zoom(page: MapPage, library: Library) -> None:
    small = """() => [...document.querySelectorAll("input, select, textarea")].filter((one) => !/checkbox|radio|range|file/.test(one.type))
      .map((one) => [one.ariaLabel || one.className, parseFloat(getComputedStyle(one).fontSize)]).filter(([, size]) => size < 16)"""
    for button in ("Filters", "Layers"):
        show(page, 390, 844)
        page.page.get_by_role("button", name=button, exact=True).tap()
        page.page.locator("select").filter(visible=True).first.wait_for()
        expect_equal(page.page.evaluate(small), [], f"fields with small text after {button}")


@scenario("a map that was moved stays where it is when the sheet is raised", **TOUCH)
def moved_map_stays(page: MapPage, library: Library) -> None:
    show(page, 390, 844)
    page.go(lambda: page.page.keyboard.press("ArrowUp") if page.page.locator("#map canvas").focus() is None else None)
    view = page.map_view()
    page.page.locator(".grid-grip").tap()
    page.box(page.page.locator("#grid"))
    page.quiet()
    expect_equal(page.map_view(), view, "the view")
    page.page.locator(".grid-grip").tap()
    page.page.locator(".grid-grip").tap()
    page.box(page.page.locator("#grid"))
    expect_equal(page.map_view(), view, "the view with the sheet lowered again")


@scenario("on tall screens as much of the map is free above the photos as below", **TOUCH)
def middle_of_tall_screens(page: MapPage, library: Library) -> None:
    # With the photos below it closed, the map is as high as the screen.
    page.context.add_init_script("if (location.host) localStorage.setItem('geoindex.grid', 'closed')")
    for width, height in ((768, 1024), (820, 1180), (1024, 1366)):
        show(page, width, height)
        pins = page.page.eval_on_selector_all(".pin", "pins => pins.map((pin) => { const { top, bottom } = pin.getBoundingClientRect(); return [top, bottom]; })")
        head, bar = page.box(page.page.locator(".filters-button")), page.box(page.page.locator("#time-bar"))
        above = min(top for top, _ in pins) - head["y"] - head["height"]
        below = bar["y"] - max(bottom for _, bottom in pins)
        expect(abs(above - below) < 0.12 * height, f"At {width}×{height} there are {above:.0f} pixels above and {below:.0f} below")


@scenario("the count above the panel is not cut, however many photos there are")
def count_is_whole(page: MapPage, library: Library) -> None:
    for width, height in ((320, 568), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height)
        cut = page.page.evaluate("""() => {
          const title = document.querySelector(".grid-title");
          title.firstElementChild.textContent = "300,000 photos";
          return title.scrollWidth > title.clientWidth;
        }""")
        expect(not cut, f"300,000 photos do not fit at {width} pixels")
        choose = page.page.get_by_role("button", name="Choose photos", exact=True)
        head = [page.box(part) for part in (page.page.locator(".grid-title"), page.page.locator(".grid-header .orders"), choose)]
        beside = all(one["x"] + one["width"] <= next["x"] for one, next in zip(head, head[1:], strict=False)) or width > 720
        expect(beside and head[-1]["x"] + head[-1]["width"] <= width, f"the head at {width} pixels: {head}")


@scenario("the count in the masthead is not cut, however many photos there are", **TOUCH)
def masthead_count_is_whole(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080)):
        show(page, width, height)
        for text in ("", "300,000 photos, 300,000 in view"):
            cut = page.page.evaluate("""(text) => {
              const counts = document.getElementById("counts");
              if (text) counts.textContent = text;
              return counts.scrollWidth > counts.clientWidth || counts.scrollHeight > counts.clientHeight + 1;
            }""", text)
            expect(not cut, f"{text or 'The count'} does not fit at {width} pixels")


@scenario("on a phone search and filters are in the reach of a thumb; a search that is open is above the keyboard", **TOUCH)
def in_reach(page: MapPage, library: Library) -> None:
    for width, height in ((320, 640), (390, 844)):
        show(page, width, height, FILTERS)
        tools = [page.page.locator(part) for part in (".search-field", ".filters-button")]
        for opened in ("nothing", "the half sheet", "a photo"):
            if opened == "the half sheet":
                page.page.locator(".grid-grip").tap()
            if opened == "a photo":
                show(page, width, height, f"#photo={library.lonely()['id']}")
                page.expect_panel()
            sheet = page.box(page.panel() if opened == "a photo" else page.page.locator("#time-bar" if opened == "nothing" else "#grid"))
            for tool in tools:
                box = page.box(tool)
                expect(box["y"] > height * 0.3 and box["y"] + box["height"] <= sheet["y"], f"With {opened} open at {width} pixels, a tool is not above the sheet: {box}")
        page.page.locator(".search-field").tap()
        field = page.box(page.page.locator(".search-field"))
        expect(field["y"] < height / 3, f"The keyboard covers the search at {width} pixels")
        page.page.get_by_role("combobox").fill("paris")
        page.page.locator(".search-option").first.wait_for()
        page.page.keyboard.press("Escape")
        # The reader closes the keyboard of the phone.
        page.page.evaluate("document.activeElement.blur()")
        page.until(lambda: page.page.locator(".search-field").bounding_box()["y"] > height * 0.3, "the search is in reach again")
        page.page.locator(".filters-button").tap()
        page.page.locator("#filters-panel .choice").first.wait_for()
