extension BoundingBox {
  /// The box of all positions whose grid key is in a tile; nil if there is none.
  ///
  /// Some rows of the deepest levels lie between two units of 1e-7° and contain no position. The box is exact: each
  /// position is in the box of exactly one tile of a zoom level. The first and last row reach to the poles.
  public init?(_ tile: TileCoordinate) {
    let first = tile.keys.lowerBound.point
    let last = tile.keys.upperBound.point
    let west = Self.westernmost(ofColumn: first.x)
    let east =
      last.x == GridPoint.side - 1
      ? 1_800_000_000 : Self.westernmost(ofColumn: last.x + 1) - 1
    let north = Self.northernmost(ofRow: first.y)
    let south =
      last.y == GridPoint.side - 1 ? -900_000_000 : Self.northernmost(ofRow: last.y + 1) + 1
    guard west <= east, south <= north else { return nil }
    self.init(uncheckedWestE7: west, southE7: south, eastE7: east, northE7: north)
  }

  /// The westernmost longitude whose column is at least this one.
  private static func westernmost(ofColumn column: UInt32) -> Int32 {
    let side = Int64(GridPoint.side)
    // The column is the quotient rounded down; this is the inverse, rounded up.
    let fromWest = (Int64(column) * 3_600_000_000 + side - 1) / side
    return Int32(fromWest - 1_800_000_000)
  }

  /// The northernmost latitude whose row is at least this one.
  ///
  /// The projection has no exact inverse but is monotonic, so this is a binary search of 31 steps.
  private static func northernmost(ofRow row: UInt32) -> Int32 {
    guard row > 0 else { return 900_000_000 }
    var (low, high) = (Int32(-900_000_000), Int32(900_000_000))
    while low < high {
      let middle = low + (high - low + 1) / 2
      if GridPoint.row(ofLatitudeE7: middle) >= row { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
