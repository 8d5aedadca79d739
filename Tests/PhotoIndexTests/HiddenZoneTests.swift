import Geography
import PhotoFacts
import Query
import TestSupport
import Testing

import Grid
@testable import PhotoIndex

/// Circles are tested with boxes and whole runs first; the result must equal that of the geodesic.
@Suite struct HiddenZoneTests {
  private static let latitudes = [0.0, 48.1, -33.9, 78.2, 89.9]
  private static let radii = [30.0, 300, 20_000, 400_000]

  @Test(arguments: latitudes, radii)
  func hidesExactlyThePhotosWithinTheCircle(latitude: Double, metres: Double) throws {
    var random = SeededRandom(seed: UInt64(metres) + UInt64(latitude + 90))
    let centre = try #require(
      Coordinate(latitude: latitude, longitude: metres > 1_000 ? 179.999 : 11.5))
    let world = try World(seed: 8)
    // Half of the photos are near the centre, so that whole runs lie in the circle.
    let places = (0..<1_500).map { number in
      let reach = (number % 2 == 0 ? 0.3 : 1.6) * metres
      return Self.place(around: centre, reach, &random)
    }
    try world.place(places)
    let zone = PrivacyZone(
      name: "home", area: .circle(centre: centre, metres: metres), treatment: .hidden)
    let guests = try PhotoIndex(world.index, through: PrivacyFilter(zones: [zone], revision: 3))
    let expected = places.filter { centre.geodesic(to: $0).distance > metres }.count
    try guests.read { reader in
      let count = try reader.count(PhotoFilter())
      let pins = try reader.pins(PhotoFilter(), limit: 5_000).elements.count
      #expect(count == expected)
      #expect(pins == expected)
    }
  }

  @Test func runsInTheMiddleOfACircleAreNotRead() throws {
    var random = SeededRandom(seed: 5)
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let world = try World(seed: 8)
    try world.place((0..<20_000).map { _ in Self.place(around: centre, 30, &random) })
    let zone = PrivacyZone(
      name: "home", area: .circle(centre: centre, metres: 3_000), treatment: .hidden)
    let guests = try PhotoIndex(world.index, through: PrivacyFilter(zones: [zone], revision: 3))
    let points = try guests.read { reader in
      let before = reader.cost.points
      let count = try reader.count(PhotoFilter())
      #expect(count == 0)
      return reader.cost.points - before
    }
    #expect(points < 4_000)
  }

  private static func place(
    around centre: Coordinate, _ reach: Double, _ random: inout SeededRandom
  ) -> Coordinate {
    let box = BoundingBox(around: centre, metres: reach)
    let east =
      box.crossesAntimeridian ? Int64(box.eastE7) + 3_600_000_000 : Int64(box.eastE7)
    let latitude = Int32.random(in: box.southE7...box.northE7, using: &random)
    var longitude = Int64.random(in: Int64(box.westE7)...east, using: &random)
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    return Coordinate(latitudeE7: latitude, longitudeE7: Int32(longitude)) ?? centre
  }
}
