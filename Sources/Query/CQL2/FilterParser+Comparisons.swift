internal import PhotoFacts

extension FilterParser {
  /// Parses a property and its operand, in either order.
  mutating func comparison() throws -> PhotoCondition {
    if isAtCollection { return try collection() }
    if startsValue {
      let value = try value()
      let sign = try comparisonSign()
      let property = try property()
      return try compare(property, sign.mirrored, value)
    }
    let property = try property()
    if skip(keyword: "is") {
      let isNegated = skip(keyword: "not")
      guard skip(keyword: "null") else { throw expected(isNegated ? "NULL" : "NULL or NOT NULL") }
      return isNegated ? .isKnown(property) : .not(.isKnown(property))
    }
    let isNegated = skip(keyword: "not")
    let condition: PhotoCondition
    if skip(keyword: "like") {
      condition = try like(property)
    } else if skip(keyword: "ilike") {
      condition = try like(property, ignoringCase: true)
    } else if skip(keyword: "between") {
      condition = try between(property)
    } else if skip(keyword: "in") {
      condition = try list(property)
    } else if isNegated {
      throw expected("LIKE, BETWEEN or IN")
    } else {
      let sign = try comparisonSign()
      condition = try truth(of: property, sign) ?? compare(property, sign, try value())
    }
    return isNegated ? .not(condition) : condition
  }

  private var isAtCollection: Bool {
    guard vocabulary == .items else { return false }
    switch current.kind {
    case .word(let name), .quoted(let name): return name == FilterVocabulary.collection
    default: return false
    }
  }

  /// Parses a comparison of the collection, which is the same for all photos.
  private mutating func collection() throws -> PhotoCondition {
    advance()
    let holds: Bool
    if skip(keyword: "in") {
      holds = try texts().contains(FilterVocabulary.photos)
    } else {
      let sign = try comparisonSign()
      guard case .text(let name) = current.kind else { throw expected("'photos'") }
      advance()
      holds = sign.holds(FilterVocabulary.photos, name)
    }
    return holds ? .all([]) : .any([])
  }

  /// Parses TRUE or FALSE, with which a property of that kind is compared; nil for other kinds.
  private mutating func truth(
    of property: PhotoProperty, _ comparison: PhotoCondition.Comparison
  ) throws -> PhotoCondition? {
    guard property.kind == .truth else { return nil }
    guard comparison == .equal || comparison == .notEqual else {
      throw truthError(property, at: previous)
    }
    let isTrue = skip(keyword: "true")
    guard isTrue || skip(keyword: "false") else { throw expected("TRUE or FALSE") }
    return .compare(property, comparison, .integer(isTrue ? 1 : 0))
  }

  /// Parses a property name, bare or quoted.
  mutating func property() throws -> PhotoProperty {
    let name: String
    switch current.kind {
    case .word(let word): name = word
    case .quoted(let text): name = text
    default: throw expected("a property")
    }
    guard let property = vocabulary.property(name), property.isQueryable else {
      let known = vocabulary.names.joined(separator: ", ")
      throw error("there is no property \"\(name.prefix(60))\"; there are \(known)")
    }
    advance()
    return property
  }

  private mutating func comparisonSign() throws -> PhotoCondition.Comparison {
    guard case .sign(let sign) = current.kind,
      let comparison = PhotoCondition.Comparison(rawValue: sign)
    else { throw expected("=, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL") }
    advance()
    return comparison
  }

  private mutating func like(_ property: PhotoProperty, ignoringCase: Bool = false) throws
    -> PhotoCondition
  {
    guard property.kind.isText || property.kind == .clock else {
      throw error("LIKE is for texts, and \(property.name) is \(Self.noun(property))", at: previous)
    }
    guard case .text(let text) = current.kind else { throw expected("a pattern such as '2024/%'") }
    advance()
    return .like(property, LikePattern(cql: text, ignoresCase: ignoringCase))
  }

  private mutating func between(_ property: PhotoProperty) throws -> PhotoCondition {
    guard !property.kind.isText else {
      throw error(
        "BETWEEN is for numbers and times, and \(property.name) is \(Self.noun(property))",
        at: previous)
    }
    let low = try value()
    guard skip(keyword: "and") else { throw expected("AND") }
    let high = try value()
    return .all([
      try compare(property, .atLeast, low), try compare(property, .atMost, high),
    ])
  }

  private mutating func list(_ property: PhotoProperty) throws -> PhotoCondition {
    try require(sign: "(")
    var values: [FilterValue] = []
    repeat { values.append(try value()) } while skip(sign: ",")
    try require(sign: ")")
    switch property.kind {
    case .text, .path, .encodedPath, .word, .integer, .number:
      return .oneOf(property, try values.map { try plain($0, for: property) })
    case .moment, .clock:
      guard values.count <= Self.maximumComparisons else {
        throw error("more than \(Self.maximumComparisons) times in one list")
      }
      return .any(try values.map { try compare(property, .equal, $0) })
    case .list: throw listError(property, at: previous)
    case .truth: throw truthError(property, at: previous)
    case .geometry: throw geometryError(at: previous)
    }
  }

  private func compare(
    _ property: PhotoProperty, _ comparison: PhotoCondition.Comparison, _ value: FilterValue
  ) throws -> PhotoCondition {
    switch property.kind {
    case .text, .path, .encodedPath, .word, .integer, .number:
      return .compare(property, comparison, try plain(value, for: property))
    case .moment: return .taken(comparison, try moment(value, for: property))
    case .clock: return try clock(property, comparison, value)
    case .list: throw listError(property, at: value.token)
    case .truth: throw truthError(property, at: value.token)
    case .geometry: throw geometryError(at: value.token)
    }
  }

  /// The operand as text or number, according to the property.
  private func plain(_ value: FilterValue, for property: PhotoProperty) throws -> PhotoValue {
    let isText = property.kind.isText
    switch value.kind {
    case .text(let text) where isText: return .text(text)
    case .integer(let number) where !isText: return .integer(number)
    case .number(let number) where !isText: return .number(number)
    // The ids of items are texts.
    case .text(let text) where property == .id && vocabulary == .items:
      guard let number = Int64(text) else { fallthrough }
      return .integer(number)
    default:
      throw error(
        "\(property.name) is \(Self.noun(property)) and cannot be compared with "
          + value.token.description, at: value.token)
    }
  }

  private func moment(_ value: FilterValue, for property: PhotoProperty) throws
    -> ClosedRange<Int64>
  {
    switch value.kind {
    case .time(let span): return span
    // Text without TIMESTAMP, as written by GDAL and by the standard's own test of IN.
    case .text(let text):
      if let span = Self.moment(text) { return span }
    default: break
    }
    throw error(
      "\(property.name) is a time: write it as TIMESTAMP('2024-05-01T12:00:00Z') or "
        + "DATE('2024-05-01')", at: value.token)
  }

  private func geometryError(at token: FilterToken) -> FilterTextError {
    error("a geometry cannot be compared; use S_INTERSECTS(geometry, BBOX(…))", at: token)
  }

  private func listError(_ property: PhotoProperty, at token: FilterToken) -> FilterTextError {
    error("\(property.name) is a list; use A_CONTAINS(\(property.name), ('…'))", at: token)
  }

  private func truthError(_ property: PhotoProperty, at token: FilterToken) -> FilterTextError {
    error("\(property.name) is true or false: \(property.name) = TRUE", at: token)
  }

  private static func noun(_ property: PhotoProperty) -> String {
    switch property.kind {
    case .text, .path, .encodedPath, .word: "a text"
    case .integer, .number: "a number"
    case .moment: "a time"
    case .clock: "a local time"
    case .list: "a list"
    case .truth: "true or false"
    case .geometry: "a geometry"
    }
  }
}

extension PhotoCondition {
  /// A comparison of the time with a span: an instant is one millisecond, a date a whole day.
  ///
  /// Equal means inside the span, less before it, greater after it.
  static func taken(_ comparison: Comparison, _ span: ClosedRange<Int64>) -> PhotoCondition {
    switch comparison {
    case .equal: .taken(TimeSpan(from: span.lowerBound, through: span.upperBound))
    case .notEqual: .not(.taken(.equal, span))
    case .less: .taken(TimeSpan(from: nil, through: span.lowerBound - 1))
    case .atMost: .taken(TimeSpan(from: nil, through: span.upperBound))
    case .greater: .taken(TimeSpan(from: span.upperBound + 1, through: nil))
    case .atLeast: .taken(TimeSpan(from: span.lowerBound, through: nil))
    }
  }
}

extension LikePattern {
  /// Parses a pattern of CQL2: `%` matches any text, `_` one character, `\` escapes the next one.
  init(cql text: String, ignoresCase: Bool = false) {
    var pieces: [Piece] = []
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "%" where !isEscaped: pieces.append(.anySequence)
      case "_" where !isEscaped: pieces.append(.anyCharacter)
      default: pieces.append(.character(scalar))
      }
      isEscaped = false
    }
    if isEscaped { pieces.append(.character("\\")) }
    self.init(pieces, ignoresCase: ignoresCase)
  }
}
