public import Geography

/// A photo and the shortest line to it.
public struct Neighbour: Hashable, Sendable {
  /// The photo.
  public var pin: Pin

  /// The length of the line in metres, and its initial direction.
  public var line: GeodesicLine

  /// Makes a neighbour.
  public init(pin: Pin, line: GeodesicLine) { (self.pin, self.line) = (pin, line) }
}

extension GridReader {
  /// The `count` located photos nearest to a position, nearest first; those at equal distances by id.
  ///
  /// A best-first search: a queue has the tiles of the pyramid, by the least distance that the box around their
  /// photos allows. Photos are in the same queue, first with a cheap lower bound and then with their exact
  /// distance; tiles get a closer bound when they come first. So no photo is returned while an unopened tile
  /// could contain a nearer one. If half of the points have been read that way, because few pass the filter, one
  /// pass over all points finds the photos instead.
  public func nearest(
    to origin: Coordinate, count: Int, within metres: Double? = nil,
    _ filter: GridFilter = GridFilter()
  ) throws -> [Neighbour] {
    let bound = DistanceBound(from: origin)
    let limit = metres ?? .infinity
    let mostRead =
      filter.passesAll ? Int.max : unsafe counted.points + (try countAround(filter.box)) / 2
    var queue = BinaryHeap<QueuedStep>()
    var found: [Neighbour] = []
    try open(.world, bound, filter, count, &queue)
    while found.count < count, let candidate = queue.popLeast(), candidate.metres <= limit {
      switch candidate.step {
      case .tile(let tile, let extent):
        let local = bound.local(to: extent)
        queue.insert(QueuedStep(metres: local.metres, .nearTile(tile, local)))
      case .nearTile(let tile, _) where tile.isDivided:
        try open(tile.cell, bound, filter, count, &queue)
      case .nearTile(let tile, let local):
        guard unsafe counted.points < mostRead else {
          return try nearestOfAll(to: origin, bound, count: count, within: limit, filter)
        }
        try read(tile.cell, filter, count) {
          queue.insert(QueuedStep(metres: local.metres(to: $0.coordinate), .pin($0)))
        }
      case .pin(let pin):
        let line = origin.geodesic(to: pin.coordinate)
        queue.insert(
          QueuedStep(metres: line.distance, .neighbour(Neighbour(pin: pin, line: line))))
      case .neighbour(let neighbour):
        found.append(neighbour)
      }
    }
    return found
  }

  /// Finds the nearest photos in one pass over all that the filter passes.
  private func nearestOfAll(
    to origin: Coordinate, _ bound: DistanceBound, count: Int, within limit: Double,
    _ filter: GridFilter
  ) throws -> [Neighbour] {
    var nearest = NearestSoFar(count, within: limit)
    try pass(over: filter.region, into: &nearest) { nearest, run, _ in
      for index in filter.selection(of: run, in: 0..<run.count) {
        guard let pin = run.pin(index), bound.metres(to: pin.coordinate) <= nearest.farthest else {
          continue
        }
        nearest.add(pin, origin)
      }
      nearest.keepNearest()
    }
    unsafe counted.candidates &+= nearest.candidates
    return nearest.finished()
  }

  /// Inserts the quarters of a tile into the queue, or its photos if it is not divided.
  private func open(
    _ tile: TileCoordinate, _ bound: DistanceBound, _ filter: GridFilter, _ count: Int,
    _ queue: inout BinaryHeap<QueuedStep>
  ) throws {
    guard let quarters = try quarters(of: tile) else {
      return try read(tile, filter, count) {
        queue.insert(QueuedStep(metres: bound.metres(to: $0.coordinate), .pin($0)))
      }
    }
    for quarter in quarters {
      guard let extent = quarter.summary.extent else { throw damaged() }
      if let box = filter.box, !box.touches(extent) { continue }
      let tile = QueuedTile(
        cell: quarter.cell,
        isDivided: GridPyramid.isDivided(quarter.cell, count: quarter.summary.count))
      queue.insert(QueuedStep(metres: bound.metres(to: extent), .tile(tile, extent)))
    }
  }

  /// Calls `yield` with the photos of a tile that pass a filter, but with at most `count` at one position.
  private func read(
    _ tile: TileCoordinate, _ filter: GridFilter, _ count: Int, _ yield: (Pin) -> Void
  ) throws {
    var limit = LimitPerPosition(count)
    try forEachPiece(of: tile, in: GridRegion(tile), mayCache: true) { run, _, range in
      for index in filter.selection(of: run, in: range) {
        guard let pin = run.pin(index), limit.admits(pin) else { continue }
        unsafe counted.candidates &+= 1
        yield(pin)
      }
    }
  }
}

/// Admits only the first photos at each position, as no others can be among the nearest.
///
/// Photos come in the order of the grid, in which those at one position follow one another by id. So a
/// time-lapse of 100,000 photos from one spot takes no longer than a few photos.
private struct LimitPerPosition {
  private let limit: Int
  private var position: Coordinate?
  private var count = 0

  init(_ limit: Int) { self.limit = limit }

  @inline(__always)
  mutating func admits(_ pin: Pin) -> Bool {
    if pin.coordinate != position { (position, count) = (pin.coordinate, 0) }
    count += 1
    return count <= limit
  }
}

extension GridRun {
  /// A point as a pin; nil if its coordinates are damaged.
  fileprivate func pin(_ index: Int) -> Pin? {
    Coordinate(latitudeE7: latitudeE7(index), longitudeE7: longitudeE7(index))
      .map { Pin(id: id(index), coordinate: $0) }
  }
}

/// The nearest photos that a pass has found so far.
private struct NearestSoFar: Mergeable {
  /// No photo farther away than this is among the nearest.
  private(set) var farthest: Double

  /// How many photos were compared.
  private(set) var candidates = 0

  private var found: [Neighbour] = []
  private var limit: LimitPerPosition
  private let count: Int

  init(_ count: Int, within metres: Double) {
    (self.count, farthest, limit) = (count, metres, LimitPerPosition(count))
  }

  var emptied: NearestSoFar { NearestSoFar(count, within: farthest) }

  mutating func merge(_ later: NearestSoFar) {
    found += later.found
    candidates += later.candidates
  }

  mutating func add(_ pin: Pin, _ origin: Coordinate) {
    guard limit.admits(pin) else { return }
    candidates += 1
    let line = origin.geodesic(to: pin.coordinate)
    if line.distance <= farthest { found.append(Neighbour(pin: pin, line: line)) }
  }

  /// Drops photos that are too far, once there are more than twice as many as needed.
  mutating func keepNearest() {
    guard found.count / 2 > count else { return }
    found = finished()
    farthest = min(farthest, found.last?.line.distance ?? 0)
  }

  func finished() -> [Neighbour] {
    let sorted = found.sorted { ($0.line.distance, $0.pin.id) < ($1.line.distance, $1.pin.id) }
    return Array(sorted.prefix(count))
  }
}

private struct QueuedTile {
  var cell: TileCoordinate
  var isDivided: Bool
}

private enum Step {
  case tile(QueuedTile, BoundingBox)
  case nearTile(QueuedTile, LocalDistanceBound)
  case pin(Pin)
  case neighbour(Neighbour)
}

private struct QueuedStep: Comparable {
  let metres: Double
  let step: Step

  init(metres: Double, _ step: Step) {
    self.metres = metres
    self.step = step
  }

  /// At the same distance, tiles and pins come before photos with an exact distance, which are sorted by id.
  private var rank: Int64 {
    guard case .neighbour(let neighbour) = step else { return 0 }
    return neighbour.pin.id
  }

  static func < (left: QueuedStep, right: QueuedStep) -> Bool {
    left.metres == right.metres ? left.rank < right.rank : left.metres < right.metres
  }

  static func == (left: QueuedStep, right: QueuedStep) -> Bool {
    left.metres == right.metres && left.rank == right.rank
  }
}
