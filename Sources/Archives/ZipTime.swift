internal import PhotoFacts

/// A local time as ZIP stores it: in steps of two seconds, from 1980 to 2107.
public struct ZipTime: Hashable, Sendable {
  /// The date in the upper half, the time of day in the lower one.
  let number: UInt32

  /// The first time there is, for files whose time is unknown.
  public static let first = ZipTime(number: 1 << 21 | 1 << 16)

  private init(number: UInt32) { self.number = number }

  /// Makes a time of milliseconds since 1970-01-01T00:00:00 on a local clock; the nearest one if it cannot be stored.
  public init(localMilliseconds: Int64) {
    let exact = localMilliseconds.quotientRoundedDown(by: 1_000)
    let second = Int(min(max(exact, Self.seconds.lowerBound), Self.seconds.upperBound))
    let day = second / 86_400
    let date = CalendarDate(daysSince1970: day)
    self.init(year: date.year, month: date.month, day: date.day, second: second - day * 86_400)
  }

  /// The times that can be stored, in seconds since 1970.
  private static let seconds: ClosedRange<Int64> = 315_532_800...4_354_819_199

  private init(year: Int, month: Int, day: Int, second: Int) {
    let date = (year - 1980) << 9 | month << 5 | day
    let time = (second / 3_600) << 11 | (second / 60 % 60) << 5 | (second % 60 / 2)
    number = UInt32(truncatingIfNeeded: date << 16 | time)
  }
}
