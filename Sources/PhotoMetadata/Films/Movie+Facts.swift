private import Geography
internal import PhotoFacts

extension Movie {
  private static let apple = "com.apple.quicktime."

  /// The place of the film, or the reason why there is none.
  func place(remarks: inout [String]) -> Place {
    let names = [Self.apple + "location.ISO6709", "©xyz", "location"]
    let found = names.lazy.compactMap { name in written(name).map { (name, $0) } }.first
    guard found != nil || mapPosition != nil else { return .unlocated(.noGPS, detail: nil) }
    let wording =
      found.map { "\($0.0) is “\($0.1.prefix(64))”" }
      ?? mapPosition.map { "loci is \(shortest($0.latitude)), \(shortest($0.longitude))" }
    guard let position = found.map({ WrittenPosition($0.1) }) ?? mapPosition,
      let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude)
    else {
      return .unlocated(.invalidGPS, detail: wording)
    }
    if coordinate.latitudeE7 == 0, coordinate.longitudeE7 == 0 {
      return .unlocated(.nullIsland, detail: wording)
    }
    let accuracy = written(Self.apple + "location.accuracy.horizontal").flatMap(writtenNumber)
    return .located(
      Location(
        coordinate, altitude: position.altitude, accuracy: accuracy.flatMap { $0 >= 0 ? $0 : nil },
        source: .quicktime))
  }

  /// The creation time: a text has an offset from UTC, the header is in UTC.
  func time(remarks: inout [String]) -> CaptureTime? {
    for name in [Self.apple + "creationdate", "date", "©day", "DATE_RECORDED"] {
      if let time = time(name, remarks: &remarks) { return time }
    }
    return headerTime(remarks: &remarks) ?? time("DATE", remarks: &remarks)
  }

  private func time(_ name: String, remarks: inout [String]) -> CaptureTime? {
    guard let text = written(name) else { return nil }
    guard let reading = ClockReading(text) else {
      remarks.append("\(name) is “\(text.prefix(64))”: no time")
      return nil
    }
    return reading.captureTime(
      name, offset: reading.utcOffsetMinutes, satellite: nil, remarks: &remarks)
  }

  /// The time in the header, in UTC.
  private func headerTime(remarks: inout [String]) -> CaptureTime? {
    // It counts from 1904. Some writers count from 1970, which gives a time before the invention of film.
    let gap = 2_082_844_800
    let (firstFilms, latest) = (788_918_400, 1 << 36)
    guard creationSeconds >= firstFilms, creationSeconds < latest else { return nil }
    if creationSeconds >= gap + firstFilms {
      return CaptureTime(
        instantMilliseconds: Int64(creationSeconds - gap) * 1000, source: .offsetTag)
    }
    guard creationSeconds < gap else { return nil }
    remarks.append("the time in the header is read as seconds since 1970 instead of 1904")
    return CaptureTime(instantMilliseconds: Int64(creationSeconds) * 1000, source: .offsetTag)
  }

  /// The camera.
  var camera: Camera {
    Camera(
      make: written(Self.apple + "make") ?? written("com.android.manufacturer") ?? written("©mak"),
      model: written(Self.apple + "model") ?? written("com.android.model") ?? written("©mod"))
  }

  func written(_ name: String) -> String? { texts[name] ?? textsOfTracks[name] }
}
