internal import PhotoFacts

/// Some months or days of any year, days of any month or week, or hours of any day, as the camera's clock shows them.
public struct ClockSet: Hashable, Sendable {
  /// What of a local time is in the set.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// 1 to 12.
    case month
    /// 1 is 1 January, 60 is 29 February, 366 is 31 December.
    case date
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
      case .date: 1...366
      case .day: 1...31
      case .weekday: 1...7
      case .hour: 0...23
      }
    }

    /// What its lists contain, in messages.
    var values: String {
      let range = range
      return self == .date
        ? "a list of days" : "a list of numbers from \(range.lowerBound) to \(range.upperBound),"
    }

    /// An example of its lists.
    var example: String {
      switch self {
      case .month: "12,1,2"
      case .date: "12-24/12-26"
      case .day: "24-26"
      case .weekday: "6,7"
      case .hour: "17-21"
      }
    }
  }

  package let part: Part
  private let bits: SIMD16<UInt32>

  /// Makes a set; numbers that the part cannot have are ignored.
  public init(_ part: Part, _ numbers: some Sequence<Int>) {
    self.part = part
    bits = numbers.reduce(into: .zero) { bits, number in
      if part.range.contains(number) { bits[number >> 5] |= 1 << UInt32(number & 31) }
    }
  }

  /// Parses numbers and spans with commas between them, such as `12,1,2` or `22-4`, and of dates `12-24/12-26`; nil if
  /// one is not possible.
  init?(_ part: Part, _ text: String) {
    var numbers: [Int] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = entry.split(
        separator: part == .date ? "/" : "-", omittingEmptySubsequences: false
      ).map { part == .date ? Self.date($0) : Self.number($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        part.range.contains(first), part.range.contains(last)
      else { return nil }
      // A span may begin at the end, as the night does.
      numbers += first <= last ? Array(first...last) : Array(first...part.range.upperBound)
      if first > last { numbers += part.range.lowerBound...last }
    }
    self.init(part, numbers)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// The number of a date such as `02-29`.
  private static func date(_ text: Substring) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard text.utf8.count == 5, parts.count == 2, let month = parts[0], let day = parts[1],
      Part.month.range.contains(month), day >= 1, day <= lengths[month - 1]
    else { return nil }
    return daysBefore[month - 1] + day
  }

  /// The days of the months of a leap year, and the days before each month.
  private static let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  private static let daysBefore = lengths.indices.map { lengths[..<$0].reduce(0, +) }

  /// Whether a local time, in milliseconds since 1970-01-01T00:00:00, is in the set.
  @inline(__always)
  package func contains(local milliseconds: Int64) -> Bool {
    let day = milliseconds.quotientRoundedDown(by: 86_400_000)
    let number =
      switch part {
      case .month: CalendarDate(daysSince1970: Int(day)).month
      case .date:
        Self.number(of: CalendarDate(daysSince1970: Int(day)))
      case .day: CalendarDate(daysSince1970: Int(day)).day
      // Day 0 was a Thursday.
      case .weekday: Int(day + 3 - 7 * (day + 3).quotientRoundedDown(by: 7)) + 1
      case .hour: Int((milliseconds - 86_400_000 * day) / 3_600_000)
      }
    return contains(number)
  }

  private static func number(of date: CalendarDate) -> Int { daysBefore[date.month - 1] + date.day }

  /// Whether a month, a date, a day, a weekday or an hour is in the set.
  @inline(__always)
  package func contains(_ number: Int) -> Bool { bits[number >> 5] >> UInt32(number & 31) & 1 != 0 }
}
