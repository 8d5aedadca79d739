internal import Geography

/// Collects the fixes of one file while it is read.
struct FixCollector {
  /// The greatest number of fixes of one file, about 800 MB in memory.
  static let mostFixes = 16 << 20

  private(set) var fixes: [Fix] = []
  private(set) var skipped = 0

  /// How many of the skipped points have a time without a time zone.
  private(set) var zoneless = 0

  /// Whether the file has more fixes than the limit.
  private(set) var isFull = false

  /// Adds a point, or counts it as skipped if it lacks a time or a valid position.
  mutating func add(
    _ coordinate: Coordinate?, at time: PointTime?, altitude: Double? = nil, accuracy: Double? = nil
  ) {
    guard let coordinate, case .instant(let instant) = time else {
      if coordinate != nil, time == .zoneless { zoneless += 1 }
      skipped += 1
      return
    }
    guard fixes.count < Self.mostFixes else {
      isFull = true
      return
    }
    fixes.append(
      Fix(
        coordinate, at: instant,
        altitude: altitude.flatMap { abs($0) <= 1_000_000 ? $0 : nil },
        accuracy: accuracy.flatMap { $0 > 0 && $0 <= 20_000_000 ? $0 : nil }))
  }

  /// Counts points that cannot be matched with their times.
  mutating func skip(_ count: Int) { skipped += count }

  /// The track of all fixes.
  func track(isTruncated: Bool = false, hasLocalTimes: Bool = false) -> Track {
    var track = Track(
      fixes, skippedPoints: skipped, zonelessPoints: zoneless, isTruncated: isTruncated)
    track.hasLocalTimes = hasLocalTimes
    return track
  }
}
