/// The clock that defines days.
public enum PhotoClock: Hashable, Sendable {
  /// UTC, the clock of the time line.
  case utc

  /// The clock of each camera.
  case local
}

/// A time span in milliseconds since 1970 (UTC), both ends included; a nil end is open.
public struct TimeSpan: Hashable, Sendable {
  /// The first millisecond.
  public var from: Int64?

  /// The last millisecond.
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
  /// The intersection of both spans.
  package func intersection(_ other: TimeSpan) -> TimeSpan {
    TimeSpan(
      from: from.map { max($0, other.from ?? $0) } ?? other.from,
      through: through.map { min($0, other.through ?? $0) } ?? other.through)
  }
}
