import Foundation
import Geography
import Notes
import PhotoFacts
@testable import PhotoIndex
import PhotoScanner
import SQLite
import TestSupport
import Testing

/// Uncompressed scans of one size and one date, which differ only behind a white border.
@Suite struct SameHeadTests {
  private let library: Library
  private let names = ["a.tif", "b.tif", "c.tif"]

  init() throws {
    library = try Library()
    for (number, name) in names.enumerated() {
      try library.write(name, Self.scan(grey: UInt8(number), side: 600))
    }
    try scan()
  }

  /// A grey picture with a white border, as a TIFF file of 1975.
  private static func scan(grey: UInt8, side: Int) -> Data {
    let strip = 8 + 2 + 10 * 12 + 4 + 20
    let date = strip - 20
    var bytes = Array("II*\0".utf8)
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    bytes += number(8, 4) + number(10, 2)
    let tags = [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, 1, strip), (277, 3, 1, 1), (278, 4, 1, side), (279, 4, 1, side * side),
      (306, 2, 20, date),
    ]
    for (tag, type, count, value) in tags {
      bytes += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    bytes += number(0, 4) + Array("1975:01:01 12:00:00\0".utf8)
    let border = [UInt8](repeating: 255, count: side * side / 8)
    return Data(bytes + border + [UInt8](repeating: grey, count: side * side * 6 / 8) + border)
  }

  private func index() throws -> PhotoIndex {
    try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  private func scan(full: Bool = false) throws {
    var options = ScanOptions()
    options.readsUnchanged = full
    let index = try index()
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    #expect(try index.integrityProblems().isEmpty)
  }

  @discardableResult
  private func put(_ name: String, at latitude: Double) throws -> Int64 {
    let index = try index()
    let id = try #require(try index.read { try $0.photoID(at: FilePath(library.file(name))) })
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: 10))
    let wanted = PhotoPlacer.Wanted(id: id, location: Location(coordinate, source: .manual))
    return try #require(try PhotoPlacer(index).place([wanted], by: "ada")).number
  }

  private func latitudes(_ names: [String]? = nil) throws -> [Double?] {
    try (names ?? self.names).map { name in
      try index().read { reader in
        try reader.photoID(at: FilePath(library.file(name))).flatMap {
          try reader.photo($0)?.place.location?.coordinate.latitude
        }
      }
    }
  }

  private func sql(_ statements: String, in ending: String = "") throws {
    let outcome = try Program.run("sqlite3", ["-bail", library.database + ending, statements])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func theyArePlacedAndUndoneApart() throws {
    let first = try put("a.tif", at: 10)
    #expect(try latitudes() == [10, nil, nil])
    try put("b.tif", at: 20)
    #expect(try latitudes() == [10, 20, nil])
    try scan(full: true)
    #expect(try latitudes() == [10, 20, nil])
    #expect(try PhotoPlacer(index()).undo(first, by: "ada") == 1)
    #expect(try latitudes() == [nil, 20, nil])
  }

  @Test func theyKeepTheirPlacesWhenTheyMoveAndTheIndexIsDeleted() throws {
    try put("a.tif", at: 10)
    try put("b.tif", at: 20)
    try library.move("a.tif", to: "x/b.tif")
    try library.move("b.tif", to: "x/a.tif")
    try library.move("c.tif", to: "a.tif")
    let moved = ["x/b.tif", "x/a.tif", "a.tif"]
    try scan()
    #expect(try latitudes(moved) == [10, 20, nil])
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
    try scan()
    #expect(try latitudes(moved) == [10, 20, nil])
  }

  @Test func copiesElsewhereHaveTheIdsOfTheirOriginals() throws {
    func ids(_ names: [String]) throws -> [Int64?] {
      try names.map { name in
        try index().read { try $0.photoID(at: FilePath(library.file(name))) }
      }
    }
    let known = try ids(names)
    // As on another disk: other inodes and other times.
    for (name, new) in zip(names, ["z.tif", "y.tif", "x.tif"]) {
      try library.write(new, Data(contentsOf: URL(fileURLWithPath: library.file(name))))
      try library.remove(name)
    }
    try scan()
    #expect(try ids(["z.tif", "y.tif", "x.tif"]) == known)
  }

  /// Earlier versions identified a photo by its head.
  @Test func actsOfEarlierVersionsStayFound() throws {
    try put("a.tif", at: 10)
    let head = try #require(
      try index().read { reader in
        try reader.photoID(at: FilePath(library.file("a.tif"))).flatMap {
          try reader.photo($0)?.facts.fingerprint?.head
        }
      })
    try sql(
      """
      DROP TRIGGER placement_is_final;
      UPDATE placement SET fingerprint = \(Int64(bitPattern: head)), path = '/gone.tif'
      """, in: ".notes")
    try scan(full: true)
    // It placed all three, and so it does now.
    #expect(try latitudes() == [10, 10, 10])
    let apart = try put("b.tif", at: 20)
    #expect(try latitudes() == [10, 20, 10])
    try library.move("b.tif", to: "sub/d.tif")
    try scan()
    #expect(try latitudes(["sub/d.tif"]) == [20])
    #expect(try PhotoPlacer(index()).undo(apart, by: "ada") == 1)
    #expect(try latitudes(["sub/d.tif"]) == [10])
  }

  @Test func afterAnUpgradeTheNextScanTellsThemApart() throws {
    let steps = Schema.steps.prefix { $0.name != "samples of files" }
    try OlderIndex.make(at: library.database, steps: steps.map(\.sql), device: 5)
    try scan()
    try put("a.tif", at: 10)
    #expect(try latitudes() == [10, nil, nil])
  }

  @Test func photosAreFoundByContentWithAndWithoutIndexes() throws {
    let index = try index()
    let all = try index.read { reader in
      try names.compactMap { try reader.photoID(at: FilePath(library.file($0))) }
    }
    let prints = try index.read { reader in
      try all.compactMap { try reader.photo($0)?.facts.fingerprint }
    }
    let size = Int64(try Data(contentsOf: URL(fileURLWithPath: library.file("a.tif"))).count)
    #expect(Set(prints.map(\.head)).count == 1)
    func found(_ sum: UInt64?) throws -> Set<Int64> {
      let content = FileContent(fingerprint: try #require(sum), size: size)
      return try index.read { try $0.photoIDs(with: [content]) }
    }
    for isIndexed in [false, true] {
      if isIndexed { try index.write { try $0.indexContents() } }
      #expect(try found(prints[1].samples) == [all[1]])
      #expect(try found(prints[1].head) == Set(all))
    }
  }
}
