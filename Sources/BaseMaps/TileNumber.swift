internal import Geography

/// The number of a tile in PMTiles: zoom levels one after the other, each along a Hilbert curve.
enum TileNumber {
  /// The number of a tile.
  static func of(_ tile: TileCoordinate) -> UInt64 {
    var number = (UInt64(1) << UInt64(2 * tile.zoom) - 1) / 3
    var (x, y) = (UInt64(tile.x), UInt64(tile.y))
    for level in stride(from: UInt64(tile.zoom), to: 0, by: -1) {
      let half = UInt64(1) << (level - 1)
      let isRight = x & half != 0
      let isLower = y & half != 0
      let quarter: UInt64 = isRight ? (isLower ? 2 : 3) : (isLower ? 1 : 0)
      number += quarter << (2 * (level - 1))
      x &= half - 1
      y &= half - 1
      // The curve is turned in the upper quarters, so that its pieces meet.
      if !isLower {
        if isRight { (x, y) = (half - 1 - x, half - 1 - y) }
        (x, y) = (y, x)
      }
    }
    return number
  }
}
