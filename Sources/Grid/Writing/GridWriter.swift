public import Geography

/// A source that can be changed.
public protocol GridStore: GridSource {
  /// The first run that ends at or after a position, or else the last; nil if there is no run.
  func run(for position: GridPosition) throws -> (extent: RunExtent, isLast: Bool)?

  /// Stores the bytes of a run in place of the one in a row, or as a new one.
  func write(_ bytes: [UInt8], _ run: RunExtent) throws

  /// Removes a run.
  func removeRun(_ row: Int64?) throws

  /// Stores the quarters of a tile; removes them if the tile is not divided.
  func write(_ quarters: [CellSummary]?, of tile: TileCoordinate) throws

  /// Stores the cells of a day, in order; removes the day if there are none.
  func write(_ cells: [CalendarCell], of day: Int64) throws
}

/// A point that is inserted or removed.
public enum GridChange: Sendable {
  /// A point that comes.
  case insert(IndexedPoint)

  /// A point that goes.
  case remove(IndexedPoint)

  var point: IndexedPoint {
    switch self {
    case .insert(let point), .remove(let point): point
    }
  }
}

/// Changes the points of a store, and what is made from them.
public struct GridWriter {
  /// The number of changes after whose runs the pyramid is updated, which bounds memory use.
  private static let changesAtOnce = 100_000

  let reader: GridReader
  let store: any GridStore

  /// Makes a writer; the reader must read the same store.
  public init(_ store: any GridStore, _ reader: GridReader) {
    (self.store, self.reader) = (store, reader)
  }

  /// Merges changes into the runs, each run once, and updates pyramid and calendar.
  ///
  /// Costs the runs that the changes touch, the rows of the pyramid above them and the days that they are of.
  public func apply(_ changes: [GridChange]) throws { try apply(changes, summing: true) }

  /// The same for a store that has only runs.
  public func applyToRuns(_ changes: [GridChange]) throws { try apply(changes, summing: false) }

  private func apply(_ changes: [GridChange], summing: Bool) throws {
    guard !changes.isEmpty else { return }
    let order = Self.order(of: changes)
    var days = ChangedDays()
    var applied: [AppliedChange] = []
    var index = 0
    while index < order.count {
      let target = try store.run(for: order[index].position).map(TargetRun.init)
      var end = index + 1
      while end < order.count, target?.holds(order[end].position) ?? true { end += 1 }
      let points = try target.map { try reader.withRun($0.extent) { $0.points } } ?? []
      let merged = try merge(order[index..<end], of: changes, into: points, &applied)
      try replace(target, with: merged)
      index = end
      guard applied.count >= Self.changesAtOnce || index == order.count else { continue }
      if summing {
        try updatePyramid(applied)
        days.add(applied)
      }
      applied.removeAll(keepingCapacity: true)
    }
    try updateDays(days)
  }

  /// The order of the changes in the grid.
  ///
  /// A photo that is read again may be removed and inserted at one position, so changes at equal positions keep
  /// their order.
  private static func order(of changes: [GridChange]) -> [ChangeKey] {
    // Sorting moves only small values; the changes themselves stay where they are.
    var keys: [ChangeKey] = []
    keys.reserveCapacity(changes.count)
    for (index, change) in changes.enumerated() {
      let point = change.point
      keys.append(ChangeKey(key: point.key, id: point.id, index: index))
    }
    keys.sort { $0.comesBefore($1) }
    return keys
  }

  /// The points of a run after the changes; appends what has effectively changed to `applied`.
  private func merge(
    _ order: ArraySlice<ChangeKey>, of changes: [GridChange], into points: [IndexedPoint],
    _ applied: inout [AppliedChange]
  ) throws -> [IndexedPoint] {
    var merged: [IndexedPoint] = []
    merged.reserveCapacity(points.count + order.count)
    var rest = points[...]
    for key in order {
      let before = rest.partitioningIndexNearStart { $0.position >= key.position }
      merged += rest[..<before]
      rest = rest[before...]
      let change = changes[key.index]
      let point = change.point
      switch change {
      case .insert:
        merged.append(point)
        applied.append(AppliedChange(point: point, key: key.key, isRemoval: false))
      case .remove:
        if let known = rest.first, known.position == key.position {
          rest.removeFirst()
          applied.append(AppliedChange(point: known, key: key.key, isRemoval: true))
        } else if merged.last?.position == key.position,
          applied.last?.point.id == point.id, applied.last?.isRemoval == false
        {
          // The point was inserted in this transaction.
          merged.removeLast()
          applied.removeLast()
        } else {
          throw reader.source.missing(point.id)
        }
      }
    }
    return merged + rest
  }

  /// Writes points in place of a run: as one run, or as several if there are too many for one.
  private func replace(_ target: TargetRun?, with points: [IndexedPoint]) throws {
    if let target, points.isEmpty || points.count > GridRun.capacity {
      try store.removeRun(target.extent.row)
    }
    guard !points.isEmpty else { return }
    guard points.count > GridRun.capacity else {
      return try write(points[...], to: target?.extent.row)
    }
    try write(points)
  }

  /// Cuts points into runs.
  ///
  /// Points for up to two runs become halves, so that both have room. More points, as in a bulk load, become
  /// full runs.
  private static func pieces(of points: [IndexedPoint]) -> [ArraySlice<IndexedPoint>] {
    let size =
      points.count <= 2 * GridRun.capacity ? (points.count + 1) / 2 : GridRun.capacity
    return stride(from: 0, to: points.count, by: size).map {
      points[$0..<min($0 + size, points.count)]
    }
  }

  /// Stores points, which must be in order, in place of the run in a row, or as a new one.
  public func write(_ points: ArraySlice<IndexedPoint>, to row: Int64?) throws {
    guard let first = points.first?.position, let last = points.last?.position else { return }
    try store.write(
      GridRun.encode(points),
      RunExtent(row: row, first: first, last: last, count: points.count))
  }

  /// Stores points, which must be in order, as new runs.
  public func write(_ points: [IndexedPoint]) throws {
    for piece in Self.pieces(of: points) { try write(piece, to: nil) }
  }
}

/// A run that is about to be changed.
private struct TargetRun {
  var extent: RunExtent

  /// Whether no run comes after it, so that all positions beyond its end belong to it too.
  var isLast: Bool

  func holds(_ position: GridPosition) -> Bool { isLast || position <= extent.last }
}

/// The position of a change in the grid, and its index among those that were collected.
private struct ChangeKey {
  var key: GridKey
  var id: Int64
  var index: Int

  var position: GridPosition { GridPosition(key: key, id: id) }

  @inline(__always)
  func comesBefore(_ other: ChangeKey) -> Bool {
    if key != other.key { return key < other.key }
    return id == other.id ? index < other.index : id < other.id
  }
}
