private import Geography
internal import PhotoFacts

extension ExifBlock {
  /// The place the GPS directory gives, or the reason why it gives none.
  func place(from file: inout FileWindow, remarks: inout [String]) -> Place {
    if gps[.gpsLatitude] == nil, gps[.gpsLongitude] == nil {
      return .unlocated(.noGPS, detail: gps.entries.isEmpty ? nil : "GPS data without a position")
    }
    do throws(RefusedValue) {
      let latitude = try angle(.gpsLatitude, upTo: 90, from: &file, remarks: &remarks)
      let longitude = try angle(.gpsLongitude, upTo: 180, from: &file, remarks: &remarks)
      // No hemisphere is asked for here: zero is zero on either side.
      if latitude.degrees == 0, longitude.degrees == 0 {
        return .unlocated(.nullIsland, detail: nil)
      }
      return try place(
        latitude: signed(latitude, .gpsLatitude, .gpsLatitudeRef, "NS", &file, &remarks),
        longitude: signed(longitude, .gpsLongitude, .gpsLongitudeRef, "EW", &file, &remarks),
        from: &file, remarks: &remarks)
    } catch {
      return .unlocated(.invalidGPS, detail: error.detail)
    }
  }

  private func place(
    latitude: Double, longitude: Double, from file: inout FileWindow, remarks: inout [String]
  ) throws(RefusedValue) -> Place {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw RefusedValue(detail: "the position is not on Earth")
    }
    // Less than a centimetre from (0, 0) is (0, 0) in the index.
    if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
      return .unlocated(.nullIsland, detail: nil)
    }
    if let status = gps[.gpsStatus]?.text(from: &file), status.uppercased() == "V" {
      remarks.append("GPSStatus is V: the receiver had lost its fix and gave its last position")
    }
    return .located(
      Location(
        coordinate, altitude: altitude(from: &file, remarks: &remarks),
        direction: direction(from: &file, remarks: &remarks),
        accuracy: accuracy(from: &file, remarks: &remarks), source: .exif))
  }
}

/// A value that cannot be used, in words that name it.
struct RefusedValue: Error {
  let detail: String
}
