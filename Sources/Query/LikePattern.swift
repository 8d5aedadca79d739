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
  package var glob: String {
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
  package func matches(_ text: String) -> Bool {
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
