/// A local date and time.
struct ClockReading: Equatable {
  /// Milliseconds of local time since 1970-01-01T00:00:00.
  var milliseconds: Int64

  /// Minutes ahead of UTC, if the text contains an offset.
  var utcOffsetMinutes: Int?

  /// Reads `2024:05:01 12:00:00`, the form of Exif, and its variants.
  ///
  /// The date may be separated by any of `:-/.`, the time by `T`. Seconds may be missing; a fraction and an
  /// offset may follow. Returns nil for dates and times that do not exist.
  init?(_ text: String) {
    var digits = Digits(text.utf8)
    guard let year = digits.number(of: 4), digits.skips(":-/."),
      let month = digits.number(of: 2), digits.skips(":-/."),
      let day = digits.number(of: 2), digits.skips(" T"),
      let hour = digits.number(of: 2), digits.skips(":"),
      let minute = digits.number(of: 2)
    else { return nil }
    let second = digits.skips(":") ? digits.number(of: 2) : 0
    let fraction = digits.skips(".,") ? digits.milliseconds() : 0
    guard let second, hour < 24, minute < 60, second < 60,
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    let seconds = Int64((hour * 60 + minute) * 60 + second)
    milliseconds = (Int64(days) * 86_400 + seconds) * 1000 + Int64(fraction)
    utcOffsetMinutes = Self.offsetMinutes(String(Substring(digits.rest)))
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar; nil if it does not exist.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [12 of Int] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1, (1...12).contains(month), day >= 1, day <= lengths[month - 1] else {
      return nil
    }
    // Starting the year in March puts the leap day last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + dayOfYear - 719_468
  }

  /// Reads an offset from UTC: `+05:45`, `-0330`, `+2`, `Z`.
  static func offsetMinutes(_ text: String) -> Int? {
    var digits = Digits(text.utf8)
    while digits.skips(" ") {}
    if digits.skips("Zz") { return 0 }
    let isBehind = digits.skips("-")
    guard isBehind || digits.skips("+"), let hours = digits.number(of: 2) ?? digits.number(of: 1)
    else { return nil }
    let minutes = digits.skips(":") || !digits.rest.isEmpty ? digits.number(of: 2) : 0
    guard let minutes, minutes < 60 else { return nil }
    let total = (isBehind ? -1 : 1) * (hours * 60 + minutes)
    return offsetsInUse.contains(total) ? total : nil
  }

  /// The range of offsets in use, from Baker Island to the Line Islands.
  static let offsetsInUse = -12 * 60...14 * 60
}

/// Reads consecutive numbers of fixed width.
struct Digits {
  private(set) var rest: Substring.UTF8View.SubSequence

  init(_ text: String.UTF8View) { rest = text[...] }

  /// Reads a number of exactly `count` digits; the first of two may be a space.
  mutating func number(of count: Int) -> Int? {
    var value = 0
    var after = rest
    if count == 2, after.first == UInt8(ascii: " ") {
      after.removeFirst()
      guard let digit = after.popFirst(), (0x30...0x39).contains(digit) else { return nil }
      rest = after
      return Int(digit) - 0x30
    }
    for _ in 0..<count {
      guard let digit = after.popFirst(), (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit) - 0x30
    }
    rest = after
    return value
  }

  /// Reads a fraction; only the first three digits count.
  mutating func milliseconds() -> Int {
    var value = 0
    var unit = 100
    while let digit = rest.first, (0x30...0x39).contains(digit) {
      value += (Int(digit) - 0x30) * unit
      unit /= 10
      rest.removeFirst()
    }
    return value
  }

  /// Skips one character if it is one of these.
  mutating func skips(_ characters: StaticString) -> Bool {
    guard let next = rest.first else { return false }
    let all = unsafe UnsafeBufferPointer(
      start: characters.utf8Start, count: characters.utf8CodeUnitCount)
    guard unsafe all.contains(next) else { return false }
    rest.removeFirst()
    return true
  }
}
