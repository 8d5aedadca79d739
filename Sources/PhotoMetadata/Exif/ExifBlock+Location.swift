internal import Files
private import Geography
internal import PhotoFacts

extension ExifBlock {
  /// The place of the GPS directory, or the reason why there is none.
  ///
  /// `time` selects the magnetic declination.
  func place(at time: CaptureTime?, from file: inout FileWindow, remarks: inout [String]) -> Place {
    if gps[.gpsLatitude] == nil, gps[.gpsLongitude] == nil {
      return .unlocated(.noGPS, detail: gps.entries.isEmpty ? nil : "GPS data without a position")
    }
    do throws(RefusedValue) {
      let latitude = try angle(.gpsLatitude, upTo: 90, from: &file, remarks: &remarks)
      let longitude = try angle(.gpsLongitude, upTo: 180, from: &file, remarks: &remarks)
      // The hemisphere is not needed: zero is the same in both.
      if latitude.degrees == 0, longitude.degrees == 0 {
        return .unlocated(.nullIsland, detail: "GPSLatitude and GPSLongitude are 0")
      }
      return try place(
        latitude: signed(latitude, .gpsLatitude, .gpsLatitudeRef, "NS", &file, &remarks),
        longitude: signed(longitude, .gpsLongitude, .gpsLongitudeRef, "EW", &file, &remarks),
        at: time, from: &file, remarks: &remarks)
    } catch {
      return .unlocated(.invalidGPS, detail: error.detail)
    }
  }

  private func place(
    latitude: Double, longitude: Double, at time: CaptureTime?, from file: inout FileWindow,
    remarks: inout [String]
  ) throws(RefusedValue) -> Place {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw RefusedValue(detail: "the position is not on Earth")
    }
    // Positions less than a centimetre from (0, 0) round to it.
    if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
      return .unlocated(.nullIsland, detail: "GPSLatitude and GPSLongitude round to 0")
    }
    if let status = gps[.gpsStatus]?.text(from: &file), status.uppercased() == "V" {
      remarks.append("GPSStatus is V: the receiver had lost its fix and gave its last position")
    }
    let altitude = altitude(from: &file, remarks: &remarks)
    let direction = direction(from: &file, remarks: &remarks)
    return .located(
      Location(
        coordinate, altitude: altitude,
        direction: direction?.fromTrueNorth(
          at: coordinate, altitude: altitude, time: time, remarks: &remarks),
        accuracy: accuracy(from: &file, remarks: &remarks), source: .exif))
  }
}

/// A value that cannot be used, with a description that names it.
struct RefusedValue: Error {
  let detail: String

  /// The value of `errno`, if a system call failed.
  var systemError: Int32?

  init(detail: String) { self.detail = detail }

  init(_ error: SystemError) {
    systemError = error.code
    detail = error.reason
  }
}
