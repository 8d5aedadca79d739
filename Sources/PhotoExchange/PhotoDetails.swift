internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// What is known of a photo as names and texts, for formats whose readers show such lists.
struct PhotoDetails {
  private(set) var items: [(name: StaticString, text: String)] = []

  /// Collects it in the order in which GeoJSON has it.
  init(_ photo: PhotoRecord, line: GeodesicLine?) {
    items.reserveCapacity(24)
    add("path", photo.path.description)
    add("root", photo.root.description)
    add("filename", String(decoding: photo.path.lastComponent, as: UTF8.self))
    add("media", photo.format?.mimeType)
    add("size", String(photo.size))
    add("width", (photo.shownSize?.width).map { String($0) })
    add("height", (photo.shownSize?.height).map { String($0) })
    add("orientation", String(photo.orientation.rawValue))
    add("takenAt", photo.time.flatMap(Timestamp.instant))
    add("takenAtLocal", photo.time?.localMilliseconds.map(Timestamp.local))
    add("timeSource", photo.time?.source.name)
    let location = photo.place.location
    add("altitude", location?.altitude)
    add("direction", location?.direction)
    add("accuracy", location?.accuracy)
    add("locationSource", location?.source.name)
    add("cameraMake", photo.camera.make)
    add("cameraModel", photo.camera.model)
    add("lens", photo.camera.lens)
    add("pathBytes", photo.path.percentEncodedWhereNeeded)
    add("rootBytes", photo.root.percentEncodedWhereNeeded)
    add("distance", line?.roundedDistance)
    add("bearing", line?.roundedBearing)
  }

  private mutating func add(_ name: StaticString, _ text: String?) {
    if let text { items.append((name, text)) }
  }

  private mutating func add(_ name: StaticString, _ number: Double?) {
    guard let number, number.isFinite else { return }
    add(name, Int64(exactly: number).map { String($0) } ?? number.description)
  }
}

extension CaptureTime {
  /// The instant in UTC as XML Schema writes a dateTime, which begins with the year 1; nothing where
  /// only the camera's clock is known.
  var schemaText: String? {
    let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    guard let instant = instantMilliseconds, years.contains(instant) else { return nil }
    return Timestamp.utc(instant)
  }
}
