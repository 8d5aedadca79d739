/// A time in the format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
struct HTTPDate: Hashable, Comparable, CustomStringConvertible {
  var secondsSince1970: Int

  init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

  static func < (one: HTTPDate, other: HTTPDate) -> Bool {
    one.secondsSince1970 < other.secondsSince1970
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses the preferred format of RFC 9110; obsolete formats are not supported.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
      let day = decimal(words[1].utf8), let year = decimal(words[3].utf8), year < 10_000,
      let month = Self.months.firstIndex(of: String(words[2]))
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { decimal($0.utf8) }
    guard clock.count == 3, (1...31).contains(day), clock[0] < 24, clock[1] < 60, clock[2] < 61
    else { return nil }
    secondsSince1970 =
      Self.days(year: year, month: month + 1, day: day) * 86_400 + clock[0] * 3_600
      + clock[1] * 60 + clock[2]
  }

  /// The time as text.
  var description: String {
    let days = secondsSince1970.floorDivided(by: 86_400)
    let seconds = secondsSince1970 - days * 86_400
    let (year, month, day) = Self.civil(days)
    let weekday = Self.weekdays[days - days.floorDivided(by: 7) * 7]
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map(twoDigits)
    let years = String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
    return "\(weekday), \(twoDigits(day)) \(Self.months[month - 1]) \(years) "
      + clock.joined(separator: ":") + " GMT"
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Days from 1970-01-01, counting years from March so that the leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
