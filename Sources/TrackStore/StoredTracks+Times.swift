internal import Caches
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
        guard var points = PackedFixes.points(row.bytes(0)) else { throw try damaged() }
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
        guard let points = PackedFixes.points(chunk) else { throw try damaged() }
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

/// The fixes of all stored tracks by time, for many queries in the order of their times.
///
/// Chunks are read when they are needed, so that ten million fixes need little memory and time. It must not
/// outlive the reader.
public struct StoredFixes {
  private struct Chunk {
    var id: Int64
    var first: Int64
    var last: Int64
  }

  private let tracks: StoredTracks

  /// All chunks in the order of their first fixes.
  private let chunks: [Chunk]

  /// For each chunk, the latest fix in it and all chunks before it.
  private let latest: [Int64]

  /// Chunks that were read.
  private var read = RecentlyUsed<Int64, [Fix]>(limit: 256)

  /// Lists the chunks.
  public init(_ tracks: StoredTracks) throws {
    self.tracks = tracks
    guard tracks.areShown else {
      (chunks, latest) = ([], [])
      return
    }
    chunks = try tracks.connection.statement(
      "SELECT id, first, last FROM track_chunk WHERE level = 0 ORDER BY first"
    ).map { Chunk(id: $0.integer(0), first: $0.integer(1), last: $0.integer(2)) }
    var (latest, greatest): ([Int64], Int64) = ([], .min)
    for chunk in chunks {
      greatest = max(greatest, chunk.last)
      latest.append(greatest)
    }
    self.latest = latest
  }

  /// Whether there are no fixes.
  public var isEmpty: Bool { chunks.isEmpty }

  /// For each chunk, the last fix before an instant and the first one from it on, if they are at most `limit`
  /// milliseconds away.
  public mutating func fixes(near instant: Int64, within limit: Int64) throws -> [Fix] {
    let (from, through) = (instant &- limit, instant &+ limit)
    var index = firstChunk(after: through) - 1
    var found: [Fix] = []
    while index >= 0, latest[index] >= from {
      let chunk = chunks[index]
      index -= 1
      guard chunk.last >= from else { continue }
      let fixes = try fixes(of: chunk.id)
      let next = fixes.firstIndex(from: instant)
      if next > 0, fixes[next - 1].instant >= from { found.append(fixes[next - 1]) }
      if next < fixes.count, fixes[next].instant <= through { found.append(fixes[next]) }
    }
    return found
  }

  /// All fixes between two instants, in order of time.
  public mutating func fixes(in instants: ClosedRange<Int64>) throws -> [Fix] {
    var index = firstChunk(after: instants.upperBound) - 1
    var parts: [ArraySlice<Fix>] = []
    while index >= 0, latest[index] >= instants.lowerBound {
      let chunk = chunks[index]
      index -= 1
      guard chunk.last >= instants.lowerBound else { continue }
      let fixes = try fixes(of: chunk.id)
      let first = fixes.firstIndex(from: instants.lowerBound)
      parts.append(fixes[first..<fixes.firstIndex(from: instants.upperBound &+ 1)])
    }
    var found: [Fix] = []
    found.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts.reversed() { found += part }
    // Chunks of one track follow each other; those of several recorders overlap.
    let isSorted = zip(found, found.dropFirst()).allSatisfy { $0.instant <= $1.instant }
    return isSorted ? found : found.sorted { $0.instant < $1.instant }
  }

  private func firstChunk(after instant: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].first <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func fixes(of chunk: Int64) throws -> [Fix] {
    if let known = read[chunk] { return known }
    let fixes = try tracks.points(of: chunk).map(\.fix)
    read.insert(fixes, for: chunk)
    return fixes
  }
}

extension [Fix] {
  /// The first fix that is not before an instant.
  fileprivate func firstIndex(from instant: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].instant < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
