import Geography
import Grid
import PhotoIndex
import Query

/// Queries the index and the R*Tree for the photos in the same boxes, in turn.
struct BoxQueries {
  struct Report: Encodable {
    var pins: [Row] = []
    var counts: [Row] = []
  }

  private static let halfWidths = [0.01, 0.05, 0.2, 1, 5]
  private static let queries = 400
  private static let limit = 1_000

  private let library: Library
  private let index: PhotoIndex
  private let rtree: RTree

  init(_ library: Library, _ databases: Databases) throws {
    self.library = library
    index = try databases.openIndex()
    rtree = try RTree(path: databases.rtree)
  }

  func measure() throws -> Report {
    var report = Report()
    for half in Self.halfWidths {
      report.pins.append(try pins(boxes(half, Self.queries, seed: 11), "pins in ±\(half)°"))
    }
    for half in Self.halfWidths + [30] {
      let queries = half > 1 ? 60 : Self.queries
      report.counts.append(try counts(boxes(half, queries, seed: 12), "count of ±\(half)°"))
    }
    return report
  }

  private func boxes(_ half: Double, _ count: Int, seed: UInt64) -> [BoundingBox] {
    library.randomCentres(count, seed: seed).compactMap { BoundingBox(around: $0.coordinate, half) }
  }

  private func pins(_ boxes: [BoundingBox], _ what: String) throws -> Row {
    var ours = Times()
    var peer = Times()
    for round in -1..<2 {
      for (number, box) in boxes.enumerated() {
        var filter = PhotoFilter()
        filter.box = box
        var found: [Pin] = []
        var expected: [Int64] = []
        let askIndex = { () throws -> Void in
          found = try index.read { try $0.pins(filter, limit: Self.limit) }.elements
        }
        let askPeer = { () throws -> Void in
          expected = try rtree.pins(box, limit: Self.limit).ids
        }
        try inTurn(number, round < 0, &ours, askIndex, &peer, askPeer)
        try requireEqual(found.count, expected.count, "\(what) \(box.degrees)")
        if expected.count < Self.limit {
          try requireEqual(found.map(\.id).sorted(), expected.sorted(), "\(what) \(box.degrees)")
        } else {
          // Each may choose other photos up to the limit, but all must be in the box and distinct.
          try requireEqual(found.allSatisfy { box.contains($0.coordinate) }, true, "\(box.degrees)")
          try requireEqual(Set(found.map(\.id)).count, Self.limit, "\(box.degrees)")
        }
      }
    }
    return Row(what, ours: ours, peer: peer)
  }

  private func counts(_ boxes: [BoundingBox], _ what: String) throws -> Row {
    var ours = Times()
    var peer = Times()
    for round in -1..<1 {
      for (number, box) in boxes.enumerated() {
        var filter = PhotoFilter()
        filter.box = box
        var found = 0
        var expected = 0
        let askIndex = { () throws -> Void in found = try index.read { try $0.count(filter) } }
        let askPeer = { () throws -> Void in expected = try rtree.count(box) }
        try inTurn(number, round < 0, &ours, askIndex, &peer, askPeer)
        try requireEqual(found, expected, "\(what) \(box.degrees)")
      }
    }
    return Row(what, ours: ours, peer: peer)
  }

  /// Queries both databases, in alternating order so that both find the caches in the same state.
  ///
  /// A warm-up is not counted.
  private func inTurn(
    _ number: Int, _ isWarmUp: Bool, _ ours: inout Times, _ askIndex: () throws -> Void,
    _ peer: inout Times, _ askPeer: () throws -> Void
  ) throws {
    if isWarmUp {
      try askIndex()
      try askPeer()
    } else if number % 2 == 0 {
      try ours.measure(askIndex)
      try peer.measure(askPeer)
    } else {
      try peer.measure(askPeer)
      try ours.measure(askIndex)
    }
  }
}

extension BoundingBox {
  /// The box that extends `half` degrees in each direction.
  ///
  /// It is clipped at the antimeridian, which the R*Tree cannot cross.
  init?(around centre: Coordinate, _ half: Double) {
    self.init(
      west: max(-180, centre.longitude - half), south: max(-90, centre.latitude - half),
      east: min(180, centre.longitude + half), north: min(90, centre.latitude + half))
  }
}
