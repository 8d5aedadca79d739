internal import PhotoFacts

extension XMPPacket {
  /// The capture time.
  ///
  /// Follows the order of the Metadata Working Group: when the picture was taken, then when it was digitized.
  /// `satellite` is a GPS time from elsewhere in UTC.
  func time(satellite known: Int64? = nil, remarks: inout [String]) -> CaptureTime? {
    let satellite = known ?? satelliteMilliseconds(remarks: &remarks)
    let clocks: [XMPProperty] = [.dateTimeOriginal, .dateCreated, .dateTimeDigitized, .createDate]
    for clock in clocks {
      guard let text = self[clock] else { continue }
      guard let reading = ClockReading(text) else {
        remarks.append("\(wording(clock)): no time")
        continue
      }
      return reading.captureTime(
        clock.name, offset: reading.utcOffsetMinutes, satellite: satellite, remarks: &remarks)
    }
    return satellite.map { CaptureTime(instantMilliseconds: $0, source: .gps) }
  }

  /// The capture time without remarks.
  var unremarkedTime: CaptureTime? {
    var remarks: [String] = []
    return time(remarks: &remarks)
  }

  /// The GPS time, which XMP writes with its date, in UTC.
  private func satelliteMilliseconds(remarks: inout [String]) -> Int64? {
    guard let text = self[.gpsTimeStamp] else { return nil }
    guard let reading = ClockReading(text) else {
      remarks.append("\(wording(.gpsTimeStamp)): refused")
      return nil
    }
    return reading.milliseconds - Int64(reading.utcOffsetMinutes ?? 0) * 60_000
  }

  /// The orientation of the picture; nil if the packet has none.
  var orientation: Orientation? {
    self[.orientation].flatMap { UInt8($0) }.flatMap(Orientation.init(rawValue:))
  }

  /// The camera.
  var camera: Camera {
    Camera(make: self[.make], model: self[.model], lens: self[.lensModel] ?? self[.lens])
  }
}
