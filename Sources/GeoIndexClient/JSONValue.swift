/// A parsed JSON document (RFC 8259); nesting is limited, because documents are untrusted.
enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case bool(Bool)
  case null

  private static let maximumDepth = 64

  /// Parses a document.
  init(parsing bytes: [UInt8]) throws(InvalidResponse) {
    var scanner = JSONScanner(bytes)
    self = try scanner.value(depth: Self.maximumDepth)
    try scanner.finish()
  }

  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var whole: Int? { number.flatMap { Int(exactly: $0) } }

  subscript(name: String) -> JSONValue? { members?[name] }
}

private struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func value(depth: Int) throws(InvalidResponse) -> JSONValue {
    guard depth > 0 else { throw InvalidResponse("it is nested too deeply") }
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  mutating func finish() throws(InvalidResponse) {
    guard peek() == nil else { throw unexpected() }
  }

  private mutating func object(depth: Int) throws(InvalidResponse) -> JSONValue {
    var members: [String: JSONValue] = [:]
    position += 1
    if skip(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try text()
      guard skip(UInt8(ascii: ":")) else { throw unexpected() }
      members[name] = try value(depth: depth - 1)
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw unexpected() }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(InvalidResponse) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    if skip(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value(depth: depth - 1)) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw unexpected() }
    return .array(elements)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(InvalidResponse)
    -> JSONValue
  {
    guard bytes[position...].starts(with: word.utf8) else { throw unexpected() }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(InvalidResponse) -> Double {
    let allowed = Set("0123456789+-.eE".utf8)
    let digits = bytes[position...].prefix { allowed.contains($0) }
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { throw unexpected() }
    position += digits.count
    return number
  }

  /// The next byte that is not white space; nil at the end.
  private mutating func peek() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func unexpected() -> InvalidResponse {
    position < bytes.count
      ? InvalidResponse("it is not JSON at byte \(position)") : InvalidResponse("it ends too early")
  }
}

extension JSONScanner {
  /// Reads a string including its quotation marks.
  private mutating func text() throws(InvalidResponse) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw unexpected()
      default: text.append(byte)
      }
    }
    throw InvalidResponse("it ends too early")
  }

  private mutating func escaped() throws(InvalidResponse) -> [UInt8] {
    guard position < bytes.count else { throw unexpected() }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default: throw unexpected()
    }
  }

  /// The character of a `\u` escape or a surrogate pair; a lone surrogate becomes U+FFFD.
  private mutating func scalar() throws(InvalidResponse) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    let start = position
    position += 2
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else {
      position = start
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func unit() throws(InvalidResponse) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw unexpected() }
    position += 4
    return unit
  }
}
