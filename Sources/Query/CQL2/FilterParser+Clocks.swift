internal import PhotoFacts

// Local times are texts in responses and numbers in the index.
extension FilterParser {
  /// A comparison with a local time.
  ///
  /// A date is a whole day, a date-time an instant. Any other text is compared as text, so `>= '2024'` matches from
  /// that year on.
  func clock(
    _ property: PhotoProperty, _ comparison: PhotoCondition.Comparison, _ value: FilterValue
  ) throws -> PhotoCondition {
    guard case .text(let text) = value.kind else {
      throw error(
        "\(property.name) is a local time: write it as '2024-05-01T12:00:00' or '2024-05-01'",
        at: value.token)
    }
    if let span = Self.clockReading(text) { return .clock(property, comparison, span) }
    let first = PhotoValue.integer(Self.firstReading(notBefore: text))
    switch comparison {
    case .less, .atMost: return .compare(property, .less, first)
    case .greater, .atLeast: return .compare(property, .atLeast, first)
    // No local time equals such a text.
    case .equal:
      return .all([.compare(property, .less, first), .compare(property, .atLeast, first)])
    case .notEqual: return .isKnown(property)
    }
  }

  private static func clockReading(_ text: String) -> ClosedRange<Int64>? {
    guard text.utf8.contains(UInt8(ascii: "T")) else { return Timestamp.span(text) }
    return Timestamp.span(text + "Z").map { $0.lowerBound...$0.lowerBound }
  }

  /// The first millisecond in the years 0 to 9999 whose text is not less than this one.
  ///
  /// Returns the millisecond after that range if there is none.
  private static func firstReading(notBefore text: String) -> Int64 {
    var (low, high): (Int64, Int64) = (-62_167_219_200_000, 253_402_300_800_000)
    while low < high {
      let middle = low + (high - low) / 2
      if Timestamp.local(middle).unicodeScalars.lexicographicallyPrecedes(text.unicodeScalars) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Parses the arguments of `ON_CLOCK`: a part of the time, and a list as its parameter takes it.
  mutating func onClock() throws -> PhotoCondition {
    try require(sign: "(")
    guard case .text(let name) = current.kind, let part = ClockSet.Part(rawValue: name) else {
      let known = ClockSet.Part.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw expected("one of \(known)")
    }
    advance()
    try require(sign: ",")
    guard case .text(let list) = current.kind, let set = ClockSet(part, list) else {
      throw expected("\(part.values) such as '\(part.example)'")
    }
    advance()
    try require(sign: ")")
    return .onClock(set)
  }
}

extension PhotoCondition {
  fileprivate static func clock(
    _ property: PhotoProperty, _ comparison: Comparison, _ span: ClosedRange<Int64>
  ) -> PhotoCondition {
    let (first, last) = (PhotoValue.integer(span.lowerBound), PhotoValue.integer(span.upperBound))
    return switch comparison {
    case .equal: .all([.compare(property, .atLeast, first), .compare(property, .atMost, last)])
    case .notEqual: .any([.compare(property, .less, first), .compare(property, .greater, last)])
    case .less, .atLeast: .compare(property, comparison, first)
    case .atMost, .greater: .compare(property, comparison, last)
    }
  }
}
