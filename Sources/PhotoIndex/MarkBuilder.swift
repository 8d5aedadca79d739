internal import Geography

/// Collects points cell by cell.
///
/// The grid's order visits a cell only once, so one open cell is all there is to remember.
struct MarkBuilder {
  private var marks: [MapMark] = []
  private var photoCount = 0
  private var open: CellSummary?
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Whether there are more marks than the limit.
  var isFull: Bool { marks.count > limit }

  mutating func add(
    _ run: GridRun, _ indices: Range<Int>, to cell: TileCoordinate, where filter: PointFilter
  ) {
    if let open, open.cell != cell { close() }
    var summary = open ?? CellSummary(cell: cell)
    if filter.letsAllThrough {
      for index in indices { summary.add(run, index) }
    } else {
      for index in indices where filter.matches(run, index) { summary.add(run, index) }
    }
    open = summary
  }

  mutating func finished(zoom: Int) -> MapMarks? {
    close()
    return isFull ? nil : MapMarks(zoom: zoom, marks: marks, photoCount: photoCount)
  }

  private mutating func close() {
    if let mark = open?.mark {
      marks.append(mark)
      photoCount += open?.count ?? 0
    }
    open = nil
  }
}

/// The running totals of one cell.
private struct CellSummary {
  let cell: TileCoordinate
  private(set) var count = 0
  private var longitudeSum: Int64 = 0
  private var latitudeSum: Int64 = 0
  private var west = Int32.max
  private var south = Int32.max
  private var east = Int32.min
  private var north = Int32.min
  private var earliest = Int64.max
  private var latest = IndexedPoint.undated
  private var newest: Int64 = .max

  init(cell: TileCoordinate) { self.cell = cell }

  @inline(__always)
  mutating func add(_ run: GridRun, _ index: Int) {
    let longitude = run.longitudeE7(index)
    let latitude = run.latitudeE7(index)
    let time = run.time(index)
    count += 1
    longitudeSum += Int64(longitude)
    latitudeSum += Int64(latitude)
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
    if time != IndexedPoint.undated { earliest = min(earliest, time) }
    if time > latest || time == latest && run.id(index) < newest {
      latest = time
      newest = run.id(index)
    }
  }

  var mark: MapMark? {
    guard count > 0,
      let centre = Coordinate(
        latitudeE7: Int32(latitudeSum / Int64(count)),
        longitudeE7: Int32(longitudeSum / Int64(count))),
      let lowest = Coordinate(latitudeE7: south, longitudeE7: west),
      let highest = Coordinate(latitudeE7: north, longitudeE7: east)
    else { return nil }
    guard count > 1 else { return .pin(Pin(id: newest, coordinate: centre)) }
    return .cluster(
      Cluster(
        cell: cell, count: count, centre: centre,
        extent: BoundingBox(west: lowest, south: lowest, east: highest, north: highest),
        representative: newest, time: earliest <= latest ? earliest...latest : nil))
  }
}
