import Geography
import PhotoFacts
import Testing

@testable import PhotoMetadata

typealias Value = ExifFixture.Value

@Suite("A position in Exif")
struct LocationTests {
  private func gps(
    latitude: Value?, _ latitudeRef: Value? = .ascii("N"), longitude: Value?,
    _ longitudeRef: Value? = .ascii("E")
  ) -> [(UInt16, Value)] {
    [(1, latitudeRef), (2, latitude), (3, longitudeRef), (4, longitude)]
      .compactMap { tag, value in value.map { (tag, $0) } }
  }

  private static let two: Value = .rational([(2, 1), (17, 1), (402, 10)])

  @Test(
    "is the sum of its degrees, minutes and seconds, however they are split",
    arguments: [
      (Value.rational([(48, 1), (51, 1), (295, 10)]), 48.8581944),
      (.rational([(48, 1), (51, 1)]), 48.85),
      (.rational([(488581944, 10_000_000)]), 48.8581944),
      (.rational([(48, 1), (51_491_667, 1_000_000), (0, 1)]), 48.8581944),
      (.rational([(0, 1), (0, 1), (1_758_895, 10)]), 48.8581944),
      (.rational([(48, 1), (50, 1), (60, 1)]), 48.85),
      (.rational([(48, 1), (51, 1), (0, 1), (9, 1)]), 48.85),
      (.signedRational([(48, 1), (51, 1), (295, 10)]), 48.8581944),
      (.short([48, 51, 0]), 48.85),
      (.long([48, 51, 0]), 48.85),
      (.raw(type: 11, count: 1, bytes: [0, 0, 0x42, 0x42]), 48.5),
      (.raw(type: 12, count: 1, bytes: [0, 0, 0, 0, 0, 0x40, 0x48, 0x40]), 48.5),
      (.rational([(4_294_967_295, 89_478_486)]), 4_294_967_295 / 89_478_486),
    ])
  func sums(value: Value, degrees: Double) throws {
    let facts = read(gps: gps(latitude: value, longitude: Self.two))
    let location = try #require(facts.place.location, "\(facts.refusal ?? "")")
    #expect(abs(location.coordinate.latitude - degrees) < 2e-7)
    #expect(abs(location.coordinate.longitude - 2.2945) < 1e-7)
    #expect(location.source == .exif)
    #expect(facts.remarks.isEmpty)
  }

  @Test(
    "is in the hemisphere of its reference, in any case and with any padding",
    arguments: [
      ("N", "E", 1.0, 1.0), ("S", "E", -1, 1), ("N", "W", 1, -1), ("S", "W", -1, -1),
      ("s", "w", -1, -1), ("S\0", "W\0\0\0", -1, -1), (" S", "West", -1, -1),
    ])
  func hemisphere(north: String, east: String, latitudeSign: Double, longitudeSign: Double) throws {
    let facts = read(
      gps: gps(
        latitude: .rational([(10, 1)]), .ascii(north), longitude: .rational([(20, 1)]),
        .ascii(east)))
    let coordinate = try #require(facts.place.location?.coordinate)
    #expect(coordinate.latitude == 10 * latitudeSign)
    #expect(coordinate.longitude == 20 * longitudeSign)
  }

  @Test("is read in either byte order", arguments: [false, true])
  func byteOrder(isBigEndian: Bool) throws {
    let facts = read(ExifFixture(isBigEndian: isBigEndian, gps: ExifFixture.paris).jpeg)
    #expect(facts.place.location?.coordinate.latitudeE7 == 488_581_944)
  }

  @Test(
    "that is not valid is refused by name",
    arguments: [
      (Value.rational([(95, 1)]), "GPSLatitude 95° is beyond ±90°"),
      (.rational([(90, 1), (0, 1), (1, 100)]), "GPSLatitude 90.00000277777778° is beyond ±90°"),
      (.rational([(0, 0), (0, 0), (0, 0)]), "GPSLatitude is 0/0, 0/0, 0/0"),
      (.rational([(48, 0)]), "GPSLatitude is 48/0"),
      (.rational([(48, 1), (51, 1), (1, 0)]), "GPSLatitude is 48/1, 51/1, 1/0"),
      (.rational([(48, 1), (0, 0), (0, 0)]), "GPSLatitude is 48/1, 0/0, 0/0"),
      (.ascii("NaN,0,0.00"), "GPSLatitude is “NaN,0,0.00”"),
      (.ascii(""), "GPSLatitude is blank"), (.ascii("95"), "GPSLatitude 95° is beyond ±90°"),
      (.raw(type: 5, count: 0, bytes: []), "GPSLatitude is empty"),
      (
        .raw(type: 5, count: 0xFFFF_FFFF, bytes: [1, 2, 3, 4]),
        "GPSLatitude lies outside the Exif block"
      ),
      (.raw(type: 12, count: 1, bytes: Array(repeating: 0xFF, count: 8)), "GPSLatitude is nan"),
    ])
  func refused(value: Value, detail: String) {
    let facts = read(gps: gps(latitude: value, longitude: Self.two))
    #expect(facts.refusal == "invalid-gps: \(detail)")
  }

  @Test("with a missing part is refused by the name of that part")
  func missingPieces() {
    let one: Value = .rational([(1, 1)])
    let cases: [([(UInt16, Value)], String)] = [
      (gps(latitude: one, nil, longitude: one), "invalid-gps: GPSLatitudeRef is missing"),
      (gps(latitude: one, longitude: one, nil), "invalid-gps: GPSLongitudeRef is missing"),
      (gps(latitude: one, .ascii("X"), longitude: one), "invalid-gps: GPSLatitudeRef is “X”"),
      (gps(latitude: one, .ascii(""), longitude: one), "invalid-gps: GPSLatitudeRef is blank"),
      (gps(latitude: one, longitude: one, .ascii("N")), "invalid-gps: GPSLongitudeRef is “N”"),
      (gps(latitude: one, longitude: nil), "invalid-gps: GPSLongitude is missing"),
      (gps(latitude: nil, longitude: one), "invalid-gps: GPSLatitude is missing"),
      (gps(latitude: nil, longitude: nil), "no-gps: GPS data without a position"),
      ([], "no-gps"),
    ]
    for (gps, refusal) in cases { #expect(read(gps: gps).refusal == refusal) }
    #expect(read(JPEGFixture.plain).refusal == "no-gps: no Exif data")
  }

  @Test("keeps whole minutes if the seconds are 0/0, with a remark")
  func blankSeconds() throws {
    let facts = read(
      gps: gps(latitude: .rational([(1, 1), (3_050_550, 100_000), (0, 0)]), longitude: Self.two))
    let coordinate = try #require(facts.place.location?.coordinate)
    #expect(abs(coordinate.latitude - 1.508425) < 1e-7)
    #expect(facts.remarks == ["GPSLatitude is 1/1, 3050550/100000, 0/0: 0/0 is read as missing"])
  }

  @Test("that carries a sign of its own keeps it", arguments: ["N", "S"])
  func signed(letter: String) throws {
    let value: Value = .signedRational([(-33, 1), (51, 1), (36, 1)])
    let facts = read(gps: gps(latitude: value, .ascii(letter), longitude: Self.two))
    let coordinate = try #require(facts.place.location?.coordinate)
    #expect(abs(coordinate.latitude + 33.86) < 1e-7)
    #expect(facts.remarks.count == 1)
  }

  @Test("of exactly zero and zero is null island, with or without hemispheres")
  func nullIsland() {
    let zero: Value = .rational([(0, 1), (0, 1), (0, 1)])
    let nullIsland = "null-island: GPSLatitude and GPSLongitude are 0"
    #expect(read(gps: gps(latitude: zero, longitude: zero)).refusal == nullIsland)
    #expect(read(gps: gps(latitude: zero, nil, longitude: zero, nil)).refusal == nullIsland)
    #expect(read(gps: gps(latitude: zero, longitude: Self.two)).place.location != nil)
  }

  @Test("of a receiver without a fix is kept with a remark")
  func voidStatus() {
    let facts = read(gps: ExifFixture.paris + [(9, .ascii("V"))])
    #expect(facts.place.location != nil)
    #expect(facts.remarks.first?.hasPrefix("GPSStatus is V") == true)
  }
}
