internal import PhotoFacts

extension FilterParser {
  /// Parses the argument of `DOUBTED`: a reason, or any, as the parameter takes it.
  mutating func doubted() throws -> PhotoCondition {
    try require(sign: "(")
    guard case .text(let reason) = current.kind, FilterParameter.doubtReasons.contains(reason)
    else {
      throw expected(
        "one of \(FilterParameter.doubtReasons.map { "'\($0)'" }.joined(separator: ", "))")
    }
    advance()
    try require(sign: ")")
    return .doubted(DoubtReason(rawValue: reason))
  }

  /// Parses the empty brackets of `ON_FLIGHT`.
  mutating func onFlight() throws -> PhotoCondition {
    try require(sign: "(")
    try require(sign: ")")
    return .flown
  }
}
