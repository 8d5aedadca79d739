import Geography
import PhotoFacts
import Plausibility
import Testing

/// A plateau with a cliff, from which it falls to a plain in the east; nothing is known in the south.
struct Plateau: Ground {
  var height = 1_500.0
  var plain = 1_500.0
  var edge = 180.0
  var south = -90.0
  var version = "1"

  func elevation(at position: Coordinate, every _: Double) -> Double? {
    guard position.latitude >= south else { return nil }
    return position.longitude < edge ? height : plain
  }
}

/// Altitudes that are compared with the ground.
@Suite struct GroundTests {
  private let valley = TravelledLife.place(46.512_347, 7.123_456)

  private func photo(
    _ altitude: Double?, at place: Coordinate? = nil, accuracy: Double? = nil,
    source: LocationSource = .exif, isDated: Bool = true
  ) -> Observation {
    Observation(
      id: 1, time: isDated ? CaptureTime(localMilliseconds: 1_560_000_000_000) : nil,
      at: place ?? valley, altitude: altitude, accuracy: accuracy, device: 1, source: source)
  }

  private func evidence(_ photo: Observation, _ ground: Plateau?) -> Evidence? {
    Findings(ObservationLog([photo]), ground: ground).doubts[1]?.evidence
  }

  @Test(arguments: [true, false]) func anAltitudeFarBelowTheGroundIsDoubted(isDated: Bool) {
    let plateau = Plateau()
    #expect(
      evidence(photo(40, isDated: isDated), plateau) == .underground(altitude: 40, ground: 1_500))
    #expect(evidence(photo(40, isDated: isDated), nil) == nil)
    #expect(evidence(photo(nil, isDated: isDated), plateau) == nil)
    #expect(evidence(photo(1_199, isDated: isDated), plateau) != nil)
    #expect(evidence(photo(1_201, isDated: isDated), plateau) == nil)
    #expect(evidence(photo(6_000, isDated: isDated), plateau) == nil)
  }

  @Test func anAltitudeThatProgramsWriteForAnUnknownOneIsNot() {
    #expect(evidence(photo(0), Plateau()) == nil)
  }

  @Test func noGroundThatIsNearMayBeAsLow() {
    let near = Plateau(plain: 100, edge: valley.longitude + 0.012)
    #expect(evidence(photo(40), near) == nil)
    let far = Plateau(plain: 100, edge: valley.longitude + 0.014)
    #expect(evidence(photo(40), far) != nil)
    #expect(evidence(photo(40, accuracy: 3_000), far) == nil)
    #expect(evidence(photo(40, accuracy: 20_000), Plateau()) == nil)
  }

  @Test func unknownGroundDoubtsNothing() {
    #expect(evidence(photo(40), Plateau(south: valley.latitude - 0.005)) == nil)
    #expect(evidence(photo(40), Plateau(south: valley.latitude + 0.005)) == nil)
  }

  @Test func whatAPersonHasGivenIsNotDoubted() {
    #expect(evidence(photo(40, source: .manual), Plateau()) == nil)
  }

  @Test func otherElevationsAreComparedAnew() {
    let log = ObservationLog([photo(40)])
    let without = Findings(log)
    let with = Findings(log, former: without, ground: Plateau())
    #expect(with.doubts.count == 1)
    let lower = Plateau(height: 100, plain: 100, version: "2")
    #expect(Findings(log, former: with, ground: lower).doubts.isEmpty)
    #expect(Findings(log, former: with).doubts.isEmpty)
  }
}
