import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("The time of a GPS receiver")
struct SatelliteTimeTests {
  /// 2024-05-01T12:00:00 by the calendar clock.
  private static let noon: Int64 = 1_714_564_800_000
  private static let original: (UInt16, Value) = (0x9003, .ascii("2024:05:01 12:00:00"))

  private func facts(
    _ date: String, _ time: Value, exif: [(UInt16, Value)] = [original]
  ) -> PhotoFacts {
    PhotoMetadataTests.read(
      ExifFixture(exif: exif, gps: [(7, time), (29, .ascii(date))]).jpeg)
  }

  private static let ten: Value = .rational([(10, 1), (0, 1), (0, 1)])

  @Test(
    "that is 1024 or 2048 weeks early still gives the offset, with a remark",
    arguments: [("2004:09:15", 1024), ("1985:01:30", 2048)])
  func rollover(date: String, weeks: Int) {
    let facts = facts(date, Self.ten)
    #expect(facts.time?.utcOffsetMinutes == 120)
    #expect(facts.time?.localMilliseconds == Self.noon)
    #expect(facts.time?.source == .gps)
    #expect(facts.remarks.first?.hasPrefix("the date of the GPS time is \(weeks) weeks") == true)
  }

  @Test("that is early by any other span gives no offset", arguments: ["2004:09:17", "2023:05:01"])
  func early(date: String) {
    let facts = facts(date, Self.ten)
    #expect(facts.time == CaptureTime(localMilliseconds: Self.noon))
    #expect(facts.remarks.count == 1)
  }

  @Test(
    "of a day before GPS existed is refused, and the remark quotes it",
    arguments: ["1970:01:01", "1980:01:06", "1980-01-06"])
  func noFix(date: String) {
    let facts = facts(date, Self.ten, exif: [])
    #expect(facts.time == nil)
    #expect(
      facts.remarks == ["the GPS time is \(date) 10/1, 0/1, 0/1: the receiver had no time"])
  }

  @Test(
    "that does not exist is refused by name",
    arguments: [
      ("0000:00:00", ten, "0000:00:00 10/1, 0/1, 0/1"),
      ("2000:00:00", ten, "2000:00:00 10/1, 0/1, 0/1"),
      ("2024:05:01", .rational([(10, 0), (0, 1), (0, 1)]), "2024:05:01 10/0, 0/1, 0/1"),
      ("2024:05:01", .rational([(24, 1), (0, 1), (0, 1)]), "2024:05:01 24/1, 0/1, 0/1"),
      ("2024:05:01", .signedRational([(-1, 1), (0, 1), (0, 1)]), "2024:05:01 -1/1, 0/1, 0/1"),
      ("2024:05:01", .rational([(10, 1)]), "2024:05:01 10/1"),
      ("2024:05:01", .ascii("ten"), "2024:05:01 “ten”"),
      ("2014:09:400", ten, "2014:09:400 10/1, 0/1, 0/1"),
      ("2014:10:259", ten, "2014:10:259 10/1, 0/1, 0/1"),
      ("May Day", ten, "May Day 10/1, 0/1, 0/1"),
    ] as [(String, Value, String)])
  func refused(date: String, time: Value, wording: String) {
    let facts = facts(date, time, exif: [])
    #expect(facts.time == nil)
    #expect(facts.remarks == ["the GPS time is \(wording): refused"])
  }

  @Test("may be a text")
  func written() {
    #expect(facts("2024:05:01", .ascii("10:00:00")).time?.utcOffsetMinutes == 120)
    #expect(facts("2024:05:01", .ascii("10:00:00.5")).time?.utcOffsetMinutes == 120)
  }

  @Test("may have the day of the year instead of the day of the month")
  func dayOfYear() {
    let original: (UInt16, Value) = (0x9003, .ascii("2014:09:16 14:05:12"))
    let stamp: Value = .rational([(13, 1), (5, 1), (1205, 100)])
    let facts = facts("2014:09:259", stamp, exif: [original])
    #expect(facts.time?.utcOffsetMinutes == 60)
    #expect(facts.remarks.isEmpty)
  }

  @Test("does not overrule an offset tag, but the remark says that they differ")
  func conflict() {
    let exif = [Self.original, (0x9011, .ascii("-03:30"))]
    let facts = facts("2024:05:01", Self.ten, exif: exif)
    #expect(facts.time?.utcOffsetMinutes == -210)
    #expect(facts.time?.source == .offsetTag)
    #expect(
      facts.remarks == [
        "DateTimeOriginal is -03:30 by its offset tag and +02:00 by the GPS time: the tag is used"
      ])
    let agreeing = self.facts(
      "2024:05:01", Self.ten, exif: [Self.original, (0x9011, .ascii("+02:00"))])
    #expect(agreeing.remarks.isEmpty)
  }

  @Test("gives the clock of XMP its offset where Exif has no clock")
  func clockInXMP() {
    let exif = ExifFixture(gps: [(7, Self.ten), (29, .ascii("2024:05:01"))])
    func time(_ created: String) -> CaptureTime? {
      let packet = XMPFixture.packet(attributes: "xmp:CreateDate='\(created)'")
      return PhotoMetadataTests.read(XMPFixture.jpeg(packet, exif: exif)).time
    }
    #expect(time("2024-05-01T12:00:07.5")?.localMilliseconds == Self.noon + 7500)
    #expect(time("2024-05-01T12:00:07.5")?.utcOffsetMinutes == 120)
    // A later edit does not give the capture time.
    let alone = CaptureTime(instantMilliseconds: Self.noon - 7_200_000, source: .gps)
    #expect(time("2025-05-01T12:00:00") == alone)
    #expect(time("yesterday") == alone)
  }
}
