import SQLite
import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing
import Query

/// Summaries equal those of the plain list.
@Suite struct SummaryTests {
  /// Few enough days that queries with a time span use the calendar.
  private static let fewDays = Int64(-700_000_000)..<1_500_000_000

  @Test(arguments: [UInt64(51), 52])
  func marksAgreeWithALinearSearch(seed: UInt64) throws {
    let world = try World(seed: seed, count: 5_000, times: Self.fewDays)
    for turn in 0..<90 {
      var filter = PhotoFilter()
      let random = world.randomFilter()
      if turn % 2 == 0 { filter.box = random.box }
      if turn % 3 > 0 { filter.time = random.time }
      try compareMarks(of: world, filter, zoom: turn % 18)
    }
  }

  @Test(arguments: [UInt64(53), 54])
  func summariesAreCorrectAfterRandomChanges(seed: UInt64) throws {
    let world = try World(seed: seed, count: 2_000, times: Self.fewDays)
    for turn in 0..<24 {
      switch turn % 4 {
      case 0: try world.grow(by: 400)
      case 1: try world.relocate(Array(Set((0..<200).map { _ in world.randomID() })))
      case 2: try world.remove(Array(Set((0..<700).map { _ in world.randomID() })))
      default: try world.place(Array(repeating: world.photos[0].coordinate, count: 300))
      }
      #expect(try world.index.integrityProblems().isEmpty)
      try compareMarks(of: world, PhotoFilter(), zoom: turn % 12)
      try compareMarks(of: world, world.randomFilter(), zoom: turn % 5)
    }
    // From thousands at one position, where tiles are divided to the deepest level, to a single photo.
    try world.remove(world.photos.dropFirst().map(\.id))
    #expect(try world.index.integrityProblems().isEmpty)
    try compareMarks(of: world, PhotoFilter(), zoom: 3)
  }

  @Test func aBoxWhoseEdgeRunsThroughPhotosIsCountedExactly() throws {
    let world = try World(seed: 55)
    let spots = try (0..<40).map { number in
      try #require(Coordinate(latitude: 10, longitude: 20 + Double(number) * 0.000_000_1))
    }
    try world.place(spots.flatMap { Array(repeating: $0, count: 30) })
    for number in 0..<40 {
      var filter = PhotoFilter()
      filter.box = BoundingBox(
        west: -180, south: 10, east: 20 + Double(number) * 0.000_000_1, north: 10)
      #expect(try world.index.read { try $0.count(filter) } == 30 * (number + 1))
      #expect(
        try world.index.read { try $0.marks(filter, zoom: 2) }.photoCount == 30 * (number + 1))
    }
  }

  /// The photos of the last seed are from 1802 to 2220, mostly outside the usual years.
  @Test(arguments: [UInt64(56), 57, 59])
  func theTimelineCountsEveryPhotoOnce(seed: UInt64) throws {
    let spans = [56: Self.fewDays, 57: 0..<2_000_000_000_000]
    let days = spans[Int(seed)] ?? -5_300_000_000_000..<7_900_000_000_000
    let world = try World(seed: seed, count: 4_000, times: days)
    for turn in 0..<80 {
      let filter = turn < 3 ? PhotoFilter() : world.randomFilter()
      let pieces = [1, 2, 7, 24, 100, 5_000][turn % 6]
      let timeline = try world.index.read { try $0.timeline(filter, buckets: pieces) }
      let times = world.matching(filter).map(\.time)
      #expect(timeline.undated == times.count { $0 == nil })
      #expect(timeline.buckets.count <= pieces)
      #expect(timeline.buckets.reduce(0) { $0 + $1.count } == times.count { $0 != nil })
      #expect(timeline.buckets.last?.through == times.compactMap { $0 }.max())
      for bucket in timeline.buckets.prefix(12) {
        let span = bucket.from...bucket.through
        #expect(bucket.count == times.count { $0.map(span.contains) ?? false })
      }
      for (left, right) in zip(timeline.buckets, timeline.buckets.dropFirst()) {
        #expect(left.through + 1 == right.from)
      }
    }
  }

  @Test(arguments: [UInt64(61), 62])
  func theDaysCountEveryPhotoOnce(seed: UInt64) throws {
    let times = seed == 61 ? Self.fewDays : -5_300_000_000_000..<7_900_000_000_000
    let world = try World(seed: seed, count: 4_000, times: times)
    for turn in 0..<40 {
      let filter = turn < 3 ? PhotoFilter() : world.randomFilter()
      let days = try world.index.read { try $0.days(filter) }
      let times = world.matching(filter).map(\.time)
      #expect(days.undated == times.count { $0 == nil })
      let expected = Dictionary(grouping: times.compactMap { $0 }, by: GridDay.day(of:))
      #expect(days.buckets.map(\.from) == expected.keys.sorted().map(GridDay.start(of:)))
      for bucket in days.buckets {
        #expect(bucket.through - bucket.from == GridDay.milliseconds - 1)
        #expect(bucket.count == expected[GridDay.day(of: bucket.from)]?.count)
      }
    }
  }

  @Test(arguments: [UInt64(63), 64])
  func theDaysOfTheCamerasCountEveryPhotoOnce(seed: UInt64) throws {
    let times = seed == 63 ? Self.fewDays : -5_300_000_000_000..<7_900_000_000_000
    let world = try World(seed: seed, count: 4_000, times: times)
    for turn in 0..<60 {
      var filter = turn < 3 || turn % 2 == 0 ? PhotoFilter() : world.randomFilter()
      if turn > 3, turn % 4 == 0 { filter.localTime = world.randomLocalSpan() }
      if turn % 6 == 0 { filter.box = world.randomBox() }
      let matching = world.matching(filter)
      let days = try world.index.read { try $0.days(filter, on: .local) }
      #expect(days.undated == matching.count { $0.localTime == nil })
      let expected = Dictionary(grouping: matching.compactMap(\.localTime), by: GridDay.day(of:))
      #expect(days.buckets.map(\.from) == expected.keys.sorted().map(GridDay.start(of:)))
      for bucket in days.buckets {
        #expect(bucket.count == expected[GridDay.day(of: bucket.from)]?.count)
      }
      #expect(try world.index.read { try $0.count(filter) } == matching.count)
      let pieces = try world.index.read { try $0.timeline(filter, buckets: 40, on: .local) }
      for bucket in pieces.buckets {
        let inside = matching.count { photo in
          photo.localTime.map { $0 >= bucket.from && $0 <= bucket.through } ?? false
        }
        #expect(bucket.count == inside)
      }
    }
  }

  @Test(arguments: [false, true])
  func anIndexOfAnOlderProgramIsSummedUpWhenItIsOpened(isOnlyAsked: Bool) throws {
    let world = try World(seed: 58, count: 5_000, times: Self.fewDays)
    let path = world.index.path
    try OlderIndex.make(
      at: path.description, steps: Schema.steps.prefix(2).map(\.sql), device: 5)
    let index = try PhotoIndex(path: path, access: isOnlyAsked ? .reading : .writing)
    #expect(try index.integrityProblems().isEmpty)
    try compareMarks(of: world, PhotoFilter(), zoom: 4)
    try compareMarks(of: world, world.randomFilter(), zoom: 1)
  }

  private func compareMarks(of world: World, _ filter: PhotoFilter, zoom: Int) throws {
    let marks = try world.index.read { try $0.marks(filter, zoom: zoom) }
    let photos = Dictionary(grouping: world.matching(filter)) {
      TileCoordinate(zoom: zoom + Cluster.levelsBelowZoom, holding: GridKey($0.coordinate))
    }
    let expected = photos.sorted { $0.key.keys.lowerBound < $1.key.keys.lowerBound }
      .compactMap { mark(of: $0.value, in: $0.key) }
    #expect(marks.zoom == zoom, "\(filter) at \(zoom)")
    #expect(marks.marks == expected, "\(filter) at \(zoom)")
  }

  /// The mark of a cell, computed independently of the index.
  private func mark(of photos: [World.Photo], in cell: TileCoordinate) -> MapMark? {
    let longitudes = photos.map(\.coordinate.longitudeE7)
    let latitudes = photos.map(\.coordinate.latitudeE7)
    func mean(_ numbers: [Int32]) -> Int32 {
      Int32(numbers.reduce(0) { $0 + Int64($1) } / Int64(numbers.count))
    }
    let newest = photos.max { left, right in
      let (leftTime, rightTime) = (left.time ?? .min, right.time ?? .min)
      return leftTime == rightTime ? left.id > right.id : leftTime < rightTime
    }
    guard let newest, let west = longitudes.min(), let east = longitudes.max(),
      let south = latitudes.min(), let north = latitudes.max(),
      let lowest = Coordinate(latitudeE7: south, longitudeE7: west),
      let highest = Coordinate(latitudeE7: north, longitudeE7: east),
      let centre = Coordinate(latitudeE7: mean(latitudes), longitudeE7: mean(longitudes))
    else { return nil }
    guard photos.count > 1 else { return .pin(Pin(id: newest.id, coordinate: centre)) }
    let times = photos.compactMap(\.time)
    return .cluster(
      Cluster(
        cell: cell, count: photos.count, centre: centre,
        extent: BoundingBox(west: lowest, south: lowest, east: highest, north: highest),
        representative: newest.id,
        time: times.min().flatMap { first in times.max().map { first...$0 } }))
  }
}
