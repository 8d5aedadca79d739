"""Drives WebKitGTK's MiniBrowser by WebDriver, with the part of Playwright's interface that scenarios use.

Playwright drives only a WebKit of its own. WebDriver has no events: what the page requests and what is in flight is
recorded by a script that is added to each page, and console messages are read from what MiniBrowser prints. What stands
between a page and the server does a proxy (webkit_proxy.py).
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from mimetypes import guess_type
from pathlib import Path
from types import SimpleNamespace

from PIL import Image
from playwright.sync_api import Error, TimeoutError
from scenario import LeftOut
from webkit_proxy import Answer, Pattern, Proxy, asked, fits

FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec")
VERSIONS = ("webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0")
ELEMENT = (Path(__file__).parent / "webkit.js").read_text()
EMULATION = (Path(__file__).parent / "webkit_emulation.js").read_text()
WITHOUT_WORKER = "if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});"
KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003", "Delete": "\ue017", "Home": "\ue011", "End": "\ue010",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "PageUp": "\ue00e", "PageDown": "\ue00f", "F10": "\ue03a",
    "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "Meta": "\ue03d", "Space": " ",
}
MODIFIERS = ("Shift", "Control", "Alt", "Meta")
BUTTONS = {"left": 0, "middle": 1, "right": 2}
# Turns the rules for paper into rules for everything, and those for screens into rules for terminals.
ON_PAPER = """() => {
  const turn = (part) => {
    if (part.media?.length) part.media.mediaText = part.media.mediaText.replace(/\\bscreen\\b/g, "tty").replace(/\\bprint\\b/g, "all");
    for (const rule of part.cssRules ?? []) turn(rule.styleSheet ?? rule);
  };
  [...document.styleSheets].forEach(turn);
}"""
START = 30.0


def mini_browser() -> str | None:
    found = (f"{folder}/{version}/MiniBrowser" for folder in FOLDERS for version in VERSIONS)
    return next(filter(os.path.exists, found), None)


class WebKit:
    """As Playwright's browser. Each context is a session with a window of its own, and nothing from before."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.browser_type = SimpleNamespace(name="webkit")

    def is_connected(self) -> bool:
        return True

    def new_context(self, **options) -> "Context":
        return Context(self, options)

    def close(self) -> None:
        pass


class Context:
    def __init__(self, browser: WebKit, options: dict) -> None:
        self.browser, self.options = browser, options
        self.timeout = START
        languages = [options.get("locale", "en-GB")]
        self.scripts = [emulation("languages", languages), emulation("files"), emulation("finger"), *([] if options.get("service_workers") == "allow" else [WITHOUT_WORKER])]
        if "geolocation" in options and "geolocation" in options.get("permissions", ()):
            self.set_geolocation(options["geolocation"])
        self.pages: list[Page] = []
        self.request = Requests(self)
        self.heard: list[str] = []
        self.home = tempfile.TemporaryDirectory(prefix="geoindex-webkit-", ignore_cleanup_errors=True)
        write_settings(Path(self.home.name), options)
        places = {name: self.home.name for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        self.proxy = Proxy(self.scripts, languages)
        # For buffers that are shared with a graphics card. Without one, WebKitGTK 2.50 draws far slower with them: the page
        # was ready after 2.6 s of CPU time without, and not yet after 8.6 s with them (one measurement, on a busy machine).
        drawing = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        self.port = free_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self.port}"], env=browser.environment | places | drawing,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        threading.Thread(target=self._listen, daemon=True).start()
        arguments = ["--automation", "--enable-write-console-messages-to-stdout=true", "--javascript-can-open-windows-automatically=true", f"--proxy={self.proxy.address}"]
        wanted = {"webkitgtk:browserOptions": {"binary": mini_browser(), "args": arguments}}
        self.session = f"/session/{self._start({'capabilities': {'alwaysMatch': wanted}})['sessionId']}"
        self.call("POST", f"{self.session}/timeouts", {"script": 90_000})
        self.current = self.call("GET", f"{self.session}/window")

    def _start(self, wanted: dict) -> dict:
        """Waits until the driver listens."""
        deadline = time.monotonic() + START
        while True:
            try:
                return self.call("POST", "/session", wanted)
            except ConnectionError:
                if self.driver.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def opened(self, known: list[str]) -> str:
        """The window that was opened besides those that are known."""
        deadline = time.monotonic() + START
        while not (others := [handle for handle in self.call("GET", f"{self.session}/window/handles") if handle not in known]):
            if time.monotonic() > deadline:
                raise Error("MiniBrowser opened no window")
        return others[0]

    def new_page(self) -> "Page":
        """In a window without a tool bar, which may be as narrow as a phone."""
        known = self.call("GET", f"{self.session}/window/handles")
        script = {"script": "open('about:blank', '_blank', 'popup=1,width=800,height=600')", "args": []}
        self.call("POST", f"{self.session}/execute/sync", script)
        self.pages.append(Page(self, self.opened(known)))
        return self.pages[-1]

    def _listen(self) -> None:
        for line in self.driver.stdout:
            self.heard.append(line.rstrip())

    def call(self, method: str, path: str, body: dict | None = None):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer and "message" in answer:
            raise Error(f"{answer['error']}: {answer['message']}")
        return answer

    def send(self, window: str, method: str, path: str, body: dict | None = None):
        if window != self.current:
            self.call("POST", f"{self.session}/window", {"handle": window})
            self.current = window
        return self.call(method, self.session + path, body)

    def set_default_timeout(self, milliseconds: float) -> None:
        self.timeout = milliseconds / 1000

    def add_init_script(self, script: str) -> None:
        self.scripts.append(script)

    @contextmanager
    def expect_page(self) -> Iterator[SimpleNamespace]:
        awaited = SimpleNamespace(value=None)
        known = self.call("GET", f"{self.session}/window/handles")
        yield awaited
        awaited.value = Page(self, self.opened(known))
        self.pages.append(awaited.value)

    def route(self, pattern: Pattern, handler: Callable) -> None:
        self.proxy.route(pattern, handler)

    def unroute(self, pattern: Pattern, handler: Callable | None = None) -> None:
        self.proxy.unroute(pattern, handler)

    def unroute_all(self, **_) -> None:
        self.proxy.routes.clear()

    def downloads(self) -> list[Path]:
        """Whole files: WebKitGTK writes to another, which then replaces an empty one with the final name."""
        return [one for one in (Path(self.home.name) / "downloads").iterdir() if one.suffix != ".wkdownload" and one.stat().st_size]

    def set_offline(self, is_offline: bool) -> None:
        self.proxy.is_offline = is_offline

    def grant_permissions(self, permissions: list[str], **_) -> None:
        if unknown := [one for one in permissions if not one.startswith("clipboard-")]:
            raise LeftOut(f"WebDriver gives WebKitGTK no permission for {', '.join(unknown)}")
        self.scripts.append(emulation("clipboard"))

    def set_geolocation(self, position: dict[str, float]) -> None:
        """For pages that are opened from now on."""
        self.scripts.append(emulation("position", position))

    def on(self, event: str, listener: Callable) -> None:
        self.proxy.listeners[event].append(listener)

    def cookies(self) -> list[dict]:
        return self.pages[0].send("GET", "/cookie")

    def clear_cookies(self) -> None:
        self.pages[0].send("DELETE", "/cookie")

    def close(self) -> None:
        try:
            self.call("DELETE", self.session)
        except (Error, OSError, ValueError):
            pass
        self.driver.terminate()
        self.driver.wait(timeout=30)
        self.proxy.close()
        self.home.cleanup()


class Request:
    def __init__(self, url: str) -> None:
        self.url = url


class Requests:
    """Requests that no page makes, with the cookies of the pages."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def get(self, url: str, headers: dict[str, str] | None = None) -> Answer:
        return asked(url, "GET", self._cookies() | (headers or {}), b"")

    def post(self, url: str, data: dict) -> Answer:
        return asked(url, "POST", self._cookies() | {"Content-Type": "application/json"}, json.dumps(data).encode())

    def _cookies(self) -> dict[str, str]:
        known = "; ".join(f"{one['name']}={one['value']}" for one in self.context.cookies())
        return {"Cookie": known} if known else {}


class Clock:
    def __init__(self, context: Context) -> None:
        self.context = context

    def set_fixed_time(self, time: str) -> None:
        """For pages that are opened from now on."""
        self.context.scripts.append(emulation("clock", time))


class FileChooser:
    """A field of the page that waits for files."""

    def __init__(self, page: Page, number: int) -> None:
        self.page, self.number = page, number

    def is_multiple(self) -> bool:
        return self.page.evaluate("(number) => fileFields[number].multiple", self.number)

    def set_files(self, files: Iterable[Path]) -> None:
        described = [{"name": one.name, "type": guess_type(one.name)[0] or "", "content": base64.b64encode(one.read_bytes()).decode()} for one in files]
        self.page.evaluate("""([number, files]) => {
          const transfer = new DataTransfer();
          for (const { name, type, content } of files) transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name, { type }));
          fileFields[number].files = transfer.files;
          for (const kind of ["input", "change"]) fileFields[number].dispatchEvent(new Event(kind, { bubbles: true }));
        }""", [self.number, described])


class Download:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.suggested_filename = file.name

    def path(self) -> Path:
        return self.file


class Handle:
    """An object of the page that is made when it is used."""

    def __init__(self, expression: str, argument) -> None:
        self.expression, self.argument = expression, argument


class Message:
    """A line of the console."""

    def __init__(self, kind: str, text: str, url: str) -> None:
        self.type, self.text, self.location = kind, text, {"url": url}


class Page:
    def __init__(self, context: Context, window: str) -> None:
        self.context = context
        self.keyboard, self.mouse, self.touchscreen = Keyboard(self), Mouse(self), Touchscreen(self)
        self.clock, self.request = Clock(context), context.request
        self.listeners: dict[str, list] = {}
        self.under_way: dict[int, Request] = {}
        self.read = 0
        self.send = partial(context.send, window)
        self.route, self.unroute, self.add_init_script = context.route, context.unroute, context.add_init_script
        self.set_default_timeout = context.set_default_timeout
        self.set_viewport_size(context.options.get("viewport") or {"width": 1280, "height": 720})

    def on(self, event: str, listener) -> None:
        listeners = self.context.proxy.listeners if event == "response" else self.listeners
        listeners.setdefault(event, []).append(listener)

    def emit(self, event: str, what) -> None:
        for listener in self.listeners.get(event, []):
            listener(what)

    # The address

    def goto(self, url: str) -> None:
        self._leave()
        self.send("POST", "/url", {"url": url})

    def reload(self) -> None:
        self._leave()
        self.send("POST", "/refresh", {})

    def go_back(self) -> None:
        self.send("POST", "/back", {})

    def go_forward(self) -> None:
        self.send("POST", "/forward", {})

    @property
    def url(self) -> str:
        return self.send("GET", "/url")

    def _leave(self) -> None:
        for request in self.under_way.values():
            self.emit("requestfailed", request)
        self.under_way.clear()

    # Scripts

    def evaluate(self, expression: str, argument=None):
        return self.run(None, expression, argument)

    def evaluate_handle(self, expression: str, argument=None) -> Handle:
        return Handle(expression, argument)

    def eval_on_selector_all(self, css: str, expression: str, argument=None):
        return self.locator(css).evaluate_all(expression, argument)

    def run(self, steps: list | None, expression: str, argument=None):
        script = ELEMENT.replace("EXPRESSION", expression.strip().removesuffix(";"))
        answer = self.send("POST", "/execute/async", {"script": script, "args": [steps, argument]})
        if "error" in answer:
            raise Error(answer["error"])
        for number, url in answer["started"]:
            request = Request(url)
            self.emit("request", request)
            if number is None:
                self.emit("requestfinished", request)
            else:
                self.under_way[number] = request
        for number, event in answer["ended"]:
            if number in self.under_way:
                self.emit(event, self.under_way.pop(number))
        for number in answer["fields"]:
            self.emit("filechooser", FileChooser(self, number))
        self._hear()
        return answer["value"]

    def _hear(self) -> None:
        for line in self.context.heard[self.read:]:
            found = re.search(r"CONSOLE (?:(?:JS|SECURITY|NETWORK|OTHER|RENDERING|CSS|CONSOLEAPI|\S+) )?(ERROR|WARN(?:ING)?) (.*)", line)
            if found:
                self.emit("console", Message(found[1].lower().replace("warn", "warning").replace("inging", "ing"), found[2], ""))
        self.read = len(self.context.heard)

    # Elements

    def locator(self, css: str, **how) -> Locator:
        return Locator(self, []).locator(css, **how)

    def get_by_role(self, role: str, **named) -> Locator:
        return Locator(self, []).get_by_role(role, **named)

    def get_by_text(self, text: str, **how) -> Locator:
        return Locator(self, []).get_by_text(text, **how)

    def get_by_label(self, text: str, **how) -> Locator:
        return Locator(self, []).get_by_label(text, **how)

    def inner_text(self, css: str) -> str:
        return self.locator(css).inner_text()

    def get_attribute(self, css: str, name: str) -> str | None:
        return self.locator(css).get_attribute(name)

    def title(self) -> str:
        return self.evaluate("document.title")

    # The window

    def set_viewport_size(self, size: dict) -> None:
        """The window has a frame, whose size is known only from the page."""
        self.viewport_size = size
        wanted = (size["width"], size["height"])
        outer = wanted
        for _ in range(20):
            self.send("POST", "/window/rect", {"x": 0, "y": 0, "width": outer[0], "height": outer[1]})
            self.wait_for_timeout(50)
            inner = tuple(self.send("POST", "/execute/sync", {"script": "return [innerWidth, innerHeight]", "args": []}))
            if inner == wanted:
                return
            outer = tuple(has + want - is_ for has, want, is_ in zip(outer, wanted, inner))
        raise Error(f"The window is {inner[0]}×{inner[1]}, not {wanted[0]}×{wanted[1]}")

    def screenshot(self, path: Path | None = None, clip: dict | None = None, **_) -> bytes:
        content = base64.b64decode(self.send("GET", "/screenshot"))
        if clip:
            part = io.BytesIO()
            x, y = clip["x"], clip["y"]
            Image.open(io.BytesIO(content)).crop((x, y, x + clip["width"], y + clip["height"])).save(part, "PNG")
            content = part.getvalue()
        if path:
            path.write_bytes(content)
        return content

    def emulate_media(self, media: str | None = None, **features: str) -> None:
        if media != "print" or features:
            raise LeftOut("WebDriver changes no media features")
        self.evaluate(ON_PAPER)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)
        # Learns which requests have ended, and whether files are to be chosen.
        if self.under_way or self.listeners.get("filechooser"):
            self.evaluate("null")

    def wait(self, holds, what: str, timeout: float | None = None):
        deadline = time.monotonic() + (self.context.timeout if timeout is None else timeout / 1000)
        while True:
            value = holds()
            if value:
                return value
            if time.monotonic() > deadline:
                raise TimeoutError(f"Waited in vain until {what}")
            time.sleep(0.03)

    def act(self, *sources: dict) -> None:
        self.send("POST", "/actions", {"actions": list(sources)})

    def unroute_all(self, **_) -> None:
        self.context.unroute_all()

    def close(self) -> None:
        self.send("DELETE", "/window")
        self.context.pages.remove(self)

    @contextmanager
    def expect_file_chooser(self) -> Iterator[SimpleNamespace]:
        awaited = SimpleNamespace(value=None)
        found: list[FileChooser] = []
        self.on("filechooser", found.append)
        yield awaited
        self.wait(lambda: self.evaluate("null") or found, "files are to be chosen")
        self.listeners["filechooser"].remove(found.append)
        awaited.value = found[0]

    @contextmanager
    def expect_download(self) -> Iterator[SimpleNamespace]:
        awaited = SimpleNamespace(value=None)
        known = set(self.context.downloads())
        yield awaited
        awaited.value = Download(self.wait(lambda: next(iter(set(self.context.downloads()) - known), None), "a file is downloaded"))

    @contextmanager
    def expect_navigation(self) -> Iterator[None]:
        before = self.evaluate("performance.timeOrigin")
        yield
        self.wait(lambda: self.evaluate("performance.timeOrigin") != before, "another page is there")

    @contextmanager
    def expect_response(self, wanted: Pattern | Callable[[Answer], bool]) -> Iterator[SimpleNamespace]:
        awaited = SimpleNamespace(value=None)
        answers: list[Answer] = []
        self.on("response", answers.append)
        yield awaited
        holds = wanted if callable(wanted) else lambda answer: fits(wanted, answer.url)
        awaited.value = self.wait(lambda: next(filter(holds, list(answers)), None), "there is such an answer")
        self.context.proxy.listeners["response"].remove(answers.append)


class Keyboard:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, keys: str) -> None:
        """`Control+Shift+z`"""
        *held, key = [keys] if keys == "+" else re.split(r"\+(?!$)", keys)
        values = [KEYS.get(one, one) for one in [*held, key]]
        downs = [{"type": "keyDown", "value": one} for one in values]
        self.page.act({"type": "key", "id": "keyboard", "actions": downs + [{"type": "keyUp", "value": one} for one in reversed(values)]})

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    def hold(self, keys: list[str], kind: str) -> None:
        if keys:
            self.page.act({"type": "key", "id": "keyboard", "actions": [{"type": kind, "value": KEYS[one]} for one in keys]})


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.at = (0.0, 0.0)

    def _do(self, *actions: dict) -> None:
        self.page.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)})

    def move(self, x: float, y: float, steps: int = 1) -> None:
        from_x, from_y = self.at
        self.at = (x, y)
        for step in range(1, steps + 1):
            share = step / steps
            self._do(moved(from_x + (x - from_x) * share, from_y + (y - from_y) * share))

    def down(self) -> None:
        self._do({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        self._do({"type": "pointerUp", "button": 0})

    def click(self, x: float, y: float, button: str = "left", delay: float = 0) -> None:
        self.at = (x, y)
        held = [{"type": "pause", "duration": delay}] if delay else []
        self._do(moved(x, y), {"type": "pointerDown", "button": BUTTONS[button]}, *held, {"type": "pointerUp", "button": BUTTONS[button]})

    def dblclick(self, x: float, y: float) -> None:
        self.at = (x, y)
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._do(moved(x, y), *press, *press)

    def wheel(self, x: float, y: float) -> None:
        """WebKitGTK's WebDriver has no wheel, so the page gets its event."""
        self.page.evaluate("""([x, y, deltaX, deltaY]) => document.elementFromPoint(x, y)?.dispatchEvent(
          new WheelEvent("wheel", { deltaX, deltaY, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true }))""", [*self.at, x, y])


class Touchscreen:
    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, x: float, y: float) -> None:
        """A click, which the page takes for a touch: events that a script makes are no act of the reader, and Back would
        skip what they open."""
        self.page.evaluate("window.isFinger = true")
        self.page.mouse.click(x, y)
        # The touch may have led to another page.
        with suppress(Error):
            self.page.evaluate("window.isFinger = false")


def moved(x: float, y: float) -> dict:
    return {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}


class Locator:
    """Steps that lead to elements; they are found anew for each use."""

    def __init__(self, page: Page, steps: list[dict]) -> None:
        self.page = page
        self.steps = steps

    def _then(self, kind: str, **step) -> Locator:
        return Locator(self.page, [*self.steps, {"kind": kind, **step}])

    def locator(self, css: str, has_text: str | None = None) -> Locator:
        found = self._then("css", css=css)
        return found if has_text is None else found.filter(has_text=has_text)

    def get_by_role(self, role: str, name: str | re.Pattern | None = None, exact: bool = False) -> Locator:
        if isinstance(name, re.Pattern):
            return self._then("role", role=role, pattern=name.pattern)
        return self._then("role", role=role, exact=exact, **({} if name is None else {"name": name}))

    def get_by_text(self, text: str, exact: bool = False) -> Locator:
        return self._then("text", name=text, exact=exact)

    def get_by_label(self, text: str, exact: bool = False) -> Locator:
        return self._then("label", name=text, exact=exact)

    def and_(self, other: Locator) -> Locator:
        return self._then("and", steps=other.steps)

    def filter(self, visible: bool | None = None, has_text: str | None = None) -> Locator:
        found = self if visible is None else self._then("visible", visible=visible)
        return found if has_text is None else found._then("hasText", name=has_text, exact=False)

    def nth(self, index: int) -> Locator:
        return self._then("nth", index=index)

    @property
    def first(self) -> Locator:
        return self.nth(0)

    @property
    def last(self) -> Locator:
        return self.nth(-1)

    def count(self) -> int:
        return self.evaluate_all("(all) => all.length")

    def all(self) -> list[Locator]:
        return [self.nth(index) for index in range(self.count())]

    def evaluate_all(self, expression: str, argument=None):
        return self.page.run(self.steps, f"(all, argument) => ({expression})(all, argument)", argument)

    def evaluate(self, expression: str, argument=None):
        self.wait_for(state="attached")
        return self.evaluate_all(f"([one], argument) => ({expression})(one, argument)", argument)

    def is_visible(self) -> bool:
        return self.evaluate_all("([one]) => Boolean(one) && isVisible(one)")

    def is_enabled(self) -> bool:
        return self.evaluate("(one) => !one.disabled")

    def is_checked(self) -> bool:
        return self.evaluate("(one) => one.checked")

    def is_hidden(self) -> bool:
        return not self.is_visible()

    def wait_for(self, state: str = "visible", timeout: float | None = None) -> None:
        holds = {"visible": self.is_visible, "hidden": lambda: not self.is_visible(), "attached": self.count, "detached": lambda: not self.count()}
        self.page.wait(holds[state], f"{self.steps} is {state}", timeout)

    def inner_text(self) -> str:
        # Without the empty lines with which WebKit ends the text of paragraphs.
        return self.evaluate("(one) => one.innerText.replace(/\\n+$/, '')")

    def all_text_contents(self) -> list[str]:
        return self.evaluate_all("(all) => all.map((one) => one.textContent)")

    def all_inner_texts(self) -> list[str]:
        return self.evaluate_all("(all) => all.map((one) => one.innerText.replace(/\\n+$/, ''))")

    def text_content(self) -> str:
        return self.evaluate("(one) => one.textContent")

    def input_value(self) -> str:
        return self.evaluate("(one) => one.value")

    def get_attribute(self, name: str) -> str | None:
        return self.evaluate("(one, name) => one.getAttribute(name)", name)

    def bounding_box(self) -> dict | None:
        self.wait_for(state="attached")
        return self.evaluate_all("""([one]) => {
          if (!isVisible(one)) return null;
          const { x, y, width, height } = one.getBoundingClientRect();
          return { x, y, width, height };
        }""")

    # What a reader does

    def _spot(self, position: dict[str, float] | None = None, force: bool = False) -> tuple[float, float]:
        """The middle of the element, or a position in it, once it rests and, unless that is forced, nothing covers it."""
        spot = self.page.wait(lambda: self.evaluate_all("""async ([one], [position, force]) => {
          if (!one || !isVisible(one) || one.disabled) return null;
          one.scrollIntoViewIfNeeded ? one.scrollIntoViewIfNeeded() : one.scrollIntoView({ block: "nearest", inline: "nearest" });
          const before = one.getBoundingClientRect();
          for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
          const { x, y, width, height } = one.getBoundingClientRect();
          if (before.x !== x || before.y !== y) return null;
          const [left, top] = position ? [x + position.x, y + position.y] : [x + width / 2, y + height / 2];
          if (force) return [left, top];
          const hit = document.elementFromPoint(left, top);
          return hit && (one.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit))) ? [left, top] : null;
        }""", [position, force]), f"{self.steps} can be clicked")
        return spot[0], spot[1]

    def click(self, modifiers: tuple[str, ...] = (), position: dict[str, float] | None = None, force: bool = False, delay: float = 0) -> None:
        x, y = self._spot(position, force)
        self.page.keyboard.hold(list(modifiers), "keyDown")
        self.page.mouse.click(x, y, delay=delay)
        self.page.keyboard.hold(list(modifiers), "keyUp")

    def dblclick(self) -> None:
        self.page.mouse.dblclick(*self._spot())

    def press_sequentially(self, text: str) -> None:
        self.focus()
        self.page.keyboard.type(text)

    def check(self) -> None:
        if not self.is_checked():
            self.click()

    def uncheck(self) -> None:
        if self.is_checked():
            self.click()

    def select_option(self, value: str | None = None, index: int | None = None) -> None:
        self.wait_for()
        self.evaluate("""(one, [value, index]) => {
          one.focus();
          one.selectedIndex = index ?? [...one.options].findIndex((option) => option.value === value || option.label === value);
          for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
        }""", [value, index])

    def dispatch_event(self, kind: str, details: dict | None = None) -> None:
        handles = {name: value for name, value in (details or {}).items() if isinstance(value, Handle)}
        plain = {name: value for name, value in (details or {}).items() if name not in handles}
        made = ", ".join(f"{name}: ({one.expression})(handles.{name})" for name, one in handles.items())
        self.evaluate("""(one, [kind, details, handles]) => {
          const made = /^pointer/.test(kind) ? PointerEvent : /^drag|^drop$/.test(kind) ? DragEvent : /^(click|mouse)/.test(kind) ? MouseEvent : Event;
          one.dispatchEvent(new made(kind, { bubbles: true, cancelable: true, composed: true, ...details, ...{ MADE } }));
        }""".replace("MADE", made), [kind, plain, {name: one.argument for name, one in handles.items()}])

    def scroll_into_view_if_needed(self) -> None:
        self.evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")

    def hover(self, force: bool = False) -> None:
        self.page.mouse.move(*self._spot(force=force))

    def tap(self) -> None:
        self.page.touchscreen.tap(*self._spot())

    def focus(self) -> None:
        self.evaluate("(one) => one.focus()")

    def blur(self) -> None:
        self.evaluate("(one) => one.blur()")

    def press(self, key: str) -> None:
        self.focus()
        self.page.keyboard.press(key)

    def fill(self, text: str) -> None:
        self.wait_for()
        self.evaluate("""(one, text) => {
          one.focus();
          one.value = text;
          one.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
        }""", text)


def emulation(part: str, argument: object = None) -> str:
    """A script for pages, with a part of webkit_emulation.js."""
    return EMULATION.replace("PARTS[PART](ARGUMENT)", f"PARTS[{json.dumps(part)}]({json.dumps(argument)})")


def write_settings(home: Path, options: dict) -> None:
    """The settings of GTK that stand for media features, and where downloads go."""
    (home / "downloads").mkdir()
    (home / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{home}/downloads"\n')
    moves = options.get("reduced_motion") != "reduce"
    is_dark = options.get("color_scheme") == "dark"
    (home / "gtk-3.0").mkdir()
    (home / "gtk-3.0" / "settings.ini").write_text(
        f"[Settings]\ngtk-enable-animations={int(moves)}\ngtk-application-prefer-dark-theme={int(is_dark)}\n")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
