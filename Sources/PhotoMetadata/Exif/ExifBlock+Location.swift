internal import Files
private import Geography
internal import PhotoFacts

extension ExifBlock {
  /// The place the GPS directory gives, or the reason why it gives none.
  ///
  /// `time` is when the photo was taken: magnetic north moves.
  func place(at time: CaptureTime?, from file: inout FileWindow, remarks: inout [String]) -> Place {
    if gps[.gpsLatitude] == nil, gps[.gpsLongitude] == nil {
      return .unlocated(.noGPS, detail: gps.entries.isEmpty ? nil : "GPS data without a position")
    }
    do throws(RefusedValue) {
      let latitude = try angle(.gpsLatitude, upTo: 90, from: &file, remarks: &remarks)
      let longitude = try angle(.gpsLongitude, upTo: 180, from: &file, remarks: &remarks)
      // No hemisphere is asked for here: zero is zero on either side.
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
    // Less than a centimetre from (0, 0) is (0, 0) in the index.
    if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
      return .unlocated(.nullIsland, detail: "GPSLatitude and GPSLongitude are as good as 0")
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

/// A value that cannot be used, in words that name it.
struct RefusedValue: Error {
  let detail: String

  /// The system's number, where it was the system that refused.
  var systemError: Int32?

  init(detail: String) { self.detail = detail }

  init(_ error: SystemError) {
    systemError = error.code
    detail = error.reason
  }
}
