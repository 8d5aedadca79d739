import Foundation
import Geography
import PhotoFacts
@testable import Places
import TestSupport
import Testing

/// The smallest polygon that contains a position.
@Suite struct BoundariesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private typealias Polygon = PolygonPackage.Polygon

  private func boundaries(_ features: [(name: String, polygons: [Polygon])]) throws -> Boundaries {
    var draft = BoundaryDraft()
    for (name, polygons) in features {
      try draft.add(name: name, geometry: PolygonPackage.blob(polygons))
    }
    let path = folder.file("a.boundaries")
    try Data(draft.file(try NamedPlaces.shared.get())).write(
      to: URL(fileURLWithPath: path), options: .atomic)
    return try Boundaries(path: Array(path.utf8))
  }

  private func name(_ latitude: Double, _ longitude: Double, _ boundaries: Boundaries) throws
    -> String?
  {
    let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return try boundaries.name(at: position).map { try boundaries.text(ofName: $0) }
  }

  // MARK: - Against a brute force

  /// A star around a point: a ring whose corners are at random distances.
  private static func star(
    _ x: Double, _ y: Double, _ reach: Double, _ corners: Int, _ random: inout SeededRandom
  ) -> [(Double, Double)] {
    (0..<corners).map { corner in
      let angle = 2 * Double.pi * Double(corner) / Double(corners)
      let distance = reach * Double.random(in: 0.4...1, using: &random)
      return (x + distance * cos(angle), max(-90, min(90, y + distance * sin(angle))))
    }
  }

  /// Stars of all sizes, some with a hole, some with islands, some across the antimeridian.
  private static func seededFeatures(_ random: inout SeededRandom) -> [(
    name: String, polygons: [Polygon]
  )] {
    (0..<400).map { number in
      let isFar = number % 5 == 0
      let x =
        isFar
        ? Double.random(in: 170...190, using: &random) : Double.random(in: -20...20, using: &random)
      let y = Double.random(in: -20...20, using: &random)
      let reach = pow(10, Double.random(in: -1...1, using: &random))
      var polygons = [
        [star(x, y, reach, Int.random(in: 3...300, using: &random), &random)]
      ]
      if number % 3 == 0 { polygons[0].append(star(x, y, reach * 0.3, 12, &random)) }
      if number % 4 == 0 { polygons.append([star(x + 3 * reach, y, reach, 9, &random)]) }
      return ("star \(number)", polygons)
    }
  }

  /// Whether an odd number of edges are north of a point, unlike the program, which looks to the west.
  private static func contains(_ ring: [(Double, Double)], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for index in ring.indices {
      let (one, other) = (ring[index], ring[(index + 1) % ring.count])
      guard (one.0 <= x) != (other.0 <= x) else { continue }
      let at = one.1 + (other.1 - one.1) * (x - one.0) / (other.0 - one.0)
      if at > y { isInside.toggle() }
    }
    return isInside
  }

  private static func area(_ polygons: [Polygon]) -> Double {
    polygons.reduce(0) { sum, rings in
      let areas = rings.map { ring in
        abs(
          ring.indices.reduce(0.0) { sum, index in
            let (one, other) = (ring[index], ring[(index + 1) % ring.count])
            return sum + (other.0 - one.0) * (sin(one.1 * .pi / 180) + sin(other.1 * .pi / 180))
          })
      }
      return sum + areas[0] - areas.dropFirst().reduce(0, +)
    }
  }

  @Test func isTheOneThatABruteForceFinds() throws {
    var random = SeededRandom(seed: 20)
    let features = Self.seededFeatures(&random)
    let boundaries = try boundaries(features)
    let bySize = features.sorted { Self.area($0.polygons) < Self.area($1.polygons) }
    var found = 0
    for number in 0..<4_000 {
      let x =
        number % 4 == 0
        ? Double.random(in: 160...200, using: &random) : Double.random(in: -25...25, using: &random)
      let y = Double.random(in: -25...25, using: &random)
      let expected = bySize.first { feature in
        [-360.0, 0, 360].contains { turn in
          feature.polygons.contains { rings in
            rings.reduce(false) { $0 != Self.contains($1, x + turn, y) }
          }
        }
      }
      let name = try name(y, x > 180 ? x - 360 : x, boundaries)
      #expect(name == expected?.name, "\(y), \(x)")
      found += name == nil ? 0 : 1
    }
    #expect(found > 1_000)
  }

  /// Squares that touch, whose corners and edges are looked up too.
  @Test func ofAHundredThousandThatTouchIsExactlyOne() throws {
    let side = 320
    var features: [(name: String, polygons: [Polygon])] = []
    for row in 0..<side {
      for column in 0..<side {
        let centre = (Double(column) * 0.01 + 5.005, Double(row) * 0.01 + 45.005)
        features.append(
          ("\(row)/\(column)", [PolygonPackage.square(centre.0, centre.1, 0.005)]))
      }
    }
    let boundaries = try boundaries(features)
    #expect(boundaries.nameCount == side * side)
    var random = SeededRandom(seed: 4)
    for number in 0..<3_000 {
      let (x, y) = (
        Int32.random(in: 0..<32_000_000, using: &random) / (number % 3 == 0 ? 100_000 : 1),
        Int32.random(in: 0..<32_000_000, using: &random) / (number % 2 == 0 ? 100_000 : 1)
      )
      let (east, north) = (number % 3 == 0 ? x * 100_000 : x, number % 2 == 0 ? y * 100_000 : y)
      let position = try #require(
        Coordinate(latitudeE7: 450_000_000 + north, longitudeE7: 50_000_000 + east))
      let found = try boundaries.name(at: position).map { try boundaries.text(ofName: $0) }
      #expect(found == "\(north / 100_000)/\(east / 100_000)")
    }
  }

  // MARK: - Shapes

  @Test func ofNestedOnesIsTheInnermost() throws {
    let boundaries = try boundaries(
      [4.0, 0.5, 2, 1].map { ("\($0)", [PolygonPackage.square(11, 48, $0)]) })
    for (distance, expected) in [(0.1, "0.5"), (0.7, "1.0"), (1.5, "2.0"), (3, "4.0")] {
      #expect(try name(48, 11 + distance, boundaries) == expected)
    }
    #expect(try name(48, 16, boundaries) == nil)
  }

  @Test func aHoleIsOutsideAndAnIslandInside() throws {
    let lake = PolygonPackage.square(11, 48, 0.5)
    let boundaries = try boundaries([
      (
        "park",
        [PolygonPackage.square(11, 48, 1) + lake, PolygonPackage.square(11, 48, 0.1)]
      )
    ])
    #expect(try name(48, 11.7, boundaries) == "park")
    #expect(try name(48, 11.3, boundaries) == nil)
    #expect(try name(48, 11.05, boundaries) == "park")
  }

  @Test(arguments: [
    [PolygonPackage.square(180, 0, 2)], [PolygonPackage.square(-180, 0, 2)],
    [
      [[(178, -2), (180, -2), (180, 2), (178, 2)]],
      [[(-180, -2), (-178, -2), (-178, 2), (-180, 2)]],
    ],
  ])
  func thatCrossesTheAntimeridianIsOneHoweverItIsWritten(polygons: [PolygonPackage.Polygon]) throws
  {
    let boundaries = try boundaries([("taveuni", polygons)])
    for longitude in [179.0, -179, 180, -180, 178.1, -178.1] {
      #expect(try name(1, longitude, boundaries) == "taveuni", "\(longitude)")
    }
    for longitude in [177.9, -177.9, 0] {
      #expect(try name(1, longitude, boundaries) == nil, "\(longitude)")
    }
  }

  @Test func theWholeWorldHasBothPoles() throws {
    let boundaries = try boundaries([
      ("world", [[[(-180, -90), (180, -90), (180, 90), (-180, 90)]]])
    ])
    for (latitude, longitude) in [
      (90.0, 0.0), (-90, 0), (0, 180), (0, -180), (90, 180), (-90, -180),
    ] {
      #expect(try name(latitude, longitude, boundaries) == "world")
    }
  }

  // MARK: - Files

  @Test func namesAreFoundWithoutCaseAndAccents() throws {
    let boundaries = try boundaries([
      ("Šumava", [PolygonPackage.square(13.5, 49, 0.2)]),
      ("SUMAVA", [PolygonPackage.square(20, 49, 0.2)]),
      ("Šumava", [PolygonPackage.square(14, 49, 0.2)]),
    ])
    #expect(boundaries.nameCount == 2)
    let folding = try NamedPlaces.shared.get().folding
    #expect(try boundaries.names(folded: folding.fold("šumava")) == ["Šumava", "SUMAVA"])
    #expect(try boundaries.names(folded: folding.fold("suma")).isEmpty)
  }

  @Test func aFileIsRefusedWhereverItIsCut() throws {
    _ = try boundaries([("park", [PolygonPackage.square(11, 48, 1)])])
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.boundaries")))
    let cut = folder.file("cut.boundaries")
    for size in 0..<whole.count - 8 {
      try whole.prefix(size).write(to: URL(fileURLWithPath: cut))
      #expect(throws: PlacesError.self, "\(size) bytes") { try Boundaries(path: Array(cut.utf8)) }
    }
  }

  @Test func aDamagedFileNeverCrashes() throws {
    var random = SeededRandom(seed: 9)
    _ = try boundaries(Self.seededFeatures(&random))
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.boundaries")))
    let path = folder.file("other.boundaries")
    for round in 0..<60 {
      var bytes = whole
      for _ in 0..<(round % 2 == 0 ? 20 : bytes.count / 20) {
        bytes[Int.random(in: 300..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      guard let damaged = try? Boundaries(path: Array(path.utf8)) else { continue }
      for _ in 0..<200 {
        let position = Coordinate(
          latitude: Double.random(in: -25...25, using: &random),
          longitude: Double.random(in: -180...180, using: &random))
        guard let position, let found = try? damaged.name(at: position) else { continue }
        _ = try? damaged.text(ofName: found)
      }
      _ = try? damaged.names(folded: Array("star 7".utf8))
    }
  }

  @Test func aReplacedFileIsUsedAtOnce() throws {
    let position = try #require(Coordinate(latitude: 48, longitude: 11))
    let path = folder.file("a.boundaries")
    let current = CurrentPlaces(try NamedPlaces.shared.get(), boundaries: Array(path.utf8))
    func area() throws -> String? {
      let places = current.current
      return try places.describe(places.locate(position)).area
    }
    let bare = current.current.identity
    #expect(try area() == nil)
    _ = try boundaries([("one", [PolygonPackage.square(11, 48, 1)])])
    let before = current.current
    #expect(try area() == "one")
    #expect(before.identity != bare)
    _ = try boundaries([("two", [PolygonPackage.square(11, 48, 1)])])
    #expect(try area() == "two")
    #expect(current.current.identity != before.identity)
    // What was returned before stays valid.
    #expect(try before.describe(before.locate(position)).area == "one")
    try Data("geobound".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    #expect(try area() == nil)
    #expect(current.current.boundariesProblem != nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(current.current.boundariesProblem == nil)
    #expect(current.current.identity == bare)
  }
}
