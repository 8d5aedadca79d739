"""Tests `/metrics` with the parser of Prometheus, and the alarm rules with promtool."""

import json
import re
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from library import ITEMS, get, positions, url
from prometheus_client.parser import text_string_to_metric_families

ROOT = Path(__file__).parents[2]
RULES = ROOT / "packaging/prometheus/alarms.yml"


class Metrics(unittest.TestCase):
    def families(self) -> dict:
        with urllib.request.urlopen(url() + "/metrics", timeout=30) as answer:
            text = answer.read().decode()
        return {family.name: family for family in text_string_to_metric_families(text)}

    def value(self, families: dict, family: str, **labels: str) -> float:
        found = [
            sample.value for sample in families[family].samples
            if sample.name.removesuffix("_total") == family and labels.items() <= sample.labels.items()
        ]
        self.assertEqual(len(found), 1, (family, labels))
        return found[0]

    def test_every_figure_is_understood(self):
        families = self.families()
        kinds = {name: family.type for name, family in families.items()}
        self.assertNotIn("unknown", kinds.values())
        self.assertEqual(kinds["geoindex_http_request_duration_seconds"], "histogram")
        self.assertEqual(self.value(families, "geoindex_photos", state="located"), len(positions()))

    def test_requests_are_counted_and_histograms_add_up(self):
        get(ITEMS)
        before = self.value(self.families(), "geoindex_http_requests", operation="getPhotos", code="200")
        for _ in range(3):
            get(ITEMS)
        families = self.families()
        after = self.value(families, "geoindex_http_requests", operation="getPhotos", code="200")
        self.assertEqual(after - before, 3)
        samples = families["geoindex_http_request_duration_seconds"].samples
        name = "geoindex_http_request_duration_seconds"
        buckets = [s.value for s in samples if s.name == name + "_bucket" and s.labels["operation"] == "getPhotos"]
        count = [s.value for s in samples if s.name == name + "_count" and s.labels["operation"] == "getPhotos"]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual([buckets[-1]], count)


class Alarms(unittest.TestCase):
    def promtool(self, *arguments: str) -> None:
        outcome = subprocess.run(
            [ROOT / ".tools/promtool", *arguments], cwd=RULES.parent, capture_output=True, text=True)
        self.assertEqual(outcome.returncode, 0, outcome.stdout + outcome.stderr)

    def test_the_rules_are_valid(self):
        self.promtool("check", "rules", RULES.name)

    def test_they_fire_when_they_should_and_only_then(self):
        self.promtool("test", "rules", "alarms.test.yml", "alarms-weekly.test.yml")

    @staticmethod
    def expressions() -> str:
        """The queries of the Grafana dashboard."""
        panels = json.loads((ROOT / "packaging/grafana/geoindex.json").read_text())["panels"]
        return "\n".join(target["expr"] for panel in panels for target in panel["targets"])

    def test_the_dashboard_asks_in_valid_expressions(self):
        queries = self.expressions().splitlines()
        self.assertGreaterEqual(len(queries), 8)
        rules = [{"record": f"query:{number}", "expr": query} for number, query in enumerate(queries)]
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            # JSON is YAML.
            json.dump({"groups": [{"name": "dashboard", "rules": rules}]}, file)
            file.flush()
            self.promtool("check", "rules", file.name)

    def test_they_ask_for_series_that_the_server_has(self):
        get(ITEMS)
        with urllib.request.urlopen(url() + "/metrics", timeout=30) as answer:
            known = set(re.findall(r"^(geoindex_\w+)", answer.read().decode(), re.MULTILINE))
        asked = set(re.findall(r"geoindex_\w+", RULES.read_text() + self.expressions()))
        self.assertTrue(asked)
        self.assertLessEqual(asked, known)


if __name__ == "__main__":
    unittest.main()
