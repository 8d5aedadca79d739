internal import Geography
internal import PhotoFacts
internal import Query

extension IndexReader {
  /// The grid as it is seen through the veil of this reader; nothing where there is no veil.
  var veiledGrid: VeiledGrid? {
    get throws {
      guard let veil = kept.veil else { return nil }
      return try kept.veiledGrids.answer(to: EntireIndex(), at: stamp()) {
        var builder = VeiledGridBuilder(veil, self)
        return try builder.build()
      }
    }
  }

  /// Whether days are summed up: in the file they count what a veil hides.
  var hasCalendar: Bool { kept.veil == nil }

  /// A photo as this reader may show it; nothing where it may not.
  func shown(_ photo: PhotoRecord) throws -> PhotoRecord? {
    guard let veiled = try veiledGrid else { return photo }
    return veiled.shown(photo)
  }

  /// Whether a photo is shown elsewhere than where it was taken.
  public func isMoved(_ id: Int64) throws -> Bool {
    try veiledGrid?.moved.contains(id) ?? false
  }

  /// Lends the points of a run as it is seen through a veil.
  func withPoints<Result>(
    of index: Int, _ extent: RunExtent, in veiled: VeiledGrid, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    let points = try veiled.points(of: index) { try bytes(of: extent) }
    return try unsafe points.withUnsafeBytes { bytes in try body(unsafe checked(bytes, extent)) }
  }

  /// What is known of the quarters of a tile: as in the file where the veil changes nothing, and added
  /// up the first time elsewhere.
  func quarters(of tile: TileCoordinate, in veiled: VeiledGrid) throws -> [CellSummary]? {
    if veiled.isAsStored(tile) { return try storedQuarters(of: tile) }
    return try veiled.quarters(of: tile) {
      let stored = try storedQuarters(of: tile)
      return try tile.children.map { cell in
        CellSummary(cell: cell, summary: try summary(of: cell, stored, in: veiled))
      }.filter { $0.summary.count > 0 }
    }
  }

  /// What is known of a quarter of a tile, given what the file knows of the quarters of that tile.
  ///
  /// Only around what the veil changes are points read.
  private func summary(
    of cell: TileCoordinate, _ stored: [CellSummary]?, in veiled: VeiledGrid
  ) throws -> PointSummary {
    if let stored, veiled.isAsStored(cell) {
      return stored.first { $0.cell == cell }?.summary ?? PointSummary()
    }
    if cell.zoom < VeiledTiles.zoom, veiled.hasManyRuns(in: cell),
      let quarters = try quarters(of: cell, in: veiled)
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
  /// The test of a condition parts of which ask about what a veil changes.
  func veiledTest(_ tree: ConditionTree, _ veiled: VeiledGrid) throws -> PointTest {
    switch tree {
    case .all(let parts): return .all(try parts.map { try test($0) })
    case .any(let parts): return .any(try parts.map { try test($0) })
    case .question(let question, let isNegated):
      let asStored = PointTest.set(try photos(passing: ConditionSQL(tree)))
      guard question.property == .timeSource else {
        // Height, direction and accuracy of those that were moved are not known.
        guard case .isKnown = question, isNegated else {
          return .all([asStored, .outside(veiled.moved)])
        }
        return .any([asStored, .set(veiled.moved)])
      }
      let holdsForLocal = question.holds(forWord: TimeSource.local.name) != isNegated
      return holdsForLocal
        ? .any([asStored, .set(veiled.untimed)]) : .all([asStored, .outside(veiled.untimed)])
    }
  }
}

extension ConditionTree {
  /// Whether some question asks about what the tables know and a veil changes.
  var asksAboutVeiled: Bool {
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
