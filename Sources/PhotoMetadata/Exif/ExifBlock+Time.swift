internal import PhotoFacts

extension ExifBlock {
  /// The remark about a time from DateTime, which editors update.
  static let editingRemark = "the time is from DateTime, which editing changes"

  /// The capture time.
  ///
  /// The local time comes from DateTimeOriginal, else DateTimeDigitized, else DateTime. DateTime is when the
  /// file was last changed, so using it adds a remark. The offset from UTC comes from an offset tag, else from
  /// the GPS time; otherwise it is unknown.
  func time(from file: inout FileWindow, remarks: inout [String]) -> CaptureTime? {
    let satellite = satelliteMilliseconds(from: &file, remarks: &remarks)
    for tags in TimeTags.inOrder {
      guard let reading = reading(tags, from: &file, remarks: &remarks) else { continue }
      if tags.time == .dateTime {
        if let satellite, ClockReading.zone(reading.milliseconds, satellite) == nil { break }
        remarks.append(Self.editingRemark)
      }
      let offset = reading.utcOffsetMinutes ?? offset(tags, from: &file, remarks: &remarks)
      return reading.captureTime(
        tags.time.name, offset: offset, satellite: satellite, remarks: &remarks)
    }
    return satellite.map { CaptureTime(instantMilliseconds: $0, source: .gps) }
  }

  /// A local time with its fraction of a second.
  private func reading(
    _ tags: TimeTags, from file: inout FileWindow, remarks: inout [String]
  ) -> ClockReading? {
    // Some writers put the tags of the Exif directory into IFD0.
    guard let entry = exif[tags.time] ?? image[tags.time] else { return nil }
    guard let text = entry.text(from: &file), var reading = ClockReading(text) else {
      remarks.append("\(tags.time.name) is \(entry.wording(from: &file)): no time")
      return nil
    }
    if reading.milliseconds % 1000 == 0,
      let fraction = (exif[tags.fraction] ?? image[tags.fraction])?.text(from: &file)
    {
      var digits = Digits(fraction.utf8)
      reading.milliseconds += Int64(digits.milliseconds())
    }
    return reading
  }

  /// The offset from UTC that a tag gives.
  ///
  /// Each of the three time tags has an offset tag. If the right one is missing, another one is used and named
  /// in a remark, because a camera has a single clock.
  private func offset(
    _ tags: TimeTags, from file: inout FileWindow, remarks: inout [String]
  ) -> Int? {
    for tag in [tags.offset, .offsetTimeOriginal, .offsetTimeDigitized, .offsetTime] {
      guard let entry = exif[tag] ?? image[tag], let text = entry.text(from: &file) else {
        continue
      }
      guard let minutes = ClockReading.offsetMinutes(text) else {
        // Exif writes an unknown offset as spaces around the colon.
        if text != ":" { remarks.append("\(tag.name) is “\(text.prefix(64))”: no offset") }
        continue
      }
      if tag != tags.offset {
        remarks.append("the offset of \(tags.time.name) is from \(tag.name)")
      }
      return minutes
    }
    return nil
  }
}

/// One of the three time tags of an Exif block, with its fraction and offset tags.
private struct TimeTags {
  let time: ExifTag
  let fraction: ExifTag
  let offset: ExifTag

  static let inOrder = [
    TimeTags(time: .dateTimeOriginal, fraction: .subSecTimeOriginal, offset: .offsetTimeOriginal),
    TimeTags(
      time: .dateTimeDigitized, fraction: .subSecTimeDigitized, offset: .offsetTimeDigitized),
    TimeTags(time: .dateTime, fraction: .subSecTime, offset: .offsetTime),
  ]
}
