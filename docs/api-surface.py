#!/usr/bin/env python3
"""Lists what clients can rely on in the OpenAPI document of the server: operations, parameters and members of answers.

    docs/api-surface.py DOCUMENT.json                      prints the list, one thing a line
    docs/api-surface.py --check RELEASED.txt DOCUMENT.json prints what is in the list, but not in the document, and exits with 1

docs/api-released.txt is the list of the last release; the API changes only by addition.
"""

import json
import sys
from pathlib import Path


class Surface:
    def __init__(self, document: dict) -> None:
        self.document = document
        self.lines: list[str] = []
        self.named: list[str] = []
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                self.add_operation(f"{method.upper()} {path}", operation)
        # It grows while it is read.
        for name in self.named:
            self.add_schema(name, document["components"]["schemas"][name], True)

    def resolved(self, value: dict) -> dict:
        while "$ref" in value:
            found = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            value = found
        return value

    def add_operation(self, name: str, operation: dict) -> None:
        self.lines.append(f"{name} {operation['operationId']}")
        if name.startswith("HEAD "):
            return  # It has what GET has.
        for parameter in map(self.resolved, operation.get("parameters", [])):
            schema = parameter["schema"]
            self.lines.append(f"{name} ?{parameter['name']} {schema.get('type', 'any')}")
            words = schema.get("enum", schema.get("items", {}).get("enum", []))
            self.lines += [f"?{parameter['name']} {word}" for word in words]
        for kind, body in operation.get("requestBody", {}).get("content", {}).items():
            self.add_schema(f"{name} < {kind}", body["schema"], False)
        for status, answer in operation["responses"].items():
            if status.startswith("2"):
                self.lines.append(f"{name} > {status}")
                for kind, body in self.resolved(answer).get("content", {}).items():
                    self.add_schema(f"{name} > {status} {kind}", body["schema"], True)

    def add_schema(self, name: str, schema: dict, is_answer: bool) -> None:
        if "$ref" in schema:
            reference = schema["$ref"].rsplit("/", 1)[1]
            self.lines.append(f"{name} = {reference}")
            if reference not in self.named:
                self.named.append(reference)
            return
        for choice in schema.get("oneOf", []):
            self.add_schema(name, choice, is_answer)
        self.lines.append(f"{name} {schema.get('type', 'any')}")
        if "items" in schema:
            self.add_schema(f"{name}[]", schema["items"], is_answer)
        for member, described in schema.get("properties", {}).items():
            # An answer always has it; a request need not have it.
            if is_answer and member in schema.get("required", []):
                self.lines.append(f"{name}.{member} always")
            self.add_schema(f"{name}.{member}", described, is_answer)


def main() -> None:
    arguments = sys.argv[1:]
    released = Path(arguments[1]) if arguments[:1] == ["--check"] else None
    if len(arguments) != (3 if released else 1):
        sys.exit(__doc__)
    lines = list(dict.fromkeys(Surface(json.loads(Path(arguments[-1]).read_text(encoding="utf-8"))).lines))
    if released is None:
        print("\n".join(lines))
        return
    missing = [line for line in released.read_text(encoding="utf-8").splitlines() if line not in set(lines)]
    print("\n".join(missing), end="\n" if missing else "")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
