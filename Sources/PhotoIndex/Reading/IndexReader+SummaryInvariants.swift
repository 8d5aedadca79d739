internal import Geography

extension IndexReader {
  /// What is wrong with the pyramid and the calendar, up to so many things.
  ///
  /// Both are made again from the runs, part by part, and have to be equal.
  func summaryProblems(limit: Int) throws -> [String] {
    var check = SummaryCheck(limit: limit)
    let total = try verify(.world, &check)
    let rows = try connection.integer("SELECT count(*) FROM grid_tile") ?? 0
    if rows != check.tiles { check.note("there are \(rows) divided tiles, not \(check.tiles)") }
    var dated = 0
    try forEachDay(in: .min ... .max) { day, cells in
      for cell in cells where !check.isFull {
        dated += cell.summary.count
        if try summary(of: cell, on: day) != cell.summary {
          check.note("day \(day) does not match the photos it has in cell \(cell.cell)")
        }
      }
    }
    if dated != check.dated, !check.isFull {
      check.note("the days hold \(dated) photos, not \(check.dated) of \(total.count)")
    }
    return check.problems
  }

  /// What the runs have in a tile, after comparing it with the row of the tile and of those below.
  private func verify(_ tile: TileCoordinate, _ check: inout SummaryCheck) throws -> PointSummary {
    guard let quarters = try quarters(of: tile) else {
      let summary = try countedSummary(of: tile, &check)
      if GridPyramid.isDivided(tile, count: summary.count) {
        check.note("tile \(tile) has \(summary.count) photos and is not divided")
      }
      return summary
    }
    check.tiles += 1
    var total = PointSummary()
    for cell in tile.children where !check.isFull {
      let found = try verify(cell, &check)
      total.merge(found)
      let kept = quarters.first { $0.cell == cell }?.summary ?? PointSummary()
      if kept != found { check.note("tile \(cell) does not match its photos") }
    }
    if !GridPyramid.isDivided(tile, count: total.count) {
      check.note("tile \(tile) has \(total.count) photos and is divided")
    }
    return total
  }

  private func countedSummary(of tile: TileCoordinate, _ check: inout SummaryCheck) throws
    -> PointSummary
  {
    var summary = PointSummary()
    try forEachPiece(of: tile, in: GridRegion(tile)) { run, _, range in
      for index in range {
        summary.add(run, index)
        if run.time(index) != IndexedPoint.undated { check.dated += 1 }
      }
    }
    return summary
  }

  /// What the runs have in a cell on a day, within the box around what the cell is said to have.
  func summary(of cell: CellSummary, on day: Int64) throws -> PointSummary {
    guard let extent = cell.summary.extent else { throw damaged() }
    var found = PointSummary()
    try forEachPiece(of: cell.cell, in: GridRegion(extent)) { run, _, range in
      for index in range where extent.contains(run, index) {
        let time = run.time(index)
        guard time != IndexedPoint.undated, GridDay.day(of: time) == day else { continue }
        found.add(run, index)
      }
    }
    return found
  }
}

extension BoundingBox {
  fileprivate func contains(_ run: GridRun, _ index: Int) -> Bool {
    contains(longitudeE7: run.longitudeE7(index), latitudeE7: run.latitudeE7(index))
  }
}

/// What has been found wrong with the summaries.
private struct SummaryCheck {
  private(set) var problems: [String] = []
  /// Divided tiles that were met.
  var tiles: Int64 = 0
  /// Photos with a date that were met.
  var dated = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { problems.count >= limit }

  mutating func note(_ problem: String) { if !isFull { problems.append(problem) } }
}
