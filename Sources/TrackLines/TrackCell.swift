public import Geography

/// The smallest tile of the map around something, as a number that sorts a tile before all tiles inside it.
///
/// The number is the first grid key of the tile and its zoom. Whatever lies in a tile has a number in one
/// range, or the number of one of the tiles around it.
public struct TrackCell: Hashable, Sendable {
  /// The deepest zoom: tiles of about two metres.
  static let deepest = 24

  /// The number.
  public let number: Int64

  init(_ tile: TileCoordinate) {
    let tile = tile.zoom > Self.deepest ? tile.ancestor(Self.deepest) : tile
    let key = tile.keys.lowerBound.rawValue >> UInt64(GridKey.bits - 2 * Self.deepest)
    number = Int64(key << 5 | UInt64(tile.zoom))
  }

  /// The cell of a box.
  public init(_ box: BoundingBox) {
    let northWest = GridKey(GridPoint(longitudeE7: box.westE7, latitudeE7: box.northE7))
    let southEast = GridKey(GridPoint(longitudeE7: box.eastE7, latitudeE7: box.southE7))
    self.init(TileCoordinate(holding: northWest, and: southEast))
  }

  /// The numbers of a tile and of all tiles in it.
  static func numbers(in tile: TileCoordinate) -> ClosedRange<Int64> {
    let first = TrackCell(tile).number
    let last = tile.keys.upperBound.rawValue >> UInt64(GridKey.bits - 2 * deepest)
    return first...max(first, Int64(last << 5 | 31))
  }
}

extension TrackCell {
  /// The ranges of numbers of all cells that can have something in a box.
  ///
  /// They are the cells in up to nine tiles, and the ancestors of these tiles.
  public static func ranges(touching box: BoundingBox) -> [ClosedRange<Int64>] {
    let first = GridPoint(longitudeE7: box.westE7, latitudeE7: box.northE7)
    let last = GridPoint(longitudeE7: box.eastE7, latitudeE7: box.southE7)
    var zoom = deepest
    func shift() -> UInt32 { UInt32(GridPoint.levels - zoom) }
    while zoom > 0,
      last.x >> shift() - first.x >> shift() > 2 || last.y >> shift() - first.y >> shift() > 2
    { zoom -= 1 }
    var ranges: [ClosedRange<Int64>] = []
    var around: Set<Int64> = []
    for y in first.y >> shift()...last.y >> shift() {
      for x in first.x >> shift()...last.x >> shift() {
        guard let tile = TileCoordinate(zoom: zoom, x: Int(x), y: Int(y)) else { continue }
        ranges.append(numbers(in: tile))
        for above in 0..<zoom { around.insert(TrackCell(tile.ancestor(above)).number) }
      }
    }
    return ranges + around.sorted().map { $0...$0 }
  }
}

extension TileCoordinate {
  /// The tile of a lower zoom level around this one.
  func ancestor(_ zoom: Int) -> TileCoordinate {
    TileCoordinate(zoom: zoom, holding: keys.lowerBound)
  }
}
