public import Geography

extension GridReader {
  /// How many points pass a filter.
  ///
  /// For a box alone it reads only what the edge of the box cuts; the rest is in the summaries. With a time span,
  /// it reads the rows of the calendar and what box and span cut, if that is less than the points of the box.
  /// Otherwise it costs one pass over the box.
  public func count(_ filter: GridFilter) throws -> Int {
    if filter.isOnlyABox {
      return try isInFewRuns(filter) ? countInRuns(filter) : countInBox(filter)
    }
    if let plan = try calendarPlan(for: filter, reading: .counts) {
      return try countByDay(filter, plan)
    }
    return try countInRuns(filter)
  }

  /// How many points of one cell pass a filter.
  public func count(in cell: TileCoordinate, _ filter: GridFilter) throws -> Int {
    if filter.passesAll, let quarters = try quarters(of: cell) { return quarters.total.count }
    return try count(of: cell, in: GridRegion(cell), filter)
  }

  /// Whether so few photos lie around a box that one walk along their runs is faster than dividing it.
  private func isInFewRuns(_ filter: GridFilter) throws -> Bool {
    try countAround(filter.box) <= 10 * GridPyramid.leafCapacity
  }

  /// Estimates, with a few look-ups, how many photos are in and around a box; rarely fewer than are in it.
  public func countAround(_ box: BoundingBox?) throws -> Int {
    try GridRegion(box ?? .world).startingTiles.reduce(0) { count, tile in
      count + (try quarters(of: tile)?.total.count ?? GridPyramid.leafCapacity)
    }
  }

  private func countInBox(_ filter: GridFilter) throws -> Int {
    let region = filter.region
    var count = 0
    try forEachPart(of: filter.box, atZoom: 0) { part in
      switch part {
      case .whole(let tile): count += tile.summary.count
      case .edge(let tile): count += try self.count(of: tile, in: region, filter)
      }
      return .on
    }
    return count
  }

  private func countInRuns(_ filter: GridFilter) throws -> Int {
    let inside = filter.withoutBox
    let region = filter.region
    var count = 0
    if inside.passesAll {
      try forEachRun(in: region) { extent in
        count +=
          try region.containsInside(extent.tile)
          ? extent.count : withRun(extent) { filter.count(in: $0, 0..<$0.count) }
        return .on
      }
    } else {
      try pass(over: region, into: &count) { count, run, extent in
        let isInside = region.containsInside(extent.tile)
        count +=
          isInside
          ? inside.count(in: run, 0..<run.count) : filter.count(in: run, 0..<run.count)
      }
    }
    return count
  }

  private func countByDay(_ filter: GridFilter, _ plan: CalendarPlan) throws -> Int {
    var count = 0
    try addCounts(of: filter, plan, to: &count) {
      $0 += $1.summary.count
    } counted: {
      $0 += $1.count
    } points: { count, _, chosen in
      count += chosen.count
    }
    return count
  }

  private func count(of tile: TileCoordinate, in region: GridRegion, _ filter: GridFilter) throws
    -> Int
  {
    var count = 0
    try forEachPiece(of: tile, in: region) { run, _, range in
      count += filter.count(in: run, range)
    }
    return count
  }
}
