internal import Geography
internal import PhotoFacts
internal import Synchronization

/// The grid of one version of an index as it is seen through a privacy filter, in memory.
///
/// Runs that the privacy filter does not touch stay in the file and are read on demand; the others are rebuilt
/// here, so code that reads runs need not know about privacy. The same holds for summaries of tiles.
final class RedactedGrid: Sendable {
  /// All runs, in order.
  let runs: CachedRuns

  /// The photos that are not shown where they were taken.
  let moved: PhotoSet

  /// Of those, the ones whose UTC offset was derived from the place, which it would disclose.
  let untimed: PhotoSet

  /// The tiles that are not as in the file.
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

  /// Whether the photos of a tile are shown as they are in the file.
  func isAsStored(_ tile: TileCoordinate) -> Bool { changes.leaveAsStored(tile) }

  /// Whether a tile's photos are in so many runs that it pays to add them up from its quarters.
  func hasManyRuns(in tile: TileCoordinate) -> Bool {
    let few = 8
    let first = runs.firstIndex(from: 0, endingAtOrAfter: tile.keys.lowerBound)
    let last = first + few
    return last < runs.extents.count && runs.extents[last].first.key <= tile.keys.upperBound
  }

  /// What is known of the quarters of a tile, which `sum` adds up when it is asked for first; nothing
  /// for a tile that is not divided.
  func quarters(of tile: TileCoordinate, _ sum: () throws -> [CellSummary]) rethrows
    -> [CellSummary]?
  {
    let known = quarters.withLock { $0[tile] }
    let cells = try known ?? sum()
    if known == nil { quarters.withLock { $0[tile] = cells } }
    return GridPyramid.isDivided(tile, count: cells.total.count) ? cells : nil
  }

  /// A photo as it is shown; nil if it is hidden.
  func shown(_ photo: PhotoRecord) -> PhotoRecord? {
    guard let location = photo.place.location else { return photo }
    // What the file says is asked again: of a photo that was not in the grid nothing is known here.
    switch test.place(of: location.coordinate) {
    case .exact: return photo
    case .hidden: return nil
    case .moved(let coordinate):
      var shown = photo
      // Height, direction and accuracy are those of the place that is not told.
      shown.place = .located(Location(coordinate, source: location.source))
      shown.time = photo.time?.withoutPlace
      shown.names = nil
      return shown
    }
  }
}
