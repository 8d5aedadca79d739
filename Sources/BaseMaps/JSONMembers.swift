/// The members of a JSON object (RFC 8259) as unparsed bytes of valid JSON.
///
/// Metadata is untrusted, so nesting is limited, and an invalid document is refused as a whole.
struct JSONMembers {
  private var values: [String: [UInt8]] = [:]

  /// Parses a document; returns nil if it is not a valid object.
  init?(_ text: [UInt8]) {
    var scanner = JSONScanner(text)
    guard let members = scanner.object(), scanner.isAtEnd else { return nil }
    values = members.mapValues { Array(text[$0]) }
  }

  /// The JSON text of a member.
  func raw(_ name: String) -> [UInt8]? { values[name] }

  /// The value of a member that is a string.
  func text(_ name: String) -> String? {
    guard let bytes = values[name] else { return nil }
    var scanner = JSONScanner(bytes)
    return scanner.string()
  }
}

/// Validates JSON while walking through it.
private struct JSONScanner {
  private static let deepest = 32
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  /// The ranges of the members of an object; of those with the same name, the last one.
  mutating func object() -> [String: Range<Int>]? {
    var members: [String: Range<Int>] = [:]
    let isObject = list("{", "}", depth: 0) { scanner, depth in
      guard let name = scanner.string(), scanner.take(":") else { return false }
      scanner.skipSpace()
      let start = scanner.position
      guard scanner.value(depth: depth) else { return false }
      members[name] = start..<scanner.position
      return true
    }
    return isObject ? members : nil
  }

  /// The text of a string.
  mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicodeEscape()
    default: return nil
    }
  }

  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    position += 2
    guard let second = hexadecimal() else { return nil }
    guard second & 0xFC00 == 0xDC00 else { return "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
  }

  private mutating func hexadecimal() -> UInt32? {
    let digits = bytes[position...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, text.allSatisfy(\.isHexDigit) else { return nil }
    position += 4
    return UInt32(text, radix: 16)
  }

  private mutating func value(depth: Int) -> Bool {
    skipSpace()
    guard depth < Self.deepest, position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      return list("{", "}", depth: depth) { scanner, depth in
        scanner.string() != nil && scanner.take(":") && scanner.value(depth: depth)
      }
    case UInt8(ascii: "["): return list("[", "]", depth: depth) { $0.value(depth: $1) }
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, depth: Int,
    _ element: (inout JSONScanner, Int) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    if take(close) { return true }
    while element(&self, depth + 1) {
      if take(close) { return true }
      guard take(",") else { return false }
    }
    return false
  }

  private mutating func number() -> Bool {
    let start = position
    let isPart = { (byte: UInt8) in "+-.eE0123456789".utf8.contains(byte) }
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    var digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    // Swift also reads what JSON forbids: +1, .5, 5. and 01.
    guard Double(text) != nil, text.utf8.count - digits.count <= 1, let first = digits.popFirst(),
      (48...57).contains(first), text.utf8.last.map({ (48...57).contains($0) }) ?? false,
      first != 48 || digits.first.map({ !(48...57).contains($0) }) ?? true
    else { return false }
    return !text.contains(".e") && !text.contains(".E")
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let text = Array(word.description.utf8)
    guard bytes[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, UInt32(bytes[position]) == scalar.value else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }
}
