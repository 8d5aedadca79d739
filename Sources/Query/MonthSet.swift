/// Months of any year.
public struct MonthSet: Hashable, Sendable {
  private let bits: UInt16

  /// Makes a set; numbers other than 1 to 12 are ignored.
  public init(_ months: some Sequence<Int>) {
    bits = months.reduce(0) { (1...12).contains($1) ? $0 | 1 << UInt16($1) : $0 }
  }

  /// Parses numbers of months with commas between them; nil if one is not from 1 to 12.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.allSatisfy({ $0.map((1...12).contains) ?? false }), !text.contains("+") else {
      return nil
    }
    self.init(parts.compactMap { $0 })
  }

  /// Whether a month is in the set.
  package func contains(_ month: Int) -> Bool { bits >> UInt16(month) & 1 != 0 }
}
