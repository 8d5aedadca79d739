"""The printed page."""

import re

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def print_sheet(page: MapPage):
    """Presses the key for printing; returns the sheet when the page calls the browser's dialog, which is not shown."""
    page.page.evaluate("window.print = () => (window.isPrinting = true)")
    page.page.keyboard.press("Control+p")
    page.until(lambda: page.page.evaluate("window.isPrinting"), "the page prints")
    return page.page.locator(".print-sheet")


def print_and_check(page: MapPage, library: Library) -> None:
    total = library.total()
    page.open()
    page.until(lambda: page.page.locator(".pin img.is-loaded").count() > 0, "the pins have pictures")
    sheet = print_sheet(page)
    expect_equal(page.page.evaluate("document.documentElement.dataset.theme"), "light", "the theme of the paper")
    expect_equal(sheet.locator("h1").inner_text() or sheet.locator("h1").text_content(), "Photos on the map", "the title")
    head = sheet.locator(".print-head").text_content()
    expect(f"{total} photos" in head and re.search(r"Printed .*20\d\d", head), f"The head says {head!r}")
    expect_equal(sheet.locator(".print-list > li").count(), total, "photos in the list")
    expect_equal(sheet.locator("img").evaluate_all("all => all.filter((one) => !one.complete || !one.naturalWidth).length"), 0, "pictures that are missing")
    expect("number on a pin" in sheet.locator(".print-legend").text_content(), "The legend does not explain the numbers")
    page.emulate(media="print")
    expect(not page.page.locator("#controls").is_visible() and not page.page.locator("#map").is_visible(), "Controls are printed")
    figure = page.box(sheet.locator(".print-map"))
    expect(figure["width"] <= 690, f"The map is {figure['width']:.0f} pixels wide")
    bright = sheet.locator(".print-map > canvas").evaluate("""(one) => {
      const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
      let [sum, drawn] = [0, 0];
      // Beyond the poles nothing is drawn.
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < 255) continue;
        sum += data[at] + data[at + 1] + data[at + 2];
        drawn += 3;
      }
      return sum / drawn;
    }""")
    expect(bright > 150, f"The printed map has a brightness of {bright:.0f}")
    columns = sheet.locator(".print-list > li").evaluate_all("all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size")
    expect(columns >= 3, f"The list has {columns} columns")


@scenario("in the dark theme the map, its legend and the whole list of its photos are printed on a light page", color_scheme="dark")
def printed_from_dark(page: MapPage, library: Library) -> None:
    print_and_check(page, library)
    page.page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.until(lambda: page.page.evaluate("document.documentElement.dataset.theme") == "dark", "the page is dark again")
    expect_equal(page.page.locator(".print-sheet").count(), 0, "sheets after printing")


@scenario("a page on a phone prints the map with the whole list", **PHONE)
def printed_from_phone(page: MapPage, library: Library) -> None:
    print_and_check(page, library)


@scenario("an open list is printed to its end, below its map")
def list_is_printed(page: MapPage, library: Library) -> None:
    page.open()
    page.until(lambda: page.clusters().count() > 0, "there are clusters")
    cluster = page.page.evaluate("Number(document.querySelector('[data-cluster]').dataset.count)")
    page.page.evaluate("location.hash += `&cluster=${document.querySelector('[data-cluster]').dataset.cluster}`")
    page.expect_panel()
    page.until(lambda: page.title().startswith(str(cluster)), "the list has its title")
    sheet = print_sheet(page)
    expect_equal(sheet.locator("h1").text_content(), f"{cluster} photos", "the title")
    expect_equal(sheet.locator(".print-list > li").count(), cluster, "photos in the list")


@scenario("the browser's menu prints a light page with the map as wide as the paper", color_scheme="dark")
def printed_by_menu(page: MapPage, library: Library) -> None:
    page.open()
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate(media="print")
    expect_equal(page.page.evaluate("getComputedStyle(document.body).color"), "rgb(0, 0, 0)", "the colour of the text")
    map_box = page.page.locator("#map").bounding_box()
    expect(600 < map_box["width"] <= 690, f"The map is {map_box['width']:.0f} pixels wide")
    expect(page.page.locator(".pin").first.is_visible(), "No pin is printed")
    for part in ("#grid", "#controls", "#time-bar", "#search"):
        expect(not page.page.locator(part).is_visible(), f"{part} is printed")


@scenario("the drawn area is printed where it is on the map, and named above it")
def drawn_area_is_printed(page: MapPage, _: Library) -> None:
    page.open("#map=3.2/48/8")
    page.page.keyboard.press("d")
    page.page.locator(".draw-bar").wait_for()
    x, y = page.middle()
    page.page.get_by_role("radio", name="Box").check()
    page.page.mouse.move(x - 150, y - 120)
    page.page.mouse.down()
    page.page.mouse.move(x + 100, y + 60)
    page.page.mouse.up()
    page.until(lambda: page.page.locator(".drawn-line").count() == 1, "the area is on the map")
    page.page.keyboard.press("Escape")
    line = page.page.locator(".drawn-line").get_attribute("d")
    sheet = print_sheet(page)
    expect_equal(sheet.locator(".print-map .drawn-line").get_attribute("d"), line, "the printed outline")
    expect("Drawn area" in sheet.locator(".print-head").text_content(), "the head does not name the area")
    filled = "(canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)"
    expect(sheet.locator(".print-map canvas.drawn-surface").evaluate(filled), "the printed area has no colour")
