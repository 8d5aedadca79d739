import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing
import Query

/// No query reads the points around its box more often than `Question.passes` allows, in realistic libraries.
///
/// The results equal those of a plain list.
@Suite struct CostTests {
  private static let count = 16_000

  @Test(arguments: LivedWorld.allCases)
  func aQueryReadsNoMoreThanOnePassOverItsBox(kind: LivedWorld) throws {
    let world = try LivedLibrary(kind, count: Self.count)
    var random = SeededRandom(seed: 77)
    for round in 0..<30 {
      var filter = world.filter(&random)
      // All photos are images, but calendar and pyramid do not store that, so the points must be read.
      if round.isMultiple(of: 3) { filter.media = .image }
      let matching = world.matching(filter)
      let around = try world.pointsAround(filter)
      let rows = try world.index.read { try $0.days(in: filter.time) }
      for question in Question.allCases {
        let cost = try world.index.read { reader in
          reader.grid.mostWalked = Self.count / 20
          reader.grid.mostRunsAlone = 5
          let before = reader.cost
          try question.check(reader, filter, matching)
          return reader.cost.since(before)
        }
        let description = "\(question) of \(kind): \(filter), \(cost), \(around) around"
        // Tiles at the edge of a box share runs, which are then read for each.
        let atEdges = 3 * GridRun.capacity * (8 + cost.tiles)
        #expect(cost.points <= Int(question.passes * Double(around)) + atEdges, "\(description)")
        // The first and last day are read once more, for their times.
        #expect(cost.days <= (question == .laterPage ? 2 : 1) * rows + 2, "\(description)")
        #expect(cost.descents <= 40 + 4 * cost.tiles + 2 * cost.runs, "\(description)")
      }
    }
  }
}

extension CostTests {
  /// The page filters by local time; such a span can cut up to three UTC days at each end.
  @Test(arguments: LivedWorld.allCases)
  func aQueryByLocalTimeReadsNoMoreEither(kind: LivedWorld) throws {
    let world = try LivedLibrary(kind, count: Self.count)
    var random = SeededRandom(seed: 78)
    for _ in 0..<15 {
      var filter = world.filter(&random)
      let matching = world.matching(filter)
      let around = try world.pointsAround(filter)
      // The photos have no offset, so these are the same moments.
      (filter.localTime, filter.time) = (filter.time, nil)
      for question in Question.allCases {
        let cost = try world.index.read { reader in
          reader.grid.mostWalked = Self.count / 20
          reader.grid.mostRunsAlone = 5
          let before = reader.cost
          try question.check(reader, filter, matching, on: .local)
          return reader.cost.since(before)
        }
        let atEdges = 3 * GridRun.capacity * (8 + cost.tiles)
        #expect(
          cost.points <= Int(question.passes * Double(around)) + atEdges,
          "\(question) of \(kind): \(filter), \(cost), \(around) around")
      }
    }
  }

  /// The photos of each day are spread over the same city: reading them day by day would be one pass per day.
  @Test func removingPhotosOfManyDaysReadsEachCellOnce() throws {
    let world = try LivedLibrary(.resident, count: Self.count)
    let before = try world.index.write { $0.reader.cost }
    let removed = (1...200).map { Int64($0 * 70) }
    try world.index.write { writer in for id in removed { try writer.remove(id) } }
    let cost = try world.index.write { $0.reader.cost.since(before) }
    #expect(cost.points < 12 * Self.count, "\(cost)")
    #expect(try world.index.integrityProblems().isEmpty)
  }
}

extension CostTests {
  static func privacy(everywhere: CoarseGrid? = nil) throws -> PrivacyFilter {
    let (latitude, longitude) = LivedWorld.home
    let home = try #require(
      Coordinate(latitude: latitude + 0.01, longitude: longitude + 0.01))
    let work = try #require(Coordinate(latitude: latitude - 0.02, longitude: longitude))
    return PrivacyFilter(
      zones: [
        PrivacyZone(name: "home", area: .circle(centre: home, metres: 300), treatment: .hidden),
        PrivacyZone(
          name: "work", area: .circle(centre: work, metres: 200),
          treatment: .coarse(try #require(CoarseGrid(metres: 1_000)))),
      ], everywhere: everywhere, revision: 7)
  }

  /// A tenth of all photos is hidden; for cells without them the stored sums hold for guests too.
  @Test func theFirstCountOfAGuestReadsWhatThePrivacyFilterTouches() throws {
    let world = try LivedLibrary(.resident, count: Self.count)
    let guests = try PhotoIndex(world.index, through: try Self.privacy())
    let cost = try guests.read { reader in
      let before = reader.cost
      let count = try reader.count(PhotoFilter())
      #expect(count < Self.count)
      return reader.cost.since(before)
    }
    #expect(cost.points < Self.count / 3, "\(cost)")
    // Clusters read the points of small tiles, for owners and guests alike.
    let clusters = try [guests, world.index].map { index in
      try index.read { reader in
        let before = reader.cost
        for zoom in 0...8 { _ = try reader.marks(PhotoFilter(), zoom: zoom) }
        return reader.cost.since(before)
      }
    }
    #expect(clusters[0].points < clusters[1].points + Self.count / 3, "\(clusters)")
  }

  @Test(arguments: LivedWorld.allCases, [false, true])
  func summariesForGuestsAreThoseOfThePhotosTheySee(kind: LivedWorld, isCoarse: Bool) throws {
    let world = try LivedLibrary(kind, count: Self.count / 4)
    let privacy = try Self.privacy(everywhere: isCoarse ? CoarseGrid(metres: 5_000) : nil)
    try PhotoIndex(world.index, through: privacy).read { reader in
      var tiles = [TileCoordinate.world]
      while let tile = tiles.popLast() {
        let quarters = try reader.grid.quarters(of: tile)
        let expected = try tile.children.map { cell in
          var summary = PointSummary()
          try reader.grid.forEachPiece(of: cell, in: GridRegion(cell)) { run, _, range in
            for index in range { summary.add(run, index) }
          }
          return CellSummary(cell: cell, summary: summary)
        }.filter { $0.summary.count > 0 }
        if GridPyramid.isDivided(tile, count: expected.total.count) {
          #expect(quarters == expected)
          tiles += expected.map(\.cell)
        } else {
          #expect(quarters == nil)
        }
      }
    }
  }
}

extension CostTests {
  /// Photos of a day in nearly as many cells: adding up their summaries takes as long as reading them.
  @Test(arguments: [PhotoClock.utc, .local])
  func timelinesOfWideViewsReadCountsAndNotCells(clock: PhotoClock) throws {
    let world = try LivedLibrary(.crowd, count: Self.count)
    let times = world.matching(PhotoFilter()).compactMap(\.time)
    let first = try #require(times.min())
    let spans = [nil, TimeSpan(from: first + 1, through: first + 20 * GridDay.milliseconds)]
    for span in spans {
      var filter = PhotoFilter()
      filter.time = span
      let matching = world.matching(filter)
      let cost = try world.index.read { reader in
        let before = reader.cost
        let days = try reader.days(filter, on: clock)
        #expect(
          days.buckets.map(\.count)
            == Dictionary(grouping: matching.compactMap(\.time), by: GridDay.day(of:))
            .sorted { $0.key < $1.key }.map(\.value.count))
        let timeline = try reader.timeline(filter, buckets: 10, on: clock)
        #expect(timeline.buckets.reduce(0) { $0 + $1.count } == matching.count)
        for bucket in timeline.buckets {
          let span = bucket.from...bucket.through
          #expect(bucket.count == matching.count { $0.time.map(span.contains) ?? false })
        }
        if clock == .utc {
          #expect(timeline.buckets.last?.through == matching.compactMap(\.time).max())
        }
        #expect(try reader.count(filter) == matching.count)
        return reader.cost.since(before)
      }
      // Each query reads the first and the last of 40 days.
      #expect(cost.dayCells <= 3 * 4 * Self.count / 40, "\(cost)")
      #expect(cost.points <= (span == nil ? 0 : 3 * 4 * Self.count / 40), "\(cost)")
    }
  }

  /// Each run is read once; the second time nothing is read.
  @Test func aRepeatedViewOfTheWorldReadsNothing() throws {
    let world = try LivedLibrary(.resident, count: Self.count)
    var filter = PhotoFilter()
    filter.media = .image
    filter.box = .world
    try world.index.read { reader in
      for points in [Self.count, 0] {
        let before = reader.cost
        let marks = try reader.marks(filter, zoom: 2)
        #expect(marks.photoCount == Self.count)
        #expect(reader.cost.since(before).points == points)
        let timeline = try reader.timeline(filter, buckets: 50)
        #expect(timeline.buckets.reduce(timeline.undated) { $0 + $1.count } == Self.count)
        #expect(reader.cost.since(before).points == 2 * points)
      }
    }
  }

  /// A cached answer is one for the version of the index.
  @Test func aFilteredViewFollowsTheIndex() throws {
    let world = try LivedLibrary(.resident, count: 1_000)
    var filter = PhotoFilter()
    filter.media = .image
    for removed in 0..<3 {
      let (marks, timeline) = try world.index.read { reader in
        (try reader.marks(filter, zoom: 3), try reader.timeline(filter, buckets: 9))
      }
      #expect(marks.photoCount == 1_000 - removed)
      #expect(timeline.buckets.reduce(timeline.undated) { $0 + $1.count } == 1_000 - removed)
      try world.index.write { try $0.remove(Int64(removed + 1)) }
    }
  }

  /// A third of all photos are at one position: only as many as requested are compared.
  @Test(arguments: [nil, MediaKind.image])
  func theNearestOfATimeLapseAreFewCandidates(media: MediaKind?) throws {
    let world = try LivedLibrary(.timeLapse, count: Self.count)
    var filter = PhotoFilter()
    filter.media = media
    let cost = try world.index.read { reader in
      let before = reader.cost
      try Question.nearest.check(reader, filter, world.matching(filter))
      return reader.cost.since(before)
    }
    #expect(cost.candidates < Self.count / 20, "\(cost)")
  }
}

/// The queries of the page.
private enum Question: CaseIterable {
  case timeline, days, count, newest, oldest, laterPage, clusters, deepClusters, facets, nearest

  /// The allowed number of passes over the points around the box.
  var passes: Double {
    switch self {
    // Windows of the calendar may cost half a pass before the query changes its plan.
    case .newest, .oldest: 1.5
    // The nearest are found tile by tile, until half of all points have been read.
    case .nearest: 2
    case .laterPage: 3
    default: 1
    }
  }

  /// Runs a query, and compares the result with the list.
  func check(
    _ reader: IndexReader, _ filter: PhotoFilter, _ photos: [LivedLibrary.Photo],
    on clock: PhotoClock = .utc
  ) throws {
    let dated = photos.compactMap(\.time)
    switch self {
    case .timeline:
      let timeline = try reader.timeline(filter, buckets: 100, on: clock)
      #expect(timeline.undated == photos.count - dated.count)
      #expect(timeline.buckets.reduce(0) { $0 + $1.count } == dated.count)
      for bucket in timeline.buckets.prefix(5) + timeline.buckets.suffix(5) {
        let span = bucket.from...bucket.through
        #expect(bucket.count == dated.count { span.contains($0) })
      }
    case .days:
      let days = try reader.days(filter, on: clock)
      let expected = Dictionary(grouping: dated, by: GridDay.day(of:)).mapValues(\.count)
      #expect(days.undated == photos.count - dated.count)
      #expect(
        Dictionary(uniqueKeysWithValues: days.buckets.map { (GridDay.day(of: $0.from), $0.count) })
          == expected)
    case .count: #expect(try reader.count(filter) == photos.count)
    case .newest, .oldest:
      let order: PhotoOrder = self == .newest ? .newestFirst : .oldestFirst
      let page = try reader.pins(filter, in: order, limit: 50)
      #expect(page.elements.map(\.id) == sorted(photos, order).prefix(50).map(\.id))
    case .laterPage:
      let first = try reader.pins(filter, in: .newestFirst, limit: 700)
      guard let next = first.next else { return }
      let page = try reader.pins(filter, in: .newestFirst, after: next, limit: 50)
      #expect(
        page.elements.map(\.id)
          == sorted(photos, .newestFirst).dropFirst(700).prefix(50).map(\.id))
    case .clusters, .deepClusters:
      let zoom = self == .clusters ? 4 : 22
      let marks = try reader.marks(filter, zoom: zoom, limit: 500)
      #expect(marks.photoCount == photos.count)
      let cells = (marks.zoom...min(marks.zoom + 1, zoom)).map { zoom in
        Set(
          photos.map {
            TileCoordinate(zoom: zoom + Cluster.levelsBelowZoom, holding: GridKey($0.place))
          }
        ).count
      }
      #expect(cells[0] == marks.marks.count)
      // The deepest level within the limit.
      if marks.zoom < zoom { #expect(cells[1] > 500) }
    case .nearest:
      guard
        let home = Coordinate(
          latitude: LivedWorld.home.latitude, longitude: LivedWorld.home.longitude)
      else { return }
      let found = try reader.nearest(to: home, count: 7, filter)
      let expected = photos.map { (home.geodesic(to: $0.place).distance, $0.id) }.sorted { $0 < $1 }
      #expect(found.map(\.pin.id) == expected.prefix(7).map(\.1))
    case .facets: #expect(try reader.facets(filter).count == photos.count)
    }
  }

  private func sorted(_ photos: [LivedLibrary.Photo], _ order: PhotoOrder) -> [LivedLibrary.Photo] {
    photos.sorted { left, right in
      guard let first = left.time, let second = right.time else {
        return left.time == nil && right.time == nil ? left.id < right.id : right.time == nil
      }
      if first == second { return left.id < right.id }
      return order == .newestFirst ? first > second : first < second
    }
  }
}

extension IndexReader {
  /// The number of calendar rows in a span.
  fileprivate func days(in span: TimeSpan?) throws -> Int {
    var count = 0
    try grid.forEachDay(in: GridDay.days(of: span ?? TimeSpan(from: nil, through: nil)) ?? 0...0) {
      _, _ in
      count += 1
    }
    return count
  }
}

extension CostTests {
  /// There is no index on the cameras of photos, and the table of photos is ten times as large as the blocks.
  @Test func photosOfACameraAreFoundInTheBlocks() throws {
    let world = try World(seed: 79, count: 5_000)
    let camera = try #require(world.photos.compactMap(\.camera).first)
    var (simple, general) = (PhotoFilter(), PhotoFilter())
    simple.camera = camera
    general.condition = .not(.compare(.cameraModel, .equal, .text(camera)))
    for filter in [simple, general] {
      let cost = try world.index.read { reader in
        let before = reader.cost
        _ = try reader.count(filter)
        return reader.cost.since(before)
      }
      #expect(cost.photos == 0)
      #expect((5_000 / 165...5_000 / 165 + 1).contains(cost.blocks))
    }
  }
}
