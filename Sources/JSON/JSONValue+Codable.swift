// So that a value can be a member of types that are decoded. Decoders of this module take it as it is.
extension JSONValue: Codable {
  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: MemberKey.self) {
      self = .object(
        try object.allKeys.map {
          Member(name: $0.stringValue, value: try object.decode(JSONValue.self, forKey: $0))
        })
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
      self = .list(elements)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let truth = try? value.decode(Bool.self) {
        self = .truth(truth)
      } else if let whole = try? value.decode(Int.self) {
        self = .whole(whole)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: MemberKey.self)
      for member in members {
        try object.encode(member.value, forKey: MemberKey(stringValue: member.name))
      }
    case .list(let elements): try elements.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .whole(let number): try number.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .truth(let truth): try truth.encode(to: encoder)
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    }
  }
}
