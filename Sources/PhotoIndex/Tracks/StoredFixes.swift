internal import Caches
public import Geography
internal import SQLite
package import TrackLines

extension IndexReader {
  /// The fixes of a chunk of a track.
  package func trackPoints(ofChunk chunk: Int64) throws -> [TrackPoint] {
    let read = try connection.statement("SELECT fixes FROM track_chunk WHERE id = ?1")
    guard let bytes = try read.bind(chunk).first({ $0.bytes(0) }),
      let points = PackedFixes.points(bytes)
    else { throw try damagedTrack() }
    return points
  }

  /// The error for a track whose fixes cannot be read.
  package func damagedTrack() throws -> IndexError {
    IndexError(.damaged, "\(try connection.path) is damaged: the fixes of a track cannot be read")
  }
}

/// The fixes of all stored tracks by time, for many queries in the order of their times.
///
/// Chunks are read when they are needed, so that ten million fixes need little memory and time. It must not
/// outlive the reader.
public struct StoredFixes {
  /// A fix and its track.
  public typealias TrackFix = (track: Int64, fix: Fix)

  private struct Chunk {
    var id: Int64
    var track: Int64
    var first: Int64
    var last: Int64
  }

  private let reader: IndexReader

  /// All chunks in the order of their first fixes.
  private let chunks: [Chunk]

  /// For each chunk, the latest fix in it and all chunks before it.
  private let latest: [Int64]

  /// Chunks that were read.
  private var read = RecentlyUsed<Int64, [Fix]>(limit: 256)

  /// Lists the chunks; none behind a privacy filter.
  public init(_ reader: IndexReader) throws {
    self.reader = reader
    guard !reader.isForGuests else {
      (chunks, latest) = ([], [])
      return
    }
    chunks = try reader.connection.statement(
      "SELECT id, track, first, last FROM track_chunk WHERE level = 0 ORDER BY first"
    ).map {
      Chunk(id: $0.integer(0), track: $0.integer(1), first: $0.integer(2), last: $0.integer(3))
    }
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
  public mutating func fixes(near instant: Int64, within limit: Int64) throws -> [TrackFix] {
    let (from, through) = (instant &- limit, instant &+ limit)
    var index = firstChunk(after: through) - 1
    var found: [TrackFix] = []
    while index >= 0, latest[index] >= from {
      let chunk = chunks[index]
      index -= 1
      guard chunk.last >= from else { continue }
      let fixes = try fixes(of: chunk.id)
      let next = fixes.firstIndex(from: instant)
      let (before, after) = (next - 1, next)
      if before >= 0, fixes[before].instant >= from { found.append((chunk.track, fixes[before])) }
      if after < fixes.count, fixes[after].instant <= through {
        found.append((chunk.track, fixes[after]))
      }
    }
    return found
  }

  /// All fixes between two instants, in order of time.
  public mutating func fixes(in instants: ClosedRange<Int64>) throws -> [Fix] {
    let parts = try parts(in: instants)
    var found: [Fix] = []
    found.reserveCapacity(parts.reduce(0) { $0 + $1.fixes.count })
    for part in parts { found += part.fixes }
    // Chunks of one track follow each other; those of several recorders overlap.
    let isSorted = zip(found, found.dropFirst()).allSatisfy { $0.instant <= $1.instant }
    return isSorted ? found : found.sorted { $0.instant < $1.instant }
  }

  /// The fixes between two instants by chunk, which has those of one track.
  mutating func parts(
    in instants: ClosedRange<Int64>
  ) throws -> [(track: Int64, fixes: ArraySlice<Fix>)] {
    var index = firstChunk(after: instants.upperBound) - 1
    var parts: [(track: Int64, fixes: ArraySlice<Fix>)] = []
    while index >= 0, latest[index] >= instants.lowerBound {
      let chunk = chunks[index]
      index -= 1
      guard chunk.last >= instants.lowerBound else { continue }
      let fixes = try fixes(of: chunk.id)
      let first = fixes.firstIndex(from: instants.lowerBound)
      parts.append((chunk.track, fixes[first..<fixes.firstIndex(from: instants.upperBound &+ 1)]))
    }
    return parts.reversed()
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
    let fixes = try reader.trackPoints(ofChunk: chunk).map(\.fix)
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
