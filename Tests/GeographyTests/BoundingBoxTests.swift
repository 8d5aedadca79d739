import Testing

@testable import Geography

@Suite struct BoundingBoxTests {
  @Test func aBoxHoldsItsOwnEdgesAndCorners() throws {
    let box = try #require(BoundingBox(west: 2.1234567, south: -3.7654321, east: 9, north: 48.1))
    for (latitude, longitude) in [(-3.7654321, 2.1234567), (48.1, 9), (48.1, 2.1234567)] {
      #expect(box.contains(try #require(Coordinate(latitude: latitude, longitude: longitude))))
    }
    #expect(!box.contains(try #require(Coordinate(latitude: 48.1000001, longitude: 9))))
    #expect(!box.contains(try #require(Coordinate(latitude: 48.1, longitude: 2.1234566))))
  }

  @Test func aBoxWithWestBeyondEastCrossesTheAntimeridian() throws {
    let fiji = try #require(BoundingBox(west: 177, south: -20, east: -178, north: -15))
    for longitude in [177, 179.5, 180, -180, -179, -178] {
      #expect(fiji.contains(try #require(Coordinate(latitude: -17, longitude: longitude))))
    }
    for longitude in [0, 176.9, -177.9] {
      #expect(!fiji.contains(try #require(Coordinate(latitude: -17, longitude: longitude))))
    }
    #expect(fiji.parts.count == 2)
  }

  @Test func aBoxFinerThanTheGridHoldsNothingRatherThanEverything() throws {
    let sliver = try #require(
      BoundingBox(west: 10.000_000_03, south: 0, east: 10.000_000_06, north: 1))
    #expect(sliver.parts.isEmpty)
    #expect(!sliver.contains(try #require(Coordinate(latitude: 0.5, longitude: 10))))
  }

  @Test(arguments: [
    (-181.0, 0.0, 0.0, 1.0), (0, -91, 1, 0), (0, 0, 180.1, 1), (0, 2, 1, 1), (.nan, 0, 1, 1),
    (0, 0, .infinity, 1),
  ])
  func aBoxThatIsNotOnEarthIsRefused(west: Double, south: Double, east: Double, north: Double) {
    #expect(BoundingBox(west: west, south: south, east: east, north: north) == nil)
  }

  @Test(arguments: [(91.0, 0.0), (-90.1, 0), (0, 180.5), (.nan, 0), (0, .nan), (.infinity, 0)])
  func aPlaceThatIsNotOnEarthIsRefused(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }
}
