"""Runs the examples of docs/use-it-from.md for shells, Python and JavaScript, and compares the results.

Programs that cannot be installed here are replaced by what their source does with the same bytes."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import gpxpy
import yaml
from jinja2 import Template

from library import ITEMS, PACKAGE, get, url

PAGE = PACKAGE / "docs" / "use-it-from.md"
ADDRESS = "http://127.0.0.1:8080"
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


ASSET = "6f1c0a52-8d5e-4a57-9f0b-2f6f1a5d9c11"


def block(language: str, words: str = "") -> str:
    """The only block of a language that contains some words."""
    found = [text for text in re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
             if words in text]
    assert len(found) == 1, (language, words, len(found))
    return found[0].replace(ADDRESS, url())


class Receiver(BaseHTTPRequestHandler):
    """Stands for Immich and for the webhooks of Home Assistant."""

    def do_POST(self) -> None:
        received = self.server.received
        wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        received.append((self.path, dict(self.headers), wanted))
        self.server.arrived.set()
        # As `SearchResponseDto` in Immich's source; an unknown path has no assets.
        items = [{"id": ASSET}] if str(wanted.get("originalPath")).endswith("eiffel-tower.jpg") else []
        body = json.dumps({"albums": {"items": []}, "assets": {"items": items, "nextPage": None}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None: pass


class UseItFrom(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.environment = os.environ | {
            # The Python of the tests has the packages that a reader has installed.
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "XDG_DATA_HOME": folder.name}
        subprocess.run(
            ["geoindex", "scan", "--quiet", "--exclude", "2024-helsinki/**", "--exclude", "2025-*/**", "sample-photos"],
            cwd=PACKAGE, env=cls.environment, check=True, timeout=120)
        cls.receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        cls.receiver.received, cls.receiver.arrived = [], threading.Event()
        threading.Thread(target=cls.receiver.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.receiver.server_close)
        cls.addClassCleanup(cls.receiver.shutdown)
        cls.other = f"http://127.0.0.1:{cls.receiver.server_port}"

    def run_one(self, language: str, text: str, folder: str | None = None) -> str:
        shown = text.replace(ADDRESS, url()).replace("http://127.0.0.1:2283", self.other)
        program = {"sh": ["bash", "-euo", "pipefail", "-c"], "python": [sys.executable, "-c"]}[language]
        with tempfile.TemporaryDirectory() as own:
            ended = subprocess.run(
                [*program, shown], cwd=folder or own, env=self.environment, capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), text)
        return ended.stdout.replace("\r", "").replace(url(), ADDRESS).replace(self.other, "http://127.0.0.1:2283")

    def test_runs_and_answers_what_is_shown(self):
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreaterEqual(len(blocks), 13)
        for language, text, answer in blocks:
            with self.subTest(text=text):
                found = self.run_one(language, text)
                self.assertTrue(answer, "no answer is shown")
                self.assertEqual(found, answer)

    def test_has_no_other_kind_of_block(self):
        kinds = set(re.findall(r"^```(\w+)$", PAGE.read_text(), re.MULTILINE))
        # The pages run in the browser tests.
        self.assertEqual(kinds, {
            "sh", "python", "text", "html", "yaml", "js", "bash", "json", "powerquery",
            # Needs a download.
            "sql",
        })

    def test_sensors_of_home_assistant_have_values(self):
        rest = yaml.safe_load(block("yaml", "rest:"))["rest"][0]
        with urllib.request.urlopen(rest["resource"]) as answer:
            value_json = json.load(answer)
        templates = [sensor["value_template"] for sensor in rest["sensor"]]
        values = [Template(template).render(value_json=value_json) for template in templates]
        self.assertEqual(values, ["52", "2024-11-15T20:00:47"])

    def test_events_reach_the_automation_of_home_assistant(self):
        automation = yaml.safe_load(block("yaml", "webhook_id"))["automation"][0]
        hook = f"{self.other}/api/webhook/{automation['triggers'][0]['webhook_id']}"
        self.assertIn(hook.split("/", 3)[3], block("bash"))
        self.receiver.received.clear()
        self.receiver.arrived.clear()
        with subprocess.Popen(["bash", "-euo", "pipefail", "-c", block("bash"), "bash", hook], start_new_session=True) as follower:
            try:
                # The script must listen before the scan ends.
                while not self.receiver.arrived.wait(1):
                    self.assertIsNone(follower.poll())
                    urllib.request.urlopen(urllib.request.Request(url() + "/scans", method="POST")).close()
            finally:
                os.killpg(follower.pid, 15)
        path, headers, sent = self.receiver.received[0]
        self.assertEqual(path, "/" + hook.split("/", 3)[3])
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertEqual(sent["event"], "scan-finished")
        self.assertEqual(sent["data"]["added"], 0)

        class Trigger:
            json = sent
        self.assertEqual(Template(automation["conditions"]).render(trigger=Trigger), "False")
        Trigger.json = {"event": "photos-changed", "data": {"version": 9, "located": 55, "added": 3}}
        self.assertEqual(Template(automation["conditions"]).render(trigger=Trigger), "True")
        said = automation["actions"][0]["data"]["message"]
        self.assertEqual(Template(said).render(trigger=Trigger), "3 new photos; 55 are on the map.")

    def test_immich_is_asked_for_the_path_of_its_library(self):
        self.receiver.received.clear()
        self.run_one("python", block("python", "x-api-key"))
        mounted = yaml.safe_load(block("yaml", "immich-server"))["services"]["immich-server"]["volumes"][0].split(":")
        self.assertEqual(mounted[2], "ro")
        path, headers, wanted = self.receiver.received[0]
        self.assertEqual(path, "/api/search/metadata")
        self.assertIn("x-api-key", {name.lower() for name in headers})
        self.assertEqual(wanted, {"originalPath": mounted[1] + "/2023-paris/eiffel-tower.jpg"})

    def test_the_loader_of_observable_writes_all_photos(self):
        ended = subprocess.run(
            ["node", "--input-type=module", "-e", block("js")], capture_output=True, text=True, check=True, timeout=60)
        photos = json.loads(ended.stdout)
        self.assertEqual(len(photos), 52)
        self.assertIn((2.2916, 48.8568), {(photo["longitude"], photo["latitude"]) for photo in photos})

    def rows(self, address: str) -> list[dict[str, str]]:
        with urllib.request.urlopen(address) as answer:
            self.assertEqual(answer.headers.get_content_type(), "text/csv")
            return list(csv.DictReader(io.StringIO(answer.read().decode("utf-8")), strict=True))

    def test_tables_have_the_columns_that_power_query_types(self):
        query = block("powerquery")
        rows = self.rows(re.search(r'Web\.Contents\("([^"]+)"\)', query)[1])
        self.assertEqual(len(rows), 52)
        readers = {"number": float, "datetimezone": datetime.fromisoformat}
        typed = re.findall(r'\{"(\w+)", type (\w+)\}', query)
        self.assertEqual(len(typed), 4)
        for name, kind in typed:
            values = [readers[kind](row[name]) for row in rows if row[name]]
            self.assertGreater(len(values), 10, name)

    def test_the_query_of_grafana_finds_its_columns(self):
        query = json.loads(block("json"))
        rows = self.rows(query["url"])
        for column in query["columns"]:
            self.assertIn(column["selector"], rows[0])
        # Geomap finds positions by these names.
        self.assertLessEqual({"longitude", "latitude"}, {column["text"] for column in query["columns"]})

    def test_dawarich_and_adventurelog_read_the_files_of_a_day(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_one("sh", block("sh", "-o day.geojson"), folder)
            self.run_one("sh", block("sh", "gpsbabel"), folder)
            day = json.loads(Path(folder, "day.geojson").read_text())
            track = Path(folder, "track.gpx").read_text()
            waypoints = Path(folder, "day.gpx").read_text()
        known = get(f"{ITEMS}?datetime=2024-11-15&limit=100")["features"]
        times = {datetime.fromisoformat(photo["properties"]["takenAt"]).timestamp() for photo in known}
        # `Geojson::Params` takes the first property with one of these names as the time.
        names = ("timestamp", "time", "date", "datetime", "when", "created_at", "recorded_at")
        found = set()
        for feature in day["features"]:
            self.assertEqual((feature["type"], feature["geometry"]["type"]), ("Feature", "Point"))
            time = next(value for name, value in feature["properties"].items() if name in names)
            found.add(datetime.fromisoformat(time).timestamp())
        self.assertEqual(found, times)
        # `Gpx::TrackImporter` takes points of tracks that have a time.
        space = {"": "http://www.topografix.com/GPX/1/1"}
        self.assertEqual(ElementTree.fromstring(waypoints).findall("trk", space), [])
        points = ElementTree.fromstring(track).findall("trk/trkseg/trkpt", space)
        self.assertEqual({datetime.fromisoformat(point.find("time", space).text).timestamp() for point in points}, times)
        # AdventureLog draws the segments of tracks by gpxpy.
        segments = [segment for one in gpxpy.parse(track).tracks for segment in one.segments]
        self.assertEqual(sum(len(segment.points) for segment in segments), len(known))
        self.assertEqual({(point.longitude, point.latitude) for one in segments for point in one.points},
                         {tuple(photo["geometry"]["coordinates"]) for photo in known})


if __name__ == "__main__":
    unittest.main()
