import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A position in Exif that is text instead of fractions")
struct WrittenLocationTests {
  private func gps(
    _ latitude: String, _ latitudeRef: String? = "N", _ longitude: String = "2,17.67",
    _ longitudeRef: String? = "E"
  ) -> [(UInt16, Value)] {
    [(1, latitudeRef), (2, latitude), (3, longitudeRef), (4, longitude)]
      .compactMap { tag, text in text.map { (tag, .ascii($0)) } }
  }

  @Test(
    "is read in common notations, and the remark quotes it",
    arguments: [
      ("45,32,38.27", 45.5439639), ("48.8584", 48.8584), ("48 51 30.25", 48.8584028),
      ("48,8584", 48.8584), ("52,00000,50,00000,34,01180", 52.8427811), ("4851/100", 48.51),
      ("48° 51' 30.25\"", 48.8584028),
    ])
  func read(text: String, degrees: Double) throws {
    let facts = PhotoMetadataTests.read(gps: gps(text))
    let coordinate = try #require(facts.place.location?.coordinate, "\(facts.refusal ?? "")")
    #expect(abs(coordinate.latitude - degrees) < 1e-7)
    #expect(abs(coordinate.longitude - 2.2945) < 1e-7)
    #expect(facts.remarks.first?.hasPrefix("GPSLatitude is the text “\(text)” instead") == true)
  }

  @Test("may name its hemisphere itself, and must not contradict the reference")
  func hemispheres() {
    let south = PhotoMetadataTests.read(gps: gps("48.5S", nil))
    #expect(south.place.location?.coordinate.latitude == -48.5)
    let both = PhotoMetadataTests.read(gps: gps("48.5S", "S"))
    #expect(both.place.location?.coordinate.latitude == -48.5)
    let signed = PhotoMetadataTests.read(gps: gps("-48.5", "S"))
    #expect(signed.place.location?.coordinate.latitude == -48.5)
    let refusals: [([(UInt16, Value)], String)] = [
      (gps("48.5", nil), "GPSLatitudeRef is missing"),
      (gps("48.5S", "N"), "GPSLatitude has the hemisphere S and GPSLatitudeRef is N"),
      (gps("48.5E", nil), "GPSLatitude has the hemisphere E"),
      (gps("48.5", "N", "181"), "GPSLongitude 181° is beyond ±180°"),
    ]
    for (gps, detail) in refusals {
      #expect(PhotoMetadataTests.read(gps: gps).refusal == "invalid-gps: " + detail)
    }
  }

  @Test("of zeros is null island")
  func zeros() {
    #expect(
      PhotoMetadataTests.read(gps: gps("0,0,0", "N", "0.0")).refusal
        == "null-island: GPSLatitude and GPSLongitude are 0")
  }

  @Test(
    "has a decimal comma only if it cannot separate minutes",
    arguments: [
      ("48,8588", 48.8588), ("48,0051", 48.0051), ("48,51", 48.85), ("48,51,30", 48.8583333),
      ("48° 51,500'", 48.8583333), ("48,51.5041", 48.8584017),
    ])
  func commas(text: String, degrees: Double) throws {
    let angle = try #require(WrittenAngle(text))
    #expect(abs(angle.degrees - degrees) < 1e-7)
  }

  @Test(
    "with meaningless commas is refused",
    arguments: ["48,51,30,25", ",,,", "1,2345,6", "48,8588,", "1,234,5,678,9,012,3,456"])
  func senseless(text: String) { #expect(WrittenAngle(text) == nil) }

  @Test(
    "of random letters is a position on Earth, or refused with the tag", arguments: [UInt64(1), 2])
  func randomText(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("0123456789012345.,,,/-+NSEWe °':")
    func text() -> String {
      String(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "0"
        })
    }
    for _ in 0..<2000 {
      let facts = PhotoMetadataTests.read(gps: gps(text(), nil, text(), nil))
      switch facts.place {
      case .located(let location): #expect(abs(location.coordinate.latitude) <= 90)
      case .unlocated(.nullIsland, _): break
      case .unlocated(let reason, let detail):
        #expect(reason == .invalidGPS)
        #expect(detail?.hasPrefix("GPSL") == true)
      }
    }
    #expect(WrittenAngle(String(repeating: "9", count: 400)).map { $0.degrees > 180 } != false)
  }
}
