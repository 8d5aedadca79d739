"""The page of a trip, as `geoindex site --trip` writes it and as the guest of `geoindex share --trip` gets it."""

import http.server
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

from library import PACKAGE
from test_site import FLAGS, Quiet

#: In the names and the metadata of the photos, and so nowhere on the page.
SECRETS = [b"Geheim", b"SN-7741", b"Aster", b"2021:06:", b"somewhere-private"]
#: The photos of the trip, by local day: degrees north and east.
STAYS = {"2021-06-14": (41.8901, 12.4921), "2021-06-15": (41.8902, 12.4922), "2021-06-16": (40.8512, 14.2681), "2021-06-17": (40.8513, 14.2682)}


class TripPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.database = str(cls.folder / "photos.sqlite")
        cls.lead_a_life()
        cls.site = cls.folder / "web"
        cls.run_program("site", "--quiet", "--trip", "2021-06-15", "--by", "Ada", "--lang", "en", str(cls.site))

    @classmethod
    def lead_a_life(cls):
        """A year at home in Munich, without files, and a trip to Italy with files that say everything."""
        first = date(2021, 1, 1)
        days = [first + timedelta(days=number) for number in [*range(0, 162, 2), *range(170, 360, 2)]]
        lines = [f"home-{day}.jpg,11.5754,48.1371,{day}T19:00:00Z" for day in days]
        table = cls.folder / "home.csv"
        table.write_text("path,longitude,latitude,takenAt\n" + "\n".join(lines) + "\n")
        cls.run_program("import", "--quiet", str(table))
        photos = cls.folder / "somewhere-private"
        photos.mkdir()
        sources = sorted(PACKAGE.glob("sample-photos/2023-paris/*.jpg"))
        for number, (day, (north, east)) in enumerate(STAYS.items()):
            path = photos / f"Geheim-{number}.jpg"
            shutil.copy(sources[number % len(sources)], path)
            subprocess.run(
                ["exiftool", "-q", "-overwrite_original", "-use", "MWG", f"-DateTimeOriginal={day.replace('-', ':')} 14:3{number}:00",
                 "-OffsetTimeOriginal=+02:00", f"-GPSLatitude={north}", "-GPSLatitudeRef=N", f"-GPSLongitude={east}",
                 "-GPSLongitudeRef=E", "-SerialNumber=SN-7741", "-Make=Aster", f"-XMP-dc:Title=Photo <{number}>",
                 "-MWG:Description=A walk & a view", path], check=True)
        cls.run_program("scan", "--quiet", str(photos))

    @classmethod
    def run_program(cls, *words: str, code: int = 0) -> str:
        ended = subprocess.run(
            ["geoindex", *words, "--db", cls.database], capture_output=True, text=True, timeout=300, cwd=cls.folder,
            env={**os.environ, "XDG_CACHE_HOME": str(cls.folder / "cache")})
        if ended.returncode != code:
            raise AssertionError(f"{words}: {ended.returncode}\n{ended.stderr}")
        return ended.stdout

    def page(self) -> str:
        return (self.site / "index.html").read_text()

    def expect_no_secrets(self, name: str, content: bytes):
        for secret in SECRETS:
            self.assertNotIn(secret, content, name)

    def expect_bare(self, pictures: list[Path]):
        """exiftool finds nothing in the pictures but what a decoder needs."""
        self.assertTrue(pictures)
        tags = subprocess.run(["exiftool", "-a", "-G1", "-s", *map(str, pictures)], capture_output=True, text=True, check=True).stdout
        groups = {group for group in re.findall(r"^\[(\w[\w-]*)\]", tags, re.M) if not group.startswith("ICC")}
        self.assertLessEqual(groups, {"ExifTool", "System", "File", "Composite", "JFIF", "Adobe"}, tags)

    def test_the_page_tells_the_trip_in_order(self):
        page = self.page()
        self.assertIn("<title>Rome &amp; Naples</title>", page)
        self.assertIn("4 days · 4 photos", page)
        self.assertIn("Shared by Ada", page)
        self.assertEqual(re.findall(r'id="day-([\d-]+)"', page), list(STAYS))
        self.assertEqual(re.findall(r'href="(pictures/\d+\.jpg)"', page), [f"pictures/{number}.jpg" for number in range(1, 5)])
        self.assertIn("<small>14:30</small><strong>Photo &lt;0&gt;</strong><p>A walk &amp; a view</p>", page)
        self.assertIn('data-at="12.4921,41.8901"', page)

    def test_no_file_of_the_folder_has_metadata_names_or_folders(self):
        for path in self.site.rglob("*"):
            if path.is_file():
                self.expect_no_secrets(str(path), path.read_bytes())
                self.assertNotIn(str(self.folder).encode(), path.read_bytes())
        pictures = sorted(self.site.glob("*/*.jpg"))
        self.assertEqual(len(pictures), 8)
        self.expect_bare(pictures)
        self.assertFalse((self.site / "photos.geojson").exists())

    def test_positions_times_and_words_are_left_out_on_demand(self):
        other = self.folder / "vague"
        self.run_program(
            "site", "--quiet", "--trip", "2021-06-15", "--precision", "50000", "--no-times", "--no-words", str(other))
        page = (other / "index.html").read_text()
        self.assertNotIn("14:3", page)
        self.assertNotIn("A walk", page)
        for north, east in STAYS.values():
            self.assertNotIn(str(north), page)
            self.assertNotIn(str(east), page)

    def test_the_diary_is_exported_with_its_pictures_and_shown_only_on_demand(self):
        def write(about: str, text: str):
            subprocess.run(["geoindex", "diary", "--quiet", "--write", about, "--db", self.database], input=text, text=True, check=True)

        write("2021-06-15", "We **arrived** late.\n\n- figs <b>")
        write("trip:2021-06-14", "Five days.")
        write("2021-08-01", "Nothing happened.")
        folder = self.folder / "diary"
        self.run_program("diary", "--quiet", "--trip", "2021-06-14", str(folder))
        page = (folder / "index.html").read_text()
        self.assertIn("<p>We <strong>arrived</strong> late.</p>\n<ul><li>figs &lt;b&gt;</li>", page)
        self.assertIn("<p>Five days.</p>", page)
        self.assertNotIn("Nothing happened", page)
        markdown = (folder / "diary.md").read_text()
        self.assertLess(markdown.index("Five days."), markdown.index("We **arrived**"))
        for name in re.findall(r"\]\(([^)]+\.jpg)\)", markdown):
            self.assertTrue((folder / name).exists(), name)
        self.assertIn('<wpt lat="41.8901', (folder / "photos.gpx").read_text())
        self.expect_bare(sorted(folder.glob("pictures/*.jpg")))
        self.assertFalse((folder / "originals").exists())
        self.run_program("diary", "--quiet", "--trip", "2021-06-14", "--originals", str(folder))
        originals = re.findall(r"\]\((originals/[^)]+)\)", (folder / "diary.md").read_text())
        self.assertEqual(len(originals), len(list(folder.glob("pictures/*.jpg"))))
        files = {file.read_bytes() for file in (self.folder / "somewhere-private").iterdir()}
        for name in originals:
            self.assertIn((folder / name).read_bytes(), files)
        self.expect_bare(sorted(folder.glob("pictures/*.jpg")))
        self.run_program("diary", "--quiet", "--trip", "2021-06-14", str(folder))
        self.assertEqual(list(folder.glob("originals/*")), [])
        year = self.folder / "august"
        self.run_program("diary", "--quiet", "--datetime", "2021-08", str(year))
        self.assertIn("Nothing happened", (year / "index.html").read_text())
        other = self.folder / "without"
        self.run_program("site", "--quiet", "--trip", "2021-06-14", str(other))
        self.assertNotIn("arrived", (other / "index.html").read_text())
        self.run_program("site", "--quiet", "--trip", "2021-06-14", "--diary", str(other))
        self.assertIn("arrived", (other / "index.html").read_text())

    def test_a_day_without_a_trip_is_refused(self):
        self.run_program("site", "--trip", "2021-03-01", str(self.folder / "none"), code=2)
        self.assertFalse((self.folder / "none").exists())
        self.run_program("share", "--trip", "2021-03-01", code=2)
        self.run_program("share", "--no-times", code=2)
        self.run_program("share", "--trip", "2021-06-15", "--paths", code=2)

    def test_works_in_a_browser_without_script_and_from_a_disk(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(self.site)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.play(f"http://127.0.0.1:{server.server_port}/")

    def play(self, address: str, credentials: dict | None = None):
        """Reads the page on a phone, looks at pictures, and reads it again without the script."""
        with sync_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="de-AT", http_credentials=credentials)
            page = context.new_page()
            messages, failed, foreign = [], [], []
            page.on("console", lambda message: message.type in ("error", "warning") and messages.append(message.text))
            page.on("pageerror", lambda error: messages.append(str(error)))
            page.on("response", lambda answer: answer.status >= 400 and "/basemap/" not in answer.url and failed.append(answer.url))
            page.on("request", lambda request: request.url.startswith((address, "blob:", "data:")) or foreign.append(request.url))
            page.goto(address)
            page.wait_for_selector("#map.has-map canvas")
            page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
            self.assertRegex(page.inner_text("h2 >> nth=0"), "Monday|Montag")
            page.click(".pictures a >> nth=1")
            page.wait_for_function("() => document.querySelector('#viewer img').naturalWidth > 300")
            page.keyboard.press("ArrowRight")
            page.wait_for_function("() => location.hash === '#photo-3'")
            page.go_back()
            page.wait_for_function("() => !document.getElementById('viewer').open")
            plain = browser.new_context(java_script_enabled=False, http_credentials=credentials).new_page()
            plain.goto(address)
            plain.wait_for_selector(".pictures img >> nth=3")
            self.assertTrue(plain.is_visible("#map svg polyline"))
            if address.endswith(f"{self.site.name}/"):
                plain.wait_for_function("() => document.images[0].naturalWidth > 100")
            browser.close()
        self.assertEqual((failed, foreign), ([], []))
        self.assertEqual([text for text in messages if "404" not in text and "WebGL" not in text and "GPU" not in text], [])

    def test_the_guest_of_a_link_gets_the_page_and_nothing_else(self):
        server = subprocess.Popen(
            ["geoindex", "serve", "--quiet", "--port", "0", "--db", self.database], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "GEOINDEX_AUTH": "ada:swordfish", "XDG_CACHE_HOME": str(self.folder / "cache")})
        self.addCleanup(server.wait, 60)
        self.addCleanup(server.terminate)
        base = re.sub(r"//[^:/]+", "//127.0.0.1", server.stdout.readline().split()[-1]).rstrip("/")
        link = self.run_program("share", "--trip", "2021-06-14", "--by", "Ada", "--base-url", base).strip()
        self.assertTrue(link.startswith(base + "/shared/"), link)
        page = self.fetch(link)
        self.expect_no_secrets(link, page)
        folder = self.folder / "fetched"
        folder.mkdir()
        for number, name in enumerate(re.findall(r'(?:src|href)="([^"]+)"', page.decode())):
            content = self.fetch(link + name)
            self.expect_no_secrets(name, content)
            if name.endswith(".jpg"):
                (folder / f"{number}.jpg").write_bytes(content)
        self.expect_bare(sorted(folder.iterdir()))
        token = link.rstrip("/").split("/")[-1]
        for target in ["collections/photos/items", "collections/photos/export", "photos/1/original", "tiles/0/0/0", "api", "me"]:
            with self.assertRaises(HTTPError) as caught:
                self.fetch(f"{base}/{target}", {"Authorization": f"Bearer {token}"})
            self.assertEqual(caught.exception.code, 403, target)
        self.play(link)
        # Who is signed in sees the same.
        self.play(link, {"username": "ada", "password": "swordfish"})

    @staticmethod
    def fetch(address: str, headers: dict | None = None) -> bytes:
        with urlopen(Request(address, headers=headers or {}), timeout=60) as answer:
            return answer.read()


if __name__ == "__main__":
    unittest.main()
