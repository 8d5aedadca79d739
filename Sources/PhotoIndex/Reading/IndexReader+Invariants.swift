internal import Grid
internal import SQLite

extension IndexReader {
  /// Checks the tables and the grid; returns at most `limit` problems.
  ///
  /// It looks for references to missing rows, runs out of order, and entries that do not match their points. It
  /// also looks for photos that the grid lacks, has twice or has at another position, and for summaries that
  /// differ from the runs.
  func problems(limit: Int = 20) throws -> [String] {
    var problems: [String] = []
    try connection.statement("PRAGMA foreign_key_check").forEachRow { row in
      guard problems.count < limit else { return }
      let (table, parent) = (row.text(0) ?? "", row.text(2) ?? "")
      problems.append("\(table) \(row.integer(1)) refers to a \(parent) that does not exist")
    }
    for key in ["version", "next_photo", "next_scan", "identity"]
    where try number(key) ?? -1 < 0 {
      problems.append("the number '\(key)' is missing")
    }
    return problems + (try gridProblems(limit: limit - problems.count))
  }

  private func number(_ key: String) throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = '\(key)'")
  }

  private func gridProblems(limit: Int) throws -> [String] {
    let runs = try grid.runProblems(limit: limit) { point in try isInTable(point) }
    guard runs.problems.isEmpty else { return Array(runs.problems.prefix(limit)) }
    let located = try connection.integer("SELECT count(*) FROM photo WHERE latitude IS NOT NULL")
    guard Int64(runs.count) == located else {
      return ["the grid holds \(runs.count) photos, the table \(located ?? 0)"]
    }
    let problems =
      try blockProblems(limit: limit) + wordProblems(limit: limit) + viewProblems(limit: limit)
    guard problems.isEmpty else { return problems }
    let tiles = try connection.integer("SELECT count(*) FROM grid_tile") ?? 0
    return try grid.summaryProblems(tiles: tiles, limit: limit)
  }

  private func isInTable(_ point: IndexedPoint) throws -> Bool {
    let photo = try connection.statement(
      "SELECT 1 FROM photo WHERE id = ?1 AND latitude = ?2 AND longitude = ?3")
    defer { photo.reset() }
    return try photo.bind(point.id, Int64(point.latitudeE7), Int64(point.longitudeE7)).step()
  }
}
