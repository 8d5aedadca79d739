internal import Geography

extension IndexWriter {
  /// Brings the calendar in step with changes of the runs.
  func updateDays(_ changes: [AppliedChange]) throws {
    var cells: [DayCell: DayChange] = [:]
    for change in changes where change.point.time != IndexedPoint.undated {
      cells[DayCell(change), default: DayChange()].add(change)
    }
    let days = Dictionary(grouping: cells) { $0.key.day }
    for (day, changes) in days.sorted(by: { $0.key < $1.key }) {
      try update(day, changes.map { ($0.key.key, $0.value) })
    }
  }

  private func update(_ day: Int64, _ changes: [(GridKey, DayChange)]) throws {
    var cells: [GridKey: PointSummary] = [:]
    try reader.forEachDay(in: day...day) { _, known in
      for cell in known { cells[cell.cell.keys.lowerBound] = cell.summary }
    }
    for (key, change) in changes {
      var summary = cells[key] ?? PointSummary()
      summary.merge(change.added)
      if change.hasRemovals {
        let cell = TileCoordinate(zoom: GridDay.zoom, holding: key)
        // What is left lies in the box around what there was and what has come.
        summary = try reader.summary(of: CellSummary(cell: cell, summary: summary), on: day)
      }
      cells[key] = summary.count > 0 ? summary : nil
    }
    try write(
      cells.sorted { $0.key < $1.key }.map { key, summary in
        CellSummary(cell: TileCoordinate(zoom: GridDay.zoom, holding: key), summary: summary)
      }, of: day)
  }

  private func write(_ cells: [CellSummary], of day: Int64) throws {
    guard !cells.isEmpty else {
      try connection.statement("DELETE FROM grid_day WHERE day = ?1").bind(day).run()
      return
    }
    let write = try connection.statement("INSERT OR REPLACE INTO grid_day VALUES (?1, ?2)")
    try write.bind(day, at: 1)
    try write.bind(blob: CellSummaryList.encode(cells), at: 2)
    try write.run()
  }
}

/// A cell on a day, as one number: a dictionary of them is asked sooner than one of two.
private struct DayCell: Hashable {
  private static let bits = 2 * GridDay.zoom

  private let number: Int64

  init(_ change: AppliedChange) {
    let cell = change.key.rawValue >> UInt64(GridKey.bits - Self.bits)
    // No day is beyond what its milliseconds can be counted by.
    number = GridDay.day(of: change.point.time) << Int64(Self.bits) | Int64(cell)
  }

  var day: Int64 { number >> Int64(Self.bits) }

  var key: GridKey {
    let cell = UInt64(number & (1 << Int64(Self.bits) - 1))
    return GridKey(rawValue: cell << UInt64(GridKey.bits - Self.bits))
  }
}

/// What a transaction changes of one cell on one day.
private struct DayChange {
  private(set) var added = PointSummary()
  private(set) var hasRemovals = false

  mutating func add(_ change: AppliedChange) {
    if change.isRemoval { hasRemovals = true } else { added.add(change.point) }
  }
}
