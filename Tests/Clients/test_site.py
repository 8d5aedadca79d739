"""The folder that `geoindex site` writes, served by Python's web server below a prefix and opened in Chromium."""

import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from library import PACKAGE, positions

# Draws WebGL without a graphics card; `--no-sandbox` since containers run as root.
FLAGS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox"]
HOME = ["geoindex", "zone", "add", "home", "--circle", "48.8584,2.2945,3000"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's web server without its log."""

    def log_message(self, *_):
        pass


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.database = str(cls.folder / "photos.sqlite")
        cls.run_program("scan", "--quiet", str(PACKAGE / "sample-photos"))
        cls.run_program(*HOME[1:])
        cls.site = cls.folder / "web" / "any" / "prefix"
        cls.run_program("site", "--quiet", str(cls.site))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(cls.folder / "web")))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.address = f"http://127.0.0.1:{server.server_port}/any/prefix/"

    @classmethod
    def run_program(cls, *words: str, code: int = 0) -> str:
        ended = subprocess.run(
            ["geoindex", *words, "--db", cls.database], capture_output=True, text=True, timeout=300, cwd=cls.folder,
            env={**os.environ, "XDG_CACHE_HOME": str(cls.folder / "cache")})
        if ended.returncode != code:
            raise AssertionError(f"{words}: {ended.returncode}\n{ended.stderr}")
        return ended.stderr

    def shown(self) -> dict[str, dict]:
        photos = json.loads((self.site / "photos.geojson").read_text())["features"]
        return {photo["properties"]["filename"]: photo for photo in photos}

    def test_has_what_guests_may_see_and_no_folder(self):
        shown = self.shown()
        hidden = {Path(name).name for name in positions()} - set(shown)
        self.assertIn("eiffel-tower.jpg", hidden)
        self.assertGreater(len(shown), 30)
        for photo in shown.values():
            self.assertNotIn("path", photo["properties"])
            self.assertNotIn("root", photo["properties"])
        text = (self.site / "photos.geojson").read_text()
        self.assertNotIn(str(PACKAGE), text)

    def test_pictures_have_no_metadata(self):
        pictures = sorted(self.site.glob("*/*.jpg"))
        self.assertEqual(len(pictures), 2 * len(self.shown()))
        facts = json.loads(subprocess.run(
            ["exiftool", "-json", "-G1", *map(str, pictures)], capture_output=True, text=True, check=True).stdout)
        for one in facts:
            groups = {name.split(":")[0] for name in one if ":" in name}
            self.assertLessEqual(groups, {"ExifTool", "System", "File", "Composite", "JFIF", "Adobe"} | {
                group for group in groups if group.startswith("ICC")}, one["SourceFile"])

    def test_any_user_may_read_all_files(self):
        for path in self.site.rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o444, 0o444, path)

    def test_works_in_a_browser_under_a_prefix(self):
        with sync_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
            messages, failed, foreign = [], [], []
            page.on("console", lambda message: message.type in ("error", "warning") and messages.append(message.text))
            page.on("pageerror", lambda error: messages.append(str(error)))
            page.on("response", lambda answer: answer.status >= 400 and "/basemap/" not in answer.url and failed.append(answer.url))
            page.on("request", lambda request: request.url.startswith((self.address, "blob:", "data:")) or foreign.append(request.url))
            page.goto(self.address)
            count = len(self.shown())
            page.wait_for_function(f"() => document.getElementById('count').textContent === '{count} photos'")
            page.wait_for_function("() => document.querySelectorAll('#list img').length > 30")
            page.wait_for_selector("#map canvas")
            page.wait_for_load_state("networkidle")
            if os.environ.get("SCREENSHOT"):
                page.screenshot(path=os.environ["SCREENSHOT"] + "-map.png")
            page.click("#list button >> nth=2")
            page.wait_for_function("() => document.getElementById('picture').naturalWidth > 300")
            first = page.inner_text("#facts")
            self.assertRegex(first, r"\.\w+ · .* · -?\d+\.\d{5}, -?\d+\.\d{5}$")
            page.keyboard.press("ArrowRight")
            page.wait_for_function(f"() => document.getElementById('facts').textContent !== {json.dumps(first)}")
            if os.environ.get("SCREENSHOT"):
                page.wait_for_function("() => document.getElementById('picture').complete")
                page.screenshot(path=os.environ["SCREENSHOT"] + "-photo.png")
            link = page.url
            page.keyboard.press("Escape")
            page.wait_for_function("() => !document.getElementById('viewer').open && !location.hash")
            page.goto(link)
            page.wait_for_function("() => document.getElementById('viewer').open")
            browser.close()
        self.assertEqual((failed, foreign), ([], []))
        self.assertEqual([text for text in messages if "404" not in text and "WebGL" not in text and "GPU" not in text], [])

    def test_another_run_replaces_its_files_and_leaves_all_others(self):
        own = self.site / "notes.txt"
        own.write_text("mine")
        before = len(list(self.site.glob("thumbnails/*")))
        self.run_program("site", "--quiet", "--bbox=-180,0,180,90", str(self.site))
        self.assertLess(len(list(self.site.glob("thumbnails/*"))), before)
        self.assertEqual(own.read_text(), "mine")
        self.run_program("site", "--quiet", "--without-zones", str(self.site))
        self.assertIn("eiffel-tower.jpg", self.shown())
        self.run_program("site", "--quiet", str(self.site))
        self.assertEqual(len(list(self.site.glob("thumbnails/*"))), before)

    def test_a_folder_with_other_files_is_refused(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "index.html").write_text("mine")
        self.assertIn("did not write", self.run_program("site", str(other), code=1))
        self.assertEqual([path.name for path in other.iterdir()], ["index.html"])
        site = self.folder / "grown"
        self.run_program("site", "--quiet", "--limit", "1", str(site))
        (site / "pictures").mkdir(exist_ok=True)
        taken = next(path for number in range(1, 99) if not (path := site / f"thumbnails/{number}.jpg").exists())
        taken.write_text("mine")
        if taken.name in {path.name for path in self.site.glob("thumbnails/*")}:
            self.assertIn("was not written by geoindex", self.run_program("site", str(site), code=1))
            self.assertEqual(taken.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
