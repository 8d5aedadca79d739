import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("The time a photo was taken")
struct TimeTests {
  /// 2024-05-01T12:00:00 by the calendar clock.
  private static let noon: Int64 = 1_714_564_800_000
  private static let original: (UInt16, Value) = (0x9003, .ascii("2024:05:01 12:00:00"))

  private func gps(_ date: String, _ hour: UInt32, _ minute: UInt32, _ second: UInt32)
    -> [(UInt16, Value)]
  {
    let stamp = [(hour, UInt32(1)), (minute, 1), (second, 1)]
    return [(7, .rational(stamp)), (29, .ascii(date))]
  }

  private func time(
    image: [(UInt16, Value)] = [], exif: [(UInt16, Value)] = [original],
    gps: [(UInt16, Value)] = []
  ) -> CaptureTime? {
    read(ExifFixture(image: image, exif: exif, gps: gps).jpeg).time
  }

  @Test(
    "has the offset its tag gives",
    arguments: [
      ("+05:45", 345), ("-03:30", -210), ("-0330", -210), ("Z", 0), ("+02", 120), ("+14:00", 840),
      ("-12:00", -720), ("+5:30", 330),
    ])
  func offsetTag(text: String, minutes: Int) throws {
    let time = try #require(self.time(exif: [Self.original, (0x9011, .ascii(text))]))
    #expect(time.localMilliseconds == Self.noon)
    #expect(time.utcOffsetMinutes == minutes)
    #expect(time.instantMilliseconds == Self.noon - Int64(minutes) * 60_000)
    #expect(time.source == .offsetTag)
  }

  @Test(
    "has no offset where the tag gives none a clock can have",
    arguments: ["   :  ", "+15:00", "-13:00", "02:00", "+02:75", "local", ""])
  func oddOffsetTag(text: String) {
    #expect(time(exif: [Self.original, (0x9011, .ascii(text))])?.source == .local)
  }

  @Test("takes another clock's offset tag rather than none, and says so")
  func otherOffsetTag() {
    let facts = read(ExifFixture(exif: [Self.original, (0x9010, .ascii("+02:00"))]).jpeg)
    #expect(facts.time?.utcOffsetMinutes == 120)
    #expect(facts.remarks == ["the offset of DateTimeOriginal is from OffsetTime"])
  }

  @Test(
    "has its fraction of a second",
    arguments: [("5", 500), ("05", 50), ("123", 123), ("123456", 123), ("  ", 0), ("x", 0)])
  func fraction(text: String, milliseconds: Int64) {
    let time = self.time(exif: [Self.original, (0x9291, .ascii(text))])
    #expect(time?.localMilliseconds == Self.noon + milliseconds)
  }

  @Test(
    "takes its offset from the GPS time, to the quarter of an hour",
    arguments: [
      ("2024:05:01", 10, 0, 0, 120), ("2024:05:01", 6, 15, 0, 345), ("2024:05:01", 9, 58, 10, 120),
      ("2024:05:01", 18, 0, 30, -360), ("2024:04:30", 22, 0, 0, 840), ("2024-05-01", 10, 0, 0, 120),
      ("2024:05:02", 0, 0, 0, -720),
    ] as [(String, UInt32, UInt32, UInt32, Int)])
  func offsetFromGPS(date: String, hour: UInt32, minute: UInt32, second: UInt32, offset: Int) {
    let time = self.time(gps: gps(date, hour, minute, second))
    #expect(time?.utcOffsetMinutes == offset)
    #expect(time?.localMilliseconds == Self.noon)
    #expect(time?.source == .gps)
  }

  @Test("stays local if the GPS time differs by no possible offset")
  func noZoneAway() {
    let apart = ExifFixture(exif: [Self.original], gps: gps("2024:05:01", 9, 53, 0))
    let facts = read(apart.jpeg)
    #expect(facts.time == CaptureTime(localMilliseconds: Self.noon))
    #expect(facts.remarks.first?.contains("by no possible offset") == true)
    #expect(time(gps: gps("2024:05:03", 12, 0, 0))?.source == .local)
    #expect(time(gps: gps("2024:05:01", 24, 0, 0))?.source == .local)
  }

  @Test("is the GPS time if there is no local time")
  func onlyGPS() {
    let time = self.time(exif: [], gps: gps("2024:05:01", 12, 0, 0))
    #expect(time == CaptureTime(instantMilliseconds: Self.noon, source: .gps))
  }

  @Test("is DateTimeDigitized, then DateTime, where DateTimeOriginal is not there")
  func fallbacks() {
    let image: [(UInt16, Value)] = [(0x0132, .ascii("2024:05:03 12:00:00"))]
    let digitized: [(UInt16, Value)] = [(0x9004, .ascii("2024:05:02 12:00:00"))]
    let day: Int64 = 86_400_000
    #expect(time(image: image, exif: digitized)?.localMilliseconds == Self.noon + day)
    #expect(time(image: image, exif: [])?.localMilliseconds == Self.noon + 2 * day)
    // An edit two days later does not hide the GPS time of the photo.
    let stamped = time(image: image, exif: [], gps: gps("2024:05:01", 12, 0, 0))
    #expect(stamped == CaptureTime(instantMilliseconds: Self.noon, source: .gps))
  }

  @Test(
    "that does not exist is refused by name",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 12:00:00", "2024:02:30 12:00:00",
      "2023:02:29 12:00:00", "2024:05:01 24:00:00", "2024:05:01 12:60:00", "2024:05:01 12:00:60",
      "yesterday", "2024:05:01", "",
    ])
  func refused(text: String) {
    let facts = read(ExifFixture(exif: [(0x9003, .ascii(text))]).jpeg)
    #expect(facts.time == nil)
    #expect(facts.remarks.count == 1)
    #expect(facts.remarks.first?.hasPrefix("DateTimeOriginal is ") == true)
  }

  @Test(
    "is read in the misspelt forms of other tools",
    arguments: [
      ("2024-05-01T12:00:00", Int64(0)), ("2024/05/01 12:00:00", 0), ("2024:05:01 12:00", 0),
      ("2024:05:01 12:00:00.25", 250), ("2024: 5: 1 12: 0: 0", 0),
    ])
  func misspelt(text: String, milliseconds: Int64) {
    #expect(time(exif: [(0x9003, .ascii(text))])?.localMilliseconds == Self.noon + milliseconds)
  }

  @Test("counts days as the Gregorian calendar does")
  func days() {
    #expect(ClockReading.days(year: 1970, month: 1, day: 1) == 0)
    #expect(ClockReading.days(year: 2000, month: 2, day: 29) == 11_016)
    #expect(ClockReading.days(year: 1900, month: 2, day: 29) == nil)
    #expect(ClockReading.days(year: 1, month: 1, day: 1) == -719_162)
    var expected = 0
    for year in 1970...2100 {
      for month in 1...12 {
        for day in 1...31 {
          guard let days = ClockReading.days(year: year, month: month, day: day) else { continue }
          #expect(days == expected)
          expected += 1
        }
      }
    }
    #expect(expected == 47_847)
  }
}
