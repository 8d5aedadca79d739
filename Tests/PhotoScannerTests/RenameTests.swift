import Foundation
import PhotoFacts
import PhotoScanner
import TestSupport
import Testing

/// A photo keeps its id through all renames, and none is removed.
@Suite struct RenameTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    for name in ["a", "b", "c"] { try library.add("\(name).jpg") }
    try scanned.scan()
  }

  /// Renames, scans, and expects the same ids for the files.
  private func expect(_ renames: [(String, String)], moved: Int) throws {
    var expected = try scanned.ids()
    for (old, new) in renames {
      try library.move(old, to: new)
      expected[new] = expected.removeValue(forKey: old)
    }
    let report = try scanned.scan()
    #expect(report.moved == moved)
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(try scanned.ids() == expected)
    #expect(try scanned.scan().unchanged == 3)
  }

  @Test(arguments: ["A.jpg", "z.jpg", "a.JPG"])
  func aFileRenamedInItsFolderKeepsItsId(name: String) throws {
    try expect([("a.jpg", name)], moved: 1)
  }

  @Test func aSeriesRenamedByOneKeepsItsIds() throws {
    try expect([("c.jpg", "d.jpg"), ("b.jpg", "c.jpg"), ("a.jpg", "b.jpg")], moved: 3)
    try expect([("b.jpg", "a.jpg"), ("c.jpg", "b.jpg"), ("d.jpg", "c.jpg")], moved: 3)
  }

  @Test func filesThatSwapNamesKeepTheirIds() throws {
    try expect([("a.jpg", "x"), ("b.jpg", "a.jpg"), ("x", "b.jpg")], moved: 2)
    try expect([("a.jpg", "x"), ("b.jpg", "sub/a.jpg"), ("x", "b.jpg")], moved: 2)
  }

  @Test func aFilePutAsideForANewOneKeepsItsId() throws {
    let before = try scanned.ids()
    try library.move("a.jpg", to: "z.jpg")
    try library.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    let report = try scanned.scan()
    #expect(report.moved == 1)
    #expect(report.added == 1)
    #expect(report.removed == 0)
    let after = try scanned.ids()
    #expect(after["z.jpg"] == before["a.jpg"])
    #expect(after.count == 4)
  }

  @Test func aFileThatTakesThePathOfAMovedPhotoIsNewHoweverLateTheMoveIsFound() throws {
    try library.move("a.jpg", to: "a/a.jpg")
    // A scan lists no more files than these in one round, and stores what was read before the next.
    for number in 0..<4_000 { try library.write("m/\(number).jpg", Data([0])) }
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("a", to: "z")
    try library.add("a/a.jpg", as: "2021-egypt/pyramids.jpg")
    let report = try scanned.scan()
    #expect(report.moved == 1)
    #expect(report.added == 1)
    #expect(report.removed == 0)
    let after = try scanned.ids()
    #expect(after["z/a.jpg"] == before["a/a.jpg"])
    #expect(after["a/a.jpg"].map { id in !before.values.contains(id) } == true)
  }

  @Test func aFileSavedAnewUnderItsNameKeepsItsId() throws {
    let before = try scanned.ids()
    try library.add("new", as: "2021-egypt/pyramids.jpg")
    try library.remove("a.jpg")
    try library.move("new", to: "a.jpg")
    #expect(try scanned.scan().updated == 1)
    #expect(try scanned.ids() == before)
  }

  @Test func aSecondLinkToAFileDoesNotTakeThePlaceOfTheFirst() throws {
    for name in ["l1.jpg", "l2.jpg"] {
      try manager.createSymbolicLink(atPath: library.file(name), withDestinationPath: "a.jpg")
      let report = try scanned.scan { $0.followsSymlinks = true }
      #expect(report.added == 1)
      #expect(report.moved == 0)
    }
    #expect(try scanned.ids().count == 5)
  }

  @Test(arguments: [10_413_792_000.0, 9_223_372_036, -9_999_999_999])
  func aFileFromAnotherCenturyIsAPhotoToo(seconds: Double) throws {
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)],
      ofItemAtPath: library.file("a.jpg"))
    #expect(try scanned.scan().files == 3)
    #expect(try scanned.scan().unchanged == 3)
  }

  private var manager: FileManager { .default }

  @Test func theNextScanCompletesOneThatWasInterruptedDuringRenames() throws {
    let before = try scanned.ids()
    try library.move("a.jpg", to: "x")
    try library.move("b.jpg", to: "a.jpg")
    try library.move("x", to: "b.jpg")
    let stopped = try PhotoScanner(index: scanned.index)
      .scan([.init(library.root)]) { _ in false }
    #expect(stopped.wasInterrupted)
    try scanned.scan()
    let after = try scanned.ids()
    #expect(after["a.jpg"] == before["b.jpg"])
    #expect(after["b.jpg"] == before["a.jpg"])
  }

  @Test func aFileMovedAndTouchedKeepsItsIdAfterAnInterruptedScan() throws {
    let before = try scanned.ids()
    try library.move("a.jpg", to: "sub/z.jpg")
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: library.file("sub/z.jpg"))
    let stopped = try PhotoScanner(index: scanned.index)
      .scan([.init(library.root)]) { _ in false }
    #expect(stopped.wasInterrupted)
    #expect(stopped.added == 1)
    let report = try scanned.scan()
    #expect(report.removed == 0)
    let after = try scanned.ids()
    #expect(after["sub/z.jpg"] == before["a.jpg"])
    #expect(after.count == 3)
  }

  @Test(arguments: [0, 20])
  func aBrokenPhotoIsRecognisedAtEachMove(length: Int) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: library.file("b.jpg")))
    try library.write("d/broken.jpg", whole.prefix(length))
    try scanned.scan()
    for (old, new) in [
      ("d/broken.jpg", "d/renamed.jpg"), ("d/renamed.jpg", "d/again.jpg"), ("d", "f"),
    ] {
      try library.move(old, to: new)
      let report = try scanned.scan()
      #expect(report.moved == 1)
      #expect(report.added == 0)
      #expect(report.removed == 0)
    }
    try library.move("f", to: "g")
    let stopped = try PhotoScanner(index: scanned.index)
      .scan([.init(library.root)]) { _ in false }
    #expect(stopped.wasInterrupted)
    #expect(stopped.moved == 1)
    #expect(stopped.added == 0)
  }

  @Test func theNextScanCompletesAnInterruptedFirstScan() throws {
    let fresh = try ScannedLibrary()
    for number in 0..<40 { try fresh.library.add("d\(number)/a.jpg") }
    let stopped = try PhotoScanner(index: fresh.index)
      .scan([.init(fresh.library.root)]) { _ in false }
    #expect(stopped.added > 0)
    let before = try fresh.ids()
    let moved = try #require(before.keys.sorted().first)
    try fresh.library.move(moved, to: "elsewhere/b.jpg")
    try fresh.scan()
    let after = try fresh.ids()
    #expect(after["elsewhere/b.jpg"] == before[moved])
    #expect(after.count == 40)
  }

  @Test func aFolderAndAFileThatSwapNamesKeepTheirPhotos() throws {
    try library.move("b.jpg", to: "dir.jpg/b.jpg")
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("a.jpg", to: "x")
    try library.move("dir.jpg", to: "a.jpg")
    try library.move("x", to: "dir.jpg")
    try scanned.scan()
    let after = try scanned.ids()
    #expect(after["dir.jpg"] == before["a.jpg"])
    #expect(after["a.jpg/b.jpg"] == before["dir.jpg/b.jpg"])
    #expect(after.count == 3)
  }
}
