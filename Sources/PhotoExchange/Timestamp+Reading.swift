extension Timestamp {
  /// A date-time as it is written.
  struct Moment: Hashable {
    /// What the clock showed, in milliseconds since 1970-01-01T00:00:00.
    var local: Int64

    /// How far it was ahead of UTC in minutes; nothing where that is not written.
    var offset: Int?

    /// Whether the offset was written as `Z`.
    var isUTC: Bool
  }

  /// Reads a date-time with or without an offset; nothing for anything else.
  ///
  /// It takes whatever `append(instantOf:)` writes. Years outside 0000 to 9999 are none, since
  /// RFC 3339 cannot write them.
  static func moment(_ text: ArraySlice<UInt8>) -> Moment? {
    var scanner = MomentScanner(rest: text)
    guard let day = scanner.date(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let time = scanner.timeOfDay()
    else { return nil }
    let local = Int64(day) * 86_400_000 + time
    guard writable.contains(local) else { return nil }
    if scanner.rest.isEmpty { return Moment(local: local, offset: nil, isUTC: false) }
    if scanner.skip("Z") || scanner.skip("z") {
      return scanner.rest.isEmpty ? Moment(local: local, offset: 0, isUTC: true) : nil
    }
    guard let offset = scanner.offset(), scanner.rest.isEmpty else { return nil }
    return Moment(local: local, offset: offset, isUTC: false)
  }
}

/// Takes the parts of a date-time from its front.
private struct MomentScanner {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == mark.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let byte = rest.first, (48...57).contains(byte) {
      value = value * 10 + Int(byte - 48)
      rest.removeFirst()
      count += 1
    }
    return digits.contains(count) ? value : nil
  }

  /// The day, counted from 1970.
  mutating func date() -> Int? {
    guard let year = number(4...4), skip("-"), let month = number(2...2), skip("-"),
      let day = number(2...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// Milliseconds since midnight; a leap second is counted as the one before.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(2...2), skip(":"), let minute = number(2...2), hour < 24, minute < 60
    else { return nil }
    var milliseconds = Int64((hour * 60 + minute) * 60_000)
    guard skip(":") else { return milliseconds }
    guard let second = number(2...2), second <= 60 else { return nil }
    milliseconds += Int64(min(second, 59)) * 1_000
    guard skip(".") else { return milliseconds }
    var weight: Int64 = 100
    guard let first = rest.first, (48...57).contains(first) else { return nil }
    while let byte = rest.first, (48...57).contains(byte) {
      milliseconds += Int64(byte - 48) * weight
      weight /= 10
      rest.removeFirst()
    }
    return milliseconds
  }

  /// `+05:45`, `+0545` or `+05`, in minutes; no further than a day.
  mutating func offset() -> Int? {
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2...2) else { return nil }
    let hasColon = skip(":")
    guard !hasColon || !rest.isEmpty else { return nil }
    let minutes = rest.isEmpty ? 0 : number(2...2)
    guard let minutes, minutes < 60, hours * 60 + minutes <= 1_440 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
