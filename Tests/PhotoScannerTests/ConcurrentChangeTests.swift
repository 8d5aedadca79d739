import Foundation
import Geography
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Changes before and during a scan are in the index after the next one.
@Suite struct ConcurrentChangeTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws { scanned = try ScannedLibrary() }

  @Test func aScanThatIsStoppedAgainAndAgainReadsEachFileOnce() throws {
    for number in 0..<600 { try library.add("d\(number / 10)/\(number).jpg") }
    var options = ScanOptions()
    options.jobs = 1
    var added = 0
    var scans = 0
    var isDone = false
    while !isDone {
      scans += 1
      try #require(scans < 100, "a scan that is stopped gets nowhere")
      let report = try PhotoScanner(index: scanned.index, options: options)
        .scan([FilePath(library.root)]) { _ in false }
      added += report.added
      #expect(report.updated == 0)
      #expect(report.removed == 0)
      #expect(try scanned.index.integrityProblems().isEmpty)
      isDone = report.unchanged == 600
    }
    #expect(added == 600)
    #expect(scans > 3)
    #expect(try scanned.scan().unchanged == 600)
  }

  @Test func filesThatAreReplacedWhileTheyAreScannedAreRightAfterTheNext() throws {
    for number in 0..<200 { try library.add("d\(number / 20)/\(number).jpg") }
    var rounds = 0
    _ = try PhotoScanner(index: scanned.index).scan([FilePath(library.root)]) { _ in
      rounds += 1
      for number in stride(from: rounds % 7, to: 200, by: 7) {
        let name = "d\(number / 20)/\(number).jpg"
        // Replaces the file, moves it away, and moves it back.
        _ = try? library.add(name, as: "2021-egypt/pyramids.jpg")
        _ = try? library.move(name, to: "away.jpg")
        _ = try? library.move("away.jpg", to: name)
      }
      return true
    }
    #expect(rounds > 0)
    try scanned.scan()
    let photos = try scanned.index.read { reader in try reader.allPhotos() }
    #expect(photos.count == 200)
    for photo in photos {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: photo.file.description))
      #expect(photo.size == Int64(bytes.count))
      let latitude = try #require(photo.place.location?.coordinate.latitude)
      let isEgypt =
        try bytes
        == Data(
          contentsOf: URL(fileURLWithPath: SamplePhotos.path("2021-egypt/pyramids.jpg")))
      #expect(isEgypt == (latitude < 40))
    }
  }

  @Test func theSamePhotoUnderTwoRootsIsTwoPhotosThatGoTheirOwnWays() throws {
    try library.add("one/a.jpg")
    try library.add("one/rest.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("two/a.jpg")
    try scanned.scan([library.file("one")])
    #expect(try scanned.scan([library.file("two")]).added == 1)
    try library.remove("one/a.jpg")
    #expect(try scanned.scan([library.file("one")]).removed == 1)
    #expect(try scanned.scan([library.file("two")]).unchanged == 1)
  }

  @Test func aFileThatMovesToAnotherRootKeepsItsIdWhicheverIsScanned() throws {
    for name in ["one/a.jpg", "one/b.jpg", "two/c.jpg"] { try library.add(name) }
    try scanned.scan([library.file("one"), library.file("two")])
    let before = try scanned.ids()
    try library.move("one/a.jpg", to: "two/a.jpg")
    let report = try scanned.scan([library.file("two")])
    #expect(report.moved == 1)
    #expect(report.added == 0)
    #expect(try scanned.scan([library.file("one")]).removed == 0)
    #expect(try scanned.ids() == before)
  }

  @Test func aHardLinkWhoseFirstNameGoesIsStillThere() throws {
    let path = try library.add("a.jpg")
    try FileManager.default.linkItem(atPath: path, toPath: library.file("b.jpg"))
    try scanned.scan()
    let before = try scanned.ids()
    try library.remove("a.jpg")
    let report = try scanned.scan()
    #expect(report.removed == 1)
    #expect(report.unchanged == 1)
    #expect(try scanned.ids() == ["b.jpg": before["b.jpg"]])
  }

  @Test func aFolderThatIsRenamedInCaseOnlyKeepsItsIds() throws {
    for number in 0..<5 { try library.add("Trip/\(number).jpg") }
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("Trip", to: "trip")
    let report = try scanned.scan()
    #expect(report.moved == 5)
    #expect(report.added == 0)
    #expect(report.removed == 0)
    #expect(Set(try scanned.ids().values) == Set(before.values))
  }
}
