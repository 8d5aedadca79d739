internal import Geography
internal import SQLite

/// The pyramid of summaries above the runs of the grid.
///
/// A tile with more photos than `leafCapacity` is divided: a row of `grid_tile` has a summary of each of its
/// quarters that is not empty. Any other tile has no row; its photos are read from the runs. So the pyramid is
/// deep only where there are many photos, and has few rows.
enum GridPyramid {
  /// The most photos in a tile that is not divided; they lie in two or three runs.
  static let leafCapacity = 256

  /// Whether a tile with this many photos has a row.
  static func isDivided(_ tile: TileCoordinate, count: Int) -> Bool {
    count > leafCapacity && tile.zoom < GridPoint.levels
  }

  /// The id of a tile's row: the key bits that all its points share, then a 1, then zeros.
  ///
  /// Rows of neighbouring tiles, and of a tile and its quarters, are close to each other in the table.
  static func row(of tile: TileCoordinate) -> Int64 {
    let mark = UInt64(1) << UInt64(2 * (GridPoint.levels - tile.zoom))
    return Int64(tile.keys.lowerBound.rawValue << 1 | mark)
  }

  /// The tile of a row; nil if no tile has this id.
  static func tile(ofRow row: Int64) -> TileCoordinate? {
    guard row > 0 else { return nil }
    let below = row.trailingZeroBitCount
    guard below.isMultiple(of: 2), below <= 2 * GridPoint.levels else { return nil }
    let key = GridKey(rawValue: UInt64(row) >> 1 & ~(1 << UInt64(below) - 1))
    return TileCoordinate(zoom: GridPoint.levels - below / 2, holding: key)
  }
}

extension IndexReader {
  /// The summaries of a tile's quarters that are not empty, in the order of the grid; nil if the tile is not
  /// divided.
  func quarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    if let redacted = try redactedGrid { return try quarters(of: tile, in: redacted) }
    return try storedQuarters(of: tile)
  }

  /// The quarters as the file has them, even for a reader with a privacy filter.
  func storedQuarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    cost.tiles &+= 1
    guard let tiles = caches.tiles, tile.zoom <= TileCache.deepestZoom else {
      return try readQuarters(of: tile)
    }
    return try tiles.quarters(of: tile, at: stamp()) { try readQuarters(of: tile) }
  }

  private func readQuarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    let row = try quarterStatement()
    defer { row.reset() }
    try row.bind(GridPyramid.row(of: tile), at: 1)
    guard try row.step() else { return nil }
    let quarters = unsafe row.withBytes(0) { bytes in
      unsafe CellSummaryList.decode(bytes, zoom: tile.zoom + 1, in: tile)
    }
    guard tile.zoom < GridPoint.levels, let quarters, !quarters.isEmpty else { throw damaged() }
    return quarters
  }

  /// The summary of all photos; nil if there are too few for a pyramid.
  func total() throws -> PointSummary? { try quarters(of: .world)?.total }

  private func quarterStatement() throws -> Statement {
    try connection.statement("SELECT quarters FROM grid_tile WHERE id = ?1", cachedIn: &quarters)
  }
}
