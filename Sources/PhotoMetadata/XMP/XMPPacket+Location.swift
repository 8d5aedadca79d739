private import Geography
internal import PhotoFacts

extension XMPPacket {
  /// The place of the packet, or the reason why there is none.
  ///
  /// `time` selects the magnetic declination.
  func place(at time: CaptureTime?, remarks: inout [String]) -> Place {
    var (north, east) = (XMPProperty.gpsLatitude, XMPProperty.gpsLongitude)
    if self[north] == nil, self[east] == nil {
      north = .droneLatitude
      let isMisspelt = self[.droneLongitude] == nil && self[.droneLongtitude] != nil
      east = isMisspelt ? .droneLongtitude : .droneLongitude
    }
    if self[north] == nil, self[east] == nil { return .unlocated(.noGPS, detail: nil) }
    do throws(RefusedValue) {
      var found: [String] = []
      let latitude = try angle(north, .gpsLatitudeRef, "NS", upTo: 90, &found)
      let longitude = try angle(east, .gpsLongitudeRef, "EW", upTo: 180, &found)
      guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        throw RefusedValue(detail: "the position in XMP is not on Earth")
      }
      if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
        return .unlocated(.nullIsland, detail: "\(north.name) and \(east.name) are 0")
      }
      remarks += found
      let altitude = altitude(remarks: &remarks)
      return .located(
        Location(
          coordinate, altitude: altitude,
          direction: direction(&remarks)?.fromTrueNorth(
            at: coordinate, altitude: altitude, time: time ?? unremarkedTime, remarks: &remarks),
          accuracy: accuracy(&remarks), source: .xmp))
    } catch {
      return .unlocated(.invalidGPS, detail: error.detail)
    }
  }

  /// An angle in degrees, negative in the south and the west.
  private func angle(
    _ property: XMPProperty, _ reference: XMPProperty, _ letters: String, upTo limit: Double,
    _ remarks: inout [String]
  ) throws(RefusedValue) -> Double {
    guard let text = self[property], let angle = WrittenAngle(text) else {
      throw RefusedValue(detail: wording(property))
    }
    guard angle.degrees <= limit else {
      let shown = angle.isNegative ? -angle.degrees : angle.degrees
      throw RefusedValue(detail: "\(property.name) \(shortest(shown))° is beyond ±\(Int(limit))°")
    }
    let beside = self[reference]?.uppercased().first
    guard let letter = angle.hemisphere ?? beside else {
      // Drones write signed numbers; Exif properties need a letter.
      if !angle.isNegative, angle.degrees != 0, property.namespace == .exif {
        remarks.append("\(wording(property)): without \(letters) it is assumed positive")
      }
      return angle.isNegative ? -angle.degrees : angle.degrees
    }
    guard letters.contains(letter) else {
      throw RefusedValue(detail: wording(angle.hemisphere == nil ? reference : property))
    }
    if angle.isNegative, angle.degrees > 0 {
      remarks.append("\(wording(property)), with the hemisphere \(letter): the sign is used")
    }
    return angle.isNegative || letter == letters.last ? -angle.degrees : angle.degrees
  }

  private func altitude(remarks: inout [String]) -> Double? {
    let property = self[.gpsAltitude] == nil ? XMPProperty.droneAltitude : .gpsAltitude
    guard let text = self[property] else { return nil }
    let number = text.hasSuffix(" m") ? String(text.dropLast(2)) : text
    guard let metres = writtenNumber(number), abs(metres) <= 1_000_000 else {
      remarks.append("\(wording(property)): refused")
      return nil
    }
    // The altitude of drones is signed and has no reference.
    if property == .droneAltitude { return metres }
    switch self[.gpsAltitudeRef] {
    case nil, "0", "2": return metres
    case "1", "3": return -abs(metres)
    default:
      remarks.append("\(wording(.gpsAltitudeRef)): assumed above sea level")
      return metres
    }
  }

  private func direction(_ remarks: inout [String]) -> CompassDirection? {
    guard let text = self[.gpsImgDirection] else { return nil }
    guard let degrees = writtenNumber(text), (0...360).contains(degrees) else {
      remarks.append("\(wording(.gpsImgDirection)): refused")
      return nil
    }
    return CompassDirection(
      degrees: degrees, reference: self[.gpsImgDirectionRef], name: wording(.gpsImgDirection),
      referenceWording: wording(.gpsImgDirectionRef))
  }

  private func accuracy(_ remarks: inout [String]) -> Double? {
    guard let text = self[.gpsHPositioningError] else { return nil }
    guard let metres = writtenNumber(text), metres >= 0, metres.isFinite else {
      remarks.append("\(wording(.gpsHPositioningError)): refused")
      return nil
    }
    return metres
  }
}
