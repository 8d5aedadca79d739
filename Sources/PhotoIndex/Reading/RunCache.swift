internal import Geography
internal import Synchronization

/// A cache of the grid's runs, shared by all readers of an index.
///
/// A map requests the same few places again and again. Runs are cached for one state of the database, after
/// `warmUpQueries` queries of it. While photos are being added, states change too often for a cache to pay.
final class RunCache: Sendable {
  private struct Contents {
    var state: KnownState?
    var questions = 0
    var runs: CachedRuns?
  }

  private let contents = Mutex(Contents())
  private let limit: Int
  private let warmUpQueries: Int

  /// Makes a cache for `limit` bytes of points, which stores nothing before `warmUpQueries` queries of one
  /// state.
  init(limit: Int = 64 << 20, warmUpQueries: Int = 32) {
    self.limit = limit
    self.warmUpQueries = warmUpQueries
  }

  /// The cached runs of a state; `list` lists all runs in order.
  func runs(of state: KnownState, _ list: () throws -> [RunExtent]) rethrows -> CachedRuns? {
    let (cached, isTime) = contents.withLock { contents -> (CachedRuns?, Bool) in
      guard contents.state == state else {
        contents = Contents(state: state, questions: 1)
        return (nil, false)
      }
      contents.questions += 1
      // Exactly one query lists the runs.
      return (contents.runs, contents.questions == warmUpQueries)
    }
    guard isTime, limit > 0 else { return cached }
    // Made without the lock, so that other queries do not wait.
    let made = CachedRuns(try list(), limit: limit)
    contents.withLock { if $0.state == state { $0.runs = made } }
    return made
  }
}

/// All runs of one state, in order, with the points of those that were read.
final class CachedRuns: Sendable {
  /// What is known of each run without reading its points.
  let extents: [RunExtent]

  private struct Points {
    /// The bytes of each run; empty if not cached.
    var runs: [[UInt8]]
    var byteCount = 0
  }

  /// The bytes of runs that are not in the file, by their index.
  private let made: [Int: [UInt8]]

  private let points: Mutex<Points>
  private let limit: Int

  init(_ extents: [RunExtent], made: [Int: [UInt8]] = [:], limit: Int = 64 << 20) {
    self.extents = extents
    self.made = made
    self.limit = limit
    points = Mutex(Points(runs: Array(repeating: [], count: extents.count)))
  }

  /// The first run, from `start` on, that ends at a key or beyond it.
  func firstIndex(from start: Int, endingAtOrAfter key: GridKey) -> Int {
    var (low, high) = (start, extents.count)
    while low < high {
      let middle = (low + high) / 2
      if extents[middle].last.key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first run, from `start` on, that ends at a position or beyond it.
  func firstIndex(from start: Int, endingAtOrAfter position: GridPosition) -> Int {
    extents[start...].partitioningIndex { $0.last >= position }
  }

  /// The bytes of a run; `read` reads them from the file if they are not in memory.
  func points(of index: Int, _ read: () throws -> [UInt8]) rethrows -> [UInt8] {
    if let bytes = made[index] { return bytes }
    let known = points.withLock { $0.runs[index] }
    guard known.isEmpty else { return known }
    let bytes = try read()
    points.withLock { points in
      // Clearing everything is simpler than tracking the order of use, and the cache refills quickly.
      if points.byteCount + bytes.count > limit {
        points = Points(runs: Array(repeating: [], count: extents.count))
      }
      guard points.runs[index].isEmpty else { return }
      points.runs[index] = bytes
      points.byteCount += bytes.count
    }
    return bytes
  }
}
