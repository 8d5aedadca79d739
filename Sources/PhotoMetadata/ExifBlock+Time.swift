internal import PhotoFacts

extension ExifBlock {
  /// What is said of a time that is no better than when the file was changed last.
  static let editingRemark = "the time is from DateTime, which editing changes"

  /// When the photo was taken, as far as the block says.
  ///
  /// The clock of the camera comes from DateTimeOriginal, else DateTimeDigitized, else DateTime:
  /// the last is when the file was changed, so it is used with a remark. Its distance from UTC
  /// comes from an offset tag, else from the GPS receiver's own clock, else it is not known.
  func time(from file: inout FileWindow, remarks: inout [String]) -> CaptureTime? {
    let satellite = satelliteMilliseconds(from: &file, remarks: &remarks)
    for clock in Clock.inOrder {
      guard let reading = reading(clock, from: &file, remarks: &remarks) else { continue }
      if clock.tag == .dateTime {
        if let satellite, ClockReading.zone(reading.milliseconds, satellite) == nil { break }
        remarks.append(Self.editingRemark)
      }
      let offset = reading.utcOffsetMinutes ?? offset(clock, from: &file, remarks: &remarks)
      return reading.captureTime(
        clock.tag.name, offset: offset, satellite: satellite, remarks: &remarks)
    }
    return satellite.map { CaptureTime(instantMilliseconds: $0, source: .gps) }
  }

  /// A clock reading with its fraction of a second.
  private func reading(
    _ clock: Clock, from file: inout FileWindow, remarks: inout [String]
  ) -> ClockReading? {
    // Some writers put the tags of the Exif directory into IFD0.
    guard let entry = exif[clock.tag] ?? image[clock.tag] else { return nil }
    guard let text = entry.text(from: &file), var reading = ClockReading(text) else {
      remarks.append("\(clock.tag.name) is \(entry.wording(from: &file)): no time")
      return nil
    }
    if reading.milliseconds % 1000 == 0,
      let fraction = (exif[clock.fraction] ?? image[clock.fraction])?.text(from: &file)
    {
      var digits = Digits(fraction.utf8)
      reading.milliseconds += Int64(digits.milliseconds())
    }
    return reading
  }

  /// The distance from UTC that a tag gives.
  ///
  /// The three offset tags belong to three clocks, but a camera has one: where the right one is
  /// missing another is taken and named.
  private func offset(
    _ clock: Clock, from file: inout FileWindow, remarks: inout [String]
  ) -> Int? {
    for tag in [clock.offset, .offsetTimeOriginal, .offsetTimeDigitized, .offsetTime] {
      guard let entry = exif[tag] ?? image[tag], let text = entry.text(from: &file) else {
        continue
      }
      guard let minutes = ClockReading.offsetMinutes(text) else {
        // Exif spells "not known" as blanks around the colon.
        if text != ":" { remarks.append("\(tag.name) is “\(text.prefix(64))”: no offset") }
        continue
      }
      if tag != clock.offset {
        remarks.append("the offset of \(clock.tag.name) is from \(tag.name)")
      }
      return minutes
    }
    return nil
  }
}

/// One of the three clock readings an Exif block may have, with the tags beside it.
private struct Clock {
  let tag: ExifTag
  let fraction: ExifTag
  let offset: ExifTag

  static let inOrder = [
    Clock(tag: .dateTimeOriginal, fraction: .subSecTimeOriginal, offset: .offsetTimeOriginal),
    Clock(tag: .dateTimeDigitized, fraction: .subSecTimeDigitized, offset: .offsetTimeDigitized),
    Clock(tag: .dateTime, fraction: .subSecTime, offset: .offsetTime),
  ]
}
