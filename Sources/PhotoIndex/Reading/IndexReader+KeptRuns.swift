internal import Geography

extension IndexReader {
  /// Lends the points of the runs that can hold points of a region, like `readRuns`, from memory where
  /// the index has been asked often enough to keep them there.
  func readKeptRuns(
    in region: GridRegion, from start: GridKey, _ body: (GridRun, RunExtent) throws -> Walk
  ) throws {
    guard let answering, let runs = try kept.runs.runs(of: answering, allExtents) else {
      return try readRuns(in: region, from: start, body)
    }
    var index = 0
    var goal = region.firstKey(atOrAfter: start)
    while let key = goal {
      index = runs.firstIndex(from: index, endingAtOrAfter: key)
      goal = nil
      while index < runs.extents.count {
        let extent = runs.extents[index]
        guard let next = region.firstKey(atOrAfter: max(key, extent.first.key)) else { return }
        if next > extent.last.key {
          goal = next
          break
        }
        let points = try runs.points(of: index) { try bytes(of: extent) }
        let step = try unsafe points.withUnsafeBytes { bytes in
          try body(unsafe checked(bytes, extent), extent)
        }
        if step == .stop { return }
        index += 1
      }
    }
  }

  /// All runs, in order.
  private func allExtents() throws -> [RunExtent] {
    var extents: [RunExtent] = []
    let rows = try connection.statement(
      """
      SELECT last_key, last_photo, first_key, first_photo, count, id
      FROM grid_run INDEXED BY grid_run_by_end ORDER BY last_key, last_photo
      """)
    try rows.forEachRow { extents.append(try extent($0)) }
    return extents
  }

  private func bytes(of extent: RunExtent) throws -> [UInt8] {
    let points = try connection.statement("SELECT points FROM grid_run WHERE id = ?1")
    defer { points.reset() }
    try points.bind(extent.row, at: 1)
    guard try points.step() else { throw damaged() }
    return points.bytes(0)
  }
}
