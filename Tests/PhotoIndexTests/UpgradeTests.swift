import Foundation
import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import SQLite
import TestSupport
import Testing

/// The migration steps of an index.
@Suite struct MigrationTests {
  @Test func eachStepHasANameOfItsOwnAndAReason() {
    let names = Schema.steps.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Schema.steps.allSatisfy { $0.reason.hasSuffix(".") && !$0.reason.contains("\n") })
  }

  @Test(arguments: 1..<Schema.steps.count)
  func anIndexOfAnyVersionEndsWithTheTablesOfANewOne(version: Int) throws {
    let world = try World(seed: 3, count: 500)
    let path = world.index.path
    let expected = try tables(of: path)
    try OlderIndex.make(
      at: path.description, steps: Schema.steps.prefix(version).map(\.sql), device: 5)
    let index = try PhotoIndex(path: path, access: .writing)
    #expect(try index.integrityProblems().isEmpty)
    #expect(try tables(of: path) == expected)
  }

  private func tables(of path: FilePath) throws -> [String] {
    let connection = try Connection(path: path, access: .readOnly)
    var tables: [String] = []
    let row = try connection.statement(
      "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name")
    try row.forEachRow { tables.append($0.text(0) ?? "") }
    return tables
  }
}

/// An index of the first version is migrated completely.
///
/// `Tests/Fixtures/first-version.sqlite` was written by the program with the first version of the tables: a scan of the
/// sample photos, and of 200 copies of one of them.
@Suite struct UpgradeTests {
  private let folder: TemporaryDirectory
  private let index: PhotoIndex

  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: SamplePhotos.package + "/Tests/Fixtures/first-version.sqlite",
      toPath: folder.file("photos.sqlite"))
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .reading)
  }

  @Test func itsSummariesAreThoseOfItsPhotos() throws {
    #expect(try index.integrityProblems().isEmpty)
    let summary = try index.read { try $0.summary() }
    #expect(summary.photos == 259)
    #expect(summary.located == 252)
  }

  @Test func itsPointsHaveTheOffsetsOfTheirPhotos() throws {
    let offsets = try index.read { reader in
      var offsets: [Int64: Int16] = [:]
      try reader.grid.readRuns(in: GridRegion(TileCoordinate.world)) { run, _ in
        for index in 0..<run.count { offsets[run.id(index)] = run.offset(index) }
        return .on
      }
      return offsets
    }
    #expect(offsets.count == 252)
    for (id, offset) in offsets {
      let photo = try index.read { try $0.photo(id) }
      let expected = photo?.time?.utcOffsetMinutes ?? 0
      #expect(Int(offset) == expected)
    }
    #expect(offsets.values.count { $0 == 540 } >= 200)
  }
}
