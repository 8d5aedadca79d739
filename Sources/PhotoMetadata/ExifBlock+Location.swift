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
      if latitude == 0, longitude == 0 { return .unlocated(.nullIsland, detail: nil) }
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

  /// Degrees, minutes and seconds as degrees; negative where the value carries a sign of its own.
  ///
  /// Minutes and seconds may be missing, and minutes or seconds of 60 and more are added up as
  /// they are: writers exist that put the whole fraction into the minutes. Trailing 0/0 says
  /// "not given" and counts as nothing when the number before it is there.
  private func angle(
    _ tag: ExifTag, upTo limit: Double, from file: inout FileWindow, remarks: inout [String]
  ) throws(RefusedValue) -> Double {
    guard let entry = gps[tag] else { throw RefusedValue(detail: "\(tag.name) is missing") }
    guard entry.isInside else {
      throw RefusedValue(detail: "\(tag.name) lies outside the Exif block")
    }
    var parts: [3 of Double] = [0, 0, 0]
    let count = min(entry.count, 3)
    guard count > 0 else { throw RefusedValue(detail: "\(tag.name) is empty") }
    for index in 0..<count {
      if let number = entry.number(at: index, from: &file), number.isFinite {
        parts[index] = number
      } else if index > 0, isNotGiven(entry, from: index, to: count, &file) {
        remarks.append("\(tag.name) is \(entry.wording(from: &file)): 0/0 is taken as not given")
        break
      } else {
        throw RefusedValue(detail: "\(tag.name) is \(entry.wording(from: &file))")
      }
    }
    // A sign belongs to the whole value, though only its first number that is not zero may show it.
    let isNegative = parts[0] < 0 || parts[1] < 0 || parts[2] < 0
    let degrees = abs(parts[0]) + (abs(parts[1]) + abs(parts[2]) / 60) / 60
    guard degrees <= limit else {
      let shown = isNegative ? -degrees : degrees
      throw RefusedValue(detail: "\(tag.name) \(shortest(shown))° is beyond ±\(Int(limit))°")
    }
    return isNegative ? -degrees : degrees
  }

  /// Whether the numbers from `index` on are all 0/0 and the one before them can stand alone.
  ///
  /// Whole minutes without seconds are within a mile of the place; whole degrees without minutes
  /// are within sixty, and that is no place.
  private func isNotGiven(
    _ entry: ExifEntry, from index: Int, to count: Int, _ file: inout FileWindow
  ) -> Bool {
    for later in index..<count
    where entry.fraction(at: later, from: &file)?.isBlank != true { return false }
    guard index == 1 else { return true }
    return entry.number(at: 0, from: &file).map { $0 != $0.rounded() } ?? false
  }

  /// Puts the hemisphere's sign on an angle.
  private func signed(
    _ degrees: Double, _ tag: ExifTag, _ reference: ExifTag, _ letters: String,
    _ file: inout FileWindow, _ remarks: inout [String]
  ) throws(RefusedValue) -> Double {
    guard let entry = gps[reference] else {
      throw RefusedValue(detail: "\(reference.name) is missing")
    }
    guard let text = entry.text(from: &file), let letter = text.uppercased().first,
      letters.contains(letter)
    else {
      throw RefusedValue(detail: "\(reference.name) is \(entry.wording(from: &file))")
    }
    if degrees < 0 {
      remarks.append("\(tag.name) is negative and has \(reference.name) \(letter): the sign counts")
      return degrees
    }
    return letter == letters.last ? -degrees : degrees
  }
}

/// A value that cannot be used, in words that name it.
struct RefusedValue: Error {
  let detail: String
}
