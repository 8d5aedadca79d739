public import Geography
internal import Synchronization

/// One version of a source as a privacy filter shows it, in memory.
///
/// Runs that the privacy filter does not touch stay in the source and are read on demand. The others are rebuilt
/// here, so code that reads runs need not know about privacy. The same holds for summaries of tiles.
public final class RedactedGrid: Sendable {
  /// All runs, in order.
  public let runs: CachedRuns

  /// The photos that are shown at another position.
  public let moved: PhotoSet

  /// Of those, the ones whose UTC offset was derived from the position, which it would disclose.
  public let untimed: PhotoSet

  /// The tiles that differ from the source.
  private let changes: RedactedTiles

  private let test: PrivacyTest
  private let quarters = Mutex<[TileCoordinate: [CellSummary]]>([:])

  init(
    _ runs: CachedRuns, moved: PhotoSet, untimed: PhotoSet, _ changes: RedactedTiles,
    _ test: PrivacyTest
  ) {
    (self.runs, self.moved, self.untimed, self.test) = (runs, moved, untimed, test)
    self.changes = changes
  }

  /// Whether the points of a tile are shown as the source has them.
  func isAsStored(_ tile: TileCoordinate) -> Bool { changes.leaveAsStored(tile) }

  /// Whether a tile has so many runs that adding up its quarters costs less.
  func hasManyRuns(in tile: TileCoordinate) -> Bool {
    let few = 8
    let first = runs.firstIndex(from: 0, endingAtOrAfter: tile.keys.lowerBound)
    let last = first + few
    return last < runs.extents.count && runs.extents[last].first.key <= tile.keys.upperBound
  }

  /// The summaries of a tile's quarters, which `sum` adds up on first use; nil if the tile is not divided.
  func quarters(of tile: TileCoordinate, _ sum: () throws -> [CellSummary]) rethrows
    -> [CellSummary]?
  {
    let known = quarters.withLock { $0[tile] }
    let cells = try known ?? sum()
    if known == nil { quarters.withLock { $0[tile] = cells } }
    return GridPyramid.isDivided(tile, count: cells.total.count) ? cells : nil
  }

  /// Where a photo taken at a position is shown.
  ///
  /// Tests the position itself, since the sets here lack photos that were not in the grid.
  public func position(of coordinate: Coordinate) -> ShownPosition { test.position(of: coordinate) }
}
