/// The grid cells of some boxes: one window per box, or two if it crosses the antimeridian.
public struct GridRegion: Hashable, Sendable {
  private let windows: [GridWindow]

  /// The region of a box.
  public init(_ box: BoundingBox) { windows = box.parts.map(GridWindow.init) }

  /// The region of several boxes.
  public init(_ boxes: [BoundingBox]) { windows = boxes.flatMap(\.parts).map(GridWindow.init) }

  /// The region of a tile.
  public init(_ tile: TileCoordinate) {
    windows = [
      GridWindow(
        upperLeft: tile.keys.lowerBound.point, lowerRight: tile.keys.upperBound.point)
    ]
  }

  /// The first key at or after `key` that lies in the region.
  public func firstKey(atOrAfter key: GridKey) -> GridKey? {
    var first: GridKey?
    for window in windows {
      guard let found = window.firstKey(atOrAfter: key) else { continue }
      first = first.map { min($0, found) } ?? found
    }
    return first
  }

  /// Whether all positions in the tile are certainly inside the boxes.
  public func containsInside(_ tile: TileCoordinate) -> Bool {
    windows.contains { $0.containsInside(tile) }
  }

  /// At most four disjoint tiles that cover the region, in grid order: the start of a search.
  ///
  /// They are about as large as the region. For several windows this is the whole map, because tiles of different
  /// windows could overlap.
  public var startingTiles: [TileCoordinate] {
    guard let window = windows.first else { return [] }
    return windows.count == 1 ? window.startingTiles : [.world]
  }
}
