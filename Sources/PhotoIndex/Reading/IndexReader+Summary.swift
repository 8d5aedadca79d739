public import Geography
internal import Grid
public import PhotoFacts
public import Query
internal import SQLite

/// How many files the index holds, and how many of them are on the map.
public struct IndexSummary: Hashable, Sendable {
  /// All files.
  public var photos: Int

  /// Those that are on the map.
  public var located: Int

  /// The number of those that are not, by reason; it has every reason.
  public var unlocated: [UnlocatedReason: Int]

  /// Makes totals.
  package init(photos: Int, located: Int, unlocated: [UnlocatedReason: Int]) {
    (self.photos, self.located, self.unlocated) = (photos, located, unlocated)
  }
}

/// The extent of the located photos.
public struct IndexExtent: Hashable, Sendable {
  /// The box around all of them.
  public var box: BoundingBox

  /// The first and the last moment on the time line; nil if no photo is dated.
  public var time: ClosedRange<Int64>?

  /// Makes an extent.
  public init(box: BoundingBox, time: ClosedRange<Int64>?) { (self.box, self.time) = (box, time) }
}

/// A file that is not on the map.
public struct UnlocatedFile: Hashable, Sendable {
  /// Where it is.
  public var file: FilePath

  /// Why it is not on the map.
  public var reason: UnlocatedReason

  /// Details of the reason, if there are any.
  public var detail: String?

  /// The format of its content, if known.
  public var format: MediaFormat?
}

extension IndexReader {
  /// The totals, which are cached: each page of a report contains them.
  public func summary() throws -> IndexSummary {
    try caches.summaries.answer(to: EntireIndex(), at: stamp(), countedSummary)
  }

  private func countedSummary() throws -> IndexSummary {
    var unlocated = Dictionary(uniqueKeysWithValues: UnlocatedReason.allCases.map { ($0, 0) })
    let reasons = try connection.statement(
      "SELECT reason, count(*) FROM photo WHERE reason IS NOT NULL GROUP BY reason")
    try reasons.forEachRow { row in
      guard let reason = UnlocatedReason(code: row.integer(0)) else { return }
      unlocated[reason] = Int(row.integer(1))
    }
    let located = Int(try connection.integer("SELECT coalesce(sum(count), 0) FROM grid_run") ?? 0)
    guard (0...1 << 40).contains(located) else { throw damaged() }
    return IndexSummary(
      photos: located + unlocated.values.reduce(0, +), located: located, unlocated: unlocated)
  }

  /// The number of located photos by the source of their position.
  public func sources() throws -> [LocationSource: Int] {
    var counts = [Int](repeating: 0, count: 16)
    try grid.readRuns(in: GridRegion(TileCoordinate.world)) { run, _ in
      for index in 0..<run.count { counts[Int(run.traits(index) >> 4)] += 1 }
      return .on
    }
    let pairs = LocationSource.allCases.map { ($0, counts[Int($0.rawValue)]) }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.1 > 0 })
  }

  /// The box and time span of the located photos that pass a filter; nil if there are none.
  public func extent(_ filter: PhotoFilter = PhotoFilter()) throws -> IndexExtent? {
    let wanted = try prepared(filter.simplified)
    var extent: IndexExtent?
    try grid.readRuns(in: wanted.region) { run, _ in
      let chosen = wanted.selection(of: run, in: 0..<run.count)
      if let part = run.extent(of: chosen) { extent = extent?.union(part) ?? part }
      return .on
    }
    return extent
  }

  /// Visits every file that is not on the map, reason by reason.
  public func forEachUnlocated(_ body: (UnlocatedFile) throws -> Void) throws {
    let rows = try connection.statement(
      """
      SELECT root.path, directory.path, photo.name, photo.reason, photo.detail, photo.format
      FROM photo
      JOIN directory ON directory.id = photo.directory
      JOIN root ON root.id = directory.root
      WHERE photo.reason IS NOT NULL
      ORDER BY photo.reason, root.path, directory.path, photo.name
      """)
    try rows.forEachRow { row in
      let path = FilePath(bytes: row.bytes(1)).appending(row.bytes(2))
      try body(
        UnlocatedFile(
          file: FilePath(bytes: row.bytes(0)).appending(path.bytes),
          reason: UnlocatedReason(code: row.integer(3)) ?? .unreadable, detail: row.text(4),
          format: MediaFormat(code: row.integer(5))))
    }
  }
}

extension IndexExtent {
  fileprivate func union(_ other: IndexExtent) -> IndexExtent {
    var box = box
    box.formUnion(longitudeE7: other.box.westE7, latitudeE7: other.box.southE7)
    box.formUnion(longitudeE7: other.box.eastE7, latitudeE7: other.box.northE7)
    guard let time, let theirs = other.time else {
      return IndexExtent(box: box, time: time ?? other.time)
    }
    let first = min(time.lowerBound, theirs.lowerBound)
    return IndexExtent(box: box, time: first...max(time.upperBound, theirs.upperBound))
  }
}

extension GridRun {
  /// The extent of the chosen points of the run; nil if there are none.
  fileprivate func extent(of chosen: PointSelection) -> IndexExtent? {
    guard let head = chosen.first(where: { _ in true }),
      let first = Coordinate(latitudeE7: latitudeE7(head), longitudeE7: longitudeE7(head))
    else { return nil }
    var box = BoundingBox(around: first)
    var earliest = Int64.max
    var latest = IndexedPoint.undated
    for index in chosen {
      box.formUnion(longitudeE7: longitudeE7(index), latitudeE7: latitudeE7(index))
      let time = time(index)
      guard time != IndexedPoint.undated else { continue }
      earliest = min(earliest, time)
      latest = max(latest, time)
    }
    return IndexExtent(box: box, time: earliest <= latest ? earliest...latest : nil)
  }
}
