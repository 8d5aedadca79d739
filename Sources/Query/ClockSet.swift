internal import PhotoFacts

/// Some months of any year, days of any month or week, or hours of any day, as the camera's clock shows them.
public struct ClockSet: Hashable, Sendable {
  /// What of a local time is in the set.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// 1 to 12.
    case month
    /// 1 to 31.
    case day
    /// 1 is Monday, 7 is Sunday.
    case weekday
    /// 0 to 23.
    case hour

    /// The possible numbers.
    public var range: ClosedRange<Int> {
      switch self {
      case .month: 1...12
      case .day: 1...31
      case .weekday: 1...7
      case .hour: 0...23
      }
    }
  }

  package let part: Part
  private let bits: UInt32

  /// Makes a set; numbers that the part cannot have are ignored.
  public init(_ part: Part, _ numbers: some Sequence<Int>) {
    self.part = part
    bits = numbers.reduce(0) { part.range.contains($1) ? $0 | 1 << UInt32($1) : $0 }
  }

  /// Parses numbers and spans with commas between them, such as `12,1,2` or `22-4`; nil if one is not possible.
  init?(_ part: Part, _ text: String) {
    var numbers: [Int] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = entry.split(separator: "-", omittingEmptySubsequences: false).map { end in
        end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
      }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        part.range.contains(first), part.range.contains(last)
      else { return nil }
      // A span may begin at the end, as the night does.
      numbers += first <= last ? Array(first...last) : Array(first...part.range.upperBound)
      if first > last { numbers += part.range.lowerBound...last }
    }
    self.init(part, numbers)
  }

  /// Whether a local time, in milliseconds since 1970-01-01T00:00:00, is in the set.
  @inline(__always)
  package func contains(local milliseconds: Int64) -> Bool {
    let day = milliseconds.quotientRoundedDown(by: 86_400_000)
    let number =
      switch part {
      case .month: CalendarDate(daysSince1970: Int(day)).month
      case .day: CalendarDate(daysSince1970: Int(day)).day
      // Day 0 was a Thursday.
      case .weekday: Int(day + 3 - 7 * (day + 3).quotientRoundedDown(by: 7)) + 1
      case .hour: Int((milliseconds - 86_400_000 * day) / 3_600_000)
      }
    return contains(number)
  }

  /// Whether a month, a day, a weekday or an hour is in the set.
  @inline(__always)
  package func contains(_ number: Int) -> Bool { bits >> UInt32(number) & 1 != 0 }
}
