/// A rectangle of grid cells that covers a box; the poles belong to the edge rows.
///
/// Projection is monotonic in both axes. So each photo inside the box is in the window, and each photo in the
/// window but not in its edge cells is inside the box.
public struct GridWindow: Hashable, Sendable {
  /// The north-western cell.
  public let upperLeft: GridPoint

  /// The south-eastern cell.
  public let lowerRight: GridPoint

  private let firstKey: GridKey
  private let lastKey: GridKey

  /// The window of a box that does not cross the antimeridian (see `BoundingBox.parts`).
  public init(_ box: BoundingBox) {
    self.init(
      upperLeft: GridPoint(longitudeE7: box.westE7, latitudeE7: box.northE7),
      lowerRight: GridPoint(longitudeE7: box.eastE7, latitudeE7: box.southE7))
  }

  /// The window between two cells.
  public init(upperLeft: GridPoint, lowerRight: GridPoint) {
    self.upperLeft = upperLeft
    self.lowerRight = lowerRight
    firstKey = GridKey(upperLeft)
    lastKey = GridKey(lowerRight)
  }

  /// Whether a cell is in the window.
  @inlinable
  public func contains(_ point: GridPoint) -> Bool {
    point.x >= upperLeft.x && point.x <= lowerRight.x && point.y >= upperLeft.y
      && point.y <= lowerRight.y
  }

  /// Whether all cells of a tile are in the window but not on its edge, so that its photos are inside the box.
  public func containsInside(_ tile: TileCoordinate) -> Bool {
    let first = tile.keys.lowerBound.point
    let last = tile.keys.upperBound.point
    return Self.isInside(first.x, last.x, upperLeft.x, lowerRight.x)
      && Self.isInside(first.y, last.y, upperLeft.y, lowerRight.y)
  }

  /// Whether `first ... last` is strictly between two edges; the edges of the map itself count as inside.
  private static func isInside(_ first: UInt32, _ last: UInt32, _ low: UInt32, _ high: UInt32)
    -> Bool
  {
    first > low && last < high
  }

  /// The tiles of the deepest zoom level at which the window spans at most two rows and two columns, in the order of
  /// the grid.
  var startingTiles: [TileCoordinate] {
    let widest = max(lowerRight.x - upperLeft.x, lowerRight.y - upperLeft.y)
    // With a smaller shift it would span more.
    var shift = UInt32(max(0, UInt32.bitWidth - 1 - widest.leadingZeroBitCount))
    func span(_ first: UInt32, _ last: UInt32) -> UInt32 { (last >> shift) - (first >> shift) }
    while span(upperLeft.x, lowerRight.x) > 1 || span(upperLeft.y, lowerRight.y) > 1 { shift += 1 }
    let zoom = GridPoint.levels - Int(shift)
    let (left, right) = (upperLeft.x >> shift, lowerRight.x >> shift)
    let (top, bottom) = (upperLeft.y >> shift, lowerRight.y >> shift)
    func tile(_ x: UInt32, _ y: UInt32) -> TileCoordinate {
      TileCoordinate(uncheckedZoom: zoom, x: x, y: y)
    }
    guard left != right || top != bottom else { return [tile(left, top)] }
    guard left != right && top != bottom else { return [tile(left, top), tile(right, bottom)] }
    // The highest bit in which the keys differ decides; at the same place that of the row is the higher one.
    let rowsDecide = (top ^ bottom).leadingZeroBitCount <= (left ^ right).leadingZeroBitCount
    let between =
      rowsDecide
      ? (tile(right, top), tile(left, bottom)) : (tile(left, bottom), tile(right, top))
    return [tile(left, top), between.0, between.1, tile(right, bottom)]
  }

  /// The first key at or after `key` that is in the window, where a range scan can continue.
  ///
  /// Takes at most 62 steps. This is BIGMIN of Tropf and Herzog (1981): bisect the key range bit by bit and remember
  /// the start of the last upper half that was skipped.
  public func firstKey(atOrAfter key: GridKey) -> GridKey? {
    if contains(key.point) { return key }
    var low = firstKey.rawValue
    var high = lastKey.rawValue
    var resume: UInt64?
    var bit: UInt64 = 1 << 61
    while bit != 0 {
      let keyIsHigh = key.rawValue & bit != 0
      switch (low & bit != 0, high & bit != 0) {
      case (false, false):
        if keyIsHigh { return resume.map(GridKey.init(rawValue:)) }
      case (true, _):
        if !keyIsHigh { return GridKey(rawValue: low) }
      case (false, true):
        let below = Self.bitsBelow(bit)
        if keyIsHigh {
          low = low & ~below | bit
        } else {
          resume = low & ~below | bit
          high = (high | below) & ~bit
        }
      }
      bit >>= 1
    }
    return key
  }

  /// The lower bits of the same axis as `bit`.
  private static func bitsBelow(_ bit: UInt64) -> UInt64 {
    let sameAxis: UInt64 =
      bit & 0x5555_5555_5555_5555 != 0 ? 0x5555_5555_5555_5555 : 0xAAAA_AAAA_AAAA_AAAA
    return sameAxis & (bit - 1)
  }
}
