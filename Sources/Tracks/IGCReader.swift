internal import Geography
internal import PhotoFacts

/// Reads IGC, the flight recorders' format: B records, dated by the H record of the flight.
enum IGCReader {
  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    head.first == UInt8(ascii: "A") && head.range(of: "\nHFDTE") != nil
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var fixes: [Fix] = []
    var skipped = 0
    var day: CalendarDate?
    var previous: Int64 = 0
    var midnights: Int64 = 0
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) where line.count <= 512 {
      if line.starts(with: "HFDTE".utf8) { day = date(line) }
      guard line.first == UInt8(ascii: "B"), line.count >= 35 else { continue }
      guard let day, let (seconds, coordinate, altitude) = record(Array(line)) else {
        skipped += 1
        continue
      }
      // A flight past midnight has only one date.
      if !fixes.isEmpty, seconds + 43_200 < previous { midnights += 1 }
      previous = seconds
      let instant = (Int64(day.daysSince1970) + midnights) * 86_400 + seconds
      fixes.append(Fix(coordinate, at: instant * 1_000, altitude: altitude))
    }
    return Track(fixes, skippedPoints: skipped)
  }

  /// The date in `HFDTE160724` or `HFDTEDATE:160724,01`.
  private static func date(_ line: ArraySlice<UInt8>) -> CalendarDate? {
    let digits = line.dropFirst(5).drop { !(48...57).contains($0) }.prefix(6)
    guard let day = number(digits.prefix(2)), let month = number(digits.dropFirst(2).prefix(2)),
      let year = number(digits.dropFirst(4)), digits.count == 6
    else { return nil }
    return CalendarDate(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
  }

  /// The fields of `B HHMMSS DDMMmmmN DDDMMmmmE V PPPPP GGGGG`, which have no spaces.
  private static func record(_ line: [UInt8]) -> (Int64, Coordinate, Double?)? {
    guard let hour = number(line[1..<3]), let minute = number(line[3..<5]),
      let second = number(line[5..<7]), hour < 24, minute < 60, second < 60,
      let latitude = degrees(line[7..<15], UInt8(ascii: "N"), UInt8(ascii: "S")),
      let longitude = degrees(line[15..<24], UInt8(ascii: "E"), UInt8(ascii: "W")),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    // V marks a fix without a valid GPS altitude.
    let altitude = line[24] == UInt8(ascii: "A") ? number(line[30..<35]).map(Double.init) : nil
    return (Int64((hour * 60 + minute) * 60 + second), coordinate, altitude)
  }

  private static func degrees(_ text: ArraySlice<UInt8>, _ positive: UInt8, _ negative: UInt8)
    -> Double?
  {
    guard let hemisphere = text.last, let whole = number(text.dropLast(6)),
      let thousandths = number(text.dropLast().suffix(5)), thousandths < 60_000
    else { return nil }
    let value = Double(whole) + Double(thousandths) / 60_000
    return hemisphere == positive ? value : hemisphere == negative ? -value : nil
  }

  /// A number that consists of digits only.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}

extension ArraySlice<UInt8> {
  /// The first occurrence of an ASCII text.
  fileprivate func range(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }.map { $0..<($0 + wanted.count) }
  }
}
