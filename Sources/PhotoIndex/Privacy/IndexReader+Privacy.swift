internal import Geography
internal import PhotoFacts
internal import Places
internal import Query

extension IndexReader {
  /// The grid through the privacy filter of this reader; nil without one.
  var redactedGrid: RedactedGrid? {
    get throws {
      guard let privacy = caches.privacy else { return nil }
      return try caches.redactedGrids.answer(to: EntireIndex(), at: stamp()) {
        var builder = RedactedGridBuilder(privacy, self)
        return try builder.build()
      }
    }
  }

  /// Whether the calendar can be used: it counts photos that a privacy filter hides.
  var hasCalendar: Bool { caches.privacy == nil }

  /// A photo as this reader may show it; nil if it is hidden.
  func shown(_ photo: PhotoRecord) throws -> PhotoRecord? {
    guard let redacted = try redactedGrid, var shown = redacted.shown(photo) else {
      return try redactedGrid == nil ? photo : nil
    }
    // The names are those of the position that is shown.
    if shown.names == nil, let coordinate = shown.place.location?.coordinate,
      let places = caches.places, let locality = try? places.locate(coordinate)
    {
      shown.names = try? places.describe(locality, of: coordinate, in: language)
    }
    return shown
  }

  /// Whether a photo is shown elsewhere than where it was taken.
  public func isMoved(_ id: Int64) throws -> Bool {
    try redactedGrid?.moved.contains(id) ?? false
  }

  /// The summaries of a tile's quarters: as stored if the privacy filter changes none of them, else added up on
  /// first use.
  func quarters(of tile: TileCoordinate, in redacted: RedactedGrid) throws -> [CellSummary]? {
    if redacted.isAsStored(tile) { return try storedQuarters(of: tile) }
    return try redacted.quarters(of: tile) {
      let stored = try storedQuarters(of: tile)
      return try tile.children.map { cell in
        CellSummary(cell: cell, summary: try summary(of: cell, stored, in: redacted))
      }.filter { $0.summary.count > 0 }
    }
  }

  /// What is known of a quarter of a tile, given what the file knows of the quarters of that tile.
  ///
  /// Only around what the privacy filter changes are points read.
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

// What the tables say of a photo that is shown elsewhere is no longer so.
extension IndexReader {
  /// The test of a condition parts of which ask about what a privacy filter changes.
  func redactedTest(_ tree: ConditionTree, _ redacted: RedactedGrid) throws -> PointTest {
    switch tree {
    case .all(let parts): return .all(try parts.map { try test($0) })
    case .any(let parts): return .any(try parts.map { try test($0) })
    case .question(let question, let isNegated):
      let asStored = PointTest.set(try photos(passing: ConditionSQL(tree)))
      guard question.property == .timeSource else {
        // Height, direction and accuracy of those that were moved are not known.
        guard case .isKnown = question, isNegated else {
          return .all([asStored, .outside(redacted.moved)])
        }
        return .any([asStored, .set(redacted.moved)])
      }
      let holdsForLocal = question.holds(forWord: TimeSource.local.name) != isNegated
      return holdsForLocal
        ? .any([asStored, .set(redacted.untimed)]) : .all([asStored, .outside(redacted.untimed)])
    }
  }
}

extension ConditionTree {
  /// Whether some question asks about what the tables know and a privacy filter changes.
  var asksAboutRedacted: Bool {
    var asks = false
    forEachQuestion { question, _ in
      switch question.property {
      case .altitude, .direction, .accuracy, .timeSource: asks = true
      default: break
      }
    }
    return asks
  }
}
