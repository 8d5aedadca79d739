"""The menu of a position on the map: by a right click, and by the keyboard."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.compare import field

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
NARROW = {"viewport": {"width": 320, "height": 640}, "device_scale_factor": 1}
NARROW_ARABIC = NARROW | {"locale": "ar-EG"}
TOWER = {"lat": 48.8584, "lon": 2.2945}
AT_TOWER = f"#map=15/{TOWER['lat']}/{TOWER['lon']}"


def menu(page: MapPage):
    return page.page.locator(".spot-menu:visible")


def items(page: MapPage) -> list[str]:
    return menu(page).get_by_role("menuitem").all_inner_texts()


def by_key(page: MapPage) -> None:
    page.page.locator("#map canvas").focus()
    page.page.keyboard.press("Shift+F10")
    menu(page).wait_for()


def right_click(page: MapPage) -> dict:
    spot = page.clear_spot()
    page.page.mouse.click(spot["x"], spot["y"], button="right")
    menu(page).wait_for()
    return spot


@scenario("a right click on the map opens a menu there: photos that show the spot, photos near it, its coordinates; Escape and the map close it")
def by_mouse(page: MapPage, library: Library) -> None:
    page.open(AT_TOWER)
    spot = right_click(page)
    expect_equal(items(page), ["Photos that show this spot", "Photos near this spot", "Copy coordinates"], "the items")
    box = page.box(menu(page))
    expect(abs(box["x"] - spot["x"]) <= 1 and abs(box["y"] - spot["y"]) <= 1, f"The menu is at {box}, not at {spot}")
    page.until(lambda: "Paris" in menu(page).locator(".spot-menu-title").inner_text(), "the menu says what is here")
    page.focused(menu(page).get_by_role("menuitem").first, "the first item")
    expect_accessible(page, "the menu of a position")
    for key, number in (("ArrowDown", 1), ("End", 2), ("ArrowDown", 0), ("ArrowUp", 2), ("Home", 0)):
        page.page.keyboard.press(key)
        page.focused(menu(page).get_by_role("menuitem").nth(number), f"item {number} after {key}")
    page.page.keyboard.press("Escape")
    page.gone(menu(page), "the menu after Escape")
    page.focused(page.page.locator("#map canvas"), "the map")
    page.expect_no_panel()
    right_click(page)
    menu(page).get_by_role("menuitem", name="Photos near this spot").click()
    page.expect_panel("Nearest photos")
    page.gone(menu(page), "the menu after a choice")
    page.page.go_back()
    page.expect_no_panel()
    right_click(page)
    page.page.mouse.click(spot["x"] - 60, spot["y"] - 20)
    page.gone(menu(page), "the menu after a press beside it")


@scenario("the menu key and Shift+F10 open it in the middle of the map, and its items do what they say")
def by_keyboard(page: MapPage, library: Library) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.open(AT_TOWER)
    by_key(page)
    page.page.keyboard.press("Enter")
    page.expect_panel("Photos that show this spot")
    wanted = [photo["id"] for photo in library.get("collections/photos/seeing", **TOWER)["features"]]
    expect(wanted, "no photo shows the tower")
    page.equals(page.listed, wanted, "the photos that show the tower")
    near = [float(part) for part in field(page, "near").split(",")]
    expect(abs(near[0] - TOWER["lat"]) < 1e-4 and abs(near[1] - TOWER["lon"]) < 1e-4, f"The spot is {near}")
    page.page.go_back()
    page.expect_no_panel()
    page.page.locator("#map canvas").focus()
    # WebDriver has no menu key.
    page.page.keyboard.press("ContextMenu" if page.engine == "chromium" else "Shift+F10")
    menu(page).wait_for()
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Enter")
    page.until(lambda: "Copied" in items(page), "the item says that it has copied")
    copied = [float(part) for part in page.page.evaluate("navigator.clipboard.readText()").split(",")]
    expect(abs(copied[0] - TOWER["lat"]) < 1e-4 and abs(copied[1] - TOWER["lon"]) < 1e-4, f"{copied} was copied")
    page.gone(menu(page), "the menu after it has copied")
    page.focused(page.page.locator("#map canvas"), "the map")
    by_key(page)
    page.page.keyboard.press("Tab")
    page.gone(menu(page), "the menu after Tab")
    page.press_on_map("ArrowLeft")
    by_key(page)
    page.go(lambda: page.page.mouse.wheel(0, -400))
    page.gone(menu(page), "the menu of a map that moves")


def stays_inside(page: MapPage) -> None:
    page.open(AT_TOWER)
    size = page.page.viewport_size
    by_key(page)
    page.page.keyboard.press("Escape")
    corners = page.page.evaluate("""() => {
      const found = [];
      for (const x of [3, innerWidth / 2, innerWidth - 4])
        for (let y = 2; y < innerHeight; y += 12) if (document.elementFromPoint(x, y)?.matches("#map canvas")) found.push([x, y]);
      return [found[0], found[Math.floor(found.length / 2)], found[found.length - 1]];
    }""")
    for x, y in corners:
        page.page.mouse.click(x, y, button="right")
        menu(page).wait_for()
        box = page.box(menu(page))
        inside = box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]
        expect(inside, f"The menu of {x}, {y} is at {box}")
        page.page.keyboard.press("Escape")
        page.gone(menu(page), "the menu")


@scenario("in a narrow window the menu stays inside of it", **NARROW)
def narrow(page: MapPage, _: Library) -> None:
    stays_inside(page)


@scenario("in Arabic too, where it opens to the left", **NARROW_ARABIC)
def narrow_arabic(page: MapPage, _: Library) -> None:
    stays_inside(page)


@scenario("a finger that holds the map opens the list of the photos near the spot, and no menu", **PHONE)
def by_finger(page: MapPage, _: Library) -> None:
    page.open(AT_TOWER)
    spot = page.clear_spot()
    page.page.evaluate("""({x, y}) => {
      const canvas = document.querySelector("#map canvas");
      const at = {bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch", isPrimary: true, pointerId: 5};
      canvas.dispatchEvent(new PointerEvent("pointerdown", at));
      canvas.dispatchEvent(new PointerEvent("contextmenu", {...at, button: 2}));
    }""", spot)
    page.expect_panel("Nearest photos")
    expect_equal(menu(page).count(), 0, "menus")
