public import JSON
public import PhotoFacts

extension PhotoProperty {
  /// Its schema as a member of a feature.
  public var schema: JSONValue {
    var said: [JSONValue.Member] = [.init(name: "title", value: .text(title))]
    func add(_ name: String, _ value: String?) {
      if let value { said.append(.init(name: name, value: .text(value))) }
    }
    add("description", details)
    switch kind {
    case .text, .path, .encodedPath, .clock: add("type", "string")
    case .word(let words): said += JSONValue.word(words.map(\.name)).members ?? []
    case .list: said += [String].schema.members ?? []
    case .truth: add("type", "boolean")
    case .integer: add("type", "integer")
    case .number: add("type", "number")
    case .moment: said += JSONValue.moment.members ?? []
    case .geometry: add("format", "geometry-point")
    }
    return .object(said)
  }
}
