internal import Geography

extension GridWriter {
  /// Makes the pyramid and the calendar, of which the store must have nothing, from the runs.
  ///
  /// Works tile by tile, so that memory use stays constant however many photos there are.
  public func makeSummaries() throws {
    _ = try summarise(.world)
  }

  private static let pointsAtOnce = 200_000

  private func summarise(_ tile: TileCoordinate) throws -> PointSummary {
    var points: [IndexedPoint] = []
    try reader.forEachRun(
      in: GridRegion(tile), from: tile.keys.lowerBound, through: tile.keys.upperBound
    ) { extent in
      try reader.withRun(extent) { run in
        for index in run.range(of: tile.keys, extent) { points.append(run.point(index)) }
      }
      return points.count > Self.pointsAtOnce && tile.zoom < GridPoint.levels ? .stop : .on
    }
    guard points.count > Self.pointsAtOnce, tile.zoom < GridPoint.levels else {
      var days = ChangedDays()
      days.add(points.map { AppliedChange(point: $0, key: $0.key, isRemoval: false) })
      try updateDays(days)
      return try divide(tile, points[...])
    }
    points.removeAll()
    var quarters: [CellSummary] = []
    for cell in tile.children {
      let summary = try summarise(cell)
      if summary.count > 0 { quarters.append(CellSummary(cell: cell, summary: summary)) }
    }
    try store.write(quarters, of: tile)
    return quarters.total
  }
}
