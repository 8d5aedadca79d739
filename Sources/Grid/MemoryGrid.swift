public import Geography

/// A grid in memory: for tests, and for measurements without a database.
///
/// One thread may use it at a time.
public final class MemoryGrid: GridStore {
  /// Reads it.
  public private(set) lazy var reader = GridReader(self)

  /// The privacy filter through which it is read; nil for none.
  public var privacy: PrivacyFilter? { didSet { shown = nil } }

  /// What the filter makes of the points, after its first use.
  private var shown: RedactedGrid?

  private var runs: [StoredRun] = []
  private var tiles: [TileCoordinate: [CellSummary]] = [:]
  private var days: [Int64: StoredDay] = [:]
  private var nextRow: Int64 = 1

  private struct StoredRun {
    var extent: RunExtent
    var bytes: [UInt8]
  }

  private struct StoredDay {
    var counts: [UInt8]
    var cells: [UInt8]
  }

  /// What is thrown if the grid contradicts itself.
  public struct Damage: Error {}

  /// Makes an empty grid.
  public init() {}

  /// Inserts and removes points; not through a privacy filter.
  public func apply(_ changes: [GridChange]) throws {
    precondition(privacy == nil)
    try GridWriter(self, reader).apply(changes)
  }

  /// How many tiles are divided.
  public var tileCount: Int { tiles.count }

  /// A walk over its runs.
  private struct Cursor: RunCursor {
    let grid: MemoryGrid
    var position = 0

    mutating func seek(_ key: GridKey) {
      position = grid.runs[position...].partitioningIndex { $0.extent.last.key >= key }
    }

    mutating func next() -> RunExtent? {
      guard position < grid.runs.count else { return nil }
      defer { position += 1 }
      return grid.runs[position].extent
    }

    func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      try unsafe grid.runs[position - 1].bytes.withUnsafeBytes(body)
    }

    func close() {}
  }
}

extension MemoryGrid {
  /// What the privacy filter makes of it; no times depend on positions.
  public func redacted() throws -> RedactedGrid? {
    guard let privacy else { return nil }
    if let shown { return shown }
    let redacted = try reader.redacted(by: privacy) { _ in [:] }
    shown = redacted
    return redacted
  }

  /// The runs, in order.
  public func runs(_ reading: RunReading) -> any RunCursor { Cursor(grid: self) }

  private func index(endingAtOrAfter position: GridPosition) -> Int {
    runs.partitioningIndex { $0.extent.last >= position }
  }

  /// The run that contains a position.
  public func run(holding position: GridPosition) throws -> RunExtent {
    let index = index(endingAtOrAfter: position)
    guard index < runs.count else { throw Damage() }
    return runs[index].extent
  }

  /// Lends the bytes of a run.
  public func withBytes(
    of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let index = index(endingAtOrAfter: run.last)
    guard index < runs.count else { throw Damage() }
    try unsafe runs[index].bytes.withUnsafeBytes(body)
  }

  /// The quarters of a tile; nil if it is not divided.
  public func quarters(of tile: TileCoordinate) -> [CellSummary]? { tiles[tile] }

  /// It has one.
  public var hasCalendar: Bool { true }

  /// The first and the last day.
  public func extentOfDays() -> ClosedRange<Int64>? {
    guard let first = days.keys.min(), let last = days.keys.max() else { return nil }
    return first...last
  }

  /// The rows of the calendar and their bytes.
  public func size(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, limit: Int64
  ) -> (rows: Int64, bytes: Int64) {
    let rows = self.days.filter { days.contains($0.key) }.sorted { $0.key < $1.key }.prefix(
      Int(clamping: limit))
    return (
      Int64(rows.count), rows.reduce(0) { $0 + Int64(bytes(column, of: $1.value).count) }
    )
  }

  /// Lends the rows of the calendar.
  public func forEachRow(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, newestFirst: Bool,
    _ body: (Int64, UnsafeRawBufferPointer) throws -> Walk
  ) throws {
    let rows = self.days.filter { days.contains($0.key) }
      .sorted { newestFirst ? $0.key > $1.key : $0.key < $1.key }
    for (day, row) in rows {
      let step = try unsafe bytes(column, of: row).withUnsafeBytes { try unsafe body(day, $0) }
      if step == .stop { return }
    }
  }

  private func bytes(_ column: CalendarColumn, of day: StoredDay) -> [UInt8] {
    column == .counts ? day.counts : day.cells
  }

  /// There is no limit.
  public func checkDeadline() {}

  /// The error for what contradicts the rest.
  public var damaged: any Error { Damage() }

  /// The error for a photo that is not where it should be.
  public func missing(_ photo: Int64) -> any Error { Damage() }

  /// There is none.
  public func helper() -> GridReader? { nil }

  /// Runs `body`.
  public func help(_ body: () throws -> Void) rethrows { try body() }

  /// Does nothing.
  public func giveBack(_ helper: GridReader) {}
}

extension MemoryGrid {
  /// The first run that ends at or after a position, or else the last.
  public func run(for position: GridPosition) -> (extent: RunExtent, isLast: Bool)? {
    let index = index(endingAtOrAfter: position)
    if index < runs.count { return (runs[index].extent, false) }
    return runs.last.map { ($0.extent, true) }
  }

  /// Stores the bytes of a run.
  public func write(_ bytes: [UInt8], _ run: RunExtent) {
    removeRun(run.row)
    var run = run
    if run.row == nil {
      run.row = nextRow
      nextRow += 1
    }
    runs.insert(StoredRun(extent: run, bytes: bytes), at: index(endingAtOrAfter: run.last))
  }

  /// Removes a run.
  public func removeRun(_ row: Int64?) {
    guard let row, let index = runs.firstIndex(where: { $0.extent.row == row }) else { return }
    runs.remove(at: index)
  }

  /// Stores or removes the quarters of a tile.
  public func write(_ quarters: [CellSummary]?, of tile: TileCoordinate) { tiles[tile] = quarters }

  /// Stores the cells of a day, or removes it.
  public func write(_ cells: [CalendarCell], of day: Int64) {
    days[day] =
      cells.isEmpty
      ? nil : StoredDay(counts: DayCountList.encode(cells), cells: CalendarCell.encode(cells))
  }
}
