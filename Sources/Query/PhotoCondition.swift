public import Geography
public import PhotoFacts

/// A question about the properties of a photo that is answered with yes, no or, where it asks about
/// a property that is not known, with neither.
///
/// `not`, `all` and `any` treat what is neither as SQL does, and only what is answered with yes
/// passes.
public indirect enum PhotoCondition: Hashable, Sendable {
  /// Every part holds; with no parts, always.
  case all([PhotoCondition])

  /// At least one part holds; with no parts, never.
  case any([PhotoCondition])

  /// The part does not hold.
  case not(PhotoCondition)

  /// The property is known.
  case isKnown(PhotoProperty)

  /// The property compares so with a value of its kind; of clocks it is the milliseconds since 1970.
  case compare(PhotoProperty, Comparison, PhotoValue)

  /// The property is one of these values.
  case oneOf(PhotoProperty, [PhotoValue])

  /// The text matches a pattern.
  case like(PhotoProperty, LikePattern)

  /// Where the photo stands on the time line is in this span; not known of undated photos.
  case taken(TimeSpan)

  /// It was taken in this box.
  case inBox(BoundingBox)

  /// It was taken in this area.
  case inArea(GeoPolygon)

  /// How a value can compare with another.
  public enum Comparison: String, CaseIterable, Hashable, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// The same comparison with its sides exchanged.
    public var mirrored: Comparison {
      switch self {
      case .equal, .notEqual: self
      case .less: .greater
      case .atMost: .atLeast
      case .greater: .less
      case .atLeast: .atMost
      }
    }

    package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .notEqual: left != right
      case .less: left < right
      case .atMost: left <= right
      case .greater: left > right
      case .atLeast: left >= right
      }
    }
  }
}

/// A value that a property is compared with.
public enum PhotoValue: Sendable {
  case text(String)
  case integer(Int64)
  case number(Double)
}
