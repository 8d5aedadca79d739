internal import Geography
internal import PhotoFacts

/// Reads NMEA 0183: the position and time of RMC sentences, and the altitude of GGA sentences.
package enum NMEAReader {
  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    let line = head.drop { $0 <= 0x20 }
    return line.first == UInt8(ascii: "$") && line.prefix(7).contains(UInt8(ascii: ","))
  }

  /// The fixes of a text.
  package static func track(_ bytes: [UInt8]) -> Track {
    var fixes: [Fix] = []
    var skipped = 0
    var altitude: (time: String, metres: Double)?
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // The last line may be truncated if it has no line end; only a checksum proves it complete.
      let isComplete = line.endIndex < bytes.endIndex || line.suffix(3).first == UInt8(ascii: "*")
      guard isComplete, line.count <= 512, let words = sentence(line) else { continue }
      if words[0].hasSuffix("GGA"), words.count > 9, let metres = Double(words[9]) {
        altitude = (words[1], metres)
      }
      guard words[0].hasSuffix("RMC"), words.count > 9 else { continue }
      guard words[2] == "A", let instant = instant(date: words[9], time: words[1]),
        let latitude = degrees(words[3], words[4], digits: 2),
        let longitude = degrees(words[5], words[6], digits: 3),
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      else {
        skipped += 1
        continue
      }
      let metres = altitude.flatMap { $0.time == words[1] ? $0.metres : nil }
      fixes.append(Fix(coordinate, at: instant, altitude: metres))
    }
    return Track(fixes, skippedPoints: skipped)
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

  /// The instant of `280524` and `123519.25`.
  private static func instant(date: String, time: String) -> Int64? {
    let (date, time) = (Array(date), Array(time))
    guard date.count == 6, time.count >= 6, let year = Int(String(date[4...5])) else { return nil }
    // GPS time began in 1980.
    let century = year < 80 ? "20" : "19"
    func pair(_ digits: [Character], _ at: Int) -> String { String(digits[at...(at + 1)]) }
    let text =
      "\(century)\(pair(date, 4))-\(pair(date, 2))-\(pair(date, 0))T"
      + "\(pair(time, 0)):\(pair(time, 2)):\(pair(time, 4))\(String(time[6...]))Z"
    return Timestamp.span(text, on: .utc)?.lowerBound
  }
}
