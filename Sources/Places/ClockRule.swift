internal import PhotoFacts

/// How the clocks of a zone change each year, in the syntax of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ClockRule {
  /// A day of a year: the n-th weekday of a month, and seconds after its midnight.
  private struct Day {
    var month: Int
    /// 5 stands for the last one of the month.
    var week: Int
    var weekday: Int
    var seconds: Int64

    /// Seconds from 1970 to this moment, by the clock before the change.
    func time(in year: Int) -> Int64 {
      let first = Self.days(month, year)
      var day = (weekday - Self.weekday(first) + 7) % 7 + 7 * (week - 1)
      let next = month == 12 ? Self.days(1, year + 1) : Self.days(month + 1, year)
      while first + day >= next { day -= 7 }
      return Int64(first + day) * 86_400 + seconds
    }

    /// Days from 1970-01-01 to the first of a month.
    private static func days(_ month: Int, _ year: Int) -> Int {
      CalendarDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
    }

    private static func weekday(_ days: Int) -> Int { ((days + 4) % 7 + 7) % 7 }
  }

  private let standard: Int64
  private let summer: (offset: Int64, begins: Day, ends: Day)?

  /// Parses a rule.
  init(_ text: [UInt8]) throws(PlacesError) {
    var reader = RuleReader(rest: text[...])
    try reader.skipName()
    standard = -(try reader.duration())
    guard !reader.rest.isEmpty else {
      summer = nil
      return
    }
    try reader.skipName()
    let offset = reader.next == UInt8(ascii: ",") ? standard + 3_600 : -(try reader.duration())
    summer = (offset, try Self.day(&reader), try Self.day(&reader))
    guard reader.rest.isEmpty else { throw .damaged }
  }

  private static func day(_ reader: inout RuleReader) throws(PlacesError) -> Day {
    try reader.expect(",")
    try reader.expect("M")
    let month = try reader.number()
    try reader.expect(".")
    let week = try reader.number()
    try reader.expect(".")
    let weekday = try reader.number()
    guard 1...12 ~= month, 1...5 ~= week, 0...6 ~= weekday else { throw .damaged }
    var seconds: Int64 = 7_200
    if reader.next == UInt8(ascii: "/") {
      try reader.expect("/")
      seconds = try reader.duration()
    }
    return Day(month: month, week: week, weekday: weekday, seconds: seconds)
  }

  /// The changes in the year of an instant and in the years before and after it, in order.
  func changes(around time: Int64) -> [ClockChange] {
    guard let summer else { return [ClockChange(time: .min, offset: standard)] }
    let days = Int(time.quotientRoundedDown(by: 86_400))
    let year = CalendarDate(daysSince1970: days).year
    return (year - 1...year + 1).flatMap { year in
      [
        ClockChange(time: summer.begins.time(in: year) - standard, offset: summer.offset),
        ClockChange(time: summer.ends.time(in: year) - summer.offset, offset: standard),
      ]
    }.sorted { $0.time < $1.time }
  }
}

/// Parses the parts of a rule.
private struct RuleReader {
  var rest: ArraySlice<UInt8>

  var next: UInt8? { rest.first }

  mutating func expect(_ character: Unicode.Scalar) throws(PlacesError) {
    guard next == UInt8(ascii: character) else { throw .damaged }
    rest.removeFirst()
  }

  /// Skips the name of a clock: letters, or anything in angle brackets.
  mutating func skipName() throws(PlacesError) {
    if next == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { throw .damaged }
      rest = rest[(end + 1)...]
    } else {
      rest = rest.drop { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    }
  }

  mutating func number() throws(PlacesError) -> Int {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard (1...3).contains(digits.count) else { throw .damaged }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Hours, with minutes and seconds if present, in seconds.
  mutating func duration() throws(PlacesError) -> Int64 {
    var sign: Int64 = 1
    if next == UInt8(ascii: "-") { sign = -1 }
    if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { rest.removeFirst() }
    var seconds = 3_600 * Int64(try number())
    for unit in [60, 1] as [Int64] where next == UInt8(ascii: ":") {
      rest.removeFirst()
      seconds += unit * Int64(try number())
    }
    return sign * seconds
  }
}
