internal import Geography

extension IndexReader {
  /// Lends the points of the runs that can hold points of a region, like `readRuns`, from memory where
  /// the index has been asked often enough to keep them there.
  func readCachedRuns(
    in region: GridRegion, from start: GridKey, _ body: (GridRun, RunExtent) throws -> Walk
  ) throws {
    guard caches.privacy == nil, let answering,
      let runs = try caches.runs.runs(of: answering, storedExtents)
    else { return try readRuns(in: region, from: start, body) }
    try walk(runs, region, from: start) { index, extent in
      let points = try runs.points(of: index) { try bytes(of: extent) }
      return try unsafe points.withUnsafeBytes { bytes in
        try body(unsafe checked(bytes, extent), extent)
      }
    }
  }

  /// Follows runs in memory as `readRuns` does those in the file, and hands out the number of each.
  func walk(
    _ runs: CachedRuns, _ region: GridRegion, from start: GridKey, through end: GridKey = .last,
    _ body: (Int, RunExtent) throws -> Walk
  ) throws {
    var index = 0
    var goal = region.firstKey(atOrAfter: start)
    while let key = goal, key <= end {
      index = runs.firstIndex(from: index, endingAtOrAfter: key)
      goal = nil
      while index < runs.extents.count {
        let extent = runs.extents[index]
        guard let next = region.firstKey(atOrAfter: max(key, extent.first.key)), next <= end else {
          return
        }
        if next > extent.last.key {
          goal = next
          break
        }
        if try body(index, extent) == .stop { return }
        index += 1
      }
    }
  }

  /// All runs of the file, in order.
  func storedExtents() throws -> [RunExtent] {
    var extents: [RunExtent] = []
    let rows = try connection.statement(
      """
      SELECT last_key, last_photo, first_key, first_photo, count, id
      FROM grid_run INDEXED BY grid_run_by_end ORDER BY last_key, last_photo
      """)
    try rows.forEachRow { extents.append(try extent($0)) }
    return extents
  }

  func bytes(of extent: RunExtent) throws -> [UInt8] {
    let points = try connection.statement("SELECT points FROM grid_run WHERE id = ?1")
    defer { points.reset() }
    try points.bind(extent.row, at: 1)
    guard try points.step() else { throw damaged() }
    return points.bytes(0)
  }
}
