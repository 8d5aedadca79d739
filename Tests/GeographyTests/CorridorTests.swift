import Geography
import TestSupport
import Testing

/// The positions near lines, compared with the geodesics to many positions of their edges.
@Suite struct CorridorTests {
  /// The distance to the nearest position of lines whose edges are straight between longitude and latitude.
  private static func distance(from place: Coordinate, to lines: [[Coordinate]]) -> Double {
    var least = Double.infinity
    for line in lines {
      for (from, to) in zip(line, line.dropFirst() + [line[line.count - 1]]) {
        var run = to.longitude - from.longitude
        run -= 360 * (run / 360).rounded()
        let position = { (share: Double) -> Double in
          var longitude = from.longitude + share * run
          longitude -= 360 * (longitude / 360).rounded()
          guard
            let near = Coordinate(
              latitude: from.latitude + share * (to.latitude - from.latitude), longitude: longitude)
          else { return .infinity }
          return place.geodesic(to: near).distance
        }
        let shares = (0...200).map { Double($0) / 200 }
        guard let nearest = shares.min(by: { position($0) < position($1) }) else { continue }
        var (low, high) = (max(0, nearest - 0.005), min(1, nearest + 0.005))
        for _ in 0..<30 {
          let (one, other) = (low + (high - low) / 3, high - (high - low) / 3)
          if position(one) < position(other) { high = other } else { low = one }
        }
        least = min(least, position((low + high) / 2))
      }
    }
    return least
  }

  private static func moved(_ from: Coordinate, _ reach: Double, _ random: inout SeededRandom)
    -> Coordinate
  {
    var line = from.geodesic(to: from)
    line.distance = .random(in: 0...reach, using: &random)
    line.bearing = .random(in: 0..<360, using: &random)
    return from.moved(along: line)
  }

  @Test(arguments: [-80...80, 84.5...90] as [ClosedRange<Double>])
  func positionsAreInACorridorByTheirDistance(_ latitudes: ClosedRange<Double>) throws {
    var random = SeededRandom(seed: 31)
    var counts = [0, 0]
    for round in 0..<150 {
      // Every third corridor is at the antimeridian.
      let start = try #require(
        Coordinate(
          latitude: .random(in: latitudes, using: &random),
          longitude: round % 3 == 0 ? 179.99 : .random(in: -180...180, using: &random)))
      let metres = Double.random(in: 20...20_000, using: &random)
      let reach = metres * .random(in: 0.2...20, using: &random)
      let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.moved(start, reach, &random) }
      }
      let corridor = try #require(GeoCorridor(lines: lines, metres: metres))
      for _ in 0..<12 {
        let corner = lines.joined().randomElement(using: &random) ?? start
        let place = Self.moved(corner, 2 * metres, &random)
        let distance = Self.distance(from: place, to: lines)
        guard abs(distance - metres) > metres * 2e-4 else { continue }
        let isIn = corridor.contains(
          longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
        #expect(
          isIn == (distance < metres), "\(place) is \(distance) m from \(lines), not \(metres)")
        counts[isIn ? 1 : 0] += 1
        if isIn {
          #expect(
            corridor.bounds.contains(
              longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7))
        }
      }
    }
    #expect(counts.allSatisfy { $0 > 300 }, "\(counts)")
  }

  /// Edges near a pole are spirals, whose nearest position no plane shows.
  @Test(arguments: [1.0, -1]) func edgesWindAroundAPole(_ side: Double) throws {
    var random = SeededRandom(seed: 32)
    var counts = [0, 0]
    for _ in 0..<400 {
      let reach = Double.random(in: 0.01...3, using: &random)
      let line = try (0..<3).map { _ in
        try #require(
          Coordinate(
            latitude: side * (90 - .random(in: 0...reach, using: &random)),
            longitude: .random(in: -180...180, using: &random)))
      }
      let metres = Double.random(in: 20...20_000, using: &random)
      let corridor = try #require(GeoCorridor(lines: [line], metres: metres))
      for _ in 0..<6 {
        let place = try #require(
          Coordinate(
            latitude: side * (90 - .random(in: 0...reach, using: &random)),
            longitude: .random(in: -180...180, using: &random)))
        let distance = Self.distance(from: place, to: [line])
        guard abs(distance - metres) > 0.05 + metres * 1e-6 else { continue }
        let isIn = corridor.contains(longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
        #expect(
          isIn == (distance < metres), "\(place) is \(distance) m from \(line), not \(metres)")
        counts[isIn ? 1 : 0] += 1
      }
    }
    #expect(counts.allSatisfy { $0 > 300 }, "\(counts)")
  }

  @Test func aLongEdgeReachesPhotosOnTheOtherSideOfTheMeridian() throws {
    let from = try #require(Coordinate(latitude: 0, longitude: 100))
    let to = try #require(Coordinate(latitude: 0, longitude: -100))
    let corridor = try #require(GeoCorridor(lines: [[from, to]], metres: 1_000))
    for (longitude, isIn) in [
      (179.0, true), (-179, true), (-99.995, true), (-99.98, false), (0, false),
    ] {
      let place = try #require(Coordinate(latitude: 0.005, longitude: longitude))
      #expect(
        corridor.contains(longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7) == isIn)
    }
  }

  @Test func impossibleCorridorsAreRefused() throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    for metres in [0, -1, 20_001, Double.nan, .infinity] {
      #expect(GeoCorridor(lines: [[place]], metres: metres) == nil)
    }
    #expect(GeoCorridor(lines: [], metres: 1) == nil)
    #expect(GeoCorridor(lines: [[place], []], metres: 1) == nil)
    #expect(GeoCorridor(lines: [[place]], metres: 20_000) != nil)
  }

  @Test func aCorridorAtAPoleHasAllLongitudes() throws {
    let line = try [-90.0, 90].map { try #require(Coordinate(latitude: 89.99, longitude: $0)) }
    let corridor = try #require(GeoCorridor(lines: [line], metres: 5_000))
    let near = try #require(Coordinate(latitude: 89.98, longitude: 90))
    #expect(corridor.contains(longitudeE7: near.longitudeE7, latitudeE7: near.latitudeE7))
    #expect(corridor.bounds.westE7 == -1_800_000_000 && corridor.bounds.eastE7 == 1_800_000_000)
  }
}
