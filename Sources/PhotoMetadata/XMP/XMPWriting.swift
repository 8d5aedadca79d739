/// Properties as XML, to be put into a description.
struct XMPWriting {
  /// Declarations of prefixes and properties with one value.
  private(set) var attributes = ""

  /// Properties with several values.
  private(set) var elements = ""

  private let scope: XMPNames
  private let line: String
  private var prefixes: [XMPNamespace: String] = [:]

  /// Begins for a description in which the prefixes of `scope` are valid; `line` ends lines.
  init(in scope: XMPNames, line: String) { (self.scope, self.line) = (scope, line) }

  /// Adds a property; `translations` are alternatives that it keeps.
  mutating func add(
    _ change: XMPEditor.Change, keeping translations: [ArraySlice<UInt8>]
  ) throws(XMPEditor.Refusal) {
    let name = "\(try prefix(of: change.property.namespace)):\(change.property.localName)"
    guard let form = change.property.form else {
      attributes += "\(line)   \(name)=\"\(Self.escaped(change.values.first ?? ""))\""
      return
    }
    let rdf = try prefix(of: .rdf)
    let language = form == .alternatives ? " xml:lang=\"x-default\"" : ""
    let items =
      change.values.map { "<\(rdf):li\(language)>\(Self.escaped($0))</\(rdf):li>" }
      + translations.map { String(decoding: $0, as: UTF8.self) }
    let list = items.map { "\(line)     \($0)" }.joined()
    let container = "\(rdf):\(form.rawValue)"
    elements += "\(line)   <\(name)>\(line)    <\(container)>\(list)"
    elements += "\(line)    </\(container)>\(line)   </\(name)>"
  }

  /// The prefix of a schema, which is declared if need be.
  private mutating func prefix(of schema: XMPNamespace) throws(XMPEditor.Refusal) -> String {
    if let known = prefixes[schema] ?? scope.prefix(of: schema) { return known }
    let usual = schema.rawValue
    guard !scope.mayBeDeclared(usual) else {
      throw XMPEditor.Refusal(reason: "its prefix \(usual) is that of another schema")
    }
    attributes = "\(line)   xmlns:\(usual)=\"\(schema.uri)\"" + attributes
    prefixes[schema] = usual
    return usual
  }

  /// A text with what XML does not keep in attributes and elements as references.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
