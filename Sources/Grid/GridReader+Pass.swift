public import Geography
internal import Threads

/// A sum over the points of a pass, which may be made in two halves.
public protocol Mergeable: Sendable {
  /// The same with nothing added.
  var emptied: Self { get }

  /// Adds the sum of points that come later in the order of the grid.
  mutating func merge(_ later: Self)
}

/// A function that adds up the points of a run.
public typealias RunAdder<Sum> = @Sendable (inout Sum, GridRun, RunExtent) throws -> Void

/// A function that adds up the chosen points of a run.
public typealias ChosenAdder<Sum> = @Sendable (inout Sum, GridRun, PointSelection) -> Void

extension Int: Mergeable {
  /// 0.
  public var emptied: Int { 0 }

  /// Adds another sum.
  public mutating func merge(_ later: Int) { self += later }
}

extension Array: Mergeable where Element: Mergeable {
  /// As many sums of nothing.
  public var emptied: [Element] { map(\.emptied) }

  /// Adds other sums, one by one.
  public mutating func merge(_ later: [Element]) {
    for index in indices { self[index].merge(later[index]) }
  }
}

extension GridReader {
  /// Adds up the points of the runs that can hold points of a region between two keys.
  ///
  /// A long pass mostly waits for memory. So after its first runs, two threads read the rest in two halves. The
  /// second thread has its own reader of the same version.
  public func pass<Sum: Mergeable>(
    over region: GridRegion, from first: GridKey = .first, through last: GridKey = .last,
    into sum: inout Sum, _ add: RunAdder<Sum>
  ) throws {
    let all = Stretch(region: region, first: first, last: last)
    guard let rest = try pass(over: all, most: mostRunsAlone, into: &sum, add) else { return }
    guard let middle = try middle(of: rest), let helper = try source.helper() else {
      _ = try pass(over: rest, most: .max, into: &sum, add)
      return
    }
    defer { source.giveBack(helper) }
    var (former, latter) = (rest, rest)
    (former.end, latter.first) = (middle, middle)
    let half = LatterHalf(helper, latter, sum.emptied)
    try withoutActuallyEscaping(add) { add in
      let thread = try? SystemThread { half.pass(add) }
      defer { thread?.join() }
      _ = try pass(over: former, most: .max, into: &sum, add)
      if thread == nil { half.pass(add) }
    }
    unsafe counted.add(half.cost)
    sum.merge(try half.sum.get())
  }

  /// Adds up the points of a filter's box that pass the filter.
  public func addChosen<Sum: Mergeable>(
    _ filter: GridFilter, to sum: inout Sum, _ add: ChosenAdder<Sum>
  ) throws {
    try pass(over: filter.region, into: &sum) { sum, run, _ in
      add(&sum, run, filter.selection(of: run, in: 0..<run.count))
    }
  }

  /// Makes a pass on this thread alone, over at most `most` runs; returns what is left.
  fileprivate func pass<Sum>(
    over stretch: Stretch, most: Int, into sum: inout Sum, _ add: RunAdder<Sum>
  ) throws -> Stretch? {
    var rest: Stretch?
    var (count, previous) = (0, GridKey.last)
    try readRuns(in: stretch.region, from: stretch.first, through: stretch.last) { run, extent in
      if let end = stretch.end, extent.last.key >= end { return .stop }
      // If this run begins with the key that ends the one before, no key separates the two.
      if count >= most, extent.first.key > previous {
        rest = stretch.from(extent.first.key)
        return .stop
      }
      (count, previous) = (count + 1, extent.last.key)
      try add(&sum, run, extent)
      return .on
    }
    return rest
  }

  /// A key near the middle of the photos of a stretch; nil if they are too few for two threads.
  ///
  /// A run has points of the region on both sides of the key only if it ends at that key.
  private func middle(of stretch: Stretch) throws -> GridKey? {
    var parts: [(tile: TileCoordinate, count: Int)] = [(.world, .max)]
    for _ in 0..<32 {
      guard let largest = parts.indices.max(by: { parts[$0].count < parts[$1].count }),
        let quarters = try quarters(of: parts[largest].tile)
      else { break }
      parts.replaceSubrange(
        largest...largest,
        with: quarters.filter { stretch.touches($0.cell) }.map { ($0.cell, $0.summary.count) })
    }
    var rest = parts.reduce(0) { $0 + $1.count } / 2
    guard rest >= mostRunsAlone * GridRun.capacity / 4 else { return nil }
    let tile = parts.first { part in
      rest -= part.count
      return rest <= 0
    }
    var middle: GridKey?
    try forEachRun(in: GridRegion(TileCoordinate.world), from: tile?.tile.keys.lowerBound ?? .last)
    { extent in
      middle = stretch.from(extent.first.key)?.first
      return .stop
    }
    return middle
  }
}

/// A part of a region in the order of the grid.
private struct Stretch {
  var region: GridRegion
  var first: GridKey
  var last: GridKey

  /// Runs that end at this key or after it are not read.
  var end: GridKey?

  /// What is left of it from a key on, starting within the region; nil if nothing is left.
  func from(_ key: GridKey) -> Stretch? {
    guard let next = region.firstKey(atOrAfter: max(key, first)), next <= last else { return nil }
    var rest = self
    rest.first = next
    return rest
  }

  /// Whether a tile can contain points of it.
  func touches(_ tile: TileCoordinate) -> Bool {
    from(tile.keys.lowerBound).map { $0.first <= tile.keys.upperBound } ?? false
  }
}

/// The second half of a pass, which another thread makes.
///
/// `@unchecked Sendable`: one thread uses the reader, and the sum is read after that thread has ended.
private final class LatterHalf<Sum: Mergeable>: @unchecked Sendable {
  private let reader: GridReader
  private let stretch: Stretch
  private let before: GridCost
  private(set) var sum: Result<Sum, any Error>

  init(_ reader: GridReader, _ stretch: Stretch, _ sum: Sum) {
    (self.reader, self.stretch) = (reader, stretch)
    (before, self.sum) = (reader.cost, .success(sum))
  }

  var cost: GridCost { reader.cost.since(before) }

  func pass(_ add: RunAdder<Sum>) {
    sum = Result {
      var sum = try self.sum.get()
      try reader.source.help {
        _ = try reader.pass(over: stretch, most: .max, into: &sum, add)
      }
      return sum
    }
  }
}
