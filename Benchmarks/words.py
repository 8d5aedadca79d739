"""words: questions by keyword, person and search over photos with ten keywords each."""

import points
from report import Goal


def measure(settings):
    report = points.ask(settings, "words")
    table = points.table(settings, "words: the first answer to each question; the peer is plain FTS5, or LIKE where it says so")
    bound = 20 * max(1, settings.points / 2_000_000)
    for row in report["rows"]:
        is_list = row["what"].startswith("keywords and people")
        points.add_row(table, row, p99_bound=None if is_list else bound)
    growth = report["growth"] / report["wordBytes"]
    table.row(
        "growth of the index, per byte of the words", f"{growth:.2f}",
        f"{report['peerBytes'] / report['wordBytes']:.2f}", goal=Goal.at_most(growth, 1.5))
    ratio = report["loading"]["cpuSeconds"] / report["loadingWithoutWords"]["cpuSeconds"]
    table.row("storing photos with words, against without", f"{ratio:.2f}×")
    table.note("Equal to going through all photos: the count of each keyword and search, of the index and of FTS5.")
    table.print()
