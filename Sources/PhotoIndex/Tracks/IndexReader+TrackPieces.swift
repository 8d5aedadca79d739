public import Geography
public import PhotoFacts
internal import SQLite

/// A part of a track in a box: fixes that are drawn as lines.
public struct TrackPiece: Sendable {
  /// The track.
  public var track: Int64

  /// The fixes, some of which lie outside the box.
  public var points: [TrackPoint]
}

/// Tracks by place.
extension IndexReader {
  /// The most fixes that are read for a tile, unless even the coarsest level has more.
  public static let mostFixesOfTile = 250_000

  /// The parts of tracks in a box that does not cross the antimeridian, with as much detail as a zoom needs.
  ///
  /// If that is more than `mostFixesOfTile`, the detail is that of a lower zoom.
  public func forEachTrackPiece(
    in box: BoundingBox, zoom: Int, time: TimeSpan? = nil, _ body: (TrackPiece) throws -> Void
  ) throws {
    guard showsTracks else { return }
    var level = TrackLevels.level(forZoom: zoom)
    var found = try chunks(in: box, level: level, time: time)
    while level < TrackLevels.all.upperBound,
      found.reduce(0, { $0 + $1.count }) > Self.mostFixesOfTile
    {
      level += 1
      found = try chunks(in: box, level: level, time: time)
    }
    for chunk in found {
      try checkDeadline()
      var points = try points(of: chunk.id)
      if let time { points = points.cut(to: time) }
      if !points.isEmpty { try body(TrackPiece(track: chunk.track, points: points)) }
    }
  }

  /// The tracks with a line or a fix in a box.
  func tracks(touching box: BoundingBox) throws -> Set<Int64> {
    var tracks: Set<Int64> = []
    var unsure: [FoundChunk] = []
    for part in box.parts {
      for chunk in try chunks(in: part, level: 0, time: nil) {
        if part.contains(chunk.box) { tracks.insert(chunk.track) } else { unsure.append(chunk) }
      }
    }
    for chunk in unsure where !tracks.contains(chunk.track) {
      try checkDeadline()
      if try points(of: chunk.id).touch(box) { tracks.insert(chunk.track) }
    }
    return tracks
  }

  /// A chunk whose box touches the requested one.
  private struct FoundChunk {
    var id: Int64
    var track: Int64
    var count: Int
    var box: BoundingBox
  }

  /// The chunks of a level whose boxes touch a box that does not cross the antimeridian.
  private func chunks(in box: BoundingBox, level: Int, time: TimeSpan?) throws -> [FoundChunk] {
    let find = try connection.statement(
      """
      SELECT id, track, count, west, south, east, north
      FROM track_chunk INDEXED BY track_chunk_by_cell
      WHERE level = ?1 AND cell BETWEEN ?2 AND ?3
        AND east >= ?4 AND west <= ?5 AND north >= ?6 AND south <= ?7 AND last >= ?8 AND first <= ?9
      """)
    var found: [FoundChunk] = []
    for cells in TrackCell.ranges(touching: box) {
      try find.bind(
        Int64(level), cells.lowerBound, cells.upperBound, Int64(box.westE7), Int64(box.eastE7),
        Int64(box.southE7), Int64(box.northE7), time?.from ?? .min, time?.through ?? .max
      ).forEachRow { row in
        guard let box = BoundingBox(row, from: 3) else { throw try damagedTrack() }
        found.append(
          FoundChunk(
            id: row.integer(0), track: row.integer(1), count: Int(clamping: row.integer(2)),
            box: box))
      }
    }
    return found.sorted { $0.id < $1.id }
  }

  /// The fixes of a chunk.
  func points(of chunk: Int64) throws -> [TrackPoint] {
    let read = try connection.statement("SELECT fixes FROM track_chunk WHERE id = ?1")
    guard let bytes = try read.bind(chunk).first({ $0.bytes(0) }),
      let points = PackedFixes.points(bytes)
    else { throw try damagedTrack() }
    return points
  }

  func damagedTrack() throws -> IndexError {
    IndexError(.damaged, "\(try connection.path) is damaged: the fixes of a track cannot be read")
  }
}

extension TrackCell {
  /// The ranges of numbers of all cells that can have something in a box.
  ///
  /// They are the cells in up to nine tiles, and the ancestors of these tiles.
  static func ranges(touching box: BoundingBox) -> [ClosedRange<Int64>] {
    let first = GridPoint(longitudeE7: box.westE7, latitudeE7: box.northE7)
    let last = GridPoint(longitudeE7: box.eastE7, latitudeE7: box.southE7)
    var zoom = deepest
    func shift() -> UInt32 { UInt32(GridPoint.levels - zoom) }
    while zoom > 0,
      last.x >> shift() - first.x >> shift() > 2 || last.y >> shift() - first.y >> shift() > 2
    { zoom -= 1 }
    var ranges: [ClosedRange<Int64>] = []
    var around: Set<Int64> = []
    for y in first.y >> shift()...last.y >> shift() {
      for x in first.x >> shift()...last.x >> shift() {
        guard let tile = TileCoordinate(zoom: zoom, x: Int(x), y: Int(y)) else { continue }
        ranges.append(numbers(in: tile))
        for above in 0..<zoom { around.insert(TrackCell(tile.ancestor(above)).number) }
      }
    }
    return ranges + around.sorted().map { $0...$0 }
  }
}

extension [TrackPoint] {
  /// The fixes within a time span.
  func cut(to time: TimeSpan) -> [TrackPoint] {
    var result: [TrackPoint] = []
    for point in self {
      if let from = time.from, point.fix.instant < from { continue }
      if let through = time.through, point.fix.instant > through { break }
      result.append(point)
    }
    if !result.isEmpty { result[0].beginsLine = true }
    return result
  }

  /// Whether a fix or a line between two lies in a box.
  func touch(_ box: BoundingBox) -> Bool {
    for (index, point) in enumerated() {
      if box.contains(point.fix.coordinate) { return true }
      guard index > 0, !point.beginsLine else { continue }
      let (start, end) = (self[index - 1].fix.coordinate, point.fix.coordinate)
      if box.parts.contains(where: { $0.isCrossed(from: start, to: end) }) { return true }
    }
    return false
  }
}

extension BoundingBox {
  /// Whether the line between two positions, straight in degrees and the shorter way around the Earth, touches this
  /// box, which does not cross the antimeridian.
  fileprivate func isCrossed(from start: Coordinate, to end: Coordinate) -> Bool {
    let turn = 3_600_000_000.0
    let west = Double(start.longitudeE7)
    var east = Double(end.longitudeE7)
    if east - west > turn / 2 { east -= turn } else if west - east > turn / 2 { east += turn }
    let isWrapped = east != Double(end.longitudeE7)
    return (isWrapped ? [-turn, 0, turn] : [0]).contains { shift in
      isCrossed(
        x: west + shift, y: Double(start.latitudeE7), alongX: east - west,
        alongY: Double(end.latitudeE7) - Double(start.latitudeE7))
    }
  }

  /// Clips a line at all four edges (Liang and Barsky, 1984) and returns whether anything is left.
  private func isCrossed(x: Double, y: Double, alongX: Double, alongY: Double) -> Bool {
    var (from, to) = (0.0, 1.0)
    let edges = [
      (-alongX, x - Double(westE7)), (alongX, Double(eastE7) - x), (-alongY, y - Double(southE7)),
      (alongY, Double(northE7) - y),
    ]
    for (step, room) in edges {
      if step == 0 {
        if room < 0 { return false }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    return from <= to
  }
}
