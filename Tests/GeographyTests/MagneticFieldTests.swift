import TestSupport
import Testing

@testable import Geography

@Suite("The declination of a compass")
struct MagneticFieldTests {
  private static let day: Int64 = 86_400_000

  @Test("is that of ppigrf", arguments: magneticReferences)
  func reference(_ reference: MagneticReference) throws {
    let place = try #require(
      Coordinate(latitude: reference.latitude, longitude: reference.longitude))
    let found = try #require(
      MagneticField.declination(
        at: place, altitude: reference.metres, milliseconds: reference.date))
    #expect(abs(remainder(found - reference.declination)) < 0.01)
  }

  @Test("is known from 1900 to 2034 and not beyond")
  func years() throws {
    let place = try #require(Coordinate(latitude: 48.86, longitude: 2.35))
    func known(_ milliseconds: Int64) -> Bool {
      MagneticField.declination(at: place, milliseconds: milliseconds) != nil
    }
    #expect(known(-25_566 * Self.day))  // 1900-01-02
    #expect(!known(-25_569 * Self.day))  // 1899-12-30
    #expect(known(23_739 * Self.day))  // 2034-12-30
    #expect(!known(23_742 * Self.day))  // 2035-01-02
    #expect(!known(.min))
    #expect(!known(.max))
  }

  @Test("is unknown where a compass shows nothing, and at an invalid altitude")
  func unknown() throws {
    let pole = try #require(Coordinate(latitude: 86.5, longitude: 162.9))
    #expect(MagneticField.declination(at: pole, milliseconds: 18_262 * Self.day) == nil)
    let place = try #require(Coordinate(latitude: 48.86, longitude: 2.35))
    for altitude in [Double.nan, .infinity, -.infinity, -6_371_200, 1e30] {
      #expect(
        MagneticField.declination(at: place, altitude: altitude, milliseconds: 0) == nil)
    }
  }

  @Test("follows the meridian at the South Pole, where every direction is north")
  func pole() throws {
    func declination(_ longitude: Double) throws -> Double {
      let place = try #require(Coordinate(latitude: -90, longitude: longitude))
      return try #require(MagneticField.declination(at: place, milliseconds: 18_262 * Self.day))
    }
    let first = try declination(0)
    for longitude in [-180.0, -90, 17.5, 180] {
      #expect(abs(remainder(try declination(longitude) + longitude - first)) < 1e-6)
    }
  }

  @Test("is a number or unknown at all extremes of position and time")
  func everywhere() throws {
    var random = SeededRandom(seed: 77)
    for _ in 0..<2000 {
      let place = try #require(
        Coordinate(
          latitude: [-90, 90, 0, .random(in: -90...90, using: &random)].randomElement(
            using: &random) ?? 0, longitude: .random(in: -180...180, using: &random)))
      let time = Int64.random(in: -2_300_000_000_000...2_100_000_000_000, using: &random)
      if let found = MagneticField.declination(at: place, milliseconds: time) {
        #expect((-180...180).contains(found))
      }
    }
  }

  /// A difference of angles, from −180 to 180.
  private func remainder(_ degrees: Double) -> Double {
    degrees.remainder(dividingBy: 360)
  }
}
