internal import Geography
internal import PhotoFacts

/// Reads NMEA 0183: the positions of RMC, GGA and GLL sentences.
///
/// Only RMC and ZDA have a date. Positions before the first date take it from there, also over midnight.
package struct NMEAReader {
  /// A position with its time of day.
  private struct Point {
    var coordinate: Coordinate
    var altitude: Double?

    /// Milliseconds since midnight.
    var time: Int64

    /// The number of midnights since the begin of the stretch.
    var day: Int
  }

  private static let dayLength: Int64 = 86_400_000

  /// Sentences may be this much out of order, in milliseconds.
  private static let disorder: Int64 = 60_000

  private var fixes: [Fix] = []
  private var skipped = 0

  /// The points of the stretch: sentences whose times go on without a gap that is clearly known.
  private var points: [Point] = []

  /// The time of day of the last sentence, and its day in the stretch.
  private var last: (time: Int64, day: Int)?

  /// The days from 1970 to the first day of the stretch; nil before the first date.
  private var firstDay: Int?

  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    let line = head.drop { $0 <= 0x20 }
    return line.first == UInt8(ascii: "$") && line.prefix(7).contains(UInt8(ascii: ","))
  }

  /// The fixes of a text.
  package static func track(_ bytes: [UInt8]) -> Track {
    var reader = NMEAReader()
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // The last line may be truncated if it has no line end; only a checksum proves it complete.
      let isComplete = line.endIndex < bytes.endIndex || line.suffix(3).first == UInt8(ascii: "*")
      guard isComplete, line.count <= 512, let words = sentence(line) else { continue }
      reader.take(words)
    }
    reader.endStretch()
    return Track(reader.fixes, skippedPoints: reader.skipped)
  }

  private mutating func take(_ words: [String]) {
    switch words[0].suffix(3) {
    case "RMC" where words.count > 9:
      guard words[2] == "A",
        add(words[1], words[3...6], on: Self.day(words[9]), altitude: nil)
      else { return skipped += 1 }
    case "GGA" where words.count > 9 && (Int(words[6]) ?? 0) > 0:
      _ = add(words[1], words[2...5], on: nil, altitude: Double(words[9]))
    case "GLL" where words.count > 6 && words[6].hasPrefix("A"):
      _ = add(words[5], words[1...4], on: nil, altitude: nil)
    case "ZDA" where words.count > 4:
      // Without a position of the same time, the date may be the one that a receiver starts with.
      guard let time = Self.time(words[1]), time == points.last?.time,
        let day = Self.day(words[2] + words[3] + words[4].suffix(2))
      else { return }
      pass(time, on: day)
    default: break
    }
  }

  /// Adds a position; returns false if the time or the position is none.
  private mutating func add(
    _ time: String, _ place: ArraySlice<String>, on day: Int?, altitude: Double?
  ) -> Bool {
    let place = Array(place)
    guard let time = Self.time(time),
      let latitude = Self.degrees(place[0], place[1], digits: 2),
      let longitude = Self.degrees(place[2], place[3], digits: 3),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return false }
    let today = pass(time, on: day)
    // The sentences of one moment state the same position.
    if let last = points.last, last.time == time, last.day == today { return true }
    points.append(Point(coordinate: coordinate, altitude: altitude, time: time, day: today))
    return true
  }

  /// Goes on to a time of day, at a date if one is stated; returns the day in the stretch.
  @discardableResult
  private mutating func pass(_ time: Int64, on date: Int?) -> Int {
    var day = last?.day ?? 0
    if let last, time < last.time - Self.disorder {
      if last.time - time > Self.dayLength / 2 {
        day += 1
      } else if date == nil {
        // A logger that was switched off; the date is unknown until the next one.
        endStretch()
        day = 0
      }
    }
    if let date {
      if let firstDay, date - firstDay != day, !points.isEmpty {
        endStretch()
        day = 0
      }
      if firstDay == nil { firstDay = date - day }
    }
    last = (time, day)
    return day
  }

  /// Stores the points of the stretch if a date is known, and begins another.
  private mutating func endStretch() {
    if let firstDay {
      for point in points {
        let instant = Int64(firstDay + point.day) * Self.dayLength + point.time
        fixes.append(Fix(point.coordinate, at: instant, altitude: point.altitude))
      }
    } else {
      skipped += points.count
    }
    (points, last, firstDay) = ([], nil, nil)
  }

  /// The fields of a sentence; nil if its checksum is wrong.
  private static func sentence(_ line: ArraySlice<UInt8>) -> [String]? {
    guard line.first == UInt8(ascii: "$") else { return nil }
    var content = line.dropFirst()
    if let star = content.lastIndex(of: UInt8(ascii: "*")) {
      let sum = UInt8(String(decoding: content[(star + 1)...].prefix(2), as: UTF8.self), radix: 16)
      content = content[..<star]
      guard sum == content.reduce(0, ^) else { return nil }
    }
    return String(decoding: content, as: UTF8.self)
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Degrees from `4807.038` and `N`.
  private static func degrees(_ text: String, _ hemisphere: String, digits: Int) -> Double? {
    guard let whole = Double(text.prefix(digits)), let minutes = Double(text.dropFirst(digits)),
      (0..<60).contains(minutes)
    else { return nil }
    switch hemisphere {
    case "N", "E": return whole + minutes / 60
    case "S", "W": return -(whole + minutes / 60)
    default: return nil
    }
  }

  /// The days from 1970 to `280524`.
  private static func day(_ text: String) -> Int? {
    guard text.utf8.count == 6, let number = Int(text) else { return nil }
    // GPS time began in 1980.
    let year = number % 100
    let date = CalendarDate(
      year: year + (year < 80 ? 2_000 : 1_900), month: number / 100 % 100, day: number / 10_000)
    return date?.daysSince1970
  }

  /// The milliseconds from midnight to `123519.25`.
  private static func time(_ text: String) -> Int64? {
    let digits = Array(text)
    guard digits.count >= 6 else { return nil }
    let parts = [digits[0..<2], digits[2..<4], digits[4...]].map { String($0) }
    return Timestamp.span("1970-01-01T" + parts.joined(separator: ":") + "Z", on: .utc)?.lowerBound
  }
}
