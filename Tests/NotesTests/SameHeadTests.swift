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
  private let noted: NotedLibrary
  private var library: Library { noted.library }
  private let names = ["a.tif", "b.tif", "c.tif"]

  init() throws {
    noted = try NotedLibrary()
    for (number, name) in names.enumerated() {
      try noted.library.write(name, GreyPicture.file(grey: UInt8(number), side: 600))
    }
    try noted.scan()
  }

  private func latitudes(_ names: [String]? = nil) throws -> [Double?] {
    try (names ?? self.names).map(noted.latitude(of:))
  }

  @Test func theyArePlacedAndUndoneApart() throws {
    let first = try noted.put("a.tif", at: 10)
    #expect(try latitudes() == [10, nil, nil])
    try noted.put("b.tif", at: 20)
    #expect(try latitudes() == [10, 20, nil])
    try noted.scan { $0.readsUnchanged = true }
    #expect(try latitudes() == [10, 20, nil])
    #expect(try noted.undo(first) == 1)
    #expect(try latitudes() == [nil, 20, nil])
  }

  @Test func theyKeepTheirPlacesWhenTheyMoveAndTheIndexIsDeleted() throws {
    try noted.put("a.tif", at: 10)
    try noted.put("b.tif", at: 20)
    try library.move("a.tif", to: "x/b.tif")
    try library.move("b.tif", to: "x/a.tif")
    try library.move("c.tif", to: "a.tif")
    let moved = ["x/b.tif", "x/a.tif", "a.tif"]
    try noted.scan()
    #expect(try latitudes(moved) == [10, 20, nil])
    try noted.deleteIndex()
    try noted.scan()
    #expect(try latitudes(moved) == [10, 20, nil])
  }

  @Test func copiesElsewhereHaveTheIdsOfTheirOriginals() throws {
    func ids(_ names: [String]) throws -> [Int64?] {
      try names.map { name in
        try noted.index().read { try $0.photoID(at: FilePath(library.file(name))) }
      }
    }
    let known = try ids(names)
    // As on another disk: other inodes and other times.
    for (name, new) in zip(names, ["z.tif", "y.tif", "x.tif"]) {
      try library.write(new, Data(contentsOf: URL(fileURLWithPath: library.file(name))))
      try library.remove(name)
    }
    try noted.scan()
    #expect(try ids(["z.tif", "y.tif", "x.tif"]) == known)
  }

  /// Earlier versions identified a photo by its head.
  @Test func actsOfEarlierVersionsStayFound() throws {
    try noted.put("a.tif", at: 10)
    let head = try #require(try noted.photo("a.tif")?.facts.fingerprint?.head)
    try noted.sql(
      """
      DROP TRIGGER placement_is_final;
      UPDATE placement SET fingerprint = \(Int64(bitPattern: head)), path = '/gone.tif'
      """, in: ".notes")
    try noted.scan { $0.readsUnchanged = true }
    // It placed all three, and so it does now.
    #expect(try latitudes() == [10, 10, 10])
    let apart = try noted.put("b.tif", at: 20)
    #expect(try latitudes() == [10, 20, 10])
    try library.move("b.tif", to: "sub/d.tif")
    try noted.scan()
    #expect(try latitudes(["sub/d.tif"]) == [20])
    #expect(try noted.undo(apart) == 1)
    #expect(try latitudes(["sub/d.tif"]) == [10])
  }

  @Test func afterAnUpgradeTheNextScanTellsThemApart() throws {
    let steps = Schema.steps.prefix { $0.name != "samples of files" }
    try OlderIndex.make(at: library.database, steps: steps.map(\.sql), device: 5)
    try noted.scan()
    try noted.put("a.tif", at: 10)
    #expect(try latitudes() == [10, nil, nil])
  }

  @Test func photosAreFoundByContentWithAndWithoutIndexes() throws {
    let index = try noted.index()
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
