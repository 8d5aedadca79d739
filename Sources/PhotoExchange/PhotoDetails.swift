internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes what is known of a photo as names and texts, for formats whose readers show such lists.
struct PhotoDetails {
  /// What stands before a name, between it and its text, and behind that.
  let marks: (before: StaticString, between: StaticString, behind: StaticString)

  /// Writes it in the order in which GeoJSON has it.
  func write(_ photo: PhotoRecord, line: GeodesicLine?, to xml: inout XMLWriter) {
    add("path", photo.path.text, to: &xml)
    add("root", photo.root.text, to: &xml)
    add("filename", String(decoding: photo.path.lastComponent, as: UTF8.self), to: &xml)
    add("media", photo.format?.mimeType, to: &xml)
    add("size", photo.knownSize, to: &xml)
    add("width", (photo.shownSize?.width).map(Int64.init), to: &xml)
    add("height", (photo.shownSize?.height).map(Int64.init), to: &xml)
    add("orientation", Int64(photo.orientation.rawValue), to: &xml)
    if let time = photo.time { write(time, to: &xml) }
    if let location = photo.place.location { write(location, to: &xml) }
    add("cameraMake", photo.camera.make, to: &xml)
    add("cameraModel", photo.camera.model, to: &xml)
    add("lens", photo.camera.lens, to: &xml)
    add("pathBytes", photo.path.percentEncodedWhereNeeded, to: &xml)
    add("rootBytes", photo.root.percentEncodedWhereNeeded, to: &xml)
    add("distance", line?.roundedDistance, to: &xml)
    add("bearing", line?.roundedBearing, to: &xml)
  }

  private func write(_ time: CaptureTime, to xml: inout XMLWriter) {
    if time.instantMilliseconds != nil {
      item("takenAt", to: &xml) { Timestamp.append(instantOf: time, to: &$0.bytes) }
    }
    if let local = time.localMilliseconds {
      item("takenAtLocal", to: &xml) { Timestamp.append(local: local, to: &$0.bytes) }
    }
    add("timeSource", time.source.name, to: &xml)
  }

  private func write(_ location: Location, to xml: inout XMLWriter) {
    add("altitude", location.altitude, to: &xml)
    add("direction", location.direction, to: &xml)
    add("accuracy", location.accuracy, to: &xml)
    add("locationSource", location.source.name, to: &xml)
  }

  private func item(
    _ name: StaticString, to xml: inout XMLWriter, _ text: (inout XMLWriter) -> Void
  ) {
    xml.raw(marks.before)
    xml.raw(name)
    xml.raw(marks.between)
    text(&xml)
    xml.raw(marks.behind)
  }

  private func add(_ name: StaticString, _ text: String?, to xml: inout XMLWriter) {
    guard let text else { return }
    item(name, to: &xml) { $0.text(text) }
  }

  private func add(_ name: StaticString, _ number: Int64?, to xml: inout XMLWriter) {
    guard let number else { return }
    item(name, to: &xml) { $0.number(number) }
  }

  private func add(_ name: StaticString, _ number: Double?, to xml: inout XMLWriter) {
    guard let number, number.isFinite else { return }
    if let whole = Int64(exactly: number) {
      add(name, whole, to: &xml)
    } else {
      add(name, number.description, to: &xml)
    }
  }
}

extension CaptureTime {
  /// The instant as XML Schema has it, whose years begin with 1; nothing where only the camera's clock
  /// is known.
  var schemaInstant: Int64? {
    let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    guard let instant = instantMilliseconds, years.contains(instant) else { return nil }
    return instant
  }
}

extension XMLWriter {
  /// An element with a moment in UTC, or nothing where there is none.
  mutating func element(_ name: StaticString, utc milliseconds: Int64?) {
    guard let milliseconds else { return }
    raw("<")
    raw(name)
    raw(">")
    Timestamp.append(local: milliseconds, to: &bytes)
    raw("Z</")
    raw(name)
    raw(">")
  }
}
