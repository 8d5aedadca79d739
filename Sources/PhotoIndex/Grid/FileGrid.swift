internal import Geography
internal import Grid
internal import SQLite

/// The grid of an index: rows of `grid_run`, `grid_tile` and `grid_day`; or the views of photos, which have only runs.
final class FileGrid: GridSource {
  /// The reader whose transaction the rows belong to.
  var reader: IndexReader { unsafe owner }

  // The reader owns this grid, so it lives longer.
  private unowned(unsafe) let owner: IndexReader

  /// The statement that reads consecutive runs with their points, after its first use.
  private var runs: Statement?

  /// The statement that reads the ends of consecutive runs, after its first use.
  private var runEnds: Statement?

  /// The statement that reads the points of one run, after its first use.
  private var pointsOfRun: Statement?

  /// The statement that reads the quarters of a tile, after its first use.
  private var quarters: Statement?

  /// How much time the half of a pass has that this reader helps with; nil without a limit.
  private var helpLimit: Duration?

  /// The upper rows of the pyramid, unless this is the grid of a writer.
  private let tiles: TileCache?

  /// Where the runs are.
  let table: RunTable

  init(_ owner: IndexReader, _ table: RunTable = .photos) {
    unsafe self.owner = owner
    self.table = table
    tiles = owner.caches.tiles
  }

  var connection: Connection { get throws { try reader.connection } }

  var damaged: any Error { reader.damaged() }

  func missing(_ photo: Int64) -> any Error {
    IndexError(
      .damaged, "\(reader.path) is damaged: photo \(photo) is not where it should be")
  }

  func checkDeadline() throws { try reader.checkDeadline() }

  /// Views are never shown through a privacy filter; `IndexReader.seeing` asks the photos what it shows.
  func redacted() throws -> RedactedGrid? { isOfPhotos ? try reader.redactedGrid : nil }

  private var isOfPhotos: Bool { table.name == RunTable.photos.name }

  func runs(_ reading: RunReading) throws -> any RunCursor {
    switch reading {
    case .ends:
      return FileRuns(grid: self, rows: try connection.statement(table.ends, cachedIn: &runEnds))
    case .viewedPoints:
      if isOfPhotos, let cached = try reader.cachedRuns() { return MemoryRuns(cached, self) }
      fallthrough
    case .points:
      return FileRuns(grid: self, rows: try connection.statement(table.points, cachedIn: &runs))
    }
  }

  func run(holding position: GridPosition) throws -> RunExtent {
    guard let run = try storedRun(endingAtOrAfter: position) else { throw damaged }
    return run
  }

  /// The first run of the file that ends at a position or after it.
  func storedRun(endingAtOrAfter position: GridPosition) throws -> RunExtent? {
    let ends = try connection.statement(table.holding)
    defer { ends.reset() }
    try ends.bind(Int64(position.key.rawValue), position.id)
    return try ends.step() ? extent(ends) : nil
  }

  func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let points = try connection.statement(
      "SELECT points FROM \(table.name) WHERE id = ?1", cachedIn: &pointsOfRun)
    defer { points.reset() }
    try points.bind(run.row, at: 1)
    guard try points.step() else { throw damaged }
    try unsafe points.withBytes(0, body)
  }

  func quarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    guard isOfPhotos else { return nil }
    guard let tiles, tile.zoom <= TileCache.deepestZoom else {
      return try readQuarters(of: tile)
    }
    return try tiles.quarters(of: tile, at: reader.stamp()) { try readQuarters(of: tile) }
  }

  private func readQuarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    let row = try connection.statement(
      "SELECT quarters FROM grid_tile WHERE id = ?1", cachedIn: &quarters)
    defer { row.reset() }
    try row.bind(GridPyramid.row(of: tile), at: 1)
    guard try row.step() else { return nil }
    let quarters = unsafe row.withBytes(0) { bytes in
      unsafe CellSummaryList.decode(bytes, zoom: tile.zoom + 1, in: tile)
    }
    guard tile.zoom < GridPoint.levels, let quarters, !quarters.isEmpty else { throw damaged }
    return quarters
  }

  var hasCalendar: Bool { isOfPhotos }

  func extentOfDays() throws -> ClosedRange<Int64>? {
    guard let first = try connection.integer("SELECT min(day) FROM grid_day"),
      let last = try connection.integer("SELECT max(day) FROM grid_day"), first <= last
    else { return nil }
    return first...last
  }

  func size(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, limit: Int64
  ) throws -> (rows: Int64, bytes: Int64) {
    // With the length in the inner query, SQLite does not read the bytes themselves.
    let rows = try connection.statement(
      """
      SELECT count(*), coalesce(sum(bytes), 0) FROM (
        SELECT length(\(column.rawValue)) AS bytes FROM grid_day WHERE day BETWEEN ?1 AND ?2 LIMIT ?3)
      """)
    try rows.bind(days.lowerBound, days.upperBound, limit)
    guard let size = try rows.first({ ($0.integer(0), $0.integer(1)) }) else { throw damaged }
    return size
  }

  func forEachRow(
    of days: ClosedRange<Int64>, _ column: CalendarColumn, newestFirst: Bool,
    _ body: (Int64, UnsafeRawBufferPointer) throws -> Walk
  ) throws {
    let rows = try connection.statement(
      """
      SELECT day, \(column.rawValue) FROM grid_day WHERE day BETWEEN ?1 AND ?2
      ORDER BY day\(newestFirst ? " DESC" : "")
      """)
    defer { rows.reset() }
    try rows.bind(days.lowerBound, days.upperBound)
    while try rows.step() {
      let day = rows.integer(0)
      if try unsafe rows.withBytes(1, { try unsafe body(day, $0) }) == .stop { return }
    }
  }

  func helper() throws -> GridReader? {
    guard let helper = try reader.lender?.lendReader() else { return nil }
    guard try helper.stamp() == reader.stamp() else {
      reader.lender?.giveBack(helper)
      return nil
    }
    helper.file.helpLimit = reader.state.deadline?.timeLeft
    helpers.append(helper)
    return helper.grid
  }

  /// The readers that help this one.
  private var helpers: [IndexReader] = []

  func help(_ body: () throws -> Void) throws { try reader.limited(to: helpLimit, body) }

  func giveBack(_ helper: GridReader) {
    guard let index = helpers.firstIndex(where: { $0.grid === helper }) else { return }
    reader.lender?.giveBack(helpers.remove(at: index))
  }

  /// All runs of the file, in order.
  func storedExtents() throws -> [RunExtent] {
    try connection.statement(table.all).map(extent)
  }

  /// Reads an entry of the index on the runs' ends.
  @inline(__always)
  func extent(_ row: Statement) throws -> RunExtent {
    let extent = RunExtent(
      row: row.integer(5), first: (row.integer(2), row.integer(3)),
      last: (row.integer(0), row.integer(1)), count: row.integer(4))
    guard let extent else { throw damaged }
    return extent
  }
}

/// A table of runs: all located photos, or the views of those that have a direction.
struct RunTable {
  static let photos = RunTable("grid_run")
  static let views = RunTable("view_run")

  /// The columns that `FileGrid.extent` reads.
  static let columns = "last_key, last_photo, first_key, first_photo, count, id"

  /// Its name.
  let name: String

  /// The ends of runs without their points.
  let ends: String

  /// The same with their points, in the last column.
  let points: String

  /// The end of the run that holds a position.
  let holding: String

  /// All ends.
  let all: String

  private init(_ name: String) {
    self.name = name
    let (columns, source) = (Self.columns, "\(name) INDEXED BY \(name)_by_end")
    let byEnd = "ORDER BY last_key, last_photo"
    ends = "SELECT \(columns) FROM \(source) WHERE last_key >= ?1 \(byEnd)"
    points = "SELECT \(columns), points FROM \(source) WHERE last_key >= ?1 \(byEnd)"
    holding =
      "SELECT \(columns) FROM \(source) WHERE (last_key, last_photo) >= (?1, ?2) \(byEnd) LIMIT 1"
    all = "SELECT \(columns) FROM \(source) \(byEnd)"
  }
}

/// The runs of the file, by their ends.
struct FileRuns: RunCursor {
  let grid: FileGrid

  /// A statement of `ends` or `points`.
  let rows: Statement

  func seek(_ key: GridKey) throws {
    rows.reset()
    try rows.bind(Int64(key.rawValue), at: 1)
  }

  func next() throws -> RunExtent? { try rows.step() ? try grid.extent(rows) : nil }

  func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try unsafe rows.withBytes(6, body)
  }

  func close() { rows.reset() }
}
