/// A time, by the clock that only moves forward and by that of the wall.
public struct RoomMoment: Sendable {
  /// The time for durations.
  public var instant: ContinuousClock.Instant

  /// The time for people, in milliseconds since 1970.
  public var milliseconds: Int64

  /// Makes a moment.
  public init(instant: ContinuousClock.Instant, milliseconds: Int64) {
    (self.instant, self.milliseconds) = (instant, milliseconds)
  }

  /// The moment some time later.
  public func advanced(by duration: Duration) -> RoomMoment {
    let (seconds, fraction) = duration.components
    return RoomMoment(
      instant: instant + duration,
      milliseconds: milliseconds + seconds * 1_000 + fraction / 1_000_000_000_000_000)
  }
}
