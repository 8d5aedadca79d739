public import Geography
public import PhotoFacts

/// Selects photos; all criteria that are set are combined with AND.
public struct PhotoFilter: Hashable, Sendable {
  /// The position is in this box.
  public var box: BoundingBox?

  /// The time is in this span; undated photos never are.
  public var time: TimeSpan?

  /// The local time is in this span; undated photos never are.
  ///
  /// The span counts milliseconds as if the camera's clock had shown UTC.
  public var localTime: TimeSpan?

  /// Maker, model or lens contains this text, ignoring case.
  @ExactText public var camera: String?

  /// Images or videos only.
  public var media: MediaKind?

  /// The source of the position.
  public var source: LocationSource?

  /// The path below the root matches this pattern of SQLite's GLOB.
  @ExactText public var path: String?

  /// The country has this code or this name, in any language.
  @ExactText public var country: String?

  /// The region has this code or this name, in any language.
  @ExactText public var region: String?

  /// The place has this number or this name, in any language.
  @ExactText public var place: String?

  /// The smallest polygon of the boundaries has this name.
  @ExactText public var area: String?

  /// A further condition.
  public var condition: PhotoCondition?

  /// Filters by other texts that have to match too: a saved view and a request may each name a camera.
  package var others: [PhotoFilter] = []

  /// Makes a filter that matches all photos.
  public init() {}

  /// Whether the filter depends only on positions.
  package var isOnlyABox: Bool { isOnlyABoxAndTime && time == nil && localTime == nil }

  /// Whether the filter depends only on positions and times.
  package var isOnlyABoxAndTime: Bool {
    camera == nil && media == nil && source == nil && path == nil && condition == nil
      && country == nil && region == nil && place == nil && area == nil
  }
}
