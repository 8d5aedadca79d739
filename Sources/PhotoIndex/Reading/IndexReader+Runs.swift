internal import Geography
internal import SQLite

extension IndexReader {
  /// Visits, in order, the runs that can hold points of a region between two keys.
  func forEachRun(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    _ body: (RunExtent) throws -> Walk
  ) throws {
    if let runs = try redactedGrid?.runs {
      return try walk(MemoryRuns(runs, self), region, from: start, through: end) { try body($1) }
    }
    let ends = FileRuns(
      reader: self, rows: try connection.statement(FileRuns.ends, cachedIn: &runEnds))
    try walk(ends, region, from: start, through: end) { try body($1) }
  }

  /// The same, and lends the points of each run.
  ///
  /// For consecutive runs this takes half as long as looking up each one. It reads one unneeded run wherever the
  /// walk leaves the region. With `mayCache`, it takes points from memory once the index was queried often
  /// enough. That is useful for a view of a map, but not for a pass over everything.
  func readRuns(
    in region: GridRegion, from start: GridKey = .first, through end: GridKey = .last,
    mayCache: Bool = false, _ body: (GridRun, RunExtent) throws -> Walk
  ) throws {
    if let runs = try runsInMemory(mayCache: mayCache) {
      return try walk(MemoryRuns(runs, self), region, from: start, through: end) { source, extent in
        try source.withPoints(of: extent) { run in try body(run, extent) }
      }
    }
    let rows = FileRuns(
      reader: self, rows: try connection.statement(FileRuns.points, cachedIn: &runs))
    try walk(rows, region, from: start, through: end) { source, extent in
      try source.withPoints(of: extent) { run in try body(run, extent) }
    }
  }

  private func runsInMemory(mayCache: Bool) throws -> CachedRuns? {
    if let redacted = try redactedGrid { return redacted.runs }
    guard mayCache, let known = state.known else { return nil }
    return try caches.runs.runs(of: known, storedExtents)
  }

  /// Visits the runs of a source that can hold points of a region between two keys.
  ///
  /// If a run has nothing of the region, the walk asks the region for its next key and seeks it. So it reads
  /// the runs that the region touches and, for each gap between them, at most one entry of the source.
  // Inlined into a pass, it would copy the filter for each run.
  @inline(never)
  private func walk<Source: RunSource>(
    _ source: Source, _ region: GridRegion, from start: GridKey, through end: GridKey,
    _ body: (Source, RunExtent) throws -> Walk
  ) throws {
    var source = source
    defer { source.close() }
    var goal = region.firstKey(atOrAfter: start)
    while let key = goal, key <= end {
      goal = nil
      try source.seek(key)
      while let run = try source.next() {
        guard let next = region.firstKey(atOrAfter: max(key, run.first.key)), next <= end else {
          return
        }
        if next > run.last.key {
          goal = next
          break
        }
        if try body(source, run) == .stop { return }
      }
    }
  }

  /// Lends the points of the run that contains a position.
  func withRun<Result>(
    holding position: GridPosition, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    if let runs = try redactedGrid?.runs {
      var source = MemoryRuns(runs, self)
      let extent = try source.find(position)
      return try source.withPoints(of: extent, body)
    }
    let ends = try connection.statement(FileRuns.holding)
    defer { ends.reset() }
    try ends.bind(Int64(position.key.rawValue), position.id)
    guard try ends.step() else { throw damaged() }
    return try withStoredRun(extent(ends), body)
  }

  /// Lends the points of a run.
  func withRun<Result>(_ extent: RunExtent, _ body: (GridRun) throws -> Result) throws -> Result {
    guard let runs = try redactedGrid?.runs else { return try withStoredRun(extent, body) }
    var source = MemoryRuns(runs, self)
    // Two steps, because one call would copy the source before the search moves it.
    let found = try source.find(extent.last)
    return try source.withPoints(of: found, body)
  }

  private func storedPoints() throws -> Statement {
    try connection.statement(
      "SELECT points FROM grid_run WHERE id = ?1", cachedIn: &pointsOfRun)
  }

  /// Lends the points of a run as they are in the file.
  func withStoredRun<Result>(
    _ extent: RunExtent, _ body: (GridRun) throws -> Result
  ) throws -> Result {
    let points = try storedPoints()
    defer { points.reset() }
    try points.bind(extent.row, at: 1)
    guard try points.step() else { throw damaged() }
    return try unsafe points.withBytes(0) { bytes in try body(unsafe checked(bytes, extent)) }
  }

  /// Views the bytes of a run; throws if they contradict its entry in the index.
  ///
  /// Every read of points calls this.
  @_lifetime(borrow bytes)
  func checked(_ bytes: UnsafeRawBufferPointer, _ extent: RunExtent) throws -> GridRun {
    try begin(extent)
    guard let run = unsafe GridRun(bytes), run.count == extent.count, run.count > 0 else {
      throw damaged()
    }
    return run
  }

  /// Lends, in order, the parts of runs whose keys are in a tile, if the runs can hold points of a region.
  func forEachPiece(
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

  /// All runs of the file, in order.
  func storedExtents() throws -> [RunExtent] {
    try connection.statement(FileRuns.all).map(extent)
  }

  /// The bytes of a run in the file.
  func bytes(of extent: RunExtent) throws -> [UInt8] {
    let points = try storedPoints()
    try points.bind(extent.row, at: 1)
    guard let bytes = try points.first({ $0.bytes(0) }) else { throw damaged() }
    return bytes
  }
}
