import SQLite
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

  /// A sample photo padded with zeros, so that all have the same size.
  private func padded(_ sample: String) throws -> Data {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(sample)))
    bytes.append(Data(count: 200_000 - bytes.count))
    return bytes
  }

  private let paris = "2023-paris/eiffel-tower.jpg"
  private let egypt = "2021-egypt/pyramids.jpg"

  /// Overwrites a file in place and restores the modification time, like `exiftool -P -overwrite_original_in_place`.
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

  private func sidecar(_ latitude: String) -> Data {
    Data(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)" \
      exif:GPSLongitude="20,15.0E"/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  @Test func aSidecarThatChangesAndKeepsSizeAndModificationTimeIsDetected() throws {
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("a.xmp", sidecar("10,30.0N"))
    try scanned.scan()
    try overwrite("a.xmp", with: sidecar("40,30.0N"))
    #expect(try scanned.scan().updated == 1)
    #expect(try latitude("a.jpg") == 40.5)
  }

  private func sqlite(_ sql: String) throws {
    let outcome = try Program.run("sqlite3", ["-bail", library.database, sql])
    try #require(outcome.code == 0, "\(outcome.messages)")
  }

  /// Sets the ctime in the index to the current one, as if the file system's clock were too coarse to show a change.
  private func hideChange(of name: String) throws {
    let changed = try #require(FileStatus(FilePath(library.file(name)))?.changed)
    try sqlite("UPDATE photo SET changed = \(changed) WHERE name = '\(name)'")
  }

  private func refresh(_ written: Set<FilePath>) throws -> ScanReport {
    let change = FolderChange(directories: [FilePath(library.root): false], written: written)
    return try PhotoScanner(index: scanned.index)
      .refresh(change, willList: { _ in }, onProgress: { _ in true })
  }

  @Test func aFileThatWasClosedAfterWritingIsReadAgainWhateverItsStampIs() throws {
    try library.write("a.jpg", padded(paris))
    try library.write("b.jpg", padded(paris))
    try scanned.scan()
    let before = try scanned.ids()
    for name in ["a.jpg", "b.jpg"] {
      try overwrite(name, with: padded(egypt))
      try hideChange(of: name)
    }
    #expect(try scanned.scan().unchanged == 2)
    let report = try refresh([FilePath(library.file("b.jpg"))])
    #expect(report.updated == 1)
    #expect(report.unchanged == 1)
    #expect(try (latitude("a.jpg") ?? 0) > 48)
    #expect(try (latitude("b.jpg") ?? 0) < 40)
    #expect(try scanned.ids() == before)
  }

  @Test func thePhotoOfASidecarThatWasClosedAfterWritingIsReadAgain() throws {
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("a.xmp", sidecar("10,30.0N"))
    try scanned.scan()
    try overwrite("a.xmp", with: sidecar("40,30.0N"))
    let mark = formerMark(try #require(FileStatus(FilePath(library.file("a.xmp")))))
    try sqlite("UPDATE photo SET changed = NULL, companions = \(mark)")
    #expect(try refresh([FilePath(library.file("other.xmp"))]).unchanged == 1)
    #expect(try latitude("a.jpg") == 10.5)
    #expect(try refresh([FilePath(library.file("a.xmp"))]).updated == 1)
    #expect(try latitude("a.jpg") == 40.5)
  }

  /// Versions up to the fifth stored this hash for a single XMP sidecar, without its ctime.
  private func formerMark(_ sidecar: FileStatus) -> Int64 {
    let kindOfSidecar: UInt64 = 1
    var sum: UInt64 = 0
    for word in [
      kindOfSidecar, UInt64(sidecar.size), UInt64(bitPattern: sidecar.modified), sidecar.inode,
    ] {
      let product = (sum ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      sum = product.high &+ product.low ^ word
    }
    return Int64(sum >> 1)
  }

  @Test(arguments: [false, true])
  func theSidecarMarkOfAnOlderVersionHoldsForAnUnchangedSidecarAlone(isChanged: Bool) throws {
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("a.xmp", Data("<x/>".utf8))
    try scanned.scan()
    let mark = formerMark(try #require(FileStatus(FilePath(library.file("a.xmp")))))
    try sqlite("UPDATE photo SET changed = NULL, companions = \(mark)")
    if isChanged { try library.write("a.xmp", Data("<xy/>".utf8)) }
    let report = try scanned.scan()
    #expect(report.updated == (isChanged ? 1 : 0))
    #expect(report.unchanged == (isChanged ? 0 : 1))
    // The scan has stored the current kind of hash, which differs after every change.
    try overwrite("a.xmp", with: Data((isChanged ? "<zz/>" : "<z/>").utf8))
    #expect(try scanned.scan().updated == 1)
    #expect(try scanned.scan().unchanged == 1)
  }

  /// To a scan, a file that was overwritten and renamed looks like one that reused the inode of a deleted one.
  @Test func anotherPhotoWithInodeSizeAndTimeOfOneThatHasGoneHasNotMoved() throws {
    try library.write("a.jpg", padded(paris))
    try scanned.scan()
    let before = try scanned.ids()
    try overwrite("a.jpg", with: padded(egypt))
    try library.move("a.jpg", to: "b.jpg")
    let report = try scanned.scan()
    #expect(report.moved == 0)
    #expect(report.added == 1)
    #expect(report.removed == 1)
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
    #expect(after["voyage/a.jpg"] == before["trip/a.jpg"])
    #expect(after["c.jpg"] == before["b.jpg"])
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

  /// Versions before 8 stored fewer properties, so their files are read again.
  @Test(arguments: 1..<Schema.steps.count)
  func afterAnUpgradeIdsStayAndLaterChangesAreDetected(version: Int) throws {
    try library.write("a.jpg", padded(paris))
    try library.write("sub/b.jpg", padded(egypt))
    try library.write("sub/b.xmp", Data("<x/>".utf8))
    try scanned.scan()
    let before = try scanned.ids()
    try OlderIndex.make(
      at: library.database, steps: Schema.steps.prefix(version).map(\.sql),
      device: scanned.device)
    let scanned = try ScannedLibrary(library)
    let report = try scanned.scan()
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(report.moved == 0)
    #expect(try scanned.ids() == before)
    // Words are read from all files, and what the camera saw from those with a direction, which both have.
    let views = try #require(Schema.steps.firstIndex { $0.name == "views" })
    #expect(report.updated == (version <= views ? 2 : 0))
    #expect(try scanned.scan().unchanged == 2)
    #expect(try scanned.index.read { try $0.scannedRoots() } == [FilePath(library.root)])
    try overwrite("a.jpg", with: padded(egypt))
    #expect(try scanned.scan().updated == 1)
    try library.remove("sub")
    #expect(try scanned.scan().removed == 1)
  }
}
