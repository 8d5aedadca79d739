internal import PhotoFacts

extension FilterParser {
  /// Parses the arguments of a function on lists: a property and texts, in either order.
  mutating func lists(_ comparison: PhotoCondition.ListComparison) throws -> PhotoCondition {
    try require(sign: "(")
    let condition: PhotoCondition
    if current.kind == .sign("(") {
      let texts = try texts()
      try require(sign: ",")
      condition = .list(try listProperty(), comparison.mirrored, texts)
    } else {
      let property = try listProperty()
      try require(sign: ",")
      condition = .list(property, comparison, try texts())
    }
    try require(sign: ")")
    return condition
  }

  /// Parses the arguments of `NAMED`: a list, and a name as the filters `keyword` and `person` take it.
  mutating func named() throws -> PhotoCondition {
    try require(sign: "(")
    let property = try listProperty()
    try require(sign: ",")
    guard case .text(let name) = current.kind, !name.isEmpty else {
      throw expected("a name in quotes")
    }
    advance()
    try require(sign: ")")
    return .named(property, name)
  }

  private mutating func listProperty() throws -> PhotoProperty {
    let token = current
    let property = try property()
    guard property.kind == .list else {
      throw error("functions on arrays are for lists, not \(property.name)", at: token)
    }
    return property
  }

  /// Parses `('a', 'b')`; the brackets may be empty.
  mutating func texts() throws -> [String] {
    try require(sign: "(")
    var texts: [String] = []
    guard !skip(sign: ")") else { return texts }
    repeat {
      guard case .text(let text) = current.kind else { throw expected("a 'text'") }
      advance()
      texts.append(text)
    } while skip(sign: ",")
    try require(sign: ")")
    guard texts.count <= Self.maximumComparisons else {
      throw error("more than \(Self.maximumComparisons) texts in one list")
    }
    return texts
  }
}

extension PhotoCondition.ListComparison {
  /// The comparison with swapped operands.
  fileprivate var mirrored: Self {
    switch self {
    case .equals, .overlaps: self
    case .contains: .containedBy
    case .containedBy: .contains
    }
  }
}
