public import JSON
public import PhotoFacts

/// Changes of words as JSON: `{"set":{"title":"Beach"},"add":{"keywords":["Sea"]},"remove":{"people":["Ada"]}}`.
extension WordsChange {
  private static let shape = OrderShape(into: WordsChange()) { members(\.set, \.added, \.removed) }

  /// Values by properties, of which null removes what is known.
  private static let values = OrderShape<[PhotoProperty: PropertyValue?]>(into: [:]) {
    settable.map { property in
      OrderMember(
        property.name,
        OrderContent(.nullable(property.schema), "of its type") { (json) throws(InputProblem) in
          .some(try value(json, of: property))
        }, \.[property])
    }
  }

  /// Names by lists.
  private static let names = OrderShape<[PhotoProperty: [String]]>(into: [:]) {
    lists.map { property in
      OrderMember(
        property.name,
        OrderContent(property.schema, "a list of names") { (json) throws(InputProblem) in
          try names(json, of: property)
        }, \.[property])
    }
  }

  /// The members of an order that changes words.
  static func members<Order>(
    _ set: any WritableKeyPath<Order, [PhotoProperty: PropertyValue?]> & Sendable,
    _ added: any WritableKeyPath<Order, [PhotoProperty: [String]]> & Sendable,
    _ removed: any WritableKeyPath<Order, [PhotoProperty: [String]]> & Sendable
  ) -> [OrderMember<Order>] {
    [
      OrderMember("set", .object(values) { $0 }, set) { $0 },
      OrderMember("add", .object(names) { $0 }, added) { $0 },
      OrderMember("remove", .object(names) { $0 }, removed) { $0 },
    ]
  }

  /// Parses a change.
  package init(_ json: JSONValue) throws(InputProblem) {
    self = try Self.shape.read(json)
    if let problem { throw InputProblem(problem) }
  }

  fileprivate static func value(
    _ json: JSONValue, of property: PhotoProperty
  ) throws(InputProblem) -> PropertyValue? {
    switch (property.kind, json) {
    case (_, .null): return nil
    case (.text, .text(let text)): return .text(text)
    case (.truth, .truth(let truth)): return .truth(truth)
    case (.integer, .whole(let number)): return .integer(Int64(number))
    default: throw InputProblem("\(property.name) is not of its type")
    }
  }

  fileprivate static func names(
    _ json: JSONValue, of property: PhotoProperty
  ) throws(InputProblem) -> [String] {
    guard let elements = json.elements else {
      throw InputProblem("\(property.name) is not a list of names")
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.text else {
        throw InputProblem("\(property.name) is not a list of names")
      }
      names.append(name)
    }
    return names
  }

  /// The members of the object.
  package enum Part: String, CaseIterable, Sendable {
    case set, add, remove

    /// What it may be.
    package var schema: JSONValue {
      self == .set ? WordsChange.values.schema : WordsChange.names.schema
    }
  }

  /// Writes the members of the object.
  package func write(to json: inout JSONWriter) {
    for part in Part.allCases { write(part, to: &json) }
  }

  /// Writes a member of the object, unless it is empty.
  package func write(_ part: Part, to json: inout JSONWriter) {
    let values: [PhotoProperty: PropertyValue?] =
      switch part {
      case .set: set
      case .add: added.mapValues { .list($0) }
      case .remove: removed.mapValues { .list($0) }
      }
    guard !values.isEmpty else { return }
    json.name(part.rawValue)
    json.object { json in
      for property in properties {
        guard let value = values[property] else { continue }
        json.name(property.name)
        if let value { json.value(value) } else { json.null() }
      }
    }
  }
}

extension PhotoWords: AnswerValue {
  /// What it may be.
  public static let schema: JSONValue = ["type": "object"]

  /// Parses words as members of an object, such as those of a feature.
  package init(_ json: JSONValue) throws(InputProblem) {
    self.init()
    for member in json.members ?? [] {
      guard let property = PhotoProperty.ofWords.first(where: { $0.name == member.name }) else {
        continue
      }
      self[property] =
        property.kind == .list
        ? PropertyValue(try WordsChange.names(member.value, of: property))
        : try WordsChange.value(member.value, of: property)
    }
  }

  /// Writes it.
  public func write(to json: inout JSONWriter) { json.object(writeMembers) }

  /// Writes what is known as members of an object.
  package func writeMembers(to json: inout JSONWriter) {
    for property in PhotoProperty.ofWords {
      guard let value = self[property] else { continue }
      json.name(property.name)
      json.value(value)
    }
  }
}
