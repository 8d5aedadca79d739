/// What boxes cover on the grid: a window for each, or two where a box crosses the antimeridian.
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

  /// Whether whatever the tile holds is inside the box without a further look.
  public func containsInside(_ tile: TileCoordinate) -> Bool {
    windows.contains { $0.containsInside(tile) }
  }

  /// At most four tiles that do not overlap, in the order of the grid, and together hold the region:
  /// where a search that knows the tiles begins.
  ///
  /// They are about as large as the region. A region of several windows is searched from the whole map,
  /// which their tiles could share.
  public var startingTiles: [TileCoordinate] {
    guard let window = windows.first else { return [] }
    return windows.count == 1 ? window.startingTiles : [.world]
  }
}
