import BaseMaps
import Foundation
import Geography
import Relief
import TestSupport
import Testing

/// Ridges and valleys on the tiles of one zoom level, and their elevations by the textbook formulas.
private struct Hills {
  static let zoom = 12
  static let columns = 700...704
  static let rows = 1_600...1_604
  static let pixels = Double(ReliefWriter.side << zoom)

  static func metres(_ x: Int, _ y: Int) -> Double {
    let (x, y) = (Double(x), Double(y))
    let height = 900 + 300 * sin(x / 9) * cos(y / 11) + 250 * sin(x / 31 + y / 23)
    return (height * 256).rounded() / 256
  }

  /// Between the middles of the four nearest pixels.
  static func metres(at place: Coordinate) -> Double {
    let sine = sin(place.latitude * .pi / 180)
    let x = (place.longitude + 180) / 360 * pixels - 0.5
    let y = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * pixels - 0.5
    let (left, up) = (x.rounded(.down), y.rounded(.down))
    var sum = 0.0
    for (column, across) in [(0, left + 1 - x), (1, x - left)] {
      for (row, down) in [(0, up + 1 - y), (1, y - up)] {
        sum += metres(Int(left) + column, Int(up) + row) * across * down
      }
    }
    return sum
  }

  static func place(_ random: inout SeededRandom) -> Coordinate? {
    func degrees(_ numbers: ClosedRange<Int>) -> Double {
      // Not in the outer half of the outer pixels, whose neighbours are missing.
      .random(
        in: Double(numbers.lowerBound) + 0.01...Double(numbers.upperBound) + 0.99, using: &random)
    }
    let side = Double(1 << zoom)
    let longitude = degrees(columns) / side * 360 - 180
    let latitude = atan(sinh(.pi * (1 - 2 * degrees(rows) / side))) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  static func write(to path: String) throws {
    var writer = ReliefWriter()
    writer.add(zoom: zoom, columns: columns, rows: rows, metres)
    try writer.write(to: path)
  }
}

@Suite struct ReliefTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func relief() -> Relief {
    Relief(BaseMapFiles(files: [], folder: Array(folder.path.utf8), interval: .zero))
  }

  private func write(
    _ name: String, _ tiles: [PMTilesWriter.Address: [UInt8]],
    metadata: String = #"{"encoding": "terrarium"}"#
  ) throws {
    var writer = ReliefWriter()
    writer.tiles = tiles
    try writer.write(to: folder.file(name), metadata: metadata)
  }

  @Test func elevationsLieBetweenTheNearestPixelsAlsoAcrossTiles() throws {
    try Hills.write(to: folder.file("hills.pmtiles"))
    let ground = try #require(relief().ground)
    var random = SeededRandom(seed: 1)
    for _ in 0..<2_000 {
      let place = try #require(Hills.place(&random))
      let found = try #require(ground.elevation(at: place, every: 10))
      #expect(abs(found - Hills.metres(at: place)) < 0.02, "\(place)")
    }
    let away = try #require(Coordinate(latitude: 0, longitude: 0))
    #expect(ground.elevation(at: away, every: 10) == nil)
  }

  @Test func hillsHideWhatALoopFindsHidden() throws {
    try Hills.write(to: folder.file("hills.pmtiles"))
    let ground = try #require(relief().ground)
    var random = SeededRandom(seed: 2)
    var counts = [true: 0, false: 0]
    while counts.values.reduce(0, +) < 200 {
      let (one, other) = (try #require(Hills.place(&random)), try #require(Hills.place(&random)))
      let (above, height) = (
        Double.random(in: 0...400, using: &random), Double.random(in: 0...200, using: &random)
      )
      let camera = Hills.metres(at: one) + max(above, 1.6)
      let end = Hills.metres(at: other) + height
      let length = one.geodesic(to: other).distance
      // How far the ground rises above the line at most, on twice as many samples.
      let rise =
        (1..<2_048).map { sample -> Double in
          let share = Double(sample) / 2_048
          let place = one.interpolated(to: other, fraction: share)
          let drop = share * (1 - share) * length * length * 0.87 / (2 * 6_371_008.8)
          return Hills.metres(at: place) + drop - camera - (end - camera) * share
        }.max() ?? 0
      // Between two samples, the ground may rise a little more.
      guard abs(rise - 5) > 1 else { continue }
      let cone = ViewCone(origin: one, direction: 0, fieldOfView: 360)
      let found = cone.isHidden(
        other, height: height, metresAboveSea: Hills.metres(at: one) + above, by: ground)
      #expect(found == (rise > 5), "\(one) \(other) \(rise)")
      counts[rise > 5, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 30 }, "\(counts)")
  }

  @Test func aFarLineUsesTheTilesOfAFarViewAndMissingTilesAreReplacedByThoseAbove() throws {
    var writer = ReliefWriter()
    for zoom in 0...3 {
      writer.add(zoom: zoom, columns: 0...(1 << zoom) - 1, rows: 0...(1 << zoom) - 1) { _, _ in
        Double(zoom) * 100
      }
    }
    writer.tiles[.init(3, 4, 3)] = nil
    try writer.write(to: folder.file("world.pmtiles"))
    let ground = try #require(relief().ground)
    let place = try #require(Coordinate(latitude: -10, longitude: -10))
    let world = 40_075_016.7 * cos(10 * .pi / 180) / 256
    #expect(ground.elevation(at: place, every: 1) == 300)
    #expect(ground.elevation(at: place, every: world / 8 * 0.99) == 300)
    #expect(ground.elevation(at: place, every: world / 8 * 1.01) == 200)
    #expect(ground.elevation(at: place, every: world * 1.01) == 0)
    #expect(ground.elevation(at: place, every: .infinity) == 0)
    #expect(ground.elevation(at: place, every: 0) == 300)
    // The tile 3/4/3 is north-east of the null island.
    let missing = try #require(Coordinate(latitude: 10, longitude: 10))
    #expect(ground.elevation(at: missing, every: 1) == 200)
    // Columns meet at the antimeridian.
    for longitude in [-180, 180, 179.9999999] {
      let seam = try #require(Coordinate(latitude: 10, longitude: longitude))
      #expect(ground.elevation(at: seam, every: 1) == 300)
    }
  }

  @Test func theMostDetailedFileThatHasATileDecides() throws {
    var (world, town) = (ReliefWriter(), ReliefWriter())
    world.add(zoom: 0, columns: 0...0, rows: 0...0) { _, _ in 10 }
    town.add(zoom: 4, columns: 8...8, rows: 8...8) { _, _ in 20 }
    try world.write(to: folder.file("a.pmtiles"))
    try town.write(to: folder.file("b.pmtiles"))
    let ground = try #require(relief().ground)
    let (inside, outside) = (
      try #require(Coordinate(latitude: -10, longitude: 10)),
      try #require(Coordinate(latitude: 30, longitude: 10))
    )
    #expect(ground.elevation(at: inside, every: 1) == 20)
    #expect(ground.elevation(at: outside, every: 1) == 10)
  }

  @Test func elevationsOfMapboxAreRead() throws {
    // 0x01E240 is 123,456: a tenth of a metre each, from −10,000 m.
    let pixels = [[UInt8]](repeating: [0x01, 0xE2, 0x40], count: 16).flatMap { $0 }
    try write(
      "a.pmtiles", [.init(0, 0, 0): ReliefWriter.picture(pixels, width: 4)],
      metadata: #"{"encoding": "mapbox"}"#)
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    let found = try #require(relief().ground?.elevation(at: place, every: 1))
    #expect(abs(found - 2_345.6) < 0.001)
  }

  @Test func filesThatAppearAndChangeAreNoticed() throws {
    let relief = relief()
    #expect(relief.ground == nil)
    try write("map.pmtiles", [.init(0, 0, 0): [1]], metadata: "{}")
    #expect(relief.ground == nil)
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    var versions: Set<String> = []
    for metres in [5.0, 6] {
      var writer = ReliefWriter()
      writer.add(zoom: 0, columns: 0...0, rows: 0...0) { _, _ in metres }
      if metres == 6 { writer.add(zoom: 1, columns: 0...0, rows: 0...0) { _, _ in metres } }
      try writer.write(to: folder.file("relief.pmtiles"))
      let ground = try #require(relief.ground)
      #expect(ground.elevation(at: place, every: 1) == metres)
      #expect(relief.ground?.version == ground.version)
      versions.insert(ground.version)
    }
    #expect(versions.count == 2)
  }

  @Test func aTruncatedPictureIsUnknownGround() throws {
    var writer = ReliefWriter()
    writer.add(zoom: 0, columns: 0...0, rows: 0...0) { _, _ in 77 }
    let whole = try #require(writer.tiles[.init(0, 0, 0)])
    let place = try #require(Coordinate(latitude: -70, longitude: 170))
    for count in Array(stride(from: 0, to: whole.count, by: 811)) + [whole.count] {
      try write("a.pmtiles", [.init(0, 0, 0): Array(whole.prefix(max(count, 1)))])
      let found = relief().ground?.elevation(at: place, every: 1)
      #expect(found == (count == whole.count ? 77 : nil), "\(count)")
    }
  }

  /// A picture of Pillow, 2 × 2 pixels of the colour 128, 100, 128; with losses, libwebp reads 128, 101, 128.
  @Test(arguments: [
    ("574542505650384c110000002f014000000750b20216b0ff8188e87f0000", 100.5),
    (
      "5745425056503820260000009001009d012a0200020000c012258c0274ba00039800feee767f8b90fa862fed4c12464e4000",
      nil
    ),
  ])
  func onlyWebPWithoutLossHasElevations(content: String, metres: Double?) throws {
    let digits = Array(content)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    try write(
      "a.pmtiles", [.init(0, 0, 0): Array("RIFF".utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes])
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    #expect(relief().ground?.elevation(at: place, every: 1) == metres)
  }

  private static let strangeTiles: [String: [UInt8]] = [
    "a wide picture": ReliefWriter.picture([UInt8](repeating: 128, count: 3 * 8), width: 4),
    "a large one": ReliefWriter.picture(
      [UInt8](repeating: 128, count: 3 * 1_025 * 1_025), width: 1_025),
    "no picture": Array("hello".utf8),
    "a JPEG": [0xFF, 0xD8, 0xFF, 0xE0, 0, 16],
    "heights that no ground has": ReliefWriter.picture([255, 255, 255], width: 1),
  ]

  @Test(arguments: strangeTiles.keys.sorted())
  func aTileThatIsNoneIsUnknownGround(what: String) throws {
    try write("a.pmtiles", [.init(0, 0, 0): #require(Self.strangeTiles[what])])
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    #expect(try #require(relief().ground).elevation(at: place, every: 1) == nil, "\(what)")
  }

  @Test func pixelsBesideATileOfAnotherSizeAreThoseAtTheEdge() throws {
    let small = ReliefWriter.picture(
      (0..<4).flatMap { _ in ReliefWriter.terrarium(1_000) }, width: 2)
    var writer = ReliefWriter()
    writer.add(zoom: 1, columns: 0...1, rows: 0...1) { _, _ in 10 }
    writer.tiles[.init(1, 1, 0)] = small
    writer.tiles[.init(1, 1, 1)] = nil
    try writer.write(to: folder.file("a.pmtiles"))
    let ground = try #require(relief().ground)
    let west = try #require(Coordinate(latitude: 40, longitude: -0.000001))
    let east = try #require(Coordinate(latitude: 40, longitude: 0.000001))
    #expect(ground.elevation(at: west, every: 1) == 10)
    #expect(ground.elevation(at: east, every: 1) == 1_000)
    let south = try #require(Coordinate(latitude: -40, longitude: -0.000001))
    #expect(ground.elevation(at: south, every: 1) == 10)
  }
}
