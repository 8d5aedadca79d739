"""Runs the examples of docs/use-it-from.md for shells and Python, and compares the results."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import yaml
from jinja2 import Template

from library import PACKAGE, url

PAGE = PACKAGE / "docs" / "use-it-from.md"
ADDRESS = "http://127.0.0.1:8080"
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


class UseItFrom(unittest.TestCase):
    def run_one(self, language: str, text: str) -> str:
        shown = text.replace(ADDRESS, url())
        program = {"sh": ["bash", "-euo", "pipefail", "-c"], "python": [sys.executable, "-c"]}[language]
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.run(
                [*program, shown], cwd=folder, capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), text)
        return ended.stdout.replace("\r", "").replace(url(), ADDRESS)

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
        self.assertEqual(kinds, {"sh", "python", "text", "html", "yaml"})

    def test_sensors_of_home_assistant_have_values(self):
        configuration = re.search(r"^```yaml\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)[1]
        rest = yaml.safe_load(configuration.replace(ADDRESS, url()))["rest"][0]
        with urllib.request.urlopen(rest["resource"]) as answer:
            value_json = json.load(answer)
        templates = [sensor["value_template"] for sensor in rest["sensor"]]
        values = [Template(template).render(value_json=value_json) for template in templates]
        self.assertEqual(values, ["52", "2024-11-15T20:00:47"])


if __name__ == "__main__":
    unittest.main()
