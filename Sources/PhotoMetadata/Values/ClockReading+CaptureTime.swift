internal import PhotoFacts

extension ClockReading {
  /// The capture time with its own offset, or else the offset derived from the GPS time.
  func captureTime(
    _ name: String, offset: Int?, satellite: Int64?, remarks: inout [String]
  ) -> CaptureTime {
    let zone = satellite.flatMap { Self.zone(milliseconds, $0) }
    if let offset {
      // The GPS time may be that of an old fix, so the offset tag has precedence.
      if let zone, zone.offset != offset {
        remarks.append(
          "\(name) is \(Self.wording(offset)) by its offset tag and \(Self.wording(zone.offset)) "
            + "by the GPS time: the tag is used")
      }
      return CaptureTime(
        localMilliseconds: milliseconds, utcOffsetMinutes: offset, source: .offsetTag)
    }
    guard satellite != nil else { return CaptureTime(localMilliseconds: milliseconds) }
    guard let zone else {
      remarks.append("\(name) and the GPS time differ by no possible offset")
      return CaptureTime(localMilliseconds: milliseconds)
    }
    if zone.rollovers > 0 {
      remarks.append(
        "the date of the GPS time is \(zone.rollovers * 1024) weeks early, because the "
          + "week number of the receiver has rolled over")
    }
    return CaptureTime(
      localMilliseconds: milliseconds, utcOffsetMinutes: zone.offset, source: .gps)
  }

  /// The offset from the GPS time in minutes, and the number of week rollovers; nil if it is not a time zone.
  ///
  /// GPS weeks wrap around after 1024. Receivers that ignore this give dates 1024 or 2048 weeks early with the
  /// right time of day.
  static func zone(_ local: Int64, _ satellite: Int64) -> (offset: Int, rollovers: Int)? {
    let period: Int64 = 1024 * 7 * 86_400_000
    for rollovers in 0...2 {
      if let offset = offset(local, satellite + Int64(rollovers) * period) {
        return (offset, rollovers)
      }
    }
    return nil
  }

  /// The offset from the GPS time in minutes; nil if it is not a time zone.
  ///
  /// Time zones are multiples of 15 minutes from UTC. A deviation of two minutes is tolerated, because the GPS
  /// time is that of the last fix and camera clocks are inexact.
  private static func offset(_ local: Int64, _ satellite: Int64) -> Int? {
    let quarter: Int64 = 15 * 60_000
    let gap = local - satellite
    let quarters = Int64((Double(gap) / Double(quarter)).rounded())
    guard abs(gap - quarters * quarter) <= 2 * 60_000,
      offsetsInUse.contains(Int(quarters * 15))
    else { return nil }
    return Int(quarters * 15)
  }

  /// Formats an offset: `+05:45`.
  private static func wording(_ offset: Int) -> String {
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(offset < 0 ? "-" : "+")\(two(hours)):\(two(minutes))"
  }
}
