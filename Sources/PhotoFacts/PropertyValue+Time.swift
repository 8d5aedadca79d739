extension PropertyValue {
  /// Parses a date-time (RFC 3339) with or without an offset; nil for other text.
  ///
  /// For `Z` the offset is unknown, because the camera's clock need not have shown UTC. Years outside 0000 to
  /// 9999 are refused, because RFC 3339 cannot represent them.
  package init?(time text: ArraySlice<UInt8>) {
    var scanner = MomentScanner(rest: text)
    guard let day = scanner.date(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let time = scanner.timeOfDay()
    else { return nil }
    let local = Int64(day) * 86_400_000 + time
    guard CaptureTime.writable.contains(local) else { return nil }
    if scanner.rest.isEmpty {
      self = .clock(local)
    } else if scanner.skip("Z") || scanner.skip("z") {
      self = .moment(local, offsetMinutes: nil)
    } else if let offset = scanner.offset() {
      self = .moment(
        local - Int64(offset) * CaptureTime.millisecondsPerMinute, offsetMinutes: offset)
    } else {
      return nil
    }
    guard scanner.rest.isEmpty else { return nil }
  }
}

/// Parses the parts of a date-time one by one.
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

  /// Milliseconds since midnight; a leap second becomes the second before.
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

  /// Parses `+05:45`, `+0545` or `+05`, in minutes; at most a day.
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
