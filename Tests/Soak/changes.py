"""Random changes to the folders of several machines: photos and tracks that arrive, move, are edited and vanish."""
import shutil

PLACEABLE = b"placeable"


def track(number):
    """A track that no other file has, with a fix each minute."""
    fixes = "".join(
        f'<trkpt lat="{number % 80}.{minute:03}" lon="{number % 170}.{number % 1000:03}">'
        f"<time>2024-05-{number % 28 + 1:02}T{number % 24:02}:{minute:02}:00Z</time></trkpt>"
        for minute in range(3 + number % 40))
    return f'<gpx version="1.1"><trk><trkseg>{fixes}</trkseg></trk></gpx>'.encode()


class Changes:
    """Each method changes the folder of one of several machines, which have a `folder`."""

    def __init__(self, random, machines, samples):
        self.random, self.machines, self.samples = random, machines, samples
        self.count = 0
        # A placed photo that is edited is recognised by its path, so it must not move before a scan has seen it. The
        # path itself must have been seen before the edit.
        self.seen, self.edited = set(), set()

    def settled(self):
        """All machines have scanned to the end."""
        self.seen = {file for machine in self.machines for file in machine.folder.rglob("*.jpg")}
        self.edited.clear()

    def placeable(self, machine):
        return [file for file in sorted(machine.folder.rglob("*.jpg")) if file.read_bytes().endswith(PLACEABLE)]

    def name(self, machine, kind):
        self.count += 1
        folder = machine.folder / f"d{self.random.randrange(25)}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{self.count}.{kind}"

    def add(self, machine):
        if self.random.random() < 0.05:
            return self.name(machine, "gpx").write_bytes(track(self.count))
        sample = self.random.choice(self.samples)
        end = PLACEABLE if self.random.random() < 0.3 else b""
        return self.name(machine, "jpg").write_bytes(sample + b"%d" % self.count + end)

    def edit(self, file):
        if file.suffix == ".gpx":
            self.count += 1
            file.write_bytes(track(self.count))
        elif not file.read_bytes().endswith(PLACEABLE):
            with file.open("ab") as end:
                end.write(b"more")
        elif file in self.seen:
            self.count += 1
            self.edited.add(file)
            file.write_bytes(file.read_bytes().removesuffix(PLACEABLE) + b"e%d" % self.count + PLACEABLE)

    def change(self, machine):
        files = sorted([*machine.folder.rglob("*.jpg"), *machine.folder.rglob("*.gpx")])
        files = [file for file in files if file not in self.edited]
        for _ in range(self.random.randrange(1, 40)):
            what = self.random.randrange(12)
            if what < 4 or not files:
                self.add(machine)
                continue
            file = files.pop(self.random.randrange(len(files)))
            kind = file.suffix[1:]
            other = self.random.choice([other for other in self.machines if other is not machine])
            match what:
                case 4 | 5:
                    file.unlink()
                case 6 | 7:
                    self.edit(file)
                case 8 | 9:
                    file.rename(self.name(machine, kind))
                case 10:
                    # To another machine: the photo keeps its id once both have scanned.
                    shutil.copy2(file, self.name(other, kind))
                    file.unlink()
                case 11:
                    # The same content in the folders of two machines.
                    shutil.copy2(file, self.name(other, kind))
