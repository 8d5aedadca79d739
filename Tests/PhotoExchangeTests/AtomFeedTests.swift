import Geography
import PhotoFacts
import PhotoIndex
import Testing

@testable import PhotoExchange

@Suite struct AtomFeedTests {
  private static let latest: Int64 = 253_402_300_799_999

  /// The times of the entries of a feed with a photo of this time.
  private func updated(_ time: CaptureTime?) throws -> [String] {
    let here = try #require(Coordinate(latitude: 1, longitude: 2))
    var facts = PhotoFacts(place: .located(Location(here, source: .exif)))
    facts.time = time
    let photo = PhotoRecord(
      id: 7, root: FilePath("/photos"), path: FilePath("a.jpg"), size: nil, stamp: nil,
      facts: facts)
    let feed = AtomFeed(baseURL: "http://map").document([photo], address: "http://map/feed")
    return String(decoding: feed, as: UTF8.self).split(separator: "<updated>").dropFirst()
      .map { String($0.prefix { $0 != "<" }) }
  }

  @Test(arguments: [latest + 1, -62_135_596_800_001, .max])
  func aLocalTimeBeyondTheYearsOfTheFormatCountsAsUndated(local: Int64) throws {
    #expect(
      try updated(CaptureTime(localMilliseconds: local)) == [
        "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z",
      ])
  }

  @Test func aLocalTimeIsWrittenAsIfItWereUTC() throws {
    #expect(
      try updated(CaptureTime(localMilliseconds: Self.latest)).last == "9999-12-31T23:59:59.999Z")
    #expect(
      try updated(CaptureTime(instantMilliseconds: 1_000, source: .gps)).last
        == "1970-01-01T00:00:01Z")
    #expect(try updated(nil).last == "1970-01-01T00:00:00Z")
  }
}
