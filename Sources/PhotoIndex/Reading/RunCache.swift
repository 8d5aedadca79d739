internal import Geography
internal import Grid
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
