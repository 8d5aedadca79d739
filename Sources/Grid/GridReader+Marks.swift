internal import Geography

extension GridReader {
  /// Groups the points that pass a filter by the cells of a zoom level of the map.
  ///
  /// The counts add up to `count` of the same filter. Reads each point once, even if the level has to become
  /// coarser to keep to the limit. For a box alone it costs about the rows of the pyramid above the marks, and what
  /// the edge of the box cuts; otherwise as much as `count`.
  public func marks(_ filter: GridFilter, zoom: Int, limit: Int) throws -> MapMarks {
    let deepest = min(zoom, GridPoint.levels - Cluster.levelsBelowZoom)
    var builder = MarkBuilder(level: deepest + Cluster.levelsBelowZoom, limit: limit)
    if filter.isOnlyABox {
      try addParts(of: filter, to: &builder)
    } else if builder.level <= GridDay.zoom,
      let plan = try calendarPlan(for: filter, reading: .cells)
    {
      try addDays(of: filter, plan, to: &builder)
    } else {
      try addRuns(of: filter, to: &builder)
    }
    return builder.finished()
  }

  /// Adds the photos of a box from the summaries.
  ///
  /// Photos at the edge of the box, and in cells smaller than an undivided tile, come from the runs.
  private func addParts(of filter: GridFilter, to builder: inout MarkBuilder) throws {
    let region = filter.region
    try forEachPart(of: filter.box, atZoom: builder.level) { part in
      switch part {
      case .whole(let tile):
        builder.add(tile.summary, at: tile.cell.keys.lowerBound)
      case .edge(let tile):
        try forEachPiece(of: tile, in: region, mayCache: true) { run, extent, range in
          builder.add(run, extent, range, where: filter)
        }
      }
      return .on
    }
  }

  private func addRuns(of filter: GridFilter, to builder: inout MarkBuilder) throws {
    let region = filter.region
    let inside = filter.withoutBox
    try pass(over: region, into: &builder) { builder, run, extent in
      // Choosing between the two filters would copy one for each run.
      if region.containsInside(extent.tile) {
        builder.add(run, extent, 0..<run.count, where: inside)
      } else {
        builder.add(run, extent, 0..<run.count, where: filter)
      }
    }
  }

  /// Adds the photos of a box and a time span; the level must not be finer than the calendar's.
  private func addDays(
    of filter: GridFilter, _ plan: CalendarPlan, to builder: inout MarkBuilder
  ) throws {
    let shift = UInt64(GridKey.bits - 2 * builder.level)
    var cells = [PointSummary](repeating: PointSummary(), count: 1 << (2 * builder.level))
    try addParts(of: filter, plan, to: &cells) { cells, part in
      cells[Int(part.key.rawValue >> shift)].merge(part.summary)
    } points: { cells, run, chosen in
      for index in chosen { cells[Int(run.key(index).rawValue >> shift)].add(run, index) }
    }
    for (number, summary) in cells.enumerated() where summary.count > 0 {
      builder.add(summary, at: GridKey(rawValue: UInt64(number) << shift))
    }
  }
}
