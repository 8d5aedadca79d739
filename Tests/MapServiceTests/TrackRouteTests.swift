import TrackStore
import Files
import Foundation
import Geography
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing
import VectorTiles
import TileSupport

/// The routes of tracks, for owners.
@Suite struct TrackRouteTests {
  static let start: Int64 = 1_714_557_600_000  // 2024-05-01T10:00:00Z

  private let service: Service
  private let walk: Int64
  private let ship: Int64

  init() throws {
    service = try Service(["2023-paris/eiffel-tower.jpg"])
    walk = try Self.add("/walk.gpx", Self.walk, to: service.index)
    ship = try Self.add("/ship.gpx", Self.ship, to: service.index)
  }

  static let walk = (0..<600).compactMap { second in
    Coordinate(latitude: 48.1 + Double(second) * 1e-5, longitude: 11.5).map {
      Fix($0, at: start + Int64(second) * 1_000, altitude: 520.5)
    }
  }

  static let ship = (0..<100).compactMap { minute in
    let longitude = 179.5 + Double(minute) / 100
    return Coordinate(latitude: -17, longitude: longitude > 180 ? longitude - 360 : longitude).map {
      Fix($0, at: start + 86_400_000 + Int64(minute) * 60_000)
    }
  }

  static func add(_ name: String, _ fixes: [Fix], to index: PhotoIndex) throws -> Int64 {
    let stamp = FileStamp(size: 1, modified: 2, inode: 3)
    return try index.write { writer in
      try writer.store(
        ReadTrack(stamp: stamp, kind: "gpx", fixes: fixes), named: Array(name.utf8), in: nil)
    }
  }

  private func ids(_ query: String) throws -> [Int] {
    try service.features("/collections/tracks/items" + query).compactMap { $0.raw["id"] as? Int }
  }

  private func lines(_ path: String) throws -> [[[Double]]] {
    let feature = try service.json(path)
    let geometry = feature["geometry"] as? [String: Any]
    return geometry?["coordinates"] as? [[[Double]]] ?? []
  }

  @Test func theCollectionIsListedOnceThereIsATrack() throws {
    func collections(_ service: Service) throws -> [String] {
      let listed = try service.json("/collections")["collections"] as? [[String: Any]] ?? []
      return listed.compactMap { $0["id"] as? String }
    }
    #expect(try collections(service) == ["photos", "tracks"])
    #expect(try collections(try Service([])) == ["photos"])
  }

  @Test(arguments: [
    ("", 2), ("?bbox=11,48,12,49", 1), ("?bbox=179,-18,-179,-16", 1), ("?bbox=0,0,1,1", 0),
    ("?datetime=2024-05-01", 1), ("?datetime=2024-05-02/..", 1), ("?datetime=2025", 0),
    ("?limit=1", 1), ("?bbox=11.49,48.103,11.51,48.1030001", 1),
  ])
  func tracksAreFilteredByBoxAndTime(query: String, count: Int) throws {
    #expect(try ids(query).count == count)
  }

  @Test func pagesHaveEachTrackOnce() throws {
    let first = try service.json("/collections/tracks/items?limit=1")
    #expect(first["numberMatched"] as? Int == 2)
    let links = first["links"] as? [[String: Any]] ?? []
    let next = try #require(links.first { $0["rel"] as? String == "next" }?["href"] as? String)
    let target = next.replacingOccurrences(of: "http://photos.test:8080", with: "")
    let second = try service.json(target)
    let features = second["features"] as? [[String: Any]] ?? []
    #expect(features.compactMap { $0["id"] as? Int } == [Int(ship)])
  }

  @Test func inFullATrackHasEveryFixWithItsAltitudeAndTime() throws {
    let path = "/collections/tracks/items/\(walk)?full=true"
    let found = try lines(path)
    #expect(found.count == 1)
    #expect(found.first?.count == 600)
    #expect(found.first?.first == [11.5, 48.1, 520.5])
    let properties = try service.json(path)["properties"] as? [String: Any]
    let times = properties?["coordTimes"] as? [[String]]
    #expect(times?.first?.count == 600)
    #expect(times?.first?.first == "2024-05-01T10:00:00Z")
    #expect(properties?["utcOffsets"] as? [Int] == [120])
  }

  @Test func aStraightWalkHasTwoPositionsAtALowZoom() throws {
    #expect(try lines("/collections/tracks/items/\(walk)?zoom=8").first?.count == 2)
  }

  @Test func aTrackOverTheAntimeridianIsCutThere() throws {
    let found = try lines("/collections/tracks/items/\(ship)?zoom=3")
    #expect(found.count == 2)
    #expect(found.first?.last?.first == 180)
    #expect(found.last?.first?.first == -180)
  }

  @Test func aPartOfATrackIsGivenByItsTime() throws {
    let time = "2024-05-01T10:01:00Z/2024-05-01T10:01:09Z"
    #expect(
      try lines("/collections/tracks/items/\(walk)?full=true&datetime=\(time)").first?.count == 10)
  }

  @Test func theGPXOfATrackHasItsFixes() throws {
    let answer = try service.get("/collections/tracks/items/\(walk)?f=gpx&full=true")
    #expect(answer.headers["Content-Type"] == "application/gpx+xml")
    #expect(answer.text.components(separatedBy: "<trkpt").count == 601)
    #expect(answer.text.contains("<ele>520.5</ele><time>2024-05-01T10:00:00Z</time>"))
  }

  @Test func betweenTwoFixesThePositionIsInterpolated() throws {
    let found = try service.json("/tracks/position?at=2024-05-02T10:00:30Z")
    #expect(found["longitude"] as? Double == 179.505)
    #expect(found["gap"] as? Double == 60)
    #expect((found["before"] as? [String: Any])?["track"] as? Int == Int(ship))
    #expect((found["after"] as? [String: Any])?["instant"] as? String == "2024-05-02T10:01:00Z")
  }

  @Test func farFromAllFixesThereIsNoPosition() throws {
    #expect(try service.get("/tracks/position?at=2024-05-03T10:00:30Z").status == 404)
  }

  @Test(arguments: [
    "/collections/tracks/items?camera=x", "/collections/tracks/items?zoom=25",
    "/collections/tracks/items?full=perhaps", "/collections/tracks/items?bbox=1,2,3",
    "/collections/tracks/items?limit=0", "/collections/tracks/items?cursor=a",
    "/tracks/position", "/tracks/position?at=2024", "/tracks/position?at=x",
    "/tiles/tracks/1/1/1.mvt?bbox=1,2,3,4", "/tiles/tracks.json?zoom=3",
  ])
  func invalidParametersAreRefused(target: String) throws {
    #expect(try service.get(target).status == 400)
  }

  @Test(arguments: ["/collections/tracks/items/99", "/collections/tracks/items/x"])
  func aTrackThatIsNotThereIsNotFound(target: String) throws {
    #expect(try service.get(target).status == 404)
  }

  @Test(arguments: ["/collections/tracks/items", "/tiles/tracks/0/0/0.mvt", "/tiles/tracks.json"])
  func aCurrentResponseIsNotSentAgainUntilATrackIsAdded(target: String) throws {
    let tag = try #require(try service.get(target).headers["ETag"])
    #expect(try service.get(target, ["If-None-Match": tag]).status == 304)
    _ = try Self.add("/more.gpx", Self.walk, to: service.index)
    #expect(try service.get(target, ["If-None-Match": tag]).status == 200)
  }

  @Test(arguments: [2, 9, 14, 19])
  func theLinesOfATileAreWhereTheFixesAre(zoom: Int) throws {
    let fix = Self.walk[300]
    let scale = Double(1 << zoom)
    let sine = sin(fix.coordinate.latitude * .pi / 180)
    let x = (fix.coordinate.longitude + 180) / 360 * scale
    let y = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * scale
    let answer = try service.get("/tiles/tracks/\(zoom)/\(Int(x))/\(Int(y)).mvt")
    let layer = try #require(TileReader.layers(answer.bytes).first)
    #expect(layer.name == "tracks")
    let feature = try #require(layer.features.first)
    #expect(feature.properties["date"] == .text("2024-05-01"))
    let wanted = [(x - floor(x)) * 4_096, (y - floor(y)) * 4_096]
    let distances = feature.lines.flatMap { line in
      zip(line, line.dropFirst()).map { Self.distance(of: wanted, from: $0, to: $1) }
    }
    #expect(try #require(distances.min()) < 8)
  }

  @Test func aTileBesideTheAntimeridianHasTheShipOnBothSides() throws {
    for x in [0, 7] {
      let answer = try service.get("/tiles/tracks/3/\(x)/4.mvt")
      let layer = try #require(TileReader.layers(answer.bytes).first)
      let points = layer.features.flatMap(\.lines).flatMap { $0 }
      #expect(points.contains { x == 0 ? $0[0] <= 0 : $0[0] >= 4_096 })
      #expect(points.allSatisfy { (-64...4_160).contains($0[0]) })
    }
  }

  @Test func aTileWithoutATrackIsEmpty() throws {
    #expect(try service.get("/tiles/tracks/10/1/1.mvt").status == 204)
  }

  private static func distance(of point: [Double], from: [Int32], to: [Int32]) -> Double {
    let steps = (0...400).map { step in
      let share = Double(step) / 400
      let x = Double(from[0]) + Double(to[0] - from[0]) * share - point[0]
      let y = Double(from[1]) + Double(to[1] - from[1]) * share - point[1]
      return (x * x + y * y).squareRoot()
    }
    return steps.min() ?? .infinity
  }
}
