import Geography
import PhotoFacts
import Plausibility
import Testing

/// The evidence as a sentence and as values.
@Suite struct EvidenceTests {
  private typealias Case = (evidence: Evidence, sentence: String, facts: [String: Evidence.Value])

  private static let cases: [Case] = [
    (
      .mirrored(kilometres: 1_813.4, .longitude, corrected: 0.04),
      "It is 1,813 km from the photos before and after it, but with the opposite sign of the longitude 0.0 km.",
      [
        "metres": .whole(1_813_400), "correction": .word("longitude"),
        "metresCorrected": .whole(40),
      ]
    ),
    (
      .mirrored(kilometres: 950, .swappedSign, corrected: 3.14),
      "It is 950 km from the photos before and after it, but with latitude and longitude exchanged and the opposite sign 3.1 km.",
      [
        "metres": .whole(950_000), "correction": .word("swappedSign"),
        "metresCorrected": .whole(3_140),
      ]
    ),
    (
      .repeated(hours: 3.2, hoursToNext: 0.5, kilometresToNext: 80),
      "It has the position of a photo 3 hours before it to the last digit, and the next photo, 30 minutes later, is 80 km away.",
      [
        "seconds": .whole(11_520), "secondsToNext": .whole(1_800), "metresToNext": .whole(80_000),
      ]
    ),
    (
      .stopped(hours: 72),
      "It has the position of a photo 3 days before it to the last digit, and the GPS time stands still too.",
      ["seconds": .whole(259_200)]
    ),
    (
      .detour(kilometres: 801.2, back: 800.6, hours: 1.0 / 3),
      "It is 801 km from the photo before and 801 km from the one after, which are 20 minutes apart.",
      ["metres": .whole(801_200), "metresBack": .whole(800_600), "seconds": .whole(1_200)]
    ),
    (
      .offshore(kilometres: 40, hours: 1),
      "It is far out at sea, 40 km from the photos 60 minutes around it, which are at one place.",
      ["metres": .whole(40_000), "seconds": .whole(3_600)]
    ),
    (
      .alone(kilometres: 400),
      "It is far out at sea, 400 km from the photos before and after it, and no other photo is near.",
      ["metres": .whole(400_000)]
    ),
    (
      .unreachable(kilometres: 9.96, hours: 1.0 / 3_600),
      "It is 10.0 km from a photo that was taken 1 second before or after it.",
      ["metres": .whole(9_960), "seconds": .whole(1)]
    ),
    (
      .shifted(hours: 5),
      "The GPS time and the clock of the camera differ by 5 hours more than in the photos before and after it, so the position may be that of another time.",
      ["seconds": .whole(18_000)]
    ),
    (
      .impossible(altitude: -1_234.6),
      "Its altitude of -1,235 m is neither on land nor in an aeroplane.",
      ["altitude": .whole(-1_235)]
    ),
    (
      .different(altitude: 3_400, others: 99.6),
      "Its altitude is 3,400 m, that of the photos just before and after 100 m.",
      ["altitude": .whole(3_400), "otherAltitude": .whole(100)]
    ),
    (
      .underground(altitude: 12.4, ground: 1_520),
      "Its altitude is 12 m, and the ground there is 1,520 m high.",
      ["altitude": .whole(12), "ground": .whole(1_520)]
    ),
    (
      .contradicted(kilometres: 25, toNearest: 1.25),
      "The file itself has a position 25 km away, 1.3 km from the nearest photo of the day.",
      ["metres": .whole(25_000), "metresToNearest": .whole(1_250)]
    ),
    (
      .corrected(kilometres: 25, toNearest: 1.25),
      "A file beside it has a position 25 km away, 1.3 km from the nearest photo of the day.",
      ["metres": .whole(25_000), "metresToNearest": .whole(1_250)]
    ),
    (
      .rounded(.tenth, kilometres: 7),
      "Its latitude and longitude are whole tenths of a degree, so it may be 7.0 km away.",
      ["step": .word("tenth"), "metres": .whole(7_000)]
    ),
    (
      .apart(.track, kilometres: 300, hours: 0.1),
      "A track that passes the photos before and after it was 300 km away at that time.",
      ["of": .word("track"), "metres": .whole(300_000), "seconds": .whole(360)]
    ),
    (
      .apart(.camera, kilometres: 300, hours: 0),
      "Another camera of the same person was 300 km away 0 seconds before or after it.",
      ["of": .word("camera"), "metres": .whole(300_000), "seconds": .whole(0)]
    ),
  ]

  @Test(arguments: cases.indices) func theSentenceAndTheValuesSayTheSame(_ number: Int) {
    let (evidence, sentence, facts) = Self.cases[number]
    #expect(evidence.sentence == sentence)
    let values = evidence.facts.map { ($0.name.rawValue, $0.value) }
    #expect(Dictionary(values) { first, _ in first } == facts)
    #expect(values.count == facts.count)
  }

  @Test func eachFindingAndEachFactIsAmongTheCases() {
    #expect(Set(Self.cases.map(\.evidence.finding)) == Set(Evidence.Finding.allCases))
    let facts = Self.cases.flatMap(\.evidence.facts)
    #expect(Set(facts.map(\.name)) == Set(Evidence.Fact.allCases))
    for fact in facts {
      guard case .word(let word) = fact.value else {
        #expect(fact.name.words == nil)
        continue
      }
      #expect(fact.name.words?.contains(word) == true)
    }
  }

  @Test func eachFindingOccurs() {
    var found: Set<Evidence.Finding> = []
    let life = TravelledLife(seed: 31, days: 120)
    for reason in Doubt.Reason.allCases {
      let every = reason == .elsewhere ? 11 : reason == .stale ? 40 : 97
      found.formUnion(findings(PlantedFaults(reason, in: life, every: every, seed: 1).photos))
    }
    found.formUnion(findings(StagedFaults.gpsTimeStandsStill(thenAt: 2.5, kilometresAway: 5)))
    found.formUnion(findings(StagedFaults.unreachableAtTheEnd))
    found.formUnion(findings(StagedFaults.aloneAtSea))
    found.formUnion(findings(StagedFaults.inSpace))
    found.formUnion(findings(StagedFaults.onAPlain, Plateau()))
    let missing = Set(Evidence.Finding.allCases).subtracting(found)
    #expect(missing.isEmpty)
  }

  @Test func aGPSTimeThatStandsStillIsNoFaultUnlessTheNextFixIsNearInTimeAndElsewhere() {
    func found(at hour: Double, _ kilometres: Double) -> [Evidence.Finding] {
      findings(StagedFaults.gpsTimeStandsStill(thenAt: hour, kilometresAway: kilometres))
    }
    #expect(found(at: 2.5, 5) == [.stopped])
    #expect(found(at: 2.5, 0.5).isEmpty)
    #expect(found(at: 10, 5).isEmpty)
  }

  private func findings(
    _ photos: [Observation], _ ground: Plateau? = nil
  ) -> [Evidence.Finding] {
    let log = ObservationLog(photos)
    let found = Findings(log, ground: ground) { place in
      abs(abs(place.latitude) - 48) < 0.01 && place.longitude == -30
    }
    return found.doubts.values.map(\.evidence.finding)
  }
}

/// Photos of one camera with faults that hardly occur by chance.
private enum StagedFaults {
  private static let berlin = TravelledLife.place(52.520_123, 13.404_987)
  private static let sea = TravelledLife.place(48, -30)
  private static let start: Int64 = 1_560_000_000_000

  private static func photo(
    _ id: Int64, hour: Double, _ place: Coordinate, altitude: Double? = nil
  ) -> Observation {
    let time = CaptureTime(localMilliseconds: start + Int64(hour * 3_600_000))
    return Observation(id: id, time: time, at: place, altitude: altitude, device: 1)
  }

  private static func near(_ number: Int) -> Coordinate {
    TravelledLife.moved(berlin, 0.1 * Double(number), 0)
  }

  /// Three photos an hour apart with one fix, and one with a fix of its own.
  static func gpsTimeStandsStill(thenAt hour: Double, kilometresAway: Double) -> [Observation] {
    let still = (0..<3).map { number in
      var photo = photo(Int64(number), hour: Double(number), berlin)
      photo.instant = start
      photo.clockLead = Int64(number) * 3_600_000
      return photo
    }
    var next = photo(9, hour: hour, TravelledLife.moved(berlin, kilometresAway, 0))
    (next.instant, next.clockLead) = (start + Int64(hour * 3_600_000), 0)
    return still + [next]
  }

  static var unreachableAtTheEnd: [Observation] {
    (0..<8).map { photo(Int64($0), hour: Double($0), near($0)) }
      + [photo(9, hour: 7.1, TravelledLife.moved(berlin, 7_000, 0))]
  }

  static var aloneAtSea: [Observation] {
    (0..<4).map { photo(Int64($0), hour: Double($0), near($0)) }
      + [photo(9, hour: 80, sea)]
      + (0..<4).map { photo(Int64(20 + $0), hour: 160 + Double($0), near($0)) }
  }

  static var onAPlain: [Observation] { [photo(1, hour: 0, berlin, altitude: 34)] }

  static var inSpace: [Observation] { [photo(1, hour: 0, berlin, altitude: 65_000)] }
}
