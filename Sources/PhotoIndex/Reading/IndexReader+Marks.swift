internal import Geography

extension IndexReader {
  /// Groups the photos that pass a filter by the cells of a zoom level.
  ///
  /// The counts add up to `count` of the same filter.
  public func marks(_ filter: PhotoFilter, zoom: Int, limit: Int = 10_000) throws -> MapMarks {
    let filter = filter.simplified
    let points = try prepared(filter)
    let isByDay = try isQuickerByDay(filter)
    func marks(at zoom: Int, limit: Int) throws -> MapMarks? {
      let level = zoom + Cluster.levelsBelowZoom
      var builder = MarkBuilder(limit: limit)
      if filter.isOnlyABox {
        try addParts(of: filter, points, level, to: &builder)
      } else if isByDay && level <= GridDay.zoom {
        try addDays(of: filter, level, to: &builder)
      } else {
        try addRuns(of: filter, points, level, to: &builder)
      }
      return builder.finished(zoom: zoom)
    }
    let deepest = min(zoom, GridPoint.levels - Cluster.levelsBelowZoom)
    for zoom in stride(from: deepest, to: 0, by: -1) {
      if let marks = try marks(at: zoom, limit: limit) { return marks }
    }
    return try marks(at: 0, limit: .max) ?? MapMarks(zoom: 0, marks: [], photoCount: 0)
  }

  /// Adds the photos of a box from the summaries, and from the runs those at its edge and those in
  /// cells that are smaller than an undivided tile.
  private func addParts(
    of filter: PhotoFilter, _ points: PointFilter, _ level: Int, to builder: inout MarkBuilder
  ) throws {
    let region = GridRegion(filter.box ?? .world)
    try forEachPart(of: filter.box, atZoom: level) { part in
      switch part {
      case .whole(let tile):
        let cell = TileCoordinate(zoom: level, holding: tile.cell.keys.lowerBound)
        builder.add(tile.summary, to: cell)
      case .edge(let tile):
        try forEachPiece(of: tile, in: region) { run, extent, range in
          builder.add(run, extent, range, level: level, where: points)
        }
      }
      return builder.isFull ? .stop : .on
    }
  }

  private func addRuns(
    of filter: PhotoFilter, _ points: PointFilter, _ level: Int, to builder: inout MarkBuilder
  ) throws {
    let region = GridRegion(filter.box ?? .world)
    let inside = points.withoutBox(of: filter)
    try readRuns(in: region) { run, extent in
      let points = region.containsInside(extent.tile) ? inside : points
      builder.add(run, extent, 0..<run.count, level: level, where: points)
      return builder.isFull ? .stop : .on
    }
  }
}
