"""A program outside of the repository that depends on the client, by path and by git tag, and runs the examples of
docs/swift.md against a server with a password."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from library import PACKAGE

PAGE = PACKAGE / "docs" / "swift.md"
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERSION = "9.9.9"
# What a program with the client is made of; nothing of the server, and so none of its system libraries.
ROOMS = {"Album", "Geography", "GeoIndexClient", "GeoIndexURLSession", "JSON", "PhotoFacts"}

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "album",
  platforms: [.macOS(.v15)],
  dependencies: [DEPENDENCY],
  targets: [
    .executableTarget(
      name: "Album",
      dependencies: [
        .product(name: "GeoIndexClient", package: "geoindex"),
        .product(name: "GeoIndexURLSession", package: "geoindex"),
      ])
  ])
"""

PROGRAM = """\
import Foundation
import GeoIndexClient
import GeoIndexURLSession

@main struct Album {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let server = URL(string: words[1]) else { exit(2) }
    let signedIn = try await clients(of: server, token: words[2])
    for client in signedIn { print(try await client.send(.visitor()).name ?? "?") }
    try await signedIn[2].send(.signOut())
    print(await explain(.visitor(), signedIn[2]))
    let client = signedIn[0]
    print(try await highest(above: 2_000, client))
    print(try await nearest(latitude: 48.8584, longitude: 2.2945, client))
    print(try await symbols(client).values.reduce(0, +))
    print(try await overview(client))
    print(try await journeys(client))
    let page: PhotoPage = try await client.send(.photos(limit: 1))
    print(try await tag(page.photos.map(\\.id), client))
    let placed = try await place(client)
    print(placed.planned == placed.undone, placed.planned)
    let pictures = try await head(of: page.photos[0], client)
    print(pictures.thumbnail > 1_000, pictures.head)
    var selection = Selection()
    selection[.country] = "FR"
    try await save(selection, to: URL(fileURLWithPath: words[3] + "/france.zip"), client)
    print(try await scan(client).state == .finished)
    let files = ["2021-jordan/petra.jpg", "odd-cases/no-gps.jpg"].map {
      URL(fileURLWithPath: "SAMPLES/" + $0)
    }
    print(try await places(of: files, client).sorted { $0.key < $1.key }.map { "\\($0): \\($1)" })
    print(await explain(Endpoint<Photo>.photo(999_999), client))
    print(try await health(client))
    let items = try await client.reply(to: Request(.head, "/collections/photos/items"))
    print(try await hasChanged(since: items.headers["ETag"] ?? "", client))
    let recorder = RecordingTransport(URLSessionTransport(server))
    _ = try await Client(recorder).send(.health())
    print(try await replay(recorder))
  }
}
"""


class SwiftPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.index = str(cls.folder / "photos.sqlite")
        cls.geoindex("scan", "--quiet", str(PACKAGE / "sample-photos"))
        cls.geoindex("tracks", "add", str(PACKAGE / "sample-photos" / "2024-helsinki" / "walk.gpx"))
        password = cls.folder / "password"
        password.write_text("swordfish\n")
        cls.geoindex("user", "add", "ada", "--role", "owner", "--password-file", str(password))
        cls.token = cls.geoindex("user", "token", "ada").strip().split()[-1]
        cls.server = subprocess.Popen(
            ["geoindex", "serve", "--db", cls.index, "--port", "0"], stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.stop)
        cls.url = cls.server.stdout.readline().split()[-1]

    @classmethod
    def stop(cls):
        cls.server.terminate()
        cls.server.communicate(timeout=60)

    @classmethod
    def geoindex(cls, *words: str) -> str:
        command, *rest = words
        return subprocess.run(
            ["geoindex", command, "--db", cls.index, *rest], capture_output=True, check=True, text=True, timeout=300).stdout

    def build(self, dependency: str) -> Path:
        """A package whose sources are the examples, word for word, each in a file of its own."""
        package = self.folder / "album"
        sources = package / "Sources" / "Album"
        shutil.rmtree(package, ignore_errors=True)
        sources.mkdir(parents=True)
        (package / "Package.swift").write_text(MANIFEST.replace("DEPENDENCY", dependency))
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreaterEqual(len(blocks), 12)
        for number, block in enumerate(blocks):
            (sources / f"Example{number}.swift").write_text(block)
        (sources / "Album.swift").write_text(PROGRAM.replace("SAMPLES", str(PACKAGE / "sample-photos")))
        built = subprocess.run(
            ["swift", "build", "--package-path", str(package)], capture_output=True, text=True, timeout=1_800)
        self.assertEqual(built.returncode, 0, built.stdout[-6000:] + built.stderr[-2000:])
        products = package / ".build" / "debug"
        rooms = {path.stem for path in (products / "Modules").glob("*.swiftmodule")}
        self.assertEqual(rooms, ROOMS)
        return products / "Album"

    def check(self, program: Path):
        ended = subprocess.run(
            [program, self.url, self.token, str(self.folder)], capture_output=True, text=True, timeout=300)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        lines = ended.stdout.splitlines()
        self.assertEqual(lines[:3], ["ada", "ada", "ada"])
        self.assertTrue(lines[3].startswith("sign in: "), lines[3])
        self.assertEqual(lines[4], '["machu-picchu.jpg"]')
        self.assertEqual(lines[5], '["277 m eiffel-tower.jpg", "340744 m big-ben.jpg", "392109 m local-time-only.jpg"]')
        self.assertGreater(int(lines[6]), 10)
        self.assertIn("days", lines[7])
        self.assertIn("Azores, 3 nights", lines[8])
        self.assertEqual(lines[9], "1")
        self.assertRegex(lines[10], r"true [1-9]")
        self.assertEqual(lines[11], "true [255, 216, 255]")
        self.assertEqual(lines[12], "true")
        self.assertEqual(lines[13], '["no-gps.jpg: noGPS", "petra.jpg: 30.3223, 35.452"]')
        self.assertIn("status 404: ", lines[14])
        self.assertEqual(lines[15:], ["ok", "false", "ok"])
        names = subprocess.run(
            ["unzip", "-Z1", str(self.folder / "france.zip")], capture_output=True, check=True, text=True).stdout
        self.assertIn("eiffel-tower.jpg", names)

    def test_builds_and_runs_the_examples_by_path_and_by_tag(self):
        copy = self.folder / "geoindex"
        files = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Package.swift", "Sources", "Tests", "Benchmarks"],
            cwd=PACKAGE, capture_output=True, check=True, text=True).stdout.split("\0")
        for name in filter(None, files):
            if (PACKAGE / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(PACKAGE / name, copy / name)
        with self.subTest("by path"):
            self.check(self.build(f'.package(name: "geoindex", path: "{PACKAGE}")'))
        author = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"}
        for words in (
            ["init", "--quiet"], ["add", "--all"],
            ["-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "-m", "All"], ["tag", "v" + VERSION],
        ):
            subprocess.run(["git", *words], cwd=copy, check=True, env=author)
        with self.subTest("by tag"):
            self.check(self.build(f'.package(url: "file://{copy}", exact: "{VERSION}")'))


if __name__ == "__main__":
    unittest.main()
