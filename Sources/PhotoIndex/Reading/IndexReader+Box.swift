public import Geography
public import Query

/// The id and position of a photo, as the grid stores them.
public struct Pin: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Where it was taken.
  public var coordinate: Coordinate
}

/// One page of a listing.
public struct Page<Element> {
  /// The elements of the page.
  public var elements: [Element]

  /// Where the next page begins; nil on the last.
  public var next: PageCursor?
}

extension Page: Sendable where Element: Sendable {}

extension IndexReader {
  /// The located photos that pass a filter, in the order of the grid, after a cursor.
  public func pins(
    _ filter: PhotoFilter, after cursor: PageCursor? = nil, skipping offset: Int = 0, limit: Int
  ) throws -> Page<Pin> {
    let filter = filter.simplified
    return try pins(
      filter, in: GridRegion(filter.box ?? .world), after: cursor, skipping: offset, limit: limit)
  }

  func pins(
    _ filter: PhotoFilter, in region: GridRegion, keys: ClosedRange<GridKey>? = nil,
    after cursor: PageCursor?, skipping offset: Int, limit: Int
  ) throws -> Page<Pin> {
    let start = try gridPosition(cursor)
    let points = try prepared(filter)
    var page = PageInProgress(limit: limit, skipping: offset)
    let first = max(start?.key ?? .first, keys?.lowerBound ?? .first)
    try readRuns(in: region, from: first, mayCache: true) { run, extent in
      var range = keys.map { run.range(of: $0, extent) } ?? 0..<run.count
      if let start, extent.first <= start {
        range = range.clamped(to: run.firstIndex(after: start)..<run.count)
      }
      for index in points.selection(of: run, in: range) where page.add(run, index) == .stop {
        return .stop
      }
      return .on
    }
    return page.finished
  }

  private func gridPosition(_ cursor: PageCursor?) throws -> GridPosition? {
    switch cursor?.position {
    case nil: return nil
    case .grid(let position): return position
    case .time: throw IndexError(.invalidRequest, "the cursor is from a listing in another order")
    }
  }
}

extension GridKey {
  var predecessor: GridKey? { rawValue == 0 ? nil : GridKey(rawValue: rawValue - 1) }
}

/// A page being filled: skips the offset, collects pins, and notes whether more follow.
private struct PageInProgress {
  private var pins: [Pin] = []
  private var last: GridPosition?
  private var toSkip: Int
  private var hasMore = false
  private let limit: Int

  init(limit: Int, skipping offset: Int) {
    self.limit = limit
    toSkip = offset
    // As many as a view often has; malloc serves this size from its fastest lists.
    pins.reserveCapacity(min(limit, 60))
  }

  mutating func add(_ run: GridRun, _ index: Int) -> Walk {
    if toSkip > 0 {
      toSkip -= 1
      return .on
    }
    guard pins.count < limit else {
      hasMore = true
      return .stop
    }
    guard
      let coordinate = Coordinate(
        latitudeE7: run.latitudeE7(index), longitudeE7: run.longitudeE7(index))
    else { return .on }
    pins.append(Pin(id: run.id(index), coordinate: coordinate))
    if pins.count == limit { last = run.position(index) }
    return .on
  }

  var finished: Page<Pin> {
    Page(elements: pins, next: hasMore ? last.map(PageCursor.init) : nil)
  }
}
