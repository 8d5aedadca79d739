internal import PhotoExchange

/// A JSON value, for small documents such as schemas and descriptions.
///
/// Responses with photos use `JSONWriter` directly.
enum JSONValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
  case list([JSONValue])
  case object([Member])

  /// One member of an object; objects keep the order of their members.
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// A reference to another part of the same document, such as `#/components/schemas/photo`.
  static func reference(_ pointer: String) -> JSONValue { ["$ref": .text(pointer)] }

  /// The member of an object by its name.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The same object with more members at the end.
  func adding(_ more: [Member]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }

  /// The same object with one more member; unchanged if the value is nil.
  func adding(_ name: String, _ value: JSONValue?) -> JSONValue {
    value.map { adding([Member(name: name, value: $0)]) } ?? self
  }

  /// The elements, if it is an array.
  var elements: [JSONValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }

  /// The text, if it is a string.
  var string: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The value as JSON text; a string without its quotation marks.
  var shown: String {
    if case .text(let text) = self { return text }
    var json = JSONWriter()
    json.value(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int) { self = .whole(number) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  init(floatLiteral number: Double) { self = .number(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  init(booleanLiteral truth: Bool) { self = .truth(truth) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}

extension JSONWriter {
  /// Writes a value with everything it contains.
  mutating func value(_ json: JSONValue) {
    switch json {
    case .text(let text): value(text)
    case .whole(let number): value(number)
    case .number(let number): value(number)
    case .truth(let truth): value(truth)
    case .list(let elements):
      array { json in
        for element in elements { json.value(element) }
      }
    case .object(let members):
      object { json in
        for member in members {
          json.name(member.name)
          json.value(member.value)
        }
      }
    }
  }
}
