internal import Geography
internal import Grid
internal import SQLite

// Merging batches into the grid leaves its runs two thirds full, and their rows in any order. A query of many
// runs mostly waits for memory, so after a bulk load they are packed.
extension IndexWriter {
  /// Whether the runs are many, and on average less than 80 % full.
  func hasLooseRuns() throws -> Bool {
    let sums = try connection.statement("SELECT count(*), coalesce(sum(count), 0) FROM grid_run")
    let (runs, points) = try sums.first { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    return runs > 10 && points < runs * Int64(GridRun.capacity) * 8 / 10
  }

  /// Makes full runs, in order, of those after a position; returns the position after which to continue, or nil
  /// at the end.
  func packRuns(after start: GridPosition?, atOnce most: Int = 1_000_000) throws -> GridPosition? {
    var points: [IndexedPoint] = []
    var last: RunExtent?
    var rows: [Int64] = []
    let runs = try connection.statement(
      """
      SELECT \(RunTable.columns), points FROM grid_run INDEXED BY grid_run_by_end
      WHERE (last_key, last_photo) > (?1, ?2) ORDER BY last_key, last_photo
      """)
    try runs.bind(start.map { Int64($0.key.rawValue) } ?? -1, start?.id ?? 0)
    defer { runs.reset() }
    while points.count < most, try runs.step() {
      let extent = try reader.file.extent(runs)
      points += try unsafe runs.withBytes(6) { try unsafe reader.grid.checked($0, extent).points }
      last = extent
      rows.append(runs.integer(5))
    }
    runs.reset()
    guard let last else { return nil }
    noteChange()
    for row in rows { try reader.file.removeRun(row) }
    try grid.write(points)
    return last.last
  }
}
