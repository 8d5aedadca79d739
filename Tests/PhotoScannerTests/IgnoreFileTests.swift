import Files
import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// `.geoindexignore` and `.nomedia` leave files and folders out.
@Suite struct IgnoreFileTests {
  private let names = [
    "a.jpg", "b.jpg", "raw/a.jpg", "raw/deep/b.jpg", "trip/a.jpg", "trip/raw/c.jpg",
    "trip/keep/a.jpg", "trip/keep/x y.jpg", "trip/keep/#1.jpg", "trip/keep/!.jpg", "xraw/a.jpg",
  ]

  private func library() throws -> ScannedLibrary {
    let library = try Library()
    for name in names { try library.add(name) }
    return try ScannedLibrary(library)
  }

  private func files(in scanned: ScannedLibrary) throws -> Set<String> {
    Set(try scanned.index.read { try $0.allPhotos() }.map(\.path.description))
  }

  /// The files that git would add, which implements `.gitignore`.
  private func filesOfGit(in folder: String) throws -> Set<String> {
    let directory = try TemporaryDirectory()
    let git = ["--git-dir", directory.file("git"), "--work-tree", folder]
    #expect(try Program.run("git", git + ["init", "--quiet"]).code == 0)
    let listed = try Program.run(
      "git",
      ["-C", folder] + git + [
        "ls-files", "-z", "--others", "--exclude-per-directory=.geoindexignore",
      ])
    #expect(listed.code == 0, "\(listed.messages)")
    return Set(listed.output.split(separator: "\0").map(String.init))
      .filter { !$0.hasSuffix(".geoindexignore") }
  }

  @Test(arguments: [
    "raw", "raw/", "/raw", "/raw/", "raw/*", "raw/**", "**/raw", "**/a.jpg", "trip/**/a.jpg",
    "*.jpg\n!a.jpg", "*.jpg\n!/a.jpg", "trip/*\n!trip/keep", "trip\n!trip/keep/a.jpg",
    "# a.jpg\n\n  \nb.jpg", "\\#1.jpg", "\\!.jpg", "x\\ y.jpg", "a.jpg  ", "b.jpg\r", "[ab].jpg",
    "[!a].jpg", "?.jpg", "/*.jpg", "trip/*/c.jpg", "*/raw", "/**/raw/*.jpg", "keep/a.jpg",
    "trip/keep/", "/", "!", "**", "*\n!*/\n!c.jpg", "x*", "a**/a.jpg", "raw/deep/..", "",
  ])
  func aPatternMeansWhatItMeansToGit(text: String) throws {
    let scanned = try library()
    try scanned.library.write(".geoindexignore", Data(text.utf8))
    try scanned.scan()
    #expect(
      try files(in: scanned) == filesOfGit(in: scanned.library.root), "\(text.debugDescription)")
  }

  @Test func aDeeperFilePrecedesOneAbove() throws {
    let scanned = try library()
    try scanned.library.write(".geoindexignore", Data("a.jpg\nb.jpg\n".utf8))
    try scanned.library.write("trip/.geoindexignore", Data("!a.jpg\n/keep/x*\n".utf8))
    try scanned.library.write("trip/keep/.geoindexignore", Data("a.jpg\n".utf8))
    try scanned.scan()
    #expect(try files(in: scanned) == filesOfGit(in: scanned.library.root))
    #expect(try files(in: scanned).contains("trip/a.jpg"))
  }

  @Test func aFolderWithNomediaIsLeftOutWithAllInIt() throws {
    let scanned = try library()
    #expect(try scanned.scan().added == names.count)
    try scanned.library.write("trip/.nomedia", Data())
    #expect(try scanned.scan().removed == 6)
    #expect(try files(in: scanned).allSatisfy { !$0.hasPrefix("trip/") })
    try FileManager.default.removeItem(atPath: scanned.library.file("trip/.nomedia"))
    #expect(try scanned.scan().added == 6)
  }

  @Test func aWatchedFolderFollowsItsIgnoreFiles() throws {
    let library = try Library()
    for name in ["a.jpg", "trip/a.jpg", "trip/deep/b.jpg"] { try library.add(name) }
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["a.jpg", "trip/a.jpg", "trip/deep/b.jpg"]))
    try library.write(".geoindexignore", Data("deep/\n".utf8))
    #expect(watched.holds(["a.jpg", "trip/a.jpg"]))
    try library.add("trip/deep/c.jpg")
    try library.add("trip/c.jpg")
    #expect(watched.holds(["a.jpg", "trip/a.jpg", "trip/c.jpg"]))
    try library.write("trip/.nomedia", Data())
    #expect(watched.holds(["a.jpg"]))
    try FileManager.default.removeItem(atPath: library.file("trip/.nomedia"))
    try FileManager.default.removeItem(atPath: library.file(".geoindexignore"))
    #expect(
      watched.holds(["a.jpg", "trip/a.jpg", "trip/c.jpg", "trip/deep/b.jpg", "trip/deep/c.jpg"]))
  }

  @Test func anIgnoreFileThatCannotBeReadLeavesTheIndexAsItIs() throws {
    let scanned = try library()
    try scanned.scan()
    // A folder of that name cannot be read as a file, not even by root.
    try FileManager.default.createDirectory(
      atPath: scanned.library.file("trip/.geoindexignore"), withIntermediateDirectories: false)
    let report = try scanned.scan()
    #expect(report.removed == 0)
    #expect(report.errors.count == 1)
    #expect(report.errors.first?.reason.contains("ignore file") == true)
    #expect(try files(in: scanned).count == names.count)
  }

  /// Their rules would be missing for the next folder below them.
  @Test func ignoreFilesOfFoldersThatCouldNotBeReadAreReadAgain() throws {
    var files = IgnoreFiles()
    var asked: [String] = []
    func note(_ path: String, failsAt failing: String?) -> SystemError? {
      do throws(SystemError) {
        try files.noteDirectories(above: FilePath(path)) { path throws(SystemError) in
          asked.append(path.text)
          if path.text == failing { throw SystemError(code: EMFILE) }
          return nil
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(note("a/b/c", failsAt: "a")?.code == EMFILE)
    #expect(asked == ["a/b", "a"])
    #expect(note("a/b/d", failsAt: nil) == nil)
    #expect(asked.suffix(3) == ["a/b", "a", ""])
    #expect(note("a/b/e", failsAt: "a") == nil)
  }
}
