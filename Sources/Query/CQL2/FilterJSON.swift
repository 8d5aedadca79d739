internal import JSON

/// Parses the JSON encoding of CQL2, and geometries of GeoJSON.
///
/// JSON becomes the tokens of the text encoding, so both have the same grammar, limits and meaning.
public enum FilterJSON {
  /// The condition of a document; throws a `QueryError` that says what was expected.
  public static func condition(_ text: String, in vocabulary: FilterVocabulary = .features) throws
    -> PhotoCondition
  {
    try parse(text, "filter", vocabulary) { json throws(FilterTextError) in
      var tokens = FilterTokens()
      try tokens.append(condition: json)
      return tokens
    }
  }

  /// The condition that the position is in a geometry of GeoJSON.
  public static func intersects(_ text: String) throws -> PhotoCondition {
    try parse(text, "intersects", .features) { json throws(FilterTextError) in
      var tokens = FilterTokens()
      tokens.append(word: "S_INTERSECTS", "(")
      tokens.append(word: "geometry", ",")
      try tokens.append(geometry: json)
      tokens.append(sign: ")")
      return tokens
    }
  }

  private static func parse(
    _ text: String, _ parameter: String, _ vocabulary: FilterVocabulary,
    _ tokens: (JSONValue) throws(FilterTextError) -> FilterTokens
  ) throws -> PhotoCondition {
    do {
      let json = try JSONValue(parsing: Array(text.utf8))
      var parser = FilterParser(try tokens(json).ended, vocabulary)
      return try parser.wholeCondition()
    } catch let error as InputProblem {
      throw QueryError(parameter, text, "is not JSON: \(error.reason)")
    } catch let error as FilterTextError {
      throw QueryError(parameter, text, "is wrong: \(error.problem)")
    }
  }
}

/// The tokens of a filter that is written as JSON; they have no positions.
private struct FilterTokens {
  private var tokens: [FilterToken] = []

  var ended: [FilterToken] { tokens + [FilterToken(kind: .end, position: 0)] }

  private mutating func append(_ kind: FilterToken.Kind) {
    tokens.append(FilterToken(kind: kind, position: 0))
  }

  mutating func append(sign: String) { append(.sign(sign)) }

  mutating func append(word: String, _ sign: String? = nil) {
    append(.word(word))
    if let sign { append(sign: sign) }
  }

  private func problem(_ text: String) -> FilterTextError {
    FilterTextError(position: 0, problem: text)
  }

  // MARK: Conditions

  mutating func append(condition json: JSONValue) throws(FilterTextError) {
    if let truth = json.truth { return append(word: truth ? "TRUE" : "FALSE") }
    guard let op = json["op"]?.text, let arguments = json["args"]?.elements else {
      throw problem(
        "a condition is true, false or an object such as {\"op\":\"=\",\"args\":[{\"property\":\"media\"},\"image/jpeg\"]}"
      )
    }
    switch op {
    case "and", "or": try append(arguments, joinedBy: op)
    case "not":
      append(word: op, "(")
      try append(condition: try only(1, arguments, op)[0])
      append(sign: ")")
    case "isNull":
      try append(operand: try only(1, arguments, op)[0])
      append(word: "IS")
      append(word: "NULL")
    case "between":
      // Drafts of the standard had both ends in a list.
      let ends = arguments.count == 2 ? arguments[1].elements : nil
      let parts = try only(3, ends.map { [arguments[0]] + $0 } ?? arguments, op)
      try append(operand: parts[0])
      append(word: op)
      try append(operand: parts[1])
      append(word: "and")
      try append(operand: parts[2])
    case "like", "in":
      let parts = try only(2, arguments, op)
      try append(operand: parts[0])
      append(word: op)
      try append(operand: parts[1])
    default:
      guard PhotoCondition.Comparison(rawValue: op) == nil else {
        let parts = try only(2, arguments, op)
        try append(operand: parts[0])
        append(sign: op)
        return try append(operand: parts[1])
      }
      append(word: op, "(")
      try append(operands: arguments)
      append(sign: ")")
    }
  }

  private func only(
    _ count: Int, _ arguments: [JSONValue], _ op: String
  ) throws(FilterTextError) -> [JSONValue] {
    guard arguments.count == count else {
      throw problem("\"\(op)\" has \(arguments.count) arguments instead of \(count)")
    }
    return arguments
  }

  private mutating func append(
    _ conditions: [JSONValue], joinedBy op: String
  ) throws(FilterTextError) {
    guard !conditions.isEmpty else { throw problem("\"\(op)\" has no arguments") }
    append(sign: "(")
    for (index, condition) in conditions.enumerated() {
      if index > 0 { append(word: op) }
      try append(condition: condition)
    }
    append(sign: ")")
  }

  // MARK: Operands

  private mutating func append(operands: [JSONValue]) throws(FilterTextError) {
    for (index, operand) in operands.enumerated() {
      if index > 0 { append(sign: ",") }
      try append(operand: operand)
    }
  }

  private mutating func append(operand json: JSONValue) throws(FilterTextError) {
    switch json {
    case .text(let text): append(.text(text))
    case .whole(let number): append(.integer(Int64(number)))
    case .number(let number): append(.number(number))
    case .truth(let truth): append(word: truth ? "TRUE" : "FALSE")
    case .list(let elements):
      append(sign: "(")
      try append(operands: elements)
      append(sign: ")")
    case .null: throw problem("null is no value; use isNull")
    case .object: try append(object: json)
    }
  }

  private mutating func append(object json: JSONValue) throws(FilterTextError) {
    if let name = json["property"]?.text { return append(.quoted(name)) }
    for name in ["timestamp", "date"] {
      guard let text = json[name]?.text else { continue }
      append(word: name, "(")
      append(.text(text))
      return append(sign: ")")
    }
    if let ends = json["interval"]?.elements {
      append(word: "interval", "(")
      try append(operands: ends)
      return append(sign: ")")
    }
    if json["bbox"] != nil || json["type"] != nil { return try append(geometry: json) }
    throw problem(
      "an operand is a value, or an object with property, timestamp, date, interval, bbox or a geometry"
    )
  }

  // MARK: Geometries

  mutating func append(geometry json: JSONValue) throws(FilterTextError) {
    if let edges = json["bbox"]?.elements, json["type"] == nil {
      append(word: "bbox", "(")
      try append(operands: edges)
      return append(sign: ")")
    }
    let kind = json["type"]?.text ?? ""
    if kind == "GeometryCollection", let parts = json["geometries"]?.elements, !parts.isEmpty {
      return try append(parts, named: kind) { (tokens, part) throws(FilterTextError) in
        try tokens.append(geometry: part)
      }
    }
    // How deep the positions are in lists.
    let depths = [
      "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2,
      "MultiPolygon": 3,
    ]
    guard let depth = depths[kind], let coordinates = json["coordinates"] else {
      throw problem(
        "a geometry is one of GeoJSON: Point, MultiPoint, LineString, MultiLineString, Polygon, MultiPolygon or GeometryCollection"
      )
    }
    append(word: kind)
    guard depth > 0 else {
      append(sign: "(")
      try append(position: coordinates)
      return append(sign: ")")
    }
    try append(coordinates, depth: depth)
  }

  private mutating func append(
    _ parts: [JSONValue], named name: String? = nil,
    _ write: (inout FilterTokens, JSONValue) throws(FilterTextError) -> Void
  ) throws(FilterTextError) {
    if let name { append(word: name) }
    append(sign: "(")
    for (index, part) in parts.enumerated() {
      if index > 0 { append(sign: ",") }
      try write(&self, part)
    }
    append(sign: ")")
  }

  private mutating func append(
    _ coordinates: JSONValue, depth: Int
  ) throws(FilterTextError) {
    guard let parts = coordinates.elements, !parts.isEmpty else {
      throw problem("coordinates are lists of positions such as [2.3, 48.9]")
    }
    try append(parts) { (tokens, part) throws(FilterTextError) in
      if depth > 1 {
        try tokens.append(part, depth: depth - 1)
      } else {
        try tokens.append(position: part)
      }
    }
  }

  private mutating func append(position json: JSONValue) throws(FilterTextError) {
    guard let numbers = json.elements, (2...3).contains(numbers.count),
      numbers.allSatisfy({ $0.number != nil })
    else { throw problem("a position is a list of longitude and latitude such as [2.3, 48.9]") }
    for number in numbers { try append(operand: number) }
  }
}
