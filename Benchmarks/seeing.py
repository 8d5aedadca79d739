"""seeing: the photos that show a point."""

import points


def measure(settings):
    table = points.table(settings, "seeing: photos up to a kilometre away that show a point, best first")
    for row in points.ask(settings, "seeing"):
        points.add_row(table, row, p99_bound=1)
    table.note("The peer is an R*Tree of the photos with a known view, and a loop over those around the point. Equal to it, and for 20 points to going through all photos.")
    table.print()
