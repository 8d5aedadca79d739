internal import Geography

extension GridWriter {
  /// Updates the calendar after changes of the runs.
  func updateDays(_ changes: ChangedDays) throws {
    let days = Dictionary(grouping: changes.cells) { $0.key.day }
    let remaining = try remaining(in: days)
    for (day, changes) in days.sorted(by: { $0.key < $1.key }) {
      var cells = try cellsOfDay(day)
      for (name, change) in changes {
        var cell = cells[name] ?? name.empty
        cell.summary.merge(change.added)
        if change.hasRemovals { cell.summary = remaining[name] ?? PointSummary() }
        cells[name] = cell.summary.count > 0 ? cell : nil
      }
      try store.write(cells.sorted { $0.key < $1.key }.map(\.value), of: day)
    }
  }

  private func cellsOfDay(_ day: Int64) throws -> [CellOfDay: CalendarCell] {
    var cells: [CellOfDay: CalendarCell] = [:]
    try reader.forEachDay(in: day...day) { _, known in
      for cell in known { cells[CellOfDay(cell)] = cell }
    }
    return cells
  }

  /// The summaries that are left, after removals, of those cells of days that have removals.
  ///
  /// Reads each cell of the map once, however many of its days have changed. The photos of each day may be
  /// spread over the same city.
  private func remaining(
    in days: [Int64: [(key: CellOfDay, value: DayChange)]]
  ) throws -> [CellOfDay: PointSummary] {
    var extents: [GridKey: [CellOfDay: BoundingBox]] = [:]
    for (day, changes) in days where changes.contains(where: \.value.hasRemovals) {
      let known = try cellsOfDay(day)
      for (name, change) in changes where change.hasRemovals {
        // The remaining photos lie in the box around the former photos and the new ones.
        var summary = known[name]?.summary ?? PointSummary()
        summary.merge(change.added)
        guard let extent = summary.extent else { throw reader.damaged() }
        extents[name.key, default: [:]][name] = extent
      }
    }
    var remaining: [CellOfDay: PointSummary] = [:]
    for (key, extents) in extents.sorted(by: { $0.key < $1.key }) {
      let cell = TileCoordinate(zoom: GridDay.zoom, holding: key)
      remaining.merge(try reader.summaries(of: cell, in: extents)) { $1 }
    }
    return remaining
  }
}

/// Identifies a `CalendarCell` by one number, which is faster to look up than three, in the order of (day, key,
/// shift).
struct CellOfDay: Hashable, Comparable {
  private static let cellBits: Int64 = 2 * Int64(GridDay.zoom)
  private static let shiftBits: Int64 = 2

  private let number: Int64

  /// The cell that contains a key.
  private init(day: Int64, key: GridKey, shift: Int64) {
    let cell = Int64(key.rawValue >> UInt64(Int64(GridKey.bits) - Self.cellBits))
    // Days have at most 38 bits, because their milliseconds have 64.
    number = (day << Self.cellBits | cell) << Self.shiftBits | (shift + 1)
  }

  init(_ cell: CalendarCell) { self.init(day: cell.day, key: cell.key, shift: cell.shift) }

  /// The cell of a dated point.
  init(_ change: AppliedChange) {
    self.init(time: change.point.time, local: change.point.localTime, key: change.key)
  }

  /// The cell of a dated point of a run.
  init(_ run: GridRun, _ index: Int) {
    self.init(time: run.time(index), local: run.localTime(index), key: run.key(index))
  }

  private init(time: Int64, local: Int64, key: GridKey) {
    let day = GridDay.day(of: time)
    self.init(day: day, key: key, shift: GridDay.day(of: local) - day)
  }

  var day: Int64 { number >> (Self.cellBits + Self.shiftBits) }

  var key: GridKey {
    let cell = UInt64(number >> Self.shiftBits & (1 << Self.cellBits - 1))
    return GridKey(rawValue: cell << UInt64(Int64(GridKey.bits) - Self.cellBits))
  }

  /// The cell without photos.
  var empty: CalendarCell {
    let shift = number & (1 << Self.shiftBits - 1) - 1
    return CalendarCell(day: day, key: key, shift: shift, summary: PointSummary())
  }

  static func < (left: CellOfDay, right: CellOfDay) -> Bool { left.number < right.number }
}

/// The changes of a transaction to the calendar.
struct ChangedDays {
  fileprivate var cells: [CellOfDay: DayChange] = [:]

  mutating func add(_ changes: [AppliedChange]) {
    for change in changes where change.point.time != IndexedPoint.undated {
      cells[CellOfDay(change), default: DayChange()].add(change)
    }
  }
}

/// The changes of a transaction to one cell on one day.
private struct DayChange {
  private(set) var added = PointSummary()
  private(set) var hasRemovals = false

  mutating func add(_ change: AppliedChange) {
    if change.isRemoval { hasRemovals = true } else { added.add(change.point) }
  }
}
