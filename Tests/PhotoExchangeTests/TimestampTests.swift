import Foundation
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@Suite struct TimestampTests {
  /// Compared with Foundation's calendar.
  @Test func everyMillisecondIsWrittenAndReadAsFoundationDoes() throws {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    var random = SeededRandom(seed: 41)
    for _ in 0..<2_000 {
      // From 1590 on: before the reform of 1582 Foundation uses the Julian calendar.
      let seconds = Int64.random(in: -11_990_000_000...100_000_000_000, using: &random)
      let text = Timestamp.utc(seconds * 1_000)
      #expect(text == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
      #expect(Timestamp.span(text)?.lowerBound == seconds * 1_000)
    }
  }

  @Test(
    arguments: [
      (
        CaptureTime(localMilliseconds: 1_000, utcOffsetMinutes: 345, source: .offsetTag),
        "1970-01-01T00:00:01+05:45"
      ),
      (
        CaptureTime(localMilliseconds: -1, utcOffsetMinutes: -210, source: .gps),
        "1969-12-31T23:59:59.999-03:30"
      ),
      (CaptureTime(instantMilliseconds: 951_782_400_000, source: .gps), "2000-02-29T00:00:00Z"),
      (CaptureTime(localMilliseconds: 5), nil),
    ] as [(CaptureTime, String?)])
  func anInstantIsShownWithTheOffsetOfItsPlace(time: CaptureTime, text: String?) {
    #expect(Timestamp.instant(time) == text)
  }

  @Test(arguments: [
    ("2024-02-29", 86_400_000), ("2024-05-01T12:00:00Z", 1_000),
    ("2024-05-01T12:00:00.25Z", 1), ("2024-05-01t12:00:00z", 1_000),
    ("2024-05-01T12:00:00-03:30", 1_000),
  ])
  func aTimeSpansItsPrecision(text: String, milliseconds: Int64) throws {
    let span = try #require(Timestamp.span(text))
    #expect(span.upperBound - span.lowerBound + 1 == milliseconds)
  }

  @Test(arguments: [
    "2023-02-29", "2024-00-10", "2024-1-1", "24-01-01", "2024-05-01T12:00Z", "2024-05-01T12:00:00",
    "2024-05-01T24:00:00Z", "2024-05-01T12:00:00+25:00", "2024-05-01T12:00:00.Z", " 2024-05-01",
    "2024-05-01 ", "٢٠٢٤-05-01",
  ])
  func invalidTimesAreRefused(text: String) { #expect(Timestamp.span(text) == nil) }

  @Test(arguments: [
    (Int64.min, "0000-01-01T00:00:00"), (Int64.max, "9999-12-31T23:59:59.999"),
    (-62_167_219_200_001, "0000-01-01T00:00:00"), (253_402_300_800_000, "9999-12-31T23:59:59.999"),
    (-1, "1969-12-31T23:59:59.999"), (-86_400_000, "1969-12-31T00:00:00"),
  ])
  func everyNumberIsAMoment(milliseconds: Int64, text: String) {
    #expect(Timestamp.local(milliseconds) == text)
  }

  @Test(arguments: [
    ("2024", "2024-01-01/2024-12-31"), ("2024-02", "2024-02-01/2024-02-29"),
    ("2023-02", "2023-02-01/2023-02-28"), ("2024-12", "2024-12-01/2024-12-31"),
    ("0000", "0000-01-01/0000-12-31"), ("9999", "9999-01-01/9999-12-31"),
    ("2019/2021-03", "2019-01-01/2021-03-31"), ("2019/2019", "2019-01-01/2019-12-31"),
    ("2019-11/2020-01-15", "2019-11-01/2020-01-15"), ("../2019", "../2019-12-31"),
    ("2019-07/", "2019-07-01/.."), ("1969-12/1970", "1969-12-01/1970-12-31"),
  ])
  func aYearAndAMonthAreAllTheirDays(text: String, same: String) throws {
    let span = try #require(Timestamp.interval(text))
    #expect(span == Timestamp.interval(same))
  }

  @Test(arguments: [
    "202", "20244", "2024-", "2024-1", "2024-13", "2024-00", "-2024", "2024-5/", "2021/2020",
    "２０２４",
    "+2024", "2024 ", "2024-05-", "2024T00:00:00Z", "2021-03/2021-02",
  ])
  func invalidYearsAndMonthsAreRefused(text: String) { #expect(Timestamp.interval(text) == nil) }

  @Test func openSpansAreOpen() throws {
    #expect(Timestamp.interval("../..") == TimeSpan(from: nil, through: nil))
    #expect(Timestamp.interval("/2024-01-01")?.from == nil)
    #expect(Timestamp.interval("2024-01-01/")?.through == nil)
    #expect(Timestamp.interval("2024-01-01/x") == nil)
    #expect(Timestamp.interval("x/2024-01-01") == nil)
  }
}
