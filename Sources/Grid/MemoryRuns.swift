public import Geography
internal import Synchronization

/// All runs of one version of a source, in order, with the points of those that were read.
///
/// Several threads may use it.
public final class CachedRuns: Sendable {
  /// What is known of each run without reading its points.
  public let extents: [RunExtent]

  private struct Points {
    /// The bytes of each run; empty if not cached.
    var runs: [[UInt8]]
    var byteCount = 0
  }

  /// The bytes of runs that are not in the file, by their index.
  private let made: [Int: [UInt8]]

  private let points: Mutex<Points>
  private let limit: Int

  /// Makes them; `made` has the bytes of runs that no source has, by their index.
  public init(_ extents: [RunExtent], made: [Int: [UInt8]] = [:], limit: Int = 64 << 20) {
    self.extents = extents
    self.made = made
    self.limit = limit
    points = Mutex(Points(runs: Array(repeating: [], count: extents.count)))
  }

  /// The first run, from `start` on, that ends at a key or beyond it.
  public func firstIndex(from start: Int, endingAtOrAfter key: GridKey) -> Int {
    var (low, high) = (start, extents.count)
    while low < high {
      let middle = (low + high) / 2
      if extents[middle].last.key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first run, from `start` on, that ends at a position or beyond it.
  public func firstIndex(from start: Int, endingAtOrAfter position: GridPosition) -> Int {
    extents[start...].partitioningIndex { $0.last >= position }
  }

  /// The bytes of a run; `read` reads them from the file if they are not in memory.
  public func points(of index: Int, _ read: () throws -> [UInt8]) rethrows -> [UInt8] {
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

/// A walk over runs in memory.
public struct MemoryRuns: RunCursor {
  private let runs: CachedRuns
  private let source: any GridSource

  /// The index of the next run.
  private var position = 0

  /// Makes a walk; `source` has the bytes that are not in memory yet.
  public init(_ runs: CachedRuns, _ source: any GridSource) {
    (self.runs, self.source) = (runs, source)
  }

  /// Goes to the first run, from the current one on, that ends at a key or beyond it.
  public mutating func seek(_ key: GridKey) {
    position = runs.firstIndex(from: position, endingAtOrAfter: key)
  }

  /// Takes the next run; nil after the last.
  public mutating func next() -> RunExtent? {
    guard position < runs.extents.count else { return nil }
    defer { position += 1 }
    return runs.extents[position]
  }

  /// Lends the bytes of the run that was taken last.
  public func withBytes(
    of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let bytes = try runs.points(of: position - 1) {
      var bytes: [UInt8] = []
      try unsafe source.withBytes(of: run) { bytes = unsafe Array($0) }
      return bytes
    }
    try unsafe bytes.withUnsafeBytes(body)
  }

  /// Does nothing.
  public func close() {}
}
