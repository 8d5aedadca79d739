internal import JSON
internal import PhotoExchange
/// The name, the meaning and the allowed values of a parameter.
struct Parameter: Hashable, Sendable {
  enum Location: String, Sendable { case query, path }

  var name: String
  var location = Location.query

  /// The meaning, in a sentence or two.
  var meaning: String

  /// The allowed values, as an OpenAPI 3.0 schema.
  var schema: JSONValue

  var isRequired = false

  /// Whether the description has it among its components, where some clients look for it.
  ///
  /// QGIS takes its page size from `limit`.
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

  /// The full description of the parameter.
  var description: JSONValue {
    let said: JSONValue = [
      "name": .text(name), "in": .text(location.rawValue), "description": .text(meaning),
      "required": .truth(isRequired),
      // These are the defaults, but some clients do not know them.
      "style": .text(location == .path ? "simple" : "form"), "explode": false, "schema": schema,
    ]
    return said.adding("example", example)
  }

  /// The description, or a reference to it.
  var mention: JSONValue { isShared ? .reference("#/components/parameters/\(name)") : description }
}
