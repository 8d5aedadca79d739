import Geography
import Grid
import PhotoFacts
import TestSupport
import Testing

/// Every query of a grid in memory gives what testing each point gives, before and after changes.
@Suite struct OracleTests {
  /// Where and when points are.
  enum Kind: CaseIterable {
    /// Anywhere.
    case everywhere

    /// In one city, for years.
    case city

    /// A time-lapse at one spot.
    case spot

    /// Along the antimeridian and around the poles.
    case edges

    /// Without dates.
    case undated
  }

  @Test(arguments: Kind.allCases)
  func queriesEqualTestsOfEachPoint(kind: Kind) throws {
    var world = World(kind, seed: 7)
    try world.insert(2_000)
    try compare(&world)
    try world.insert(500)
    try world.remove(900)
    try compare(&world)
    try world.remove(.max)
    try compare(&world)
  }

  /// Through a privacy filter the queries equal tests of each point where it is shown.
  @Test(arguments: Kind.allCases, [nil, 500, 200_000])
  func guestsGetWhatIsShown(kind: Kind, everywhere: Double?) throws {
    var world = World(kind, seed: 8)
    try world.insert(1_200)
    let (near, far) = (try world.coordinate(), try world.coordinate())
    let village = try #require(CoarseGrid(metres: 2_000))
    let privacy = PrivacyFilter(
      zones: [
        PrivacyZone(
          name: "home", area: .circle(centre: near, metres: 3_000), treatment: .hidden),
        PrivacyZone(
          name: "work", area: .circle(centre: far, metres: 700_000), treatment: .coarse(village)),
        PrivacyZone(
          name: "garden", area: .box(BoundingBox(around: far, metres: 900)), treatment: .hidden),
      ], everywhere: everywhere.flatMap { CoarseGrid(metres: $0) }, revision: 1)
    world.grid.privacy = privacy
    world.show { Self.shown($0, privacy) }
    try compareQueries(&world)
  }

  /// A point as a guest sees it; nil if it is hidden.
  private static func shown(_ point: IndexedPoint, _ privacy: PrivacyFilter) -> IndexedPoint? {
    guard let place = Coordinate(latitudeE7: point.latitudeE7, longitudeE7: point.longitudeE7)
    else { return nil }
    let zones = privacy.zones.filter { zone in
      switch zone.area {
      case .circle(let centre, let metres): centre.geodesic(to: place).distance <= metres
      case .box(let box): box.contains(place)
      }
    }
    guard !zones.contains(where: { $0.treatment == .hidden }) else { return nil }
    let grids = zones.compactMap { zone -> CoarseGrid? in
      if case .coarse(let grid) = zone.treatment { grid } else { nil }
    }
    let coarsest = (grids + [privacy.everywhere].compactMap(\.self)).max { $0.metres < $1.metres }
    guard let middle = coarsest?.middle(around: place) else { return point }
    var shown = point
    (shown.latitudeE7, shown.longitudeE7) = (middle.latitudeE7, middle.longitudeE7)
    return shown
  }

  private func compare(_ world: inout World) throws {
    let reader = world.grid.reader
    let points = world.points
    let check = try reader.runProblems(limit: 5) { points[$0.id] == $0 }
    #expect(check.problems == [])
    #expect(check.count == points.count)
    #expect(try reader.summaryProblems(tiles: Int64(world.grid.tileCount), limit: 5) == [])
    try compareQueries(&world)
  }

  private func compareQueries(_ world: inout World) throws {
    let reader = world.grid.reader
    let points = world.points
    for turn in 0..<24 {
      let filter = try world.filter(turn)
      let passing = points.values.filter { Self.passes($0, filter) }
      #expect(try reader.count(filter) == passing.count, "\(filter)")
      try comparePages(reader, filter, passing, limit: 1 + turn * 7)
      try compareNearest(reader, filter, passing, world.coordinate())
      try compareMarks(reader, filter, passing, zoom: turn % 16)
      try compareTimes(reader, filter, passing, pieces: 1 + turn * 3)
    }
  }

  private func comparePages(
    _ reader: GridReader, _ filter: GridFilter, _ passing: [IndexedPoint], limit: Int
  ) throws {
    let inGrid = passing.sorted { $0.position < $1.position }.map(\.id)
    var found: [Int64] = []
    var last: GridPosition?
    repeat {
      let page = try reader.pins(filter, after: last, limit: limit)
      found += page.pins.map(\.id)
      last = page.last
    } while last != nil
    #expect(found == inGrid, "\(filter)")

    let byTime = passing.sorted { left, right in
      (left.time == .min ? .min : -left.time, left.id) < (
        right.time == .min ? .min : -right.time, right.id
      )
    }
    let dated = byTime.filter { $0.time != IndexedPoint.undated }
    let undated = byTime.filter { $0.time == IndexedPoint.undated }
    let first = try reader.pins(filter, newestFirst: true, limit: limit)
    #expect(first.pins.map(\.id) == (dated + undated).prefix(limit).map(\.id), "\(filter)")
    #expect((first.last != nil) == (passing.count > limit))
    guard let start = first.last else { return }
    let second = try reader.pins(filter, newestFirst: true, after: start, limit: limit)
    #expect(
      second.pins.map(\.id) == (dated + undated).dropFirst(limit).prefix(limit).map(\.id),
      "\(filter)")
  }

  private func compareNearest(
    _ reader: GridReader, _ filter: GridFilter, _ passing: [IndexedPoint], _ origin: Coordinate
  ) throws {
    let expected = passing.compactMap { point in
      Coordinate(latitudeE7: point.latitudeE7, longitudeE7: point.longitudeE7).map {
        (metres: origin.geodesic(to: $0).distance, id: point.id)
      }
    }.sorted { $0 < $1 }.prefix(9)
    let found = try reader.nearest(to: origin, count: 9, filter)
    #expect(found.map(\.pin.id) == expected.map(\.id), "\(filter) from \(origin)")
  }

  private func compareMarks(
    _ reader: GridReader, _ filter: GridFilter, _ passing: [IndexedPoint], zoom: Int
  ) throws {
    let marks = try reader.marks(filter, zoom: zoom, limit: .max)
    let cells = Dictionary(grouping: passing) {
      TileCoordinate(zoom: zoom + Cluster.levelsBelowZoom, holding: $0.key)
    }
    #expect(marks.marks.count == cells.count, "\(filter)")
    #expect(marks.photoCount == passing.count)
    for case .cluster(let cluster) in marks.marks {
      let members = try #require(cells[cluster.cell])
      let newest = try #require(members.max { ($0.time, -$0.id) < ($1.time, -$1.id) })
      #expect(cluster.count == members.count)
      #expect(cluster.representative == newest.id)
      let times = members.map(\.time).filter { $0 != IndexedPoint.undated }
      #expect(cluster.time?.lowerBound == times.min())
      #expect(cluster.time?.upperBound == times.max())
      #expect(try reader.count(in: cluster.cell, filter) == members.count)
    }
  }

  private func compareTimes(
    _ reader: GridReader, _ filter: GridFilter, _ passing: [IndexedPoint], pieces: Int
  ) throws {
    for clock in [PhotoClock.utc, .local] {
      let times = passing.map { clock == .utc ? $0.time : $0.localTime }
      let dated = times.filter { $0 != IndexedPoint.undated }
      let line = try reader.timeline(filter, pieces: pieces, on: clock)
      let undated = filter.time == nil && filter.localTime == nil ? times.count - dated.count : 0
      #expect(line.undated == undated, "\(filter)")
      #expect(line.buckets.count <= pieces)
      #expect(line.buckets.map(\.count).reduce(0, +) == dated.count, "\(filter)")
      let different = line.buckets.first { bucket in
        bucket.count != dated.count { (bucket.from...bucket.through).contains($0) }
      }
      #expect(different == nil, "\(filter), \(pieces), \(clock)")
      let days = try reader.days(filter, on: clock)
      let expected = Dictionary(grouping: dated, by: GridDay.day(of:)).mapValues(\.count)
      let found = days.buckets.map { (GridDay.day(of: $0.from), $0.count) }
      #expect(Dictionary(uniqueKeysWithValues: found) == expected, "\(filter)")
    }
  }

  private static func passes(_ point: IndexedPoint, _ filter: GridFilter) -> Bool {
    if let box = filter.box,
      !box.contains(longitudeE7: point.longitudeE7, latitudeE7: point.latitudeE7)
    {
      return false
    }
    if let span = filter.time {
      guard point.time != IndexedPoint.undated, (span.from ?? .min) <= point.time,
        point.time <= (span.through ?? .max)
      else { return false }
    }
    if let span = filter.localTime {
      guard point.time != IndexedPoint.undated, (span.from ?? .min) <= point.localTime,
        point.localTime <= (span.through ?? .max)
      else { return false }
    }
    return true
  }
}

/// A grid in memory beside a plain list of the same points.
private struct World {
  let grid = MemoryGrid()
  private(set) var points: [Int64: IndexedPoint] = [:]
  private let kind: OracleTests.Kind
  private var random: SeededRandom
  private var nextID: Int64 = 1

  init(_ kind: OracleTests.Kind, seed: UInt64) {
    (self.kind, random) = (kind, SeededRandom(seed: seed))
    // Small worlds also use the ways of large ones.
    grid.reader.mostWalked = 200
    grid.reader.firstWindow = 20
    grid.reader.mostRunsAlone = 3
  }

  mutating func insert(_ count: Int) throws {
    var changes: [GridChange] = []
    for _ in 0..<count {
      let point = point()
      points[point.id] = point
      changes.append(.insert(point))
    }
    try grid.apply(changes)
  }

  mutating func remove(_ count: Int) throws {
    let gone = points.values.sorted { $0.id < $1.id }.shuffled(using: &random).prefix(count)
    for point in gone { points[point.id] = nil }
    try grid.apply(gone.map { .remove($0) })
  }

  /// Replaces each point of the list by the one that is shown; nil removes it.
  mutating func show(_ shown: (IndexedPoint) -> IndexedPoint?) {
    points = points.compactMapValues(shown)
  }

  mutating func coordinate() throws -> Coordinate {
    let point = point()
    return try #require(Coordinate(latitudeE7: point.latitudeE7, longitudeE7: point.longitudeE7))
  }

  /// A filter by box, time, both or neither.
  mutating func filter(_ turn: Int) throws -> GridFilter {
    var box: BoundingBox?
    if turn % 2 == 0 {
      let (first, second) = (try coordinate(), try coordinate())
      box = BoundingBox(
        west: first.longitude, south: min(first.latitude, second.latitude), east: second.longitude,
        north: max(first.latitude, second.latitude))
    }
    let (from, through) = (time(), time())
    let span = TimeSpan(from: min(from, through), through: max(from, through))
    return GridFilter(
      box: box, time: turn % 3 == 1 ? span : nil, localTime: turn % 3 == 2 ? span : nil)
  }

  private mutating func time() -> Int64 {
    let year: Int64 = 31_557_600_000
    return Int64.random(in: 30 * year..<31 * year, using: &random)
  }

  private mutating func point() -> IndexedPoint {
    func near(_ middle: Int32, _ range: Int32) -> Int32 {
      middle + Int32.random(in: -range...range, using: &random)
    }
    defer { nextID += 1 }
    var point = IndexedPoint(
      id: nextID, longitudeE7: 0, latitudeE7: 0, time: time(), traits: 0,
      offset: Int16.random(in: -720...840, using: &random))
    switch kind {
    case .everywhere, .undated:
      (point.longitudeE7, point.latitudeE7) = (near(0, 1_800_000_000), near(0, 900_000_000))
    case .city:
      (point.longitudeE7, point.latitudeE7) = (
        near(134_000_000, 900_000), near(525_000_000, 700_000)
      )
    case .spot:
      let isAway = Int.random(in: 0..<20, using: &random) == 0
      (point.longitudeE7, point.latitudeE7) =
        isAway ? (near(86_000_000, 90_000), near(460_000_000, 90_000)) : (86_000_000, 460_000_000)
    case .edges:
      let side: Int32 = Bool.random(using: &random) ? 1 : -1
      point.longitudeE7 = side * (1_800_000_000 - Int32.random(in: 0...300_000, using: &random))
      point.latitudeE7 = side * (900_000_000 - Int32.random(in: 0...2_000_000, using: &random))
    }
    if kind == .undated || Int.random(in: 0..<10, using: &random) == 0 {
      (point.time, point.offset) = (IndexedPoint.undated, 0)
    }
    return point
  }
}
