internal import Geography

/// Collects points cell by cell.
///
/// The order of the grid visits each cell only once, so points are only ever added to the last cell. If there
/// are more cells than the limit, the level becomes coarser and cells merge, so nothing is read twice.
struct MarkBuilder: Mergeable {
  /// The zoom level of the cells.
  private(set) var level: Int

  private var cells: [CellSummary] = []
  private var open: TileCoordinate?
  private var summary = PointSummary()
  private let limit: Int

  init(level: Int, limit: Int) {
    self.level = level
    self.limit = limit
  }

  var emptied: MarkBuilder { MarkBuilder(level: level, limit: limit) }

  mutating func merge(_ later: MarkBuilder) {
    var later = later
    later.close()
    close()
    while level > later.level { coarsen() }
    for cell in later.cells { append(cell) }
    close()
  }

  /// Adds the points of a run that pass a filter.
  mutating func add(
    _ run: GridRun, _ extent: RunExtent, _ range: Range<Int>, where filter: GridFilter
  ) {
    var rest = filter.selection(of: run, in: range)
    while let start = rest.first {
      // Keys are slow to compute, and most runs lie in one cell.
      let key = start == 0 ? extent.first.key : run.key(start)
      let cell = TileCoordinate(zoom: level, holding: key)
      let last = cell.keys.upperBound
      var end = range.upperBound
      if extent.last.key > last { end = min(end, run.end(of: last, from: start)) }
      // The points of a damaged run may contradict its extent; the loop must advance even then.
      let part = rest.removePrefix(end: max(end, start + 1))
      begin(cell)
      summary.add(run, part)
    }
  }

  /// Adds photos that are summed up already, all of which are in the cell of a key.
  mutating func add(_ photos: PointSummary, at key: GridKey) {
    begin(TileCoordinate(zoom: level, holding: key))
    summary.merge(photos)
  }

  /// The marks, in the order of the grid.
  mutating func finished() -> MapMarks {
    close()
    let marks = cells.compactMap { $0.summary.mark(in: $0.cell) }
    return MapMarks(
      zoom: level - Cluster.levelsBelowZoom, marks: marks,
      photoCount: cells.reduce(0) { $0 + $1.summary.count })
  }

  private mutating func begin(_ next: TileCoordinate) {
    guard open != next else { return }
    close()
    open = next
  }

  private mutating func close() {
    if let open, summary.count > 0 { append(CellSummary(cell: open, summary: summary)) }
    open = nil
    summary = PointSummary()
    while cells.count > limit, level > Cluster.levelsBelowZoom { coarsen() }
  }

  /// Adds a cell, or merges it with the last one if both are the same.
  ///
  /// They can be the same after the level has become coarser.
  private mutating func append(_ next: CellSummary) {
    let cell = TileCoordinate(zoom: level, holding: next.cell.keys.lowerBound)
    if let last = cells.last, last.cell == cell {
      cells[cells.count - 1].summary.merge(next.summary)
    } else {
      cells.append(CellSummary(cell: cell, summary: next.summary))
    }
  }

  private mutating func coarsen() {
    let finer = cells
    level -= 1
    cells.removeAll(keepingCapacity: true)
    for cell in finer { append(cell) }
  }
}
