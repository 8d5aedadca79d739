/// A pattern for texts: literals, `anyCharacter` and `anySequence`.
public struct LikePattern: Hashable, Sendable {
  /// A part of a pattern.
  public enum Piece: Hashable, Sendable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anySequence
  }

  /// The parts in order.
  public var pieces: [Piece]

  /// Whether matching ignores the case of ASCII letters.
  public var ignoresCase: Bool

  /// Makes a pattern.
  public init(_ pieces: [Piece], ignoresCase: Bool = false) {
    self.pieces = pieces
    self.ignoresCase = ignoresCase
  }

  /// The pattern for SQLite's GLOB, which unlike its LIKE is case-sensitive.
  package var glob: String {
    var text = String.UnicodeScalarView()
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .character(let scalar) where "*?[".unicodeScalars.contains(scalar):
        text.append(contentsOf: ["[", scalar, "]"])
      case .character(let scalar): text.append(scalar)
      case .anyCharacter: text.append("?")
      // Consecutive sequences equal one, and each makes matching slower.
      case .anySequence: if index == 0 || pieces[index - 1] != .anySequence { text.append("*") }
      }
    }
    return String(text)
  }

  /// Whether a text matches; takes time proportional to the product of both lengths.
  package func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map { ignoresCase ? $0.lowercasedASCII : $0 }
    // The positions that the parts so far can match up to.
    var reached = [Bool](repeating: false, count: scalars.count + 1)
    reached[0] = true
    for piece in pieces {
      var next = [Bool](repeating: false, count: reached.count)
      for end in reached.indices {
        switch piece {
        case .anySequence: next[end] = reached[end] || end > 0 && next[end - 1]
        case .anyCharacter: next[end] = end > 0 && reached[end - 1]
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
