"""start: how long the program takes to start, and how much memory it has then."""

import servers
from library import library
from report import Goal, Table, in_turn, median, megabytes, microseconds, peak_memory, run
from scan import Scanner

ROUNDS = 100


def measure(settings):
    version = [settings.geoindex, "--version"]
    nothing = ["/bin/true"]
    run(version)
    ours, peer = in_turn(ROUNDS, lambda: run(version), lambda: run(nothing))
    time = median([cost.wall for cost in ours])
    table = Table("start: the release program with the Swift runtime in it; the peer is /bin/true")
    table.row(
        "from start to end of `--version`", shown(time), shown(median([cost.wall for cost in peer])),
        goal=Goal.at_most(1000 * time, 5, " ms"))
    table.row(
        "  the same by time on cores", shown(median([cost.cpu for cost in ours])),
        shown(median([cost.cpu for cost in peer])))
    memory = peak_memory(version)
    table.row(
        "memory of `--version`", megabytes(memory), megabytes(peak_memory(nothing)),
        goal=Goal.at_most(memory / 1024, 5, " MB"))
    table.row("memory of `serve`, ready for requests", megabytes(memory_of_server(settings)))
    table.row("size of the program", megabytes((settings.programs / "geoindex").stat().st_size / 1024))
    table.note("The times include what it takes Python to start a program, which /bin/true shows.")
    table.print()


def shown(seconds):
    return microseconds(1e6 * seconds)


def memory_of_server(settings):
    """The resident memory of a server without requests, in KiB."""
    scanner = Scanner(settings.geoindex, library(settings.photos))
    scanner.scan()
    with servers.geoindex(settings.geoindex, scanner.index) as (process, _):
        for line in open(f"/proc/{process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
