public import Geography
public import PhotoFacts
internal import PhotoIndex
internal import SQLite
internal import TrackLines

/// The fixes of tracks by time.
extension StoredTracks {
  /// The number of fixes of a track at the level of detail for a zoom, or at all detail without one.
  public func fixCount(of track: Int64, zoom: Int?, time: TimeSpan? = nil) throws -> Int {
    guard areShown else { return 0 }
    let sum = try connection.statement(
      """
      SELECT total(count) FROM track_chunk INDEXED BY track_chunk_by_time
      WHERE track = ?1 AND level = ?2 AND last >= ?3 AND first <= ?4
      """)
    let level = zoom.map(TrackLevels.level) ?? 0
    return try sum.bind(track, Int64(level), time?.from ?? .min, time?.through ?? .max)
      .first { Int($0.optionalDouble(0) ?? 0) } ?? 0
  }

  /// The lines of a track in the order of their times, with as much detail as a zoom needs, or all without one.
  public func lines(of track: Int64, zoom: Int?, time: TimeSpan? = nil) throws -> [[Fix]] {
    guard areShown else { return [] }
    let rows = try connection.statement(
      """
      SELECT fixes, repeats FROM track_chunk INDEXED BY track_chunk_by_time
      WHERE track = ?1 AND level = ?2 AND last >= ?3 AND first <= ?4 ORDER BY first, last
      """)
    var lines: [[Fix]] = []
    let level = zoom.map(TrackLevels.level) ?? 0
    try rows.bind(track, Int64(level), time?.from ?? .min, time?.through ?? .max)
      .forEachRow { row in
        try reader.checkDeadline()
        guard var points = PackedFixes.points(row.bytes(0)) else { throw try reader.damagedTrack() }
        if row.integer(1) == 1, let last = lines.last?.last, points.count > 1,
          points[0].fix.instant == last.instant
        {
          points.removeFirst()
          points[0].beginsLine = false
        }
        if let time {
          let isContinued = points.first.map {
            !$0.beginsLine && ($0.fix.instant >= time.from ?? .min)
          }
          points = points.cut(to: time)
          if isContinued == true, !points.isEmpty { points[0].beginsLine = false }
        }
        for point in points {
          if point.beginsLine || lines.isEmpty {
            lines.append([point.fix])
          } else {
            lines[lines.count - 1].append(point.fix)
          }
        }
      }
    return lines
  }

  /// For each track, the last fix before an instant and the first one from it on, if they are at most `limit`
  /// milliseconds away.
  public func fixes(near instant: Int64, within limit: Int64) throws -> [(track: Int64, fix: Fix)] {
    guard areShown else { return [] }
    let (from, through) = (
      instant.subtractingReportingOverflow(limit).partialValue,
      instant.addingReportingOverflow(limit).partialValue
    )
    let tracks = try connection.statement(
      "SELECT id FROM track INDEXED BY track_by_time WHERE last >= ?1 AND first <= ?2 ORDER BY id"
    ).bind(from, through).map { $0.integer(0) }
    var found: [(track: Int64, fix: Fix)] = []
    for track in tracks {
      try reader.checkDeadline()
      var near: [Fix] = []
      for sql in Self.neighbouringChunks {
        let chunk = try connection.statement(sql).bind(track, instant).first { $0.bytes(0) }
        guard let chunk else { continue }
        guard let points = PackedFixes.points(chunk) else { throw try reader.damagedTrack() }
        near += points.map(\.fix)
      }
      let before = near.last { $0.instant < instant }
      let after = near.first { $0.instant >= instant }
      for fix in [before, after].compactMap({ $0 }) where (from...through).contains(fix.instant) {
        found.append((track, fix))
      }
    }
    return found
  }

  private static let neighbouringChunks = [
    """
    SELECT fixes FROM track_chunk INDEXED BY track_chunk_by_time
    WHERE track = ?1 AND level = 0 AND first <= ?2 ORDER BY first DESC LIMIT 1
    """,
    """
    SELECT fixes FROM track_chunk INDEXED BY track_chunk_by_time
    WHERE track = ?1 AND level = 0 AND first > ?2 ORDER BY first LIMIT 1
    """,
  ]
}
