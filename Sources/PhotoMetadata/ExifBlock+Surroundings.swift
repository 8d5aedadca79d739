extension ExifBlock {
  /// Metres above sea level.
  ///
  /// Exif 3.0 added references 2 and 3; odd ones are below, whatever sign the number has.
  func altitude(from file: inout FileWindow, remarks: inout [String]) -> Double? {
    guard let entry = gps[.gpsAltitude] else { return nil }
    guard let metres = entry.number(from: &file), abs(metres) <= 1_000_000 else {
      remarks.append("GPSAltitude is \(entry.wording(from: &file)): refused")
      return nil
    }
    guard let reference = gps[.gpsAltitudeRef] else { return metres }
    // The tag is a byte; some writers give it as the digit or as a fraction.
    let number = reference.number(from: &file).flatMap { Int(exactly: $0) }
    let side = number ?? reference.text(from: &file).flatMap { Int($0) }
    switch side {
    case 0, 2, 0x30, 0x32: return metres
    case 1, 3, 0x31, 0x33: return -abs(metres)
    default:
      remarks.append(
        "GPSAltitudeRef is \(reference.wording(from: &file)): taken as above sea level")
      return metres
    }
  }

  /// Where the camera looked, in degrees clockwise from true north.
  func direction(from file: inout FileWindow, remarks: inout [String]) -> Double? {
    guard let entry = gps[.gpsImgDirection] else { return nil }
    guard let degrees = entry.number(from: &file), (0...360).contains(degrees) else {
      remarks.append("GPSImgDirection is \(entry.wording(from: &file)): refused")
      return nil
    }
    let reference = gps[.gpsImgDirectionRef]?.text(from: &file)
    switch reference?.uppercased().first {
    case "T": break
    case "M":
      remarks.append(
        "GPSImgDirection \(shortest(degrees))° is from magnetic north: true north is not known")
      return nil
    default:
      let shown = reference.map { "is \($0)" } ?? "is missing"
      remarks.append("GPSImgDirectionRef \(shown): the direction is taken as from true north")
    }
    return degrees == 360 ? 0 : degrees
  }

  /// Radius in metres within which the position is right.
  func accuracy(from file: inout FileWindow, remarks: inout [String]) -> Double? {
    guard let entry = gps[.gpsHPositioningError] else { return nil }
    guard let metres = entry.number(from: &file), metres.isFinite, metres >= 0 else {
      remarks.append("GPSHPositioningError is \(entry.wording(from: &file)): refused")
      return nil
    }
    return metres
  }
}

/// A number without a needless `.0`.
func shortest(_ number: Double) -> String {
  if let whole = Int(exactly: number) { return String(whole) }
  return String(number)
}
