import Files
import Geography
import PhotoFacts
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex
@testable import PhotoScanner

/// A scan has stored all photos before it packs the grid, so it ends well if that fails.
@Suite struct FailingPackingTests {
  /// Adds photos in small batches, which leaves the runs loose, and makes any packing of them fail.
  private func loosen(_ index: PhotoIndex) throws {
    var random = SeededRandom(seed: 17)
    for batch in 0..<12 {
      try index.write { writer in
        let root = try writer.root(FilePath("/elsewhere"))
        let directory = try writer.directory(FilePath("\(batch)"), in: root)
        for number in 0..<300 {
          let coordinate = Coordinate(
            latitude: Double.random(in: -80...80, using: &random),
            longitude: Double.random(in: -179...179, using: &random))
          guard let coordinate else { continue }
          let facts = PhotoFacts(
            place: .located(Location(coordinate, source: .exif)), format: .jpeg)
          let stamp = FileStamp(
            size: 1, modified: Int64(number), inode: UInt64(batch * 1_000 + number))
          try writer.add(
            ReadFile(name: Array("\(number).jpg".utf8), stamp: stamp, facts: facts), in: directory)
        }
      }
    }
    try #require(try index.write { try $0.hasLooseRuns() })
    // Only packing removes almost all runs at once.
    try index.write { writer in
      try writer.connection.execute(
        """
        CREATE TRIGGER no_packing BEFORE DELETE ON grid_run
        WHEN (SELECT count(*) FROM grid_run) < 5 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
        """)
    }
    #expect(throws: IndexError.self) { try index.packRuns() }
  }

  @Test func theScanStillEndsWellAndTheIndexIsSound() throws {
    let scanned = try ScannedLibrary()
    try loosen(scanned.index)
    try scanned.library.add("a.jpg", as: "2023-paris/eiffel-tower.jpg")
    let report = try scanned.scan { $0.manyPhotos = 1 }
    #expect(report.added == 1)
    #expect(report.errors.isEmpty)
    #expect(!report.wasInterrupted)
    #expect(try scanned.index.read { try $0.lastScanEnd() } != nil)
    #expect(try scanned.index.write { try $0.hasLooseRuns() })
    try scanned.index.write { try $0.connection.execute("DROP TRIGGER no_packing") }
    try scanned.library.add("b.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(try scanned.scan { $0.manyPhotos = 1 }.added == 1)
    #expect(try !scanned.index.write { try $0.hasLooseRuns() })
  }
}
