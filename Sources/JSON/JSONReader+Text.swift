#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif
internal import PhotoFacts

extension JSONReader {
  /// The unescaped bytes of a string; a slice of the input if nothing is escaped.
  @inlinable public mutating func text() throws(InputProblem) -> ArraySlice<UInt8> {
    position += 1
    let start = position
    let isPlain = passLetters()
    guard position < end else { throw InputProblem("a string has no closing quotation mark") }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let text = bytes[start..<position]
      position += 1
      guard isPlain || String(validating: text, as: UTF8.self) != nil else {
        throw InputProblem("\(InputProblem.quoted(text)) is not UTF-8")
      }
      return text
    case UInt8(ascii: "\\"): return try escapedText(from: start)
    default: throw InputProblem("a control character is not escaped")
    }
  }

  /// Moves to the next byte that needs attention; returns whether all skipped bytes are ASCII.
  @inlinable mutating func passLetters() -> Bool {
    let (start, end) = (position, end)
    let (stop, isASCII) = unsafe bytes.withUnsafeBytes {
      unsafe Self.endOfLetters($0, from: start, to: end)
    }
    position = stop
    return isASCII
  }

  /// The next quotation mark, backslash or control character, and whether all bytes before it are ASCII.
  ///
  /// Examines eight bytes at a time, because nearly all bytes of an import are skipped here.
  @inlinable public static func endOfLetters(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  )
    -> (position: Int, isASCII: Bool)
  {
    let highest: UInt64 = 0x8080_8080_8080_8080
    var (index, all) = (start, UInt64(0))
    while end - index >= 8 {
      let eight = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let ends = ends(eight)
      guard ends == 0 else {
        let bits = UInt64(ends.trailingZeroBitCount & ~7)
        all |= eight & (1 << bits &- 1)
        return (index + Int(bits / 8), all & highest == 0)
      }
      all |= eight
      index += 8
    }
    while index < end {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      all |= UInt64(byte)
      index += 1
    }
    return (index, all & highest == 0)
  }

  /// Marks the quotation marks, backslashes and control characters among eight bytes by their highest bits.
  ///
  /// Subtraction borrows into the highest bit of a byte that is less than the subtrahend. Only bytes above a
  /// marked one can be marked wrongly.
  @inlinable @inline(__always)
  static func ends(_ eight: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let mark = eight ^ (0x22 &* ones)
    let backslash = eight ^ (0x5C &* ones)
    let found =
      (mark &- ones) & ~mark | (backslash &- ones) & ~backslash
      | (eight &- 0x20 &* ones) & ~eight
    return found & (0x80 &* ones)
  }

  /// Consumes the name of a member with its colon, if it is exactly this one.
  ///
  /// geoindex writes members in a fixed order, so this avoids extracting most names.
  @inlinable public mutating func takeName(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    let mark = UInt8(ascii: "\"")
    guard end - position >= count + 3, bytes[position] == mark,
      bytes[position + count + 1] == mark, bytes[position + count + 2] == UInt8(ascii: ":"),
      bytes[(position + 1)..<(position + 1 + count)].spells(name)
    else { return false }
    position += count + 3
    return true
  }

  @usableFromInline mutating func escapedText(from start: Int) throws(InputProblem) -> ArraySlice<
    UInt8
  > {
    var text = Array(bytes[start..<position])
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard String(validating: text, as: UTF8.self) != nil else {
          throw InputProblem("\(InputProblem.quoted(text)) is not UTF-8")
        }
        return text[...]
      case UInt8(ascii: "\\"): text.append(contentsOf: UTF8.encode(try escaped()) ?? .init())
      case 0..<0x20: throw InputProblem("a control character is not escaped")
      default: text.append(byte)
      }
    }
    throw InputProblem("a string has no closing quotation mark")
  }

  private mutating func escaped() throws(InputProblem) -> Unicode.Scalar {
    guard position < end else { throw InputProblem("a string has no closing quotation mark") }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "u"): return try scalar(of: try unit())
    default: throw InputProblem("\\\(Unicode.Scalar(letter)) means nothing in JSON")
    }
  }

  /// The character of a unit of UTF-16, alone or with the unit after it; an unpaired surrogate becomes
  /// U+FFFD.
  private mutating func scalar(of unit: UInt16) throws(InputProblem) -> Unicode.Scalar {
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let before = position
    if end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let next = try self.unit()
      if UTF16.isTrailSurrogate(next) { return UTF16.decode(UTF16.EncodedScalar([unit, next])) }
    }
    position = before
    return "\u{FFFD}"
  }

  private mutating func unit() throws(InputProblem) -> UInt16 {
    guard end - position >= 4 else { throw InputProblem("a string has no closing quotation mark") }
    defer { position += 4 }
    var value: UInt16 = 0
    for byte in bytes[position..<(position + 4)] {
      guard let digit = Hexadecimal.value(byte) else {
        throw InputProblem("\\u is not followed by four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes equal these letters.
  @inlinable @inline(__always)
  public func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(start, word.utf8Start, bytes.count) == 0
    }
  }
}
