extension ExifBlock {
  /// Metres above sea level.
  ///
  /// Exif 3.0 added references 2 and 3. Odd references mean below sea level, whatever the sign of the number.
  func altitude(from file: inout FileWindow, remarks: inout [String]) -> Double? {
    guard let entry = gps[.gpsAltitude] else { return nil }
    guard let metres = entry.number(from: &file), abs(metres) <= 1_000_000 else {
      remarks.append("GPSAltitude is \(entry.wording(from: &file)): refused")
      return nil
    }
    guard let reference = gps[.gpsAltitudeRef] else { return metres }
    // The tag is a byte; some writers use a digit or a fraction.
    let number = reference.number(from: &file).flatMap { Int(exactly: $0) }
    let side = number ?? reference.text(from: &file).flatMap { Int($0) }
    switch side {
    case 0, 2, 0x30, 0x32: return metres
    case 1, 3, 0x31, 0x33: return -abs(metres)
    default:
      remarks.append(
        "GPSAltitudeRef is \(reference.wording(from: &file)): assumed above sea level")
      return metres
    }
  }

  /// The direction the camera pointed in.
  func direction(from file: inout FileWindow, remarks: inout [String]) -> CompassDirection? {
    guard let entry = gps[.gpsImgDirection] else { return nil }
    guard let degrees = entry.number(from: &file), (0...360).contains(degrees) else {
      remarks.append("GPSImgDirection is \(entry.wording(from: &file)): refused")
      return nil
    }
    let reference = gps[.gpsImgDirectionRef]?.text(from: &file)
    let shown = reference.map { "is \($0)" } ?? "is missing"
    return CompassDirection(
      degrees: degrees, reference: reference, name: "GPSImgDirection \(shortest(degrees))° is",
      referenceWording: "GPSImgDirectionRef \(shown)")
  }

  /// The horizontal error of the position in metres.
  func accuracy(from file: inout FileWindow, remarks: inout [String]) -> Double? {
    guard let entry = gps[.gpsHPositioningError] else { return nil }
    guard let metres = entry.number(from: &file), metres.isFinite, metres >= 0 else {
      remarks.append("GPSHPositioningError is \(entry.wording(from: &file)): refused")
      return nil
    }
    return metres
  }
}

/// Formats a number without a trailing `.0`.
func shortest(_ number: Double) -> String {
  if let whole = Int(exactly: number) { return String(whole) }
  return String(number)
}
