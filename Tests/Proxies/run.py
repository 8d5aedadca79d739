#!/usr/bin/env python3
"""Tests the recipes of docs/proxies.md: starts each proxy before a server with passwords and a watched folder.

    Tests/Proxies/run.py PROGRAM [NAME…]

PROGRAM is geoindex; names are those of the proxies (default: all). Needs curl, openssl and the proxies, which
scripts/setup installs.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import recipes
from free_port import free_port

SAMPLES = Path(__file__).resolve().parents[2] / "sample-photos"
OWNER = "ada:swordfish"
MEGABYTE = 1 << 20


class Behind:
    """A server in a folder of its own, and a proxy before it."""

    def __init__(self, program: str, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"geoindex-{name}-"))
        # Apache's workers run as another user.
        self.folder.chmod(0o755)
        self.photos = self.folder / "photos"
        shutil.copytree(SAMPLES / "2023-paris", self.photos)
        self.port, server = free_port(), free_port()
        self.program = program
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "GEOINDEX_AUTH": OWNER,
            "GEOINDEX_DB": str(self.folder / "photos.sqlite")}
        # The flags of docs/proxies.md, except for the file of passwords.
        self.log = self.folder / "requests.log"
        self.processes = [self.start([
            program, "serve", "--trust-proxy", "--allow-host", "home.example", "--watch", str(self.photos), "--static",
            str(SAMPLES.parent / "static"), "--port", str(server), "--access-log", str(self.log), "--log-format", "json"])]
        self.processes.append(self.start(recipes.write(name, self.folder / "proxy", self.port, server)))

    def start(self, command: list[str]) -> subprocess.Popen:
        with open(self.folder / "output", "ab") as output:
            return subprocess.Popen(command, env=self.environment, stdout=output, stderr=output)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait(timeout=20)
        shutil.rmtree(self.folder)

    @property
    def origin(self) -> str:
        return f"https://home.example:{self.port}"

    def curl(self, path: str, *options: str, owner: bool = True) -> list[str]:
        signed = ["--user", OWNER] if owner else []
        return [
            "curl", "--silent", "--max-time", "30", "--cacert", str(self.folder / "proxy" / "fullchain.pem"),
            "--resolve", f"home.example:{self.port}:127.0.0.1", *signed, *options, f"{self.origin}{path}"]

    def ask(self, path: str, *options: str, owner: bool = True) -> "Answer":
        command = self.curl(path, "--include", *options, owner=owner)
        return Answer(subprocess.run(command, capture_output=True, timeout=60).stdout)

    def count(self) -> int | None:
        answer = self.ask("/photos/collections/photos/items?limit=1")
        return answer.json()["numberMatched"] if answer.status == 200 else None


class Answer:
    def __init__(self, text: bytes) -> None:
        header, _, self.body = text.partition(b"\r\n\r\n")
        while header.startswith(b"HTTP/1.1 100") or header.startswith(b"HTTP/2 100"):
            header, _, self.body = self.body.partition(b"\r\n\r\n")
        status, *lines = header.decode().splitlines() or [""]
        self.status = int(status.split()[1]) if status else 0
        self.fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def json(self):
        return json.loads(self.body)


class References(HTMLParser):
    """What a page loads: its scripts, styles and modules."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.found += filter(None, [named.get("src"), named.get("href") if tag == "link" else None])


class Recipe:
    """The tests that each proxy must pass."""

    name: str
    program: str

    @classmethod
    def setUpClass(cls):
        cls.behind = Behind(cls.program, cls.name)
        cls.addClassCleanup(cls.behind.stop)
        end = time.monotonic() + 30
        while cls.behind.count() != 1:
            if time.monotonic() > end:
                raise AssertionError((cls.behind.folder / "output").read_text()[-2000:])
            time.sleep(0.1)

    def test_asks_strangers_for_a_password(self):
        answer = self.behind.ask("/photos/collections", owner=False)
        self.assertEqual(answer.status, 401)
        self.assertIn("basic", answer.fields["www-authenticate"].lower())

    def test_links_lead_through_the_proxy(self):
        links = self.behind.ask("/photos/collections/photos/items?limit=1").json()["links"]
        self.assertGreaterEqual(len(links), 2)
        for link in links:
            self.assertTrue(link["href"].startswith(f"{self.behind.origin}/photos/"), link)

    def test_redirects_to_the_folder(self):
        answer = self.behind.ask("/photos")
        self.assertEqual(answer.status, 301)
        self.assertIn(answer.fields["location"], ["/photos/", f"{self.behind.origin}/photos/"])

    def test_the_page_finds_its_parts(self):
        page = self.behind.ask("/photos/", "--header", "Accept: text/html")
        parts = References(page.body.decode()).found
        self.assertGreaterEqual(len(parts), 5)
        for part in parts:
            self.assertFalse(part.startswith("/"), part)
        for part in parts[:20]:
            self.assertEqual(self.behind.ask(f"/photos/{part}").status, 200, part)

    def test_a_client_cannot_pretend_to_be_another(self):
        for field in ["X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6;host=evil.example", "X-Forwarded-Host: evil.example"]:
            answer = self.behind.ask("/photos/collections/photos", "--header", field)
            self.assertEqual(answer.status, 200, field)
            self.assertNotIn(b"evil.example", answer.body)
        log = self.behind.log.read_text()
        self.assertIn("127.0.0.1", log)
        self.assertNotIn("6.6.6.6", log)

    def test_sends_ranges_of_an_original(self):
        photo = self.behind.ask("/photos/collections/photos/items?limit=1").json()["features"][0]
        whole = self.behind.ask(f"/photos/photos/{photo['id']}/original").body
        part = self.behind.ask(f"/photos/photos/{photo['id']}/original", "--range", "100-299")
        self.assertEqual((part.status, part.body), (206, whole[100:300]))
        self.assertEqual(part.fields["content-range"], f"bytes 100-299/{len(whole)}")

    def test_responses_are_validated_and_compressed(self):
        path = "/photos/collections/photos/items"
        packed = self.behind.ask(path, "--header", "Accept-Encoding: gzip")
        self.assertEqual(packed.fields.get("content-encoding"), "gzip")
        self.assertEqual(packed.body[:2], b"\x1f\x8b")
        again = self.behind.ask(path, "--header", "Accept-Encoding: gzip", "--header", f"If-None-Match: {packed.fields['etag']}")
        self.assertEqual((again.status, again.body), (304, b""))

    def test_escapes_arrive_as_they_were_sent(self):
        # The identifier of a cluster may have any character; this one does not exist, and the response names it.
        answer = self.behind.ask("/photos/collections/photos/clusters/a%3Fb%20c%25/items")
        self.assertIn(answer.status, [400, 404])
        self.assertIn("a?b c%", answer.json()["detail"])
        found = self.behind.ask("/photos/collections/photos/items?filter=path%20LIKE%20'eiffel%25'%20AND%20altitude%20%3E%3D%201&path=eiffel%2Dtower.jpg")
        self.assertEqual(found.json()["numberMatched"], 1)

    def test_events_arrive_at_once(self):
        listener = subprocess.Popen(self.behind.curl("/photos/events", "--no-buffer"), stdout=subprocess.PIPE)
        try:
            self.assertEqual(next_event(listener), "hello")
            before = self.behind.count()
            added = self.behind.photos / "new.jpg"
            shutil.copy(SAMPLES / "2024-japan" / "mount-fuji.jpg", added)
            while (event := next_event(listener)) != "photos-changed":
                self.assertNotEqual(event, "")
            self.assertEqual(self.behind.count(), before + 1)
            added.unlink()
            while (event := next_event(listener)) != "photos-changed":
                self.assertNotEqual(event, "")
        finally:
            listener.kill()
            listener.communicate()

    def test_uploads_arrive(self):
        photo = (SAMPLES / "2024-japan" / "mount-fuji.jpg").read_bytes()
        upload = self.behind.folder / "upload"
        # A JPEG may be followed by anything.
        upload.write_bytes(photo + bytes(20 * MEGABYTE))
        answer = self.behind.ask("/photos/locate", "--data-binary", f"@{upload}", "--header", "Content-Type: image/jpeg")
        self.assertEqual(answer.status, 200, answer.body[:300])
        longitude, latitude = answer.json()["features"][0]["geometry"]["coordinates"][:2]
        self.assertAlmostEqual(longitude, 138.8014, places=4)
        self.assertAlmostEqual(latitude, 35.5013, places=4)

    def test_refuses_uploads_beyond_the_limit(self):
        upload = self.behind.folder / "sparse"
        with open(upload, "wb") as file:
            file.truncate(257 * MEGABYTE)
        # With HTTP/1.1, curl asks (`Expect: 100-continue`) before it sends such a large body.
        answer = self.behind.ask("/photos/locate", "--http1.1", "--request", "POST", "--upload-file", str(upload))
        # Caddy requests the body at once, and may close the connection during the upload, before curl reads a response.
        self.assertIn(answer.status, [413, 0] if self.name == "caddy" else [413])

    def test_changing_requests_of_other_sites_are_refused(self):
        own = self.behind.ask("/photos/scans", "--request", "POST", "--header", f"Origin: {self.behind.origin}")
        self.assertIn(own.status, [200, 201, 202])
        other = self.behind.ask("/photos/scans", "--request", "POST", "--header", "Origin: https://evil.example")
        self.assertEqual(other.status, 403)

    def test_a_link_opens_the_map_for_guests(self):
        shared = subprocess.run(
            [self.behind.program, "share", "--base-url", f"{self.behind.origin}/photos/"],
            env=self.behind.environment, capture_output=True, text=True, check=True).stdout
        [address] = [word for word in shared.split() if word.startswith(self.behind.origin)]
        cookies = str(self.behind.folder / "cookies")
        path = address.removeprefix(self.behind.origin)
        page = self.behind.ask(path, "--location", "--cookie-jar", cookies, "--header", "Accept: text/html", owner=False)
        self.assertLess(page.status, 400)
        guest = self.behind.ask("/photos/collections/photos/items?limit=1", "--cookie", cookies, owner=False)
        self.assertEqual(guest.status, 200)
        self.assertEqual(self.behind.ask("/photos/collections/photos/items?limit=1", owner=False).status, 401)


def next_event(listener: subprocess.Popen) -> str:
    """The name of the next event; empty when the connection has ended."""
    for line in iter(listener.stdout.readline, b""):
        if line.startswith(b"event:"):
            return line.removeprefix(b"event:").decode().strip()
    return ""


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    suite = unittest.TestSuite()
    for name in sys.argv[2:] or recipes.PROXIES:
        case = type(name, (Recipe, unittest.TestCase), {"name": name, "program": str(Path(sys.argv[1]).resolve())})
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    outcome = unittest.TextTestRunner(verbosity=2).run(suite)
    return 0 if outcome.wasSuccessful() and outcome.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
