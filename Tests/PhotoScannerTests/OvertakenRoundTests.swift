import TrackStore
import Foundation
import Grid
import PhotoFacts
import PhotoIndex
import Query
import TestSupport
import Testing

@testable import PhotoScanner

@Suite("A round of a scan that another machine overtook") struct OvertakenRoundTests {
  private static let track = """
    <gpx><trk><trkseg>
    <trkpt lat="48" lon="11"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="48.1" lon="11"><time>2024-05-01T10:01:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private static func library() throws -> Library {
    let library = try Library()
    for number in 0..<12 {
      try library.add("d\(number % 3)/\(number).jpg")
      try library.write("d\(number % 3)/\(number).gpx", Data(track.utf8))
    }
    try library.write("d1/.geoindexignore", Data("7.jpg\n".utf8))
    return library
  }

  private static func scan(_ library: Library, _ record: ContestedRecord) throws -> (
    report: ScanReport, photos: [String], tracks: [String]
  ) {
    let index = try PhotoIndex(
      path: FilePath(library.database), access: .writing, record: record)
    let scanner = PhotoScanner(index: index, options: ScanOptions())
    _ = try scanner.scan([FilePath(library.root)])
    try FileManager.default.removeItem(atPath: library.file("d0/3.jpg"))
    try FileManager.default.removeItem(atPath: library.file("d0/6.gpx"))
    try library.add("d2/new.jpg")
    try FileManager.default.moveItem(
      atPath: library.file("d1/4.gpx"), toPath: library.file("d2/moved.gpx"))
    let report = try scanner.scan([FilePath(library.root)])
    #expect(try index.integrityProblems().isEmpty)
    return try index.read { reader in
      let pins = try reader.pins(PhotoFilter(), limit: 1_000).elements
      let photos = try reader.photos(pins.map(\.id)).map(\.path.description)
      return (
        report, photos.sorted(), try StoredTracks(reader).files().map(\.path.description).sorted()
      )
    }
  }

  @Test("leaves the same photos, tracks and counts as one that was not", arguments: 1...16)
  func repeats(_ lost: Int) throws {
    let expected = try Self.scan(try Self.library(), ContestedRecord { _ in false })
    #expect(expected.photos.count == 11)
    #expect(expected.tracks.count == 11)
    let found = try Self.scan(
      try Self.library(), ContestedRecord { $0 == lost || $0 > lost && $0 % 3 == 0 })
    #expect(found.photos == expected.photos)
    #expect(found.tracks == expected.tracks)
    #expect(found.report.files == expected.report.files)
    #expect(found.report.added == expected.report.added)
    #expect(found.report.removed == expected.report.removed)
    #expect(found.report.tracks == expected.report.tracks)
    #expect(found.report.excluded == expected.report.excluded)
  }
}
