public import Geography

extension IndexReader {
  /// How many photos a page in the order of time can skip; paging with cursors has no such limit.
  private static let farthestOffset = 1_000_000

  /// The located photos that pass a filter, in an order, from a cursor of that order on.
  public func pins(
    _ filter: PhotoFilter, in order: PhotoOrder, after cursor: PageCursor? = nil,
    skipping offset: Int = 0, limit: Int
  ) throws -> Page<Pin> {
    guard order != .place else {
      return try pins(filter, after: cursor, skipping: offset, limit: limit)
    }
    let filter = filter.simplified
    var page = try timePage(order, after: cursor, skipping: offset, limit: limit)
    if try !hasCalendar || countAround(filter.box) <= mostWalked {
      try add(filter, in: nil, to: &page)
    } else {
      try addByDay(filter, newestFirst: order == .newestFirst, after: cursor, to: &page)
    }
    return page.finished(skipping: offset, limit: limit, in: order)
  }

  /// The photos of one cell that pass a filter, in an order, from a cursor of that order on.
  public func pins(
    in cell: TileCoordinate, _ filter: PhotoFilter, in order: PhotoOrder,
    after cursor: PageCursor? = nil, skipping offset: Int = 0, limit: Int
  ) throws -> Page<Pin> {
    guard order != .place else {
      return try pins(in: cell, filter, after: cursor, skipping: offset, limit: limit)
    }
    var page = try timePage(order, after: cursor, skipping: offset, limit: limit)
    try add(filter.simplified, in: cell, to: &page)
    return page.finished(skipping: offset, limit: limit, in: order)
  }

  private func timePage(
    _ order: PhotoOrder, after cursor: PageCursor?, skipping offset: Int, limit: Int
  ) throws -> TimePage {
    guard offset <= Self.farthestOffset else {
      throw IndexError(
        .invalidRequest,
        "no more than \(Self.farthestOffset) photos can be skipped in this order; follow the links")
    }
    return TimePage(
      capacity: offset + min(limit, Int.max / 4) + 1, newestFirst: order == .newestFirst,
      after: try timePosition(cursor, order))
  }

  private func timePosition(_ cursor: PageCursor?, _ order: PhotoOrder) throws -> TimePosition? {
    switch cursor?.place {
    case nil: return nil
    case .time(let position, order): return position
    default:
      throw IndexError(.invalidRequest, "the cursor is one of a listing in another order")
    }
  }

  /// Offers all photos that pass, of a cell or of the filter's box, to the page.
  private func add(_ filter: PhotoFilter, in cell: TileCoordinate?, to page: inout TimePage) throws
  {
    let points = try prepared(filter)
    let region = cell.map { GridRegion($0) } ?? GridRegion(filter.box ?? .world)
    try forEachPiece(of: cell ?? .world, in: region) { run, _, range in
      for index in points.selection(of: run, in: range) { page.add(run, index) }
    }
  }
}

// From the calendar's pages, one window of days after the other until the page is full.
extension IndexReader {
  private func addByDay(
    _ filter: PhotoFilter, newestFirst: Bool, after cursor: PageCursor?, to page: inout TimePage
  ) throws {
    var rest: PhotoFilter? = filter
    if case .time(let position, _) = cursor?.place {
      rest = filter.following(position, newestFirst: newestFirst)
    }
    // What of a window's photos passes the rest of the filter shows only when they are read, so
    // each window is a multiple of the one before.
    var goal = 2_000
    while let open = rest, !page.isFull() {
      guard let window = try nextWindow(open, newestFirst: newestFirst, photos: goal) else { break }
      var part = open
      part.time = window.span
      try add(part, in: window, to: &page)
      rest = open.after(window.span, newestFirst: newestFirst)
      goal *= 4
    }
    guard filter.time == nil, !page.isFull() else { return }
    var undated = filter
    undated.condition = .all([.not(.isKnown(.takenAt))] + (filter.condition.map { [$0] } ?? []))
    try add(undated, in: nil, to: &page)
  }

  /// Days in a row, and for each cell of the calendar the box around its photos of these days.
  private struct Window {
    var span: TimeSpan
    var cells: [TileCoordinate: BoundingBox] = [:]
  }

  /// The next days of a filter's span that have about so many photos in its box.
  private func nextWindow(_ filter: PhotoFilter, newestFirst: Bool, photos: Int) throws -> Window? {
    let open = filter.time ?? TimeSpan(from: nil, through: nil)
    guard open.from ?? .min <= open.through ?? .max, let days = GridDay.days(of: open) else {
      return nil
    }
    var window = Window(span: open)
    var count = 0
    try walkDays(in: days, newestFirst: newestFirst) { day, cells in
      for cell in cells {
        guard let extent = cell.summary.extent else { throw damaged() }
        if let box = filter.box, !box.touches(extent) { continue }
        count += cell.summary.count
        window.cells[cell.cell] = window.cells[cell.cell]?.union(extent) ?? extent
      }
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

  /// Offers the photos of a window to the page: cell by cell, or in one walk where the cells are so
  /// wide that this reads less.
  private func add(_ filter: PhotoFilter, in window: Window, to page: inout TimePage) throws {
    let whole = try countAround(filter.box)
    var narrow = 0
    for extent in window.cells.values where narrow < whole { narrow += try countAround(extent) }
    guard narrow < whole else { return try add(filter, in: nil, to: &page) }
    let points = try prepared(filter)
    for (cell, extent) in window.cells {
      try forEachPiece(of: cell, in: GridRegion(extent)) { run, _, range in
        for index in points.selection(of: run, in: range) { page.add(run, index) }
      }
    }
  }
}

extension PhotoFilter {
  /// The same for what comes at or after a position of a listing by time; nothing where that is only
  /// undated photos.
  fileprivate func following(_ position: TimePosition, newestFirst: Bool) -> PhotoFilter? {
    guard let time = position.time(newestFirst: newestFirst) else { return nil }
    return narrowed(
      to: newestFirst ? TimeSpan(from: nil, through: time) : TimeSpan(from: time, through: nil))
  }

  /// The same for what comes after a span in a listing by time; nothing where nothing can.
  fileprivate func after(_ span: TimeSpan, newestFirst: Bool) -> PhotoFilter? {
    if newestFirst {
      guard let from = span.from, from > .min else { return nil }
      return narrowed(to: TimeSpan(from: nil, through: from - 1))
    }
    guard let through = span.through, through < .max else { return nil }
    return narrowed(to: TimeSpan(from: through + 1, through: nil))
  }

  private func narrowed(to span: TimeSpan) -> PhotoFilter {
    var narrow = self
    narrow.time = time?.intersection(span) ?? span
    return narrow
  }
}

extension BoundingBox {
  /// The box around both, neither of which crosses the antimeridian.
  fileprivate func union(_ other: BoundingBox) -> BoundingBox {
    var both = self
    both.formUnion(longitudeE7: other.westE7, latitudeE7: other.southE7)
    both.formUnion(longitudeE7: other.eastE7, latitudeE7: other.northE7)
    return both
  }
}
