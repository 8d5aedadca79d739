"""axe-core finds no accessibility errors."""

from pathlib import Path

import axe_playwright_python

from library import Library
from map_page import MapPage
from scenario import expect_equal, scenario

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def expect_accessible(page: MapPage, what: str) -> None:
    # During a fade-in the contrast is too low.
    page.until(lambda: page.moving() == 0, f"{what} has come to rest")
    # Playwright runs axe-core, because the page's Content-Security-Policy does not allow its script.
    if not page.page.evaluate("typeof axe === 'object'"):
        page.page.evaluate(AXE)
    violations = page.page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    found = [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:120]} {message_of(node)}"
        for one in violations
        for node in one["nodes"][:4]
    ]
    expect_equal(found, [], f"what axe finds wrong in {what}")


def message_of(node: dict) -> str:
    return "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])


def tour(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    name = photo["properties"]["filename"]
    view = f"#map=4/{lat}/{lon}"
    page.open(view)
    expect_accessible(page, "the map")
    page.open(f"{view}&photo={photo['id']}")
    page.expect_panel(name)
    expect_accessible(page, "an open photo")
    page.page.keyboard.press("f")
    page.page.locator("dialog.viewer[open]").wait_for()
    page.page.keyboard.press("i")
    page.page.locator(".details .facts").wait_for()
    expect_accessible(page, "the viewer")
    page.page.keyboard.press("?")
    page.page.locator("dialog.shortcuts[open]").wait_for()
    expect_accessible(page, "the list of keys")
    page.open(f"{view}&near={lat},{lon}")
    page.until(lambda: len(page.listed()) > 2, "photos are listed")
    expect_accessible(page, "the nearest photos")
    spot = library.one_spot()
    page.open(f"{view}&cluster={spot['properties']['cluster_id']}")
    page.until(lambda: len(page.listed()) > 1, "photos are listed")
    expect_accessible(page, "the photos of a cluster")
    page.open(f"{view}&unplaced=all")
    page.page.locator("dialog.unplaced .file").first.wait_for()
    expect_accessible(page, "the files that are not on the map")
    page.page.locator("dialog.unplaced [data-choose]").first.click()
    page.page.locator("dialog.unplaced .choice-bar .is-primary").click()
    page.page.locator(".placing-card:not(.picks-bar)").wait_for()
    expect_accessible(page, "the choice of a place")


@scenario("axe finds nothing wrong in the light theme")
def light(page: MapPage, library: Library) -> None:
    tour(page, library)


@scenario("axe finds nothing wrong in the dark theme", color_scheme="dark")
def dark(page: MapPage, library: Library) -> None:
    tour(page, library)


@scenario("axe finds nothing wrong on a phone", **PHONE)
def phone(page: MapPage, library: Library) -> None:
    tour(page, library)

@scenario("with forced colours, borders mark what lies over the map", forced_colors="active")
def forced_colours(page: MapPage, library: Library) -> None:
    page.open()
    for part in ("#grid", ".masthead", "#time-bar", ".control-group", ".pin-card"):
        width = page.page.locator(part).first.evaluate("one => getComputedStyle(one).borderTopWidth")
        expect_equal(width in ("1px", "2px"), True, f"whether {part} has a border ({width})")


@scenario("a label names one control, also that of the search box")
def labels_name_one_control(page: MapPage, library: Library) -> None:
    page.open()
    page.page.locator(".filters-button").click()
    page.page.locator("#filters-panel .choices .choice").nth(1).wait_for()
    crowded = page.page.locator("label").evaluate_all("all => all.filter((one) => one.querySelectorAll('input, button, select').length > 1).map(({ className }) => className)")
    expect_equal(crowded, [], "labels with several controls")
    page.page.keyboard.press("Escape")
    page.page.locator(".search-label").click(position={"x": 16, "y": 20})
    page.focused(page.page.get_by_role("combobox").first, "the search box")
