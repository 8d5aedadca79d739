public import Geography

/// The fixes of one track file in order of time.
public struct Track: Hashable, Sendable {
  /// The fixes; no two have the same time.
  public let fixes: [Fix]

  /// How many points were skipped because they lack a time or a valid position.
  public let skippedPoints: Int

  /// How many of those have a time without a known zone.
  let zonelessPoints: Int

  /// Whether the file is truncated; the fixes before the end are kept.
  public let isTruncated: Bool

  /// Whether the instants are times of a local clock at the positions, counted as if they were UTC.
  public var hasLocalTimes = false

  /// Sorts fixes by time, and keeps the first of those with the same time.
  public init(_ unsorted: [Fix], skippedPoints: Int = 0, isTruncated: Bool = false) {
    self.init(unsorted, skippedPoints: skippedPoints, zonelessPoints: 0, isTruncated: isTruncated)
  }

  init(_ unsorted: [Fix], skippedPoints: Int, zonelessPoints: Int, isTruncated: Bool) {
    let isSorted = zip(unsorted, unsorted.dropFirst()).allSatisfy { $0.instant < $1.instant }
    fixes = isSorted ? unsorted : Self.ordered(unsorted)
    self.skippedPoints = skippedPoints
    self.zonelessPoints = zonelessPoints
    self.isTruncated = isTruncated
  }

  private static func ordered(_ fixes: [Fix]) -> [Fix] {
    // `sorted` is stable, so of equal times the first in the file is kept.
    var result: [Fix] = []
    result.reserveCapacity(fixes.count)
    for fix in fixes.sorted(by: { $0.instant < $1.instant })
    where result.last?.instant != fix.instant {
      result.append(fix)
    }
    return result
  }
}

/// Why a file gives no track.
public enum TrackProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The format is unknown.
  case unknownFormat

  /// No point has both a time and a position.
  case noFixes(skippedPoints: Int)

  /// The points have local times without a known zone.
  case noTimeZone

  /// The points have neither a date nor a time, only their order.
  case noInstants(points: Int)

  /// The file exceeds the size limit.
  case tooLarge

  /// The file has more fixes than the limit.
  case tooManyFixes

  /// An archive cannot be decompressed.
  case damagedArchive

  /// The reason as a sentence fragment.
  public var description: String {
    switch self {
    case .unknownFormat:
      "not a track in a known format (\(TrackReader.formats))"
    case .noFixes(0): "it has no track points"
    case .noFixes(let count): "none of its \(count) track points has both a time and a position"
    case .noTimeZone:
      "its times have no time zone; in a table, name the column time_utc if they are UTC"
    case .noInstants(let count):
      "none of its \(count) positions has a date and time"
    case .tooManyFixes: "it has more than \(FixCollector.mostFixes) track points"
    case .damagedArchive: "its KML cannot be decompressed"
    case .tooLarge: "it is larger than \(TrackReader.greatestSize >> 20) MB"
    }
  }
}
