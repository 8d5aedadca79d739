public import Geography
internal import Journeys

/// The tracks of a library, with which photos are compared.
public struct KnownTracks {
  /// The fixes of a track from the first to the last, and a number that tracks with other fixes do not have.
  public typealias Span = (instants: ClosedRange<Int64>, stamp: UInt64)

  /// A fix and its track.
  public typealias TrackFix = (track: Int64, fix: Fix)

  /// The sums of the stamps of all tracks that begin, or that end, until an instant.
  private let begins, ends: [(instant: Int64, sum: UInt64)]

  private let near: (Int64, _ limit: Int64) -> [TrackFix]
  private let between: (ClosedRange<Int64>) -> [TrackFix]

  /// Makes a view of tracks; O(n log n).
  ///
  /// - Parameters:
  ///   - near: The last fix of each track before an instant and the first one from it on, if they are at most so many
  ///     milliseconds away; it may have more of them.
  ///   - between: All fixes in a span.
  public init(
    _ spans: [Span], near: @escaping (Int64, _ limit: Int64) -> [TrackFix],
    between: @escaping (ClosedRange<Int64>) -> [TrackFix]
  ) {
    func sums(_ instant: (Span) -> Int64) -> [(Int64, UInt64)] {
      var sum: UInt64 = 0
      return spans.map { (instant($0), $0.stamp) }.sorted { $0.0 < $1.0 }.map {
        sum &+= $0.1
        return ($0.0, sum)
      }
    }
    begins = sums(\.instants.lowerBound)
    ends = sums(\.instants.upperBound)
    (self.near, self.between) = (near, between)
  }

  /// What identifies the tracks of a span; nil if there are none.
  func stamp(of span: ClosedRange<Int64>) -> UInt64? {
    let begun = begins.partitioningIndex { $0.instant > span.upperBound }
    let ended = ends.partitioningIndex { $0.instant >= span.lowerBound }
    guard begun > ended else { return nil }
    return begins[begun - 1].sum &- (ended > 0 ? ends[ended - 1].sum : 0)
  }

  /// The milliseconds between two fixes for which it is unknown where a track was.
  private static let longestGap: Int64 = 600_000

  /// Where tracks were at an instant.
  func sightings(at instant: Int64) -> [TrackSighting] {
    var ends: [(track: Int64, before: Fix?, after: Fix?)] = []
    for (track, fix) in near(instant, Self.longestGap) {
      let place = ends.firstIndex { $0.track == track } ?? ends.count
      if place == ends.count { ends.append((track, nil, nil)) }
      if fix.instant <= instant, fix.instant >= ends[place].before?.instant ?? .min {
        ends[place].before = fix
      }
      if fix.instant >= instant, fix.instant <= ends[place].after?.instant ?? .max {
        ends[place].after = fix
      }
    }
    return ends.compactMap { TrackSighting($0.track, $0.before, $0.after, at: instant) }
      .filter { $0.gap <= Self.longestGap }
  }

  /// The positions of some tracks in a span.
  func fixes(of tracks: Set<Int64>, in span: ClosedRange<Int64>) -> [Coordinate] {
    between(span).filter { tracks.contains($0.track) }.map(\.fix.coordinate)
  }
}

/// Where a track was at an instant.
struct TrackSighting {
  let track: Int64
  let point: SpherePoint

  /// The milliseconds between the fixes before and after.
  let gap: Int64

  /// The hours to the nearer of them.
  let hours: Double

  fileprivate init?(_ track: Int64, _ before: Fix?, _ after: Fix?, at instant: Int64) {
    guard let before, let after else { return nil }
    self.track = track
    gap = after.instant - before.instant
    let share = gap > 0 ? Double(instant - before.instant) / Double(gap) : 0
    hours = Double(min(instant - before.instant, after.instant - instant)) / 3_600_000
    let ends = [(before, 1 - share), (after, share)].map { (SpherePoint($0.0.coordinate), $0.1) }
    guard let point = SpherePoint.mean(ends) else { return nil }
    self.point = point
  }
}
