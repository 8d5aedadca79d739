internal import Geography
internal import Grid
internal import SQLite

extension FileGrid: GridStore {
  func run(for position: GridPosition) throws -> (extent: RunExtent, isLast: Bool)? {
    if let run = try storedRun(endingAtOrAfter: position) { return (run, false) }
    let last = try connection.statement(
      """
      SELECT \(RunTable.columns) FROM \(table.name) ORDER BY last_key DESC, last_photo DESC LIMIT 1
      """)
    return try last.first(extent).map { ($0, true) }
  }

  func write(_ bytes: [UInt8], _ run: RunExtent) throws {
    // Not REPLACE: with it, SQLite would copy each page that it writes.
    let statement = try connection.statement(
      run.row == nil
        ? """
        INSERT INTO \(table.name) (id, first_key, first_photo, last_key, last_photo, count, points)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
        : """
        UPDATE \(table.name) SET first_key = ?2, first_photo = ?3, last_key = ?4, last_photo = ?5,
          count = ?6, points = ?7
        WHERE id = ?1
        """)
    try statement.bind(run.row, at: 1)
    try statement.bind(Int64(run.first.key.rawValue), at: 2)
    try statement.bind(run.first.id, at: 3)
    try statement.bind(Int64(run.last.key.rawValue), at: 4)
    try statement.bind(run.last.id, at: 5)
    try statement.bind(Int64(run.count), at: 6)
    try statement.bind(blob: bytes, at: 7)
    try statement.run()
  }

  func removeRun(_ row: Int64?) throws {
    try connection.statement("DELETE FROM \(table.name) WHERE id = ?1").bind(row).run()
  }

  func write(_ quarters: [CellSummary]?, of tile: TileCoordinate) throws {
    let row = GridPyramid.row(of: tile)
    guard let quarters else {
      try connection.statement("DELETE FROM grid_tile WHERE id = ?1").bind(row).run()
      return
    }
    let write = try connection.statement(
      "INSERT OR REPLACE INTO grid_tile (id, quarters) VALUES (?1, ?2)")
    try write.bind(row, at: 1)
    try write.bind(blob: CellSummaryList.encode(quarters), at: 2)
    try write.run()
  }

  func write(_ cells: [CalendarCell], of day: Int64) throws {
    guard !cells.isEmpty else {
      try connection.statement("DELETE FROM grid_day WHERE day = ?1").bind(day).run()
      return
    }
    let write = try connection.statement(
      "INSERT OR REPLACE INTO grid_day (day, counts, cells) VALUES (?1, ?2, ?3)")
    try write.bind(day, at: 1)
    try write.bind(blob: DayCountList.encode(cells), at: 2)
    try write.bind(blob: CalendarCell.encode(cells), at: 3)
    try write.run()
  }
}
