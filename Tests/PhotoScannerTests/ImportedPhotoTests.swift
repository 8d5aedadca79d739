import Files
import SQLite
import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoIndex
@testable import PhotoScanner

/// Scans of imported photos.
@Suite struct ImportedPhotoTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }
  private let tromso = Coordinate(latitude: 69.6, longitude: 18.9)

  init() throws { scanned = try ScannedLibrary() }

  private func bring(
    _ path: String, below root: String, source: LocationSource = .import
  ) throws {
    let coordinate = try #require(tromso)
    let facts = PhotoFacts(place: .located(Location(coordinate, altitude: 12, source: source)))
    let photo = ImportedPhoto(id: nil, path: FilePath(path), size: nil, facts: facts)
    try scanned.index.write { writer in
      let parent = FilePath(path).parent ?? FilePath("")
      let home =
        try writer.scannedImportRoot(of: FilePath(root).appending(parent.bytes))
      if let home {
        _ = try writer.upsert(photo, to: writer.directory(home.prefix, in: home.root))
      } else {
        let home = try writer.importRoot(of: FilePath(root))
        let directory = try writer.directory(home.prefix.appending(parent.bytes), in: home.root)
        _ = try writer.upsert(photo, to: directory)
      }
    }
  }

  private func source(_ name: String) throws -> LocationSource? {
    let id = try #require(try scanned.ids()[name])
    let location = try scanned.index.read { try $0.photo(id)?.place.location }
    if location?.source == .import { #expect(location?.coordinate == tromso) }
    return location?.source
  }

  private func touch(_ name: String) throws {
    _ = try Program.run("touch", ["-d", "2001-02-03", library.file(name)])
  }

  @Test func anImportedPhotoHasNoStampUntilAScanReadsItsFile() throws {
    try bring("a.jpg", below: library.root)
    let id = try #require(try scanned.ids()["a.jpg"])
    func stamps() throws -> [FileStamp?] {
      try scanned.index.write { writer in
        let directory = try writer.directory(
          FilePath(""), in: writer.root(FilePath(library.root)))
        return try [writer.reader.photo(id)?.stamp] + writer.files(in: directory).map(\.stamp)
      }
    }
    #expect(try stamps() == [nil, nil])
    let zeros = "SELECT size, modified, inode, changed FROM photo"
    #expect(try Program.run("sqlite3", [library.database, zeros]).output == "0|0|0|\n")
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    #expect(try scanned.scan().updated == 1)
    let read = try stamps()
    #expect(read.count == 2)
    #expect(read.allSatisfy { $0?.inode ?? 0 > 0 })
  }

  @Test(arguments: [LocationSource.import, .exif])
  func anImportedPositionOutlivesEveryReadingOfAFileThatHasNone(imported: LocationSource) throws {
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try scanned.scan()
    try bring("a.jpg", below: library.root, source: imported)
    try touch("a.jpg")
    let report = try scanned.scan()
    #expect(report.updated == 1)
    #expect(report.located == 1)
    #expect(try source("a.jpg") == .import)
    #expect(try scanned.scan { $0.readsUnchanged = true }.located == 1)
    try library.move("a.jpg", to: "sub/b.jpg")
    #expect(try scanned.scan().moved == 1)
    #expect(try source("sub/b.jpg") == .import)
  }

  @Test func anImportedPositionGoesAlongWithACopyToAnotherDisk() throws {
    try library.add("one/a.jpg", as: "odd-cases/no-gps.jpg")
    try FileManager.default.createDirectory(
      atPath: library.file("two"), withIntermediateDirectories: true)
    try scanned.scan()
    try bring("one/a.jpg", below: library.root)
    let before = try scanned.ids()
    try FileManager.default.copyItem(
      atPath: library.file("one/a.jpg"), toPath: library.file("two/b.jpg"))
    try touch("two/b.jpg")
    try library.remove("one/a.jpg")
    #expect(try scanned.scan().moved == 1)
    #expect(try source("two/b.jpg") == .import)
    // Also if a scan misses the file before it reappears.
    try library.move("two/b.jpg", to: "../aside.jpg")
    try library.add("c.jpg")
    #expect(try scanned.scan().removed == 1)
    try library.move("../aside.jpg", to: "d.jpg")
    try scanned.scan()
    #expect(try source("d.jpg") == .import)
    #expect(try scanned.ids()["d.jpg"] == before["one/a.jpg"])
  }

  @Test func theOwnPositionOfAFileReplacesAnImportedOne() throws {
    try library.add("a.jpg")
    try scanned.scan()
    try bring("a.jpg", below: library.root)
    #expect(try source("a.jpg") == .import)
    try touch("a.jpg")
    try scanned.scan()
    #expect(try source("a.jpg") == .exif)
    // The position was not imported, so it is removed with the one in the file.
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    #expect(try scanned.scan().unlocated[.noGPS] == 1)
  }

  @Test func aFolderThatOnlyAnImportHasNamedIsNotScannable() throws {
    try bring("x.jpg", below: library.root)
    #expect(try scanned.index.read { try $0.scannedRoots() }.isEmpty)
    try library.add("inner/a.jpg")
    try library.add("outer.jpg", as: "2021-egypt/pyramids.jpg")
    try bring("inner/b.jpg", below: library.root)
    try scanned.scan([library.file("inner")])
    let roots = try scanned.index.read { try ($0.roots(), $0.scannedRoots()) }
    #expect(roots.0 == [library.root, library.file("inner")].map { FilePath($0) })
    #expect(roots.1 == [FilePath(library.file("inner"))])
    // The record below the scanned folder had no file.
    #expect(try Set(scanned.ids().keys) == ["a.jpg", "x.jpg"])
  }

  /// Versions before the sixth did not store which folders had been scanned.
  @Test func anUpgradeMakesNoFolderScannableThatOnlyAnImportHasNamed() throws {
    try library.add("inner/a.jpg")
    try scanned.scan([library.file("inner")])
    try bring("x.jpg", below: library.file("other"))
    try OlderIndex.make(
      at: library.database, steps: Schema.steps.prefix(5).map(\.sql), device: scanned.device)
    let upgraded = try ScannedLibrary(library)
    let roots = try upgraded.index.read { try ($0.roots(), $0.scannedRoots()) }
    #expect(roots.0 == [library.file("inner"), library.file("other")].map { FilePath($0) })
    #expect(roots.1 == [FilePath(library.file("inner"))])
  }

  @Test func anImportAroundAScannedFolderLeavesItAndItsOptionsAlone() throws {
    try library.add("inner/a.jpg")
    let inner = FilePath(library.file("inner"))
    try scanned.scan([library.file("inner")]) { $0.exclude = [Glob("private/**")] }
    let before = try scanned.ids()
    try bring("inner/a.jpg", below: library.root)
    try bring("other.jpg", below: "/")
    #expect(try scanned.index.read { try $0.scannedRoots() } == [inner])
    #expect(try scanned.ids()["a.jpg"] == before["a.jpg"])
    let options = try scanned.index.write { try $0.options(of: $0.root(inner)) }
    #expect(options == [RootOption(name: "exclude", value: Array("private/**".utf8))])
  }
}
