internal import Geography

/// A part of a level of a track: up to `PackedFixes.capacity` fixes, in the order of their times.
///
/// If a line continues from the chunk before, its last fix is repeated here, so that each chunk can be drawn by
/// itself.
struct TrackChunk {
  var points: [TrackPoint]

  /// Whether the first point is also the last of the chunk before.
  var repeatsOne: Bool

  /// Divides a level into chunks.
  static func chunks(of points: [TrackPoint]) -> [TrackChunk] {
    var chunks: [TrackChunk] = []
    var next = 0
    while next < points.count {
      let repeatsOne = next > 0 && !points[next].beginsLine
      let start = repeatsOne ? next - 1 : next
      let end = min(start + PackedFixes.capacity, points.count)
      var part = Array(points[start..<end])
      part[0].beginsLine = true
      chunks.append(TrackChunk(points: part, repeatsOne: repeatsOne))
      next = end
    }
    return chunks
  }
}

/// The smallest tile of the map around something, as a number that sorts a tile before all tiles inside it.
///
/// The number is the first grid key of the tile and its zoom. Whatever lies in a tile has a number in one
/// range, or the number of one of the tiles around it.
struct TrackCell: Hashable {
  /// The deepest zoom: tiles of about two metres.
  static let deepest = 24

  let number: Int64

  init(_ tile: TileCoordinate) {
    let tile = tile.zoom > Self.deepest ? tile.ancestor(Self.deepest) : tile
    let key = tile.keys.lowerBound.rawValue >> UInt64(GridKey.bits - 2 * Self.deepest)
    number = Int64(key << 5 | UInt64(tile.zoom))
  }

  /// The cell of a box.
  init(_ box: BoundingBox) {
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

extension TileCoordinate {
  /// The tile of a lower zoom level around this one.
  func ancestor(_ zoom: Int) -> TileCoordinate {
    TileCoordinate(zoom: zoom, holding: keys.lowerBound)
  }
}
