"""Copies OpenStreetMap data in the OPL format, and removes references to missing nodes. An extract that was cut simply
has ways with nodes beyond its edge, and tilemaker fails on them.

    osmium cat -f opl EXTRACT | whole_ways.py > WHOLE.opl"""

import sys


def main() -> None:
    nodes: set[int] = set()
    for line in sys.stdin:
        if line.startswith("n"):
            nodes.add(int(line[1 : line.index(" ")]))
        elif line.startswith("w"):
            line = whole(line, nodes)
        if line:
            sys.stdout.write(line)


def whole(way: str, nodes: set[int]) -> str:
    """The way with the nodes that exist; empty if fewer than two are left."""
    fields = way.rstrip("\n").split(" ")
    for index, field in enumerate(fields):
        if field.startswith("N"):
            kept = [node for node in field[1:].split(",") if node and int(node[1:].split("x")[0]) in nodes]
            if len(kept) < 2:
                return ""
            fields[index] = "N" + ",".join(kept)
    return " ".join(fields) + "\n"


main()
