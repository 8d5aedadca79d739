internal import PhotoFacts

/// A JSON value (RFC 8259), for small documents.
///
/// Answers with photos are written with `JSONWriter` directly, and imports are read with `JSONReader`.
public enum JSONValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
  case null
  case list([JSONValue])
  case object([Member])

  /// One member of an object; objects keep the order of their members.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// The last member of an object with a name.
  public subscript(name: String) -> JSONValue? { members?.last { $0.name == name }?.value }

  /// The members, if it is an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The elements, if it is a list.
  public var elements: [JSONValue]? { if case .list(let elements) = self { elements } else { nil } }

  /// The text, if it is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, if it is one; infinite beyond the range of `Double`.
  public var number: Double? {
    switch self {
    case .whole(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The number, if it is a whole one.
  public var whole: Int? {
    switch self {
    case .whole(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The truth value, if it is one.
  public var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
}

extension JSONValue {
  /// Parses a document, which may begin with a byte order mark.
  public init(parsing bytes: [UInt8]) throws(InputProblem) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var reader = JSONReader(bytes, start..<bytes.count)
    self = try reader.value()
    try reader.finish()
  }
}

extension JSONReader {
  /// The next value with everything that it contains.
  public mutating func value(depth: Int = 0) throws(InputProblem) -> JSONValue {
    switch try peek() {
    case .text: return .text(String(decoding: try text(), as: UTF8.self))
    case .word: return try word()
    case .number: return try numberValue()
    case .array:
      var elements: [JSONValue] = []
      try forEachElement(depth, in: "[") { (reader) throws(InputProblem) in
        elements.append(try reader.value(depth: depth + 1))
      }
      return .list(elements)
    case .object:
      var members: [JSONValue.Member] = []
      try forEachElement(depth, in: "{") { (reader) throws(InputProblem) in
        let name = String(decoding: try reader.name(), as: UTF8.self)
        members.append(JSONValue.Member(name: name, value: try reader.value(depth: depth + 1)))
      }
      return .object(members)
    }
  }

  private mutating func word() throws(InputProblem) -> JSONValue {
    let first = bytes[position]
    try skipWord()
    return first == UInt8(ascii: "n") ? .null : .truth(first == UInt8(ascii: "t"))
  }

  private mutating func numberValue() throws(InputProblem) -> JSONValue {
    let text = try number()
    if let whole = NumberText.whole(text) { return .whole(Int(whole)) }
    guard NumberText.isNumber(text) else {
      throw InputProblem("\(InputProblem.quoted(text)) is not a number")
    }
    let beyond = text.first == UInt8(ascii: "-") ? -Double.infinity : .infinity
    return .number(NumberText.double(text) ?? beyond)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral number: Int) { self = .whole(number) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral number: Double) { self = .number(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  public init(booleanLiteral truth: Bool) { self = .truth(truth) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}
