#!/usr/bin/env python3
"""Runs changes, requests and faults on a library at once, and compares the index with the file system.

    Tests/Soak/run.py GEOINDEX [--minutes M] [--seed N]     a family, readers, vandals, faults
    Tests/Soak/run.py GEOINDEX --kills N [--seed N]         kill -9 at random moments, N times
    Tests/Soak/run.py GEOINDEX --crowd [--clients N] [--seconds S] [--requests N]
                                                            a normal client beside thousands of others

GEOINDEX is the program. The exit code is 1 when something was lost, was there twice, fell over or grew; the
seed that is printed draws the same changes and faults again, at much the same times.
"""

import argparse
import random
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from crowd import Crowd
from kills import Kills
from soak import Soak


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("geoindex")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--crowd", action="store_true")
    parser.add_argument("--clients", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000_000))
    options = parser.parse_args()
    # On an early end, print the results so far and stop the servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"seed {options.seed}", flush=True)
    if options.crowd:
        is_well = Crowd(
            options.geoindex, options.seed, options.clients, options.seconds, options.requests).run()
    elif options.kills:
        is_well = Kills(options.geoindex, options.seed, options.kills).run()
    else:
        is_well = Soak(options.geoindex, options.seed, options.minutes).run()
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
