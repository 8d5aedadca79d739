"""Small features: refreshing, the list of keys, the icon on phones."""

import json
import struct
from urllib.parse import urljoin

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("the refresh button reloads what the map shows")
def refresh(page: MapPage, library: Library) -> None:
    page.open()
    page.requests.clear()
    page.page.get_by_role("button", name="Refresh").click()
    for part in ("items?", "clusters?", "/report?"):
        page.until(lambda: any(part in url for url in page.requests), f"{part} is requested")
    page.settle()
    page.equals(page.shown_count, library.total(), "photos on the map")


@scenario("a question mark lists the keys, over the map and over the viewer")
def keys_are_listed(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    keys = page.page.locator("dialog.shortcuts[open]")
    page.open()
    page.page.keyboard.press("?")
    keys.get_by_text("Show details").wait_for()
    page.page.keyboard.press("Escape")
    page.until(lambda: keys.count() == 0, "the keys are put away")
    page.open(f"#full=1&photo={photo['id']}")
    page.page.locator("dialog.viewer[open]").wait_for()
    page.page.keyboard.press("?")
    keys.wait_for()
    page.page.keyboard.press("Escape")
    page.until(lambda: keys.count() == 0, "the keys are put away")
    page.equals(page.page.locator("dialog.viewer[open]").count, 1, "viewers behind the keys")


@scenario("without a keyboard no button is about keys, but an attached keyboard works",
          viewport={"width": 1180, "height": 820}, has_touch=True, is_mobile=True)
def keys_without_keyboard(page: MapPage, library: Library) -> None:
    page.open()
    controls = page.page.locator("#controls")
    controls.get_by_role("button", name="Zoom in").wait_for()
    expect(not controls.get_by_role("button", name="Keyboard shortcuts").is_visible(), "A tablet lists keys")
    page.page.keyboard.press("?")
    page.page.locator("dialog.shortcuts[open]").get_by_text("Show details").wait_for()


@scenario("a server that cannot scan says why, and that is not shown as an error", expects_failures=True)
def cannot_scan(page: MapPage, library: Library) -> None:
    problem = {"title": "Conflict", "status": 409, "detail": "This server may read the index but not write to it.", "kind": "readOnly"}
    page.page.route("**/scans", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", json=problem))
    page.open()
    page.page.get_by_role("button", name="Refresh").click()
    page.equals(page.page.locator('[data-chip="hint"] .map-chip-text').text_content, "This server can read the library, but not write to it.", "what the page says")
    page.equals(page.page.locator(".toast.is-shown").count, 0, "alarms")
    page.equals(lambda: page.page.evaluate("document.getElementById('live').hidden"), True, "that nothing is scanned")


@scenario("the page can be installed, behind a path prefix too")
def installable(page: MapPage, library: Library) -> None:
    page.open()
    address = page.page.locator("link[rel=manifest]").evaluate("link => link.href")
    answer = page.context.request.get(address)
    manifest = json.loads(answer.text())
    expect("manifest+json" in answer.headers["content-type"], f"The manifest is {answer.headers['content-type']}")
    expect_equal(manifest["display"], "standalone", "how it is shown")
    for name in ("start_url", "scope"):
        expect_equal(urljoin("https://home.example/photos/", manifest[name]), "https://home.example/photos/", name)
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    expect_equal(sorted(icon["purpose"] for icon in drawn), ["any", "any", "maskable"], "what the icons are for")
    for icon in drawn:
        content = page.context.request.get(urljoin(address, icon["src"])).body()
        width, height = struct.unpack(">II", content[16:24])
        expect_equal(f"{width}x{height}", icon["sizes"], f"the size of {icon['src']}")


@scenario("a photo that fails can be retried", expects_failures=True)
def photo_is_asked_again(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    address = f"**/collections/photos/items/{photo['id']}"
    page.page.route(address, lambda route: route.fulfill(
        status=503, content_type="application/problem+json", json={"detail": "The index is busy."}))
    page.open(f"#map=12/-60/-160&photo={photo['id']}")
    page.page.locator(".photo-pane").get_by_text("The server is busy.").wait_for()
    page.page.unroute(address)
    page.page.locator(".photo-pane").get_by_role("button", name="Try again").click()
    page.expect_panel(photo["properties"]["filename"])
