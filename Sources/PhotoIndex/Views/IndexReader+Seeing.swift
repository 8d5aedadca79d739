public import Geography
public import Grid
private import Glibc
internal import PhotoFacts
public import Query
internal import SQLite

/// Photos that show a point.
public struct PhotosShowing: Sendable {
  /// The best of them, best first; those that are equally good by id.
  ///
  /// The lines lead from the photos to the point.
  public var best: [Neighbour]

  /// How many there are.
  public var count: Int

  /// Makes a list.
  public init(best: [Neighbour] = [], count: Int = 0) { (self.best, self.count) = (best, count) }
}

extension IndexReader {
  /// The photos within a distance that show a point, best first.
  ///
  /// `height` is that of the point above the ground, in metres. Through a privacy filter, only photos that are shown at
  /// their own positions count: any other could be found by asking for points around it. Of the photos that are returned,
  /// those from which the ground hides the point come last.
  public func seeing(
    _ point: Coordinate, height: Double = 0, within metres: Double, count: Int,
    _ filter: PhotoFilter = PhotoFilter(), over ground: (any Ground)? = nil
  ) throws -> PhotosShowing {
    var found = BestPhotos<Double>(count)
    let bounds = RoughBounds(of: point, within: metres)
    let isAnyVisible = filter.simplified == PhotoFilter() && !isForGuests
    let filter = try prepared(filter.simplified)
    try forEachView(around: point, within: metres, where: bounds.mayBeIn) { view in
      guard let cone = try cone(of: view),
        let sighting = cone.sighting(of: point, height: height, within: metres),
        try isAnyVisible || grid.has(view.position, passing: filter)
      else { return }
      let pin = Pin(id: view.id, coordinate: cone.origin)
      found.add(Neighbour(pin: pin, line: sighting.line), rank: sighting.rank)
    }
    var showing = found.finished()
    if let ground { try hide(&showing, point, height: height, behind: ground) }
    return showing
  }

  /// All photos within a distance that show a position on the ground.
  func photos(showing point: Coordinate, within metres: Double) throws -> PhotoSet {
    var found = PhotoSet()
    try forEachView(
      around: point, within: metres, where: RoughBounds(of: point, within: metres).mayBeIn
    ) { view in
      guard let cone = try cone(of: view),
        cone.sighting(of: point, height: 0, within: metres) != nil
      else { return }
      found.insert(view.id)
    }
    return found
  }

  /// Says from which photos the ground hides a point, and puts them last.
  private func hide(
    _ showing: inout PhotosShowing, _ point: Coordinate, height: Double, behind ground: any Ground
  ) throws {
    for index in showing.best.indices {
      try checkDeadline()
      guard let facts = try photo(showing.best[index].pin.id, withNames: false)?.facts else {
        continue
      }
      showing.best[index].line.isHidden = facts.cone?.isHidden(
        point, height: height, metresAboveSea: facts.place.metresAboveSea, by: ground)
    }
    let isHidden = { (photo: Neighbour) in photo.line.isHidden == true }
    showing.best = showing.best.filter { !isHidden($0) } + showing.best.filter(isHidden)
  }

  /// The photos from the same spot in the same direction on other days, in order of time; nil if it is unknown what the
  /// photo shows.
  ///
  /// The direction is the same if the middle of the narrower picture is in the wider one.
  public func again(
    _ id: Int64, within metres: Double, count: Int, _ filter: PhotoFilter = PhotoFilter()
  ) throws -> PhotosShowing? {
    guard let photo = try photo(id, withNames: false), let cone = photo.facts.cone else {
      return nil
    }
    let day = try day(of: grid.point(at: GridPosition(key: GridKey(cone.origin), id: id)))
    let filter = try prepared(filter.simplified)
    var found = BestPhotos<Int64>(count)
    try forEachView(around: cone.origin, within: metres, where: { _, _, _ in true }) { view in
      guard view.id != id, let other = try self.cone(of: view), other.isLike(cone) else { return }
      var line = cone.origin.geodesic(to: other.origin)
      guard line.distance <= metres, try grid.has(view.position, passing: filter) else { return }
      let point = try grid.point(at: view.position)
      guard day == nil || self.day(of: point) != day else { return }
      line.offAxis = cone.turn(to: other)
      let pin = Pin(id: view.id, coordinate: other.origin)
      // Undated photos come last.
      let time = point.time == IndexedPoint.undated ? Int64.max : point.time
      found.add(Neighbour(pin: pin, line: line), rank: time)
    }
    return found.finished()
  }

  /// The day on the clock of the camera; nil for undated photos.
  private func day(of point: IndexedPoint) -> Int64? {
    point.time == IndexedPoint.undated ? nil : GridDay.day(of: point.localTime)
  }

  /// Calls `body` with the views around a position that pass a test of their bits.
  private func forEachView(
    around position: Coordinate, within metres: Double,
    where passes: (PackedView, Int32, Int32) -> Bool,
    _ body: (IndexedPoint) throws -> Void
  ) throws {
    let box = BoundingBox(around: position, metres: metres)
    try views.readRuns(in: GridRegion(box)) { run, _ in
      for index in 0..<run.count
      where passes(PackedView(run.time(index)), run.longitudeE7(index), run.latitudeE7(index)) {
        try body(run.point(index))
      }
      return .on
    }
  }

  /// The exact cone of a view: bits are rounded, so it is made of the row.
  private func cone(of view: IndexedPoint) throws -> ViewCone? {
    let row = try connection.statement("SELECT \(ViewColumn.list) FROM photo WHERE id = ?1")
    return try row.bind(view.id).first { row in
      ViewCone { row.optionalDouble($0.rawValue) }
    } ?? nil
  }

  /// Compares the views with the rows of photos; returns at most `limit` problems.
  func viewProblems(limit: Int) throws -> [String] {
    let runs = try views.runProblems(limit: limit) { point in
      try IndexedPoint(id: point.id, view: cone(of: point)) == point
    }
    guard runs.problems.isEmpty else {
      return runs.problems.prefix(limit).map { "views: \($0)" }
    }
    let known = try connection.statement(
      """
      SELECT id, latitude, longitude FROM photo
      WHERE field_of_view IS NOT NULL AND latitude IS NOT NULL
      """)
    var count = 0
    try known.forEachRow { row in
      let point = IndexedPoint(
        id: row.integer(0), longitudeE7: Int32(clamping: row.integer(2)),
        latitudeE7: Int32(clamping: row.integer(1)), time: 0, traits: 0, offset: 0)
      if try cone(of: point) != nil { count += 1 }
    }
    guard count == runs.count else {
      return ["there are \(runs.count) views, the photos have \(count)"]
    }
    return []
  }
}

/// The best photos that a search has found so far, by a rank of which the least is best; equal ones by id.
private struct BestPhotos<Rank: Comparable> {
  private var found: [(rank: Rank, neighbour: Neighbour)] = []
  private var all = 0
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  mutating func add(_ neighbour: Neighbour, rank: Rank) {
    all += 1
    found.append((rank, neighbour))
    // Of millions that show a point, only a few are kept.
    if found.count >= 2 * limit + 1_000 { found = best }
  }

  private var best: [(rank: Rank, neighbour: Neighbour)] {
    let sorted = found.sorted {
      ($0.rank, $0.neighbour.pin.id) < ($1.rank, $1.neighbour.pin.id)
    }
    return Array(sorted.prefix(limit))
  }

  func finished() -> PhotosShowing { PhotosShowing(best: best.map(\.neighbour), count: all) }
}

/// Which views may contain a point, on a plane, with the errors that this may have.
private struct RoughBounds {
  private let longitudeE7, latitudeE7: Double
  private let metresPerUnitEast: Double
  private let farthest: Double

  /// How much a direction may be wrong, in degrees.
  private let error: Double

  private static let metresPerUnit = 6_371_008.8 * .pi / 180 / Coordinate.unitsPerDegree

  init(of point: Coordinate, within metres: Double) {
    (longitudeE7, latitudeE7) = (Double(point.longitudeE7), Double(point.latitudeE7))
    metresPerUnitEast = Self.metresPerUnit * cos(point.latitude * .pi / 180)
    // The plane is 0.6 % wrong on the ellipsoid, and more where parallels shrink.
    farthest = metres * 1.02 + 1
    let width = metres / max(metresPerUnitEast * Coordinate.unitsPerDegree, 1)
    error = width < 20 && abs(point.latitude) < 89 ? 1 + width * 2 : 180
  }

  @inline(__always)
  func mayBeIn(_ view: PackedView, _ longitudeE7: Int32, _ latitudeE7: Int32) -> Bool {
    guard error < 180 else { return true }
    var units = self.longitudeE7 - Double(longitudeE7)
    if units > 1.8e9 { units -= 3.6e9 } else if units < -1.8e9 { units += 3.6e9 }
    let east = units * metresPerUnitEast
    let north = (self.latitudeE7 - Double(latitudeE7)) * Self.metresPerUnit
    let squared = east * east + north * north
    let reach = min(farthest, view.reach * 1.02 + 1)
    guard squared <= reach * reach else { return false }
    // Near the camera the direction is as uncertain as the position.
    guard view.halfWidth + error < 180, squared > 1 else { return true }
    let turn = abs(ViewCone.turn(from: view.middle, to: atan2(east, north) * 180 / .pi))
    return turn <= view.halfWidth + error
  }
}
