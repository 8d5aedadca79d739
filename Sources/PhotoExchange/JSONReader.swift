internal import PhotoFacts

/// A pull parser for one JSON value (RFC 8259).
///
/// It works on a slice and copies nothing that the caller does not request. Nesting is limited, because
/// imports are untrusted. The module `JSON` has a simpler parser for sidecars and tracks; here the speed for
/// millions of records matters.
struct JSONReader {
  /// The kinds of values, by their first byte.
  enum Kind {
    case object, array, text, number, word
  }

  private static let maximumDepth = 64

  let bytes: [UInt8]
  let end: Int
  var position: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The kind of the next value.
  mutating func peek() throws(RecordProblem) -> Kind {
    skipSpace()
    guard position < end else { throw RecordProblem("the document ends too early") }
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
  mutating func open(_ bracket: Unicode.Scalar) throws(RecordProblem) -> Bool {
    try take(bracket)
    skipSpace()
    guard position < end, bytes[position] == (bracket == "{" ? 0x7D : 0x5D) else { return true }
    position += 1
    return false
  }

  /// Moves to the next member or element; returns false if there is none.
  mutating func next(in bracket: Unicode.Scalar) throws(RecordProblem) -> Bool {
    skipSpace()
    guard position < end else { throw RecordProblem("the document ends too early") }
    let byte = bytes[position]
    guard byte == UInt8(ascii: ",") || byte == (bracket == "{" ? 0x7D : 0x5D) else {
      throw unexpected()
    }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  /// The name of a member; also consumes the colon.
  mutating func name() throws(RecordProblem) -> ArraySlice<UInt8> {
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try text()
    try take(":")
    return name
  }

  /// Consumes `null`; returns false if the value is another one.
  mutating func takeNull() throws(RecordProblem) -> Bool {
    guard try peek() == .word, bytes[position] == UInt8(ascii: "n") else { return false }
    try skipWord()
    return true
  }

  /// The bytes of a number, for `NumberText`.
  mutating func number() throws(RecordProblem) -> ArraySlice<UInt8> {
    let start = position
    while position < end, Self.isPartOfNumber(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Skips a value of any kind.
  mutating func skipValue(depth: Int = 0) throws(RecordProblem) {
    switch try peek() {
    case .text: _ = try text()
    case .word: try skipWord()
    case .number:
      let text = try number()
      guard NumberText.isNumber(text) else {
        throw RecordProblem("\(RecordProblem.quoted(text)) is not a number")
      }
    case .object, .array:
      guard depth < Self.maximumDepth else { throw RecordProblem("it is nested too deeply") }
      let bracket: Unicode.Scalar = bytes[position] == UInt8(ascii: "{") ? "{" : "["
      guard try open(bracket) else { return }
      repeat {
        if bracket == "{" { _ = try name() }
        try skipValue(depth: depth + 1)
      } while try next(in: bracket)
    }
  }

  /// Throws if anything follows the value.
  mutating func finish() throws(RecordProblem) {
    skipSpace()
    guard position == end else { throw unexpected() }
  }

  private mutating func skipWord() throws(RecordProblem) {
    let start = position
    while position < end, (97...122).contains(bytes[position]) { position += 1 }
    let word = bytes[start..<position]
    guard
      word.spells("null") || word.spells("true")
        || word.spells("false")
    else { throw RecordProblem("\(RecordProblem.quoted(word)) is not JSON") }
  }

  private mutating func take(_ mark: Unicode.Scalar) throws(RecordProblem) {
    skipSpace()
    guard position < end, UInt32(bytes[position]) == mark.value else { throw unexpected() }
    position += 1
  }

  private func unexpected() -> RecordProblem {
    position < end
      ? RecordProblem("it is not JSON from \(RecordProblem.quoted(bytes[position..<end])) on")
      : RecordProblem("the document ends too early")
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }
}
