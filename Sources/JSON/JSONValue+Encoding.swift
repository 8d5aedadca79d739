extension JSONValue {
  /// Encodes a value; its members keep the order in which it encodes them.
  public init(encoding value: some Encodable) throws {
    let box = ValueBox()
    try ValueEncoder(box: box, codingPath: []).box(value)
    self = box.value
  }
}

/// A value that is being made.
private final class ValueBox {
  private enum State {
    case value(JSONValue)
    case list([ValueBox])
    case object([(name: String, value: ValueBox)])
  }

  private var state = State.value(.null)

  var value: JSONValue {
    switch state {
    case .value(let value): value
    case .list(let elements): .list(elements.map(\.value))
    case .object(let members):
      .object(members.map { JSONValue.Member(name: $0.name, value: $0.value.value) })
    }
  }

  var count: Int { if case .list(let elements) = state { elements.count } else { 0 } }

  func set(_ value: JSONValue) { state = .value(value) }

  func beginObject() { if case .object = state {} else { state = .object([]) } }
  func beginList() { if case .list = state {} else { state = .list([]) } }

  func member(_ name: String) -> ValueBox {
    let box = ValueBox()
    if case .object(let members) = state { state = .object(members + [(name, box)]) }
    return box
  }

  func element() -> ValueBox {
    let box = ValueBox()
    if case .list(let elements) = state { state = .list(elements + [box]) }
    return box
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let box: ValueBox
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    box.beginObject()
    return KeyedEncodingContainer(ObjectEncoder(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.beginList()
    return ListEncoder(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { box.set(.null) }
  func encode(_ value: Bool) { box.set(.truth(value)) }
  func encode(_ value: String) { box.set(.text(value)) }
  func encode(_ value: Double) { box.set(.number(value)) }
  func encode(_ value: Float) { box.set(.number(Double(value))) }
  func encode(_ value: Int) throws { try whole(value) }
  func encode(_ value: Int8) throws { try whole(value) }
  func encode(_ value: Int16) throws { try whole(value) }
  func encode(_ value: Int32) throws { try whole(value) }
  func encode(_ value: Int64) throws { try whole(value) }
  func encode(_ value: UInt) throws { try whole(value) }
  func encode(_ value: UInt8) throws { try whole(value) }
  func encode(_ value: UInt16) throws { try whole(value) }
  func encode(_ value: UInt32) throws { try whole(value) }
  func encode(_ value: UInt64) throws { try whole(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try box(value) }

  func box<Value: Encodable>(_ value: Value) throws {
    if let value = value as? JSONValue { box.set(value) } else { try value.encode(to: self) }
  }

  private func whole(_ number: some BinaryInteger) throws {
    guard let whole = Int(exactly: number) else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: codingPath, debugDescription: "is too large"))
    }
    box.set(.whole(whole))
  }
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: ValueBox
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder(key).box(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(box: box.member("super"), codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: Key) -> ValueEncoder {
    ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let box: ValueBox
  let codingPath: [any CodingKey]

  var count: Int { box.count }

  func encodeNil() { encoder().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder().box(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<
    Nested
  > { encoder().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ValueEncoder {
    let path = codingPath + [MemberKey(intValue: count)]
    return ValueEncoder(box: box.element(), codingPath: path)
  }
}
