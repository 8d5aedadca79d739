/// A position at an instant, as a GPS receiver records it.
public struct Fix: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var instant: Int64

  /// The position.
  public var coordinate: Coordinate

  /// Metres above sea level; negative below.
  public var altitude: Double?

  /// The horizontal error in metres.
  public var accuracy: Double?

  /// Makes a fix.
  public init(
    _ coordinate: Coordinate, at instant: Int64, altitude: Double? = nil, accuracy: Double? = nil
  ) {
    self.instant = instant
    self.coordinate = coordinate
    self.altitude = altitude
    self.accuracy = accuracy
  }
}
