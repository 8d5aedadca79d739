public import Geography
public import JSON
internal import PhotoFacts

/// A value in an answer of the API, with its schema.
public protocol AnswerValue: SendableMetatype {
  /// What it may be.
  static var schema: JSONValue { get }

  /// Writes it.
  func write(to json: inout JSONWriter)
}

/// An object of the API.
public protocol Answer: AnswerValue {
  /// Its members.
  static var shape: AnswerShape<Self> { get }
}

extension Answer {
  /// A reference to its schema if that has a name.
  public static var schema: JSONValue { shape.name.map(JSONValue.schema) ?? shape.schema }

  /// Writes it as an object.
  public func write(to json: inout JSONWriter) {
    json.object { Self.shape.write(self, to: &$0) }
  }

  /// The object as JSON.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }
}

/// The members of an object, in their order: how each is called, what it may be, and how it is written.
///
/// The description of the API gets the schema, and the API and the command line write the object, so none of them says
/// what another does not.
public struct AnswerShape<Owner>: Sendable {
  /// The name of its schema in the description of the API.
  public let name: String?

  fileprivate let members: [AnswerMember<Owner>]

  /// Describes an object.
  public init(
    _ name: String? = nil, @MemberList<AnswerMember<Owner>> _ members: () -> [AnswerMember<Owner>]
  ) {
    (self.name, self.members) = (name, members())
  }

  /// The schema of the object.
  public var schema: JSONValue {
    .describing(
      members.map { JSONValue.Member(name: $0.name, value: $0.schema) },
      optional: members.filter(\.isOptional).map(\.name))
  }

  /// Writes the members of an object.
  public func write(_ owner: Owner, to json: inout JSONWriter) {
    for member in members { member.write(owner, &json) }
  }
}

/// A member of an object of the API.
public struct AnswerMember<Owner>: Sendable {
  fileprivate let name: String
  fileprivate let schema: JSONValue
  fileprivate let isOptional: Bool
  fileprivate let write: @Sendable (Owner, inout JSONWriter) -> Void

  /// A member that `write` writes with its name, unless it is absent.
  public init(
    _ name: String, _ schema: JSONValue, isOptional: Bool,
    write: @escaping @Sendable (Owner, inout JSONWriter) -> Void
  ) {
    (self.name, self.schema, self.isOptional, self.write) = (name, schema, isOptional, write)
  }

  /// A member that is always there.
  public init<Value: AnswerValue>(
    _ name: String, _ schema: JSONValue = Value.schema,
    _ value: @escaping @Sendable (Owner) -> Value
  ) {
    self.init(name, schema, isOptional: false) { owner, json in
      json.name(name)
      value(owner).write(to: &json)
    }
  }

  /// A member that is absent if there is no value.
  public init<Value: AnswerValue>(
    _ name: String, _ schema: JSONValue = Value.schema,
    _ value: @escaping @Sendable (Owner) -> Value?
  ) {
    self.init(name, schema, isOptional: true) { owner, json in
      guard let value = value(owner) else { return }
      json.name(name)
      value.write(to: &json)
    }
  }

  /// A member that is null if there is no value.
  public init<Value: AnswerValue>(
    nullable name: String, _ schema: JSONValue = Value.schema,
    _ value: @escaping @Sendable (Owner) -> Value?
  ) {
    self.init(name, .nullable(schema), isOptional: false) { owner, json in
      json.name(name)
      if let value = value(owner) { value.write(to: &json) } else { json.null() }
    }
  }

  /// A list of objects.
  public init<Items: Sequence>(
    _ name: String, each shape: AnswerShape<Items.Element>,
    _ items: @escaping @Sendable (Owner) -> Items
  ) {
    self.init(name, .listing(shape.schema), isOptional: false) { owner, json in
      json.name(name)
      json.array { json in
        for item in items(owner) { json.object { shape.write(item, to: &$0) } }
      }
    }
  }

  /// The members of another shape.
  public static func all<Part>(
    of shape: AnswerShape<Part>, _ part: @escaping @Sendable (Owner) -> Part
  ) -> [AnswerMember] {
    shape.members.map { member in
      AnswerMember(member.name, member.schema, isOptional: member.isOptional) { owner, json in
        member.write(part(owner), &json)
      }
    }
  }

  /// Longitude and latitude.
  public static func position(
    _ coordinate: @escaping @Sendable (Owner) -> Coordinate
  ) -> [AnswerMember] {
    [
      AnswerMember("longitude") { Degrees(coordinate($0).longitudeE7) },
      AnswerMember("latitude") { Degrees(coordinate($0).latitudeE7) },
    ]
  }

  /// Longitude and latitude, which are absent if there is no position.
  public static func optionalPosition(
    _ coordinate: @escaping @Sendable (Owner) -> Coordinate?
  ) -> [AnswerMember] {
    [
      AnswerMember("longitude") { coordinate($0).map { Degrees($0.longitudeE7) } },
      AnswerMember("latitude") { coordinate($0).map { Degrees($0.latitudeE7) } },
    ]
  }
}

/// Collects the members of a shape.
@resultBuilder
public enum MemberList<Member> {
  /// One member.
  public static func buildExpression(_ member: Member) -> [Member] { [member] }

  /// Several members.
  public static func buildExpression(_ members: [Member]) -> [Member] { members }

  /// All members.
  public static func buildBlock(_ members: [Member]...) -> [Member] { members.flatMap(\.self) }
}

// MARK: Values

extension String: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "string"]

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(self) }
}

extension Int: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "integer"]

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(self) }
}

extension Double: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "number"]

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(self) }
}

extension Bool: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "boolean"]

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(self) }
}

extension Array: AnswerValue where Element: AnswerValue {
  /// What it may be.
  public static var schema: JSONValue { .listing(Element.schema) }

  /// Writes it.
  public func write(to json: inout JSONWriter) {
    json.array { json in
      for element in self { element.write(to: &json) }
    }
  }
}

extension BoundingBox: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = [
    "type": "array", "minItems": 4, "maxItems": 4, "items": ["type": "number"],
  ]

  /// Writes it.
  public func write(to json: inout JSONWriter) {
    [westE7, southE7, eastE7, northE7].map(Degrees.init).write(to: &json)
  }
}

/// Numbers of things by their names.
public struct Counts: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = [
    "type": "object", "additionalProperties": .count,
  ]

  private let counts: [String: Int]

  /// Makes an answer.
  public init(_ counts: [String: Int]) { self.counts = counts }

  /// Writes it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        json.name(name)
        json.value(count)
      }
    }
  }
}

/// An angle in units of 1e-7°, written as degrees.
public struct Degrees: AnswerValue {
  /// What it may be.
  public static let schema = Double.schema

  private let units: Int32

  /// Makes an angle.
  public init(_ units: Int32) { self.units = units }

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.degrees(units) }
}

/// A text whose bytes need not be UTF-8, such as a path.
public struct AnswerBytes: AnswerValue {
  /// What it may be.
  public static let schema = String.schema

  private let bytes: [UInt8]

  /// Makes a text.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.value(text: bytes) }
}

// MARK: Schemas

extension JSONValue {
  /// A number of things.
  public static let count: JSONValue = ["type": "integer", "minimum": 0]

  /// An instant, or a time of a camera's clock.
  public static let moment: JSONValue = ["type": "string", "format": "date-time"]

  /// A local date.
  public static let date: JSONValue = ["type": "string", "format": "date"]

  /// One of some words.
  public static func word(_ words: [String]) -> JSONValue {
    ["type": "string", "enum": .list(words.map(JSONValue.text))]
  }

  /// A list.
  public static func listing(_ element: JSONValue) -> JSONValue {
    ["type": "array", "items": element]
  }

  /// An object whose members are all required, except the optional ones.
  public static func describing(_ members: [Member], optional: [String] = []) -> JSONValue {
    let required = members.map(\.name).filter { !optional.contains($0) }
    let names = JSONValue.list(required.map(JSONValue.text))
    return .object(
      [Member(name: "type", value: "object"), Member(name: "properties", value: .object(members))]
        + (required.isEmpty ? [] : [Member(name: "required", value: names)]))
  }

  /// The same, or null.
  public static func nullable(_ schema: JSONValue) -> JSONValue {
    .object((schema.members ?? []) + [Member(name: "nullable", value: true)])
  }

  /// A reference to another part of the same document, such as `#/components/schemas/photo`.
  public static func reference(_ pointer: String) -> JSONValue { ["$ref": .text(pointer)] }

  /// A reference to a schema of the description.
  public static func schema(_ name: String) -> JSONValue {
    .reference("#/components/schemas/\(name)")
  }
}
