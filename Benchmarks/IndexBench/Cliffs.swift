import Files
import Foundation
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport
import Query

/// Runs random queries on realistic libraries, and reports the slowest with what they read.
///
/// Each query uses a freshly opened index, whose cache of runs is empty. Except for the first count of a guest, its
/// connection has read all runs once, so SQLite's page cache is warm as in a running server.
struct Cliffs {
  struct Slow: Encodable {
    var world: String
    var photos: Int
    var question: String
    /// The median of three, in CPU time of the calling thread.
    ///
    /// The second thread, which reads half of a long pass, is not counted.
    var milliseconds: Double
    var points: Int
    var runs: Int
    var days: Int
    var dayCells: Int
    var tiles: Int
    var descents: Int
  }

  /// The name of the query that builds the guests' grid.
  fileprivate static let firstOfGuest = "guest: first count"

  /// The privacy filter of guests: photos around home are hidden, as is common.
  private static var privacy: PrivacyFilter {
    let home = Coordinate(
      latitude: LivedWorld.home.latitude + 0.01, longitude: LivedWorld.home.longitude + 0.01)
    let zones = home.map { home in
      [PrivacyZone(name: "home", area: .circle(centre: home, metres: 300), treatment: .hidden)]
    }
    return PrivacyFilter(zones: zones ?? [], revision: 1)
  }

  private static let rounds = 3
  private static let batch = 50_000

  private let folder: String
  private let count: Int

  /// The first words of the selected queries.
  private let beginning: String

  init(_ databases: Databases, count: Int, about beginning: String = "") {
    (folder, self.count, self.beginning) = (databases.folder, count, beginning)
  }

  /// The times of all queries of a world, slowest first.
  func measure(_ world: LivedWorld) throws -> [Slow] {
    let path = "\(folder)/\(world.rawValue)-\(count).sqlite"
    if fileSize(path) == 0 { try load(world, into: path) }
    var random = SeededRandom(seed: 14)
    let places = Array(world.photos(count)).filter { _ in
      Int.random(in: 0..<(count / 200), using: &random) == 0
    }
    var slow: [Slow] = []
    for (name, box) in boxes(around: places, &random) {
      for (spanName, span) in spans(of: places, &random) {
        for (filterName, filter) in Self.filters {
          var filter = filter
          (filter.box, filter.time) = (box, span)
          for question in Self.questions {
            let description = "\(question.name), \(name), \(spanName)\(filterName)"
            guard description.hasPrefix(beginning) else { continue }
            slow.append(try ask(question, filter, world, description, path))
          }
        }
      }
    }
    return slow.sorted { $0.milliseconds > $1.milliseconds }
  }

  private func ask(
    _ question: Question, _ filter: PhotoFilter, _ world: LivedWorld, _ name: String, _ path: String
  ) throws -> Slow {
    var times = Times()
    var cost = ReadCost()
    for _ in 0..<Self.rounds {
      var index = try PhotoIndex(path: FilePath(path), access: .reading)
      if question.isOfGuest {
        index = try PhotoIndex(index, through: Self.privacy)
        // The grid as guests see it is made once for each version of the index; this makes it.
        if question.name != Self.firstOfGuest { _ = try index.read { try $0.count(PhotoFilter()) } }
      }
      cost = try index.read { reader in
        if question.name != Self.firstOfGuest { _ = try reader.extent() }
        let ask = try question.prepare(reader, filter)
        let before = reader.cost
        try times.measure { try ask() }
        return reader.cost.since(before)
      }
      // Very slow queries are not repeated.
      if times.nanoseconds[0] > 3_000_000_000 { break }
    }
    return Slow(
      world: world.rawValue, photos: count, question: name,
      milliseconds: times.summary.p50 / 1e3, points: cost.points, runs: cost.runs,
      days: cost.days, dayCells: cost.dayCells, tiles: cost.tiles, descents: cost.descents)
  }

  private func load(_ world: LivedWorld, into path: String) throws {
    removeDatabase(path)
    let index = try PhotoIndex(path: FilePath(path), access: .writing)
    let photos = Array(world.photos(count))
    for start in stride(from: 0, to: count, by: Self.batch) {
      try index.write { writer in
        let root = try writer.root(FilePath("/photos"))
        let folder = try writer.markListed(FilePath("\(start)"), in: root, scan: 1).id
        for number in start..<min(start + Self.batch, count) {
          _ = try writer.add(try file(number, photos[number]), in: folder)
        }
      }
    }
  }

  private func file(_ number: Int, _ photo: LivedWorld.Photo) throws -> ReadFile {
    guard let place = Coordinate(latitude: photo.latitude, longitude: photo.longitude) else {
      throw Failure("photo \(number) is nowhere")
    }
    var facts = PhotoFacts(
      place: .located(Location(place, source: number % 7 == 0 ? .xmp : .exif)),
      format: number % 20 == 0 ? .mp4 : .jpeg)
    facts.time = photo.time.map { CaptureTime(localMilliseconds: $0) }
    facts.camera = Camera(make: "Lumo", model: number % 3 == 0 ? "Lumo 3" : "Lumo 5", lens: nil)
    return ReadFile(
      name: Array("\(number).jpg".utf8),
      stamp: FileStamp(size: 1, modified: Int64(number), inode: UInt64(number)), facts: facts)
  }
}

extension Cliffs {
  fileprivate struct Question {
    var name: String
    /// Whether the query goes through `Cliffs.privacy`.
    var isOfGuest = false

    /// Prepares a query, which is not measured, and returns it.
    var prepare: (IndexReader, PhotoFilter) throws -> () throws -> Void

    init(name: String, ask: @escaping (IndexReader, PhotoFilter) throws -> Void) {
      self.name = name
      prepare = { reader, filter in { try ask(reader, filter) } }
    }

    static func prepared(
      _ name: String, _ prepare: @escaping (IndexReader, PhotoFilter) throws -> () throws -> Void
    ) -> Question {
      var question = Question(name: name) { _, _ in }
      question.prepare = prepare
      return question
    }
  }

  fileprivate static var questions: [Question] {
    [
      Question(name: "timeline") { _ = try $0.timeline($1, buckets: 100) },
      Question(name: "per=day") { _ = try $0.days($1) },
      Question(name: "count") { _ = try $0.count($1) },
      Question(name: "newest") { _ = try $0.pins($1, in: .newestFirst, limit: 100) },
      Question(name: "oldest") { _ = try $0.pins($1, in: .oldestFirst, limit: 100) },
      .prepared("newest, later page") { reader, filter in
        let page = try reader.pins(filter, in: .newestFirst, skipping: 20_000, limit: 1)
        return { _ = try reader.pins(filter, in: .newestFirst, after: page.next, limit: 100) }
      },
      Question(name: "by place") { _ = try $0.pins($1, limit: 1_000) },
      Question(name: "clusters at 4") { _ = try $0.marks($1, zoom: 4) },
      Question(name: "clusters at 14") { _ = try $0.marks($1, zoom: 14) },
      Question(name: "clusters at 22") { _ = try $0.marks($1, zoom: 22) },
      Question(name: "facets, first") { _ = try $0.facets($1) },
      .prepared("facets") { reader, filter in
        _ = try reader.facets(PhotoFilter())
        return { _ = try reader.facets(filter) }
      },
      Question(name: "nearest") { reader, filter in
        guard let place = Coordinate(latitude: 48.1375, longitude: 11.5756) else { return }
        _ = try reader.nearest(to: place, count: 10, filter)
      },
      Question(name: "tile") { reader, filter in
        let place = GridKey(
          rawValue: GridRegion(filter.box ?? .world).firstKey(atOrAfter: .first)?.rawValue ?? 0)
        _ = try reader.marks(of: TileCoordinate(zoom: 8, holding: place), filter)
      },
    ] + guestQuestions
  }

  private static var guestQuestions: [Question] {
    var questions = [
      Question(name: firstOfGuest) { _ = try $0.count($1) },
      Question(name: "guest: timeline") { _ = try $0.timeline($1, buckets: 100) },
      Question(name: "guest: count") { _ = try $0.count($1) },
      Question(name: "guest: newest") { _ = try $0.pins($1, in: .newestFirst, limit: 100) },
      Question(name: "guest: clusters at 14") { _ = try $0.marks($1, zoom: 14) },
      Question(name: "guest: facets") { _ = try $0.facets($1) },
    ]
    for index in questions.indices { questions[index].isOfGuest = true }
    return questions
  }

  fileprivate static let filters: [(String, PhotoFilter)] = {
    var media = PhotoFilter()
    media.media = .video
    return [("", PhotoFilter()), (", films", media)]
  }()

  fileprivate func boxes(
    around places: [LivedWorld.Photo], _ random: inout SeededRandom
  ) -> [(String, BoundingBox?)] {
    let kinds = [
      ("photo", 0), ("street", 0.001), ("home", 0.0015), ("quarter", 0.01), ("city", 0.06),
      ("country", 4), ("continent", 20),
    ]
    var boxes: [(String, BoundingBox?)] = [("world", nil)]
    for (name, half) in kinds {
      let photo = places.randomElement(using: &random)
      let isAtHome = name != "photo" && name != "continent"
      let middle =
        isAtHome
        ? (
          LivedWorld.home.latitude + (name == "home" ? 0.01 : 0),
          LivedWorld.home.longitude + (name == "home" ? 0.01 : 0)
        )
        : (photo?.latitude ?? 0, photo?.longitude ?? 0)
      guard let centre = Coordinate(latitude: middle.0, longitude: middle.1) else { continue }
      boxes.append((name, BoundingBox(around: centre, half)))
    }
    return boxes
  }

  fileprivate func spans(
    of places: [LivedWorld.Photo], _ random: inout SeededRandom
  ) -> [(String, TimeSpan?)] {
    let day: Int64 = 86_400_000
    let times = places.compactMap(\.time)
    func span(_ days: Int64, _ offset: Int64) -> TimeSpan {
      let start = (times.randomElement(using: &random) ?? 0) / day * day + offset
      return TimeSpan(from: start, through: start + days * day - 1)
    }
    return [
      ("all time", nil), ("a day", span(1, 0)), ("half a year", span(183, 0)),
      ("half a year from noon", span(183, day / 2)), ("ten years from noon", span(3_652, day / 2)),
    ]
  }
}
