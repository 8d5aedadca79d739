import Foundation
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport

/// Queries which photos show a point, beside an R*Tree that finds the photos around it, whose cones are then computed.
///
/// The R*Tree has only photos of which the view is known. A sample is compared with all photos.
struct SeeingQueries {
  private static let queries = 500
  private static let checked = 20
  private static let batch = 10_000
  private static let metres = 1_000.0

  private let library: Library
  private let databases: Databases

  init(_ library: Library, _ databases: Databases) {
    (self.library, self.databases) = (library, databases)
  }

  func measure() throws -> [Row] {
    let path = databases.folder + "/views.sqlite"
    let other = databases.folder + "/views-rtree.sqlite"
    for path in [path, other] { removeDatabase(path) }
    var cones: [Int64: ViewCone] = [:]
    let peer = try RTree(path: other)
    try peer.prepareToLoad()
    do {
      let index = try PhotoIndex(path: FilePath(path), access: .writing)
      for start in stride(from: 0, to: library.photos.count, by: Self.batch) {
        try index.write(inBulk: true) { writer in
          let root = try writer.root(FilePath("/photos"))
          let directory = try writer.markListed(FilePath("\(start)"), in: root, scan: 1).id
          for number in start..<min(start + Self.batch, library.photos.count) {
            let file = self.file(number)
            let id = try writer.add(file, in: directory)
            guard let cone = file.facts.cone else { continue }
            cones[id] = cone
            try peer.insert(id: id, cone.origin)
          }
        }
      }
      try index.packRuns()
    }
    try peer.commit()
    let index = try PhotoIndex(path: FilePath(path), access: .reading)
    return try [("a point near a photo", 60.0), ("a point some way from a photo", 600)].map {
      try ask($0, within: $1, index, peer, cones)
    }
  }

  private func ask(
    _ what: String, within reach: Double, _ index: PhotoIndex, _ peer: RTree,
    _ cones: [Int64: ViewCone]
  ) throws -> Row {
    var random = SeededRandom(seed: 33)
    let points = library.randomCentres(Self.queries, seed: 31).map { photo in
      let box = BoundingBox(around: photo.coordinate, metres: reach)
      return Coordinate(
        latitudeE7: .random(in: box.southE7...box.northE7, using: &random),
        longitudeE7: box.crossesAntimeridian
          ? box.westE7 : .random(in: box.westE7...box.eastE7, using: &random)) ?? photo.coordinate
    }
    var (ours, theirs) = (Times(), Times())
    for (number, point) in points.enumerated() {
      let find = {
        try index.read { try $0.seeing(point, within: Self.metres, count: 100) }
      }
      _ = try find()
      let found = try ours.measure(find)
      let expected = try theirs.measure {
        let ids = try peer.pins(BoundingBox(around: point, metres: Self.metres), limit: .max).ids
        return Self.best(ids.map { ($0, cones[$0]) }, point)
      }
      try requireEqual(found.best.map(\.pin.id), expected, "\(what) \(point)")
      guard number < Self.checked else { continue }
      try requireEqual(expected, Self.best(cones.map { ($0.key, $0.value) }, point), "the R*Tree")
    }
    return Row(what, ours: ours, peer: theirs)
  }

  private static func best(_ cones: [(Int64, ViewCone?)], _ point: Coordinate) -> [Int64] {
    cones.compactMap { id, cone in
      cone?.sighting(of: point, within: metres).map { (rank: $0.rank, id: id) }
    }.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }.prefix(100).map(\.id)
  }

  /// Photos of phones, a third of all, have a direction.
  private func file(_ number: Int) -> ReadFile {
    var file = library.file(number)
    var random = SeededRandom(seed: UInt64(number) &+ 5)
    file.facts.view.fieldOfView = [24.5, 53.1, 67.3, 102].randomElement(using: &random)
    if number / 5_000 % 3 == 0 {
      file.facts.place.location?.direction = .random(in: 0..<360, using: &random)
    }
    return file
  }
}
