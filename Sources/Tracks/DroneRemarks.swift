package import Geography
internal import PhotoFacts

/// Reads what DJI drones write for each moment of a film: as an SRT file, or as a text track of the film.
///
/// The times are those of the drone's clock, which shows local time.
package enum DroneRemarks {
  /// One remark.
  package struct Remark: Hashable {
    /// The position; nil if there is none, or if it is 0, 0, which stands for no fix.
    package var coordinate: Coordinate?

    /// The local time in milliseconds since 1970.
    package var localTime: Int64?

    /// Metres above sea level.
    package var altitude: Double?

    /// Reads the text of a remark.
    package init(_ text: some Collection<UInt8>) {
      let text = LowercasedText(text)
      if let place = text.bracketedPosition ?? text.listedPosition,
        place.latitude != 0 || place.longitude != 0
      {
        coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
      }
      localTime = text.clockTime
      // Other altitudes are above the take-off.
      altitude = text.number(after: "abs_alt")?.value
    }
  }

  /// Whether a text is a SubRip file: a number, then a line with two times.
  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    var lines = Lines(Array(text.prefix(256)))
    guard let number = lines.next(), number.allSatisfy({ (48...57).contains($0) || $0 == 0x20 }),
      let times = lines.next()
    else { return false }
    return isTimeLine(times)
  }

  /// The positions of an SRT file at their local times.
  static func track(_ bytes: [UInt8]) -> Track {
    var collector = FixCollector()
    var text: [UInt8]?
    for line in Lines(bytes) {
      if isTimeLine(line) {
        if let text { add(text, to: &collector) }
        text = []
      } else if line.endIndex < bytes.count, (text?.count ?? longestRemark) < longestRemark {
        // The last line may be truncated within a number if it has no line end.
        text? += line + [0x0A]
      }
    }
    if let text { add(text, to: &collector) }
    return collector.track(hasLocalTimes: true)
  }

  /// The limit of the text of one remark.
  private static let longestRemark = 4_096

  private static func add(_ text: [UInt8], to collector: inout FixCollector) {
    let remark = Remark(text)
    guard let coordinate = remark.coordinate else { return }
    collector.add(
      coordinate, at: remark.localTime.map { .instant($0) }, altitude: remark.altitude)
  }

  /// Whether a line is such as `00:00:01,000 --> 00:00:02,000`.
  private static func isTimeLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count >= 17, line.count <= 64, line.first.map({ (48...57).contains($0) }) == true
    else { return false }
    return LowercasedText(line).end(of: "-->") != nil
  }
}

/// A text in lower case, in which numbers are found by the words before them.
private struct LowercasedText {
  let bytes: [UInt8]

  init(_ text: some Collection<UInt8>) {
    bytes = text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The position in `[latitude: 48.1] [longitude: 11.5]`; some drones misspell the second word.
  var bracketedPosition: (latitude: Double, longitude: Double)? {
    guard let latitude = number(after: "[latitude", end: "]"),
      let longitude = number(after: "[longitude", end: "]")
        ?? number(after: "[longtitude", end: "]")
    else { return nil }
    return (latitude.value, longitude.value)
  }

  /// The position in `GPS (11.5, 48.1, 18)`, longitude first.
  var listedPosition: (latitude: Double, longitude: Double)? {
    guard let longitude = number(after: "gps"), let comma = index(of: ",", from: longitude.end),
      let latitude = number(from: comma + 1), let close = byte(latitude.end, skipping: 0x20),
      close == UInt8(ascii: ",") || close == UInt8(ascii: ")")
    else { return nil }
    return (latitude.value, longitude.value)
  }

  /// The first date and time such as `2024-05-01 12:00:00.123` or `2017.08.05 14:11:51`, in milliseconds since
  /// 1970; the three digits after the seconds may follow a comma, and further digits another one.
  var clockTime: Int64? {
    var place = 0
    while let space = index(of: " ", from: place) {
      place = space + 1
      guard space >= 10, space + 9 <= bytes.count else { continue }
      let date = bytes[(space - 10)..<space], time = bytes[(space + 1)..<(space + 9)]
      guard Self.hasForm("dddd?dd?dd", date), Self.hasForm("dd:dd:dd", time) else { continue }
      var written = String(decoding: date.map { Self.isDigit($0) ? $0 : 45 }, as: UTF8.self)
      written += "T" + String(decoding: time, as: UTF8.self)
      let fraction = bytes[(space + 9)...].prefix(4)
      if fraction.count == 4, [44, 46].contains(fraction.first),
        fraction.dropFirst().allSatisfy(Self.isDigit)
      {
        written += "." + String(decoding: fraction.dropFirst(), as: UTF8.self)
      }
      if let span = Timestamp.span(written, on: .local) { return span.lowerBound }
    }
    return nil
  }

  /// The number after a word, which spaces, a colon or an opening parenthesis may precede.
  ///
  /// With `end` the number counts only if this letter follows: otherwise it may be truncated.
  func number(after word: StaticString, end: Unicode.Scalar? = nil) -> (value: Double, end: Int)? {
    guard var place = self.end(of: word) else { return nil }
    while place < bytes.count, [0x20, 0x28, 0x3A].contains(bytes[place]) { place += 1 }
    guard let number = number(from: place) else { return nil }
    if let end, byte(number.end, skipping: 0x20).map({ Unicode.Scalar($0) }) != end { return nil }
    return number
  }

  private func number(from start: Int) -> (value: Double, end: Int)? {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    let digits = bytes[place...].prefix(32).prefix {
      Self.isDigit($0) || [43, 45, 46].contains($0)
    }
    guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return (value, digits.endIndex)
  }

  private func byte(_ place: Int, skipping skipped: UInt8) -> UInt8? {
    bytes[min(place, bytes.count)...].first { $0 != skipped }
  }

  private func index(of letter: Unicode.Scalar, from place: Int) -> Int? {
    bytes[min(place, bytes.count)...].firstIndex(of: UInt8(ascii: letter))
  }

  /// The offset after the first occurrence of a word.
  func end(of word: StaticString) -> Int? {
    let word = unsafe Array(
      UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    guard let first = word.first else { return nil }
    var place = 0
    while let found = bytes[place...].firstIndex(of: first) {
      if bytes[found...].starts(with: word) { return found + word.count }
      place = found + 1
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Whether bytes have a form, in which `d` is a digit and `?` a separator of dates.
  private static func hasForm(_ form: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    form.utf8.count == bytes.count
      && zip(form.utf8, bytes).allSatisfy { form, byte in
        switch form {
        case UInt8(ascii: "d"): isDigit(byte)
        case UInt8(ascii: "?"): [45, 46, 47].contains(byte)
        default: form == byte
        }
      }
  }
}
