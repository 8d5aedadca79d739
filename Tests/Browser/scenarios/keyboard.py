"""The page without a mouse."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("the keyboard reaches a pin, opens it, and gets back to it")
def keyboard_opens_pin(page: MapPage, library: Library) -> None:
    photo = library.lonely()
    lon, lat = photo["geometry"]["coordinates"]
    page.open(f"#map=10/{lat}/{lon}")
    focused = lambda: page.page.evaluate("document.activeElement?.dataset?.photo ?? null")  # noqa: E731
    page.until(lambda: page.page.locator('.pin[tabindex="0"]').count() == 1, "a pin is in the order of the Tab key")
    for _ in range(16):
        page.page.keyboard.press("Tab")
        if focused() is not None:
            break
    expect_equal(focused(), str(photo["id"]), "the photo whose pin has the focus")
    page.page.keyboard.press("Enter")
    page.expect_panel(photo["properties"]["filename"])
    page.until(lambda: page.page.evaluate("document.activeElement.closest('#panel') !== null"), "the focus is in the panel")
    page.page.keyboard.press("Escape")
    page.expect_no_panel()
    page.until(lambda: focused() == str(photo["id"]), "the focus is back on the pin")


@scenario("single keys are shortcuts until the reader switches them off, also after a reload")
def single_keys(page: MapPage, library: Library) -> None:
    page.open()
    help_dialog = page.page.locator("dialog.shortcuts[open]")
    page.page.keyboard.press("?")
    help_dialog.wait_for()
    page.page.get_by_role("checkbox", name="Single keys").click()
    page.page.keyboard.press("Escape")
    page.gone(help_dialog, "the list of shortcuts")
    page.page.reload()
    page.settle()
    page.page.keyboard.press("?")
    page.page.keyboard.press("c")
    page.frames(3)
    expect_equal((help_dialog.count(), page.page.locator("[data-chip=link]").is_visible()), (0, False), "what the keys have opened")
    page.page.get_by_role("button", name="Keyboard shortcuts").click()
    page.page.get_by_role("checkbox", name="Single keys").click()
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("?")
    help_dialog.wait_for()


@scenario("the arrow keys go from pin to pin")
def arrows_move_between_pins(page: MapPage, library: Library) -> None:
    page.open()
    pin = page.page.locator('.pin[tabindex="0"]')
    page.equals(pin.count, 1, "pins in the order of the Tab key")
    pin.focus()
    view = page.map_view()
    # The page reacts before the key is released. Two pins may have the same name, so elements are compared.
    pin.evaluate("() => { window.started = document.activeElement; }")
    moved = lambda: page.page.evaluate("document.activeElement !== window.started")  # noqa: E731
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.page.keyboard.press(key)
        if moved():
            break
    expect(moved(), "No arrow key led to another pin")
    expect(page.page.evaluate("document.activeElement.matches('.pin')"), "The focus left the pins")
    expect_equal(page.map_view()[0], view[0], "the zoom")


@scenario("the arrow keys go through a list and from photo to photo")
def arrows_move_in_lists(page: MapPage, library: Library) -> None:
    lon, lat = library.one_spot()["geometry"]["coordinates"]
    page.open(f"#near={lat},{lon}")
    page.until(lambda: len(page.listed()) > 2, "photos are listed")
    listed = page.listed()
    focused = lambda: page.page.evaluate("Number(document.activeElement?.dataset?.item)")  # noqa: E731
    page.page.locator("#panel [data-item]").first.focus()
    page.page.keyboard.press("ArrowDown")
    page.equals(focused, listed[1], "the item below the first")
    page.page.keyboard.press("Enter")
    page.until(lambda: page.page.url.endswith(f"photo={listed[1]}"), "the second photo is open")
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: page.page.url.endswith(f"photo={listed[2]}"), "the third photo is open")
