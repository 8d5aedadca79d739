import Geography
import PhotoFacts
import Placement
import TestSupport
import Testing

import func Foundation.cos
import func Foundation.sin

/// The clock of a camera follows from where a track was when the photos were taken.
@Suite struct ClockSearchTests {
  /// A walk with stops, recorded every few seconds with the errors of a receiver.
  private struct Trip {
    var fixes: [Fix] = []
    var stops: [Range<Int>] = []
    private var random: SeededRandom

    /// The true metres east and north of the start, by second.
    private var path: [(Double, Double)] = []

    init(seed: UInt64, legs: Int, start: Int = 1_714_554_000, every interval: Int = 5) throws {
      random = SeededRandom(seed: seed)
      var (east, north) = (0.0, 0.0)
      for _ in 0..<legs {
        let heading = Double.random(in: 0...(2 * .pi), using: &random)
        for _ in 0..<Int.random(in: 60...500, using: &random) {
          path.append((east, north))
          (east, north) = (east + 1.3 * cos(heading), north + 1.3 * sin(heading))
        }
        let first = path.count
        for _ in 0..<Int.random(in: 40...180, using: &random) { path.append((east, north)) }
        stops.append(start + first..<start + path.count)
      }
      for second in stride(from: 0, to: path.count, by: interval) {
        let error = (
          Double.random(in: -3...3, using: &random), Double.random(in: -3...3, using: &random)
        )
        let place = (path[second].0 + error.0, path[second].1 + error.1)
        fixes.append(Fix(try Self.coordinate(place), at: Int64(start + second) * 1_000))
      }
    }

    /// Where the walk was at a second.
    func coordinate(_ second: Int) throws -> Coordinate {
      try Self.coordinate(path[second - Int(fixes[0].instant / 1_000)])
    }

    private static func coordinate(_ place: (Double, Double)) throws -> Coordinate {
      let longitude = 24.9 + place.0 / (111_200 * 0.5)
      return try #require(Coordinate(latitude: 60 + place.1 / 111_200, longitude: longitude))
    }

    /// The seconds at which photos were taken: nine of ten at stops.
    mutating func photos(_ count: Int) -> [Int] {
      let whole = stops[0].lowerBound..<stops[stops.count - 1].upperBound
      return (0..<count).map { _ in
        let isAtStop = Int.random(in: 0..<10, using: &random) > 0
        let stop = stops[Int.random(in: stops.indices, using: &random)]
        return Int.random(in: isAtStop ? stop : whole, using: &random)
      }
    }
  }

  @Test func stopsDetermineAClockThatIsHoursOff() throws {
    var outside = 0
    for seed in UInt64(0)..<8 {
      var random = SeededRandom(seed: seed + 1_000)
      var trip = try Trip(seed: seed, legs: 20)
      let offset = Int.random(in: -50_400...50_400, using: &random)
      let sightings = trip.photos(40).map { sighting($0, offset) }
      let clock = try #require(search(trip).clock(of: sightings, expecting: nil))
      let error = abs(Double(clock.offset) / 1_000 - Double(offset))
      #expect(error <= 15, "\(seed)")
      if error > clock.uncertainty { outside += 1 }
    }
    #expect(outside <= 1)
  }

  @Test func pausesOfTheRecorderAreNoEvidenceAgainstAClock() throws {
    var found = 0
    for seed in UInt64(0)..<8 {
      var random = SeededRandom(seed: seed + 1_000)
      var trip = try Trip(seed: seed, legs: 20, every: 10)
      let offset = Int.random(in: -50_400...50_400, using: &random)
      let sightings = trip.photos(50).map { sighting($0, offset) }
      for _ in 0..<3 {
        let lost = try #require(trip.fixes.randomElement(using: &random)).instant
        trip.fixes.removeAll { lost..<lost + 500_000 ~= $0.instant }
      }
      guard let clock = search(trip).clock(of: sightings, expecting: nil) else { continue }
      #expect(abs(Int(clock.offset / 1_000) - offset) <= 30, "\(seed)")
      found += 1
    }
    #expect(found >= 7)
  }

  @Test func fewPhotosAreEnoughIfTheClockIsSomeMinutesOff() throws {
    var found = 0
    for seed in UInt64(0)..<8 {
      var random = SeededRandom(seed: seed + 1_000)
      var trip = try Trip(seed: seed, legs: 12)
      let offset = 10_800 + Int.random(in: -600...600, using: &random)
      let sightings = trip.photos(12).map { sighting($0, offset) }
      guard let clock = search(trip).clock(of: sightings, expecting: 10_800) else { continue }
      #expect(abs(Int(clock.offset / 1_000) - offset) <= 40, "\(seed)")
      found += 1
    }
    #expect(found >= 5)
  }

  @Test func positionsDetermineTheClockToTheSecond() throws {
    for seed in UInt64(0)..<8 {
      var random = SeededRandom(seed: seed + 1_000)
      let trip = try Trip(seed: seed, legs: 12)
      let offset = Int.random(in: -50_400...50_400, using: &random)
      let whole = trip.stops[0].lowerBound..<trip.stops[11].lowerBound
      let sightings = try (0..<40).map { _ in
        let second = Int.random(in: whole, using: &random)
        return ClockSearch.Sighting(
          local: Int64(second + offset) * 1_000, at: try trip.coordinate(second), accuracy: 3)
      }
      let clock = try #require(search(trip).clock(of: sightings, expecting: nil))
      #expect(abs(Int(clock.offset / 1_000) - offset) <= 1, "\(seed)")
    }
  }

  @Test func aClockThatMayBeRightIsTakenToBeRight() throws {
    var trip = try Trip(seed: 4, legs: 20)
    let sightings = trip.photos(40).map { sighting($0, 10_797) }
    let clock = try #require(search(trip).clock(of: sightings, expecting: 10_800))
    #expect(clock.offset == 10_800_000)
    #expect(clock.evidence == .track(agreeing: 29, of: 32))
  }

  @Test func photosThatHaveNothingToDoWithTheTrackAreNoEvidence() throws {
    for seed in UInt64(0)..<8 {
      let trip = try Trip(seed: seed, legs: 20)
      var random = SeededRandom(seed: seed + 1_000)
      let start = trip.stops[0].lowerBound
      let sightings = (0..<30).map { _ in
        sighting(start + Int.random(in: 0...7_200, using: &random), 10_800)
      }
      #expect(search(trip).clock(of: sightings, expecting: 10_800) == nil, "\(seed)")
      #expect(search(trip).clock(of: sightings, expecting: nil) == nil, "\(seed)")
    }
  }

  @Test func aNightOfRestIsNoEvidence() throws {
    let place = try #require(Coordinate(latitude: 60, longitude: 25))
    let fixes = (0..<500).map { Fix(place, at: $0 * 60_000) }
    let sightings = (0..<30).map { sighting(400 * $0, 3_600) }
    #expect(ClockSearch(fixes, maxGap: 600).clock(of: sightings, expecting: 3_600) == nil)
  }

  @Test func nothingIsFoundInNothing() throws {
    let trip = try Trip(seed: 1, legs: 3)
    #expect(search(trip).clock(of: [], expecting: 0) == nil)
    #expect(search(trip).clock(of: [sighting(trip.stops[0].lowerBound, 0)], expecting: 0) == nil)
    for fixes in [[], Array(trip.fixes.prefix(1)), [trip.fixes[0], trip.fixes[0]]] {
      let sightings = (0..<5).map { sighting($0 * 60, 0) }
      #expect(ClockSearch(fixes, maxGap: 0).clock(of: sightings, expecting: nil) == nil)
    }
  }

  private func search(_ trip: Trip) -> ClockSearch { ClockSearch(trip.fixes, maxGap: 600) }

  private func sighting(_ second: Int, _ offset: Int) -> ClockSearch.Sighting {
    ClockSearch.Sighting(local: Int64(second + offset) * 1_000)
  }
}
