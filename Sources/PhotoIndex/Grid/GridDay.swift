internal import Geography
internal import Query
internal import PhotoFacts
internal import SQLite

/// The calendar of the grid: for each day (UTC) the summaries of its photos, cell by cell.
///
/// If the camera's clock showed the day before or after, the photos of a cell have a summary of their own. So
/// the calendar can count days by either clock. The counts of all cells are also stored separately, before the
/// summaries, see `DayCountList`.
///
/// If most photos of a query lie in whole cells, their days are added up, see `IndexReader.calendarPlan`.
/// Undated photos are in no day.
enum GridDay {
  /// The zoom level of the cells; coarser cells are sums of these.
  static let zoom = 6

  static let milliseconds: Int64 = 86_400_000

  /// The day that holds a moment on the time line.
  static func day(of time: Int64) -> Int64 {
    time / milliseconds - (time % milliseconds < 0 ? 1 : 0)
  }

  /// The first moment of a day, or the earliest that can be represented.
  static func start(of day: Int64) -> Int64 {
    let (start, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    return overflow ? .min : start
  }

  /// The span of a day; open if a bound cannot be represented.
  static func span(of day: Int64) -> TimeSpan {
    let (first, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    guard !overflow else { return TimeSpan(from: nil, through: nil) }
    let (last, isBeyond) = first.addingReportingOverflow(milliseconds - 1)
    return TimeSpan(from: first, through: isBeyond ? nil : last)
  }

  /// The days that a span touches; nil if there are none.
  static func days(of span: TimeSpan) -> ClosedRange<Int64>? {
    let first = day(of: span.from ?? .min)
    let last = day(of: span.through ?? .max)
    return first <= last ? first...last : nil
  }
}

/// The photos of one cell of the calendar on one day (UTC) whose cameras all showed the same day.
struct CalendarCell {
  var day: Int64

  /// The first key of the cell.
  var key: GridKey

  /// The day that the cameras showed, less `day`: -1, 0 or 1.
  var shift: Int64

  var summary: PointSummary

  var cell: TileCoordinate { TileCoordinate(zoom: GridDay.zoom, holding: key) }

  /// The day that the cameras showed.
  var localDay: Int64 { day + shift }
}

extension CalendarCell {
  fileprivate static let highestTag: UInt64 = 2

  fileprivate init(day: Int64, _ key: GridKey, tag: UInt64, _ summary: PointSummary) {
    (self.day, self.key, shift, self.summary) = (day, key, Int64(tag) - 1, summary)
  }

  /// The bytes of a day's row.
  ///
  /// The cells must be in the order of (key, shift).
  static func encode(_ cells: [CalendarCell]) -> [UInt8] {
    CellSummaryList.encode(cells.map { ($0.key, UInt64($0.shift + 1), $0.summary) })
  }
}

extension IndexReader {
  /// Visits the days with photos in a range of days, with the summaries of their cells.
  func forEachDay(
    in days: ClosedRange<Int64>, _ body: (Int64, [CalendarCell]) throws -> Void
  ) throws {
    var cells: [CalendarCell] = []
    try walkDays(in: days, newestFirst: false) { _ in
      true
    } cell: {
      cells.append($0)
    } endOfDay: { day in
      try body(day, cells)
      cells.removeAll(keepingCapacity: true)
      return .on
    }
  }

  /// Visits the wanted cells of the days in a range, from either end.
  ///
  /// `endOfDay` is called after the cells of each day and decides whether the walk continues.
  func walkDays(
    in days: ClosedRange<Int64>, newestFirst: Bool, where isWanted: (GridKey) -> Bool,
    cell body: (CalendarCell) throws -> Void, endOfDay: (Int64) throws -> Walk
  ) throws {
    let rows = try connection.statement(
      newestFirst
        ? "SELECT day, cells FROM grid_day WHERE day BETWEEN ?1 AND ?2 ORDER BY day DESC"
        : "SELECT day, cells FROM grid_day WHERE day BETWEEN ?1 AND ?2 ORDER BY day")
    defer { rows.reset() }
    try rows.bind(days.lowerBound, days.upperBound)
    while try rows.step() {
      let day = rows.integer(0)
      let isList = try unsafe rows.withBytes(1) { bytes in
        cost.days &+= 1
        cost.dayCells &+= CellSummaryList.count(bytes.count)
        return try unsafe CellSummaryList.forEach(
          bytes, zoom: GridDay.zoom, in: .world, highestTag: CalendarCell.highestTag,
          where: isWanted
        ) { key, tag, summary in
          // A cell of the calendar has only dated photos.
          guard summary.earliest <= summary.latest else { throw damaged() }
          try body(CalendarCell(day: day, key, tag: tag, summary))
        } && !bytes.isEmpty
      }
      guard isList else { throw damaged() }
      if try endOfDay(day) == .stop { return }
    }
  }
}
