internal import Geography

/// Builds what a privacy filter makes of a source.
struct RedactedGridBuilder {
  /// Consecutive points in the order of the grid: a stored run, or the rest of one.
  private enum Piece {
    case stored(RunExtent)
    case changed([IndexedPoint])

    /// Where it begins.
    var first: GridPosition? {
      switch self {
      case .stored(let extent): extent.first
      case .changed(let points): points.first?.position
      }
    }
  }

  private let reader: GridReader
  private let test: PrivacyTest
  private var pieces: [Piece] = []
  private var newcomers: [(position: GridPosition, point: IndexedPoint)] = []
  private var moved = PhotoSet()
  private var untimed = PhotoSet()
  private var extents: [RunExtent] = []
  private var made: [Int: [UInt8]] = [:]
  private var changes = RedactedTiles()

  init(_ privacy: PrivacyFilter, _ reader: GridReader) {
    test = PrivacyTest(privacy)
    if privacy.everywhere != nil { changes.addAll() }
    self.reader = reader
  }

  /// Reads the runs that the privacy filter touches, and rebuilds them.
  ///
  /// `clocks` has the times on the clocks of those moved photos whose UTC offset was derived from the position.
  mutating func build(clocks: (PhotoSet) throws -> [Int64: Int64]) throws -> RedactedGrid {
    for extent in try storedExtents() {
      if test.hidesAll(of: extent), RedactedTiles.isOne(extent) {
        changes.add(extent.first.key)
      } else if test.mayTouch(extent) {
        try reader.withRun(extent) { run in try takeApart(run, extent) }
      } else {
        pieces.append(.stored(extent))
      }
    }
    if !newcomers.isEmpty { set(try clocks(moved)) }
    newcomers.sort { $0.position < $1.position }
    try join()
    return RedactedGrid(
      CachedRuns(extents, made: made), moved: moved, untimed: untimed, changes.finished(), test)
  }

  private func storedExtents() throws -> [RunExtent] {
    var runs = try reader.source.runs(.ends)
    defer { runs.close() }
    var extents: [RunExtent] = []
    try runs.seek(.first)
    while let run = try runs.next() { extents.append(run) }
    return extents
  }

  private mutating func takeApart(_ run: GridRun, _ extent: RunExtent) throws {
    var rest: [IndexedPoint] = []
    for index in 0..<run.count {
      var point = run.point(index)
      guard
        let place = Coordinate(latitudeE7: point.latitudeE7, longitudeE7: point.longitudeE7)
      else { throw reader.damaged() }
      switch test.position(of: place) {
      case .exact: rest.append(point)
      case .hidden: changes.add(point.key)
      case .moved(let place):
        moved.insert(point.id)
        changes.add(point.key)
        (point.longitudeE7, point.latitudeE7) = (place.longitudeE7, place.latitudeE7)
        changes.add(point.key)
        newcomers.append((point.position, point))
      }
    }
    if rest.count == run.count {
      pieces.append(.stored(extent))
    } else if !rest.isEmpty {
      pieces.append(.changed(rest))
    }
  }

  /// Gives photos whose UTC offset was derived from the position the time on the camera's clock.
  private mutating func set(_ clocks: [Int64: Int64]) {
    for index in newcomers.indices {
      guard let clock = clocks[newcomers[index].point.id] else { continue }
      newcomers[index].point.time = clock
      newcomers[index].point.offset = 0
      untimed.insert(newcomers[index].point.id)
    }
  }

  /// Inserts the moved points among the others.
  private mutating func join() throws {
    var rest = newcomers[...]
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1].first : nil
      let end =
        next.map { next in rest.partitioningIndex { $0.position > next } } ?? rest.endIndex
      let coming = rest[rest.startIndex..<end]
      rest = rest[end...]
      if case .stored(let extent) = piece, coming.isEmpty {
        extents.append(extent)
      } else {
        append(Self.merged(try points(of: piece), coming.map(\.point)))
      }
    }
    append(rest.map(\.point))
  }

  private func points(of piece: Piece) throws -> [IndexedPoint] {
    switch piece {
    case .stored(let extent):
      try reader.withRun(extent) { run in run.points }
    case .changed(let points): points
    }
  }

  private static func merged(_ some: [IndexedPoint], _ others: [IndexedPoint]) -> [IndexedPoint] {
    guard !others.isEmpty else { return some }
    return (some + others).map { ($0.position, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Cuts points into runs.
  private mutating func append(_ points: [IndexedPoint]) {
    var rest = points[...]
    while let first = rest.first {
      let part = rest.prefix(GridRun.capacity)
      rest = rest.dropFirst(part.count)
      made[extents.count] = GridRun.encode(part)
      extents.append(
        RunExtent(
          row: nil, first: first.position, last: (part.last ?? first).position, count: part.count))
    }
  }
}
