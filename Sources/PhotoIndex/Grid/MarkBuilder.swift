internal import Geography

/// Collects points cell by cell.
///
/// The grid's order visits a cell only once, so one open cell is all there is to remember.
struct MarkBuilder {
  private var marks: [MapMark] = []
  private var photoCount = 0
  private var cell: TileCoordinate?
  private var summary = PointSummary()
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Whether there are more marks than the limit.
  var isFull: Bool { marks.count > limit }

  /// Adds those of a run's points that pass a filter, each to its cell of a zoom level.
  mutating func add(
    _ run: GridRun, _ extent: RunExtent, _ range: Range<Int>, level: Int, where filter: PointFilter
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      // Keys take long to compute, and most runs lie in one cell.
      let key = start == 0 ? extent.first.key : run.key(start)
      let cell = TileCoordinate(zoom: level, holding: key)
      let last = cell.keys.upperBound
      var end = range.upperBound
      if extent.last.key > last { end = min(end, run.end(of: last, from: start)) }
      // In a damaged run no point may be where its entry says; going on is what matters then.
      end = max(end, start + 1)
      add(run, start..<end, to: cell, where: filter)
      start = end
    }
  }

  private mutating func add(
    _ run: GridRun, _ indices: Range<Int>, to cell: TileCoordinate, where filter: PointFilter
  ) {
    begin(cell)
    summary.add(run, filter.selection(of: run, in: indices))
  }

  /// Adds photos that have been summed up before.
  mutating func add(_ photos: PointSummary, to cell: TileCoordinate) {
    begin(cell)
    summary.merge(photos)
  }

  mutating func finished(zoom: Int) -> MapMarks? {
    close()
    return isFull ? nil : MapMarks(zoom: zoom, marks: marks, photoCount: photoCount)
  }

  private mutating func begin(_ next: TileCoordinate) {
    guard cell != next else { return }
    close()
    cell = next
  }

  private mutating func close() {
    if let cell, let mark = summary.mark(in: cell) {
      marks.append(mark)
      photoCount += summary.count
    }
    cell = nil
    summary = PointSummary()
  }
}
