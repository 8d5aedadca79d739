/// What a parameter is called, what it means and what it may be.
struct Parameter: Hashable, Sendable {
  enum Location: String, Sendable { case query, path }

  var name: String
  var location = Location.query

  /// What it means, in a sentence or two.
  var meaning: String

  /// What it may be, as OpenAPI 3.0 describes it.
  var schema: JSONValue

  var isRequired = false

  /// Whether the description has it among its components, for clients that look there (QGIS takes
  /// its page size from `limit`).
  var isShared = false

  var example: JSONValue?

  init(
    _ name: String, _ meaning: String, _ schema: JSONValue, location: Location = .query,
    isRequired: Bool = false, isShared: Bool = false, example: JSONValue? = nil
  ) {
    self.name = name
    self.location = location
    self.meaning = meaning
    self.schema = schema
    self.isRequired = isRequired || location == .path
    self.isShared = isShared
    self.example = example
  }

  /// The description of the parameter, in full.
  var description: JSONValue {
    let said: JSONValue = [
      "name": .text(name), "in": .text(location.rawValue), "description": .text(meaning),
      "required": .truth(isRequired),
      // Said although they are the defaults of arrays and paths or not: some clients do not know them.
      "style": .text(location == .path ? "simple" : "form"), "explode": false, "schema": schema,
    ]
    return said.adding("example", example)
  }

  /// The description, or where it is found.
  var mention: JSONValue { isShared ? .reference("#/components/parameters/\(name)") : description }
}
