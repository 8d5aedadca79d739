/// Parses numbers in the syntax of JSON.
package enum NumberText {
  /// The number (RFC 8259, section 6); nil for other text and for numbers that overflow.
  package static func double(_ text: ArraySlice<UInt8>) -> Double? {
    guard let shape = Shape(text) else { return nil }
    // An integer below 2^53 divided by a power of ten below 10^23 is rounded once, which is exact (Clinger,
    // 1990). Nearly all coordinates are of this kind.
    if shape.digits <= 15, !shape.hasExponent, shape.fractionDigits <= 22 {
      let size = Double(shape.mantissa) / powersOfTen[shape.fractionDigits]
      return shape.isNegative ? -size : size
    }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      return nil
    }
    return number
  }

  /// The integer, also if written as `3.0`; nil for other text.
  package static func whole(_ text: ArraySlice<UInt8>) -> Int64? {
    guard let shape = Shape(text) else { return nil }
    if shape.digits <= 18, !shape.hasExponent, shape.fractionDigits == 0 {
      return shape.isNegative ? -Int64(shape.mantissa) : Int64(shape.mantissa)
    }
    if !shape.hasExponent, shape.fractionDigits == 0 {
      return Int64(String(decoding: text, as: UTF8.self))
    }
    return double(text).flatMap { Int64(exactly: $0) }
  }

  /// Whether the text is a number of any magnitude.
  package static func isNumber(_ text: ArraySlice<UInt8>) -> Bool { Shape(text) != nil }

  private static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// The parts of a number.
  private struct Shape {
    var isNegative = false
    var mantissa: UInt64 = 0
    var digits = 0
    var fractionDigits = 0
    var hasExponent = false

    init?(_ text: ArraySlice<UInt8>) {
      var position = text.startIndex
      let end = text.endIndex
      if position < end, text[position] == UInt8(ascii: "-") {
        isNegative = true
        position += 1
      }
      let whole = position
      while position < end, take(text[position]) { position += 1 }
      guard position > whole, text[whole] != UInt8(ascii: "0") || position == whole + 1 else {
        return nil
      }
      if position < end, text[position] == UInt8(ascii: ".") {
        position += 1
        let fraction = position
        while position < end, take(text[position]) { position += 1 }
        guard position > fraction else { return nil }
        fractionDigits = position - fraction
      }
      guard position < end else { return }
      guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
      hasExponent = true
      position += 1
      if position < end, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(text[position]) {
        position += 1
      }
      guard position < end, text[position...].allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
    }

    /// Consumes a digit; digits beyond the nineteenth do not fit and are only counted.
    private mutating func take(_ byte: UInt8) -> Bool {
      guard (48...57).contains(byte) else { return false }
      if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(byte - 48) }
      // Leading zeros do not count.
      if mantissa > 0 || digits > 0 { digits += 1 }
      return true
    }
  }
}
