internal import Geography

/// A point that a transaction has inserted into the runs or removed from them.
struct AppliedChange {
  var point: IndexedPoint
  var key: GridKey
  var isRemoval: Bool
}

extension GridWriter {
  /// Updates the pyramid after changes of the runs, which must be in the order of the grid.
  func updatePyramid(_ changes: [AppliedChange]) throws {
    guard !changes.isEmpty else { return }
    _ = try summary(of: .world, after: changes[...], known: nil)
  }

  /// The summary of a tile after the changes in it; writes its row and those below it.
  ///
  /// `known` is the summary before the changes, if a row above the tile has it.
  private func summary(
    of tile: TileCoordinate, after changes: ArraySlice<AppliedChange>, known: PointSummary?
  ) throws -> PointSummary {
    guard let quarters = try reader.quarters(of: tile) else {
      if let sum = known?.adding(changes), !GridPyramid.isDivided(tile, count: sum.count) {
        return sum
      }
      return try divide(tile, try points(in: tile)[...])
    }
    let old = Dictionary(uniqueKeysWithValues: quarters.map { ($0.cell, $0.summary) })
    var rest = changes
    var new: [CellSummary] = []
    for cell in tile.children {
      let end = rest.partitioningIndex { $0.key > cell.keys.upperBound }
      let part = rest[rest.startIndex..<end]
      rest = rest[end...]
      let before = old[cell]
      let after =
        part.isEmpty
        ? before : try summary(of: cell, after: part, known: before ?? PointSummary())
      if let after, after.count > 0 { new.append(CellSummary(cell: cell, summary: after)) }
    }
    let total = new.total
    try store.write(
      GridPyramid.isDivided(tile, count: total.count) ? new : nil, of: tile)
    return total
  }

  /// Makes the rows of a tile that has none from its points, and returns its summary.
  func divide(_ tile: TileCoordinate, _ points: ArraySlice<IndexedPoint>) throws -> PointSummary {
    guard GridPyramid.isDivided(tile, count: points.count) else {
      return points.reduce(into: PointSummary()) { $0.add($1) }
    }
    var rest = points
    var quarters: [CellSummary] = []
    for cell in tile.children {
      let end = rest.partitioningIndex { $0.key > cell.keys.upperBound }
      let part = rest[rest.startIndex..<end]
      rest = rest[end...]
      guard !part.isEmpty else { continue }
      quarters.append(CellSummary(cell: cell, summary: try divide(cell, part)))
    }
    try store.write(quarters, of: tile)
    return quarters.total
  }

  /// The points of a tile, in the order of the grid.
  private func points(in tile: TileCoordinate) throws -> [IndexedPoint] {
    var points: [IndexedPoint] = []
    try reader.forEachPiece(of: tile, in: GridRegion(tile)) { run, _, range in
      for index in range { points.append(run.point(index)) }
    }
    return points
  }
}

extension PointSummary {
  /// The summary with more photos; nil if photos are removed, because then the points must be read.
  func adding(_ changes: ArraySlice<AppliedChange>) -> PointSummary? {
    var sum = self
    for change in changes {
      guard !change.isRemoval else { return nil }
      sum.add(change.point)
    }
    return sum
  }
}

// Both test as few elements as they can, because the key of a point is slow to compute.
extension RandomAccessCollection {
  /// The same as `partitioningIndex`, but faster if the index is near the start.
  func partitioningIndexNearStart(where isBeyond: (Element) -> Bool) -> Index {
    var start = startIndex
    var step = 1
    while let probe = index(start, offsetBy: step - 1, limitedBy: endIndex), probe < endIndex,
      !isBeyond(self[probe])
    {
      start = index(after: probe)
      step *= 2
    }
    let end = index(start, offsetBy: step, limitedBy: endIndex) ?? endIndex
    return self[start..<end].partitioningIndex(where: isBeyond)
  }

  /// The first index whose element is beyond; all elements after it must be beyond too.
  @inlinable
  public func partitioningIndex(where isBeyond: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBeyond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
