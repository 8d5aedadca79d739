"""Counts the instructions of each hot path with callgrind, and compares them with the recorded counts.

Unlike times, they do not depend on the load of the machine: runs differ by less than 1 %.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMITS = Path(__file__).with_name("instructions.json")
NAMES = ("box", "count", "clusters", "filters", "world", "nearest", "features", "parse", "load", "jpeg")
PHOTOS = "20000"
TOLERANCE = 0.15
# Without deterministic hashing, Swift iterates a dictionary in another order on each run.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C"}


def main(folder, options):
    found = counts(folder)
    if "--renew" in options:
        LIMITS.write_text(json.dumps(found, indent=2) + "\n")
        print(f"Written to {LIMITS.name}: {found}")
        return 0
    return compare(found, json.loads(LIMITS.read_text()))


def counts(folder):
    """The instructions of each hot path of the IndexBench that is in the folder."""
    program = str(folder / "IndexBench")
    subprocess.run([program, "hot", str(folder), PHOTOS], check=True, env=ENVIRONMENT)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(NAMES, pool.map(lambda name: count(program, folder, name), NAMES)))


def count(program, folder, name):
    """The instructions of `countedWork`, including those of the functions that it calls."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/{name}.callgrind",
         "--toggle-collect=*countedWork*", program, f"hot:{name}", str(folder), PHOTOS],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = re.search(r"Collected : (\d+)", result.stdout)
    if result.returncode != 0 or not found or int(found[1]) == 0:
        sys.exit(f"instructions: counting {name} failed:\n{result.stdout[-2000:]}")
    return int(found[1])


def compare(counts, limits):
    """Prints the changes; returns 1 if a count has increased or has no recorded value."""
    is_bad = set(counts) != set(limits)
    if is_bad:
        print(f"{LIMITS.name} is of other hot paths: scripts/test instructions --renew", file=sys.stderr)
    for name in sorted(counts.keys() & limits.keys()):
        change = counts[name] / limits[name] - 1
        verdict = "ok"
        if change > TOLERANCE:
            is_bad, verdict = True, "DEARER: make it cheaper, or say why it is worth it and --renew"
        elif change < -TOLERANCE:
            verdict = "cheaper: --renew, so that it stays so"
        print(f"{name:10} {counts[name]:>13,} instructions, {change:+.1%}: {verdict}")
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
