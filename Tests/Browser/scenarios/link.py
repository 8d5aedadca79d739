"""A link to what is shown."""

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario


@scenario("C copies a link to the view, and “Copy link” one to the photo that is open, in the panel and in the viewer")
def link_is_copied(page: MapPage, library: Library) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copied = lambda: page.page.evaluate("navigator.clipboard.readText()")  # noqa: E731
    page.open("#map=3/45/10&layer=heat")
    page.page.keyboard.press("c")
    page.page.locator("[data-chip=link]").get_by_text("Link copied").wait_for()
    expect_equal(copied(), page.page.url, "the link to the view")
    page.gone(page.page.locator("[data-chip=link]"), "the message")
    photo = library.lonely()
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    page.page.locator("#panel").get_by_role("button", name="Copy link").click()
    page.page.locator("#panel").get_by_role("button", name="Link copied").wait_for()
    expect(f"photo={photo['id']}" in copied(), "The link names the photo")
    page.page.keyboard.press("f")
    page.page.keyboard.press("i")
    page.page.locator(".viewer").get_by_role("button", name="Copy link").click()
    page.until(lambda: "full=1" in copied(), "the link leads to the viewer")


@scenario("a page without the Clipboard API, as over plain HTTP, copies a link too, also from the viewer")
def copied_without_clipboard(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      addEventListener("copy", () => (window.copied = document.activeElement.value));
    """)
    photo = library.lonely()
    page.open(f"#photo={photo['id']}&full=1")
    page.page.locator(".viewer[open]").wait_for()
    page.page.keyboard.press("i")
    copy = page.page.locator(".viewer").get_by_role("button", name="Copy link")
    copy.click()
    page.page.locator(".viewer").get_by_role("button", name="Link copied").wait_for()
    expect_equal(page.page.evaluate("window.copied"), page.page.url, "what was copied")
    expect(page.page.evaluate("document.activeElement.matches('.viewer button')"), "The focus has left the button")


@scenario("if the browser forbids copying, the page says so")
def copying_is_barred(page: MapPage, library: Library) -> None:
    page.context.add_init_script("""
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("barred")) } });
      Document.prototype.execCommand = () => false;
    """)
    page.open("#map=3/45/10")
    page.page.keyboard.press("c")
    page.page.locator("[data-chip=link]").get_by_text("The browser doesn’t allow copying").wait_for()
