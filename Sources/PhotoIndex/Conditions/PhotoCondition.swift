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

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
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

/// A text with gaps: `anything` of any length, `anyone` for one character.
public struct LikePattern: Hashable, Sendable {
  /// A piece of a pattern.
  public enum Piece: Hashable, Sendable {
    case character(Unicode.Scalar)
    case anyone
    case anything
  }

  /// The pieces in their order.
  public var pieces: [Piece]

  /// Whether `a` also stands for `A`, as for all letters of ASCII.
  public var ignoresCase: Bool

  /// Makes a pattern.
  public init(_ pieces: [Piece], ignoresCase: Bool = false) {
    self.pieces = pieces
    self.ignoresCase = ignoresCase
  }

  /// The pattern as SQLite's GLOB reads it, which unlike its LIKE knows upper from lower case.
  var glob: String {
    var text = String.UnicodeScalarView()
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .character(let scalar) where "*?[".unicodeScalars.contains(scalar):
        text.append(contentsOf: ["[", scalar, "]"])
      case .character(let scalar): text.append(scalar)
      case .anyone: text.append("?")
      // Two gaps in a row are one, and matching takes longer for each.
      case .anything: if index == 0 || pieces[index - 1] != .anything { text.append("*") }
      }
    }
    return String(text)
  }

  /// Whether a text matches; takes time in proportion to both lengths.
  func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map { ignoresCase ? $0.lowercasedASCII : $0 }
    // The ends at which the pieces so far can stop.
    var reached = [Bool](repeating: false, count: scalars.count + 1)
    reached[0] = true
    for piece in pieces {
      var next = [Bool](repeating: false, count: reached.count)
      for end in reached.indices {
        switch piece {
        case .anything: next[end] = reached[end] || end > 0 && next[end - 1]
        case .anyone: next[end] = end > 0 && reached[end - 1]
        case .character(let scalar):
          let wanted = ignoresCase ? scalar.lowercasedASCII : scalar
          next[end] = end > 0 && reached[end - 1] && scalars[end - 1] == wanted
        }
      }
      reached = next
    }
    return reached[scalars.count]
  }
}

extension Unicode.Scalar {
  fileprivate var lowercasedASCII: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 32) : self
  }
}
