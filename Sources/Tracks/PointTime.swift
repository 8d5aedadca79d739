internal import PhotoFacts

/// The time of a point in its file.
enum PointTime: Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)

  /// A local time with an unknown zone, which is not an instant.
  case zoneless

  /// Parses a date-time (RFC 3339); nil for other text and for dates without a time.
  ///
  /// A time without an offset is UTC only if the format says so.
  init?(_ text: some StringProtocol, isUTC: Bool = false) {
    let trimmed = text.filter { !"\r\n\t".contains($0) }
    let text = Self.withColon(String(trimmed.drop { $0 == " " }))
    if let span = Timestamp.span(text), span.count <= 1_000 {
      self = .instant(span.lowerBound)
    } else if let span = Timestamp.span(text, on: .local), span.count <= 1_000 {
      self = isUTC ? .instant(span.lowerBound) : .zoneless
    } else {
      return nil
    }
  }

  /// The text with a colon in an offset such as `-0700`.
  private static func withColon(_ text: String) -> String {
    let offset = text.suffix(5)
    guard text.utf8.count > 15, offset.first == "+" || offset.first == "-",
      offset.dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return text.dropLast(2) + ":" + text.suffix(2)
  }

  /// Seconds or milliseconds since 1970, whichever gives a time from 1973 to 5138.
  init?(epoch number: Double) {
    switch number {
    case 1e8..<1e11: self = .instant(Int64((number * 1_000).rounded()))
    case 1e11..<1e14: self = .instant(Int64(number.rounded()))
    default: return nil
    }
  }

  /// Milliseconds since 1970 in decimal digits.
  init?(milliseconds text: String) {
    guard let number = Int64(text), abs(number) < 1 << 53 else { return nil }
    self = .instant(number)
  }
}
