import Files
import Geography
import PhotoFacts
import SQLite
import TestSupport
import Testing
import TrackLines

import Grid
import PhotoIndex
@testable import TrackStore

/// An index with tracks, and the same tracks in a list; tests that share one do not change it.
final class TrackIndex: @unchecked Sendable {
  let folder: TemporaryDirectory
  let index: PhotoIndex
  private(set) var tracks: [Int64: [Fix]] = [:]

  init() throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("a.sqlite")), access: .writing)
  }

  @discardableResult
  func add(_ fixes: [Fix], as known: Int64? = nil) throws -> Int64 {
    let stamp = FileStamp(size: 1, modified: 2, inode: 3)
    let id = try index.write { writer in
      try writer.store(
        ReadTrack(stamp: stamp, kind: "gpx", fixes: fixes),
        named: Array("/\(tracks.count).gpx".utf8), in: nil, as: known)
    }
    tracks[id] = fixes
    return id
  }

  static func mixed() throws -> TrackIndex {
    let index = try TrackIndex()
    for seed in 1...6 {
      let number = Int(seed)
      try index.add(
        RandomTracks.walk(
          200 * number, from: (48 + Double(number) / 200, 11.5),
          at: RandomTracks.start + Int64(number) * 60_000, seed: UInt64(seed)))
      try index.add(RandomTracks.jumps(90 * number, seed: UInt64(seed)))
    }
    try index.add(RandomTracks.ship())
    return index
  }
}

/// Queries of tracks, compared with a test of every fix.
@Suite struct TrackQuestionTests {
  private static let shared = Result { try TrackIndex.mixed() }
  private let world: TrackIndex

  init() throws { world = try Self.shared.get() }

  @Test func theLinesOfATrackAreItsFixes() throws {
    for (id, fixes) in world.tracks {
      let lines = try world.index.read { try StoredTracks($0).lines(of: id, zoom: nil) }
      #expect(lines.flatMap { $0 } == fixes)
      #expect(lines.count == TrackPoint.points(of: fixes).count(where: \.beginsLine))
    }
  }

  @Test func aPartOfTheTimeHasItsFixesOnly() throws {
    let time = TimeSpan(from: RandomTracks.start + 700_000, through: RandomTracks.start + 9_999_000)
    for (id, fixes) in world.tracks {
      let found = try world.index.read { try StoredTracks($0).lines(of: id, zoom: nil, time: time) }
      let expected = fixes.filter {
        (RandomTracks.start + 700_000...RandomTracks.start + 9_999_000).contains($0.instant)
      }
      #expect(found.flatMap { $0 } == expected)
    }
  }

  @Test(arguments: 1...40)
  func theTracksOfABoxAreThoseWithALineInIt(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let box = try box(&random)
    let found = Set(
      try world.index.read { try StoredTracks($0).list(TrackFilter(box: box)) }.map(\.id))
    let expected = Set(world.tracks.filter { touches($0.value, box) }.keys)
    #expect(found == expected)
  }

  @Test(arguments: 1...20)
  func thePiecesInABoxHaveEveryLineThatTouchesIt(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 100)
    let box = try box(&random)
    guard !box.crossesAntimeridian else { return }
    var drawn: Set<[Fix]> = []
    try world.index.read { reader in
      try StoredTracks(reader).forEachPiece(in: box, zoom: 20) { piece in
        for (index, point) in piece.points.enumerated() where index > 0 && !point.beginsLine {
          drawn.insert([piece.points[index - 1].fix, point.fix])
        }
      }
    }
    for fixes in world.tracks.values {
      let points = TrackPoint.points(of: fixes)
      for (index, point) in points.enumerated() where index > 0 && !point.beginsLine {
        let pair = [points[index - 1].fix, point.fix]
        if touches(pair, box) { #expect(drawn.contains(pair)) }
      }
    }
  }

  @Test(arguments: 1...60)
  func theFixesNearAnInstantAreTheNearestOfEachTrack(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 200)
    var instant = RandomTracks.start + Int64.random(in: -100_000...30_000_000, using: &random)
    if seed % 4 == 0 {
      instant = world.tracks.values.randomElement(using: &random)?.first?.instant ?? instant
    }
    let found = try world.index.read { try StoredTracks($0).fixes(near: instant, within: 600_000) }
    var expected: [Int64: [Fix]] = [:]
    for (id, fixes) in world.tracks {
      let near = fixes.filter { abs($0.instant - instant) <= 600_000 }
      let nearest = [near.last { $0.instant < instant }, near.first { $0.instant >= instant }]
        .compactMap { $0 }
      if !nearest.isEmpty { expected[id] = nearest }
    }
    #expect(Dictionary(grouping: found, by: \.track).mapValues { $0.map(\.fix) } == expected)
  }

  @Test func theStoredFixesOfAPlanHaveTheNearestOnes() throws {
    let all = world.tracks.values.flatMap { $0 }.sorted { $0.instant < $1.instant }
    try world.index.read { reader in
      var stored = try StoredFixes(reader)
      for step in 0..<400 {
        let instant = RandomTracks.start - 1_000_000 + Int64(step) * 77_777
        let found = try stored.fixes(near: instant, within: 600_000).map(\.fix)
        let before = found.filter { $0.instant < instant }.map(\.instant).max()
        let after = found.filter { $0.instant >= instant }.map(\.instant).min()
        #expect(
          before
            == all.last { $0.instant < instant && $0.instant >= instant - 600_000 }?.instant)
        #expect(
          after == all.first { $0.instant >= instant && $0.instant <= instant + 600_000 }?.instant)
      }
    }
  }

  @Test func theDetailOfACrowdedTileIsReducedToALimit() throws {
    let crowded = try TrackIndex()
    for seed in 1...3 { try crowded.add(RandomTracks.walk(90_000, seed: UInt64(seed))) }
    var count = 0
    try crowded.index.read { reader in
      try StoredTracks(reader).forEachPiece(in: .world, zoom: 22) { count += $0.points.count }
    }
    #expect(count <= StoredTracks.mostFixesOfTile)
    #expect(count > 0)
  }

  @Test func aTrackThatIsReadAgainKeepsItsNumberAndNoOldFix() throws {
    let world = try TrackIndex()
    let id = try world.add(RandomTracks.walk(1_200))
    try world.add([RandomTracks.fix(1, 2, 3)], as: id)
    let chunks = try world.index.read { reader in
      try reader.connection.integer("SELECT count(*) FROM track_chunk WHERE track = \(id)")
    }
    #expect(chunks == Int64(TrackLevels.all.count))
    #expect(try world.index.read { try StoredTracks($0).track(id) }?.count == 1)
  }

  @Test func behindAPrivacyFilterThereAreNoTracks() throws {
    let guests = try PhotoIndex(
      world.index, through: PrivacyFilter(zones: [], everywhere: nil, revision: 1))
    let id = try #require(world.tracks.keys.min())
    try guests.read { reader in
      #expect(try StoredTracks(reader).list().isEmpty)
      #expect(try StoredTracks(reader).files().isEmpty)
      #expect(try StoredTracks(reader).track(id) == nil)
      #expect(try StoredTracks(reader).lines(of: id, zoom: nil).isEmpty)
      #expect(try StoredTracks(reader).extent() == nil)
      #expect(
        try StoredTracks(reader).fixes(near: RandomTracks.start + 1_000, within: 600_000).isEmpty)
      #expect(try StoredFixes(reader).isEmpty)
      try StoredTracks(reader).forEachPiece(in: .world, zoom: 1) { _ in
        Issue.record("a guest sees a track")
      }
    }
  }

  // MARK: The list

  private func box(_ random: inout SeededRandom) throws -> BoundingBox {
    if Int.random(in: 0..<2, using: &random) == 0 {
      let (south, west) = (
        Double.random(in: 47.9...48.3, using: &random),
        Double.random(in: 11.4...11.7, using: &random)
      )
      let side = Double.random(in: 1e-5...0.05, using: &random)
      return try #require(
        BoundingBox(west: west, south: south, east: west + side, north: south + side))
    }
    let latitudes = [0, 1].map { _ in Double.random(in: -90...90, using: &random) }.sorted()
    return try #require(
      BoundingBox(
        west: Double.random(in: -180...180, using: &random), south: latitudes[0],
        east: Double.random(in: -180...180, using: &random), north: latitudes[1]))
  }

  /// Whether a line touches a box: by its crossings with the edges, unwrapped at the antimeridian.
  private func touches(_ fixes: [Fix], _ box: BoundingBox) -> Bool {
    let points = TrackPoint.points(of: fixes)
    for (index, point) in points.enumerated() {
      if box.contains(point.fix.coordinate) { return true }
      guard index > 0, !point.beginsLine else { continue }
      let (from, to) = (points[index - 1].fix.coordinate, point.fix.coordinate)
      if box.parts.contains(where: { crosses(from, to, $0) }) { return true }
    }
    return false
  }

  private func crosses(_ from: Coordinate, _ to: Coordinate, _ box: BoundingBox) -> Bool {
    let turn = 3_600_000_000.0
    let start = (x: Double(from.longitudeE7), y: Double(from.latitudeE7))
    var end = (x: Double(to.longitudeE7), y: Double(to.latitudeE7))
    if end.x - start.x > turn / 2 { end.x -= turn }
    if start.x - end.x > turn / 2 { end.x += turn }
    for shift in [-turn, 0, turn] {
      let (a, b) = ((x: start.x + shift, y: start.y), (x: end.x + shift, y: end.y))
      let corners = [
        (x: Double(box.westE7), y: Double(box.southE7)),
        (x: Double(box.eastE7), y: Double(box.southE7)),
        (x: Double(box.eastE7), y: Double(box.northE7)),
        (x: Double(box.westE7), y: Double(box.northE7)),
      ]
      for index in 0..<4 where meet(a, b, corners[index], corners[(index + 1) % 4]) { return true }
    }
    return false
  }

  private func meet(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ c: (x: Double, y: Double),
    _ d: (x: Double, y: Double)
  ) -> Bool {
    func side(
      _ p: (x: Double, y: Double), _ q: (x: Double, y: Double), _ r: (x: Double, y: Double)
    ) -> Double { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
      && max(a.x, b.x) >= min(c.x, d.x) && max(c.x, d.x) >= min(a.x, b.x)
      && max(a.y, b.y) >= min(c.y, d.y) && max(c.y, d.y) >= min(a.y, b.y)
  }
}
