public import Geography
public import PhotoFacts

/// The calendar of the grid: for each day (UTC) the summaries of its photos, cell by cell.
///
/// If the camera's clock showed the day before or after, the photos of a cell have a summary of their own. So
/// the calendar can count days by either clock. The counts of all cells are also stored separately, before the
/// summaries, see `DayCountList`.
///
/// If most photos of a query lie in whole cells, their days are added up, see `CalendarPlan`.
/// Undated photos are in no day.
public enum GridDay {
  /// The zoom level of the cells; coarser cells are sums of these.
  public static let zoom = 6

  /// The length of a day.
  public static let milliseconds: Int64 = 86_400_000

  /// The day that holds a moment on the time line.
  public static func day(of time: Int64) -> Int64 {
    time / milliseconds - (time % milliseconds < 0 ? 1 : 0)
  }

  /// The first moment of a day, or the earliest that can be represented.
  public static func start(of day: Int64) -> Int64 {
    let (start, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    return overflow ? .min : start
  }

  /// The span of a day; open if a bound cannot be represented.
  public static func span(of day: Int64) -> TimeSpan {
    let (first, overflow) = day.multipliedReportingOverflow(by: milliseconds)
    guard !overflow else { return TimeSpan(from: nil, through: nil) }
    let (last, isBeyond) = first.addingReportingOverflow(milliseconds - 1)
    return TimeSpan(from: first, through: isBeyond ? nil : last)
  }

  /// The days that a span touches; nil if there are none.
  public static func days(of span: TimeSpan) -> ClosedRange<Int64>? {
    let first = day(of: span.from ?? .min)
    let last = day(of: span.through ?? .max)
    return first <= last ? first...last : nil
  }
}

/// The photos of one cell of the calendar on one day (UTC) whose cameras all showed the same day.
public struct CalendarCell {
  /// The day.
  public var day: Int64

  /// The first key of the cell.
  public var key: GridKey

  /// The day that the cameras showed, less `day`: -1, 0 or 1.
  public var shift: Int64

  /// What is known of its photos.
  public var summary: PointSummary

  /// The cell.
  public var cell: TileCoordinate { TileCoordinate(zoom: GridDay.zoom, holding: key) }

  /// The day that the cameras showed.
  public var localDay: Int64 { day + shift }
}

extension CalendarCell {
  static let highestTag: UInt64 = 2

  init(day: Int64, _ key: GridKey, tag: UInt64, _ summary: PointSummary) {
    (self.day, self.key, shift, self.summary) = (day, key, Int64(tag) - 1, summary)
  }

  /// The bytes of a day's row.
  ///
  /// The cells must be in the order of (key, shift).
  public static func encode(_ cells: [CalendarCell]) -> [UInt8] {
    CellSummaryList.encode(cells.map { ($0.key, UInt64($0.shift + 1), $0.summary) })
  }
}
