import Files
import Geography
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// The listing of files that are not on the map.
@Suite struct UnlocatedTests {
  private func filled() throws -> (
    index: PhotoIndex, ids: [UnlocatedReason: [Int64]], TemporaryDirectory
  ) {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    var random = SeededRandom(seed: 12)
    var ids: [UnlocatedReason: [Int64]] = [:]
    try index.write { writer in
      let directory = try writer.markListed(
        FilePath("trips"), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      for number in 0..<400 {
        // No file has one of the reasons.
        let reason = UnlocatedReason.allCases.filter { $0 != .invalidGPS }
          .randomElement(using: &random)
        let place: Place =
          if number % 5 == 0 {
            .located(
              Location(
                try #require(Coordinate(latitude: 1, longitude: Double(number) / 10)), source: .exif
              ))
          } else { .unlocated(reason ?? .noGPS, detail: number % 2 == 0 ? "why" : nil) }
        let id = try writer.add(
          ReadFile(
            name: Array("\(number).jpg".utf8),
            stamp: FileStamp(size: 1, modified: 1, inode: UInt64(number + 1)),
            facts: PhotoFacts(place: place, format: .jpeg)), in: directory)
        if place.location == nil, let reason { ids[reason, default: []].append(id) }
      }
    }
    return (index, ids, folder)
  }

  @Test(arguments: [1, 7, 79, 80, 81, 1_000])
  func pagesOfAnySizeShowEveryFileOnce(size: Int) throws {
    let (index, ids, folder) = try filled()
    for reason in UnlocatedReason.allCases + [nil] {
      let wanted: [Int64] =
        reason.map { ids[$0] ?? [] } ?? UnlocatedReason.allCases.flatMap { ids[$0] ?? [] }
      var seen: [Int64] = []
      var cursor: UnlocatedCursor?
      repeat {
        let page = try index.read { try $0.unlocated(reason, after: cursor, limit: size) }
        #expect(page.files.count == min(size, wanted.count - seen.count))
        seen += page.files.map(\.id)
        cursor = try page.next.map { try #require(UnlocatedCursor($0.text)) }
      } while cursor != nil
      #expect(seen == wanted)
    }
    withExtendedLifetime(folder) {}
  }

  @Test func theTotalsAreThoseOfTheRequestedVersion() throws {
    let (index, ids, folder) = try filled()
    for _ in 0..<2 {
      let summary = try index.read { try $0.summary() }
      #expect(summary.photos == 400)
      #expect(summary.located == 80)
      for (reason, ids) in ids { #expect(summary.unlocated[reason] == ids.count) }
    }
    let gone = try #require(ids[.unsupported]?.first)
    try index.write { try $0.remove(gone) }
    #expect(try index.read { try $0.summary() }.photos == 399)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "", "1", "1-", "-1", "0-1", "6-1", "+1-1", "1-+1", "1-1-1", "1-!", "zz-1", "1_1",
  ])
  func anInvalidCursorIsRefused(text: String) { #expect(UnlocatedCursor(text) == nil) }
}
