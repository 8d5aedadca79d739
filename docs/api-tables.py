#!/usr/bin/env python3
"""Writes the tables of docs/api.md from the OpenAPI document of the server; scripts/docs runs it.

    docs/api-tables.py DOCUMENT.json            writes them
    docs/api-tables.py --check DOCUMENT.json    exits with 1 and shows what differs if they are not up to date

A comment before each table says what it contains: the routes, the parameters or the status codes of all operations, or of
those whose paths begin with one of some words. Operations that such a table of parameters names are not in the table of all.
"""

import difflib
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).with_name("api.md")
TABLE = re.compile(r"(<!-- table: (\w+)((?: /[^ ]*)*) -->\n).*?(<!-- end of table -->)", re.DOTALL)
# Routes below it are named without it.
PHOTOS = "/collections/photos/"
# A group of at least so many parameters and routes has a table of its own, which names the routes once.
GROUP_PARAMETERS, GROUP_ROUTES = 3, 7
MOST_VALUES = 12
# A status code of more operations than this is one of most routes.
MANY = 40


@dataclass
class Operation:
    method: str
    path: str
    described: dict

    @property
    def name(self) -> str:
        short = self.path.removeprefix(PHOTOS)
        return f"`{short}`" if self.method == "get" else f"{self.method.upper()} `{short}`"


@dataclass
class Document:
    whole: dict
    operations: list[Operation] = field(default_factory=list)

    def __post_init__(self) -> None:
        # HEAD has what GET has.
        self.operations = [
            Operation(method, path, described)
            for path, methods in self.whole["paths"].items() for method, described in methods.items() if method != "head"
        ]

    def resolved(self, value: dict) -> dict:
        if "$ref" not in value:
            return value
        found = self.whole
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return found


def routes(document: Document, operations: list[Operation]) -> list[str]:
    lines = []
    for chapter in (tag["name"] for tag in document.whole["tags"]):
        rows = [
            f"| `{one.path}` | {one.method.upper()} | {cell(one.described['summary'])} |"
            for one in operations if one.described["tags"] == [chapter]
        ]
        lines += [f"**{chapter}**", "", "| route | method | answers |", "|---|---|---|", *rows, ""] if rows else []
    return lines[:-1]


def parameters(document: Document, operations: list[Operation]) -> list[str]:
    users: dict[str, list[str]] = {}
    rows: dict[str, tuple[str, str]] = {}
    for one in operations:
        for parameter in map(document.resolved, one.described.get("parameters", [])):
            if parameter["in"] == "path" or is_only_format(parameter):
                continue
            row = (f"`{parameter['name']}`", cell(f"{parameter['description']} {values(parameter)}"))
            rows[str(row)] = row
            users.setdefault(str(row), []).append(one.name)
    groups: dict[str, list[str]] = {}
    for key, names in users.items():
        groups.setdefault(", ".join(names), []).append(key)
    lines, rest = [], []
    for names, keys in groups.items():
        if len(keys) < GROUP_PARAMETERS or len(users[keys[0]]) < GROUP_ROUTES:
            rest += keys
            continue
        lines += [f"On {names}:", "", "| parameter | means |", "|---|---|"]
        lines += [f"| {name} | {meaning} |" for name, meaning in map(rows.get, keys)]
        lines.append("")
    if lines:
        lines += ["Further parameters:", ""]
    lines += ["| parameter | on | means |", "|---|---|---|"]
    for name, meaning in sorted(map(rows.get, rest), key=lambda row: row[0] == "`f`"):
        lines.append(f"| {name} | {', '.join(users[str((name, meaning))])} | {meaning} |")
    return lines


def statuses(document: Document, operations: list[Operation]) -> list[str]:
    users: dict[tuple[str, str], list[str]] = {}
    for one in operations:
        for status, response in one.described["responses"].items():
            if status != "200":
                users.setdefault((status, cell(document.resolved(response)["description"])), []).append(one.name)
    lines = ["| code | on | meaning |", "|---|---|---|"]
    for (status, meaning), names in sorted(users.items(), key=lambda entry: (entry[0][0], -len(entry[1]), entry[0][1])):
        on = "all routes" if len(names) == len(operations) else "most routes" if len(names) > MANY else ", ".join(names)
        lines.append(f"| {status} | {on} | {meaning.rstrip('.')} |")
    return lines


def is_only_format(parameter: dict) -> bool:
    """Whether it is `f` of a route with a single format."""
    return parameter["name"] == "f" and len(parameter["schema"]["enum"]) == 1


def values(parameter: dict) -> str:
    """A sentence about the values that a parameter may have; empty if its description says enough."""
    schema = parameter["schema"]
    words = ["Required"] if parameter.get("required") else []
    allowed = schema.get("enum", [])
    if schema["type"] == "boolean":
        allowed = ["true", "false"]
    low, high, usual = schema.get("minimum"), schema.get("maximum"), schema.get("default")
    if 0 < len(allowed) <= MOST_VALUES:
        words.append(("Values: " if len(allowed) > 1 else "Value: ") + ", ".join(f"`{value}`" for value in allowed))
    elif high is not None:
        words.append(f"From {low:,} to {high:,}".replace("-", "−"))
    if usual is not None and allowed != [usual]:
        words.append(f"Default: {usual:,}" if isinstance(usual, int) else f"Default: `{usual}`")
    return " ".join(f"{word}." for word in words)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


KINDS = {"routes": routes, "parameters": parameters, "statuses": statuses}


def written(page: str, document: Document) -> str:
    chosen = {tuple(match[3].split()) for match in TABLE.finditer(page) if match[2] == "parameters"}
    named = tuple(start for starts in chosen for start in starts)

    def table(match: re.Match) -> str:
        kind, starts = match[2], tuple(match[3].split())
        operations = [one for one in document.operations if not starts or one.path.startswith(starts)]
        if kind == "parameters" and not starts:
            operations = [one for one in operations if not one.path.startswith(named)]
        return "\n".join([match[1], *KINDS[kind](document, operations), "", match[4]])

    return TABLE.sub(table, page)


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    document = Document(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    before = PAGE.read_text(encoding="utf-8")
    after = written(before, document)
    if "--check" not in sys.argv:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), str(PAGE), "as written by scripts/docs"))
        sys.exit(1)


if __name__ == "__main__":
    main()
