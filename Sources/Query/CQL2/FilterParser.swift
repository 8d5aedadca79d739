/// A recursive descent parser for CQL2; each function parses one rule of the grammar.
struct FilterParser {
  /// The limit of nested brackets and negations.
  static let maximumDepth = 50

  /// The limit of comparisons and functions in a filter.
  static let maximumComparisons = 400

  /// The limit of corners of polygons and lines in a filter; each photo is tested against all.
  static let maximumCorners = 1_000

  let vocabulary: FilterVocabulary
  private let tokens: [FilterToken]
  private var index = 0
  private var depth = 0
  private var questions = 0
  var cornerCount = 0

  init(_ tokens: [FilterToken], _ vocabulary: FilterVocabulary) {
    (self.tokens, self.vocabulary) = (tokens, vocabulary)
  }

  mutating func wholeCondition() throws -> PhotoCondition {
    let condition = try alternatives()
    guard current.kind == .end else { throw expected("AND, OR or the end") }
    return condition
  }

  private mutating func alternatives() throws -> PhotoCondition {
    var parts = [try conjunction()]
    while skip(keyword: "or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws -> PhotoCondition {
    var parts = [try factor()]
    while skip(keyword: "and") { parts.append(try factor()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func factor() throws -> PhotoCondition {
    if isAt(keyword: "not") {
      return try nested { parser in .not(try parser.factor()) }
    }
    guard current.kind == .sign("(") else { return try question() }
    return try nested { parser in
      let condition = try parser.alternatives()
      try parser.require(sign: ")")
      return condition
    }
  }

  /// Consumes a bracket or a NOT, and parses its content.
  mutating func nested(
    _ inside: (inout FilterParser) throws -> PhotoCondition
  ) throws -> PhotoCondition {
    guard depth < Self.maximumDepth else {
      throw error("more than \(Self.maximumDepth) brackets or NOTs inside one another")
    }
    advance()
    depth += 1
    defer { depth -= 1 }
    return try inside(&self)
  }

  private mutating func question() throws -> PhotoCondition {
    questions += 1
    guard questions <= Self.maximumComparisons else {
      throw error("more than \(Self.maximumComparisons) comparisons")
    }
    if skip(keyword: "true") { return .all([]) }
    if skip(keyword: "false") { return .any([]) }
    if case .word(let word) = current.kind, following.kind == .sign("("), !startsValue {
      return try function(word.lowercased())
    }
    return try comparison()
  }
}

// Access to the tokens.
extension FilterParser {
  var current: FilterToken { tokens[index] }

  /// The token after the current one; at the end, the last one.
  var following: FilterToken { tokens[min(index + 1, tokens.count - 1)] }

  /// The token before the current one.
  var previous: FilterToken { tokens[max(index - 1, 0)] }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  mutating func skip(keyword: String) -> Bool {
    guard isAt(keyword: keyword) else { return false }
    advance()
    return true
  }

  func isAt(keyword: String) -> Bool {
    guard case .word(let word) = current.kind else { return false }
    return word.lowercased() == keyword
  }

  mutating func skip(sign: String) -> Bool {
    guard current.kind == .sign(sign) else { return false }
    advance()
    return true
  }

  mutating func require(sign: String) throws {
    guard skip(sign: sign) else { throw expected("\"\(sign)\"") }
  }

  func expected(_ what: String) -> FilterTextError {
    error("expected \(what), found \(current.description)")
  }

  func error(_ problem: String, at token: FilterToken? = nil) -> FilterTextError {
    FilterTextError(position: (token ?? current).position, problem: problem)
  }
}
