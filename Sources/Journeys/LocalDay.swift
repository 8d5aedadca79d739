internal import PhotoFacts

/// A day on the local calendar of the traveller.
public struct LocalDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days after 1970-01-01; negative before.
  public let number: Int

  /// Makes the day at a number of days after 1970-01-01.
  public init(number: Int) { self.number = number }

  /// Parses an ISO date such as `2019-06-14`; nil for other text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 10, let span = Timestamp.span(text) else { return nil }
    self.init(number: Int(span.lowerBound.quotientRoundedDown(by: Self.milliseconds)))
  }

  /// The ISO date.
  public var description: String {
    String(Timestamp.local(Int64(number) * Self.milliseconds).prefix(10))
  }

  /// The year.
  public var year: Int { CalendarDate(daysSince1970: number).year }

  /// Whether the day is a Saturday or a Sunday.
  var isWeekend: Bool {
    // 1970-01-01 was a Thursday.
    let fromMonday = ((number + 3) % 7 + 7) % 7
    return fromMonday >= 5
  }

  /// Compares by date.
  public static func < (one: LocalDay, other: LocalDay) -> Bool { one.number < other.number }

  static let milliseconds: Int64 = 86_400_000
}

/// Consecutive local days.
public typealias DaySpan = ClosedRange<LocalDay>

extension DaySpan {
  /// How many days both spans have in common.
  package func sharedDays(with other: DaySpan) -> Int {
    let first = Swift.max(lowerBound.number, other.lowerBound.number)
    let last = Swift.min(upperBound.number, other.upperBound.number)
    return Swift.max(0, last - first + 1)
  }

  /// The nights between the days.
  var nights: Int { upperBound.number - lowerBound.number }
}
