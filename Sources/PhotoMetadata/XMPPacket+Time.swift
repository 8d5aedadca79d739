internal import PhotoFacts

extension XMPPacket {
  /// When the photo was taken, as far as the packet says.
  ///
  /// The order is that of the Metadata Working Group: when the picture was taken, then when it was
  /// turned into numbers.
  ///
  /// `satellite` is the UTC time of a GPS receiver known from elsewhere.
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

  /// The UTC time of the GPS receiver, which XMP writes with its date.
  private func satelliteMilliseconds(remarks: inout [String]) -> Int64? {
    guard let text = self[.gpsTimeStamp] else { return nil }
    guard let reading = ClockReading(text) else {
      remarks.append("\(wording(.gpsTimeStamp)): refused")
      return nil
    }
    return reading.milliseconds - Int64(reading.utcOffsetMinutes ?? 0) * 60_000
  }

  /// What took the photo.
  var camera: Camera {
    Camera(make: self[.make], model: self[.model], lens: self[.lensModel] ?? self[.lens])
  }
}
