import Geography
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing
import Query

@Suite struct ConditionTests {
  @Test(arguments: [UInt64(1), 2, 3, 4], [false, true])
  func anyConditionAgreesWithALinearSearch(seed: UInt64, withNames: Bool) throws {
    let gallery = try Gallery(
      seed: seed, count: 800, places: withNames ? NamedPlaces.shared.get() : nil)
    var found = 0
    for turn in 0..<60 {
      var filter = PhotoFilter()
      let condition = gallery.randomCondition()
      filter.condition = condition
      let expected = Set(gallery.photos.filter { condition.answer($0) == true }.map(\.id))
      try gallery.index.read { reader in
        let pins = try reader.pins(filter, limit: 10_000).elements.map(\.id)
        #expect(pins.count == expected.count, "\(condition)")
        #expect(Set(pins) == expected, "\(condition)")
        #expect(try reader.count(filter) == expected.count, "\(condition)")
        for zoom in [0, 3] {
          let marks = try reader.marks(filter, zoom: zoom)
          #expect(marks.photoCount == expected.count, "\(condition)")
          #expect(marks.marks.reduce(0) { $0 + $1.count } == expected.count, "\(condition)")
        }
        let timeline = try reader.timeline(filter, buckets: 3)
        let sum = timeline.buckets.reduce(timeline.undated) { $0 + $1.count }
        #expect(sum == expected.count, "\(condition)")
        var listed: [Int64] = []
        try reader.forEachPhoto(filter) { listed.append($0.id) }
        #expect(listed == expected.sorted(), "\(condition)")
        guard turn % 15 == 0 else { return }
        let place = gallery.photos[0].coordinate
        let near = try reader.nearest(to: place, count: 10_000, filter)
        #expect(Set(near.map(\.pin.id)) == expected, "\(condition)")
      }
      found += expected.count
    }
    #expect(found > 5_000)
  }

  @Test func aConditionNarrowsTheOtherFilters() throws {
    let gallery = try Gallery(seed: 5, count: 1_600)
    for _ in 0..<60 {
      let condition = gallery.randomCondition()
      var filter = PhotoFilter()
      filter.condition = condition
      filter.camera = "lumo"
      filter.box = BoundingBox(west: -60, south: -40, east: 80, north: 60)
      filter.path = "trips/*"
      filter.time = TimeSpan(from: 0, through: 2 * 86_400_000)
      let expected = gallery.photos.filter { photo in
        condition.answer(photo) == true
          && photo.texts[.cameraMake]?.lowercased() == "lumo"
          && (photo.texts[.path]?.hasPrefix("trips/") ?? false)
          && filter.box?.contains(photo.coordinate) ?? false
          && (0...2 * 86_400_000).contains(photo.taken ?? -1)
      }
      #expect(try gallery.index.read { try $0.count(filter) } == expected.count, "\(condition)")
    }
  }

  /// SQLite, queried on its own tables, has the same semantics of null and of text.
  @Test(arguments: [
    (#"NOT (altitude > 100)"#, PhotoCondition.not(.compare(.altitude, .greater, .integer(100)))),
    (
      "c.make <> 'Lumo' OR width IS NULL",
      .any([.compare(.cameraMake, .notEqual, .text("Lumo")), .not(.isKnown(.width))])
    ),
    (
      "NOT (c.make = 'lumo' AND direction < 50.5)",
      .not(
        .all([
          .compare(.cameraMake, .equal, .text("lumo")),
          .compare(.direction, .less, .number(50.5)),
        ]))
    ),
    ("c.lens IS NULL", .not(.isKnown(.lens))),
    (
      "NOT (name IN ('IMG_1.jpg', 'img_2.jpg'))",
      .not(.oneOf(.filename, [.text("IMG_1.jpg"), .text("img_2.jpg")]))
    ),
    (
      "local_time BETWEEN 1 AND 86400000",
      .all([
        .compare(.takenAtLocal, .atLeast, .integer(1)),
        .compare(.takenAtLocal, .atMost, .integer(86_400_000)),
      ])
    ),
  ])
  func theAnswersAreThoseOfSQLite(sql: String, condition: PhotoCondition) throws {
    let gallery = try Gallery(seed: 6, count: 1_600)
    var filter = PhotoFilter()
    filter.condition = condition
    let ids = try gallery.index.read { try $0.pins(filter, limit: 10_000).elements.map(\.id) }
    let query =
      "SELECT p.id FROM photo p LEFT JOIN camera c ON c.id = p.camera WHERE \(sql) ORDER BY p.id"
    let outcome = try Program.run("/usr/bin/sqlite3", ["-readonly", gallery.path, query])
    let theirs = outcome.output.split(separator: "\n").compactMap { Int64($0) }
    #expect(ids.sorted() == theirs)
    #expect(!theirs.isEmpty)
    #expect(theirs.count < gallery.photos.count)
  }

  @Test func aSetOfPhotosIsThatOfTheIndexAsItIsNow() throws {
    let gallery = try Gallery(seed: 7, count: 400)
    var filter = PhotoFilter()
    filter.condition = .compare(.cameraMake, .equal, .text("Lumo"))
    let before = try gallery.index.read { try $0.pins(filter, limit: 1_000).elements.map(\.id) }
    #expect(try gallery.index.read { try $0.count(filter) } == before.count)
    try gallery.index.write { try $0.remove(before[0]) }
    #expect(try gallery.index.read { try $0.count(filter) } == before.count - 1)
  }

  @Test func aReaderThatBeganBeforeAChangeKeepsItsAnswer() throws {
    let gallery = try Gallery(seed: 8, count: 400)
    var filter = PhotoFilter()
    filter.camera = "lumo"
    let (index, wanted) = (gallery.index, filter)
    try index.read { early in
      let before = try early.count(wanted)
      let first = try early.pins(wanted, limit: 1).elements[0].id
      try index.write { try $0.remove(first) }
      #expect(try index.read { try $0.count(wanted) } == before - 1)
      #expect(try early.count(wanted) == before)
      #expect(try index.read { try $0.count(wanted) } == before - 1)
    }
  }

  @Test func aPolygonHoldsWhatIsInsideAndOnItsEdgesButNotInItsHoles() throws {
    func ring(_ corners: [(Double, Double)]) throws -> [Coordinate] {
      try corners.map { try #require(Coordinate(latitude: $0.1, longitude: $0.0)) }
    }
    let area = try #require(
      GeoPolygon(rings: [
        ring([(-40, -40), (40, -40), (0, 40), (-40, -40)]),
        ring([(-10, -20), (10, -20), (10, 0), (-10, 0), (-10, -20)]),
      ]))
    func holds(_ longitude: Double, _ latitude: Double) throws -> Bool {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      return area.contains(longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
    }
    for (x, y) in [(0.0, 40.0), (20, 0), (-20, 0), (0, -40), (-40, -40), (10, -10), (0, 20)] {
      #expect(try holds(x, y), "\(x) \(y)")
    }
    for (x, y) in [(0.0, 40.0000001), (20.0000001, 0), (0, -10), (9.9999999, -10), (-39, 39)] {
      #expect(try !holds(x, y), "\(x) \(y)")
    }
    #expect(try GeoPolygon(rings: [ring([(0, 0), (1, 1), (0, 0)])]) == nil)
    #expect(try GeoPolygon(rings: [ring([(0, 0), (1, 1), (1, 0), (0, 1)])]) == nil)
    #expect(GeoPolygon(rings: []) == nil)
  }
}

extension MapMark {
  fileprivate var count: Int {
    switch self {
    case .pin: 1
    case .cluster(let cluster): cluster.count
    }
  }
}
