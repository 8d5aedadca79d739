"""The view, the address, and the page on other screens."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


@scenario("the address restores the view and the open photo")
def address_restores_view(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=7.5/{lat:.3f}/{lon:.3f}&photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    page.box(page.panel())
    page.settle()
    zoom, shown_lat, shown_lon = page.map_view()
    expect(abs(zoom - 7.5) < 0.01, f"The zoom is {zoom}")
    expect(abs(shown_lat - lat) < 0.01 and abs(shown_lon - lon) < 0.01, f"The middle is {shown_lat}, {shown_lon}")
    page.page.reload()
    page.settle()
    page.expect_panel(photo["properties"]["filename"])
    page.box(page.panel())
    page.settle()
    expect_equal(page.map_view(), (zoom, shown_lat, shown_lon), "the view after a reload")


@scenario("an invalid address shows all photos")
def nonsense_is_ignored(page: MapPage, library: Library) -> None:
    page.open("#map=nine/200/x&photo=-1&near=91,0")
    total = library.total()
    page.until(lambda: page.shown_count() == total, "all photos are shown")
    expect_equal(page.panel().count(), 0, "open panels")


@scenario("a drag ends when the button is released, over any part of the page")
def drag_ends_anywhere(page: MapPage, library: Library) -> None:
    for over in (".grid-header", ".masthead-name", "#time-bar"):
        page.open("#map=3/20/10")
        x, y = page.middle()
        end = page.box(page.page.locator(over).first)

        def drag() -> None:
            page.page.mouse.move(x, y)
            page.page.mouse.down()
            # The pointer stays where the button is released.
            page.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
            page.page.mouse.up()

        page.go(drag)


@scenario("the map is whole across the antimeridian")
def antimeridian_is_no_edge(page: MapPage, library: Library) -> None:
    page.open("#map=3/-15/180")
    boxes = [url for url in page.requests if "/clusters?" in url]
    expect(boxes, "No photos were requested")
    page.until(lambda: page.shown_count() > 0, "there are photos around the antimeridian")
    page.open("#map=3/-15/-180")
    other = [url for url in page.requests if "/clusters?" in url][len(boxes):]
    expect_equal(boxes[-1], other[-1], "the box requested from either side")


@scenario("dark mode follows the system, live, and the button overrides it", color_scheme="dark")
def dark_mode(page: MapPage, library: Library) -> None:
    lightness = """() => {
      const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
      return (r + g + b) / 3;
    }"""
    page.open()
    page.until(lambda: page.page.evaluate(lightness) < 60, "the page is dark")
    page.emulate(color_scheme="light")
    page.until(lambda: page.page.evaluate(lightness) > 180, "the page is light")
    page.settle()
    # The first press changes what is seen.
    page.page.get_by_role("button", name="Theme: match system").click()
    page.until(lambda: page.page.evaluate(lightness) < 60, "the page is dark as chosen")
    page.page.reload()
    page.settle()
    page.until(lambda: page.page.evaluate(lightness) < 60, "the page is dark as it was chosen")


@scenario("on a phone a photo opens as a sheet and nothing scrolls sideways", **PHONE)
def phone(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=9/{lat}/{lon}")
    page.pin(photo["id"]).tap()
    page.expect_panel(photo["properties"]["filename"])
    panel = page.page.locator("#panel")
    page.until(lambda: panel.bounding_box()["y"] < 600, "the sheet is up")
    box = page.box(panel)
    expect_equal((box["x"], box["width"]), (0, 390), "the sheet's sides")
    expect(box["y"] > 250, "The sheet covers the map")
    page.until(lambda: page.pin(photo["id"]).bounding_box()["y"] < box["y"] - 40, "the pin is not behind the sheet")
    sideways = "() => document.scrollingElement.scrollWidth > innerWidth || document.querySelector('.photo-pane').scrollWidth > innerWidth"
    expect(not page.page.evaluate(sideways), "The page scrolls sideways")


@scenario("on phones and tablets the first view shows every photo, and no pin is cut at an edge", has_touch=True)
def first_view_on_small_screens(page: MapPage, library: Library) -> None:
    total = library.total()
    for width, height in ((320, 568), (390, 844), (768, 1024), (820, 1180), (1024, 768), (844, 390)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.open()
        page.equals(page.shown_count, total, f"the photos on the map at {width}×{height}")
        page.until(lambda: f"{total} in view" in page.page.inner_text("#counts"), f"all are in view at {width}×{height}")
        cut = page.page.evaluate("""() => {
          const map = document.getElementById("map").getBoundingClientRect();
          return [...document.querySelectorAll(".pin")].map((pin) => pin.getBoundingClientRect())
            .filter((pin) => pin.left < map.left || pin.right > map.right || pin.top < map.top || pin.bottom > map.bottom)
            .map(({ left, top }) => [left, top]);
        }""")
        expect_equal(cut, [], f"pins that are cut at {width}×{height}")


@scenario("the smallest window still holds everything", viewport={"width": 320, "height": 568})
def smallest_window(page: MapPage, library: Library) -> None:
    page.open()
    expect(not page.page.evaluate("() => document.scrollingElement.scrollWidth > 320"), "The page scrolls sideways")
    head = page.box(page.page.locator(".masthead"))
    controls = page.box(page.page.locator("#controls"))
    expect(head["x"] + head["width"] <= controls["x"], "The header covers the controls")


@scenario("without WebGL the page says so and lists the photos")
def no_webgl(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
      };
    """)
    page.page.goto(page.base)
    page.page.get_by_text("This browser can’t draw the map").wait_for()
    items = page.page.locator("#map [data-item]")
    page.until(lambda: items.count() >= min(60, library.total()), "the photos are listed")
    items.first.click()
    page.expect_panel(library.photo(int(items.first.get_attribute("data-item")))["properties"]["filename"])


@scenario("without WebGL the list follows the filters of the address")
def no_webgl_filtered(page: MapPage, library: Library) -> None:
    page.context.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    span = "2019-01-01/2020-12-31"
    wanted = library.get("collections/photos/items", limit=1, datetime_local=span)["numberMatched"]
    expect(0 < wanted < 60, f"{wanted} photos are of these years")
    page.page.goto(page.base + f"#time={span}")
    items = page.page.locator("#map [data-item]")
    page.equals(items.count, wanted, "the photos of the span")
    expect_equal(items.last.evaluate("one => one.closest('[aria-setsize]').ariaSetSize"), str(wanted), "how many the list says it has")
    page.page.evaluate("location.hash = ''")
    page.until(lambda: items.count() > wanted, "the list has others without the filter")
