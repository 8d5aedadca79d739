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

  @Test("an altitude that is a number gone round is refused by name")
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
    let magnetic = location([(16, .ascii("M")), (17, .rational([(90, 1)]))])
    #expect(magnetic.0?.direction == nil)
    #expect(magnetic.1.first?.contains("magnetic") == true)
    let unsaid = location([(17, .rational([(90, 1)]))])
    #expect(unsaid.0?.direction == 90)
    #expect(unsaid.1.first?.contains("GPSImgDirectionRef is missing") == true)
    #expect(location([(16, .ascii("T")), (17, .rational([(361, 1)]))]).0?.direction == nil)
  }

  @Test("the accuracy is a length that is not negative")
  func accuracy() {
    #expect(location([(31, .rational([(14_000, 10)]))]).0?.accuracy == 1400)
    #expect(location([(31, .signedRational([(-5, 1)]))]).0?.accuracy == nil)
    #expect(location([(31, .rational([(5, 0)]))]).0?.accuracy == nil)
  }
}
