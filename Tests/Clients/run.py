#!/usr/bin/env python3
"""Tests a running server with third-party clients: GDAL (two versions), OWSLib,
openapi-spec-validator, schemathesis, and a Swift package that depends on the client.

    Tests/Clients/run.py URL [WORDS]

URL is where `geoindex serve` answers, with sample-photos/ scanned without the trips. With WORDS only the tests run whose
names hold them. The exit code is 1 when one of them fails.
"""

import os
import sys
import unittest
from pathlib import Path


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["GEOINDEX_URL"] = sys.argv[1].rstrip("/")
    loader = unittest.TestLoader()
    if len(sys.argv) > 2:
        loader.testNamePatterns = [f"*{words}*" for words in sys.argv[2:]]
    suite = loader.discover(str(Path(__file__).parent), pattern="test_*.py")
    outcome = unittest.TextTestRunner(verbosity=2).run(suite)
    return 0 if outcome.wasSuccessful() and outcome.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
