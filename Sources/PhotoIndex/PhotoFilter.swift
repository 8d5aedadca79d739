public import Geography
public import PhotoFacts

/// Which photos a question is about.
///
/// Everything that is set has to hold.
public struct PhotoFilter: Sendable {
  /// Taken in this box.
  public var box: BoundingBox?

  /// Taken in this span of time; undated photos are in no span.
  public var time: TimeSpan?

  /// The camera's clock showed a time in this span, which counts milliseconds as if that clock had
  /// shown UTC; undated photos are in no span.
  public var localTime: TimeSpan?

  /// Maker, model or lens contains this text, in any case.
  public var camera: String?

  /// A still picture or a film.
  public var media: MediaKind?

  /// The place the location was read from.
  public var source: LocationSource?

  /// The path below the root matches this pattern, as SQLite's GLOB reads it.
  public var path: String?

  /// What has to hold besides.
  public var condition: PhotoCondition?

  /// Makes a filter that lets everything through.
  public init() {}

  /// Whether answering needs nothing but where the photos are.
  var isOnlyABox: Bool { isOnlyABoxAndTime && time == nil && localTime == nil }

  /// Whether answering needs nothing but where and when the photos were taken.
  var isOnlyABoxAndTime: Bool {
    camera == nil && media == nil && source == nil && path == nil && condition == nil
  }
}

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
  static let open = TimeSpan(from: nil, through: nil)

  /// Makes a span.
  public init(from: Int64?, through: Int64?) {
    self.from = from
    self.through = through
  }
}
