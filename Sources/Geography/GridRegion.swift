/// What a box covers on the grid: one window, or two where the box crosses the antimeridian.
public struct GridRegion: Hashable, Sendable {
  private let windows: [GridWindow]

  /// The region of a box.
  public init(_ box: BoundingBox) { windows = box.parts.map(GridWindow.init) }

  /// The region of a tile.
  public init(_ tile: TileCoordinate) {
    windows = [
      GridWindow(
        upperLeft: tile.keys.lowerBound.point, lowerRight: tile.keys.upperBound.point)
    ]
  }

  /// The first key at or after `key` that lies in the region.
  public func firstKey(atOrAfter key: GridKey) -> GridKey? {
    windows.compactMap { $0.firstKey(atOrAfter: key) }.min()
  }

  /// Whether whatever the tile holds is inside the box without a further look.
  public func containsInside(_ tile: TileCoordinate) -> Bool {
    windows.contains { $0.containsInside(tile) }
  }

  /// How many tiles of a zoom level the region touches.
  public func tileCount(atZoom zoom: Int) -> Int {
    let shift = UInt32(GridPoint.levels - zoom)
    return windows.reduce(0) { sum, window in
      let across = Int(window.lowerRight.x >> shift) - Int(window.upperLeft.x >> shift) + 1
      let down = Int(window.lowerRight.y >> shift) - Int(window.upperLeft.y >> shift) + 1
      let (product, overflow) = across.multipliedReportingOverflow(by: down)
      return overflow ? Int.max / 2 : sum + min(product, Int.max / 4)
    }
  }
}
