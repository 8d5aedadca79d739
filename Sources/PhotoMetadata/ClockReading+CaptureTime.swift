internal import PhotoFacts

extension ClockReading {
  /// The time the reading stands for, with the offset its writer gives or else the one that the
  /// GPS receiver's clock leads to.
  func captureTime(
    _ name: String, offset: Int?, satellite: Int64?, remarks: inout [String]
  ) -> CaptureTime {
    let zone = satellite.flatMap { Self.zone(milliseconds, $0) }
    if let offset {
      // The receiver's time may be that of an old fix, so it does not overrule the tag.
      if let zone, zone.offset != offset {
        remarks.append(
          "\(name) is \(Self.wording(offset)) by its offset tag and \(Self.wording(zone.offset)) "
            + "by the GPS time: the tag counts")
      }
      return CaptureTime(
        localMilliseconds: milliseconds, utcOffsetMinutes: offset, source: .offsetTag)
    }
    guard satellite != nil else { return CaptureTime(localMilliseconds: milliseconds) }
    guard let zone else {
      remarks.append("\(name) is no time zone away from the GPS time: offset not known")
      return CaptureTime(localMilliseconds: milliseconds)
    }
    if zone.rollovers > 0 {
      remarks.append(
        "the date of the GPS time is \(zone.rollovers * 1024) weeks early, as of a receiver whose "
          + "count of weeks began anew")
    }
    return CaptureTime(
      localMilliseconds: milliseconds, utcOffsetMinutes: zone.offset, source: .gps)
  }

  /// Minutes that a clock is ahead of the receiver's, where that is a distance of time zones, and
  /// how often the receiver's count of weeks has begun anew.
  ///
  /// The satellites count 1024 weeks and start again. A receiver that does not know shows a date
  /// 1024 or 2048 weeks early, and the time of day is right.
  static func zone(_ local: Int64, _ satellite: Int64) -> (offset: Int, rollovers: Int)? {
    let period: Int64 = 1024 * 7 * 86_400_000
    for rollovers in 0...2 {
      if let offset = offset(local, satellite + Int64(rollovers) * period) {
        return (offset, rollovers)
      }
    }
    return nil
  }

  /// Minutes that a clock is ahead of the receiver's, where that is a distance of time zones.
  ///
  /// Zones lie a multiple of 15 minutes from UTC. The receiver's time is that of its last fix,
  /// and cameras are not set to the second, so up to two minutes either way are forgiven.
  private static func offset(_ local: Int64, _ satellite: Int64) -> Int? {
    let quarter: Int64 = 15 * 60_000
    let gap = local - satellite
    let quarters = Int64((Double(gap) / Double(quarter)).rounded())
    guard abs(gap - quarters * quarter) <= 2 * 60_000,
      offsetsInUse.contains(Int(quarters * 15))
    else { return nil }
    return Int(quarters * 15)
  }

  /// An offset as a clock's owner writes it: `+05:45`.
  private static func wording(_ offset: Int) -> String {
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(offset < 0 ? "-" : "+")\(two(hours)):\(two(minutes))"
  }
}
