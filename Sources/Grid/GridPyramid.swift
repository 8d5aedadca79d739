public import Geography

/// The pyramid of summaries above the runs of the grid.
///
/// A tile with more photos than `leafCapacity` is divided: a store has a summary of each of its quarters
/// that is not empty. Of any other tile it has nothing; its photos are read from the runs. So the pyramid is
/// deep only where there are many photos, and has few rows.
public enum GridPyramid {
  /// The most photos in a tile that is not divided; they lie in two or three runs.
  public static let leafCapacity = 256

  /// Whether a tile with this many photos has a row.
  public static func isDivided(_ tile: TileCoordinate, count: Int) -> Bool {
    count > leafCapacity && tile.zoom < GridPoint.levels
  }

  /// The id of a tile's row: the key bits that all its points share, then a 1, then zeros.
  ///
  /// Rows of neighbouring tiles, and of a tile and its quarters, are close to each other in the table.
  public static func row(of tile: TileCoordinate) -> Int64 {
    let mark = UInt64(1) << UInt64(2 * (GridPoint.levels - tile.zoom))
    return Int64(tile.keys.lowerBound.rawValue << 1 | mark)
  }

  /// The tile of a row; nil if no tile has this id.
  public static func tile(ofRow row: Int64) -> TileCoordinate? {
    guard row > 0 else { return nil }
    let below = row.trailingZeroBitCount
    guard below.isMultiple(of: 2), below <= 2 * GridPoint.levels else { return nil }
    let key = GridKey(rawValue: UInt64(row) >> 1 & ~(1 << UInt64(below) - 1))
    return TileCoordinate(zoom: GridPoint.levels - below / 2, holding: key)
  }
}
