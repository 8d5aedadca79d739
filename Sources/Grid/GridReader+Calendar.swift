internal import Geography
internal import PhotoFacts

/// How to answer a query about a box and a time span from the calendar.
///
/// Cells of the calendar whose photos are all in the box are added up from the rows of the days. Points are
/// read, in one pass, for the rest of the box and for the days that the span cuts. So only points near the
/// edges are read, each once.
struct CalendarPlan {
  /// Tiles no smaller than a cell of the calendar, all of whose photos are in the box.
  private(set) var whole: [TileCoordinate] = []

  /// How many photos these have, dated or not.
  private(set) var wholeCount = 0

  /// Tiles that may also have photos outside the box, or too few photos to be divided.
  private(set) var cut: [TileCoordinate] = []

  /// For each cell of the calendar, in the order of the grid: whether it is in a whole tile.
  private var isWhole = [Bool](repeating: false, count: 1 << (2 * GridDay.zoom))

  /// Whether a cell of the calendar, given by its first key, is in a whole tile.
  func isWhole(_ key: GridKey) -> Bool { isWhole(DayCountList.number(key)) }

  /// Whether a cell of the calendar, given by its number, is in a whole tile.
  @inline(__always)
  func isWhole(_ number: Int) -> Bool { isWhole[number] }

  fileprivate mutating func addWhole(_ tile: TileCoordinate, count: Int) {
    whole.append(tile)
    wholeCount += count
    let keys = tile.keys
    let cells = DayCountList.number(keys.lowerBound)...DayCountList.number(keys.upperBound)
    for cell in cells { isWhole[cell] = true }
  }

  fileprivate mutating func addCut(_ tile: TileCoordinate) { cut.append(tile) }
}

extension GridReader {
  /// Plans how to answer from the calendar; returns nil if one pass over the points of the box costs less.
  ///
  /// Both ways read the points of the cells that the box cuts. So this compares the number of photos in whole
  /// cells with the rows of the days.
  func calendarPlan(
    for filter: GridFilter, reading column: CalendarColumn
  ) throws -> CalendarPlan? {
    guard try hasCalendar, filter.isOnlyABoxAndTime else { return nil }
    let plan = try calendarPlan(of: filter.box)
    return try hasFewRows(filter.daysOfSpan, column, than: plan.wholeCount) ? plan : nil
  }

  /// Divides a box into whole and cut tiles.
  func calendarPlan(of box: BoundingBox?) throws -> CalendarPlan {
    var plan = CalendarPlan()
    var starts: [TileCoordinate] = []
    for tile in GridRegion(box ?? .world).startingTiles {
      // Even a small box may contain all photos of a cell, so the division starts above the cells.
      let zoom = min(tile.zoom, GridDay.zoom - 1)
      let start = TileCoordinate(zoom: zoom, holding: tile.keys.lowerBound)
      if starts.last != start, !starts.contains(start) { starts.append(start) }
    }
    for tile in starts { try divide(tile, box, &plan) }
    return plan
  }

  private func divide(
    _ tile: TileCoordinate, _ box: BoundingBox?, _ plan: inout CalendarPlan
  ) throws {
    guard let quarters = try quarters(of: tile) else { return plan.addCut(tile) }
    for quarter in quarters {
      guard let extent = quarter.summary.extent else { throw damaged() }
      if let box, !box.touches(extent) { continue }
      if box?.contains(extent) ?? true {
        plan.addWhole(quarter.cell, count: quarter.summary.count)
      } else if quarter.cell.zoom < GridDay.zoom,
        GridPyramid.isDivided(quarter.cell, count: quarter.summary.count)
      {
        try divide(quarter.cell, box, &plan)
      } else {
        plan.addCut(quarter.cell)
      }
    }
  }

  /// Whether reading the rows of these days is faster than reading this many points.
  private func hasFewRows(
    _ days: ClosedRange<Int64>?, _ column: CalendarColumn, than points: Int
  ) throws -> Bool {
    let pointsOfRow: Int64 = 40
    let pointsOfByte: Int64 = 20
    let most = Int64(points) / pointsOfRow
    guard let days, most > 0 else { return false }
    let (rows, bytes) = try source.size(of: days, column, limit: most + 1)
    return rows * pointsOfRow + bytes / pointsOfByte <= Int64(points)
  }

  /// Adds up the photos of a box and a time span according to a plan.
  ///
  /// `whole` gets the summary of each cell and day whose photos all pass; `points` gets the points that had to
  /// be read and pass. Without a span, undated photos of whole tiles are in neither.
  func addParts<Sum: Mergeable>(
    of filter: GridFilter, _ plan: CalendarPlan, to sum: inout Sum,
    whole: (inout Sum, CalendarCell) -> Void, points: ChosenAdder<Sum>
  ) throws {
    var edges: [GridKey: [CalendarCell]] = [:]
    if let days = filter.daysOfSpan {
      try walkCells(of: filter, plan, on: days, &edges) { whole(&sum, $0) }
    }
    try addPoints(of: filter, plan, edges, to: &sum, points)
  }

  /// Does the same as `addParts`, for sums that need only the number of photos on most days.
  ///
  /// `whole` gets the cells of the first and the last day, whose moments are the ends of a timeline; `counted`
  /// gets the days between them.
  func addCounts<Sum: Mergeable>(
    of filter: GridFilter, _ plan: CalendarPlan, to sum: inout Sum,
    whole: (inout Sum, CalendarCell) -> Void, counted: (inout Sum, DayCount) -> Void,
    points: ChosenAdder<Sum>
  ) throws {
    var edges: [GridKey: [CalendarCell]] = [:]
    if let days = filter.daysOfSpan {
      let inner = filter.uncutDays(of: days)
      let counts = try inner.map { try dayCounts(in: $0) { plan.isWhole($0) } } ?? []
      var single = Set(inner == nil ? [] : [counts.first?.day, counts.last?.day].compactMap { $0 })
      for count in counts where !single.contains(count.day) { counted(&sum, count) }
      if let inner {
        // Because of the cameras' clocks, the span may cut up to three days at each end.
        single.formUnion(days.lowerBound..<inner.lowerBound)
        single.formUnion((inner.upperBound..<days.upperBound).map { $0 + 1 })
        for day in single {
          try walkCells(of: filter, plan, on: day...day, &edges) { whole(&sum, $0) }
        }
      } else {
        try walkCells(of: filter, plan, on: days, &edges) { whole(&sum, $0) }
      }
    }
    try addPoints(of: filter, plan, edges, to: &sum, points)
  }

  /// Visits the cells that are whole in box and span, and collects those that the span cuts.
  private func walkCells(
    of filter: GridFilter, _ plan: CalendarPlan, on days: ClosedRange<Int64>,
    _ edges: inout [GridKey: [CalendarCell]], _ whole: (CalendarCell) -> Void
  ) throws {
    try walkDays(in: days, newestFirst: false) {
      plan.isWhole($0)
    } cell: { cell in
      switch filter.coverage(of: cell) {
      case .whole: whole(cell)
      case .part: edges[cell.key, default: []].append(cell)
      case .none: break
      }
    } endOfDay: { _ in
      .on
    }
  }

  /// Adds up the points of the tiles that the box cuts, and of the cells that the span cuts.
  private func addPoints<Sum: Mergeable>(
    of filter: GridFilter, _ plan: CalendarPlan, _ edges: [GridKey: [CalendarCell]],
    to sum: inout Sum, _ add: ChosenAdder<Sum>
  ) throws {
    let region = filter.region
    for tile in plan.cut {
      try forEachPiece(of: tile, in: region) { run, _, range in
        add(&sum, run, filter.selection(of: run, in: range))
      }
    }
    for cells in edges.sorted(by: { $0.key < $1.key }) {
      try addEdges(cells.value, of: filter, to: &sum, add)
    }
  }

  /// Adds up, in one pass, the points of a cell that pass on the days that the spans cut.
  ///
  /// Those are the days around the beginning and the end.
  private func addEdges<Sum: Mergeable>(
    _ cells: [CalendarCell], of filter: GridFilter, to sum: inout Sum, _ add: ChosenAdder<Sum>
  ) throws {
    guard let keys = cells.first?.cell.keys else { return }
    let filters = cells.map { cell in
      GridFilter(
        time: TimeSpan(from: cell.summary.earliest, through: cell.summary.latest)
          .intersection(filter.time ?? .open),
        // Photos of the same moments, but with another day on their cameras, are in another cell.
        localTime: GridDay.span(of: cell.localDay).intersection(filter.localTime ?? .open))
    }
    let boxes = try cells.map { cell in
      guard let extent = cell.summary.extent else { throw damaged() }
      return extent
    }
    try pass(
      over: GridRegion(boxes), from: keys.lowerBound, through: keys.upperBound, into: &sum
    ) { sum, run, extent in
      var chosen = PointSelection()
      let range = run.range(of: keys, extent)
      for filter in filters { chosen.formUnion(filter.selection(of: run, in: range)) }
      add(&sum, run, chosen)
    }
  }
}

extension GridFilter {
  /// The days (UTC) on which photos in the spans can have been taken; nil if there are none.
  var daysOfSpan: ClosedRange<Int64>? {
    guard let days = GridDay.days(of: time ?? .open),
      let local = GridDay.days(of: localTime ?? .open)
    else { return nil }
    // Cameras' clocks are at most a day from UTC.
    let around = (local.lowerBound - 1)...(local.upperBound + 1)
    return days.overlaps(around) ? days.clamped(to: around) : nil
  }

  /// Of these days, those on which every dated photo is in the spans; nil if there are none.
  fileprivate func uncutDays(of days: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    var (first, last) = (days.lowerBound, days.upperBound)
    if let from = time?.from {
      let day = GridDay.day(of: from)
      first = max(first, GridDay.start(of: day) == from ? day : day + 1)
    }
    if let through = time?.through {
      let day = GridDay.day(of: through)
      last = min(last, GridDay.span(of: day).through == through ? day : day - 1)
    }
    // Cameras' clocks may show the day before or after.
    if let from = localTime?.from { first = max(first, GridDay.day(of: from) + 2) }
    if let through = localTime?.through { last = min(last, GridDay.day(of: through) - 2) }
    return first <= last ? first...last : nil
  }

  fileprivate enum Coverage { case whole, part, none }

  /// Whether all, some or no photos of a cell of the calendar are in the spans.
  fileprivate func coverage(of cell: CalendarCell) -> Coverage {
    let (earliest, latest) = (cell.summary.earliest, cell.summary.latest)
    var coverage = Coverage.whole
    if let time {
      let (from, through) = (time.from ?? .min, time.through ?? .max)
      guard earliest <= through, latest >= from else { return .none }
      if earliest < from || latest > through { coverage = .part }
    }
    if let localTime {
      let day = GridDay.span(of: cell.localDay)
      let (from, through) = (localTime.from ?? .min, localTime.through ?? .max)
      guard day.from ?? .min <= through, day.through ?? .max >= from else { return .none }
      if day.from ?? .min < from || day.through ?? .max > through { coverage = .part }
    }
    return coverage
  }
}

/// How many photos the wanted cells have on a day (UTC), of those whose cameras showed the same day.
struct DayCount {
  var day: Int64
  var localDay: Int64
  var count: Int
}

// The rows of the calendar.
extension GridReader {
  /// Counts the photos of the wanted cells on each day of a range that has any, in order.
  func dayCounts(in days: ClosedRange<Int64>, where isWanted: (Int) -> Bool) throws -> [DayCount] {
    var counts: [DayCount] = []
    try unsafe source.forEachRow(of: days, .counts, newestFirst: false) { day, bytes in
      unsafe counted.days &+= 1
      unsafe counted.dayCounts &+= DayCountList.count(bytes.count)
      guard let sums = unsafe DayCountList.sums(bytes, where: isWanted) else { throw damaged() }
      for shift in sums.indices where sums[shift] > 0 {
        counts.append(DayCount(day: day, localDay: day &+ Int64(shift) &- 1, count: sums[shift]))
      }
      return .on
    }
    return counts
  }

  /// Visits the days with photos in a range of days, with the summaries of their cells.
  public func forEachDay(
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
    try unsafe source.forEachRow(of: days, .cells, newestFirst: newestFirst) { day, bytes in
      unsafe counted.days &+= 1
      unsafe counted.dayCells &+= CellSummaryList.count(bytes.count)
      let isList = try unsafe CellSummaryList.forEach(
        bytes, zoom: GridDay.zoom, in: .world, highestTag: CalendarCell.highestTag,
        where: isWanted
      ) { key, tag, summary in
        // A cell of the calendar has only dated photos.
        guard summary.earliest <= summary.latest else { throw damaged() }
        try body(CalendarCell(day: day, key, tag: tag, summary))
      }
      guard isList, bytes.count > 0 else { throw damaged() }
      return try endOfDay(day)
    }
  }
}
