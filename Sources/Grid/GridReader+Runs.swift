public import Geography

extension GridReader {
  /// Visits, in order, the runs that can hold points of a region between two keys.
  public func forEachRun(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    _ body: (RunExtent) throws -> Walk
  ) throws {
    try walk(runs(.ends), region, from: start, through: end) { _, extent in
      try body(extent)
    }
  }

  /// The same, and lends the points of each run.
  ///
  /// For consecutive runs this takes half as long as looking up each one. It reads one unneeded run wherever the
  /// walk leaves the region. With `mayCache`, points are kept in memory once the source was queried often enough.
  public func readRuns(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    mayCache: Bool = false, _ body: (GridRun, RunExtent) throws -> Walk
  ) throws {
    let runs = try runs(mayCache ? .viewedPoints : .points)
    try walk(runs, region, from: start, through: end) { cursor, extent in
      var step = Walk.on
      try unsafe cursor.withBytes(of: extent) { bytes in
        step = try body(unsafe checked(bytes, extent), extent)
      }
      return step
    }
  }

  /// Visits the runs of a cursor that can hold points of a region between two keys.
  ///
  /// If a run has nothing of the region, the walk asks the region for its next key and seeks it. So it reads
  /// the runs that the region touches and, for each gap between them, at most one entry of the source.
  // Inlined into a pass, it would copy the filter for each run.
  @inline(never)
  private func walk(
    _ runs: consuming any RunCursor, _ region: GridRegion, from start: GridKey,
    through end: GridKey,
    _ body: (inout any RunCursor, RunExtent) throws -> Walk
  ) throws {
    var runs = consume runs
    defer { runs.close() }
    var goal = region.firstKey(atOrAfter: start)
    while let key = goal, key <= end {
      goal = nil
      unsafe counted.descents &+= 1
      try runs.seek(key)
      while let run = try runs.next() {
        guard let next = region.firstKey(atOrAfter: max(key, run.first.key)), next <= end else {
          return
        }
        if next > run.last.key {
          goal = next
          break
        }
        if try body(&runs, run) == .stop { return }
      }
    }
  }

  /// Lends the points of a run.
  public func withRun<Result>(
    _ extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    var result: Result?
    try unsafe withBytes(of: extent) { bytes in
      result = try body(unsafe checked(bytes, extent))
    }
    guard let result else { throw damaged() }
    return result
  }

  /// The point at a position; throws if there is none.
  ///
  /// Costs one descent.
  public func point(at position: GridPosition) throws -> IndexedPoint {
    unsafe counted.descents &+= 1
    return try withRun(run(holding: position)) { run in
      let index = run.firstIndex(after: position) - 1
      guard index >= 0, run.position(index) == position else { throw damaged() }
      return run.point(index)
    }
  }

  /// Whether there is a point at a position that passes a filter.
  ///
  /// Costs one descent.
  public func has(_ position: GridPosition, passing filter: GridFilter) throws -> Bool {
    var isThere = false
    try readRuns(in: GridRegion(TileCoordinate.world), from: position.key, through: position.key) {
      run, extent in
      guard extent.first <= position, position <= extent.last else { return .on }
      let index = run.firstIndex(after: position) - 1
      if index >= 0, run.position(index) == position {
        isThere = filter.count(in: run, index..<index + 1) > 0
      }
      return .stop
    }
    return isThere
  }

  /// Views the bytes of a run; throws if they contradict its entry, or if the query has taken too long.
  ///
  /// Every read of points calls this. The clock is read for every eighth run, because reading it takes a tenth of
  /// a run's time.
  @_lifetime(borrow bytes)
  public func checked(_ bytes: UnsafeRawBufferPointer, _ extent: RunExtent) throws -> GridRun {
    if unsafe counted.addRun(extent.count) { try source.checkDeadline() }
    guard let run = unsafe GridRun(bytes), run.count == extent.count, run.count > 0 else {
      throw damaged()
    }
    return run
  }

  /// Lends, in order, the parts of runs whose keys are in a tile, if the runs can hold points of a region.
  public func forEachPiece(
    of tile: TileCoordinate, in region: GridRegion, mayCache: Bool = false,
    _ body: (GridRun, RunExtent, Range<Int>) throws -> Void
  ) throws {
    let keys = tile.keys
    try readRuns(
      in: region, from: keys.lowerBound, through: keys.upperBound, mayCache: mayCache
    ) { run, extent in
      try body(run, extent, run.range(of: keys, extent))
      return .on
    }
  }
}
