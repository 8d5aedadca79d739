"""The browsers that drive the page: Chromium, Firefox and WebKit, all with the interface of Playwright's browsers."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Playwright, Touchscreen

import firefox_bidi
import webkit

ENGINES = ("chromium", "firefox", "webkit")
# The headless shell has no windows and menus, whose processes cost as much as half a page.
CHROMIUM = ("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable")
# Without a graphics card, Mesa's llvmpipe draws WebGL in a third of the time of SwiftShader, which stays as the
# fallback. Everything else is drawn without OpenGL. `--no-sandbox` since containers run as root.
CHROMIUM_FLAGS = [
    "--use-gl=angle",
    "--use-angle=gl-egl",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",
    "--no-sandbox",
]
RELAY = Path(__file__).parent / "firefox_bidi.py"
# Firefox learns media features from preferences: its WebDriver BiDi cannot emulate them yet.
FIREFOX_PREFERENCES = {"webgl.force-enabled": True, "ui.useOverlayScrollbars": 0}
# The seconds within which Firefox starts on a busy machine.
FIREFOX_STARTS = 600
TOUCH_PREFERENCES = {"dom.w3c_touch_events.enabled": 1, "ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1}
EMULATED = ("reduced_motion", "color_scheme", "forced_colors", "is_mobile", "service_workers")


def installed(engine: str) -> str | None:
    """The program of an engine; None if it is missing."""
    if engine == "webkit":
        return shutil.which("WebKitWebDriver") and webkit.mini_browser()
    names = CHROMIUM if engine == "chromium" else ("firefox-esr", "firefox")
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def launcher(engine: str, playwright: Playwright, program: str):
    """A function that starts a browser of an engine."""
    if engine == "chromium":
        yield partial(playwright.chromium.launch, executable_path=program, args=CHROMIUM_FLAGS)
        return
    # Neither draws WebGL without a display.
    with display() as environment:
        if engine == "webkit":
            yield lambda: webkit.WebKit(environment)
            return
        with own_taps(), tempfile.TemporaryDirectory(prefix="geoindex-relay-") as folder:
            os.environ[firefox_bidi.SOCKET] = f"{folder}/socket"
            yield lambda: Firefox(playwright, environment | {firefox_bidi.SOCKET: f"{folder}/socket"})


def tapped(self: Locator) -> None:
    self.click()


def tapped_at(self: Touchscreen, x: float, y: float) -> None:
    self._sync(self._impl_obj._page.mouse.click(x, y, delay=None, button=None, click_count=None))


@contextmanager
def own_taps():
    """Playwright's taps do nothing in Firefox. With a touch screen, the relay makes touches of the mouse's presses."""
    taps = Locator.tap, Touchscreen.tap
    Locator.tap, Touchscreen.tap = tapped, tapped_at
    try:
        yield
    finally:
        Locator.tap, Touchscreen.tap = taps


@contextmanager
def display():
    """An X server of its own, and the environment for programs that use it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        yield os.environ | {"DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    finally:
        server.terminate()
        server.wait(timeout=30)


class Firefox:
    """Starts Firefox anew for a context with other preferences than the last."""

    def __init__(self, playwright: Playwright, environment: dict[str, str]) -> None:
        self.playwright = playwright
        self.environment = environment
        self.preferences: dict | None = None
        self.browser: Browser | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="geoindex-firefox-")
        # Playwright starts a program without a shell, and needs one file.
        self.program = Path(self.folder.name) / "firefox"
        self.program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RELAY}" "$@"\n')
        self.program.chmod(0o755)

    def is_connected(self) -> bool:
        return self.browser is None or self.browser.is_connected()

    def new_context(self, **options) -> BrowserContext:
        preferences = FIREFOX_PREFERENCES | {
            "ui.prefersReducedMotion": int(options.get("reduced_motion") == "reduce"),
            # 2: the colours of the reader replace those of the page.
            "browser.display.document_color_use": 2 if options.get("forced_colors") == "active" else 0,
            "ui.systemUsesDarkTheme": int(options.get("color_scheme") == "dark"),
            "dom.serviceWorkers.enabled": options.get("service_workers") == "allow",
        } | (TOUCH_PREFERENCES if options.get("has_touch") else {})
        if preferences != self.preferences or self.browser is None or not self.browser.is_connected():
            self.close_browser()
            self.preferences = preferences
            self.browser = self.playwright.firefox.launch(
                channel="moz-firefox", executable_path=self.program, headless=False, timeout=FIREFOX_STARTS * 1000, env=self.environment | ({firefox_bidi.TOUCH: "yes"} if options.get("has_touch") else {}), firefox_user_prefs=preferences)
        return self.browser.new_context(**{name: value for name, value in options.items() if name not in EMULATED})

    def close_browser(self) -> None:
        if self.browser is not None:
            self.browser.close()

    def close(self) -> None:
        self.close_browser()
        self.folder.cleanup()
