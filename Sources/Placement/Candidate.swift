public import Geography

/// The limits in time and space between a photo and the fixes that place it.
public struct PlacementRules: Hashable, Sendable {
  /// The greatest time between the fix before a photo and the fix after it, in seconds.
  public var maxGap = 600.0

  /// The greatest distance between those two fixes, in metres; nil for any.
  public var maxDistance: Double?

  /// How long before or after a single fix a photo is placed at it, in seconds.
  public var extrapolation = 60.0

  /// Makes the default rules.
  public init() {}
}

/// A position for a photo, and what it is derived from.
public struct Candidate: Hashable, Sendable {
  /// The position.
  public var coordinate: Coordinate

  /// Metres above sea level, if the fixes have an altitude.
  public var altitude: Double?

  /// The expected horizontal error in metres.
  public var accuracy: Double

  /// The seconds between the two fixes; for a single fix, the seconds to it.
  public var gap: Double

  /// The fix before, or the only one.
  public var before: Fix

  /// The fix after, or the only one.
  public var after: Fix

  /// The speed between the fixes in metres per second.
  private var speed = leastSpeed

  /// The error of a fix that does not state one, in metres.
  static let usualError = 5.0

  /// The lowest speed that is assumed, in metres per second: a person at rest may have walked a few steps.
  static let leastSpeed = 0.5

  /// The speed that is assumed at a single fix.
  private static let walkingSpeed = 1.4

  /// At a fix with exactly this time.
  init(at fix: Fix, from before: Fix, through after: Fix) {
    coordinate = fix.coordinate
    altitude = fix.altitude
    accuracy = fix.accuracy ?? Self.usualError
    gap = 0
    self.before = before
    self.after = after
  }

  /// At a single fix, some time before or after it.
  init(near fix: Fix, at instant: Int64) {
    self.init(at: fix, from: fix, through: fix)
    gap = Double(abs(fix.instant - instant)) / 1_000
    speed = Self.walkingSpeed
    accuracy += gap * speed
  }

  /// Adds to the error that the instant may be wrong by some seconds.
  public mutating func allow(seconds: Double) { accuracy += seconds * speed }

  /// On the geodesic between two fixes, at the share of their time.
  ///
  /// The real path may differ from the geodesic. The error is half of the distance covered at mean speed
  /// until the nearer fix.
  init(between before: Fix, _ after: Fix, metres: Double, at instant: Int64) {
    let seconds = Double(after.instant - before.instant) / 1_000
    let elapsed = Double(instant - before.instant) / 1_000
    let fraction = elapsed / seconds
    coordinate = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
    if let low = before.altitude, let high = after.altitude {
      altitude = low + (high - low) * fraction
    }
    let error = max(before.accuracy ?? Self.usualError, after.accuracy ?? Self.usualError)
    speed = max(metres / seconds, Self.leastSpeed)
    accuracy = error + min(elapsed, seconds - elapsed) * speed / 2
    gap = seconds
    self.before = before
    self.after = after
  }
}
