import Geography
import TestSupport
import Testing

@Suite struct TileBoxTests {
  @Test func everyPlaceOnEarthIsInTheBoxOfItsTileAndInNoOtherOfThatZoom() throws {
    var random = SeededRandom(seed: 77)
    for zoom in 0...24 {
      for _ in 0..<200 {
        let place = try #require(
          Coordinate(
            latitudeE7: .random(in: -900_000_000...900_000_000, using: &random),
            longitudeE7: .random(in: -1_800_000_000...1_800_000_000, using: &random)))
        let tile = TileCoordinate(zoom: zoom, holding: GridKey(place))
        #expect(try #require(BoundingBox(tile)).contains(place), "\(place) \(zoom)")
        for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, -1)] {
          let x = Int(tile.x) + right
          let y = Int(tile.y) + down
          guard let other = TileCoordinate(zoom: zoom, x: x, y: y) else { continue }
          #expect(try !#require(BoundingBox(other)).contains(place), "\(place) \(other)")
        }
      }
    }
  }

  @Test func theEdgesOfATileAreTheLastPlacesWithItsKeys() throws {
    for zoom in 0...24 {
      let side = 1 << zoom
      for number in Set([0, 1, side / 3, side / 2 - 1, side / 2, side - 1]) {
        guard let tile = TileCoordinate(zoom: zoom, x: number, y: number) else { continue }
        let box = try #require(BoundingBox(tile))
        for (latitude, longitude) in [
          (box.northE7, box.westE7), (box.southE7, box.eastE7), (box.northE7, box.eastE7),
        ] {
          let corner = try #require(Coordinate(latitudeE7: latitude, longitudeE7: longitude))
          #expect(tile.keys.contains(GridKey(corner)))
        }
        for (latitude, longitude) in [
          (box.northE7 + 1, box.westE7), (box.southE7 - 1, box.westE7),
          (box.northE7, box.westE7 - 1), (box.northE7, box.eastE7 + 1),
        ] {
          let beyond = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
          #expect(beyond.map { !tile.keys.contains(GridKey($0)) } ?? true, "\(tile)")
        }
      }
    }
  }

  @Test func theWholeMapIsTheWholeEarth() throws {
    #expect(BoundingBox(TileCoordinate.world) == BoundingBox.world)
  }

  @Test func aRowBetweenTwoUnitsOfLatitudeHasNoPlaces() throws {
    let rows = (0..<200).map { TileCoordinate(zoom: 31, x: 7, y: 1_000_000 + $0) }
    let boxes = try rows.map { BoundingBox(try #require($0)) }
    #expect(boxes.contains { $0 == nil })
    #expect(boxes.contains { $0 != nil })
  }
}
