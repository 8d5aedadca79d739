public import Geography
public import PhotoFacts
internal import PhotoIndex
internal import SQLite
public import TrackLines

/// A part of a track in a box: fixes that are drawn as lines.
public struct TrackPiece: Sendable {
  /// The track.
  public var track: Int64

  /// The fixes, some of which lie outside the box.
  public var points: [TrackPoint]
}

/// Tracks by place.
extension StoredTracks {
  /// The most fixes that are read for a tile, unless even the coarsest level has more.
  public static let mostFixesOfTile = 250_000

  /// The parts of tracks in a box that does not cross the antimeridian, with as much detail as a zoom needs.
  ///
  /// If that is more than `mostFixesOfTile`, the detail is that of a lower zoom.
  public func forEachPiece(
    in box: BoundingBox, zoom: Int, time: TimeSpan? = nil, _ body: (TrackPiece) throws -> Void
  ) throws {
    guard areShown else { return }
    var level = TrackLevels.level(forZoom: zoom)
    var found = try chunks(in: box, level: level, time: time)
    while level < TrackLevels.all.upperBound,
      found.reduce(0, { $0 + $1.count }) > Self.mostFixesOfTile
    {
      level += 1
      found = try chunks(in: box, level: level, time: time)
    }
    for chunk in found {
      try reader.checkDeadline()
      var points = try reader.trackPoints(ofChunk: chunk.id)
      if let time { points = points.cut(to: time) }
      if !points.isEmpty { try body(TrackPiece(track: chunk.track, points: points)) }
    }
  }

  /// The tracks with a line or a fix in a box.
  func ids(touching box: BoundingBox) throws -> Set<Int64> {
    var tracks: Set<Int64> = []
    var unsure: [FoundChunk] = []
    for part in box.parts {
      for chunk in try chunks(in: part, level: 0, time: nil) {
        if part.contains(chunk.box) { tracks.insert(chunk.track) } else { unsure.append(chunk) }
      }
    }
    for chunk in unsure where !tracks.contains(chunk.track) {
      try reader.checkDeadline()
      if try reader.trackPoints(ofChunk: chunk.id).touch(box) { tracks.insert(chunk.track) }
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
        guard let box = BoundingBox(row, from: 3) else { throw try reader.damagedTrack() }
        found.append(
          FoundChunk(
            id: row.integer(0), track: row.integer(1), count: Int(clamping: row.integer(2)),
            box: box))
      }
    }
    return found.sorted { $0.id < $1.id }
  }
}
