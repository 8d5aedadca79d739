extension JSONValue {
  /// Decodes the value; a problem names the member that is missing or of another type.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(InputProblem)
    -> Value
  {
    do {
      return try ValueDecoder(value: self, codingPath: []).unbox(as: type)
    } catch let error as DecodingError {
      throw InputProblem(error)
    } catch {
      throw InputProblem("\(error)")
    }
  }
}

/// A type of members for which null is not the same as nothing.
public protocol NullDecodable {}

extension InputProblem {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init("\(Self.name(context.codingPath + [key])) is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init("\(Self.name(context.codingPath)) \(context.debugDescription)")
    @unknown default: self.init("\(error)")
    }
  }

  private static func name(_ path: [any CodingKey]) -> String {
    var name = ""
    for key in path {
      if let index = key.intValue {
        name += "[\(index)]"
      } else {
        name += (name.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return name.isEmpty ? "the document" : name
  }
}

/// The name or the number of a member.
struct MemberKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { (self.intValue, stringValue) = (intValue, "\(intValue)") }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.members else { throw mismatch(type, "is not an object") }
    // Of equal names the last counts, as in `JSONValue`.
    let named = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    return KeyedDecodingContainer(ObjectContainer(members: named, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.elements else { throw mismatch([JSONValue].self, "is not a list") }
    return ListContainer(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try unbox(as: type) }
  func decode(_ type: Bool.Type) throws -> Bool { try found(value.truth, "is not true or false") }
  func decode(_ type: String.Type) throws -> String { try found(value.text, "is not a text") }
  func decode(_ type: Double.Type) throws -> Double { try found(value.number, "is not a number") }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

  func unbox<Value: Decodable>(as type: Value.Type) throws -> Value {
    // The members of a value keep their order.
    if let value = value as? Value { return value }
    return try Value(from: self)
  }

  private func whole<Number: BinaryInteger>(_ type: Number.Type) throws -> Number {
    try found(value.whole.flatMap { Number(exactly: $0) }, "is not a whole number")
  }

  private func found<Value>(_ value: Value?, _ problem: String) throws -> Value {
    guard let value else { throw mismatch(Value.self, problem) }
    return value
  }

  private func mismatch(_ type: Any.Type, _ problem: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: problem))
  }
}

private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).unbox(as: type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = members[key.stringValue], value != .null || type is any NullDecodable.Type
    else { return nil }
    return try decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(value: members["super"] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "is missing"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

private struct ListContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().unbox(as: type)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> ValueDecoder {
    let path = codingPath + [MemberKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path, debugDescription: "is missing"))
    }
    defer { currentIndex += 1 }
    return ValueDecoder(value: elements[currentIndex], codingPath: path)
  }
}
