public import Geography
internal import PhotoFacts

extension GridReader {
  /// The points that pass a filter, by time, after a position in that order; undated ones come last.
  ///
  /// Costs one pass over the box, or for a large box the rows of the calendar and the points of a few days. `cell`
  /// limits the page to one tile, whatever the filter's box.
  public func pins(
    _ filter: GridFilter, in cell: TileCoordinate? = nil, newestFirst: Bool,
    after start: TimePosition? = nil, skipping offset: Int = 0, limit: Int
  ) throws -> PinPage<TimePosition> {
    var page = TimePage(
      capacity: offset + min(limit, Int.max / 4) + 1, newestFirst: newestFirst, after: start)
    if let cell {
      let keys = cell.keys
      try pass(
        over: GridRegion(cell), from: keys.lowerBound, through: keys.upperBound, into: &page
      ) { page, run, extent in
        page.add(run, filter.selection(of: run, in: run.range(of: keys, extent)))
      }
    } else if try !hasCalendar || countAround(filter.box) <= mostWalked {
      try addChosen(filter, to: &page) { $0.add($1, $2) }
    } else {
      try addByDay(filter.boundedByLocalTime, newestFirst: newestFirst, after: start, to: &page)
    }
    return page.finished(skipping: offset, limit: limit)
  }
}

// Uses the calendar, one window of days after the other, until the page is full.
extension GridReader {
  /// Fills an empty page.
  ///
  /// Only reading a window's points shows how many pass, so each window has about four times as many photos as
  /// the one before. If the windows would cost half of a pass over the box, one pass fills the page instead.
  private func addByDay(
    _ filter: GridFilter, newestFirst: Bool, after start: TimePosition?, to page: inout TimePage
  ) throws {
    let empty = page
    var budget = try countAround(filter.box) / 2
    var rest: GridFilter? = filter
    if let start { rest = filter.following(start, newestFirst: newestFirst) }
    var goal = firstWindow
    while let open = rest, !page.isFull() {
      guard let window = try nextWindow(open, newestFirst: newestFirst, photos: goal) else { break }
      for extent in window.cells.values where budget >= 0 { budget -= try countAround(extent) }
      guard budget >= 0 else {
        page = empty
        return try addChosen(filter, to: &page) { $0.add($1, $2) }
      }
      try add(open.with(time: window.span), in: window, to: &page)
      rest = open.after(window.span, newestFirst: newestFirst)
      goal *= 4
    }
    guard filter.time == nil, !page.isFull() else { return }
    try addChosen(filter.undated, to: &page) { $0.add($1, $2) }
  }

  /// Consecutive days, and the extents of their photos.
  ///
  /// For each cell of the calendar it has the box around those photos of these days that can be in the filter's box.
  private struct Window {
    var span: TimeSpan
    var cells: [TileCoordinate: BoundingBox] = [:]
  }

  /// The next days of a filter's span that have about `photos` photos around its box.
  private func nextWindow(_ filter: GridFilter, newestFirst: Bool, photos: Int) throws -> Window? {
    let open = filter.time ?? .open
    guard open.from ?? .min <= open.through ?? .max, let days = filter.daysOfSpan else {
      return nil
    }
    var window = Window(span: open)
    var count = 0
    try walkDays(in: days, newestFirst: newestFirst) { _ in
      true
    } cell: { cell in
      guard let extent = cell.summary.extent else { throw damaged() }
      guard filter.box?.touches(extent) ?? true else { return }
      count += cell.summary.count
      let inside = filter.box?.intersection(extent) ?? extent
      window.cells[cell.cell] = window.cells[cell.cell]?.union(inside) ?? inside
    } endOfDay: { day in
      guard count >= photos else { return .on }
      let wholeDays = GridDay.span(of: day)
      if newestFirst {
        window.span.from = wholeDays.from
      } else {
        window.span.through = wholeDays.through
      }
      return .stop
    }
    window.span = window.span.intersection(open)
    return count > 0 ? window : nil
  }

  /// Passes the photos of a window to the page, cell by cell.
  private func add(_ filter: GridFilter, in window: Window, to page: inout TimePage) throws {
    for (cell, extent) in window.cells {
      try forEachPiece(of: cell, in: GridRegion(extent)) { run, _, range in
        page.add(run, filter.selection(of: run, in: range))
      }
    }
  }
}

extension GridFilter {
  /// This filter, limited to the moments at which a camera can have shown its `localTime`.
  ///
  /// Clocks are at most a day from UTC.
  fileprivate var boundedByLocalTime: GridFilter {
    guard let localTime else { return self }
    let day = GridDay.milliseconds
    let around = TimeSpan(
      from: localTime.from.map { $0 < .min + day ? .min : $0 - day },
      through: localTime.through.map { $0 > .max - day ? .max : $0 + day })
    return with(time: time?.intersection(around) ?? around)
  }

  /// This filter, limited to what comes at or after a position of a listing by time.
  ///
  /// Returns nil if only undated photos come there.
  fileprivate func following(_ position: TimePosition, newestFirst: Bool) -> GridFilter? {
    guard let time = position.time(newestFirst: newestFirst) else { return nil }
    return narrowed(
      to: newestFirst ? TimeSpan(from: nil, through: time) : TimeSpan(from: time, through: nil))
  }

  /// This filter, limited to what comes after a span in a listing by time; nil if no photo can.
  fileprivate func after(_ span: TimeSpan, newestFirst: Bool) -> GridFilter? {
    if newestFirst {
      guard let from = span.from, from > .min else { return nil }
      return narrowed(to: TimeSpan(from: nil, through: from - 1))
    }
    guard let through = span.through, through < .max else { return nil }
    return narrowed(to: TimeSpan(from: through + 1, through: nil))
  }

  private func narrowed(to span: TimeSpan) -> GridFilter {
    with(time: time?.intersection(span) ?? span)
  }
}

extension BoundingBox {
  /// The box around both; neither may cross the antimeridian.
  func union(_ other: BoundingBox) -> BoundingBox {
    var both = self
    both.formUnion(longitudeE7: other.westE7, latitudeE7: other.southE7)
    both.formUnion(longitudeE7: other.eastE7, latitudeE7: other.northE7)
    return both
  }

  /// A box that contains the common positions of this box and another, which touches it and does not cross the
  /// antimeridian.
  fileprivate func intersection(_ other: BoundingBox) -> BoundingBox {
    guard !crossesAntimeridian,
      let lowest = Coordinate(
        latitudeE7: max(southE7, other.southE7), longitudeE7: max(westE7, other.westE7)),
      let highest = Coordinate(
        latitudeE7: min(northE7, other.northE7), longitudeE7: min(eastE7, other.eastE7))
    else { return other }
    return BoundingBox(west: lowest, south: lowest, east: highest, north: highest)
  }
}
