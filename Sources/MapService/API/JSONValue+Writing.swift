public import JSON
public import PhotoExchange

// Documents that the server writes, such as schemas and descriptions.
extension JSONValue {
  /// The same object with more members at the end.
  func adding(_ more: [Member]) -> JSONValue { members.map { .object($0 + more) } ?? self }

  /// The same object with one more member; unchanged if the value is nil.
  func adding(_ name: String, _ value: JSONValue?) -> JSONValue {
    value.map { adding([Member(name: name, value: $0)]) } ?? self
  }

  /// The value as JSON text; a string without its quotation marks.
  var shown: String {
    if case .text(let text) = self { return text }
    var json = JSONWriter()
    json.value(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSONValue: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "object"]

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(self) }
}

extension JSONWriter {
  /// Writes a value with everything it contains.
  mutating func value(_ json: JSONValue) {
    switch json {
    case .text(let text): value(text)
    case .whole(let number): value(number)
    case .number(let number): value(number)
    case .truth(let truth): value(truth)
    case .null: null()
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
