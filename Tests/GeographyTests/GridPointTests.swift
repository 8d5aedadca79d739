import TestSupport
import Testing

@testable import Geography

/// Positions that often break maps: the edges, the poles, both signs of the antimeridian.
private let awkward: [(Int32, Int32)] = [
  (0, 0), (1, 1), (-1, -1), (900_000_000, 0), (-900_000_000, 0), (850_511_287, 1_799_999_999),
  (850_511_288, 1_800_000_000), (-850_511_288, -1_800_000_000), (0, 1_800_000_000),
  (0, -1_800_000_000), (899_999_999, -1_799_999_999),
]

@Suite struct GridPointTests {
  @Test func rowsAreMonotonicInLatitude() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      let latitude = Int32.random(in: -900_000_000..<900_000_000, using: &random)
      #expect(
        GridPoint.row(ofLatitudeE7: latitude) >= GridPoint.row(ofLatitudeE7: latitude + 1))
    }
  }

  @Test func theRowFoundByPolynomialsIsTheOneTheSeriesDefine() {
    var random = SeededRandom(seed: 11)
    let end = MercatorTable.limitE7
    var latitudes = (0..<300_000).map { _ in Int32.random(in: -end...end, using: &random) }
    // Both sides of the segment boundaries, and of the end of the last segment.
    for edge in stride(from: -Int(end), through: Int(end), by: 1 << 21) {
      latitudes += (-3...3).map { Int32(edge + $0) }
    }
    var answered = 0
    for latitude in latitudes {
      guard let row = MercatorTable.row(ofLatitudeE7: latitude) else { continue }
      answered += 1
      #expect(row == GridPoint.exactRow(ofLatitudeE7: latitude), "latitude \(latitude)")
    }
    // Near the edge of a row the table returns nil and the exact series decide, which is rare.
    #expect(answered > latitudes.count / 100 * 99)
    #expect(answered < latitudes.count)
  }

  @Test func columnsAreMonotonicInLongitude() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<20_000 {
      let longitude = Int32.random(in: -1_800_000_000..<1_800_000_000, using: &random)
      #expect(
        GridPoint.column(ofLongitudeE7: longitude)
          <= GridPoint.column(ofLongitudeE7: longitude + 1))
    }
  }

  /// The inverse uses the system's `atan` and `sinh`, so it is an independent check.
  @Test func theProjectionIsMercators() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      let latitude = Double.random(in: -85...85, using: &random)
      let units = Int32(latitude * 1e7)
      let row = Double(GridPoint.row(ofLatitudeE7: units)) + 0.5
      let back = inverseMercator(.pi * (1 - 2 * row / Double(GridPoint.side)))
      #expect(abs(back - Double(units) / 1e7) < 2e-7)
    }
  }

  @Test(arguments: awkward)
  func everyPlaceOnEarthHasACellOnTheMap(latitude: Int32, longitude: Int32) {
    let point = GridPoint(longitudeE7: longitude, latitudeE7: latitude)
    #expect(point.x < GridPoint.side)
    #expect(point.y < GridPoint.side)
    #expect(GridKey(point).point == point)
    #expect(GridKey(point) <= GridKey.last)
  }

  @Test func aTileIsTheRangeOfItsKeys() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<20_000 {
      let key = GridKey(rawValue: .random(in: 0...GridKey.last.rawValue, using: &random))
      let zoom = Int.random(in: 0...31, using: &random)
      let tile = TileCoordinate(zoom: zoom, holding: key)
      #expect(tile.keys.contains(key))
      #expect(TileCoordinate(holding: tile.keys.lowerBound, and: tile.keys.upperBound) == tile)
      for child in tile.children { #expect(tile.keys.contains(child.keys.lowerBound)) }
    }
  }

  @Test func theNextKeyOfAWindowIsFound() {
    var random = SeededRandom(seed: 5)
    // A small corner of the map, so that brute force can test every key.
    for _ in 0..<60 {
      let xs = [UInt32.random(in: 0..<32, using: &random), .random(in: 0..<32, using: &random)]
      let ys = [UInt32.random(in: 0..<32, using: &random), .random(in: 0..<32, using: &random)]
      let window = GridWindow(
        upperLeft: GridPoint(x: xs.min()!, y: ys.min()!),
        lowerRight: GridPoint(x: xs.max()!, y: ys.max()!))
      let inside = (0..<UInt64(1024)).filter { window.contains(GridKey(rawValue: $0).point) }
      for start in 0..<UInt64(1025) {
        let expected = inside.first { $0 >= start }
        #expect(window.firstKey(atOrAfter: GridKey(rawValue: start))?.rawValue == expected)
      }
    }
  }

  @Test func aWindowStartsWithAtMostFourTilesInTheOrderOfTheGrid() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<20_000 {
      func edge() -> UInt32 {
        UInt32.random(in: 0..<GridPoint.side, using: &random)
          >> UInt32.random(in: 0...30, using: &random)
      }
      let (x, y) = ([edge(), edge()].sorted(), [edge(), edge()].sorted())
      let window = GridWindow(
        upperLeft: GridPoint(x: x[0], y: y[0]), lowerRight: GridPoint(x: x[1], y: y[1]))
      let tiles = window.startingTiles
      let corners = Set(x.flatMap { x in y.map { GridKey(GridPoint(x: x, y: $0)) } })
      // The deepest level at which the corners are in at most two rows and two columns next to each other.
      let zoom = (0...GridPoint.levels).last { zoom in
        let shift = UInt32(GridPoint.levels - zoom)
        return x[1] >> shift - x[0] >> shift <= 1 && y[1] >> shift - y[0] >> shift <= 1
      }
      let expected = Set(corners.map { TileCoordinate(zoom: zoom ?? 0, holding: $0) })
      #expect(tiles == expected.sorted { $0.keys.lowerBound < $1.keys.lowerBound })
    }
  }

  @Test func positionsInInnerCellsOfAWindowAreInItsBox() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<20_000 {
      let west = Double.random(in: -180...179, using: &random)
      let south = Double.random(in: -90...89, using: &random)
      let box = try #require(
        BoundingBox(
          west: west, south: south, east: .random(in: west...180, using: &random),
          north: .random(in: south...90, using: &random)))
      let window = GridWindow(box)
      let place = try #require(
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
      let key = GridKey(place)
      if box.contains(place) { #expect(window.contains(key.point)) }
      let tile = TileCoordinate(zoom: .random(in: 0...31, using: &random), holding: key)
      if window.containsInside(tile) { #expect(box.contains(place)) }
    }
  }
}
