/// An angle as text: `48,51.5041N`, `-2.2945`, `48° 51' 30.25" N`.
struct WrittenAngle {
  /// Degrees, never negative.
  let degrees: Double

  /// Whether the number has a minus sign.
  let isNegative: Bool

  /// N, S, E or W, if present.
  let hemisphere: Character?

  private static let separators: Set<Character> = [
    " ", ",", ";", ":", "'", "\"", "°", "º", "′", "″", "’", "”",
  ]

  /// Reads an angle; returns nil for other text, and for minutes and seconds of more than 60.
  init?(_ text: String) {
    var rest = Substring(Self.withDecimalPoints(text))
    var numbers: [Double] = []
    var sign: Character?
    var hemisphere: Character?
    while let next = rest.first {
      if next.isASCII, next.isWholeNumber || next == "." {
        guard numbers.count < 3, let number = Self.number(&rest) else { return nil }
        numbers.append(number)
        continue
      }
      if rest.hasPrefix("deg") {
        rest.removeFirst(3)
        continue
      }
      rest.removeFirst()
      switch next {
      case "+", "-":
        guard sign == nil, numbers.isEmpty else { return nil }
        sign = next
      case "N", "S", "E", "W", "n", "s", "e", "w":
        guard hemisphere == nil else { return nil }
        hemisphere = next.uppercased().first
      default:
        guard Self.separators.contains(next) else { return nil }
      }
    }
    guard let first = numbers.first, numbers.dropFirst().allSatisfy({ $0 <= 60 }) else {
      return nil
    }
    let minutes = numbers.count > 1 ? numbers[1] : 0
    let seconds = numbers.count > 2 ? numbers[2] : 0
    degrees = first + (minutes + seconds / 60) / 60
    isNegative = sign == "-"
    self.hemisphere = hemisphere
  }

  /// Replaces decimal commas by points, if a comma cannot separate degrees and minutes.
  ///
  /// That is so if there is no point and every second comma precedes more than two digits, because minutes and
  /// seconds have two. `48,8588` is 48.8588°; `48,51` stays 48° 51'.
  private static func withDecimalPoints(_ text: String) -> String {
    guard text.contains(","), !text.contains("."), !text.contains("/") else { return text }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count.isMultiple(of: 2) else { return text }
    var joined = ""
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        joined += index == 0 ? part : "," + part
      } else {
        guard part.prefix(while: { $0.isASCII && $0.isWholeNumber }).count > 2 else { return text }
        joined += "." + part
      }
    }
    return joined
  }

  /// Reads a number with optional fraction, or a quotient.
  private static func number(_ rest: inout Substring) -> Double? {
    guard let above = digits(&rest) else { return nil }
    guard rest.first == "/" else { return above }
    rest.removeFirst()
    guard let below = digits(&rest), below > 0 else { return nil }
    return above / below
  }

  private static func digits(_ rest: inout Substring) -> Double? {
    func isDigit(_ character: Character) -> Bool {
      character.isASCII && (character.isWholeNumber || character == ".")
    }
    var token = rest.prefix(while: isDigit)
    rest = rest[token.endIndex...]
    // Programs write small numbers with an exponent; any other E means east.
    if rest.hasPrefix("e-") || rest.hasPrefix("E-") {
      let power = rest.dropFirst(2).prefix(while: isDigit)
      token = token.base[token.startIndex..<power.endIndex]
      rest = rest[power.endIndex...]
    }
    return Double(token)
  }
}

/// Reads a number as XMP writes it: `12.5`, `25/2`, `-3`, `+3`.
func writtenNumber(_ text: String) -> Double? {
  let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
  guard text.utf8.allSatisfy({ (0x2B...0x39).contains($0) }), let above = Double(parts[0]) else {
    return nil
  }
  guard parts.count == 2 else { return above.isFinite ? above : nil }
  guard let below = Double(parts[1]), below != 0 else { return nil }
  return above / below
}
