import Foundation
import TestSupport
import Testing

/// `geoindex zip` writes a whole archive or none.
@Suite struct ZipCommandTests {
  private let library: Library
  private let folder: TemporaryDirectory

  init() throws {
    library = try Library()
    folder = try TemporaryDirectory()
    try library.add("a.jpg")
    try library.add("trip/b.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
  }

  @discardableResult
  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// The names in an archive, which is intact.
  private func names(_ path: String) throws -> [String] {
    let outcome = try Program.run("unzip", ["-tqq", path])
    #expect(outcome.code == 0, "\(outcome.output)")
    return try Program.run("unzip", ["-Z1", path]).output.split(separator: "\n").map(String.init)
      .sorted()
  }

  @Test func theArchiveHasTheSelectedPhotos() throws {
    let path = folder.file("a.zip")
    #expect(try geoindex("zip", path).messages.isEmpty)
    #expect(try names(path) == ["a.jpg", "trip/b.jpg"])
    // An archive is replaced.
    #expect(try geoindex("zip", path, "--path", "a*", "--positions", "no").code == 0)
    #expect(try names(path) == ["a.jpg"])
    #expect(try geoindex("zip", path, "--form", "preview").code == 0)
    #expect(try names(path) == ["a.jpg", "trip/b.jpg"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.zip"])
  }

  @Test func standardOutputGetsTheSameBytes() throws {
    let (path, piped) = (folder.file("a.zip"), folder.file("b.zip"))
    #expect(try geoindex("zip", path).code == 0)
    let outcome = try Program.run(
      "sh", ["-c", "\"$0\" zip - --db \"$1\" > \"$2\"", Program.path, library.database, piped])
    #expect(outcome.code == 0)
    let isSame = FileManager.default.contentsEqual(atPath: path, andPath: piped)
    #expect(isSame)
  }

  @Test func photosThatAreLeftOutAreCounted() throws {
    try FileManager.default.removeItem(atPath: library.file("a.jpg"))
    let outcome = try geoindex("zip", folder.file("a.zip"))
    #expect(outcome.code == 0)
    #expect(outcome.messages.contains("not in the archive: 1 photo; see left-out.txt"))
    #expect(try names(folder.file("a.zip")) == ["left-out.txt", "trip/b.jpg"])
  }

  @Test func withoutPhotosThereIsNoArchive() throws {
    let outcome = try geoindex("zip", folder.file("a.zip"), "--path", "nothing")
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("No photo on the map matches"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: [
    ["--form", "raw"], ["--positions", "maybe"], ["--form"], ["--limit", "1"], ["b.zip"],
  ])
  func whatIsNotAnOptionIsRefused(words: [String]) throws {
    let outcome = try Program.run(
      ["zip", folder.file("a.zip"), "--db", library.database] + words)
    #expect(outcome.code == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aFullDiskIsReported() throws {
    let outcome = try geoindex("zip", "/dev/full")
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("No space left on device"))
  }
}
