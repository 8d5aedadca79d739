internal import Geography
internal import SQLite

/// Runs in the order of the grid; a walk can enter at any key.
protocol RunSource {
  /// Goes to the first run, from the current one on, that ends at a key or beyond it.
  mutating func seek(_ key: GridKey) throws

  /// Takes the next run; nil after the last.
  mutating func next() throws -> RunExtent?

  /// Lends the points of the run that was taken last.
  func withPoints<Result>(
    of extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result

  /// Releases what the walk holds.
  func close()
}

/// The runs of the file: rows of `grid_run` by their ends.
struct FileRuns: RunSource {
  /// The columns that `IndexReader.extent` reads.
  static let columns = "last_key, last_photo, first_key, first_photo, count, id"

  /// The ends of runs without their points.
  static let ends = """
    SELECT \(columns) FROM grid_run INDEXED BY grid_run_by_end
    WHERE last_key >= ?1 ORDER BY last_key, last_photo
    """

  /// The same with their points, in the last column.
  static let points = """
    SELECT \(columns), points FROM grid_run INDEXED BY grid_run_by_end
    WHERE last_key >= ?1 ORDER BY last_key, last_photo
    """

  /// The end of the run that holds a position.
  static let holding = """
    SELECT \(columns) FROM grid_run INDEXED BY grid_run_by_end
    WHERE (last_key, last_photo) >= (?1, ?2) ORDER BY last_key, last_photo LIMIT 1
    """

  /// All ends.
  static let all = """
    SELECT \(columns) FROM grid_run INDEXED BY grid_run_by_end ORDER BY last_key, last_photo
    """

  /// The reader whose transaction the rows belong to.
  let reader: IndexReader

  /// A statement of `ends` or `points`.
  let rows: Statement

  func seek(_ key: GridKey) throws {
    reader.cost.descents &+= 1
    rows.reset()
    try rows.bind(Int64(key.rawValue), at: 1)
  }

  func next() throws -> RunExtent? { try rows.step() ? try reader.extent(rows) : nil }

  func withPoints<Result>(
    of extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    try unsafe rows.withBytes(6) { bytes in try body(unsafe reader.checked(bytes, extent)) }
  }

  func close() { rows.reset() }
}

/// Runs in memory: those of the cache, or those of a privacy filter.
struct MemoryRuns: RunSource {
  /// The reader, which reads points that are not in memory yet.
  let reader: IndexReader

  /// The runs.
  let runs: CachedRuns

  /// The index of the next run.
  private var position = 0

  init(_ runs: CachedRuns, _ reader: IndexReader) { (self.reader, self.runs) = (reader, runs) }

  mutating func seek(_ key: GridKey) {
    position = runs.firstIndex(from: position, endingAtOrAfter: key)
  }

  /// Goes to the run that holds a position; throws if there is none.
  mutating func find(_ wanted: GridPosition) throws -> RunExtent {
    position = runs.firstIndex(from: 0, endingAtOrAfter: wanted)
    guard let extent = next() else { throw reader.damaged() }
    return extent
  }

  mutating func next() -> RunExtent? {
    guard position < runs.extents.count else { return nil }
    defer { position += 1 }
    return runs.extents[position]
  }

  func withPoints<Result>(
    of extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    let points = try runs.points(of: position - 1) { try reader.bytes(of: extent) }
    return try unsafe points.withUnsafeBytes { bytes in
      try body(unsafe reader.checked(bytes, extent))
    }
  }

  func close() {}
}
