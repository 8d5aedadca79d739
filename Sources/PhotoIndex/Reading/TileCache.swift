internal import Geography
internal import Grid
internal import Synchronization

/// A cache of the upper rows of the pyramid, shared by all readers of an index.
///
/// Every wide view of the map reads the same few thousand rows. Looking one up in SQLite takes some
/// microseconds.
final class TileCache: Sendable {
  /// The rows of a tile; `nil` for a tile that is not divided.
  typealias Quarters = [CellSummary]?

  /// The deepest tiles that are cached: there are few, and many views need them.
  static let deepestZoom = 9

  private struct Contents {
    var stamp: IndexStamp?
    var tiles: [Int64: Quarters] = [:]
  }

  private let contents = Mutex(Contents())
  private let limit: Int

  /// Makes a cache for `limit` tiles, of half a kilobyte each.
  init(limit: Int = 16_384) { self.limit = limit }

  /// The quarters of a tile in a version of the index; `read` reads them if they are not in memory.
  func quarters(
    of tile: TileCoordinate, at stamp: IndexStamp, _ read: () throws -> Quarters
  ) rethrows -> Quarters {
    let row = GridPyramid.row(of: tile)
    let known = contents.withLock { $0.stamp == stamp ? $0.tiles[row] : nil }
    if let known { return known }
    let quarters = try read()
    contents.withLock { contents in
      if contents.stamp != stamp {
        // A reader that began before the last change may finish late.
        if let newest = contents.stamp, newest.isNewer(than: stamp) { return }
        contents = Contents(stamp: stamp)
      }
      if contents.tiles.count >= limit { contents.tiles.removeAll(keepingCapacity: true) }
      if limit > 0 { contents.tiles[row] = .some(quarters) }
    }
    return quarters
  }

  func removeAll() { contents.withLock { $0 = Contents() } }
}
