internal import PhotoFacts

/// The temporal functions that apply to an instant.
///
/// The photo's time is an instant. The other operand is a span: one millisecond of a timestamp, a whole day of a
/// date, or an interval.
enum TemporalFunction: String, CaseIterable {
  case after = "t_after"
  case before = "t_before"
  case disjoint = "t_disjoint"
  case equals = "t_equals"
  case intersects = "t_intersects"
  /// Strictly inside, not on an end.
  case during = "t_during"
  /// The span contains the instant, which is `during` with swapped operands.
  case contains = "t_contains"

  /// The function with swapped operands; nil if an instant cannot contain the span.
  var mirrored: TemporalFunction? {
    switch self {
    case .after: .before
    case .before: .after
    case .during: nil
    case .contains: .during
    case .disjoint, .equals, .intersects: self
    }
  }
}

extension FilterParser {
  /// Parses the arguments of a temporal function; `takenAt` may be either one.
  mutating func temporal(_ function: TemporalFunction) throws -> PhotoCondition {
    let name = previous
    try require(sign: "(")
    let isMirrored = startsTime
    let condition: PhotoCondition
    if isMirrored {
      let span = try span()
      try require(sign: ",")
      try timeProperty()
      guard let mirrored = function.mirrored else {
        throw error("an interval is not T_DURING a moment; write T_CONTAINS", at: name)
      }
      condition = Self.asks(mirrored, span)
    } else {
      try timeProperty()
      try require(sign: ",")
      guard function != .contains else {
        throw error("a moment contains no interval; write T_DURING", at: name)
      }
      condition = Self.asks(function, try span())
    }
    try require(sign: ")")
    return condition
  }

  private var startsTime: Bool {
    startsValue || isAt(keyword: "interval") && following.kind == .sign("(")
  }

  private mutating func timeProperty() throws {
    let token = current
    let property = try property()
    guard property == .takenAt else {
      throw error("temporal functions are for takenAt, not \(property.name)", at: token)
    }
  }

  private mutating func span() throws -> (from: Int64?, through: Int64?) {
    if isAt(keyword: "interval") { return try interval() }
    guard startsValue, case .word = current.kind else {
      throw expected("TIMESTAMP('…'), DATE('…') or INTERVAL('…', '…')")
    }
    let instant = try instant()
    return (instant.lowerBound, instant.upperBound)
  }

  private static func asks(
    _ function: TemporalFunction, _ span: (from: Int64?, through: Int64?)
  ) -> PhotoCondition {
    let inside = PhotoCondition.taken(TimeSpan(from: span.from, through: span.through))
    // An empty span matches no photo; for an undated photo the result is unknown, not false.
    let never = PhotoCondition.taken(TimeSpan(from: .max, through: .min))
    switch function {
    case .after:
      return span.through.map { .taken(TimeSpan(from: $0 + 1, through: nil)) } ?? never
    case .before:
      return span.from.map { .taken(TimeSpan(from: nil, through: $0 - 1)) } ?? never
    case .disjoint: return .not(inside)
    case .intersects: return inside
    case .equals:
      // An instant does not equal a longer span, but a date has the precision of a day.
      guard let from = span.from, let through = span.through, through - from < 86_400_000 else {
        return never
      }
      return inside
    case .during, .contains:
      return .taken(TimeSpan(from: span.from.map { $0 + 1 }, through: span.through.map { $0 - 1 }))
    }
  }
}
