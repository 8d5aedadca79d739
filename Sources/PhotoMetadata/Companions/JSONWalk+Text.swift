extension JSONWalk {
  /// Reads a string including its quotation marks; returns nil if it is not valid.
  mutating func takeText() -> String? {
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = takeEscaped() else { return nil }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func takeEscaped() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "u"): return takeUnit().flatMap { scalar(of: $0) }
    default: return nil
    }
  }

  /// The character of a UTF-16 code unit, or of a surrogate pair with the next one.
  private mutating func scalar(of unit: UInt16) -> Unicode.Scalar? {
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let before = position
    if bytes[position...].starts(with: "\\u".utf8) {
      position += 2
      if let next = takeUnit(), UTF16.isTrailSurrogate(next) {
        return UTF16.decode(UTF16.EncodedScalar([unit, next]))
      }
    }
    position = before
    return "\u{FFFD}"
  }

  private mutating func takeUnit() -> UInt16? {
    guard bytes.count - position >= 4 else { return nil }
    defer { position += 4 }
    let digits = bytes[position..<(position + 4)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
