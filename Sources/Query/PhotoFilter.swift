public import Geography
public import PhotoFacts

/// Which photos a question is about.
///
/// Everything that is set has to hold.
public struct PhotoFilter: Hashable, Sendable {
  /// Taken in this box.
  public var box: BoundingBox?

  /// Taken in this span of time; undated photos are in no span.
  public var time: TimeSpan?

  /// The camera's clock showed a time in this span, which counts milliseconds as if that clock had
  /// shown UTC; undated photos are in no span.
  public var localTime: TimeSpan?

  /// Maker, model or lens contains this text, in any case.
  @ExactText public var camera: String?

  /// A still picture or a film.
  public var media: MediaKind?

  /// The place the location was read from.
  public var source: LocationSource?

  /// The path below the root matches this pattern, as SQLite's GLOB reads it.
  @ExactText public var path: String?

  /// What has to hold besides.
  public var condition: PhotoCondition?

  /// Makes a filter that lets everything through.
  public init() {}

  /// Whether answering needs nothing but where the photos are.
  package var isOnlyABox: Bool { isOnlyABoxAndTime && time == nil && localTime == nil }

  /// Whether answering needs nothing but where and when the photos were taken.
  package var isOnlyABoxAndTime: Bool {
    camera == nil && media == nil && source == nil && path == nil && condition == nil
  }
}
