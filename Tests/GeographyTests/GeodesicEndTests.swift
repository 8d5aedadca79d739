import Geography
import TestSupport
import Testing

/// The end of a geodesic and the positions on it.
@Suite struct GeodesicEndTests {
  @Test func theEndOfAGeodesicIsWhereItLeads() throws {
    for line in geographicLibLines {
      guard let bearing = line.bearing, line.distance < 19_000_000 else { continue }
      let from = try #require(Coordinate(latitude: line.from.0, longitude: line.from.1))
      let to = try #require(Coordinate(latitude: line.to.0, longitude: line.to.1))
      let end = from.moved(along: from.geodesic(to: to))
      #expect(end.geodesic(to: to).distance < 0.02, "\(line) \(bearing)")
    }
  }

  @Test func aShareOfAGeodesicHasThatShareOfItsLength() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let start = try #require(
        Coordinate(
          latitude: .random(in: -89...89, using: &random),
          longitude: .random(in: -180...180, using: &random)))
      let end = try #require(
        Coordinate(
          latitude: .random(in: -89...89, using: &random),
          longitude: .random(in: -180...180, using: &random)))
      let length = start.geodesic(to: end).distance
      guard length < 19_000_000 else { continue }
      let share = Double.random(in: 0...1, using: &random)
      let middle = start.interpolated(to: end, fraction: share)
      #expect(abs(start.geodesic(to: middle).distance - share * length) < 0.02)
      #expect(abs(middle.geodesic(to: end).distance - (1 - share) * length) < 0.02)
    }
  }

  @Test func aGeodesicCrossesTheAntimeridian() throws {
    let west = try #require(Coordinate(latitude: 0, longitude: 179.9))
    let east = try #require(Coordinate(latitude: 0, longitude: -179.9))
    #expect(abs(west.interpolated(to: east, fraction: 0.75).longitude + 179.95) < 1e-6)
  }
}
