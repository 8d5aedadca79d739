internal import Geography
internal import SQLite

/// A point that is inserted or removed.
enum GridChange {
  case insert(IndexedPoint)
  case remove(IndexedPoint)

  var point: IndexedPoint {
    switch self {
    case .insert(let point), .remove(let point): point
    }
  }
}

extension IndexWriter {
  /// The number of changes after whose runs the pyramid is updated, which bounds memory use.
  private static let changesAtOnce = 100_000

  /// Merges the collected changes into the runs of the grid, each run once, and updates pyramid and calendar.
  func applyGridChanges() throws {
    guard !derived.points.isEmpty else { return }
    let changes = derived.points
    derived.points.removeAll()
    let order = Self.order(of: changes)
    var days = ChangedDays()
    var applied: [AppliedChange] = []
    var index = 0
    while index < order.count {
      let target = try run(for: order[index].position)
      var end = index + 1
      while end < order.count, target?.holds(order[end].position) ?? true { end += 1 }
      let points = try target.map { try reader.withRun($0.extent) { $0.points } } ?? []
      let merged = try merge(order[index..<end], of: changes, into: points, &applied)
      try replace(target, with: merged)
      index = end
      guard applied.count >= Self.changesAtOnce || index == order.count else { continue }
      try updatePyramid(applied)
      days.add(applied)
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

  /// The run to which a position belongs: the first that ends at or after it, or else the last.
  private func run(for position: GridPosition) throws -> TargetRun? {
    let columns = "last_key, last_photo, first_key, first_photo, count, id"
    let find = try connection.statement(
      """
      SELECT \(columns) FROM grid_run
      WHERE (last_key, last_photo) >= (?1, ?2) ORDER BY last_key, last_photo LIMIT 1
      """)
    try find.bind(Int64(position.key.rawValue), position.id)
    var found: TargetRun?
    try find.forEachRow { found = TargetRun(extent: try reader.extent($0), isLast: false) }
    if found == nil {
      let last = try connection.statement(
        "SELECT \(columns) FROM grid_run ORDER BY last_key DESC, last_photo DESC LIMIT 1")
      try last.forEachRow { found = TargetRun(extent: try reader.extent($0), isLast: true) }
    }
    return found
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
          throw IndexError(
            .damaged, "\(connection.path) is damaged: photo \(point.id) is not where it should be")
        }
      }
    }
    return merged + rest
  }

  /// Writes points in place of a run: as one run, or as several if there are too many for one.
  private func replace(_ target: TargetRun?, with points: [IndexedPoint]) throws {
    if let target, points.isEmpty || points.count > GridRun.capacity {
      try connection.statement("DELETE FROM grid_run WHERE id = ?1").bind(target.extent.row).run()
    }
    guard !points.isEmpty else { return }
    guard points.count > GridRun.capacity else {
      return try write(points[...], to: target?.extent.row)
    }
    for piece in Self.pieces(of: points) { try write(piece, to: nil) }
  }

  /// Cuts points into runs.
  ///
  /// Points for up to two runs become halves, so that both have room. More points, as in a bulk load, become
  /// full runs.
  static func pieces(of points: [IndexedPoint]) -> [ArraySlice<IndexedPoint>] {
    let size =
      points.count <= 2 * GridRun.capacity ? (points.count + 1) / 2 : GridRun.capacity
    return stride(from: 0, to: points.count, by: size).map {
      points[$0..<min($0 + size, points.count)]
    }
  }

  /// Stores points, which must be in order, in place of the run in a row, or as a new one.
  func write(_ points: ArraySlice<IndexedPoint>, to row: Int64?) throws {
    guard let first = points.first?.position, let last = points.last?.position else { return }
    // Not REPLACE: with it, SQLite would copy each page that it writes.
    let statement = try connection.statement(
      row == nil
        ? """
        INSERT INTO grid_run (id, first_key, first_photo, last_key, last_photo, count, points)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
        : """
        UPDATE grid_run SET first_key = ?2, first_photo = ?3, last_key = ?4, last_photo = ?5,
          count = ?6, points = ?7
        WHERE id = ?1
        """)
    try statement.bind(row, at: 1)
    try statement.bind(Int64(first.key.rawValue), at: 2)
    try statement.bind(first.id, at: 3)
    try statement.bind(Int64(last.key.rawValue), at: 4)
    try statement.bind(last.id, at: 5)
    try statement.bind(Int64(points.count), at: 6)
    try statement.bind(blob: GridRun.encode(points), at: 7)
    try statement.run()
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
