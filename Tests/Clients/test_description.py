"""Tests that the description at /api is valid, and that all responses conform to it."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from openapi_spec_validator import OpenAPIV30SpecValidator

from library import get, url

SETTINGS = Path(__file__).with_name("schemathesis.toml")


class Description(unittest.TestCase):
    def test_is_openapi_3_0(self):
        problems = [str(problem) for problem in OpenAPIV30SpecValidator(get("/api")).iter_errors()]
        self.assertEqual(problems, [])

    def test_is_true_of_every_answer(self):
        # In a separate folder, because schemathesis stores its findings in the current one.
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.run(
                [
                    sys.executable, "-m", "schemathesis.cli", "--config-file", str(SETTINGS), "run",
                    url() + "/api", "--checks", "all", "--max-examples", "15", "--no-color",
                    # DELETE stops a scan, and its result can be requested afterwards.
                    "--exclude-checks", "use_after_free",
                ],
                cwd=folder, env=os.environ | {"PYTHONPATH": str(SETTINGS.parent)}, capture_output=True, text=True, timeout=900,
            )
        self.assertEqual(ended.returncode, 0, ended.stdout[-8_000:] + ended.stderr[-2_000:])
        tested = re.search(r"Tested: (\d+)", ended.stdout)
        self.assertTrue(tested and int(tested[1]) >= 30, ended.stdout[-2_000:])


if __name__ == "__main__":
    unittest.main()
