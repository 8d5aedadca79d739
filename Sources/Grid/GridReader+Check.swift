internal import Geography

extension GridReader {
  /// Checks the runs; returns about `limit` problems, and how many points there are.
  ///
  /// `isKnown` says whether the owner of the points has one at the same position.
  public func runProblems(
    limit: Int, isKnown: (IndexedPoint) throws -> Bool
  ) throws -> (problems: [String], count: Int) {
    var check = RunCheck()
    try forEachRun(in: GridRegion(TileCoordinate.world)) { extent in
      try withRun(extent) { run in try check.look(at: run, extent, isKnown) }
      return check.problems.count < limit ? .on : .stop
    }
    return (check.problems, check.count)
  }

  /// Checks the pyramid and the calendar; returns at most `limit` problems.
  ///
  /// Makes both again from the runs, part by part, and compares.
  ///
  /// `rows` is how many tiles the source has as divided.
  public func summaryProblems(tiles rows: Int64, limit: Int) throws -> [String] {
    var check = SummaryCheck(limit: limit)
    _ = try verify(.world, &check)
    if rows != check.tiles { check.note("there are \(rows) divided tiles, not \(check.tiles)") }
    for tile in TileCoordinate.world.children.flatMap(\.children) where !check.isFull {
      try verifyDays(in: tile, &check)
    }
    try verifyDayCounts(&check)
    return check.problems
  }

  /// Compares the rows of a tile and of those below it with the runs; returns the summary of its points.
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
      for index in range { summary.add(run, index) }
    }
    return summary
  }

  /// Compares the days of a tile with its photos; the tile must not be smaller than a cell of the calendar.
  ///
  /// One tile at a time takes less memory.
  private func verifyDays(in tile: TileCoordinate, _ check: inout SummaryCheck) throws {
    var found: [CellOfDay: PointSummary] = [:]
    try forEachPiece(of: tile, in: GridRegion(tile)) { run, _, range in
      for index in range where run.time(index) != IndexedPoint.undated {
        found[CellOfDay(run, index), default: PointSummary()].add(run, index)
      }
    }
    try walkDays(in: .min ... .max, newestFirst: false) {
      tile.keys.contains($0)
    } cell: { known in
      if found.removeValue(forKey: CellOfDay(known)) != known.summary {
        check.note("day \(known.day) does not match the photos it has in cell \(known.cell)")
      }
    } endOfDay: { _ in
      check.isFull ? .stop : .on
    }
    if let missing = found.keys.min(by: { $0.day < $1.day }) {
      check.note("day \(missing.day) lacks photos in \(tile)")
    }
  }

  /// Compares the counts of each day with those of its cells.
  private func verifyDayCounts(_ check: inout SummaryCheck) throws {
    var counts: [Int64: [UInt8]] = [:]
    try unsafe source.forEachRow(of: .min ... .max, .counts, newestFirst: false) { day, bytes in
      counts[day] = unsafe Array(bytes)
      return .on
    }
    try forEachDay(in: .min ... .max) { day, cells in
      if counts[day] != DayCountList.encode(cells) {
        check.note("day \(day) counts its photos wrongly")
      }
    }
  }

  /// Computes summaries of the calendar's cells in a tile from the runs, each within a given box; omits cells
  /// without photos.
  ///
  /// One pass over the region of these boxes.
  func summaries(
    of tile: TileCoordinate, in extents: [CellOfDay: BoundingBox]
  ) throws -> [CellOfDay: PointSummary] {
    var found: [CellOfDay: PointSummary] = [:]
    guard let first = extents.values.first else { return [:] }
    let region = GridRegion(extents.values.reduce(first) { $0.union($1) })
    try forEachPiece(of: tile, in: region) { run, _, range in
      for index in range where run.time(index) != IndexedPoint.undated {
        let cell = CellOfDay(run, index)
        guard extents[cell]?.contains(run, index) ?? false else { continue }
        found[cell, default: PointSummary()].add(run, index)
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

/// The problems found in the summaries.
private struct SummaryCheck {
  private(set) var problems: [String] = []
  /// How many divided tiles were visited.
  var tiles: Int64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { problems.count >= limit }

  mutating func note(_ problem: String) { if !isFull { problems.append(problem) } }
}

/// The problems found in the runs of the grid, which are checked in order.
private struct RunCheck {
  private(set) var problems: [String] = []
  private(set) var count = 0
  private var photos = PhotoSet()
  private var previous: GridPosition?

  mutating func look(
    at run: GridRun, _ extent: RunExtent, _ isKnown: (IndexedPoint) throws -> Bool
  ) throws {
    for index in 0..<run.count {
      let point = run.point(index)
      if let previous, point.position <= previous {
        problems.append("photo \(point.id) is out of order in the grid")
      }
      if photos.contains(point.id) { problems.append("photo \(point.id) is in the grid twice") }
      if try !isKnown(point) {
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
