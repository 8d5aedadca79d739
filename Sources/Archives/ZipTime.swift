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
    let day = localMilliseconds.quotientRoundedDown(by: 86_400_000)
    let rest = Int(localMilliseconds - day * 86_400_000)
    let date = CalendarDate(daysSince1970: Int(day))
    guard date.year >= 1980 else {
      self = .first
      return
    }
    self =
      date.year > 2107
      ? ZipTime(year: 2107, month: 12, day: 31, second: 86_399)
      : ZipTime(year: date.year, month: date.month, day: date.day, second: rest / 1_000)
  }

  private init(year: Int, month: Int, day: Int, second: Int) {
    let date = (year - 1980) << 9 | month << 5 | day
    let time = (second / 3_600) << 11 | (second / 60 % 60) << 5 | (second % 60 / 2)
    number = UInt32(truncatingIfNeeded: date << 16 | time)
  }
}
