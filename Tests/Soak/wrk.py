"""More requests than Python can make: `wrk` with a list of targets."""

import json
import shutil
import signal
import subprocess
from pathlib import Path

from clients import AUTHORIZATION
from contents import PACKAGE
from program import Fault, last_words

# wrk stops within a second, and then waits for pending responses.
PATIENCE = 120


class Wrk:
    """A run of wrk with a duration, which can be stopped early."""

    def __init__(self, port: int, targets: list[str], folder: Path, *, seconds: int, connections: int) -> None:
        paths = folder / "paths"
        paths.write_text("\n".join(targets))
        self.seconds = seconds
        self.process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-H",
             f"Authorization: {AUTHORIZATION}", "-s", str(PACKAGE / "Benchmarks" / "requests.lua"),
             f"http://127.0.0.1:{port}", "--", str(paths)], stdout=subprocess.PIPE, text=True)

    @staticmethod
    def is_there() -> bool:
        return shutil.which("wrk") is not None

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def result(self) -> dict:
        """Its counters."""
        try:
            output, _ = self.process.communicate(timeout=self.seconds + PATIENCE)
        finally:
            self.process.kill()
        counted = [line for line in output.splitlines() if line.startswith("{")]
        if not counted:
            raise Fault(f"wrk ended with {self.process.returncode} and counted nothing: {last_words(output)}")
        return json.loads(counted[-1])
