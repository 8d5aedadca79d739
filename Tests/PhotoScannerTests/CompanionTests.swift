import SQLite
import Foundation
import Geography
import PhotoFacts
import PhotoScanner
import TestSupport
import Testing

@testable import PhotoIndex

/// How a scan handles companions that appear, change and disappear.
@Suite struct CompanionTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }

  init() throws { scanned = try ScannedLibrary() }

  private func sidecar(_ latitude: String, _ longitude: String) -> Data {
    Data(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)"
        exif:GPSLongitude="\(longitude)"/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func place(_ name: String) throws -> Location? {
    let id = try #require(try scanned.ids()[name])
    return try scanned.index.read { try $0.photo(id)?.place.location }
  }

  @Test func aSidecarThatAppearsChangesAndGoesIsFollowed() throws {
    try library.add("plain.jpg", as: "odd-cases/no-gps.jpg")
    #expect(try scanned.scan().unlocated[.noGPS] == 1)

    try library.write("plain.jpg.xmp", sidecar("10,30.0N", "20,15.0E"))
    let appeared = try scanned.scan()
    #expect(appeared.updated == 1)
    #expect(appeared.located == 1)
    #expect(appeared.skippedFiles == 1)
    #expect(try place("plain.jpg")?.source == .sidecar)
    #expect(try scanned.scan().unchanged == 1)

    try library.write("plain.jpg.xmp", sidecar("10,30.0S", "20,15.0E"))
    #expect(try scanned.scan().updated == 1)
    #expect(try place("plain.jpg")?.coordinate.latitude == -10.5)

    try library.remove("plain.jpg.xmp")
    let gone = try scanned.scan()
    #expect(gone.updated == 1)
    #expect(gone.unlocated[.noGPS] == 1)
  }

  @Test func aBrokenPhotoThatLosesTheSidecarWithItsPlaceIsOnTheMapNoMore() throws {
    // The file announces an Exif segment, and ends inside it.
    try library.write(
      "broken.jpg", Data([0xFF, 0xD8, 0xFF, 0xE1, 0x20, 0, 0x45, 0x78, 0x69, 0x66]))
    try library.write("broken.jpg.xmp", sidecar("10,30.0N", "20,15.0E"))
    #expect(try scanned.scan().located == 1)
    try library.remove("broken.jpg.xmp")
    let gone = try scanned.scan()
    #expect(gone.updated == 1)
    #expect(gone.unlocated[.unreadable] == 1)
    #expect(gone.located == 0)
    let again = try scanned.scan()
    #expect(again.unchanged == 1)
    #expect(again.errors.isEmpty)
  }

  @Test func onlyThePhotoWhoseSidecarChangedIsReadAgain() throws {
    for number in 0..<30 {
      try library.add("\(number).jpg")
      try library.write("\(number).xmp", sidecar("10,30.0N", "20,15.0E"))
    }
    #expect(try scanned.scan().added == 30)
    try library.write("7.xmp", sidecar("11,30.0N", "20,15.0E"))
    let report = try scanned.scan()
    #expect(report.updated == 1)
    #expect(report.unchanged == 29)
    #expect(try place("7.jpg")?.coordinate.latitude == 11.5)
  }

  @Test func aPhotoThatMovesWithItsSidecarKeepsItsIdAndIsNotReadAgain() throws {
    try library.add("a/plain.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("a/plain.xmp", sidecar("10,30.0N", "20,15.0E"))
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("a/plain.jpg", to: "b/new.jpg")
    try library.move("a/plain.xmp", to: "b/new.xmp")
    let report = try scanned.scan()
    #expect(report.moved == 1)
    #expect(report.updated == 0)
    #expect(report.added == 0)
    #expect(try scanned.ids()["b/new.jpg"] == before["a/plain.jpg"])
    #expect(try place("b/new.jpg")?.source == .sidecar)
  }

  @Test func aPhotoThatMovesAwayFromItsSidecarKeepsItsIdAndLosesItsPlace() throws {
    try library.add("a/one.jpg")
    try library.write("a/one.xmp", sidecar("10,30.0N", "20,15.0E"))
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("a/one.jpg", to: "b/one.jpg")
    let report = try scanned.scan()
    #expect(report.moved == 1)
    #expect(report.updated == 0)
    #expect(report.added == 0)
    #expect(report.removed == 0)
    #expect(try scanned.ids()["b/one.jpg"] == before["a/one.jpg"])
    #expect(try place("b/one.jpg")?.source == .exif)
  }

  @Test func anExcludedSidecarIsNotRead() throws {
    try library.add("plain.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("plain.xmp", sidecar("10,30.0N", "20,15.0E"))
    #expect(try scanned.scan { $0.exclude = [Glob("*.xmp")] }.unlocated[.noGPS] == 1)
    let report = try scanned.scan { $0.include = [Glob("*.jpg")] }
    #expect(report.updated == 1)
    #expect(report.located == 1)
  }

  @Test func whatIsNoPhotoGetsNoPlaceFromAFileBesideIt() throws {
    try library.write("notes.txt", Data("hello".utf8))
    try library.write("notes.xmp", sidecar("10,30.0N", "20,15.0E"))
    #expect(try scanned.scan().unlocated[.unsupported] == 1)
  }

  @Test func anIndexOfAnOlderVersionIsBroughtUpToDateAndItsFilesAreReadAgainOnce() throws {
    try library.add("a.jpg")
    try library.add("b.jpg", as: "odd-cases/no-gps.jpg")
    try scanned.scan()
    let before = try scanned.ids()
    try OlderIndex.make(
      at: library.database, steps: Schema.steps.prefix(1).map(\.sql), device: scanned.device)
    // A reading process may be the first to open an older index.
    let asking = try PhotoIndex(path: FilePath(library.database), access: .reading)
    #expect(try asking.read { try $0.summary().located } == 1)
    let newer = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let report = try PhotoScanner(index: newer).scan([FilePath(library.root)])
    #expect(report.updated == 2)
    #expect(report.located == 1)
    #expect(try newer.integrityProblems().isEmpty)
    #expect(try scanned.ids() == before)
    #expect(try PhotoScanner(index: newer).scan([FilePath(library.root)]).unchanged == 2)
  }
}
