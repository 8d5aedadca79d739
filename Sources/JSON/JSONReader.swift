internal import PhotoFacts

/// A pull parser for one JSON value (RFC 8259).
///
/// It works on a slice and copies nothing that the caller does not request. Nesting is limited, because documents
/// are untrusted. `JSONValue` is the whole of a small document, and `JSONWalk` reads large ones piece by piece.
/// An import reads millions of records with it, so its short functions are inlined.
public struct JSONReader {
  /// The kinds of values, by their first byte.
  public enum Kind {
    case object, array, text, number, word
  }

  private static let maximumDepth = 64

  @usableFromInline let bytes: [UInt8]
  @usableFromInline let end: Int
  @usableFromInline var position: Int

  /// Reads the value in a range of bytes.
  @inlinable public init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The kind of the next value.
  @inlinable public mutating func peek() throws(InputProblem) -> Kind {
    skipSpace()
    guard position < end else { throw InputProblem("the document ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .text
    case UInt8(ascii: "-"), 48...57: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word
    default: throw unexpected()
    }
  }

  /// Opens an object or a list; returns false if it is empty.
  @inlinable public mutating func open(_ bracket: Unicode.Scalar) throws(InputProblem) -> Bool {
    try take(bracket)
    skipSpace()
    guard position < end, bytes[position] == (bracket == "{" ? 0x7D : 0x5D) else { return true }
    position += 1
    return false
  }

  /// Moves to the next member or element; returns false if there is none.
  @inlinable public mutating func next(in bracket: Unicode.Scalar) throws(InputProblem) -> Bool {
    skipSpace()
    guard position < end else { throw InputProblem("the document ends too early") }
    let byte = bytes[position]
    guard byte == UInt8(ascii: ",") || byte == (bracket == "{" ? 0x7D : 0x5D) else {
      throw unexpected()
    }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  /// The name of a member; also consumes the colon.
  @inlinable public mutating func name() throws(InputProblem) -> ArraySlice<UInt8> {
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try text()
    try take(":")
    return name
  }

  /// Consumes `null`; returns false if the value is another one.
  @inlinable public mutating func takeNull() throws(InputProblem) -> Bool {
    guard try peek() == .word, bytes[position] == UInt8(ascii: "n") else { return false }
    try skipWord()
    return true
  }

  /// The bytes of a number, for `NumberText`.
  @inlinable public mutating func number() throws(InputProblem) -> ArraySlice<UInt8> {
    let start = position
    while position < end, Self.isPartOfNumber(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Skips a value of any kind.
  public mutating func skipValue(depth: Int = 0) throws(InputProblem) {
    switch try peek() {
    case .text: _ = try text()
    case .word: try skipWord()
    case .number:
      let text = try number()
      guard NumberText.isNumber(text) else {
        throw InputProblem("\(InputProblem.quoted(text)) is not a number")
      }
    case .array:
      try forEachElement(depth, in: "[") { (reader) throws(InputProblem) in
        try reader.skipValue(depth: depth + 1)
      }
    case .object:
      try forEachElement(depth, in: "{") { (reader) throws(InputProblem) in
        _ = try reader.name()
        try reader.skipValue(depth: depth + 1)
      }
    }
  }

  /// Calls `body` for each element of a list, or each member of an object.
  mutating func forEachElement(
    _ depth: Int, in bracket: Unicode.Scalar,
    _ body: (inout JSONReader) throws(InputProblem) -> Void
  ) throws(InputProblem) {
    guard depth < Self.maximumDepth else { throw InputProblem("it is nested too deeply") }
    guard try open(bracket) else { return }
    repeat { try body(&self) } while try next(in: bracket)
  }

  /// Throws if anything follows the value.
  public mutating func finish() throws(InputProblem) {
    skipSpace()
    guard position == end else { throw unexpected() }
  }

  @usableFromInline mutating func skipWord() throws(InputProblem) {
    let start = position
    while position < end, (97...122).contains(bytes[position]) { position += 1 }
    let word = bytes[start..<position]
    guard
      word.spells("null") || word.spells("true")
        || word.spells("false")
    else { throw InputProblem("\(InputProblem.quoted(word)) is not JSON") }
  }

  @inlinable mutating func take(_ mark: Unicode.Scalar) throws(InputProblem) {
    skipSpace()
    guard position < end, UInt32(bytes[position]) == mark.value else { throw unexpected() }
    position += 1
  }

  @usableFromInline func unexpected() -> InputProblem {
    position < end
      ? InputProblem("it is not JSON from \(InputProblem.quoted(bytes[position..<end])) on")
      : InputProblem("the document ends too early")
  }

  @inlinable @inline(__always)
  mutating func skipSpace() {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inlinable static func isPartOfNumber(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }
}
