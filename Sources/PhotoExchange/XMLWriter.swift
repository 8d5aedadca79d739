/// Writes XML into bytes.
package struct XMLWriter: Sendable {
  package var bytes: [UInt8] = []

  /// Makes an empty document.
  package init() {}

  /// Writes literal markup.
  package mutating func raw(_ markup: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Writes an element with text; writes nothing if the text is nil.
  package mutating func element(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    raw("<")
    raw(name)
    raw(">")
    self.text(text)
    raw("</")
    raw(name)
    raw(">")
  }

  /// Writes an attribute of the open tag.
  package mutating func attribute(_ name: StaticString, _ value: String) {
    raw(" ")
    raw(name)
    raw("=\"")
    text(value)
    raw("\"")
  }

  /// Writes escaped text, for an element or an attribute.
  package mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { characters in
      // Few texts need escaping; the others are copied as a block.
      var start = 0
      for index in characters.indices where unsafe Self.needsEscaping(characters[index]) {
        let before = unsafe (
          index > 1 ? characters[index - 2] : 0, index > 0 ? characters[index - 1] : 0
        )
        unsafe bytes.append(
          contentsOf: UnsafeBufferPointer(rebasing: characters[start..<index]))
        unsafe append(characters[index], after: before)
        start = index + 1
      }
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start...]))
    }
  }

  @inline(__always)
  private static func needsEscaping(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), 0xBE, 0xBF:
      true
    default: false
    }
  }

  private mutating func append(_ byte: UInt8, after before: (UInt8, UInt8)) {
    switch byte {
    case UInt8(ascii: "<"): raw("&lt;")
    case UInt8(ascii: ">"): raw("&gt;")
    case UInt8(ascii: "&"): raw("&amp;")
    case UInt8(ascii: "\""): raw("&quot;")
    case UInt8(ascii: "'"): raw("&#39;")
    // Unescaped, parsers would normalise them to spaces or line feeds.
    case 0x09: raw("&#9;")
    case 0x0A: raw("&#10;")
    case 0x0D: raw("&#13;")
    // XML 1.0 cannot represent the other control characters, nor U+FFFE and U+FFFF.
    case 0..<0x20: raw("\u{FFFD}")
    case 0xBE, 0xBF:
      bytes.append(before == (0xEF, 0xBF) ? 0xBD : byte)
    default: bytes.append(byte)
    }
  }

  /// Writes an integer.
  mutating func number(_ number: Int64) {
    // Texts this short need no allocation.
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes an angle in units of 1e-7° as degrees, without trailing zeros.
  mutating func degrees(_ units: Int32) {
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    number(Int64(whole))
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (rest, weight) = (fraction, UInt32(1_000_000))
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / weight))
      (rest, weight) = (rest % weight, weight / 10)
    }
  }

  /// Formats a number with up to three decimals and without an exponent.
  ///
  /// XML Schema's decimals and old receivers do not support exponents. Returns nil for NaN and for absurdly large
  /// numbers.
  static func decimal(_ number: Double?) -> String? {
    guard let number, number.isFinite, abs(number) < 1e9 else { return nil }
    let thousandths = Int64((number * 1_000).rounded())
    let size = thousandths.magnitude
    var text = (thousandths < 0 ? "-" : "") + String(size / 1_000)
    if size % 1_000 != 0 {
      var digits = String(size % 1_000 + 1_000).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text
  }
}
