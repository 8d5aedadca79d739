public import Geography

/// Where the runs, quarters and days of a grid are kept, in one version of them.
///
/// A source only hands out bytes and entries; `GridReader` checks and reads them. It is asked once per run, quarter
/// or day, never per point.
public protocol GridSource: AnyObject {
  /// What a privacy filter makes of this source; nil without one.
  func redacted() throws -> RedactedGrid?

  /// The runs, in order.
  func runs(_ reading: RunReading) throws -> any RunCursor

  /// The run that contains a position.
  func run(holding position: GridPosition) throws -> RunExtent

  /// Lends the bytes of a run.
  func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// The summaries of a tile's quarters that are not empty, in the order of the grid; nil if the tile is not
  /// divided.
  func quarters(of tile: TileCoordinate) throws -> [CellSummary]?

  /// Whether there is a calendar.
  var hasCalendar: Bool { get }

  /// The first and the last day of the calendar; nil if it is empty.
  func extentOfDays() throws -> ClosedRange<Int64>?

  /// How many rows the calendar has in a range of days, at most `limit`, and how many bytes they have.
  func size(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, limit: Int64
  ) throws -> (rows: Int64, bytes: Int64)

  /// Lends the rows of the calendar in a range of days, from either end, until `body` stops the walk.
  func forEachRow(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, newestFirst: Bool,
    _ body: (Int64, UnsafeRawBufferPointer) throws -> Walk
  ) throws

  /// Throws if the query has taken too long.
  func checkDeadline() throws

  /// What is thrown if something that was read contradicts the rest.
  var damaged: any Error { get }

  /// What is thrown if a photo is not where it should be.
  func missing(_ photo: Int64) -> any Error

  /// Another reader of the same version, for another thread; nil if there is none.
  func helper() throws -> GridReader?

  /// Runs the half of a pass for which this source was made a helper; called on the other thread.
  func help(_ body: () throws -> Void) throws

  /// Takes a helper back.
  func giveBack(_ helper: GridReader)
}

/// What a walk needs of the runs.
public enum RunReading: Sendable {
  /// Their ends and sizes alone.
  case ends

  /// Their points.
  case points

  /// Their points, which are worth keeping in memory: for a view of a map, but not for a pass over everything.
  case viewedPoints
}

/// Runs in the order of the grid; a walk can enter at any key.
public protocol RunCursor {
  /// Goes to the first run, from the current one on, that ends at a key or beyond it.
  mutating func seek(_ key: GridKey) throws

  /// Takes the next run; nil after the last.
  mutating func next() throws -> RunExtent?

  /// Lends the bytes of the run that was taken last.
  func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Releases what the walk holds.
  func close()
}

/// The two lists of a day in the calendar.
public enum CalendarColumn: String, Sendable {
  /// A `DayCountList`.
  case counts

  /// A `CellSummaryList`.
  case cells
}

/// Whether a walk continues.
public enum Walk: Sendable {
  /// It does.
  case on

  /// It ends here.
  case stop
}

/// What is known of a run without reading its points.
public struct RunExtent: Sendable {
  /// Its row in the file; nil if it was made in memory.
  public var row: Int64?

  /// Its first point.
  public var first: GridPosition

  /// Its last point.
  public var last: GridPosition

  /// How many points it has.
  public var count: Int

  /// Makes an extent.
  @inlinable
  public init(row: Int64?, first: GridPosition, last: GridPosition, count: Int) {
    (self.row, self.first, self.last, self.count) = (row, first, last, count)
  }

  /// Makes an extent of numbers that were read; returns nil if no run can have them.
  ///
  /// Counts and searches rely on keys that are on the map and on small counts.
  @inlinable
  public init?(
    row: Int64, first: (key: Int64, id: Int64), last: (key: Int64, id: Int64), count: Int64
  ) {
    let keys = 0...Int64(GridKey.last.rawValue)
    guard keys.contains(first.key), (first.key...keys.upperBound).contains(last.key),
      (1...Int64(GridRun.capacity)).contains(count)
    else { return nil }
    self.row = row
    self.first = GridPosition(key: GridKey(rawValue: UInt64(first.key)), id: first.id)
    self.last = GridPosition(key: GridKey(rawValue: UInt64(last.key)), id: last.id)
    self.count = Int(count)
  }

  /// The smallest tile that contains the whole run.
  public var tile: TileCoordinate { TileCoordinate(holding: first.key, and: last.key) }
}

/// The cost of queries, in counts that are the same on every machine.
public struct GridCost: Hashable, Sendable {
  /// Runs of the grid.
  public var runs = 0

  /// Points in those runs.
  public var points = 0

  /// Rows of the calendar.
  public var days = 0

  /// Summaries of cells in those rows.
  public var dayCells = 0

  /// Counts of cells in those rows.
  public var dayCounts = 0

  /// Divided tiles of the pyramid, also those in memory.
  public var tiles = 0

  /// Searches for the run that ends at a key or beyond it.
  public var descents = 0

  /// Photos that a search for the nearest compared.
  public var candidates = 0

  /// Makes a cost of 0.
  public init() {}

  /// Counts a run; returns true for every eighth.
  @inline(__always)
  mutating func addRun(_ count: Int) -> Bool {
    runs &+= 1
    points &+= count
    return runs & 7 == 0
  }

  /// The cost since an earlier moment.
  public func since(_ before: GridCost) -> GridCost {
    var cost = self
    for count in Self.counts { cost[keyPath: count] -= before[keyPath: count] }
    return cost
  }

  /// Adds the cost of another reader for the same query.
  mutating func add(_ other: GridCost) {
    for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
  }

  private static let counts: [any WritableKeyPath<GridCost, Int> & Sendable] = [
    \.runs, \.points, \.days, \.dayCells, \.dayCounts, \.tiles, \.descents, \.candidates,
  ]
}
