import TestSupport
import Testing

@testable import Geography

@Suite struct DistanceTests {
  /// Lines solved with GeographicLib 2.0 (`geographiclib` from PyPI), whose method is Karney's.
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
      #expect(bound.metres(to: tile) <= distance)
      #expect(bound.metres(to: place) <= distance)
    }
  }

  /// A bound of zero would pass the test above and open every tile; this one keeps it useful.
  @Test func theBoundOfASmallFarTileIsNearlyTheDistance() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<8_000 {
      let origin = try #require(randomPlace(using: &random))
      let place = try #require(randomPlace(using: &random))
      guard abs(place.latitude) < 85 else { continue }
      let tile = TileCoordinate(zoom: 24, holding: GridKey(place))
      let distance = origin.geodesic(to: place).distance
      #expect(DistanceBound(from: origin).metres(to: tile) >= distance * 0.989 - 10)
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
