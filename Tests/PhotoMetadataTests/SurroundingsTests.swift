import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("Beside a position")
struct SurroundingsTests {
  private func location(_ extra: [(UInt16, Value)]) -> (Location?, [String]) {
    let facts = read(gps: ExifFixture.paris + extra)
    return (facts.place.location, facts.remarks)
  }

  @Test(
    "the altitude is below the sea when its reference is odd",
    arguments: [
      (Value.bytes([0]), 35.5), (.bytes([1]), -35.5), (.bytes([2]), 35.5), (.bytes([3]), -35.5),
      (.ascii("1"), -35.5), (.bytes([0x31]), -35.5), (.rational([(200, 100)]), 35.5),
      (.rational([(1, 1)]), -35.5),
    ])
  func altitude(reference: Value, metres: Double) {
    #expect(location([(5, reference), (6, .rational([(355, 10)]))]).0?.altitude == metres)
  }

  @Test("an altitude without a reference is above the sea, one of 0/0 is none")
  func oddAltitude() {
    #expect(location([(6, .rational([(355, 10)]))]).0?.altitude == 35.5)
    let blank = location([(5, .bytes([0])), (6, .rational([(0, 0)]))])
    #expect(blank.0 != nil)
    #expect(blank.0?.altitude == nil)
    #expect(blank.1 == ["GPSAltitude is 0/0: refused"])
  }

  @Test("an altitude that overflowed is refused by name")
  func hugeAltitude() {
    let facts = location([(5, .bytes([0])), (6, .rational([(4_294_967_284, 1)]))])
    #expect(facts.0?.altitude == nil)
    #expect(facts.1 == ["GPSAltitude is 4294967284/1: refused"])
  }

  @Test("an altitude below the sea may carry its sign itself")
  func signedAltitude() {
    #expect(location([(6, .signedRational([(-12, 1)]))]).0?.altitude == -12)
    #expect(location([(5, .bytes([1])), (6, .signedRational([(-12, 1)]))]).0?.altitude == -12)
  }

  @Test("the direction is from true north, between 0 and 360")
  func direction() {
    #expect(location([(16, .ascii("T")), (17, .rational([(2705, 10)]))]).0?.direction == 270.5)
    #expect(location([(16, .ascii("T")), (17, .rational([(360, 1)]))]).0?.direction == 0)
    let unsaid = location([(17, .rational([(90, 1)]))])
    #expect(unsaid.0?.direction == 90)
    #expect(unsaid.1.first?.contains("GPSImgDirectionRef is missing") == true)
    #expect(location([(16, .ascii("T")), (17, .rational([(361, 1)]))]).0?.direction == nil)
  }

  /// By ppigrf 2.1.0 the declination in Paris on 1 May 2024 is 1.6817° east.
  @Test(
    "a direction relative to magnetic north is corrected by the declination of that place and day",
    arguments: [(90, 91.68), (0, 1.68), (359, 0.68), (358, 359.68), (360, 1.68)]
      as [(Int, Double)])
  func magnetic(written: Int, direction: Double) throws {
    let facts = read(
      ExifFixture(
        exif: [(0x9003, .ascii("2024:05:01 12:00:00"))],
        gps: ExifFixture.paris + [(16, .ascii("M")), (17, .rational([(UInt32(written), 1)]))]
      ).jpeg)
    let found = try #require(facts.place.location?.direction)
    #expect(abs(found - direction) < 0.006)
    #expect(
      facts.remarks == [
        "GPSImgDirection \(written)° is is relative to magnetic north; corrected by a declination of 1.7°"
      ])
  }

  @Test(
    "a direction relative to magnetic north is unknown without a date or beyond the years of the model",
    arguments: [nil, "1899:05:01 12:00:00", "2035:05:01 12:00:00"])
  func magneticWithoutDate(date: String?) {
    let facts = read(
      ExifFixture(
        exif: date.map { [(0x9003, .ascii($0))] } ?? [],
        gps: ExifFixture.paris + [(16, .ascii("M")), (17, .rational([(90, 1)]))]
      ).jpeg)
    #expect(facts.place.location != nil)
    #expect(facts.place.location?.direction == nil)
    #expect(
      facts.remarks == [
        "GPSImgDirection 90° is is relative to magnetic north, and the declination is unknown"
      ])
  }

  @Test(
    "in XMP too, with the date of the packet or of Exif",
    arguments: ["exif:DateTimeOriginal='2024-05-01T12:00:00'", ""])
  func magneticInXMP(date: String) throws {
    let packet = XMPFixture.position(
      "48,51.4917N", "2,17.67E",
      "exif:GPSImgDirectionRef='M' exif:GPSImgDirection='905/10' \(date)")
    let exif = ExifFixture(exif: [(0x9003, .ascii("2024:05:01 12:00:00"))])
    let facts = read(XMPFixture.jpeg(packet, exif: date.isEmpty ? exif : nil))
    let found = try #require(facts.place.location?.direction)
    #expect(abs(found - 92.18) < 0.006)
    #expect(facts.remarks.contains { $0.contains("by a declination of 1.7°") })
  }

  @Test("the accuracy is a length that is not negative")
  func accuracy() {
    #expect(location([(31, .rational([(14_000, 10)]))]).0?.accuracy == 1400)
    #expect(location([(31, .signedRational([(-5, 1)]))]).0?.accuracy == nil)
    #expect(location([(31, .rational([(5, 0)]))]).0?.accuracy == nil)
  }
}
