internal import Geography
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
    var check = GridCheck()
    try forEachRun(in: GridRegion(TileCoordinate.world)) { extent in
      try withRun(extent) { run in
        try check.look(at: run, extent) { point in try isInTable(point) }
      }
      return check.problems.count < limit ? .on : .stop
    }
    guard check.problems.isEmpty else { return Array(check.problems.prefix(limit)) }
    let located = try connection.integer("SELECT count(*) FROM photo WHERE latitude IS NOT NULL")
    guard Int64(check.count) == located else {
      return ["the grid holds \(check.count) photos, the table \(located ?? 0)"]
    }
    let problems = try blockProblems(limit: limit)
    return problems.isEmpty ? try summaryProblems(limit: limit) : problems
  }

  private func isInTable(_ point: IndexedPoint) throws -> Bool {
    let photo = try connection.statement(
      "SELECT 1 FROM photo WHERE id = ?1 AND latitude = ?2 AND longitude = ?3")
    defer { photo.reset() }
    return try photo.bind(point.id, Int64(point.latitudeE7), Int64(point.longitudeE7)).step()
  }
}

/// The problems found in the runs of the grid, which are checked in order.
private struct GridCheck {
  private(set) var problems: [String] = []
  private(set) var count = 0
  private var photos = PhotoSet()
  private var previous: GridPosition?

  mutating func look(
    at run: GridRun, _ extent: RunExtent, isInTable: (IndexedPoint) throws -> Bool
  ) throws {
    for index in 0..<run.count {
      let point = run.point(index)
      if let previous, point.position <= previous {
        problems.append("photo \(point.id) is out of order in the grid")
      }
      if photos.contains(point.id) { problems.append("photo \(point.id) is in the grid twice") }
      if try !isInTable(point) {
        problems.append("photo \(point.id) is not where the grid has it")
      }
      photos.insert(point.id)
      previous = point.position
    }
    count += run.count
    if extent.first != run.position(0) || extent.last != run.position(run.count - 1) {
      problems.append("run \(extent.row ?? 0) does not begin and end where its entry says")
    }
  }
}
