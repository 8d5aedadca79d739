internal import PhotoFacts

/// A literal value of a filter, with its token.
struct FilterValue {
  enum Kind {
    case text(String)
    case integer(Int64)
    case number(Double)
    /// An instant as one millisecond, or a day.
    case time(ClosedRange<Int64>)
  }

  var kind: Kind
  var token: FilterToken
}

extension FilterParser {
  /// Whether the current token starts a value.
  var startsValue: Bool {
    switch current.kind {
    case .text, .integer, .number: true
    case .word: following.kind == .sign("(") && startsInstant
    default: false
    }
  }

  private var startsInstant: Bool { isAt(keyword: "timestamp") || isAt(keyword: "date") }

  mutating func value() throws -> FilterValue {
    let token = current
    let kind: FilterValue.Kind
    switch token.kind {
    case .text(let text): kind = .text(text)
    case .integer(let number): kind = .integer(number)
    case .number(let number): kind = .number(number)
    case .word where startsInstant: return FilterValue(kind: .time(try instant()), token: token)
    default: throw expected("a value: a number, a 'text', TIMESTAMP('…') or DATE('…')")
    }
    advance()
    return FilterValue(kind: kind, token: token)
  }

  /// `TIMESTAMP('…')`, which is one millisecond, or `DATE('…')`, which is a day (UTC).
  mutating func instant() throws -> ClosedRange<Int64> {
    let isDate = isAt(keyword: "date")
    advance()
    try require(sign: "(")
    let token = current
    guard case .text(let text) = token.kind, let span = Timestamp.span(text),
      Self.isDate(text) == isDate
    else {
      throw expected(isDate ? "a date such as '2024-05-01'" : "'2024-05-01T12:00:00Z' or alike")
    }
    advance()
    try require(sign: ")")
    return isDate ? span : span.lowerBound...span.lowerBound
  }

  /// Parses `INTERVAL('…', '…')`: its first and last instant; nil for an open end `..`.
  mutating func interval() throws -> (from: Int64?, through: Int64?) {
    let start = current
    advance()
    try require(sign: "(")
    let from = try intervalEnd()
    try require(sign: ",")
    let through = try intervalEnd()
    try require(sign: ")")
    if let first = from?.lowerBound, let last = through?.upperBound, first > last {
      throw error("the interval ends before it begins", at: start)
    }
    return (from?.lowerBound, through?.upperBound)
  }

  private mutating func intervalEnd() throws -> ClosedRange<Int64>? {
    guard case .text(let text) = current.kind else {
      throw expected("a time in quotes, or '..' for an open end")
    }
    if text == ".." {
      advance()
      return nil
    }
    guard let span = Self.moment(text) else {
      throw expected("a date, a date-time with Z, or '..'")
    }
    advance()
    return span
  }

  /// The span of a date or a date-time; nil for other text.
  static func moment(_ text: String) -> ClosedRange<Int64>? {
    Timestamp.span(text).map { isDate(text) ? $0 : $0.lowerBound...$0.lowerBound }
  }

  private static func isDate(_ text: String) -> Bool { text.utf8.count == 10 }

  /// Parses a number of degrees.
  mutating func number(_ what: String) throws -> Double {
    let number: Double
    switch current.kind {
    case .integer(let whole): number = Double(whole)
    case .number(let other): number = other
    default: throw expected(what)
    }
    advance()
    return number
  }
}
