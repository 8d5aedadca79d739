/// A pull parser for JSON that does not build the document in memory.
///
/// Returns each scalar value with the names of the members that lead to it. Documents are untrusted, so depth
/// and length are limited. Invalid JSON ends the walk with `isWhole` false.
struct JSONWalk {
  /// A scalar value.
  enum Value: Hashable {
    case text(String)
    case number(Double)
    case word(String)
  }

  /// The limit of nesting.
  private static let greatestDepth = 32

  let bytes: [UInt8]
  var position = 0
  private var open: [Level] = []
  private var isExpectingValue = true

  /// Whether the document was valid and read to its end.
  private(set) var isWhole = false

  private struct Level {
    let isObject: Bool
    var name = ""
    var isEmpty = true
  }

  init(_ document: [UInt8]) {
    bytes = document
    // Some editors write a byte order mark.
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next scalar value and the member names that lead to it; nil at the end.
  ///
  /// Lists add no name.
  mutating func next() -> (path: [String], value: Value)? {
    while let byte = nextToken() {
      if isExpectingValue {
        if !open.isEmpty { open[open.count - 1].isEmpty = false }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          guard begin(isObject: byte == UInt8(ascii: "{")) else { return nil }
          continue
        }
        guard let value = plainValue(byte) else { return nil }
        isExpectingValue = false
        return (open.map(\.name), value)
      }
      guard !open.isEmpty, advance(byte) else { return nil }
    }
    isWhole = open.isEmpty && !isExpectingValue
    return nil
  }

  private mutating func nextToken() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func begin(isObject: Bool) -> Bool {
    guard open.count < Self.greatestDepth else { return false }
    open.append(Level(isObject: isObject))
    position += 1
    guard let byte = nextToken() else { return false }
    if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      isExpectingValue = false
      return true
    }
    return isObject ? takeName() : true
  }

  /// Moves past a comma to the next member or element, or past a closing bracket.
  private mutating func advance(_ byte: UInt8) -> Bool {
    let level = open[open.count - 1]
    if byte == (level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      position += 1
      open.removeLast()
      return true
    }
    guard byte == UInt8(ascii: ","), !level.isEmpty else { return false }
    position += 1
    isExpectingValue = true
    return level.isObject ? takeName() : true
  }

  private mutating func takeName() -> Bool {
    guard nextToken() == UInt8(ascii: "\""), let name = takeText(),
      nextToken() == UInt8(ascii: ":")
    else { return false }
    position += 1
    open[open.count - 1].name = name
    return true
  }

  private mutating func plainValue(_ byte: UInt8) -> Value? {
    if byte == UInt8(ascii: "\"") { return takeText().map(Value.text) }
    let start = position
    while position < bytes.count, Self.isPartOfWord(bytes[position]) { position += 1 }
    guard position > start, position - start <= 64 else { return nil }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Double(word), byte == UInt8(ascii: "-") || (48...57).contains(byte) {
      return .number(number)
    }
    return ["true", "false", "null"].contains(word) ? .word(word) : nil
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }
}
