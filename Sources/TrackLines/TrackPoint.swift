public import Geography

/// A fix of a stored track, and whether it begins a line.
public struct TrackPoint: Hashable, Sendable {
  /// The fix.
  public var fix: Fix

  /// Whether no line is drawn to this fix from the one before.
  public var beginsLine: Bool

  /// The pause after which a track continues with a new line, in milliseconds; the way during the pause is
  /// unknown.
  public static let longestPause: Int64 = 1_800_000

  /// The fixes of a file, which must be in the order of their times, divided into lines.
  public static func points(of fixes: [Fix]) -> [TrackPoint] {
    var previous: Int64?
    return fixes.map { fix in
      let begins = previous.map { fix.instant - $0 > longestPause } ?? true
      previous = fix.instant
      return TrackPoint(fix: fix, beginsLine: begins)
    }
  }
}

extension Fix {
  /// The day of the mean solar time at the position, counted from 1970-01-01; lines are coloured by it.
  ///
  /// It needs no time zone, and changes in the middle of the night everywhere.
  public var solarDay: Int64 {
    // 360° are a day of 86,400,000 ms, so 1e-7° is 0.024 ms.
    let solar = instant + Int64(coordinate.longitudeE7) * 24 / 1_000
    return Int64((Double(solar) / 86_400_000).rounded(.down))
  }

  /// The greatest distance of an instant from 1970 that is stored, in milliseconds: beyond the year 9999.
  public static let latestInstant: Int64 = 1 << 50
}
