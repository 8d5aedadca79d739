import CSQLite
import Foundation
import Geography
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing

/// An index that the first version wrote has all that one of this version has.
///
/// `Tests/Fixtures/first-version.sqlite` was written by the program as it was with the first version of
/// the tables: a scan of the sample photos, and of 200 copies of one of them.
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
      try reader.readRuns(in: GridRegion(TileCoordinate.world)) { run, _ in
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
