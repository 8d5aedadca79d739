"""The page without its server: what it shows then, and what it keeps of whom."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from big_library import PACKAGE, WITHOUT_TRIPS
from library import Library
from map_page import MapPage
from scenario import expect, expect_equal, scenario

from scenarios.account import PASSWORD, PHONE, account, card, fill, sign_in

ALPS = "#map=6/47/9"
KEPT = """async () => {
  const databases = (await indexedDB.databases()).filter(({ name }) => name.startsWith("geoindex-seen"));
  const all = [];
  for (const { name } of databases) {
    const database = await new Promise((resolve, reject) => Object.assign(indexedDB.open(name), { onsuccess() { resolve(this.result); }, onerror: reject }));
    if (database.objectStoreNames.contains("entries")) {
      const request = database.transaction("entries").objectStore("entries").getAll();
      all.push(...await new Promise((resolve) => Object.assign(request, { onsuccess() { resolve(this.result); } })));
    }
    database.close();
  }
  return all.map(({ key, kind }) => [kind, key]);
}"""

def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@dataclass
class Server:
    """A server of the sample photos, which may stop and come back at its port."""

    folder: Path
    static: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None
    options: tuple[str, ...] = ()

    @property
    def index(self) -> Path:
        return self.folder / "photos.sqlite"

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def scan(self, *options: str) -> None:
        subprocess.run(["geoindex", "scan", "--quiet", "--db", self.index, *WITHOUT_TRIPS, *options, PACKAGE / "sample-photos"], check=True)

    def start(self) -> None:
        command = ["geoindex", "serve", "--quiet", "--db", self.index, "--static", self.static, "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait(timeout=60)
        self.process = None


@contextmanager
def serving(page: MapPage, *options: str) -> Iterator[Server]:
    """A server of its own, as the page is installed."""
    with tempfile.TemporaryDirectory(prefix="geoindex-offline-") as folder:
        static = Path(folder) / "static"
        joined = Path(os.environ["GEOINDEX_STATIC"])
        if (joined / "service-worker.js").exists():
            # Copies would be 7000 files.
            static.symlink_to(joined)
        else:
            subprocess.run([PACKAGE / "scripts/lib/join-page", static], check=True)
        server = Server(Path(folder), static, options=options)
        server.scan()
        server.start()
        page.base = server.base
        try:
            yield server
            page.leave()
        finally:
            server.kill()


def kept(page: MapPage, kind: str = "") -> list[str]:
    return [key for one, key in page.page.evaluate(KEPT) if kind in ("", one)]


def has_worker(page: MapPage) -> None:
    page.until(lambda: page.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated' && navigator.serviceWorker.controller !== null)"),
               "the worker is there")


def has_kept(page: MapPage) -> None:
    """Waits until the first view is kept, with pictures."""
    has_worker(page)
    page.until(lambda: any("/clusters?" in key for key in kept(page, "data")) and kept(page, "picture"), "the view is kept")
    counts = []

    def is_still() -> bool:
        page.frames(10)
        counts.append(len(kept(page)))
        return len(counts) > 2 and counts[-1] == counts[-2] == counts[-3]

    page.until(is_still, "nothing more is added")


def line(page: MapPage) -> str:
    return page.page.inner_text("#counts")


def is_offline(page: MapPage) -> None:
    page.until(lambda: re.fullmatch(r"Offline: as of \d+ \w+,? \d?\d:\d\d", line(page)), "the page says from when it is")


def is_online(page: MapPage, total: int) -> None:
    page.until(lambda: f"{total} photos" in line(page), "the page counts photos again")


def pictures(page: MapPage) -> int:
    """The pictures in view that are drawn."""
    return page.page.eval_on_selector_all(".pin img, .tile img", "all => all.filter((one) => one.complete && one.naturalWidth > 0).length")


@scenario("what was seen is there without the server, with its pictures and the time from which it is; the rest fails in plain words, and the page recovers by itself",
          expects_failures=True, service_workers="allow")
def seen_view(page: MapPage, library: Library) -> None:
    total = library.total()
    with serving(page) as server:
        page.open(ALPS)
        has_kept(page)
        shown = page.shown_count()
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        expect_equal(page.shown_count(), shown, "photos on the map")
        page.until(lambda: pictures(page) >= 2, "there are pictures, on the map and in the list")
        expect_equal(page.page.locator(".toast.is-shown").count(), 0, "messages that the server is away")
        page.open("#map=12/-43.5/172.6")
        page.page.locator(".toast.is-shown").wait_for()
        expect("geoindex serve" in page.page.inner_text(".toast"), "The message does not say what to do")
        server.start()
        is_online(page, total)
        page.gone(page.page.locator(".toast.is-shown"), "the message")
        page.settle()


@scenario("a page that is open when the server goes says from when its photos are, and goes on when it is back", expects_failures=True, service_workers="allow")
def server_goes(page: MapPage, library: Library) -> None:
    total = library.total()
    with serving(page) as server:
        page.open(ALPS)
        has_kept(page)
        page.press_on_map("+")
        page.quiet("/")
        page.press_on_map("-")
        server.kill()
        is_offline(page)
        for key in ("+", "-"):
            page.press_on_map(key)
        expect(page.shown_count() > 0, "The pins are gone")
        expect_equal(page.page.locator(".toast.is-shown").count(), 0, "messages that the server is away")
        server.start()
        is_online(page, total)


@scenario("the start of the installed page opens without the server, in any language", expects_failures=True, service_workers="allow")
def installed(page: MapPage, _: Library) -> None:
    with serving(page) as server:
        page.open()
        has_kept(page)
        manifest = page.page.evaluate("fetch('manifest.webmanifest').then((answer) => answer.json())")
        server.kill()
        page.page.goto("about:blank")
        page.page.goto(page.base + manifest["start_url"].removeprefix("."))
        page.settle()
        is_offline(page)
        page.page.goto(page.base + "?lang=ar")
        page.settle()
        page.until(lambda: "دون اتصال" in line(page), "the line is Arabic")
        expect(page.shown_count() > 0, "There are no pins")


def caches_of_pages(page: MapPage) -> list[str]:
    return page.page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('geoindex-page ')))")


def version(page: MapPage) -> str:
    return page.page.get_attribute('meta[name="geoindex-version"]', "content")


@scenario("a page that is open while the program is upgraded goes on with the files of its version, and the next opening has the new one as a whole",
          expects_failures=True, service_workers="allow")
def upgraded(page: MapPage, _: Library) -> None:
    with serving(page) as server, tempfile.TemporaryDirectory(prefix="geoindex-next-") as folder:
        following = Path(folder) / "static"
        next_version(following)
        page.open()
        has_kept(page)
        before = version(page)
        server.kill()
        server.static = following
        server.start()
        is_online(page, Library(page.base).total())
        # A part that is loaded only now, whose file the server does not have any more.
        chunks = page.page.evaluate("performance.getEntriesByType('resource').length")
        page.page.get_by_role("button", name="Share", exact=True).click()
        page.page.get_by_role("button", name="Make a link").wait_for()
        expect(page.page.evaluate("performance.getEntriesByType('resource').length") > chunks, "Nothing was loaded")
        expect_equal(page.page.evaluate("document.documentElement.dataset.next ?? ''"), "", "the version that goes on")
        second = page.context.new_page()
        second.goto(page.base)
        second.locator("html.is-ready").wait_for()
        expect_equal(second.evaluate("document.documentElement.dataset.next"), "yes", "the version of a new tab")
        expect(second.get_attribute('meta[name="geoindex-version"]', "content") != before, "Both have one version")
        page.until(lambda: len(caches_of_pages(page)) == 2 and second.evaluate("navigator.serviceWorker.getRegistration().then((one) => !one.installing && !one.waiting && one.active.state === 'activated')"),
                   "both versions are kept, the new one as a whole")
        # The first tab is reloaded without the server: the new version opens, all of it.
        second.close()
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        expect_equal(page.page.evaluate("document.documentElement.dataset.next"), "yes", "the version after reloading")
        server.start()
        page.open()
        page.until(lambda: len(caches_of_pages(page)) == 1, "the former version is gone")


def next_version(folder: Path) -> None:
    """The page of a later version: its modules have other names, and it says so."""
    with tempfile.TemporaryDirectory(prefix="geoindex-sources-") as sources:
        copy = Path(sources)
        shutil.copytree(PACKAGE / "scripts", copy / "scripts")
        (copy / "static").mkdir()
        for part in (PACKAGE / "static").iterdir():
            if part.name == "app":
                shutil.copytree(part, copy / "static/app")
            else:
                (copy / "static" / part.name).symlink_to(part)
        main = copy / "static/app/core/store.js"
        main.write_text('document.documentElement.dataset.next = "yes";\n' + main.read_text())
        subprocess.run([copy / "scripts/lib/join-page", folder], check=True)


@contextmanager
def company(page: MapPage) -> Iterator[Server]:
    """A server with an owner, a viewer of one folder, and a link."""
    with serving(page) as server:
        server.kill()
        password = server.folder / "password"
        password.write_text(PASSWORD + "\n")
        for arguments in (("ada", "--role", "owner"), ("vic", "--role", "viewer", "--path", "2021-jordan")):
            subprocess.run(["geoindex", "user", "add", *arguments, "--db", server.index, "--password-file", password], check=True, capture_output=True)
        server.start()
        yield server


@scenario("signing out removes what was kept, and another user of the browser never sees the photos of the one before", expects_failures=True, service_workers="allow")
def other_user(page: MapPage, library: Library) -> None:
    total = library.total()
    with company(page) as server:
        sign_in(page, "ada")
        has_kept(page)
        expect(any(key.startswith(f"{page.base}me") for key in kept(page)), "It is not kept who has signed in")
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        server.start()
        is_online(page, total)
        account(page).click()
        card(page).get_by_role("button", name="Sign out", exact=True).click()
        page.page.get_by_role("heading", name="Sign in to see the map").wait_for()
        page.until(lambda: kept(page) == [], "nothing is kept")
        # Without the server there is the empty page, and no photo.
        server.kill()
        page.page.goto("about:blank")
        page.page.goto(page.base)
        page.page.locator("#counts").wait_for()
        page.until(lambda: "Offline" not in line(page) and line(page) not in ("", "Loading…"), "the page has nothing to show")
        expect_equal(page.page.locator(".pin").count(), 0, "pins of someone who has signed out")
        server.start()
        sign_in(page, "ada")
        has_kept(page)
        # The other one signs in although the first is still signed in.
        page.page.goto(page.base + "session")
        fill(page, "vic")
        page.settle()
        page.until(lambda: "2 photos" in line(page), "the viewer sees two photos")
        page.quiet("/")
        of_ada = kept(page)
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        shown = page.page.evaluate("fetch('collections/photos/items?limit=1').then((answer) => answer.json()).then(({ numberMatched }) => numberMatched)")
        expect_equal(shown, 2, f"the number of photos that are kept: {of_ada}")
        server.start()
        is_online(page, 2)


@scenario("a session that is over takes what was kept with it", expects_failures=True, service_workers="allow")
def session_over(page: MapPage, _: Library) -> None:
    with company(page) as server:
        sign_in(page, "ada")
        has_kept(page)
        subprocess.run(["geoindex", "user", "password", "ada", "--db", server.index, "--password-file", server.folder / "password"], check=True, capture_output=True)
        page.until(lambda: page.page.evaluate("fetch('me', { cache: 'no-store' }).then(({ status }) => status)") == 401, "the session is over")
        page.page.evaluate("document.querySelector('[aria-label=Refresh]').click()")
        page.page.locator("dialog.is-signed-out[open]").wait_for()
        page.until(lambda: kept(page) == [], "nothing is kept")


@scenario("of a link nothing is kept, and its guest does not see what the browser kept of a user", expects_failures=True, service_workers="allow")
def guest(page: MapPage, _: Library) -> None:
    with company(page) as server:
        answer = subprocess.run(["geoindex", "share", "--quiet", "--db", server.index, "--base-url", page.base, "--path", "2021-jordan/*"], check=True, capture_output=True, text=True)
        link = re.search(r"https?://\S+", answer.stdout).group()
        page.page.goto(link)
        page.settle()
        page.quiet("/")
        expect_equal(page.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0, "workers for a guest")
        expect_equal(kept(page), [], "what is kept of a guest")
        # A user of the browser has a worker; after the session the guest comes back.
        sign_in(page, "ada") if page.page.locator("#account-button:visible").count() == 0 else page.page.goto(page.base + "session")
        if "session" in page.page.url:
            fill(page, "ada")
            page.settle()
        has_kept(page)
        page.context.clear_cookies()
        page.page.goto(link)
        page.settle()
        page.quiet("/")
        page.until(lambda: kept(page) == [], "nothing of the user is kept")
        server.kill()
        # The page asks the server for what it does not have.
        status = page.page.evaluate("fetch('collections/photos/items?limit=1').then(({ status }) => status, () => 0)")
        expect_equal(status, 0, "an answer for a guest without the server")


@scenario("with no pictures chosen nothing of the library is kept, and the page still opens", expects_failures=True, service_workers="allow")
def nothing_kept(page: MapPage, _: Library) -> None:
    with serving(page) as server:
        page.open()
        has_kept(page)
        page.page.get_by_role("button", name="Layers").click()
        choice = page.page.get_by_role("combobox", name="Kept for when the server is away")
        expect_equal(choice.locator("option").all_inner_texts(), ["Offline: keep nothing", "Offline: up to 50 MB of pictures", "Offline: up to 500 MB of pictures"], "the choices")
        expect_equal(choice.input_value(), "50", "what is chosen at first")
        choice.select_option("0")
        page.until(lambda: kept(page) == [], "what was kept is removed")
        page.page.reload()
        page.settle()
        page.press_on_map("+")
        page.quiet("/")
        expect_equal(kept(page), [], "what is kept")
        server.kill()
        page.page.reload()
        page.page.locator(".toast.is-shown").wait_for()
        expect("geoindex serve" in page.page.inner_text(".toast"), "The message does not say what to do")
        server.start()
        page.settle()
        page.until(lambda: page.shown_count() > 0, "the pins are there")


@scenario("another library at the same address does not mix with what was kept of the first", expects_failures=True, service_workers="allow")
def other_library(page: MapPage, _: Library) -> None:
    with serving(page) as server:
        page.open()
        has_kept(page)
        server.kill()
        for file in server.folder.glob("photos.sqlite*"):
            file.unlink()
        features = json.dumps({"type": "FeatureCollection", "features": [{
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [9, 47]}, "properties": {"path": "other/one.jpg", "takenAt": "2020-01-01T12:00:00Z"}}]})
        subprocess.run(["geoindex", "import", "--quiet", "--db", server.index, "-"], input=features, text=True, check=True)
        server.start()
        page.page.reload()
        page.settle()
        page.until(lambda: "1 photo" in line(page), "the page counts the photo of the other library")
        page.quiet("/")
        expect_equal(pictures(page), 0, "pictures of the first library")
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        page.until(lambda: page.shown_count() == 1, "one photo is on the map")


@scenario("without the server a phone shows what was seen, and says so where the counts are", expects_failures=True, service_workers="allow", **PHONE)
def on_a_phone(page: MapPage, _: Library) -> None:
    with serving(page) as server:
        page.open()
        has_kept(page)
        server.kill()
        page.page.reload()
        page.settle()
        is_offline(page)
        for size in ({"width": 320, "height": 640}, {"width": 390, "height": 844}):
            page.page.set_viewport_size(size)
            counts = page.page.locator("#counts")
            page.until(counts.is_visible, "the line is visible")
            expect_equal(counts.evaluate("one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1"), True, f"the line fits {size}")
        expect(page.shown_count() > 0, "There are no pins")


@scenario("a browser that has removed what was kept, or the files of the page, does no harm", expects_failures=True, service_workers="allow")
def removed_by_the_browser(page: MapPage, library: Library) -> None:
    with serving(page) as server:
        page.open()
        has_kept(page)
        # The database of answers is gone, as after the browser has made room; the worker makes another.
        page.page.evaluate("""async () => {
          for (const { name } of await indexedDB.databases()) await new Promise((resolve) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: resolve, onblocked: resolve }));
        }""")
        page.press_on_map("+")
        page.until(lambda: any("/clusters?" in key for key in kept(page, "data")), "answers are kept again")
        # Nor does the page need the caches of its files while the server answers.
        page.page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        page.page.reload()
        page.settle()
        is_online(page, library.total())


@scenario("a server that hangs without refusing is as one that is away: the page opens with what was seen, and recovers", expects_failures=True, service_workers="allow")
def hanging(page: MapPage, library: Library) -> None:
    with serving(page) as server:
        page.open(ALPS)
        has_kept(page)
        server.process.send_signal(signal.SIGSTOP)
        try:
            page.page.reload(wait_until="commit")
            page.settle()
            is_offline(page)
            expect(page.shown_count() > 0, "There are no pins")
        finally:
            server.process.send_signal(signal.SIGCONT)
        is_online(page, library.total())


@scenario("a browser without room keeps nothing, and shows the page as ever", service_workers="allow")
def no_room(page: MapPage, library: Library) -> None:
    with serving(page):
        page.page.goto(page.base + "icon.svg")
        # The override lasts as long as the session.
        session = page.tools()
        session.send("Storage.overrideQuotaForOrigin", {"origin": page.base.rstrip("/"), "quotaSize": 1})
        page.open(ALPS)
        for key in ("+", "-"):
            page.press_on_map(key)
            page.quiet("/")
        is_online(page, library.total())
        expect(page.shown_count() > 0, "There are no pins")
        expect_equal(page.page.locator(".toast.is-shown").count(), 0, "messages")
        state = page.page.evaluate("""navigator.serviceWorker.register("service-worker.js").then(({ installing }) =>
          new Promise((resolve) => { installing.onstatechange = () => resolve(installing.state); }))""")
        expect_equal(state, "redundant", "the state of a worker for whose files there is no room")
        expect_equal((kept(page), page.page.evaluate("caches.keys()")), ([], []), "what is kept")
