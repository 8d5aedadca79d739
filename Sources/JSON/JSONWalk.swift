/// A pull parser for JSON that builds no document and may read its bytes piece by piece.
///
/// Returns the start and the end of objects and arrays, and each scalar value; `names` has the names of the
/// members that lead to it. Documents are untrusted, so depth and length are limited. Invalid JSON ends the walk
/// with `isWhole` false. Takes memory for one piece and one value.
public struct JSONWalk {
  /// One event of the parser.
  public enum Event: Hashable {
    /// The start of an object or an array.
    case start

    /// The end of an object or an array.
    case end

    case value(Value)
  }

  /// A scalar value.
  public enum Value: Hashable {
    case text(String)

    /// A finite number.
    case number(Double)

    /// `true`, `false`, `null`, or a number too large for `Double`.
    case word(String)
  }

  /// The limit of nesting.
  private static let greatestDepth = 32

  /// The names on the path to the last event; arrays add an empty one.
  public private(set) var names: [String] = []

  /// Whether the innermost open level is an object; false for an array and outside of all levels.
  public var isInObject: Bool { open.last?.isObject ?? false }

  /// Whether the document was valid and read to its end.
  public private(set) var isWhole = false

  /// The error of the source, which has ended the walk.
  public private(set) var failure: (any Error)?

  /// The piece that is being read.
  var bytes: [UInt8]
  var position = 0
  private let more: (() throws -> [UInt8])?

  private var open: [Level] = []
  private var isExpectingValue = true

  /// An open object or array.
  private struct Level {
    let isObject: Bool
    var isEmpty = true

    var closingBracket: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// Walks through a document in memory.
  public init(_ document: [UInt8]) {
    (bytes, more) = (document, nil)
    skipByteOrderMark()
  }

  /// Walks through a document that is read piece by piece; an empty piece ends it.
  public init(reading more: @escaping () throws -> [UInt8]) {
    (bytes, self.more) = ([], more)
    skipByteOrderMark()
  }

  /// The next event; nil at the end.
  public mutating func next() -> Event? {
    if names.count < open.count { names.append("") }
    guard let byte = nextToken() else {
      isWhole = open.isEmpty && !isExpectingValue && failure == nil
      return nil
    }
    if isExpectingValue { return value(byte) }
    // After a value: a comma and the next value, or the end of the level.
    guard let level = open.last else { return nil }
    if byte == level.closingBracket { return end() }
    guard byte == UInt8(ascii: ",") else { return nil }
    position += 1
    isExpectingValue = true
    return nextToken().flatMap { value($0) }
  }

  /// Reads a value with its name, or the end of an empty level.
  private mutating func value(_ first: UInt8) -> Event? {
    var first = first
    if let level = open.last {
      if level.isEmpty, first == level.closingBracket { return end() }
      open[open.count - 1].isEmpty = false
      if level.isObject {
        guard takeName(first), let byte = nextToken() else { return nil }
        first = byte
      }
    }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      guard open.count < Self.greatestDepth else { return nil }
      position += 1
      open.append(Level(isObject: first == UInt8(ascii: "{")))
      return .start
    }
    guard let value = plainValue(first) else { return nil }
    isExpectingValue = false
    return .value(value)
  }

  private mutating func end() -> Event {
    position += 1
    open.removeLast()
    names.removeLast()
    isExpectingValue = false
    return .end
  }

  private mutating func takeName(_ first: UInt8) -> Bool {
    guard first == UInt8(ascii: "\""), let name = takeText(), nextToken() == UInt8(ascii: ":")
    else {
      return false
    }
    position += 1
    names[names.count - 1] = name
    return true
  }

  private mutating func plainValue(_ first: UInt8) -> Value? {
    if first == UInt8(ascii: "\"") { return takeText().map(Value.text) }
    var letters: [UInt8] = []
    while let byte = peek(), Self.isPartOfWord(byte) {
      guard letters.count < 64 else { return nil }
      letters.append(byte)
      position += 1
    }
    let word = String(decoding: letters, as: UTF8.self)
    if let digit = letters.first(where: { $0 != UInt8(ascii: "-") }), (48...57).contains(digit),
      let number = Double(word)
    {
      return number.isFinite ? .number(number) : .word(word)
    }
    return ["true", "false", "null"].contains(word) ? .word(word) : nil
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  // MARK: Bytes

  /// The next byte; nil at the end.
  mutating func peek() -> UInt8? {
    position < bytes.count || refill() ? bytes[position] : nil
  }

  private mutating func refill() -> Bool {
    guard let more, failure == nil else { return false }
    do {
      bytes = try more()
    } catch {
      (bytes, failure) = ([], error)
    }
    position = 0
    return !bytes.isEmpty
  }

  private mutating func nextToken() -> UInt8? {
    while let byte = peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Some editors write a byte order mark.
  private mutating func skipByteOrderMark() {
    for byte in [0xEF, 0xBB, 0xBF] as [UInt8] where peek() == byte { position += 1 }
  }
}
