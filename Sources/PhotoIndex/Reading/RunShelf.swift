internal import Geography
internal import Synchronization

/// The runs of the grid that were asked for lately, shared by all readers of an index.
///
/// A map asks for the same few places again and again. They are kept for one state of the database,
/// and only once that has been asked often enough to be worth it: while photos are being added, states
/// come and go.
final class RunShelf: Sendable {
  private struct Shelf {
    var state: KnownState?
    var questions = 0
    var runs: KeptRuns?
  }

  private let shelf = Mutex(Shelf())
  private let limit: Int
  private let patience: Int

  /// Makes a shelf for so many bytes of points, which keeps nothing before so many questions have been
  /// asked of one state.
  init(limit: Int = 64 << 20, patience: Int = 32) {
    self.limit = limit
    self.patience = patience
  }

  /// What is kept of a state; `list` lists its runs in order.
  func runs(of state: KnownState, _ list: () throws -> [RunExtent]) rethrows -> KeptRuns? {
    let (kept, isTime) = shelf.withLock { shelf -> (KeptRuns?, Bool) in
      guard shelf.state == state else {
        shelf = Shelf(state: state, questions: 1)
        return (nil, false)
      }
      shelf.questions += 1
      // Only one of those who ask has to list the runs.
      return (shelf.runs, shelf.questions == patience)
    }
    guard isTime, limit > 0 else { return kept }
    // Made without the lock: nobody else waits for it.
    let made = KeptRuns(try list(), limit: limit)
    shelf.withLock { if $0.state == state { $0.runs = made } }
    return made
  }
}

/// The runs of one state, in order, with the points of those that were asked for.
final class KeptRuns: Sendable {
  /// What is known of each run without reading its points.
  let extents: [RunExtent]

  private struct Points {
    /// The bytes of each run; none where they have not been asked for.
    var runs: [[UInt8]]
    var byteCount = 0
  }

  private let points: Mutex<Points>
  private let limit: Int

  init(_ extents: [RunExtent], limit: Int) {
    self.extents = extents
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

  /// The bytes of a run, which `read` reads where they are not kept.
  func points(of index: Int, _ read: () throws -> [UInt8]) rethrows -> [UInt8] {
    let known = points.withLock { $0.runs[index] }
    guard known.isEmpty else { return known }
    let bytes = try read()
    points.withLock { points in
      // Starting afresh is simpler than keeping account of use, and soon made good.
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
