import Foundation
import Geography
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// A photo that disappears and reappears keeps its id.
@Suite struct ReturnTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("one/a.jpg")
    try library.add("one/b.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("two/c.jpg", as: "2024-japan/mount-fuji.jpg")
    try scanned.scan(folders)
  }

  private var folders: [String] { ["one", "two"].map(library.file) }

  @Test func aFileThatDisappearsBeforeItReappearsKeepsItsId() throws {
    let before = try scanned.ids()
    try library.move("one/a.jpg", to: "two/new.jpg")
    // Each folder is scanned by another server.
    #expect(try scanned.scan([library.file("one")]).removed == 1)
    #expect(try scanned.scan([library.file("two")]).added == 1)
    #expect(
      try scanned.ids() == [
        "new.jpg": before["a.jpg"], "b.jpg": before["b.jpg"], "c.jpg": before["c.jpg"],
      ])
  }

  @Test func aFileRestoredFromABackupKeepsItsId() throws {
    let before = try scanned.ids()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.file("one/a.jpg")))
    try library.remove("one/a.jpg")
    try scanned.scan(folders)
    for number in 0..<3 { try library.add("two/\(number).jpg", as: "2019-nepal/boudhanath.jpg") }
    try scanned.scan(folders)
    try library.write("one/restored.jpg", bytes)
    try scanned.scan(folders)
    #expect(try scanned.ids()["restored.jpg"] == before["a.jpg"])
    #expect(try scanned.scan(folders).unchanged == 6)
  }

  @Test func anotherPhotoWithTheNameOfADeletedOneGetsANewId() throws {
    let before = try scanned.ids()
    try library.remove("one/a.jpg")
    try scanned.scan(folders)
    try library.add("one/a.jpg", as: "2019-nepal/boudhanath.jpg")
    try scanned.scan(folders)
    #expect(try !before.values.contains(#require(try scanned.ids()["a.jpg"])))
  }

  @Test func ofTwoCopiesThatDisappearOnlyOneIdReturnsWithACopy() throws {
    try library.add("one/copy.jpg")
    try scanned.scan(folders)
    let before = try scanned.ids()
    try library.move("one/a.jpg", to: "away.jpg")
    try library.remove("one/copy.jpg")
    try scanned.scan(folders)
    try library.move("away.jpg", to: "one/back.jpg")
    try library.add("one/another.jpg")
    try library.add("one/third.jpg")
    try scanned.scan(folders)
    let after = try scanned.ids()
    #expect(after["back.jpg"] == before["a.jpg"])
    #expect(Set(after.values).count == 5)
    #expect(after.values.contains(try #require(before["copy.jpg"])))
  }

  @Test func anIdThatAnImportHasTakenIsNotAssignedTwice() throws {
    let old = try #require(try scanned.ids()["a.jpg"])
    try library.move("one/a.jpg", to: "away.jpg")
    try scanned.scan(folders)
    try scanned.index.write { writer in
      let home = try writer.importRoot(of: FilePath("/trip"))
      let directory = try writer.directory(FilePath(bytes: []), in: home.root)
      let place = try Place.located(
        Location(#require(Coordinate(latitude: 1, longitude: 2)), source: .gpx))
      _ = try writer.upsert(
        ImportedPhoto(
          id: old, path: FilePath("taken.jpg"), size: nil, facts: PhotoFacts(place: place)),
        to: directory)
    }
    try library.move("away.jpg", to: "one/a.jpg")
    try scanned.scan(folders)
    let after = try scanned.ids()
    #expect(after["taken.jpg"] == old)
    #expect(after["a.jpg"] != old)
    #expect(after.count == 4)
  }

  @Test(arguments: ["9223372036854775807", "4", "0", "-5"])
  func anIdThatWasNeverAssignedIsIgnored(number: String) throws {
    let old = try #require(try scanned.ids()["a.jpg"])
    try library.move("one/a.jpg", to: "away.jpg")
    try scanned.scan(folders)
    let damage = "UPDATE departed SET photo = \(number) WHERE photo = \(old)"
    #expect(try Program.run("sqlite3", [library.database, damage]).code == 0)
    try library.move("away.jpg", to: "one/a.jpg")
    try scanned.scan(folders)
    let new = try #require(try scanned.ids()["a.jpg"])
    #expect(new == 4, "the next number that was free")
  }

  @Test func forgottenPhotosGetNewIds() throws {
    let before = try scanned.ids()
    try scanned.index.write { writer in
      _ = try writer.forget(FilePath(library.file("two")), limit: 100)
    }
    try scanned.scan(folders)
    #expect(try scanned.ids()["c.jpg"] != before["c.jpg"])
  }
}
