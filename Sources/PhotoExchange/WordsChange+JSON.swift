public import JSON
public import PhotoFacts

/// Changes of words as JSON: `{"set":{"title":"Beach"},"add":{"keywords":["Sea"]},"remove":{"people":["Ada"]}}`.
extension WordsChange {
  /// Parses a change.
  package init(_ json: JSONValue) throws(InputProblem) {
    self.init()
    guard let members = json.members else { throw InputProblem("it is not a JSON object") }
    for member in members {
      switch member.name {
      case "set":
        for (property, value) in try Self.properties(member, Self.settable) {
          set.updateValue(try Self.value(value, of: property), forKey: property)
        }
      case "add":
        for (property, value) in try Self.properties(member, Self.lists) {
          added[property] = try Self.names(value, of: property)
        }
      case "remove":
        for (property, value) in try Self.properties(member, Self.lists) {
          removed[property] = try Self.names(value, of: property)
        }
      default:
        let name = InputProblem.quoted(member.name.utf8)
        throw InputProblem("there is no member \(name), only set, add and remove")
      }
    }
    if let problem { throw InputProblem(problem) }
  }

  /// The properties in an object, each once.
  private static func properties(
    _ member: JSONValue.Member, _ known: [PhotoProperty]
  ) throws(InputProblem) -> [(PhotoProperty, JSONValue)] {
    guard let members = member.value.members else {
      throw InputProblem("\(member.name) is not an object")
    }
    var found: [(PhotoProperty, JSONValue)] = []
    for one in members {
      guard let property = known.first(where: { $0.name == one.name }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw InputProblem(
          "\(member.name) has \(InputProblem.quoted(one.name.utf8)), which is none of \(names)")
      }
      guard !found.contains(where: { $0.0 == property }) else {
        throw InputProblem("\(property.name) is given twice")
      }
      found.append((property, one.value))
    }
    return found
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
