"""A family that keeps changing its folders of photos, in all the ways that folders change."""

import os
import random
import shutil
import threading
import time

from contents import Contents

# Scans skip folders of these names.
SKIPPED = [b".hidden", b"@eaDir", b"node_modules", b".thumbnails"]
ODD_NAMES = [
    "Größe", "写真", "a b  c", "-rf", "50%", "new\nline", "quote'\"", "🏔", "e\u0301te\u0301", "<b>", "#1?x=y&z", "\\back",
]


class Family:
    """Changes one or more roots of photos; paths are bytes, since names need not be text."""

    def __init__(self, roots: list[bytes], outside: bytes, contents: Contents, generator: random.Random,
                 wanted: int) -> None:
        self.roots = roots
        self.outside = outside
        self.contents = contents
        self.random = generator
        self.wanted = wanted
        self.number = 0
        self.changes = 0
        self.writing: list[threading.Thread] = []
        self.busy: set[bytes] = set()
        self.lock = threading.Lock()
        # Files that were outside the roots for a while may get new ids.
        self.strayed: set[int] = set()
        self.done: dict[str, int] = {}
        for folder in [*roots, outside]:
            os.makedirs(folder, exist_ok=True)
        self.quick = [
            (self.add, 20), (self.copy, 5), (self.rename, 10), (self.move, 10), (self.swap, 3), (self.shift_series, 2),
            (self.replace, 6), (self.overwrite, 5), (self.touch, 4), (self.delete, 12), (self.new_sidecar, 5),
            (self.drop_sidecar, 3), (self.new_tree, 2), (self.move_folder, 4), (self.move_out, 2), (self.move_in, 2),
            (self.delete_folder, 1), (self.link, 1), (self.symlink, 1), (self.hide, 1), (self.rename_case, 1),
        ]
        self.slow = [(self.write_slowly, 4), (self.burst, 1)]

    # --- What the family does

    def change(self, *, takes_its_time: bool = True) -> str:
        """Makes one change; returns its name."""
        choices = self.quick + (self.slow if takes_its_time else [])
        with self.lock:
            files = self.files()
        if len(files) > self.wanted * 1.3:
            choices = [(self.delete, 10), (self.delete_folder, 1)]
        elif len(files) < self.wanted * 0.6:
            choices = [(self.add, 10), (self.new_tree, 2), (self.move_in, 1)]
        what = self.random.choices([one for one, _ in choices], [weight for _, weight in choices])[0]
        try:
            what(files)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, FileExistsError):
            return "nothing"  # Something that was written slowly is not there yet, or a name is taken.
        self.changes += 1
        self.done[what.__name__] = self.done.get(what.__name__, 0) + 1
        return what.__name__

    def move_only(self) -> None:
        """Renames or moves something within a root; ids must be kept."""
        with self.lock:
            files = self.files()
        what = self.random.choice([self.rename, self.move, self.swap, self.move_folder, self.rename_case])
        try:
            what(files, within=True)
            self.changes += 1
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, FileExistsError):
            pass

    def finish(self) -> None:
        """Waits for what is being written slowly."""
        for thread in self.writing:
            thread.join()
        self.writing.clear()

    def add(self, files: list[bytes]) -> None:
        self.put(self.new_path(), self.contents.any())

    def copy(self, files: list[bytes]) -> None:
        with open(self.one_of(files), "rb") as file:
            content = file.read()
        self.put(self.new_path(), content)

    def rename(self, files: list[bytes], within: bool = False) -> None:
        old = self.one_of(files)
        os.rename(old, os.path.join(os.path.dirname(old), self.new_name()))

    def move(self, files: list[bytes], within: bool = False) -> None:
        old = self.one_of(files)
        root = self.root_of(old) if within or is_linked(old) else self.random.choice(self.roots)
        target = os.path.join(self.some_folder(root), self.random.choice([os.path.basename(old), self.new_name()]))
        if not os.path.lexists(target):
            os.rename(old, target)

    def swap(self, files: list[bytes], within: bool = False) -> None:
        one, other = self.one_of(files), self.one_of(files)
        is_home = within or is_linked(one) or is_linked(other)
        if is_home and self.root_of(one) != self.root_of(other):
            return
        aside = os.path.join(os.path.dirname(one), self.new_name())
        if one != other:
            os.rename(one, aside)
            os.rename(other, one)
            os.rename(aside, other)

    def shift_series(self, files: list[bytes]) -> None:
        """Renames the files of a folder each to the next one's name."""
        folder = os.path.dirname(self.one_of(files))
        series = sorted(path for path in files if os.path.dirname(path) == folder)[:8]
        free = os.path.join(folder, self.new_name())
        for old, new in zip(reversed(series), [free, *reversed(series)]):
            os.rename(old, new)

    def rename_case(self, files: list[bytes], within: bool = False) -> None:
        old = self.one_of(files)
        folder, name = os.path.split(old)
        if not os.path.lexists(new := os.path.join(folder, name.swapcase())):
            os.rename(old, new)

    def replace(self, files: list[bytes]) -> None:
        """Saves a file as editors do: writes a new file, then renames it."""
        path = self.one_of(files)
        self.put(path + b"~new", self.contents.any())
        os.rename(path + b"~new", path)

    def overwrite(self, files: list[bytes]) -> None:
        path = self.one_of(files)
        with open(path, "r+b") as file:
            file.truncate(0)
            file.write(self.contents.placed())

    def touch(self, files: list[bytes]) -> None:
        when = self.random.choice([0, 1, time.time(), time.time() + 3.2e8, 1_000_000_000 + self.random.random() * 1e8])
        os.utime(self.one_of(files), (when, when))

    def delete(self, files: list[bytes]) -> None:
        for _ in range(self.random.randint(1, 4)):
            os.unlink(self.one_of(files))

    def new_sidecar(self, files: list[bytes]) -> None:
        content, place = self.contents.sidecar()
        # Recorded by content; a sidecar has precedence over its photo.
        self.put(self.one_of(files) + b".xmp", content)
        self.contents.note(content, type(self.contents.of(content))(place=place))

    def drop_sidecar(self, files: list[bytes]) -> None:
        sidecars = [path + b".xmp" for path in files if os.path.exists(path + b".xmp")]
        if sidecars:
            os.unlink(self.random.choice(sidecars))

    def new_tree(self, files: list[bytes]) -> None:
        """A tree of photos that appears at once."""
        tree = self.make_tree(os.path.join(self.outside, self.new_name(b"")))
        os.rename(tree, os.path.join(self.some_folder(), os.path.basename(tree)))

    def burst(self, files: list[bytes]) -> None:
        """The same, but made in place, file by file."""
        self.make_tree(os.path.join(self.some_folder(), self.new_name(b"")))

    def move_folder(self, files: list[bytes], within: bool = False) -> None:
        old = self.one_of(self.folders())
        root = self.root_of(old) if within or holds_linked(old) else self.random.choice(self.roots)
        target = self.some_folder(root)
        if not (target + b"/").startswith(old + b"/"):
            os.rename(old, os.path.join(target, self.new_name(b"")))

    def move_out(self, files: list[bytes]) -> None:
        folder = self.one_of(self.folders())
        if holds_linked(folder):
            return
        self.strayed |= {entry.inode() for _, _, entries in walk_visible(folder) for entry in entries}
        os.rename(folder, os.path.join(self.outside, self.new_name(b"")))

    def move_in(self, files: list[bytes]) -> None:
        away = sorted(os.listdir(self.outside))
        if away:
            name = self.random.choice(away)
            os.rename(os.path.join(self.outside, name), os.path.join(self.some_folder(), name))

    def delete_folder(self, files: list[bytes]) -> None:
        shutil.rmtree(self.one_of(self.folders()), ignore_errors=True)

    def link(self, files: list[bytes]) -> None:
        old = self.one_of(files)
        os.link(old, os.path.join(self.some_folder(self.root_of(old)), self.new_name()))

    def symlink(self, files: list[bytes]) -> None:
        os.symlink(self.random.choice([self.one_of(files), b"/etc", b"nowhere", b"."]), self.new_path())

    def hide(self, files: list[bytes]) -> None:
        """Photos in folders that scans skip."""
        folder = os.path.join(self.some_folder(), self.random.choice(SKIPPED))
        os.makedirs(folder, exist_ok=True)
        self.put(os.path.join(folder, self.new_name()), self.contents.placed())

    def write_slowly(self, files: list[bytes]) -> None:
        """A file copied over a slow network, with pauses longer than the watcher waits."""
        content, path = self.contents.placed(), self.new_path()
        pause = self.random.choice([0.05, 0.3, 1.2])

        def write() -> None:
            try:
                with open(path, "wb", buffering=0) as file:
                    size = max(1, len(content) // 4)
                    for start in range(0, len(content), size):
                        file.write(content[start:start + size])
                        time.sleep(pause)
            except OSError:
                pass  # Its folder has gone.

        thread = threading.Thread(target=write, daemon=True)
        self.writing = [one for one in self.writing if one.is_alive()] + [thread]
        thread.start()

    # --- Names and places

    def put(self, path: bytes, content: bytes) -> None:
        with open(path, "wb") as file:
            file.write(content)

    def make_tree(self, folder: bytes) -> bytes:
        deepest = folder
        for _ in range(self.random.randint(1, 6)):
            os.makedirs(deepest, exist_ok=True)
            for _ in range(self.random.randint(0, 5)):
                self.put(os.path.join(deepest, self.new_name()), self.contents.any())
            deepest = os.path.join(deepest, self.new_name(b""))
        return folder

    def new_name(self, ending: bytes = b".jpg") -> bytes:
        self.number += 1
        kind = self.random.random()
        if kind < 0.08:
            base = self.random.choice(ODD_NAMES).encode()
        elif kind < 0.14:
            base = bytes(self.random.choice(b"\xe9\xff\x80\xc3abc\xf0") for _ in range(4))
        else:
            base = b"IMG"
        return base + b"_%06d" % self.number + ending

    def new_path(self) -> bytes:
        return os.path.join(self.some_folder(), self.new_name())

    def some_folder(self, root: bytes | None = None) -> bytes:
        root = root or self.random.choices(self.roots, [4] + [1] * (len(self.roots) - 1))[0]
        folders = [root] + [one for one in self.folders() if one.startswith(root + b"/")]
        chosen = self.random.choice(folders)
        if self.random.random() < 0.1 and len(folders) < 40 and chosen.count(b"/") - root.count(b"/") < 12:
            chosen = os.path.join(chosen, self.new_name(b""))
            os.mkdir(chosen)
        return chosen

    def root_of(self, path: bytes) -> bytes:
        return next(root for root in self.roots if path.startswith(root + b"/"))

    def one_of(self, paths: list[bytes]) -> bytes:
        if not paths:
            raise FileNotFoundError
        return self.random.choice(paths)

    def files(self) -> list[bytes]:
        """The photos and other files, but no sidecars, nothing hidden and no links."""
        found = []
        for root in self.roots:
            for folder, _, entries in walk_visible(root):
                found += [os.path.join(folder, entry.name) for entry in entries]
        return sorted(found)

    def folders(self) -> list[bytes]:
        return sorted(
            os.path.join(folder, name) for root in self.roots for folder, names, _ in walk_visible(root)
            for name in names)


def is_linked(path: bytes) -> bool:
    """Whether a file has further hard links: they stay within one root, because the watcher of one root is
    not notified of writes in another."""
    return os.lstat(path).st_nlink > 1


def holds_linked(folder: bytes) -> bool:
    return any(
        entry.stat(follow_symlinks=False).st_nlink > 1
        for _, _, entries in walk_visible(folder) for entry in entries)


def walk_visible(root: bytes):
    """Each folder that a scan enters, with the names of those in it and the entries of its files.

    Skips what disappears meanwhile."""
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except (FileNotFoundError, NotADirectoryError):
            continue
        names = [
            entry.name for entry in entries
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(b".") and entry.name not in SKIPPED]
        files = [
            entry for entry in entries
            if entry.is_file(follow_symlinks=False) and not entry.name.lower().endswith(b".xmp")]
        yield folder, names, files
        waiting += [os.path.join(folder, name) for name in names]
