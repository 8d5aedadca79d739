internal import PhotoFacts

extension ClockReading {
  /// The time the reading stands for, with the offset its writer gives or else the one that the
  /// GPS receiver's clock leads to.
  func captureTime(
    _ name: String, offset: Int?, satellite: Int64?, remarks: inout [String]
  ) -> CaptureTime {
    if let offset {
      return CaptureTime(
        localMilliseconds: milliseconds, utcOffsetMinutes: offset, source: .offsetTag)
    }
    guard let satellite else { return CaptureTime(localMilliseconds: milliseconds) }
    if let offset = Self.offset(milliseconds, satellite) {
      return CaptureTime(localMilliseconds: milliseconds, utcOffsetMinutes: offset, source: .gps)
    }
    remarks.append("\(name) is no time zone away from the GPS time: offset not known")
    return CaptureTime(localMilliseconds: milliseconds)
  }

  /// Minutes that a clock is ahead of the receiver's, where that is a distance of time zones.
  ///
  /// Zones lie a multiple of 15 minutes from UTC. The receiver's time is that of its last fix,
  /// and cameras are not set to the second, so up to two minutes either way are forgiven.
  static func offset(_ local: Int64, _ satellite: Int64) -> Int? {
    let quarter: Int64 = 15 * 60_000
    let gap = local - satellite
    let quarters = Int64((Double(gap) / Double(quarter)).rounded())
    guard abs(gap - quarters * quarter) <= 2 * 60_000,
      offsetsInUse.contains(Int(quarters * 15))
    else { return nil }
    return Int(quarters * 15)
  }
}
