/// Converts times from and to RFC 3339.
public enum Timestamp {
  static let millisecondsPerDay: Int64 = 86_400_000

  /// The first and last millisecond of a date or a date-time; nil for other text.
  ///
  /// A date (`2024-05-01`) is a whole day, a date-time a whole second unless it has a fraction. On the local clock a
  /// date-time has no offset and is treated as UTC.
  public static func span(_ text: some StringProtocol, on clock: PhotoClock = .utc)
    -> ClosedRange<Int64>?
  {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    let start = Int64(date.daysSince1970) * millisecondsPerDay
    if scanner.isAtEnd { return start...(start + millisecondsPerDay - 1) }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let time = scanner.timeOfDay(), let offset = clock == .local ? 0 : scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    let moment = start + time.lowerBound - Int64(offset) * 60_000
    return moment...(moment + time.upperBound - time.lowerBound)
  }

  /// The first and last millisecond of a year (`2024`), a month (`2024-05`), or what `span` accepts.
  package static func period(_ text: some StringProtocol, on clock: PhotoClock) -> ClosedRange<
    Int64
  >? {
    var scanner = DigitScanner(text)
    guard text.utf8.count <= 7, let year = scanner.number(4) else {
      return span(text, on: clock)
    }
    var months = 1...12
    if !scanner.isAtEnd {
      guard scanner.skip("-"), let month = scanner.number(2), scanner.isAtEnd else { return nil }
      months = month...month
    }
    let isLast = months.upperBound == 12
    guard let first = CalendarDate(year: year, month: months.lowerBound, day: 1),
      let next = CalendarDate(
        year: isLast ? year + 1 : year, month: isLast ? 1 : months.upperBound + 1, day: 1)
    else { return nil }
    return
      (Int64(first.daysSince1970) * millisecondsPerDay)...(Int64(next.daysSince1970)
      * millisecondsPerDay - 1)
  }

  /// An interval in the syntax of OGC API: one instant, year or month, or two separated by `/`.
  ///
  /// Either end may be missing or `..`.
  public static func interval(_ text: some StringProtocol, on clock: PhotoClock = .utc) -> TimeSpan?
  {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 1 {
      return period(text, on: clock).map { TimeSpan(from: $0.lowerBound, through: $0.upperBound) }
    }
    guard parts.count == 2 else { return nil }
    let ends = parts.map { $0.isEmpty || $0 == ".." ? nil : $0 }
    let spans = ends.map { $0.map { period($0, on: clock) } }
    // An end that is present must be valid.
    if case .some(.none) = spans[0] { return nil }
    if case .some(.none) = spans[1] { return nil }
    let from = spans[0].flatMap { $0?.lowerBound }
    let through = spans[1].flatMap { $0?.upperBound }
    if let from, let through, from > through { return nil }
    return TimeSpan(from: from, through: through)
  }
}

/// Parses consecutive numbers of fixed width.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    let part = rest.prefix(digits)
    guard part.count == digits, part.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest.removeFirst(digits)
    return part.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Parses hours, minutes, seconds and a fraction, as milliseconds of the day.
  mutating func timeOfDay() -> ClosedRange<Int64>? {
    guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let start = Int64((hour * 60 + minute) * 60 + min(second, 59)) * 1_000
    guard skip(".") else { return start...(start + 999) }
    let digits = rest.prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    let thousandths = (Array(digits.prefix(3)) + [48, 48]).prefix(3)
      .reduce(0) { $0 * 10 + Int64($1) - 48 }
    return (start + thousandths)...(start + thousandths)
  }

  /// Parses `Z` or `+05:45`, in minutes.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
