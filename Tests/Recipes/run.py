#!/usr/bin/env python3
"""Runs the recipes of the docs: every block of the pages below for a shell, and those without a language.

    Tests/Recipes/run.py PROGRAM [PAGE…]          PROGRAM is geoindex
    Tests/Recipes/run.py --extract NAME FOLDER    writes the blocks that NAME runs as FOLDER/01.sh, …

Each page has a home folder of its own, with the sample photos in ~/Pictures and scanned, and its blocks run in order.
Comments before a block, which readers of the page do not see, say what is special about it:

    <!-- before: COMMANDS -->     commands that run before it, for example to make a file that it reads
    <!-- after: COMMANDS -->      commands that check what it has done
    <!-- run by: NAME -->         another test runs it: use-it-from (Tests/Clients), or boot (packaging/trial),
    <!-- not run: REASON -->      no test runs it
    <!-- as: KIND -->             cron (its command runs), or a file: config, prometheus

A block without a language needs one of the last four. A console block is compared with what is shown.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from free_port import free_port

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", *(f"docs/{name}.md" for name in (
    "get-started", "running", "security", "company", "proxies", "scan", "placing", "words", "places", "journeys", "street-maps", "scale", "api",
    "use-it-from"))]
PRELUDE = Path(__file__).with_name("prelude.sh")
BLOCK = re.compile(r"((?:^<!--(?:(?!-->).)*-->\n)*)^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"^<!-- (before|after|run by|not run|as):\s(.*?)\s-->$", re.MULTILINE | re.DOTALL)
# The other tests that run blocks.
RUNNERS = {"boot": "packaging/trial/boot", "use-it-from": "Tests/Clients/test_use_it_from.py"}
LANGUAGES = {"sh", "console", ""}


@dataclass
class Block:
    page: str
    line: int
    language: str
    text: str
    remarks: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text()
    found = []
    for match in BLOCK.finditer(text):
        remarks, _, language, body = match.groups()
        line = text[: match.start()].count("\n") + remarks.count("\n") + 1
        block = Block(page, line, language, body, dict(REMARK.findall(remarks)))
        if "use-it-from" in page and language == "sh":
            block.remarks.setdefault("run by", "use-it-from")
        if language in LANGUAGES or "as" in block.remarks:
            found.append(block)
    return found


def problems(block: Block) -> str | None:
    """Why the remarks of a block are invalid, which could exclude it from all tests; None if they are valid."""
    kinds = [kind for kind in ("run by", "not run", "as") if kind in block.remarks]
    if len(kinds) > 1:
        return "has more than one remark"
    if not block.language and not kinds:
        return "has no language: say as, run by or not run"
    if block.remarks.get("as", "cron") not in ("cron", "config", "prometheus"):
        return "is of an unknown kind"
    runner = block.remarks.get("run by", "boot")
    if runner not in RUNNERS or not (ROOT / RUNNERS[runner]).exists():
        return f"no test is called {runner}"
    if len(block.remarks.get("not run", "a long enough reason").split()) < 4:
        return "needs a reason"
    return None


class Home:
    """A home folder for the blocks of a page."""

    def __init__(self, program: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="geoindex-recipes-"))
        shutil.copytree(ROOT / "sample-photos", self.folder / "Pictures")
        self.work = self.folder / "work"
        self.work.mkdir()
        opener = self.folder / "bin" / "xdg-open"
        opener.parent.mkdir()
        opener.write_text('#!/bin/sh\nexec curl --silent --fail --output /dev/null "$1"\n')
        opener.chmod(0o755)
        # The tools that build the program look for their caches in the real home.
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environment = kept | {
            "HOME": str(self.folder), "PATH": f"{opener.parent}:{kept['PATH']}", "DISPLAY": ":0", "LC_ALL": "C.UTF-8",
            "GEOINDEX": program, "GEOINDEX_PORT": str(free_port()), "REPOSITORY": str(ROOT), "TMPDIR": "/tmp"}

    def run(self, text: str) -> subprocess.CompletedProcess:
        # A separate shell, because blocks may change the folder and set variables.
        # A server of a recipe listens at another port than the one that the page shows.
        text = text.replace("127.0.0.1:8080", "127.0.0.1:" + self.environment["GEOINDEX_PORT"])
        script = f"set -euo pipefail\nsource '{PRELUDE}'\n{text}\nstop_servers\n"
        return subprocess.run(
            ["bash", "-c", script], cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=500)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def try_block(block: Block, home: Home) -> str | None:
    """Runs a block; returns what went wrong, or None."""
    before = block.remarks.get("before", "")
    kind = block.remarks.get("as")
    if kind == "cron":
        command = re.search(r"^(?:[\d*/,-]+ ){5}(.*)$", block.text, re.MULTILINE)[1]
        return wrong(home.run(f"{before}\n{command}"))
    if kind == "config":
        (home.folder / ".config/geoindex").mkdir(parents=True, exist_ok=True)
        (home.folder / ".config/geoindex/config").write_text(block.text)
        return wrong(home.run(f"{before}\ngeoindex doctor"))
    if kind == "prometheus":
        (home.work / "prometheus.yml").write_text(block.text)
        return wrong(home.run(f"{before}\n'{ROOT}/.tools/promtool' check config --syntax-only prometheus.yml"))
    if block.language == "console":
        command, _, shown = block.text.removeprefix("$ ").partition("\n")
        # The page shows the output on a terminal, so the command gets one.
        (home.work / "typed").write_text(f"source '{PRELUDE}'\nstty columns 200\n{before}\n{command}\n")
        ended = home.run("NO_COLOR=1 script --quiet --return --command 'bash typed' /dev/null")
        found = ended.stdout.replace("\r", "").replace(str(home.folder), "/home/me")
        return wrong(ended) or (None if found == shown else f"shown:\n{shown}found:\n{found}")
    return wrong(home.run(f"{before}\n{block.text}\n{block.remarks.get('after', '')}"))


def wrong(ended: subprocess.CompletedProcess) -> str | None:
    return f"exit code {ended.returncode}\n{ended.stdout[-1500:]}{ended.stderr[-2500:]}" if ended.returncode else None


def try_page(page: str, program: str, counts: dict[str, int]) -> None:
    home = Home(program)
    first = home.run("geoindex scan --quiet ~/Pictures")
    for block in blocks(page):
        if mistake := problems(block) or wrong(first):
            outcome, verdict = "failed", mistake
        elif "run by" in block.remarks:
            outcome, verdict = "run by another test", block.remarks["run by"]
        elif "not run" in block.remarks:
            outcome, verdict = "not run", block.remarks["not run"]
        else:
            verdict = try_block(block, home)
            outcome = "failed" if verdict else "run"
        counts[outcome] = counts.get(outcome, 0) + 1
        print(f"{outcome:20} {block.name}{f': {verdict}' if verdict else ''}", flush=True)
    home.remove()


def extract(name: str, folder: Path) -> None:
    """Writes the blocks that another test runs, numbered in the order of the pages."""
    chosen = [block for page in PAGES for block in blocks(page) if block.remarks.get("run by", "") == name]
    for number, block in enumerate(chosen, 1):
        before, after = block.remarks.get("before", ""), block.remarks.get("after", "")
        (folder / f"{number:02}.sh").write_text(f"# {block.name}\n{before}\n{block.text}\n{after}\n")


def main() -> int:
    if len(sys.argv) == 4 and sys.argv[1] == "--extract":
        extract(sys.argv[2], Path(sys.argv[3]))
        return 0
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    counts: dict[str, int] = {}
    for page in sys.argv[2:] or PAGES:
        try_page(page, str(Path(sys.argv[1]).resolve()), counts)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 0 if counts.get("run") and not counts.get("failed") else 1


if __name__ == "__main__":
    sys.exit(main())
