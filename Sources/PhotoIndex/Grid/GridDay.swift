internal import Geography

/// The calendar of the grid: for each day (UTC) what is known of its photos, cell by cell.
///
/// Where a question has a span of time and many photos, the days inside the span are added up, and
/// only of the first and the last are points read, from the box around each cell's photos of that
/// day. Photos that are not dated are in no day.
enum GridDay {
  /// The zoom level of the cells; coarser ones are added up from them.
  static let zoom = 6

  static let milliseconds: Int64 = 86_400_000

  /// The day that holds a moment on the time line.
  static func day(of time: Int64) -> Int64 {
    time / milliseconds - (time % milliseconds < 0 ? 1 : 0)
  }

  /// The first moment of a day, or the first there is.
  static func start(of day: Int64) -> Int64 {
    let (start, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    return overflow ? .min : start
  }

  /// The span of a day; open where its end is beyond what numbers can say.
  static func span(of day: Int64) -> TimeSpan {
    let (first, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    guard !overflow else { return TimeSpan(from: nil, through: nil) }
    let (last, isBeyond) = first.addingReportingOverflow(milliseconds - 1)
    return TimeSpan(from: first, through: isBeyond ? nil : last)
  }

  /// The days a span touches.
  static func days(of span: TimeSpan) -> ClosedRange<Int64>? {
    let first = day(of: span.from ?? .min)
    let last = day(of: span.through ?? .max)
    return first <= last ? first...last : nil
  }
}

extension IndexReader {
  /// Visits the days with photos in a range of days, with what is known of each of their cells.
  func forEachDay(
    in days: ClosedRange<Int64>, _ body: (Int64, [CellSummary]) throws -> Void
  ) throws {
    try walkDays(in: days, newestFirst: false) { day, cells in
      try body(day, cells)
      return .on
    }
  }

  /// Visits the days with photos in a range of days from either end, until `body` has enough.
  func walkDays(
    in days: ClosedRange<Int64>, newestFirst: Bool,
    _ body: (Int64, [CellSummary]) throws -> Walk
  ) throws {
    let rows = try connection.statement(
      newestFirst
        ? "SELECT day, cells FROM grid_day WHERE day BETWEEN ?1 AND ?2 ORDER BY day DESC"
        : "SELECT day, cells FROM grid_day WHERE day BETWEEN ?1 AND ?2 ORDER BY day")
    defer { rows.reset() }
    try rows.bind(days.lowerBound, days.upperBound)
    while try rows.step() {
      let cells = unsafe rows.withBytes(1) { bytes in
        unsafe CellSummaryList.decode(bytes, zoom: GridDay.zoom, in: .world)
      }
      guard let cells, !cells.isEmpty else { throw damaged() }
      if try body(rows.integer(0), cells) == .stop { return }
    }
  }

  /// Whether a question is answered sooner from the days of its span than from the runs of its box.
  ///
  /// A row of a day takes about as long as reading so many points.
  func isQuickerByDay(_ filter: PhotoFilter) throws -> Bool {
    guard hasCalendar, filter.isOnlyABoxAndTime, let span = filter.time,
      let asked = GridDay.days(of: span)
    else { return false }
    guard let first = try connection.integer("SELECT min(day) FROM grid_day"),
      let last = try connection.integer("SELECT max(day) FROM grid_day"), first <= last,
      asked.overlaps(first...last)
    else { return true }
    let days = asked.clamped(to: first...last)
    var box = filter
    box.time = nil
    let pointsOfADay = 30.0
    return Double(try count(box)) > pointsOfADay * Double(days.upperBound - days.lowerBound + 1)
  }

  /// Adds up the photos of a box and a span of time from the days of the span.
  ///
  /// `whole` gets what is known of a cell on a day whose photos are all asked for, `points` those
  /// photos that had to be looked at and pass.
  func forEachDayPart(
    of filter: PhotoFilter, whole: (CellSummary) throws -> Void,
    points: (GridRun, PointSelection) throws -> Void
  ) throws {
    guard let span = filter.time, let days = GridDay.days(of: span) else { return }
    var edges: [(day: Int64, cell: CellSummary)] = []
    try forEachDay(in: days) { day, cells in
      for cell in cells {
        guard let extent = cell.summary.extent else { throw damaged() }
        if let box = filter.box, !box.touches(extent) { continue }
        guard cell.summary.earliest <= span.through ?? .max,
          cell.summary.latest >= span.from ?? .min
        else { continue }
        if cell.summary.earliest >= span.from ?? .min, cell.summary.latest <= span.through ?? .max,
          filter.box?.contains(extent) ?? true
        {
          try whole(cell)
        } else {
          edges.append((day, cell))
        }
      }
    }
    for edge in edges { try read(edge.cell, on: edge.day, filter, span, points) }
  }

  private func read(
    _ cell: CellSummary, on day: Int64, _ filter: PhotoFilter, _ span: TimeSpan,
    _ body: (GridRun, PointSelection) throws -> Void
  ) throws {
    guard let extent = cell.summary.extent else { throw damaged() }
    var rest = filter
    rest.time = TimeSpan(
      from: max(span.from ?? .min, cell.summary.earliest),
      through: min(span.through ?? .max, cell.summary.latest))
    let points = try prepared(rest)
    try forEachPiece(of: cell.cell, in: GridRegion(extent)) { run, _, range in
      try body(run, points.selection(of: run, in: range))
    }
  }
}

extension IndexReader {
  func countByDay(_ filter: PhotoFilter) throws -> Int {
    var count = 0
    try forEachDayPart(of: filter) {
      count += $0.summary.count
    } points: {
      count += $1.count
    }
    return count
  }

  /// Adds the photos of a box and a span of time; the level must not be below that of the days.
  func addDays(of filter: PhotoFilter, _ level: Int, to builder: inout MarkBuilder) throws {
    let shift = UInt64(GridKey.bits - 2 * level)
    var cells = [PointSummary](repeating: PointSummary(), count: 1 << (2 * level))
    try forEachDayPart(of: filter) { part in
      cells[Int(part.cell.keys.lowerBound.rawValue >> shift)].merge(part.summary)
    } points: { run, chosen in
      for index in chosen { cells[Int(run.key(index).rawValue >> shift)].add(run, index) }
    }
    for (number, summary) in cells.enumerated() where summary.count > 0 {
      let key = GridKey(rawValue: UInt64(number) << shift)
      builder.add(summary, to: TileCoordinate(zoom: level, holding: key))
    }
  }
}
