import Files
import PhotoFacts
import Query
import TestSupport
import Testing

import Grid
@testable import Geography
@testable import PhotoIndex

/// Photos that look in known directions, in an index and in a plain list.
private final class Viewers {
  let index: PhotoIndex
  var facts: [Int64: PhotoFacts] = [:]
  private let folder: TemporaryDirectory
  private var random: SeededRandom
  private var made = 0

  init(seed: UInt64, count: Int, around centre: Coordinate, metres: Double) throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    random = SeededRandom(seed: seed)
    let drawn = (0..<count).map { _ in draw(around: centre, metres) }
    let ids = try index.write { writer in
      let directory = try directory(writer)
      return try drawn.map { try writer.add(file($0), in: directory) }
    }
    for (id, one) in zip(ids, drawn) { facts[id] = one }
  }

  func update(_ id: Int64, _ changed: PhotoFacts) throws {
    try index.write { writer in
      _ = try writer.update(id, with: file(changed), in: directory(writer))
    }
    facts[id] = changed
  }

  func remove(_ ids: [Int64]) throws {
    try index.write { writer in for id in ids { try writer.remove(id) } }
    for id in ids { facts[id] = nil }
  }

  private func directory(_ writer: IndexWriter) throws -> DirectoryID {
    try writer.markListed(FilePath(""), in: try writer.root(FilePath("/photos")), scan: 1).id
  }

  private func file(_ facts: PhotoFacts) -> ReadFile {
    made += 1
    return ReadFile(
      name: Array("\(made).jpg".utf8),
      stamp: FileStamp(size: 9, modified: 1, inode: UInt64(made), changed: 1), facts: facts)
  }

  func draw(around centre: Coordinate, _ metres: Double) -> PhotoFacts {
    let place = centre.moved(
      along: GeodesicLine(
        distance: .random(in: 0...metres, using: &random),
        bearing: .random(in: 0..<360, using: &random)))
    func known<Value>(_ value: Value) -> Value? {
      Int.random(in: 0..<4, using: &random) > 0 ? value : nil
    }
    var facts = PhotoFacts(
      place: .located(
        Location(place, direction: known(.random(in: 0..<360, using: &random)), source: .exif)),
      format: .jpeg)
    facts.storedSize = PixelSize(width: 4_000, height: 3_000)
    facts.time = CaptureTime(localMilliseconds: .random(in: 0..<10, using: &random) * 86_400_000)
    facts.view.fieldOfView = known(
      [4, 30, 65, 100, 360].randomElement(using: &random) ?? 65)
    if Int.random(in: 0..<4, using: &random) == 0 {
      facts.view.pitch = .random(in: -90...20, using: &random)
      facts.view.roll = known(.random(in: -20...20, using: &random))
      facts.view.relativeAltitude = known(.random(in: -5...120, using: &random))
    }
    return facts
  }

  /// What a plain loop finds.
  func seeing(_ point: Coordinate, _ height: Double, within metres: Double) -> [Int64] {
    facts.compactMap { id, facts in
      facts.cone?.sighting(of: point, height: height, within: metres).map { (id, $0.rank) }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }
}

@Suite struct SeeingTests {
  private static let centres = [(48.1, 11.5), (-33.9, 179.999), (78.2, 15.6), (89.9, 0), (0, 0)]

  @Test(arguments: centres, [300.0, 20_000])
  func findsWhatALoopFinds(centre: (Double, Double), metres: Double) throws {
    let centre = try #require(Coordinate(latitude: centre.0, longitude: centre.1))
    let viewers = try Viewers(seed: UInt64(metres), count: 3_000, around: centre, metres: metres)
    var random = SeededRandom(seed: 5)
    try viewers.index.read { reader in
      for round in 0..<30 {
        let point = centre.moved(
          along: GeodesicLine(
            distance: .random(in: 0...metres, using: &random),
            bearing: .random(in: 0..<360, using: &random)))
        let height = round % 3 == 0 ? 20.0 : 0
        let expected = viewers.seeing(point, height, within: metres / 2)
        let found = try reader.seeing(point, height: height, within: metres / 2, count: 10_000)
        #expect(found.best.map(\.pin.id) == expected)
        #expect(found.count == expected.count)
        let best = try reader.seeing(point, height: height, within: metres / 2, count: 3)
        #expect(best.best.map(\.pin.id) == Array(expected.prefix(3)))
        #expect(best.count == expected.count)
        guard height == 0 else { continue }
        let shown = PhotoCondition.shows(point, within: metres / 2)
        #expect(try reader.ids(passing: shown) == expected.sorted())
        let others = Set(viewers.facts.keys).subtracting(expected)
        #expect(try reader.ids(passing: .not(shown)) == others.sorted())
      }
    }
  }

  /// A plain 100 m above the sea with a ridge from north to south, and nothing known in the south.
  private struct Ridge: Ground {
    let version = ""
    let top: Coordinate

    func elevation(at position: Coordinate, every _: Double) -> Double? {
      guard position.latitude > top.latitude - 0.002 else { return nil }
      return abs(position.longitude - top.longitude) < 0.0002 ? 160 : 100
    }
  }

  @Test func photosBehindARidgeComeLast() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 21, count: 900, around: centre, metres: 800)
    let point = centre.moved(along: GeodesicLine(distance: 100, bearing: 90))
    let ridge = Ridge(top: centre)
    func isHidden(_ id: Int64) -> Bool? {
      let facts = viewers.facts[id]
      return facts?.cone?.isHidden(
        point, height: 3, metresAboveSea: facts?.place.metresAboveSea, by: ridge)
    }
    let expected = viewers.seeing(point, 3, within: 700)
    try viewers.index.read { reader in
      let found = try reader.seeing(point, height: 3, within: 700, count: 1_000, over: ridge)
      #expect(found.best.map(\.line.isHidden) == found.best.map { isHidden($0.pin.id) })
      let states = Set(found.best.map(\.line.isHidden))
      #expect(states == [true, false, nil])
      let (seen, hidden) = (
        expected.filter { isHidden($0) != true }, expected.filter { isHidden($0) == true }
      )
      #expect(found.best.map(\.pin.id) == seen + hidden)
      let plain = try reader.seeing(point, height: 3, within: 700, count: 1_000)
      #expect(plain.best.allSatisfy { $0.line.isHidden == nil })
      #expect(plain.best.map(\.pin.id) == expected)
    }
  }

  @Test func followsChangesOfTheRows() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 9, count: 600, around: centre, metres: 500)
    let ids = viewers.facts.keys.sorted()
    for id in ids.prefix(100) { try viewers.update(id, viewers.draw(around: centre, 500)) }
    try viewers.remove(Array(ids.dropFirst(100).prefix(100)))
    try viewers.index.read { reader in
      let found = try reader.seeing(centre, within: 400, count: 1_000)
      #expect(found.best.map(\.pin.id) == viewers.seeing(centre, 0, within: 400))
      let problems = try reader.problems()
      #expect(problems == [])
    }
  }

  /// Imports may state any numbers.
  @Test func numbersThatNoCameraHasAreUnknown() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 13, count: 40, around: centre, metres: 200)
    let odd: [Double] = [-5, 0, 361, 1e9, 1e300, -1e300, .infinity, .nan]
    let fields: [WritableKeyPath<PhotoView, Double?>] = [
      \.fieldOfView, \.pitch, \.roll, \.relativeAltitude,
    ]
    var ids = viewers.facts.keys.sorted()
    for number in odd {
      for field in fields {
        var facts = viewers.draw(around: centre, 200)
        facts.view = PhotoView(fieldOfView: 60, pitch: -50, roll: 2, relativeAltitude: 40)
        facts.place.location?.direction = field == \.roll ? number : 90
        facts.view[keyPath: field] = number
        try viewers.update(ids.removeFirst(), facts)
      }
    }
    try viewers.index.read { reader in
      let problems = try reader.problems()
      #expect(problems == [])
      let found = try reader.seeing(centre, within: 400, count: 1_000)
      #expect(found.best.map(\.pin.id) == viewers.seeing(centre, 0, within: 400))
    }
    try viewers.remove(Array(viewers.facts.keys))
    try viewers.index.read { reader in
      let problems = try reader.problems()
      #expect(problems == [])
    }
  }

  @Test func rowsWithNumbersThatNoCameraHasAreNoDanger() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 14, count: 100, around: centre, metres: 200)
    let outcome = try Program.run(
      "sqlite3",
      [
        viewers.index.path.description,
        """
        UPDATE photo SET width = 9223372036854775807, height = -9223372036854775808,
          pitch = 1e300, roll = 'x', relative_altitude = 9e999, direction = -9e999;
        UPDATE photo SET field_of_view = 9e999 WHERE id % 2 = 0;
        UPDATE photo SET latitude = 9223372036854775807, longitude = 1e300 WHERE id % 5 = 0;
        """,
      ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    try viewers.index.read { reader in
      _ = try reader.seeing(centre, within: 400, count: 1_000)
      for id in 1...100 as ClosedRange<Int64> { _ = try? reader.again(id, within: 100, count: 9) }
      let problems = try reader.problems()
      #expect(problems != [])
    }
  }

  @Test func aFilterAppliesToThePhotos() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 10, count: 800, around: centre, metres: 300)
    var filter = PhotoFilter()
    filter.time = TimeSpan(from: 2 * 86_400_000, through: 4 * 86_400_000)
    try viewers.index.read { reader in
      let found = try reader.seeing(centre, within: 250, count: 1_000, filter)
      let expected = viewers.seeing(centre, 0, within: 250).filter {
        (2...4).contains((viewers.facts[$0]?.time?.localMilliseconds ?? -1) / 86_400_000)
      }
      #expect(!expected.isEmpty)
      #expect(found.best.map(\.pin.id) == expected)
    }
  }

  @Test func photosThatGuestsSeeElsewhereShowNothing() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 11, count: 800, around: centre, metres: 1_000)
    let coarse = try #require(CoarseGrid(metres: 5_000))
    for treatment in [PrivacyZone.Treatment.hidden, .coarse(coarse)] {
      let zone = PrivacyZone(
        name: "home", area: .circle(centre: centre, metres: 400), treatment: treatment)
      let guests = try PhotoIndex(viewers.index, through: PrivacyFilter(zones: [zone], revision: 3))
      try guests.read { reader in
        let point = centre.moved(along: GeodesicLine(distance: 450, bearing: 90))
        let found = try reader.seeing(point, within: 900, count: 1_000).best.map(\.pin.id)
        let expected = viewers.seeing(point, 0, within: 900).filter { id in
          let place = viewers.facts[id]?.place.location?.coordinate ?? centre
          return centre.geodesic(to: place).distance > 400
        }
        #expect(!expected.isEmpty)
        #expect(found == expected)
        for (id, facts) in viewers.facts
        where centre.geodesic(to: facts.place.location?.coordinate ?? centre).distance <= 400 {
          let again = try reader.again(id, within: 500, count: 100)
          #expect(again == nil)
        }
      }
    }
  }

  @Test func againFindsTheSameSpotAndDirectionOnOtherDays() throws {
    let centre = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let viewers = try Viewers(seed: 12, count: 1_500, around: centre, metres: 100)
    try viewers.index.read { reader in
      for id in viewers.facts.keys.sorted().prefix(60) {
        let facts = try #require(viewers.facts[id])
        let found = try reader.again(id, within: 30, count: 1_000)
        guard let cone = facts.cone else {
          #expect(found == nil)
          continue
        }
        let expected = viewers.facts.filter { other, facts2 in
          guard other != id, let view = facts2.cone, view.isLike(cone) else { return false }
          return cone.origin.geodesic(to: view.origin).distance <= 30
            && facts2.time?.localMilliseconds != facts.time?.localMilliseconds
        }.keys.sorted {
          let times = [$0, $1].map { viewers.facts[$0]?.time?.localMilliseconds ?? 0 }
          return (times[0], $0) < (times[1], $1)
        }
        #expect(found?.best.map(\.pin.id) == expected)
      }
    }
  }
}

extension IndexReader {
  fileprivate func ids(passing condition: PhotoCondition) throws -> [Int64] {
    var filter = PhotoFilter()
    filter.require(condition)
    return try pins(filter, limit: 10_000).elements.map(\.id).sorted()
  }
}
