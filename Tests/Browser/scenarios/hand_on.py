"""Sharing what is shown: to programs of the device, to the clipboard, to a phone as a QR code."""

from urllib.parse import parse_qs, urlsplit

from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario
from scenarios.accessibility import expect_accessible
from scenarios.guests import shared

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}
# A browser that can hand things on. `window.answer` is the name of the error that it answers with.
SHARES = """
window.handed = [];
window.answer = null;
navigator.share = async ({ url, title, files = [] }) => {
  if (window.answer) throw new DOMException("", window.answer);
  const sent = await Promise.all(files.map(async (file) => ({ name: file.name, type: file.type, text: [...new Uint8Array(await file.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join("") })));
  window.handed.push({ url, title, files: sent });
};
navigator.canShare = ({ files = [] }) => files.every(({ type }) => /^(image|video)\\//.test(type));
"""


def card(page: MapPage):
    return page.page.locator("dialog.share-card[open]")


def handed(page: MapPage) -> list:
    return page.page.evaluate("window.handed")


def open_for_view(page: MapPage) -> None:
    page.page.get_by_role("button", name="Layers").click()
    page.page.get_by_role("button", name="Share this view").click()
    card(page).wait_for()


def open_for_photo(page: MapPage, photo: dict) -> None:
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    page.page.locator("#panel").get_by_role("button", name="Share", exact=True).click()
    card(page).wait_for()


@scenario("where the browser hands on addresses, “Share this view” hands on the one of the view, else copies it", **PHONE)
def view_is_shared(page: MapPage, library: Library) -> None:
    page.context.add_init_script(SHARES)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.open("#map=3/45/10&layer=heat")
    open_for_view(page)
    page.focused(card(page).get_by_role("heading", name="Share this view"), "the title")
    expect_accessible(page, "the dialog")
    card(page).get_by_role("button", name="Send the link").click()
    page.gone(page.page.locator("dialog.share-card"), "the dialog")
    expect_equal([one["url"] for one in handed(page)], [page.page.url], "what was handed on")
    page.focused(page.page.get_by_role("button", name="Layers"), "the button of the card that opened it")
    for answer, says in (("AbortError", ""), ("DataError", "Link copied")):
        open_for_view(page)
        page.page.evaluate("answer => (window.answer = answer)", answer)
        card(page).get_by_role("button", name="Send the link").click()
        page.equals(card(page).locator("[role=status]").inner_text, says, f"what the dialog says after {answer}")
        page.page.keyboard.press("Escape")
        page.gone(page.page.locator("dialog.share-card"), "the dialog")
    expect_equal(page.page.evaluate("navigator.clipboard.readText()"), page.page.url, "what was copied")


@scenario("owners hand on the picture of a photo without any metadata, or knowingly the file with its position", expects_failures=True, **PHONE)
def files_are_shared(page: MapPage, library: Library) -> None:
    page.context.add_init_script(SHARES)
    photo = next(one for one in (library.photo(feature["id"]) for feature in library.get("collections/photos/items", limit=40)["features"]) if one["properties"]["media"] == "image/jpeg")
    open_for_photo(page, photo)
    expect(card(page).get_by_text("also where it was taken").is_visible(), "The dialog does not mention the position")
    expect_accessible(page, "the dialog of a photo")
    card(page).get_by_role("button", name="Send the picture").click()
    page.gone(page.page.locator("dialog.share-card"), "the dialog")
    (picture,) = handed(page)[-1]["files"]
    expect_equal((picture["type"], picture["name"].endswith(".jpg")), ("image/jpeg", True), "the type of the picture")
    expect(picture["text"].startswith("\xff\xd8") and "Exif" not in picture["text"] and "http://ns.adobe.com" not in picture["text"], "The picture has metadata")
    share = page.page.locator("#panel").get_by_role("button", name="Share", exact=True)
    share.click()
    # A browser in which too much time has passed since the press.
    page.page.evaluate("window.answer = 'NotAllowedError'")
    card(page).get_by_role("button", name="Send the original").click()
    again = card(page).get_by_role("button", name="Ready. Press once more")
    again.wait_for()
    page.focused(again, "the button that sends it")
    page.page.evaluate("window.answer = null")
    again.click()
    page.gone(page.page.locator("dialog.share-card"), "the dialog")
    (original,) = handed(page)[-1]["files"]
    expect_equal(original["name"], photo["properties"]["filename"], "the name of the file")
    expect("Exif" in original["text"], "The original has no metadata")
    # Without a server, its address can be handed on, and its file cannot.
    share.click()
    page.context.set_offline(True)
    card(page).get_by_role("button", name="Send the original").click()
    card(page).get_by_text("This file couldn’t be fetched").wait_for()
    card(page).get_by_role("button", name="Send the link").click()
    page.until(lambda: handed(page)[-1]["url"] == page.page.url, "the address is handed on")
    page.context.set_offline(False)


@scenario("Back and Escape close the dialog and nothing else; a browser that hands nothing on has no “Share” beside a photo", **PHONE)
def closed(page: MapPage, library: Library) -> None:
    page.page.add_init_script("delete Navigator.prototype.share")
    photo = library.lonely()
    page.open(f"#photo={photo['id']}")
    page.expect_panel(photo["properties"]["filename"])
    page.page.locator("#panel").get_by_role("button", name="Copy link").wait_for()
    expect_equal(page.page.locator("#panel").get_by_role("button", name="Share", exact=True).count(), 0, "buttons that share")
    address = page.page.url
    open_for_view(page)
    expect_equal(card(page).get_by_role("button", name="Send the link").count(), 0, "buttons that send the link")
    expect_equal(page.page.url, address, "the address while the dialog is open")
    for leave in (page.page.go_back, lambda: page.page.keyboard.press("Escape")):
        leave()
        page.gone(page.page.locator("dialog.share-card"), "the dialog")
        page.expect_panel(photo["properties"]["filename"])
        expect_equal(page.page.url, address, "the address")
        open_for_view(page)
    card(page).get_by_role("button", name="Close").click()
    page.gone(page.page.locator("dialog.share-card"), "the dialog")
    page.page.get_by_role("button", name="Close", exact=True).click()
    page.expect_no_panel()


@scenario("guests hand on the address of a photo at once, and no file", **PHONE)
def by_guests(page: MapPage, library: Library) -> None:
    page.context.add_init_script(SHARES)
    with shared(page) as link:
        page.page.goto(link)
        page.settle()
        page.pins().first.click()
        page.expect_panel()
        page.page.locator("#panel").get_by_role("button", name="Share", exact=True).click()
        page.until(lambda: len(handed(page)) == 1, "the address is handed on")
        expect_equal((handed(page)[0]["url"], handed(page)[0]["files"]), (page.page.url, []), "what was handed on")
        expect_equal(page.page.locator("dialog.share-card[open]").count(), 0, "dialogs")
        page.page.get_by_role("button", name="Close", exact=True).click()
        open_for_view(page)
        expect_equal(page.page.locator(".share-phone").inner_text(), "", "what guests read of phones")
        expect_equal([url for url in page.requests if "/qr" in url], [], "codes that guests ask for")


@scenario("the dialog shows a QR code of the view's address, and on an address of this machine says what a phone needs", expects_failures=True)
def code_for_phones(page: MapPage, library: Library) -> None:
    page.left_out_in("firefox", "webkit", because="only Chromium's driver answers for the server of another name")
    page.open("#map=3/45/10")
    open_for_view(page)
    expect("--host" in page.page.locator(".share-phone").inner_text(), "The dialog does not say what a phone needs")
    expect_equal(card(page).locator("img").count(), 0, "codes of an address that only this machine has")
    # The same server under a name in the network.
    here = page.base
    # An answer that has no end cannot be handed through.
    page.context.route("http://photos.example/**", lambda route: route.abort() if "/events" in route.request.url else route.fulfill(response=route.fetch(url=route.request.url.replace("http://photos.example/", here))))
    page.leave()
    page.base = "http://photos.example/"
    page.open("#map=3/45/10")
    open_for_view(page)
    code = card(page).get_by_role("img", name="QR code with the address of this view")
    page.until(lambda: code.evaluate("one => one.complete && one.naturalWidth > 0"), "the code is there")
    expect_equal(parse_qs(urlsplit(code.get_attribute("src") and code.evaluate("one => one.src")).query)["text"], [page.page.url], "the text of the code")
    page.page.keyboard.press("Escape")
    page.leave()
    page.base = here
    page.requests = [url for url in page.requests if url.startswith(here)]
