// Operations on ASCII bytes, of which HTTP's grammar consists.

/// Whether two byte strings are equal, ignoring the case of ASCII letters.
func equalsIgnoringCase(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
  one.count == other.count && one.elementsEqual(other) { $0.lowercased == $1.lowercased }
}

extension UInt8 {
  /// The lower-case form of an ASCII letter; other bytes are unchanged.
  var lowercased: UInt8 { self >= 65 && self <= 90 ? self | 32 : self }

  /// Whether it is a space or a tab, the optional white space of HTTP.
  var isBlank: Bool { self == 32 || self == 9 }

  /// Whether it is one of 0–9.
  var isDigit: Bool { self >= 48 && self <= 57 }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 48...57: self - 48
    case 65...70: self - 55
    case 97...102: self - 87
    default: nil
    }
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without spaces and tabs at either end.
  func trimmingBlanks() -> SubSequence {
    let start = drop(while: \.isBlank)
    guard let last = start.lastIndex(where: { !$0.isBlank }) else { return start }
    return start[...last]
  }
}

/// Parses decimal digits only: no sign, no spaces, and at most 18 digits, so that nothing overflows.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(\.isDigit) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
}
