import Foundation
import Geography
import PhotoFacts
import Places
import TestSupport

/// Counts look-ups of names per second of one core, by positions anywhere, at sea, in Europe, and with boundaries.
struct PlaceLookups {
  private static let rounds = 3
  private static let side = 316

  private let places: Places
  private let count: Int
  private let folder: String

  init(_ databases: Databases, count: Int) throws {
    places = try NamedPlaces.shared.get()
    folder = databases.folder
    self.count = count
  }

  /// The look-ups per second of processor time, by kind.
  func measure() throws -> [String: Int] {
    var random = SeededRandom(seed: 20)
    let world = (0..<count).compactMap { _ in
      Coordinate(
        latitude: asin(Double.random(in: -0.9...0.98, using: &random)) * 180 / .pi,
        longitude: Double.random(in: -180...180, using: &random))
    }
    let europe = (0..<count).compactMap { _ in
      Coordinate(
        latitude: Double.random(in: 36...60, using: &random),
        longitude: Double.random(in: -10...30, using: &random))
    }
    let isOnLand = try world.map { position in
      try places.describe(places.locate(position)).countryCode != nil
    }
    let (land, sea) = (
      zip(world, isOnLand).filter(\.1).map(\.0), zip(world, isOnLand).filter { !$0.1 }.map(\.0)
    )
    let parks = try gardens()
    return [
      "anywhere": try rate(world, places), "in a country": try rate(land, places),
      "high seas": try rate(sea, places), "Europe": try rate(europe, places),
      "Europe with 100,000 polygons": try rate(europe, parks),
    ]
  }

  /// About 100,000 polygons of eight edges that touch, over all of Europe.
  private func gardens() throws -> Places {
    var draft = BoundaryDraft()
    let (width, height) = (40 / Double(Self.side), 24 / Double(Self.side))
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let (x, y) = (-10 + Double(column) * width, 36 + Double(row) * height)
        let steps = [(0.0, 0.0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5)]
        let ring = steps.map { (x + $0.0 * width, y + $0.1 * height) }
        try draft.add(name: "garden \(row) \(column)", geometry: PolygonPackage.blob([[ring]]))
      }
    }
    let path = folder + "/places" + Boundaries.ending
    try Data(draft.file(places)).write(to: URL(fileURLWithPath: path))
    return places.withBoundaries(Array(path.utf8))
  }

  private func rate(_ positions: [Coordinate], _ places: Places) throws -> Int {
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      let start = clock()
      for position in positions { _ = try places.locate(position) }
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    return Int(Double(positions.count) / best)
  }
}
