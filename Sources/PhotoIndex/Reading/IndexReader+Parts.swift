internal import Geography

/// A part of what a question is about, as the pyramid takes it apart.
enum GridPart {
  /// A tile whose photos are all in the box.
  case whole(CellSummary)

  /// A tile, not divided, of whose photos some may be outside of the box.
  case edge(TileCoordinate)
}

extension IndexReader {
  /// Takes the photos in a box apart, in the order of the grid, into tiles of a zoom level or deeper.
  ///
  /// A tile is divided while it is larger than that level, which may become coarser on the way, or
  /// crosses the edge of the box. Whether it crosses is decided by the exact box around its photos, so what is left in the end is the
  /// tiles inside and the few that the edge cuts through where photos are.
  func forEachPart(
    of box: BoundingBox?, atZoom zoom: @autoclosure () -> Int, _ body: (GridPart) throws -> Walk
  ) throws {
    for tile in GridRegion(box ?? .world).startingTiles {
      if try takeApart(tile, box, zoom, body) == .stop { return }
    }
  }

  private func takeApart(
    _ tile: TileCoordinate, _ box: BoundingBox?, _ zoom: () -> Int,
    _ body: (GridPart) throws -> Walk
  ) throws -> Walk {
    guard let quarters = try quarters(of: tile) else { return try body(.edge(tile)) }
    for quarter in quarters {
      guard let extent = quarter.summary.extent else { throw damaged() }
      if let box, !box.touches(extent) { continue }
      let isInside = box?.contains(extent) ?? true
      let step =
        if isInside && quarter.cell.zoom >= zoom() {
          try body(.whole(quarter))
        } else if GridPyramid.isDivided(quarter.cell, count: quarter.summary.count) {
          try takeApart(quarter.cell, box, zoom, body)
        } else {
          try body(.edge(quarter.cell))
        }
      if step == .stop { return .stop }
    }
    return .on
  }
}
