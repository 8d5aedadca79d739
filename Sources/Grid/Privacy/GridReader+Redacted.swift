internal import Geography

// What a privacy filter changes: all queries read runs, quarters and the calendar through these functions.
extension GridReader {
  /// Builds what a privacy filter makes of the source.
  ///
  /// Reads all ends of runs, and the points of those that the filter touches. `clocks` has the times on the clocks
  /// of those moved photos whose UTC offset was derived from the position, which it would disclose.
  public func redacted(
    by privacy: PrivacyFilter, clocks: (PhotoSet) throws -> [Int64: Int64]
  ) throws -> RedactedGrid {
    var builder = RedactedGridBuilder(privacy, self)
    return try builder.build(clocks: clocks)
  }

  func runs(_ reading: RunReading) throws -> any RunCursor {
    guard let redacted = try source.redacted() else { return try source.runs(reading) }
    return MemoryRuns(redacted.runs, source)
  }

  func run(holding position: GridPosition) throws -> RunExtent {
    guard let runs = try source.redacted()?.runs else { return try source.run(holding: position) }
    let index = runs.firstIndex(from: 0, endingAtOrAfter: position)
    guard index < runs.extents.count else { throw damaged() }
    return runs.extents[index]
  }

  func withBytes(of run: RunExtent, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard run.row == nil, let runs = try source.redacted()?.runs else {
      return try unsafe source.withBytes(of: run, body)
    }
    let index = runs.firstIndex(from: 0, endingAtOrAfter: run.last)
    guard index < runs.extents.count else { throw damaged() }
    try unsafe runs.points(of: index) { throw damaged() }.withUnsafeBytes(body)
  }

  /// Whether there is a calendar.
  ///
  /// A privacy filter has none, because that of the source also counts hidden photos.
  var hasCalendar: Bool { get throws { try source.hasCalendar && source.redacted() == nil } }

  /// The quarters as the source has them if the privacy filter changes none of them, else added up on first use.
  func quarters(of tile: TileCoordinate, in redacted: RedactedGrid) throws -> [CellSummary]? {
    if redacted.isAsStored(tile) { return try source.quarters(of: tile) }
    return try redacted.quarters(of: tile) {
      let stored = try source.quarters(of: tile)
      return try tile.children.map { cell in
        CellSummary(cell: cell, summary: try summary(of: cell, stored, in: redacted))
      }.filter { $0.summary.count > 0 }
    }
  }

  /// The summary of a quarter of a tile, given the stored quarters of that tile.
  ///
  /// Reads points only around what the privacy filter changes.
  private func summary(
    of cell: TileCoordinate, _ stored: [CellSummary]?, in redacted: RedactedGrid
  ) throws -> PointSummary {
    if let stored, redacted.isAsStored(cell) {
      return stored.first { $0.cell == cell }?.summary ?? PointSummary()
    }
    if cell.zoom < RedactedTiles.zoom, redacted.hasManyRuns(in: cell),
      let quarters = try quarters(of: cell, in: redacted)
    {
      return quarters.total
    }
    var summary = PointSummary()
    try forEachPiece(of: cell, in: GridRegion(cell)) { run, _, range in
      summary.add(run, PointSelection(range))
    }
    return summary
  }
}
