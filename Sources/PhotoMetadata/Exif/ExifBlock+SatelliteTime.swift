extension ExifBlock {
  /// 1980-01-06, the GPS epoch: a receiver without a fix reports that day.
  private static let firstDay: Int64 = 315_964_800_000

  /// The UTC time of the GPS receiver.
  func satelliteMilliseconds(from file: inout FileWindow, remarks: inout [String]) -> Int64? {
    guard let date = gps[.gpsDateStamp], let time = gps[.gpsTimeStamp],
      let day = date.text(from: &file)
    else { return nil }
    guard let midnight = Self.midnight(day), let passed = milliseconds(of: time, from: &file) else {
      remarks.append("the GPS time is \(day) \(time.wording(from: &file)): refused")
      return nil
    }
    guard midnight > Self.firstDay else {
      remarks.append(
        "the GPS time is \(day) \(time.wording(from: &file)): the receiver had no time")
      return nil
    }
    return midnight + passed
  }

  /// The start of a day in milliseconds.
  ///
  /// One phone system wrote the day of the year in place of the day of the month: `2014:09:259`.
  private static func midnight(_ text: String) -> Int64? {
    var digits = Digits(text.utf8)
    guard let year = digits.number(of: 4), digits.skips(":-/."),
      let month = digits.number(of: 2), digits.skips(":-/.")
    else { return nil }
    let days =
      if let ordinal = digits.number(of: 3) {
        day(ordinal, of: year, in: month)
      } else {
        digits.number(of: 2).flatMap { ClockReading.days(year: year, month: month, day: $0) }
      }
    return days.map { Int64($0) * 86_400_000 }
  }

  /// Days from 1970-01-01 to a day of a year; nil if it is not in the month.
  private static func day(_ ordinal: Int, of year: Int, in month: Int) -> Int? {
    guard let newYear = ClockReading.days(year: year, month: 1, day: 1),
      let first = ClockReading.days(year: year, month: month, day: 1)
    else { return nil }
    let day = newYear + ordinal - 1
    return (first..<first + 31).contains(day) ? day : nil
  }

  /// Milliseconds since midnight, from three numbers or a text.
  private func milliseconds(of time: ExifEntry, from file: inout FileWindow) -> Int64? {
    if time.type.isText {
      return time.text(from: &file).flatMap { ClockReading("1970:01:01 \($0)") }?.milliseconds
    }
    let hour = time.number(at: 0, from: &file) ?? .nan
    let minute = time.number(at: 1, from: &file) ?? .nan
    let second = time.number(at: 2, from: &file) ?? .nan
    guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60 else {
      return nil
    }
    return Int64((((hour * 60 + minute) * 60 + second) * 1000).rounded())
  }
}
