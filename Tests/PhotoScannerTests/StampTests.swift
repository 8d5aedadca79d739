import Files
import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoIndex
@testable import PhotoScanner

/// Which changes of a file a scan detects, and what it reads again for them.
@Suite struct StampTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }

  init() throws { scanned = try ScannedLibrary() }

  /// A sample photo with zeros at its end, so that all have one size.
  private func padded(_ sample: String) throws -> Data {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(sample)))
    bytes.append(Data(count: 200_000 - bytes.count))
    return bytes
  }

  private let paris = "2023-paris/eiffel-tower.jpg"
  private let egypt = "2021-egypt/pyramids.jpg"

  /// Writes into the same inode and sets the modification time back, as `exiftool -P
  /// -overwrite_original_in_place` does.
  private func overwrite(_ name: String, with bytes: Data) throws {
    let path = library.file(name)
    let reference = library.root + "-reference"
    _ = try Program.run("touch", ["-r", path, reference])
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    _ = try Program.run("touch", ["-r", reference, path])
  }

  private func latitude(_ name: String) throws -> Double? {
    let id = try #require(try scanned.ids()[name])
    return try scanned.index.read { try $0.photo(id)?.place.location?.coordinate.latitude }
  }

  @Test func aChangeThatPreservesSizeAndModificationTimeIsDetected() throws {
    try library.write("a.jpg", padded(paris))
    try scanned.scan()
    let before = try scanned.ids()
    let stamp = FileStatus(FilePath(library.file("a.jpg")))?.stamp
    try overwrite("a.jpg", with: padded(egypt))
    let after = try #require(FileStatus(FilePath(library.file("a.jpg")))?.stamp)
    #expect(stamp?.agrees(with: after) == true)
    #expect(try scanned.scan().updated == 1)
    #expect(try (latitude("a.jpg") ?? 0) < 40)
    #expect(try scanned.ids() == before)
    #expect(try scanned.scan().unchanged == 1)
  }

  @Test func aSidecarThatChangesAndKeepsSizeAndModificationTimeIsDetected() throws {
    func sidecar(_ latitude: String) -> Data {
      Data(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)" \
        exif:GPSLongitude="20,15.0E"/></rdf:RDF></x:xmpmeta>
        """.utf8)
    }
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("a.xmp", sidecar("10,30.0N"))
    try scanned.scan()
    try overwrite("a.xmp", with: sidecar("40,30.0N"))
    #expect(try scanned.scan().updated == 1)
    #expect(try latitude("a.jpg") == 40.5)
  }

  /// For a scan, a file that was written into and renamed is one that got the inode of a deleted one.
  @Test func anotherPhotoWithInodeSizeAndTimeOfOneThatHasGoneHasNotMoved() throws {
    try library.write("a.jpg", padded(paris))
    try scanned.scan()
    let before = try scanned.ids()
    try overwrite("a.jpg", with: padded(egypt))
    try library.move("a.jpg", to: "b.jpg")
    let report = try scanned.scan()
    #expect(report.moved == 0 && report.added == 1 && report.removed == 1)
    #expect(try scanned.ids()["b.jpg"] != before["a.jpg"])
    #expect(try (latitude("b.jpg") ?? 0) < 40)
    #expect(try scanned.scan().unchanged == 1)
  }

  @Test func aRenamedFileIsReadAndAFileInARenamedFolderIsNot() throws {
    try library.add("trip/a.jpg")
    try library.add("b.jpg", as: egypt)
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("trip", to: "voyage")
    try library.move("b.jpg", to: "c.jpg")
    #expect(try scanned.scan().moved == 2)
    let after = try scanned.ids()
    #expect(after["voyage/a.jpg"] == before["trip/a.jpg"] && after["c.jpg"] == before["b.jpg"])
    #expect(try scanned.scan().unchanged == 2)
  }

  @Test func newPermissionsAndNewNamesOfAFileAreNoNewVersionOfTheIndex() throws {
    try library.add("a.jpg")
    try scanned.scan()
    let version = try scanned.index.read { try $0.version() }
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: library.file("a.jpg"))
    #expect(try scanned.scan().unchanged == 1)
    try manager.linkItem(atPath: library.file("a.jpg"), toPath: library.root + "-link.jpg")
    #expect(try scanned.scan().unchanged == 1)
    #expect(try scanned.index.read { try $0.version() } == version)
  }

  /// Every version that was ever released; the first ones knew less of a photo, so theirs are read again.
  @Test(arguments: 1..<Schema.steps.count)
  func afterAnUpgradeIdsStayAndLaterChangesAreDetected(version: Int) throws {
    try library.write("a.jpg", padded(paris))
    try library.write("sub/b.jpg", padded(egypt))
    try library.write("sub/b.xmp", Data("<x/>".utf8))
    try scanned.scan()
    let before = try scanned.ids()
    try OlderIndex.make(
      at: library.database, steps: Array(Schema.steps.prefix(version)), device: scanned.device)
    let scanned = try ScannedLibrary(library)
    let report = try scanned.scan()
    #expect(report.removed == 0 && report.added == 0 && report.moved == 0)
    #expect(try scanned.ids() == before)
    #expect(report.unchanged == (version == 1 ? 0 : 2))
    #expect(try scanned.scan().unchanged == 2)
    #expect(try scanned.index.read { try $0.scannedRoots() } == [FilePath(library.root)])
    try overwrite("a.jpg", with: padded(egypt))
    #expect(try scanned.scan().updated == 1)
    try library.remove("sub")
    #expect(try scanned.scan().removed == 1)
  }
}
