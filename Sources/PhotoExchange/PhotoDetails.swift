internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes the properties of a photo as names and texts, for GPX and KML.
struct PhotoDetails {
  /// The markup before a name, between name and text, and after the text.
  let marks: (before: StaticString, between: StaticString, behind: StaticString)

  /// Writes the properties in the order of GeoJSON.
  func write(_ photo: PhotoRecord, line: GeodesicLine?, to xml: inout XMLWriter) {
    let file = photo.fileFacts
    for property in PhotoProperty.ofFeatures {
      if let value = property.value(of: file, photo.facts) { add(property.name, value, to: &xml) }
    }
    if let line {
      add("distance", .number(line.roundedDistance), to: &xml)
      add("bearing", .number(line.roundedBearing), to: &xml)
      if let offAxis = line.roundedOffAxis { add("offAxis", .number(offAxis), to: &xml) }
      if let isHidden = line.isHidden { add("hidden", .truth(isHidden), to: &xml) }
    }
  }

  private func add(_ name: String, _ value: PropertyValue, to xml: inout XMLWriter) {
    if case .number(let number) = value, !number.isFinite { return }
    xml.raw(marks.before)
    xml.bytes.append(contentsOf: name.utf8)
    xml.raw(marks.between)
    xml.value(value)
    xml.raw(marks.behind)
  }
}

extension CaptureTime {
  /// The instant for XML Schema; nil if only the local time is known.
  var schemaInstant: Int64? { instantMilliseconds.flatMap(Self.inSchemaYears) }

  /// The instant for XML Schema, else the local time as if it were UTC.
  var schemaTime: Int64? { schemaInstant ?? localMilliseconds.flatMap(Self.inSchemaYears) }

  /// A time in the years 1 to 9999, which all programs read; nil for others.
  private static func inSchemaYears(_ milliseconds: Int64) -> Int64? {
    (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) ? milliseconds : nil
  }
}

extension XMLWriter {
  /// The value of a property.
  fileprivate mutating func value(_ value: PropertyValue) {
    switch value {
    case .text(let text), .word(let text): self.text(text)
    case .path(let path): text(path.text)
    case .integer(let number): self.number(number)
    case .number(let number):
      if let whole = Int64(exactly: number) { self.number(whole) } else { text(number.description) }
    case .moment(let instant, let offset):
      Timestamp.append(instant: instant, offsetMinutes: offset, to: &bytes)
    case .clock(let local): Timestamp.append(local: local, to: &bytes)
    case .truth(let truth): text(truth ? "true" : "false")
    case .list(let texts): text(ListText.text(texts))
    }
  }

  /// Writes an element with an instant in UTC; writes nothing if it is nil.
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
