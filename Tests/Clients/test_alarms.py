"""Provokes each alarm of packaging/prometheus/alarms.yml: scrapes `/metrics` of a server before and after a fault, and has
promtool evaluate the rules on what it scraped."""

import base64
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from library import PACKAGE

RULES = PACKAGE / "packaging/prometheus/alarms.yml"
PHOTO = PACKAGE / "sample-photos/2023-paris/eiffel-tower.jpg"
SAMPLE = re.compile(r"^(geoindex_\w+)(\{.*\})? (\S+)$", re.MULTILINE)


class Alarms(unittest.TestCase):
    """Each test has a library and a server of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.photos = self.folder / "photos"
        self.photos.mkdir()
        shutil.copy(PHOTO, self.photos / "a.jpg")
        self.database = self.folder / "photos.sqlite"

    def serve(self, *options: str) -> None:
        environment = {**os.environ, "GEOINDEX_AUTH": "ada:swordfish", "XDG_CACHE_HOME": str(self.folder / "cache")}
        subprocess.run(
            ["geoindex", "scan", "--quiet", "--db", self.database, self.photos], check=True, timeout=60, env=environment)
        server = subprocess.Popen(
            ["geoindex", "serve", "--port", "0", "--db", self.database, *options], env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.address = re.search(r"http://\S*[^/\s]", server.stdout.readline())[0]

    def ask(self, target: str, password: str = "swordfish", method: str = "GET") -> tuple[int, str]:
        code = base64.b64encode(f"ada:{password}".encode()).decode()
        request = urllib.request.Request(
            self.address + target, method=method, headers={"Authorization": f"Basic {code}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def scrape(self) -> dict[str, float]:
        """The values by series; those that are points in time relative to now, because promtool's clock begins at 0."""
        status, text = self.ask("/metrics")
        self.assertEqual(status, 200, text)
        found = {}
        for name, labels, value in SAMPLE.findall(text):
            labels = (labels or "{}").replace("{", '{instance="home",', 1).replace(",}", "}")
            age = time.time() if name.endswith("_timestamp_seconds") else 0
            found[name + labels] = round(float(value) - age, 3)
        return found

    def until(self, holds) -> None:
        end = time.monotonic() + 60
        while not holds():
            self.assertLess(time.monotonic(), end, "it did not happen within a minute")
            time.sleep(0.05)

    def firing(self, before: dict, after: dict, duration: int, unit: str = "m") -> set[str]:
        """The alarms that fire some minutes (or hours, h) after `before` became `after`, and did not before."""
        steps = range(duration + 1)
        series = [
            {"series": name, "values": " ".join([str(before.get(name, "_"))] * 3 + [str(after.get(name, "_"))] * len(steps))}
            for name in sorted(before.keys() | after.keys())
        ]
        names = re.findall(r"alert: (\w+)", RULES.read_text())
        return {name for name in names if self.fires(name, series, 3 + duration, unit)} - {
            name for name in names if self.fires(name, series, 2, unit)}

    def fires(self, name: str, series: list, moment: int, unit: str) -> bool:
        test = {
            "rule_files": [str(RULES)], "evaluation_interval": f"1{unit}",
            "tests": [{
                "interval": f"1{unit}", "input_series": series,
                "promql_expr_test": [{
                    "expr": f'group(ALERTS{{alertname="{name}", alertstate="firing"}})', "eval_time": f"{moment}{unit}",
                    "exp_samples": [{"labels": "{}", "value": 1}],
                }]}]}
        file = self.folder / "test.yml"
        # JSON is YAML.
        file.write_text(json.dumps(test))
        outcome = subprocess.run([PACKAGE / ".tools/promtool", "test", "rules", file], capture_output=True, text=True)
        said = outcome.stdout + outcome.stderr
        self.assertTrue(outcome.returncode == 0 or re.search(r"got:\s*nil", said), said)
        return outcome.returncode == 0

    def test_a_server_without_faults_raises_none(self):
        self.serve()
        before = self.scrape()
        self.ask("/collections")
        self.assertEqual(self.firing(before, self.scrape(), 3), set())

    def test_guessed_passwords(self):
        self.serve()
        before = self.scrape()
        self.assertIn(401, {self.ask("/collections", f"guess {number}")[0] for number in range(40)})
        self.assertEqual(self.firing(before, self.scrape(), 3), {"GeoindexPasswordsGuessed"})

    def test_a_missing_folder(self):
        self.serve()
        before = self.scrape()
        self.photos.rename(self.folder / "away")
        self.assertEqual(self.ask("/scans", method="POST")[0], 202)
        failed = 'geoindex_scans_total{instance="home",state="failed"}'
        self.until(lambda: self.scrape()[failed] == 1)
        self.assertEqual(self.firing(before, self.scrape(), 3), {"GeoindexScanFailed"})

    def test_an_index_that_is_not_there(self):
        self.serve()
        before = self.scrape()
        self.database.rename(self.folder / "away")
        self.until(lambda: self.ask("/collections/photos/items")[0] >= 500)
        (self.folder / "away").rename(self.database)
        self.until(lambda: self.ask("/metrics")[0] == 200)
        self.assertEqual(self.firing(before, self.scrape(), 3), {"GeoindexServerErrors"})

    def test_a_week_without_a_scan(self):
        self.serve()
        before = self.scrape()
        self.assertEqual(self.firing(before, self.scrape(), 7 * 24 + 1, "h"), {"GeoindexNotScanned"})

    def test_changes_that_wait(self):
        self.serve("--watch", str(self.photos))
        backlog = 'geoindex_watch_backlog{instance="home"}'
        self.until(lambda: self.scrape()['geoindex_scans_total{instance="home",state="finished"}'] == 1)
        before = self.scrape()
        with open(f"{self.database}.lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            shutil.copy(PHOTO, self.photos / "b.jpg")
            self.until(lambda: self.scrape()[backlog] > 0)
            after = self.scrape()
        self.assertEqual(before[backlog], 0)
        self.assertEqual(self.firing(before, after, 65), {"GeoindexWatcherBehind"})
        self.until(lambda: self.scrape()[backlog] == 0)


if __name__ == "__main__":
    unittest.main()
