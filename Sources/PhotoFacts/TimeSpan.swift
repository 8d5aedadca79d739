/// The clock by which days begin and end.
public enum PhotoClock: Hashable, Sendable {
  /// That of the time line, on which all photos stand in order.
  case utc

  /// The one in each camera.
  case local
}

/// A span on the time line in milliseconds since 1970 (UTC), both ends included; an end that is
/// not set is open.
public struct TimeSpan: Hashable, Sendable {
  /// The first moment in the span.
  public var from: Int64?

  /// The last moment in the span.
  public var through: Int64?

  /// All time.
  package static let open = TimeSpan(from: nil, through: nil)

  /// Makes a span.
  public init(from: Int64?, through: Int64?) {
    self.from = from
    self.through = through
  }
}

extension TimeSpan {
  /// The moments in both spans.
  package func intersection(_ other: TimeSpan) -> TimeSpan {
    TimeSpan(
      from: from.map { max($0, other.from ?? $0) } ?? other.from,
      through: through.map { min($0, other.through ?? $0) } ?? other.through)
  }
}
