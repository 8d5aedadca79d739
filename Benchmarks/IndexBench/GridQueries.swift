import Geography
import Grid
import PhotoFacts
import TestSupport

/// Queries a grid in memory, without a database, and compares each answer with a test of all points.
struct GridQueries {
  private static let queries = 60
  private static let checked = 12

  let count: Int

  func measure(_ world: LivedWorld) throws -> [Row] {
    let points = Self.points(world, count)
    let grid = MemoryGrid()
    var building = Times()
    try building.measure { try grid.apply(points.map { .insert($0) }) }
    let name = "\(world)"
    var rows = [Row("\(name): build the grid", ours: building)]
    rows += try ask(grid, points, name)
    grid.privacy = try Self.privacy()
    var viewing = Times()
    _ = try viewing.measure { try grid.reader.count(GridFilter(box: nil)) }
    rows.append(Row("\(name): build the view of guests", ours: viewing))
    let shown = points.compactMap { Self.shown($0, grid.privacy) }
    try requireEqual(try grid.reader.count(GridFilter(box: nil)), shown.count, "guests, \(name)")
    return rows + (try ask(grid, shown, "\(name), guests"))
  }

  private func ask(_ grid: MemoryGrid, _ points: [IndexedPoint], _ name: String) throws -> [Row] {
    let reader = grid.reader
    var random = SeededRandom(seed: 31)
    var (counting, scanning, nearest, ranking) = (Times(), Times(), Times(), Times())
    var (marks, grouping, timeline) = (Times(), Times(), Times())
    for number in 0..<Self.queries {
      guard let centre = points.randomElement(using: &random)?.coordinate else { break }
      let zoom = Int.random(in: 3...16, using: &random)
      let filter = GridFilter(
        box: BoundingBox(around: centre, metres: 20_000_000 / Double(1 << zoom)))
      let found = try counting.measure { try reader.count(filter) }
      let near = try nearest.measure { try reader.nearest(to: centre, count: 10, filter) }
      let groups = try marks.measure { try reader.marks(filter, zoom: zoom, limit: .max) }
      let line = try timeline.measure { try reader.timeline(filter, pieces: 100, on: .utc) }
      guard number < Self.checked else { continue }
      let inside = scanning.measure { points.filter { filter.contains($0) } }
      try requireEqual(found, inside.count, "count, \(name), \(filter)")
      let ranked = ranking.measure {
        inside.compactMap { point in
          point.coordinate.map { (metres: centre.geodesic(to: $0).distance, id: point.id) }
        }.sorted { $0 < $1 }.prefix(10)
      }
      try requireEqual(near.map(\.pin.id), ranked.map(\.id), "nearest, \(name), \(filter)")
      let cells = grouping.measure {
        Dictionary(grouping: inside) {
          TileCoordinate(zoom: zoom + Cluster.levelsBelowZoom, holding: $0.key)
        }.mapValues(\.count)
      }
      try requireEqual(Self.counts(groups), cells.values.sorted(), "clusters, \(name), \(filter)")
      try requireEqual(
        line.buckets.reduce(line.undated) { $0 + $1.count }, inside.count,
        "timeline, \(name), \(filter)")
    }
    return [
      Row("\(name): count a box", ours: counting, peer: scanning),
      Row("\(name): 10 nearest in a box", ours: nearest, peer: ranking),
      Row("\(name): clusters of a box", ours: marks, peer: grouping),
      Row("\(name): timeline of a box", ours: timeline),
    ]
  }

  private static func counts(_ marks: MapMarks) -> [Int] {
    marks.marks.map { mark in if case .cluster(let cluster) = mark { cluster.count } else { 1 } }
      .sorted()
  }

  private static func points(_ world: LivedWorld, _ count: Int) -> [IndexedPoint] {
    var points: [IndexedPoint] = []
    points.reserveCapacity(count)
    for photo in world.photos(count) {
      guard let place = Coordinate(latitude: photo.latitude, longitude: photo.longitude) else {
        continue
      }
      points.append(
        IndexedPoint(
          id: Int64(points.count + 1), longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7,
          time: photo.time ?? IndexedPoint.undated, traits: 0, offset: 0))
    }
    return points
  }

  /// A hidden home, and a city that is shown coarsely.
  private static func privacy() throws -> PrivacyFilter {
    let (latitude, longitude) = LivedWorld.home
    guard let home = Coordinate(latitude: latitude, longitude: longitude),
      let village = CoarseGrid(metres: 2_000)
    else { throw Failure("there is no home") }
    return PrivacyFilter(
      zones: [
        PrivacyZone(name: "home", area: .circle(centre: home, metres: 300), treatment: .hidden),
        PrivacyZone(
          name: "city", area: .circle(centre: home, metres: 5_000), treatment: .coarse(village)),
      ], revision: 1)
  }

  /// A point as guests see it; nil if it is hidden.
  private static func shown(_ point: IndexedPoint, _ privacy: PrivacyFilter?) -> IndexedPoint? {
    var shown = point
    for zone in privacy?.zones ?? [] {
      guard case .circle(let centre, let metres) = zone.area, let place = point.coordinate,
        centre.geodesic(to: place).distance <= metres
      else { continue }
      guard case .coarse(let cells) = zone.treatment else { return nil }
      let middle = cells.middle(around: place)
      (shown.latitudeE7, shown.longitudeE7) = (middle.latitudeE7, middle.longitudeE7)
    }
    return shown
  }
}

extension IndexedPoint {
  fileprivate var coordinate: Coordinate? {
    Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
  }
}

extension GridFilter {
  fileprivate func contains(_ point: IndexedPoint) -> Bool {
    box?.contains(longitudeE7: point.longitudeE7, latitudeE7: point.latitudeE7) ?? true
  }
}
