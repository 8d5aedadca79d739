internal import Geography

/// A part of the photos in a box, as the pyramid divides them.
enum GridPart {
  /// A tile whose photos are all in the box.
  case whole(CellSummary)

  /// A tile that is not divided, some of whose photos may be outside the box.
  case edge(TileCoordinate)
}

extension GridReader {
  /// Divides the photos in a box, in the order of the grid, into tiles of a zoom level or deeper.
  ///
  /// A tile is divided while it is larger than that level or crosses the edge of the box. The level may become
  /// coarser on the way. The exact box around a tile's photos decides whether it crosses the edge. So what is
  /// left is the tiles inside, and the few with photos that the edge cuts.
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
