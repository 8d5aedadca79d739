"""Users sign in and out; each role is offered what it may do, and requests nothing else."""

import http.client
import json
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from big_library import PACKAGE, WITHOUT_TRIPS
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.accessibility import expect_accessible
from scenarios.small_screens import too_small

WINDOW = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1, "reduced_motion": "reduce"}
SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}
FOLDER, IN_FOLDER = "2021-jordan", 2
PASSWORD = "correct horse"
FOR_OWNERS = r"/(scans|homes|views|zones|shares|diary|qr|doubts)\b|collections/tracks|tiles/tracks"
FOR_USERS = r"/(events|report)\b"
FOR_EDITORS = r"/(words|placements)\b"
HOSTILE = "<img src=x onerror=alert(1)>"


@dataclass
class Company:
    """A server with an owner, an editor, a viewer of one folder and a link."""

    base: str
    index: Path
    folder: Path

    def user(self, *arguments: str) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD + "\n")
        command = ["geoindex", "user", *arguments, "--db", self.index]
        subprocess.run(command + (["--password-file", password] if arguments[0] in ("add", "password") else []), check=True, capture_output=True)

    def change(self, name: str, *arguments: str) -> None:
        """Gives a user another role or scope; the password and the sessions stay."""
        subprocess.run(["geoindex", "user", "add", name, "--replace", *arguments, "--db", self.index], check=True, capture_output=True)

    def link(self) -> str:
        command = ["geoindex", "share", "--quiet", "--db", self.index, "--base-url", self.base, "--path", f"{FOLDER}/*"]
        return re.search(r"https?://\S+", subprocess.run(command, check=True, capture_output=True, text=True).stdout).group()


@contextmanager
def company(page: MapPage, *options: str, features: Iterable[dict] | None = None) -> Iterator[Company]:
    """A server of the sample photos, or of these features, with users."""
    with tempfile.TemporaryDirectory(prefix="geoindex-company-") as folder:
        index = Path(folder) / "photos.sqlite"
        if features is None:
            subprocess.run(["geoindex", "scan", "--quiet", "--db", index, *WITHOUT_TRIPS, PACKAGE / "sample-photos"], check=True)
        else:
            lines = "".join(json.dumps(feature) + "\n" for feature in features)
            subprocess.run(["geoindex", "import", "--quiet", "--db", index, "-"], input=lines, text=True, check=True)
        server = Company("", index, Path(folder))
        server.user("add", "ada", "--role", "owner")
        server.user("add", "edith", "--role", "editor")
        server.user("add", "vic", "--role", "viewer", "--path", FOLDER)
        server.user("add", HOSTILE, "--role", "viewer", "--path", FOLDER, "--path", "2025-*/*", "--keyword", HOSTILE, "--bbox", "1,2,3,4", "--path", "a-very-long-name-of-a-folder-without-any-space/in-another-one")
        process = subprocess.Popen(["geoindex", "serve", "--quiet", "--db", index, "--port", "0", *options], stdout=subprocess.PIPE, text=True)
        try:
            page.base = server.base = process.stdout.readline().split()[-1]
            yield server
            page.leave()
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextmanager
def another(page: MapPage, **options) -> Iterator[MapPage]:
    """A page in a browser of its own."""
    context = page.context.browser.new_context(**(WINDOW | options))
    other = MapPage(context, page.base)
    try:
        yield other
        other.leave()
    finally:
        context.close()


def fill(page: MapPage, name: str, password: str = PASSWORD) -> None:
    page.page.get_by_label("Name", exact=True).fill(name)
    page.page.get_by_label("Password").fill(password)
    page.page.get_by_role("button", name="Sign in").click()


def sign_in(page: MapPage, name: str, fragment: str = "") -> None:
    """The server answers 401 with the form, which browsers report on the console."""
    page.page.goto(page.base + fragment)
    fill(page, name)
    page.settle()
    account(page).wait_for()
    page.complaints[:] = [one for one in page.complaints if "401" not in one]


def account(page: MapPage):
    return page.page.locator("#account-button")


def card(page: MapPage):
    return page.page.locator("dialog.account-card[open]")


def counts(page: MapPage, total: int) -> None:
    page.until(lambda: f"{total} photo" in page.page.inner_text("#counts"), f"the page counts {total} photos")


def refused(page: MapPage, pattern: str) -> list[str]:
    return [url for url in page.requests if re.search(pattern, url)]


def first_of(page: MapPage, path: str) -> int:
    """The id of a photo in a folder."""
    return page.page.evaluate(
        "(path) => fetch(`collections/photos/items?limit=1&path=${path}`).then((answer) => answer.json()).then(({ features }) => features[0].id)", f"{path}/*")


def photo_of(page: MapPage, number: int) -> dict:
    """A photo as the browser's user sees it."""
    return page.page.evaluate("(id) => fetch(`collections/photos/items/${id}`).then((answer) => answer.json())", number)


@scenario("an owner, an editor, a viewer and a guest at once: each sees its part and may do its share, and all see what the editor changes")
def four_visitors(page: MapPage, library: Library) -> None:
    total = library.total()
    with company(page) as server, another(page) as editor, another(page, **PHONE) as viewer, another(page) as guest:
        sign_in(page, "ada")
        sign_in(editor, "edith")
        sign_in(viewer, "vic")
        guest.page.goto(server.link())
        guest.settle()
        for one, seen in ((page, total), (editor, total), (viewer, IN_FOLDER), (guest, IN_FOLDER)):
            counts(one, seen)
            one.quiet()
        expect_equal([one.page.locator("#share-button").is_visible() for one in (page, editor, viewer, guest)], [True, False, False, False], "who may share")
        expect(refused(page, "/events"), "The owner follows changes")
        for one in (editor, viewer, guest):
            expect_equal(refused(one, FOR_OWNERS), [], "requests that are for owners")
        expect_equal(refused(guest, FOR_USERS), [], "requests that are for users")
        photo = photo_of(editor, first_of(editor, FOLDER))
        for one in (viewer, guest):
            one.page.evaluate("(id) => { location.hash = `photo=${id}` }", photo["id"])
            one.expect_panel()
            one.quiet("/")
            expect_equal(one.page.locator(".photo-words.is-editable").count(), 0, "editors of words")
            expect_equal(one.page.get_by_role("button", name="Move", exact=False).count(), 0, "buttons that move the photo")
            expect_equal(refused(one, FOR_EDITORS), [], "requests that are for editors")

        editor.page.evaluate("(id) => { location.hash = `photo=${id}` }", photo["id"])
        words = editor.page.locator(".photo-pane .photo-words.is-editable")
        words.get_by_role("button", name="Edit", exact=True).click()
        words.get_by_label("Title", exact=True).and_(editor.page.locator("textarea, input")).fill("Seen by Edith")
        editor.until(lambda: photo_of(editor, photo["id"])["properties"].get("title") == "Seen by Edith", "the editor's title is stored")
        editor.page.keyboard.press("Escape")
        before = photo["geometry"]["coordinates"]
        editor.page.evaluate("([id, before]) => { location.hash = `map=9/${before[1] + 0.5}/${before[0]}&photo=${id}` }", [photo["id"], before])
        editor.settle()
        move = editor.page.get_by_role("button", name="Move")
        move.first.click()
        editor.page.locator(".placing-card:not(.picks-bar)").wait_for()
        editor.focused(editor.page.get_by_role("textbox", name="Coordinates, a map link or a place"), "the field for the place")
        editor.page.keyboard.press("Enter")
        editor.focused(editor.page.locator("#map canvas"), "the map")
        editor.page.keyboard.press("Enter")
        editor.page.locator(".undo-toast.is-shown").wait_for()
        editor.until(lambda: abs(photo_of(editor, photo["id"])["geometry"]["coordinates"][1] - before[1]) > 0.1, "the photo is elsewhere")
        after = photo_of(editor, photo["id"])["geometry"]["coordinates"]

        for one in (viewer, guest):
            one.page.get_by_role("button", name="Refresh").click()
            one.until(lambda: photo_of(one, photo["id"])["geometry"]["coordinates"] == after, "the others see the new place")
            one.until(lambda: "Seen by Edith" in one.page.inner_text("#panel"), "the others read the title")
        hint = viewer.page.locator('[data-chip="hint"] .map-chip-text')
        viewer.until(lambda: "Only owners can look for new files" in (hint.text_content() or ""), "the page says why it does not scan")
        page.page.evaluate("(id) => { location.hash = `photo=${id}` }", photo["id"])
        page.until(lambda: "Seen by Edith" in page.page.inner_text("#panel"), "the owner reads the title")
        editor.page.locator(".undo-toast.is-shown").get_by_role("button", name="Undo").click()
        editor.until(lambda: abs(photo_of(editor, photo["id"])["geometry"]["coordinates"][1] - before[1]) < 0.001, "the editor undoes it")
        for one in (editor, viewer, guest):
            expect_equal(one.complaints, [], "complaints on the console")
            expect_equal(refused(one, FOR_OWNERS), [], "requests that are for owners")


@scenario("the card says who has signed in and what they see; signing out leaves nothing to read, also after Back", expects_failures=True)
def signed_out(page: MapPage, _: Library) -> None:
    with company(page) as server:
        sign_in(page, "vic", "#map=6/31/36")
        expect_equal(account(page).inner_text(), "vic", "the button")
        account(page).focus()
        page.page.keyboard.press("Enter")
        card(page).wait_for()
        for words in ("vic", "Viewer", f"You see the photos of {FOLDER}.", "You may look at the photos."):
            expect(words in card(page).inner_text(), f"The card does not say “{words}”: {card(page).inner_text()}")
        expect_accessible(page, "the card of the user")
        page.page.keyboard.press("Escape")
        page.gone(card(page), "the card")
        page.focused(account(page), "the button")
        page.page.evaluate("""() => {
          localStorage.setItem("geoindex.searches", "[]");
          localStorage.setItem("geoindex.theme", "dark");
          sessionStorage.setItem("geoindex.unsent-words", "[]");
        }""")
        second = page.context.new_page()
        second.goto(page.base)
        second.locator("#account-button").wait_for()
        account(page).click()
        card(page).get_by_role("button", name="Sign out", exact=True).click()
        page.page.get_by_role("heading", name="Sign in to see the map").wait_for()
        expect_equal(page.page.url, page.base, "the address")
        second.get_by_role("heading", name="Sign in to see the map").wait_for()
        kept = page.page.evaluate("() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage)]")
        expect_equal([key for keys in kept for key in keys if key in ("geoindex.searches", "geoindex.unsent-words", "geoindex.user")], [], "what is kept of the library")
        expect("geoindex.theme" in kept[0], "Settings are lost")
        page.page.go_back()
        page.until(lambda: page.page.url == "about:blank" or page.page.get_by_role("heading", name="Sign in to see the map").is_visible(), "Back shows nothing")
        expect_equal(page.page.locator(".pin").count(), 0, "pins after Back")
        # While another page of the server is in the window.
        sign_in(page, "vic", "#map=6/31/36")
        page.page.goto(page.base + "api.html")
        page.page.evaluate("fetch('session', { method: 'DELETE' }).then(({ status }) => status)")
        page.page.go_back()
        page.page.get_by_role("heading", name="Sign in to see the map").wait_for()
        expect_equal(page.page.locator(".pin").count(), 0, "pins of a page that the browser kept")


@scenario("a session that was ended elsewhere is said once, and signing in leads back to the view", expects_failures=True)
def ended_elsewhere(page: MapPage, _: Library) -> None:
    with company(page) as server:
        sign_in(page, "ada", "#map=6/27/36&keyword=sea")
        # A new password ends the sessions of the old one.
        server.user("password", "ada")
        dialog = page.page.locator("dialog.is-signed-out[open]")
        page.until(lambda: page.page.get_by_role("button", name="Zoom in").is_visible() and (page.page.evaluate("fetch('me').then(({ status }) => status)") == 401), "the session is over")
        page.page.evaluate("document.querySelector('[aria-label=Refresh]').click()")
        dialog.wait_for()
        expect_equal(page.page.locator("dialog.is-signed-out").count(), 1, "messages")
        expect_accessible(page, "the message that the session is over")
        page.page.keyboard.press("Escape")
        expect(dialog.is_visible(), "Escape closes the message")
        page.focused(dialog.get_by_role("link", name="Sign in"), "the way in")
        fragment = page.page.evaluate("location.hash")
        expect("keyword=sea" in fragment and "map=6" in fragment, f"The address has no view: {fragment}")
        page.page.keyboard.press("Enter")
        page.page.get_by_label("Password").wait_for()
        fill(page, "ada", "wrong")
        page.page.get_by_role("alert").wait_for()
        expect_equal(page.page.get_by_label("Name").input_value(), "ada", "the name after a wrong password")
        page.focused(page.page.get_by_label("Password"), "the password")
        fill(page, "ada")
        account(page).wait_for()
        expect_equal(page.page.evaluate("location.hash"), fragment, "the view after signing in")
        # The same browser signs in as another user, in another tab.
        other = page.context.new_page()
        other.goto(page.base + "session")
        other.get_by_label("Name").fill("vic")
        other.get_by_label("Password").fill(PASSWORD)
        other.get_by_role("button", name="Sign in").click()
        other.locator("#account-button").wait_for()
        page.requests.clear()
        page.page.evaluate("document.querySelector('[aria-label=Refresh]').click()")
        page.until(lambda: account(page).is_visible() and account(page).inner_text() == "vic", "the first tab is that of the other user")
        page.quiet("/")
        expect_equal(refused(page, FOR_OWNERS), [], "requests that are for owners")


def stored_hash(users: Path, name: str) -> str:
    return next(line.split("\t")[2] for line in users.read_text().splitlines() if line.startswith(f"{name}\t"))


@scenario("a smaller scope shows fewer photos after a refresh, and a removed user nothing", expects_failures=True)
def smaller_scope(page: MapPage, library: Library) -> None:
    with company(page) as server:
        sign_in(page, "edith")
        counts(page, library.total())
        page.page.evaluate("(id) => { location.hash = `map=1/20/0&photo=${id}` }", first_of(page, "2023-paris"))
        page.expect_panel("eiffel-tower.jpg")
        role = "fetch('me').then((answer) => answer.json()).then(({ role }) => role)"
        # The command sets a new password, which would end the session.
        users = server.index.with_name("photos.sqlite.users")
        before = stored_hash(users, "edith")
        server.user("add", "edith", "--replace", "--role", "viewer", "--path", FOLDER)
        users.write_text(users.read_text().replace(stored_hash(users, "edith"), before))
        page.until(lambda: page.page.evaluate(role) == "viewer", "the role has changed")
        page.page.evaluate("document.querySelector('[aria-label=Refresh]').click()")
        counts(page, IN_FOLDER)
        page.equals(page.shown_count, IN_FOLDER, "photos on the map")
        page.until(lambda: "eiffel-tower" not in page.page.inner_text("#panel"), "the open photo is gone")
        expect_equal(page.page.locator(".photo-words.is-editable").count(), 0, "editors of words")
        server.user("remove", "edith")
        page.until(lambda: page.page.evaluate("fetch('me').then(({ status }) => status)") == 401, "the user is gone")
        page.page.evaluate("document.querySelector('[aria-label=Refresh]').click()")
        page.page.locator("dialog.is-signed-out[open]").wait_for()


@scenario("a guest of a server with users can sign in, and comes back to the view", expects_failures=True)
def guest_signs_in(page: MapPage, library: Library) -> None:
    with company(page) as server:
        page.page.goto(server.link() + "#map=5/31/36")
        page.settle()
        expect("Shared with you" in page.page.inner_text("#guest-line"), "The guest does not read who shares")
        page.equals(lambda: account(page).inner_text(), "Sign in", "the button")
        account(page).click()
        fill(page, "ada")
        page.equals(lambda: account(page).inner_text(), "ada", "the button")
        counts(page, library.total())
        expect("map=5/31" in page.page.url, f"The view is lost: {page.page.url}")


@scenario("on the smallest phones the button, the card, the form and the message fit and can be tapped", expects_failures=True, **SMALL)
def on_small_phones(page: MapPage, _: Library) -> None:
    with company(page):
        for width, height in ((320, 640), (390, 844)):
            page.page.set_viewport_size({"width": width, "height": height})
            page.page.goto(page.base)
            page.page.get_by_label("Name", exact=True).wait_for()
            page.emulate(color_scheme="dark" if width == 320 else "light")
            fits(page, "the form")
            expect_accessible(page, "the form")
            fill(page, HOSTILE)
            account(page).wait_for()
            page.settle()
            expect_equal(account(page).inner_text(), HOSTILE, "the name")
            fits(page, "the map")
            account(page).tap()
            card(page).wait_for()
            expect_equal(page.page.locator("img[src=x]").count(), 0, "elements of a name")
            fits(page, "the card")
            expect_accessible(page, "the card")
            expect_equal(too_small(page), [], "what is too small for a finger")
            card(page).get_by_role("button", name="Sign out everywhere").tap()
            page.page.get_by_label("Name", exact=True).wait_for()


@scenario("on phones the name in the masthead and the link above it are apart, and each is large enough for a finger", expects_failures=True, **SMALL)
def in_the_masthead(page: MapPage, _: Library) -> None:
    with company(page):
        sign_in(page, "ada")
        page.page.locator("#unplaced-link").wait_for()
        for width, height in ((320, 640), (390, 844)):
            page.page.set_viewport_size({"width": width, "height": height})
            fits(page, "the map")
            expect_equal(too_small(page), [], f"what is too small for a finger at {width} pixels")
            for link in ("#unplaced-link", "#account-button"):
                hit = """(one) => [0.2, 0.5, 0.8].map((part) => {
                  const words = document.createRange();
                  words.selectNodeContents(one);
                  const { left, top, width, height } = words.getBoundingClientRect();
                  return one.contains(document.elementFromPoint(left + width / 2, top + height * part));
                })"""
                expect_equal(page.page.locator(link).evaluate(hit), [True, True, True], f"whether a finger on its words hits {link}")


def fits(page: MapPage, what: str) -> None:
    page.until(lambda: page.moving() == 0, f"{what} has come to rest")
    width, window = page.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    expect(width <= window, f"{what} is {width} pixels wide in a window of {window}")


@scenario("a viewer who calls the page's own functions gets nothing more from the server", expects_failures=True)
def by_hand(page: MapPage, _: Library) -> None:
    with company(page):
        sign_in(page, "vic")
        total = page.page.evaluate("fetch('collections/photos/items?limit=1').then((answer) => answer.json()).then(({ numberMatched }) => numberMatched)")
        expect_equal(total, IN_FOLDER, "the photos of the viewer")
        answers = page.page.evaluate("""async () => {
          await (await import(new URL("app/core/texts.js", document.baseURI))).loadTexts();
          const { createApi } = await import("./app/api.js");
          const api = createApi(document.baseURI);
          const calls = {
            scan: () => api.startScan(), homes: () => api.homes(),
            shares: () => api.shares(), share: () => api.share({ expires: "1d" }), zones: () => api.zones(), removeZone: () => api.removeZone("home"),
            views: () => api.savedViews(), saveView: () => api.saveView({ name: "a", filters: {} }, true), words: () => api.words(1),
            write: () => api.write([1], { set: { title: "x" }, add: {}, remove: {} }), place: () => api.place([{ photo: 1, longitude: 1, latitude: 1 }]),
          };
          const found = {};
          for (const [name, call] of Object.entries(calls)) found[name] = await call().then(() => 200, ({ status }) => status);
          found.role = (await api.visitor()).role;
          return found;
        }""")
        expect_equal(answers.pop("role"), "viewer", "the role")
        expect_equal({name for name, status in answers.items() if status != 403}, set(), "what is not refused")
        for fragment in ("#sharing=links", "#unplaced=all", "#plan=1", "#trips=list", "#trip=2025-04-01", "#tracks=1", "#sharing=places"):
            page.requests.clear()
            page.open(fragment)
            page.quiet("/")
            expect_equal(refused(page, f"{FOR_OWNERS}|{FOR_EDITORS}"), [], f"requests of {fragment}")


@contextmanager
def behind_prefix(base: str, prefix: str) -> Iterator[str]:
    """A proxy that serves another server below a prefix; yields the address of that."""
    server = urlsplit(base)

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def relay(self) -> None:
            if not self.path.startswith(f"{prefix}/"):
                self.send_error(404)
                return
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection = http.client.HTTPConnection(server.hostname, server.port, timeout=30)
            connection.request(self.command, self.path.removeprefix(prefix), content or None, fields | {"X-Forwarded-Prefix": prefix})
            answer = connection.getresponse()
            body = answer.read()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                    self.send_header(name, value)
            if answer.status not in (204, 304):
                self.send_header("Content-Length", answer.getheader("Content-Length") if self.command == "HEAD" else str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            connection.close()

        do_GET = do_HEAD = do_POST = do_DELETE = relay

        def log_message(self, *_) -> None:
            pass

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}{prefix}/"
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


@scenario("behind a prefix people sign in and out within the prefix, and a cookie of one map does not reach another", expects_failures=True)
def within_prefix(page: MapPage, _: Library) -> None:
    with company(page, "--trust-proxy") as server, behind_prefix(server.base, "/map") as base:
        page.base = base
        sign_in(page, "vic", "#map=6/31/36")
        expect_equal([one["path"] for one in page.context.cookies() if one["name"].startswith("geoindex-session")], ["/map/"], "paths of the cookie")
        expect(page.page.url.startswith(base) and "map=6/31" in page.page.url, f"Signing in leads to {page.page.url}")
        counts(page, IN_FOLDER)
        account(page).click()
        card(page).get_by_role("button", name="Sign out", exact=True).click()
        page.page.get_by_role("heading", name="Sign in to see the map").wait_for()
        expect_equal(page.page.url, base, "the address after signing out")
        expect_equal(page.context.cookies(), [], "cookies after signing out")
        page.leave()


@scenario("without JavaScript people sign in too, and many wrong passwords are refused with the time to wait", expects_failures=True, java_script_enabled=False)
def without_script(page: MapPage, _: Library) -> None:
    with company(page):
        page.page.goto(page.base)
        fill(page, "vic")
        page.page.locator("noscript, #map").first.wait_for(state="attached")
        expect_equal(page.page.url, page.base, "the address after signing in")
        page.context.clear_cookies()
        page.page.goto(page.base)
        alert = page.page.get_by_role("alert")
        for _attempt in range(15):
            fill(page, "vic", "wrong")
            alert.wait_for()
            if "wait" in alert.inner_text():
                break
            expect_equal(alert.inner_text(), "The name or the password is wrong.", "the refusal")
        expect(re.search(r"wait \d+ seconds", alert.inner_text()), f"The form does not say how long to wait: {alert.inner_text()}")
        # Also the right password has to wait.
        fill(page, "vic")
        expect(re.search(r"wait \d+ seconds", alert.inner_text()), "The right password need not wait")
