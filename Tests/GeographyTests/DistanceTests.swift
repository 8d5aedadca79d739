import TestSupport
import Testing

@testable import Geography

@Suite struct DistanceTests {
  /// Geodesics computed by GeographicLib 2.0 (`geographiclib` from PyPI), which uses Karney's method.
  @Test(arguments: geographicLibLines)
  func distancesAreThoseOfGeographicLib(line: ReferenceLine) throws {
    let from = try #require(Coordinate(latitude: line.from.0, longitude: line.from.1))
    let to = try #require(Coordinate(latitude: line.to.0, longitude: line.to.1))
    let found = from.geodesic(to: to)
    #expect(abs(found.distance - line.distance) < 0.001)
    if let bearing = line.bearing {
      let gap = abs(found.bearing - bearing)
      #expect(min(gap, 360 - gap) < 1e-4)
    }
  }

  @Test func noPlaceInATileIsNearerThanTheTilesBound() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<15_000 {
      let origin = try #require(randomPlace(using: &random))
      let place = try #require(randomPlace(using: &random))
      let tile = TileCoordinate(zoom: .random(in: 0...31, using: &random), holding: GridKey(place))
      let bound = DistanceBound(from: origin)
      let distance = origin.geodesic(to: place).distance
      #expect(bound.metres(to: tile.geographicBounds) <= distance)
      #expect(bound.metres(to: place) <= distance)
    }
  }

  /// A bound of zero would pass the test above but open every tile; this test keeps it tight.
  @Test func theBoundOfASmallFarTileIsNearlyTheDistance() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<8_000 {
      let origin = try #require(randomPlace(using: &random))
      let place = try #require(randomPlace(using: &random))
      guard abs(place.latitude) < 85 else { continue }
      let tile = TileCoordinate(zoom: 24, holding: GridKey(place))
      let distance = origin.geodesic(to: place).distance
      #expect(
        DistanceBound(from: origin).metres(to: tile.geographicBounds) >= distance * 0.989 - 10)
    }
  }

  /// The bound of a position replaces sine and arc sine by series.
  @Test func theBoundOfAPositionIsNearlyThatOfTheGreatCircle() throws {
    var random = SeededRandom(seed: 10)
    for _ in 0..<15_000 {
      let origin = try #require(randomPlace(using: &random))
      let place = try #require(randomPlace(using: &random))
      let arc = origin.centralAngle(to: place)
      let metres = arc * WGS84.meanRadius * WGS84.leastOfSphere
      let bound = DistanceBound(from: origin).metres(to: place)
      #expect(bound <= metres)
      #expect(bound >= metres * (arc < 0.16 ? 1 : 0.9999) - 0.01)
    }
  }

  @Test func noPlaceInABoxIsNearerThanTheBoundsOfTheBox() throws {
    var random = SeededRandom(seed: 9)
    for _ in 0..<30_000 {
      let origin = try #require(randomPlace(using: &random))
      let places = try nearbyPlaces(using: &random)
      var box = BoundingBox(around: places[0])
      for place in places {
        box.formUnion(longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
      }
      let local = DistanceBound(from: origin).local(to: box)
      for place in places {
        let distance = origin.geodesic(to: place).distance
        #expect(local.metres <= distance, "\(origin) \(places)")
        #expect(local.metres(to: place) <= distance, "\(origin) \(places)")
      }
    }
  }

  /// The assumption behind the allowance of `LocalDistanceBound`.
  @Test func geodesicAndScaledGreatCircleDifferLittleMoreNearby() throws {
    var random = SeededRandom(seed: 10)
    var most = 0.0
    for _ in 0..<60_000 {
      let origin = try #require(randomPlace(using: &random))
      let places = try nearbyPlaces(using: &random)
      let (here, there) = (places[0], places[1])
      let arc = origin.centralAngle(to: here)
      let apart = here.geodesic(to: there).distance
      guard arc + apart / 6_300_000 < 0.8 * .pi, apart > 1, arc > 1e-4 else { continue }
      let scale = origin.geodesic(to: here).distance / arc
      let difference = origin.geodesic(to: there).distance - scale * origin.centralAngle(to: there)
      most = max(most, abs(difference) / apart)
    }
    #expect(most < 0.012, "\(most)")
    #expect(most > 0.003, "\(most)")
  }

  /// Otherwise the bound could not rank the streets of a town from a thousand kilometres away.
  @Test func theLocalBoundOfASmallFarBoxIsAFewMetresBelowTheDistance() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<8_000 {
      let origin = try #require(randomPlace(using: &random))
      let place = try #require(randomPlace(using: &random))
      guard origin.centralAngle(to: place) < 0.79 * .pi else { continue }
      let local = DistanceBound(from: origin).local(to: BoundingBox(around: place))
      #expect(local.metres >= origin.geodesic(to: place).distance - 0.05)
    }
  }

  private func nearbyPlaces(using random: inout SeededRandom) throws -> [Coordinate] {
    let first = try #require(randomPlace(using: &random))
    let reach: Double = [0.000_01, 0.001, 0.1, 3, 20].randomElement(using: &random) ?? 1
    return try (0..<3).map { number in
      guard number > 0 else { return first }
      let longitude = first.longitude + .random(in: -reach...reach, using: &random)
      return try #require(
        Coordinate(
          latitude: min(90, max(-90, first.latitude + .random(in: -reach...reach, using: &random))),
          longitude: min(180, max(-180, longitude))))
    }
  }

  private func randomPlace(using random: inout SeededRandom) -> Coordinate? {
    let special: [(Double, Double)] = [
      (90, 0), (-90, 12), (0, 180), (0, -180), (45, 179.999_999_9), (-45, -179.999_999_9),
      (89.999_999_9, 77), (0, 0),
    ]
    if Int.random(in: 0..<8, using: &random) == 0, let place = special.randomElement(using: &random)
    {
      return Coordinate(latitude: place.0, longitude: place.1)
    }
    return Coordinate(
      latitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
  }
}
