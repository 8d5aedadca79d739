import PhotoExchange
import PhotoFacts
import PhotoIndex
import Testing
import Query

/// An export can be imported without changes.
@Suite struct RoundTripTests {
  @Test(arguments: PhotoFileFormat.importable, [UInt64(51), 52, 53])
  func anEmptyIndexThatReadsAnExportGivesTheSameExport(format: PhotoFileFormat, seed: UInt64)
    throws
  {
    let (first, second) = (try Exchange(), try Exchange())
    var awkward = AwkwardPhotos(seed: seed)
    try awkward.fill(first.index, count: 700)
    let bytes = try first.written(format)
    let report = try second.read(bytes) { $0.batchSize = 100 }
    let count = try first.photos().count
    #expect(report.format == format)
    #expect(report.problems == [])
    #expect(report.added == count)
    #expect(count > 500)
    #expect(report.updated == 0)
    for other in PhotoFileFormat.allCases {
      #expect(try first.written(other) == second.written(other), "\(other)")
    }
    let paths = try first.photos().map(\.file)
    #expect(try second.photos().map(\.file) == paths)
  }

  @Test func importingAgainChangesNothing() throws {
    let (first, second) = (try Exchange(), try Exchange())
    var awkward = AwkwardPhotos(seed: 54)
    try awkward.fill(first.index, count: 300)
    let bytes = try first.written(.ndjson)
    try second.read(bytes)
    let again = try second.read(bytes)
    let count = try first.photos().count
    #expect(again.added == 0)
    #expect(again.updated == count)
    #expect(try second.written(.ndjson) == bytes)
    // Also into the index it came from, where scans have seen the files.
    #expect(try first.read(bytes).updated == again.updated)
    #expect(try first.written(.ndjson) == bytes)
    #expect(try first.photos().allSatisfy(\.hasBeenSeen))
  }

  @Test(arguments: PhotoFileFormat.importable, [1, 2, 7, 64, 1_000])
  func itDoesNotMatterInWhichPiecesTheBytesArrive(format: PhotoFileFormat, pieces: Int) throws {
    let (first, second) = (try Exchange(), try Exchange())
    var awkward = AwkwardPhotos(seed: 55)
    try awkward.fill(first.index, count: 40)
    // Longer than the part that is examined first.
    let head = Array("{\"name\":\"\(String(repeating: "x", count: 70_000))\",".utf8)
    let bytes = try first.written(format)
    try second.read(format == .geojson ? head + bytes.dropFirst() : bytes, pieces: pieces) {
      $0.format = format
    }
    #expect(try second.written(.ndjson) == first.written(.ndjson))
  }

  @Test func aFilterSelectsWhatIsWritten() throws {
    let exchange = try Exchange()
    var awkward = AwkwardPhotos(seed: 56)
    try awkward.fill(exchange.index, count: 900)
    let all = try exchange.photos()
    for kind in [MediaKind.video, .image] {
      var filter = PhotoFilter()
      filter.media = kind
      var found: [PhotoRecord] = []
      try exchange.index.read { try $0.forEachPhoto(filter) { found.append($0) } }
      #expect(found == all.filter { ($0.format?.kind ?? .image) == kind })
      #expect(!found.isEmpty)
    }
    // So few that each is looked up by itself; then with a limit.
    var filter = PhotoFilter()
    filter.path = "*100%41 1*"
    let expected = all.filter {
      String(decoding: $0.path.bytes, as: UTF8.self).contains("100%41 1")
    }
    var found: [PhotoRecord] = []
    try exchange.index.read { try $0.forEachPhoto(filter) { found.append($0) } }
    #expect(found == expected)
    #expect(!found.isEmpty)
    var first: [Int64] = []
    try exchange.index.read { try $0.forEachPhoto(filter, limit: 2) { first.append($0.id) } }
    #expect(first == expected.prefix(2).map(\.id))
    first = []
    try exchange.index.read { try $0.forEachPhoto(PhotoFilter(), limit: 7) { first.append($0.id) } }
    #expect(first == all.prefix(7).map(\.id))
  }
}
