import Foundation
import Geography
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// Files that disappear between being listed and being read.
@Suite struct VanishingTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    for name in ["one/a.jpg", "one/b.jpg", "two/c.jpg"] { try library.add(name) }
  }

  /// Scans, and runs `disturb` just before the second folder is listed: the files of the first are then listed but not read.
  private func scan(_ disturb: () throws -> Void) throws -> ScanReport {
    let result = withoutActuallyEscaping(disturb) { disturb in
      Result {
        var options = ScanOptions()
        options.listsAhead = false
        return try PhotoScanner(index: scanned.index, options: options).scan(
          [FilePath(library.root)],
          willList: { [library] folder in
            if folder == FilePath(library.file("two")) { try? disturb() }
          },
          onProgress: { _ in true })
      }
    }
    #expect(try scanned.index.integrityProblems().isEmpty)
    return try result.get()
  }

  @Test func aFileThatIsDeletedBeforeItIsReadIsNoFile() throws {
    let report = try scan { try library.remove("one/a.jpg") }
    #expect(report.files == 2)
    #expect(report.added == 2)
    #expect(report.unlocated.isEmpty)
    #expect(try scanned.ids().keys.sorted() == ["one/b.jpg", "two/c.jpg"])
    #expect(try scanned.scan().unchanged == 2)
  }

  @Test func oneThatIsMovedBeforeItIsReadIsReadWhereItIs() throws {
    let report = try scan { try library.move("one/a.jpg", to: "two/a.jpg") }
    #expect(report.files == 3)
    #expect(report.located == 3)
    #expect(try scanned.ids().keys.sorted() == ["one/b.jpg", "two/a.jpg", "two/c.jpg"])
  }

  /// The metadata read under a name then belongs to the other file, and must not be stored for the listed one.
  @Test func filesThatSwapNamesBeforeTheyAreReadAreNotConfused() throws {
    try library.add("one/b.jpg", as: "2021-egypt/pyramids.jpg")
    let swap = { [library] in
      try library.move("one/a.jpg", to: "aside")
      try library.move("one/b.jpg", to: "one/a.jpg")
      try library.move("aside", to: "one/b.jpg")
    }
    // A watcher lists the folder again by itself.
    #expect(try scan(swap).overtaken == [FilePath(library.file("one"))])
    #expect(try scanned.scan().overtaken.isEmpty)
    let photos = try scanned.index.read { reader in try reader.allPhotos() }
    let latitudes = Dictionary(
      uniqueKeysWithValues: photos.map {
        ($0.path.description, $0.place.location?.coordinate.latitude)
      })
    #expect(latitudes["one/a.jpg"] == 29.9705)
    #expect(latitudes["one/b.jpg"] == 48.8568)
    #expect(try scanned.scan().unchanged == 3)
  }

  @Test func aKnownOneThatWasChangedAndDeletedBeforeItIsReadGoesWithTheNextScan() throws {
    try scanned.scan()
    let before = try scanned.ids()
    try library.add("one/a.jpg", as: "2021-egypt/pyramids.jpg")
    let report = try scan { try library.remove("one/a.jpg") }
    #expect(report.unlocated.isEmpty)
    #expect(try scanned.scan().removed == 1)
    let after = try scanned.ids()
    #expect(after == before.filter { $0.key != "one/a.jpg" })
  }

  /// The link leads to a photo, which would be on the map if it were read.
  @Test(arguments: ["one/a.jpg", "one"])
  func aLinkThatTookAPlaceAfterItWasListedIsNotReadThrough(name: String) throws {
    let report = try scan {
      try library.move(name, to: "../outside")
      try FileManager.default.createSymbolicLink(
        atPath: library.file(name), withDestinationPath: library.file("../outside"))
    }
    let rest = ["one/a.jpg", "one/b.jpg", "two/c.jpg"].filter { !$0.hasPrefix(name) }
    #expect(try scanned.ids().keys.sorted() == rest)
    #expect(report.located == rest.count)
    #expect(report.unlocated.isEmpty)
    #expect(try scanned.scan().unchanged == rest.count)
  }
}
