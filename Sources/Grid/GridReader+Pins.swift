public import Geography

/// The id and position of a photo, as the grid stores them.
public struct Pin: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Where it was taken.
  public var coordinate: Coordinate

  /// Makes a pin.
  public init(id: Int64, coordinate: Coordinate) { (self.id, self.coordinate) = (id, coordinate) }
}

/// One page of a listing.
public struct PinPage<Position> {
  /// The photos of the page.
  public var pins: [Pin]

  /// The position of the last one if others follow.
  public var last: Position?
}

extension GridReader {
  /// The points that pass a filter, in the order of the grid, after a position.
  ///
  /// Costs the runs that the box touches, from the position on, until the page is full. `cell` limits the page to
  /// one tile, whatever the filter's box.
  public func pins(
    _ filter: GridFilter, in cell: TileCoordinate? = nil, after start: GridPosition? = nil,
    skipping offset: Int = 0, limit: Int
  ) throws -> PinPage<GridPosition> {
    let keys = cell?.keys
    var page = PageInProgress(limit: limit, skipping: offset)
    let first = max(start?.key ?? .first, keys?.lowerBound ?? .first)
    try readRuns(
      in: cell.map { GridRegion($0) } ?? filter.region, from: first, mayCache: true
    ) { run, extent in
      var range = keys.map { run.range(of: $0, extent) } ?? 0..<run.count
      if let start, extent.first <= start {
        range = range.clamped(to: run.firstIndex(after: start)..<run.count)
      }
      for index in filter.selection(of: run, in: range) where page.add(run, index) == .stop {
        return .stop
      }
      return .on
    }
    return page.finished
  }
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

  var finished: PinPage<GridPosition> { PinPage(pins: pins, last: hasMore ? last : nil) }
}
