internal import Geography

extension IndexReader {
  /// Visits, in order, the runs that can hold points of a region between two keys.
  func forEachRun(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    _ body: (RunExtent) throws -> Walk
  ) throws {
    if let redacted = try redactedGrid {
      return try walk(redacted.runs, region, from: start, through: end) { try body($1) }
    }
    let ends = try connection.statement(
      """
      SELECT last_key, last_photo, first_key, first_photo, count, id
      FROM grid_run INDEXED BY grid_run_by_end
      WHERE last_key >= ?1 ORDER BY last_key, last_photo
      """)
    try walk(ends, region, from: start, through: end, body)
  }

  /// The same, and lends the points of each.
  ///
  /// For runs in a row this takes half as long as looking each one up. It reads one run for nothing
  /// wherever the walk leaves the region.
  func readRuns(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    _ body: (GridRun, RunExtent) throws -> Walk
  ) throws {
    if let redacted = try redactedGrid {
      return try walk(redacted.runs, region, from: start, through: end) { index, extent in
        try withPoints(of: index, extent, in: redacted) { run in try body(run, extent) }
      }
    }
    let runs = try connection.statement(
      """
      SELECT last_key, last_photo, first_key, first_photo, count, id, points
      FROM grid_run INDEXED BY grid_run_by_end
      WHERE last_key >= ?1 ORDER BY last_key, last_photo
      """, cachedIn: &self.runs)
    try walk(runs, region, from: start, through: end) { extent in
      try withPoints(runs, 6, of: extent) { run in try body(run, extent) }
    }
  }

  /// Follows the index on the runs' ends.
  ///
  /// Where a run has nothing of the region it asks the region for its next key and goes straight
  /// there, so what is read is the runs that the region touches and, for each gap between them, at
  /// most one entry of the index.
  private func walk(
    _ rows: Statement, _ region: GridRegion, from start: GridKey, through end: GridKey,
    _ body: (RunExtent) throws -> Walk
  ) throws {
    defer { rows.reset() }
    var goal = region.firstKey(atOrAfter: start)
    while let key = goal, key <= end {
      cost.descents &+= 1
      rows.reset()
      try rows.bind(Int64(key.rawValue), at: 1)
      goal = nil
      while try rows.step() {
        let run = try extent(rows)
        guard let next = region.firstKey(atOrAfter: max(key, run.first.key)), next <= end else {
          return
        }
        if next > run.last.key {
          goal = next
          break
        }
        if try body(run) == .stop { return }
      }
    }
  }

  /// Lends the points of a run.
  func withRun<Result>(_ extent: RunExtent, _ body: (GridRun) throws -> Result) throws -> Result {
    guard let redacted = try redactedGrid else { return try withStoredRun(extent, body) }
    let index = redacted.runs.firstIndex(from: 0, endingAtOrAfter: extent.last)
    guard index < redacted.runs.extents.count else { throw damaged() }
    return try withPoints(of: index, redacted.runs.extents[index], in: redacted, body)
  }

  /// Lends the points of a run as they are in the file.
  func withStoredRun<Result>(
    _ extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    let points = try connection.statement("SELECT points FROM grid_run WHERE id = ?1")
    defer { points.reset() }
    try points.bind(extent.row, at: 1)
    guard try points.step() else { throw damaged() }
    return try withPoints(points, 0, of: extent, body)
  }

  private func withPoints<Result>(
    _ row: Statement, _ column: Int32, of extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    try unsafe row.withBytes(column) { bytes in try body(unsafe checked(bytes, extent)) }
  }

  /// Looks at the bytes of a run, or refuses those that are not what the index says of it.
  ///
  /// Every read of points passes here.
  @_lifetime(borrow bytes)
  func checked(_ bytes: UnsafeRawBufferPointer, _ extent: RunExtent) throws -> GridRun {
    try begin(extent)
    guard let run = unsafe GridRun(bytes), run.count == extent.count, run.count > 0 else {
      throw damaged()
    }
    return run
  }

  /// Lends, in order, those parts of runs whose keys are in a tile, where they can hold points of a
  /// region.
  func forEachPiece(
    of tile: TileCoordinate, in region: GridRegion,
    _ body: (GridRun, RunExtent, Range<Int>) throws -> Void
  ) throws {
    let keys = tile.keys
    try readRuns(in: region, from: keys.lowerBound, through: keys.upperBound) { run, extent in
      try body(run, extent, run.range(of: keys, extent))
      return .on
    }
  }
}
