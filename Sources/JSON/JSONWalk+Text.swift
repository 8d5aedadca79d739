extension JSONWalk {
  /// The limit of text; longer text is truncated.
  public static let longestText = 65_536

  /// Reads a string including its quotation marks; returns nil if it is not valid.
  mutating func takeText() -> String? {
    var text: [UInt8] = []
    // The first half of a surrogate pair, which the next escape may complete.
    var half: UInt16?
    position += 1
    while let byte = peek() {
      if byte == UInt8(ascii: "\\") {
        position += 1
        guard let unit = takeEscaped() else { return nil }
        if let lead = half, UTF16.isTrailSurrogate(unit) {
          half = nil
          append(UTF16.decode(UTF16.EncodedScalar([lead, unit])), to: &text)
          continue
        }
        if half != nil { append("\u{FFFD}", to: &text) }
        half = UTF16.isLeadSurrogate(unit) ? unit : nil
        if half == nil { append(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &text) }
        continue
      }
      if half != nil { append("\u{FFFD}", to: &text) }
      half = nil
      if byte == UInt8(ascii: "\"") {
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      guard byte >= 0x20 else { return nil }
      text += takePlain().prefix(Self.longestText - min(text.count, Self.longestText))
    }
    return nil
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    guard text.count < Self.longestText else { return }
    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  /// The bytes of this piece up to the next one that needs special treatment.
  private mutating func takePlain() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      position += 1
    }
    return bytes[start..<position]
  }

  /// The UTF-16 code unit of an escape, after its backslash.
  private mutating func takeEscaped() -> UInt16? {
    guard let letter = peek() else { return nil }
    position += 1
    switch letter {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    case UInt8(ascii: "u"): return takeUnit()
    default: return nil
    }
  }

  private mutating func takeUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
