internal import PhotoFacts

/// The temporal functions that a moment can be asked.
///
/// The photo's time is a moment, the other side a span: one millisecond of a timestamp, a whole day
/// of a date, whatever lies between the ends of an interval.
enum TemporalFunction: String, CaseIterable {
  case after = "t_after"
  case before = "t_before"
  case disjoint = "t_disjoint"
  case equals = "t_equals"
  case intersects = "t_intersects"
  /// Inside, and on neither end.
  case during = "t_during"
  /// The span has the moment inside, which is `during` with its sides exchanged.
  case contains = "t_contains"

  /// The function that asks the same with its sides exchanged; nothing for `contains` of a moment.
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
  /// The arguments of a temporal function, `takenAt` on either side.
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
    // An empty span: no moment is in it, and an undated photo is neither in it nor outside.
    let never = PhotoCondition.taken(TimeSpan(from: .max, through: .min))
    switch function {
    case .after:
      return span.through.map { .taken(TimeSpan(from: $0 + 1, through: nil)) } ?? never
    case .before:
      return span.from.map { .taken(TimeSpan(from: nil, through: $0 - 1)) } ?? never
    case .disjoint: return .not(inside)
    case .intersects: return inside
    case .equals:
      // No moment is a longer time, but a day is as exact as a date can say.
      guard let from = span.from, let through = span.through, through - from < 86_400_000 else {
        return never
      }
      return inside
    case .during, .contains:
      return .taken(TimeSpan(from: span.from.map { $0 + 1 }, through: span.through.map { $0 - 1 }))
    }
  }
}
