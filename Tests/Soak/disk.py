"""A small disk of its own for the index, which can be filled and freed."""

import os
import subprocess
from pathlib import Path


class Disk:
    """A tmpfs if mounting is allowed; else a folder, which cannot be filled."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        mount = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
            capture_output=True, text=True, check=False)
        self.is_mounted = mount.returncode == 0
        self.why_not = mount.stderr.strip()

    @property
    def ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Writes to the ballast file until no space is left."""
        with open(self.ballast, "ab", buffering=0) as file:
            for size in (1 << 20, 4_096):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass

    def free(self) -> None:
        self.ballast.unlink(missing_ok=True)

    def unmount(self) -> None:
        if self.is_mounted and os.path.ismount(self.folder):
            subprocess.run(["umount", "-l", str(self.folder)], check=False)
