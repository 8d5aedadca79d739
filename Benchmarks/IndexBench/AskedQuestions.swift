import Foundation
import Geography
import Grid
import PhotoIndex
import Query
import PhotoFacts

/// Runs queries from standard input, one per line, and prints each result as a line of JSON with its wall-clock time.
///
/// It measures wall-clock time, because the peers use servers and threads whose CPU time cannot be added up.
///
/// A query is a name and integers:
/// - `pins` and `count`: west, south, east and north in 1e-7°
/// - `during`: the same, then the first and the last millisecond
/// - `cells`: the first and the last millisecond
/// - `nearest`: longitude and latitude in 1e-7°
struct AskedQuestions {
  struct Answer: Encodable {
    var microseconds: Double
    var count: Int?
    var ids: [Int64]?
    /// The number of photos in each cell of level 4, by the cell's number on the Morton curve.
    var cells: [String: Int]?
  }

  private static let pinLimit = 1_000
  private static let neighbours = 10
  /// The zoom of a map whose clusters are the cells of level 4.
  private static let zoom = 4 - Cluster.levelsBelowZoom

  private let index: PhotoIndex

  init(_ databases: Databases) throws { index = try databases.openIndex() }

  func answerAll() throws {
    let encoder = JSONEncoder()
    while let line = readLine() {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int64($0) }
      guard let name = words.first, let answer = try answer(String(name), numbers) else {
        throw Failure("this is no question: \(line)")
      }
      FileHandle.standardOutput.write(try encoder.encode(answer) + Data("\n".utf8))
    }
  }

  private func answer(_ name: String, _ numbers: [Int64]) throws -> Answer? {
    switch (name, numbers.count) {
    case ("pins", 4):
      return try timed(filter(box: numbers)) {
        try $0.pins($1, limit: Self.pinLimit)
      } into: {
        $0.ids = $1.elements.map(\.id)
      }
    case ("count", 4):
      return try timed(filter(box: numbers)) {
        try $0.count($1)
      } into: {
        $0.count = $1
      }
    case ("during", 6):
      let filter = filter(box: Array(numbers[..<4]), span: Array(numbers[4...]))
      return try timed(filter) {
        try $0.count($1)
      } into: {
        $0.count = $1
      }
    case ("cells", 2):
      return try timed(filter(span: numbers)) {
        try $0.marks($1, zoom: Self.zoom)
      } into: {
        $0.cells = cells($1)
      }
    case ("nearest", 2):
      guard let place = coordinate(numbers[0], numbers[1]) else { return nil }
      return try timed(PhotoFilter()) { reader, _ in
        try reader.nearest(to: place, count: Self.neighbours)
      } into: {
        $0.ids = $1.map(\.pin.id)
      }
    default: return nil
    }
  }

  private func timed<Found>(
    _ filter: PhotoFilter?, _ ask: (IndexReader, PhotoFilter) throws -> Found,
    into keep: (inout Answer, Found) -> Void
  ) throws -> Answer? {
    guard let filter else { return nil }
    let clock = ContinuousClock()
    let start = clock.now
    let found = try index.read { try ask($0, filter) }
    var answer = Answer(microseconds: (clock.now - start) / .microseconds(1))
    keep(&answer, found)
    return answer
  }

  private func filter(box: [Int64]? = nil, span: [Int64]? = nil) -> PhotoFilter? {
    var filter = PhotoFilter()
    if let box {
      guard let southWest = coordinate(box[0], box[1]), let northEast = coordinate(box[2], box[3])
      else { return nil }
      filter.box = BoundingBox(
        west: southWest, south: southWest, east: northEast, north: northEast)
    }
    if let span { filter.time = TimeSpan(from: span[0], through: span[1]) }
    return filter
  }

  private func coordinate(_ longitude: Int64, _ latitude: Int64) -> Coordinate? {
    guard let longitude = Int32(exactly: longitude), let latitude = Int32(exactly: latitude)
    else { return nil }
    return Coordinate(latitudeE7: latitude, longitudeE7: longitude)
  }

  private func cells(_ marks: MapMarks) -> [String: Int] {
    let shift = UInt64(2 * (GridPoint.levels - 4))
    var counts: [String: Int] = [:]
    for mark in marks.marks {
      switch mark {
      case .pin(let pin):
        counts["\(GridKey(GridPoint(pin.coordinate)).rawValue >> shift)", default: 0] += 1
      case .cluster(let cluster):
        counts["\(cluster.cell.keys.lowerBound.rawValue >> shift)", default: 0] += cluster.count
      }
    }
    return counts
  }
}
