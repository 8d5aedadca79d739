private import Geography
internal import PhotoFacts

extension Movie {
  private static let apple = "com.apple.quicktime."

  /// The place the film gives, or the reason why it gives none.
  func place(remarks: inout [String]) -> Place {
    let names = [Self.apple + "location.ISO6709", "©xyz"]
    let written = names.lazy.compactMap { name in texts[name].map { (name, $0) } }.first
    guard written != nil || mapPosition != nil else { return .unlocated(.noGPS, detail: nil) }
    let wording =
      written.map { "\($0.0) is “\($0.1.prefix(64))”" }
      ?? mapPosition.map { "loci is \(shortest($0.latitude)), \(shortest($0.longitude))" }
    guard let position = written.map({ WrittenPosition($0.1) }) ?? mapPosition,
      let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude)
    else {
      return .unlocated(.invalidGPS, detail: wording)
    }
    if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
      return .unlocated(.nullIsland, detail: nil)
    }
    let accuracy = texts[Self.apple + "location.accuracy.horizontal"].flatMap(writtenNumber)
    return .located(
      Location(
        coordinate, altitude: position.altitude, accuracy: accuracy.flatMap { $0 >= 0 ? $0 : nil },
        source: .quicktime))
  }

  /// When it was made: a text has the offset from UTC, the header is in UTC.
  func time(remarks: inout [String]) -> CaptureTime? {
    for name in [Self.apple + "creationdate", "date", "©day"] {
      guard let text = texts[name] else { continue }
      if let reading = ClockReading(text) {
        return reading.captureTime(
          name, offset: reading.utcOffsetMinutes, satellite: nil, remarks: &remarks)
      }
      remarks.append("\(name) is “\(text.prefix(64))”: no time")
    }
    // The header counts from 1904; what lies before 1970 was never set.
    let seconds = creationSeconds - 2_082_844_800
    guard seconds > 0, seconds < 1 << 36 else { return nil }
    return CaptureTime(instantMilliseconds: Int64(seconds) * 1000, source: .offsetTag)
  }

  /// What took it.
  var camera: Camera {
    Camera(
      make: texts[Self.apple + "make"] ?? texts["com.android.manufacturer"] ?? texts["©mak"],
      model: texts[Self.apple + "model"] ?? texts["com.android.model"] ?? texts["©mod"])
  }
}
