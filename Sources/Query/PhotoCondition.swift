public import Geography
public import PhotoFacts

/// A condition on the properties of a photo, with the three-valued logic of SQL.
///
/// A condition on an unknown property is neither true nor false. Only photos for which the whole condition is
/// true match.
public indirect enum PhotoCondition: Hashable, Sendable {
  /// All parts are true; true if there are none.
  case all([PhotoCondition])

  /// At least one part is true; false if there are none.
  case any([PhotoCondition])

  /// The part is false.
  case not(PhotoCondition)

  /// The property is known.
  case isKnown(PhotoProperty)

  /// The property compares in this way with a value of its kind; local times are milliseconds since 1970.
  case compare(PhotoProperty, Comparison, PhotoValue)

  /// The property is one of these values.
  case oneOf(PhotoProperty, [PhotoValue])

  /// The text matches a pattern.
  case like(PhotoProperty, LikePattern)

  /// The list compares in this way with these texts.
  case list(PhotoProperty, ListComparison, [String])

  /// A word occurs in one of these properties, which are all of `PhotoProperty.searchedWords` or all of
  /// `searchedGroups`; false where none is known.
  case mentions([PhotoProperty], SearchWord)

  /// The list has an item of exactly this name, or one below it in a hierarchy; false where there is no list.
  case named(PhotoProperty, String)

  /// The photo was taken on the trip or the day trip to which this local day belongs, counted from 1970.
  case onTrip(day: Int)

  /// The position is doubted for this reason, or for any.
  case doubted(DoubtReason?)

  /// The photo was taken in an aeroplane.
  case flown

  /// The picture shows this position on the ground, at most so many metres away; false where it is unknown what it
  /// shows.
  case shows(Coordinate, within: Double)

  /// The time is in this span; unknown for undated photos.
  case taken(TimeSpan)

  /// The local time is in this span; unknown for undated photos.
  case takenLocally(TimeSpan)

  /// The camera's clock showed one of these months, weekdays or hours; unknown for undated photos.
  case onClock(ClockSet)

  /// The position is in this box.
  case inBox(BoundingBox)

  /// The position is in this area.
  case inArea(GeoPolygon)

  /// The position is within a distance of lines.
  case inCorridor(GeoCorridor)

  /// Whether the condition is about drawn areas and corridors and nothing else.
  public var isDrawing: Bool {
    switch self {
    case .inArea, .inCorridor: true
    case .not(let part): part.isDrawing
    case .all(let parts), .any(let parts): !parts.isEmpty && parts.allSatisfy(\.isDrawing)
    default: false
    }
  }

  /// The comparisons of lists, which ignore order; named as the functions of CQL2.
  public enum ListComparison: String, CaseIterable, Hashable, Sendable {
    /// Both have the same texts.
    case equals = "a_equals"
    /// The list has all of the texts.
    case contains = "a_contains"
    /// The list has no other texts.
    case containedBy = "a_containedby"
    /// The list has at least one of the texts.
    case overlaps = "a_overlaps"
  }

  /// The comparison operators.
  public enum Comparison: String, CaseIterable, Hashable, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// The operator with swapped operands.
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
