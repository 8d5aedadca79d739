"""The program under test: commands and servers."""

import json
import os
import resource
import signal
import subprocess
import threading
import time
from pathlib import Path

# These signals mean a crash; others were sent by the test.
CRASHES = {-signal.SIGILL, -signal.SIGTRAP, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGSEGV, -signal.SIGFPE,
           -signal.SIGPIPE, -signal.SIGSYS}
# The exit code of an act that is recorded, and that the index does not show yet: the disk of the index is full.
RECORDED = 4
# The time limit of a command over a few hundred photos on a busy machine.
PATIENCE = 120


class Fault(Exception):
    """A violated expectation."""


class Program:
    """`geoindex` as a command."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments, **options) -> subprocess.CompletedProcess:
        """Runs a command to its end; a crash is a fault."""
        done = subprocess.run(
            [self.path, *arguments], capture_output=True, timeout=PATIENCE, check=False, **options)
        if done.returncode in CRASHES or done.returncode > RECORDED:
            raise Fault(f"geoindex {arguments[0]} ended with {done.returncode}: {last_words(done.stderr)}")
        return done

    def output(self, *arguments) -> str:
        """The output of a command, which must succeed."""
        done = self.run(*arguments)
        if done.returncode not in (0, 3):
            raise Fault(f"geoindex {arguments[0]} ended with {done.returncode}: {last_words(done.stderr)}")
        return done.stdout.decode()

    def start(self, *arguments, **options) -> subprocess.Popen:
        return subprocess.Popen(
            [self.path, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)

    def damage(self, database: Path) -> list[str]:
        """The problems that SQLite and `doctor` find in an index."""
        if not database.exists():
            return []
        check = ask_sqlite(database, "PRAGMA integrity_check")
        found = [] if check == "ok\n" else [f"integrity_check: {check}"]
        doctor = json.loads(self.run("doctor", "--json", "--db", database).stdout)
        found += [
            f"doctor: {one['text']}" for one in doctor["findings"]
            if one["subject"] == "index" and one["state"] != "ok"]
        # A scan killed before its first transaction leaves an empty file, which the next scan uses.
        is_begun = not found or ask_sqlite(database, "SELECT count(*) FROM sqlite_schema") != "0\n"
        return found if is_begun else []


def ask_sqlite(database: Path, question: str) -> str:
    done = subprocess.run(
        ["sqlite3", "-cmd", ".timeout 30000", str(database), question],
        capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.stdout + done.stderr


def last_words(messages: bytes | str) -> str:
    text = messages.decode(errors="replace") if isinstance(messages, bytes) else messages
    return " / ".join(text.strip().splitlines()[-4:])


def allow_descriptors(wanted: int) -> int:
    """Raises the limit of descriptors for this process and its children; returns the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), max(hard, wanted)))
    except (OSError, ValueError):
        # Only root may raise the hard limit.
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, wanted), hard), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def most_descriptors() -> int:
    """The limit of the kernel per process."""
    return int(Path("/proc/sys/fs/nr_open").read_text())


class Server:
    """`geoindex serve` on one port, through restarts."""

    def __init__(self, program: Program, name: str, port: int, arguments: list[str], log: Path) -> None:
        self.program, self.name, self.port, self.arguments, self.log = program, name, port, arguments, log
        self.process: subprocess.Popen | None = None
        self.prefix: list[str] = []
        self.environment: dict[str, str] = {}

    def start(self) -> None:
        """Starts it and returns when it responds."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, self.program.path, "serve", "--port", str(self.port), *map(str, self.arguments)],
                stdout=subprocess.PIPE, stderr=log, env=os.environ | self.environment)
        line = self.process.stdout.readline()
        if not line.startswith(b"Serving "):
            code = self.process.wait(timeout=PATIENCE)
            if code in CRASHES:
                raise Fault(f"{self.name} fell over at its start with {code}: {self.said()}")
            raise NotServing(f"{self.name} ended with {code}: {self.said()}")

    def start_when_possible(self, patience: float = 60) -> None:
        """Starts it, and retries for a while, because the disk may still be full."""
        end = time.monotonic() + patience
        while True:
            try:
                return self.start()
            except NotServing as error:
                if time.monotonic() > end:
                    raise Fault(f"{error}, for {patience} s") from error
                time.sleep(0.5)

    def send(self, number: int) -> None:
        self.require_running()
        self.process.send_signal(number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()

    def stop(self) -> None:
        """Stops it, which must be fast and clean."""
        self.send(signal.SIGTERM)
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Fault(f"{self.name} did not end within {PATIENCE} s of SIGTERM") from None
        self.process.stdout.close()
        if code != 0:
            raise Fault(f"{self.name} ended with {code} when asked to: {self.said()}")

    def require_running(self) -> None:
        if self.process is None or self.process.poll() is not None:
            code = self.process.returncode if self.process else "nothing"
            raise Fault(f"{self.name} ended by itself with {code}: {self.said()}")

    def said(self) -> str:
        return last_words(self.log.read_bytes()) if self.log.exists() else ""

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def resident(self) -> int:
        """Its private memory in kB, without mapped files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:"))


class NotServing(Exception):
    """The server exited with a message before it was ready."""


class Background:
    """A step that a thread repeats in the background."""

    def __init__(self, step, faults: list[str]) -> None:
        self.step, self.faults = step, faults
        self.stopping, self.resting = threading.Event(), threading.Event()
        self.rested = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.stopping.is_set():
            if self.resting.is_set():
                self.rested.set()
                time.sleep(0.02)
                continue
            try:
                self.step()
            except Exception as error:  # Every exception is a fault that the soak reports.
                self.faults.append(f"{self.step.__name__}: {type(error).__name__}: {error}")
                time.sleep(1)

    def rest(self) -> None:
        """Stops after the current step."""
        self.rested.clear()
        self.resting.set()
        if not self.rested.wait(PATIENCE):
            self.faults.append(f"{self.step.__name__} did not end within {PATIENCE} s")

    def go_on(self) -> None:
        self.resting.clear()

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join(PATIENCE)
