public import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as GeoJSON features, with the properties users and tools rely on.
public struct PhotoFeature: Sendable {
  /// Where the server is reached, without a closing slash; nothing where there is no server, and
  /// then the features have no links.
  public var baseURL: String?

  /// Which properties they have.
  public var properties: PropertySelection

  /// Makes a writer of features.
  public init(baseURL: String? = nil, properties: PropertySelection = .all) {
    self.baseURL = baseURL
    self.properties = properties
  }

  /// Writes one feature.
  ///
  /// `line` is the way to it, where something was measured from.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    guard let location = photo.place.location else { return }
    json.object { json in
      json.member("type", "Feature")
      json.name("id")
      json.value(photo.id)
      Self.writePoint(location.coordinate, to: &json)
      json.name("properties")
      json.object { json in
        writeFile(photo, to: &json)
        if let time = photo.time { writeTime(time, to: &json) }
        writeLocation(location, to: &json)
        writeCamera(photo, to: &json)
        writeLinks(photo.id, to: &json)
        if let line { writeLine(line, to: &json) }
      }
    }
  }

  /// Writes the feature of a photo of which only the place has been looked up.
  ///
  /// `line` is the way to it, where something was measured from.
  public func write(_ pin: Pin, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "Feature")
      json.name("id")
      json.value(pin.id)
      Self.writePoint(pin.coordinate, to: &json)
      json.name("properties")
      json.object { json in
        writeLinks(pin.id, to: &json)
        if let line { writeLine(line, to: &json) }
      }
    }
  }

  /// Writes the feature of a photo of which no properties are asked for.
  public static func writePin(_ pin: Pin, to json: inout JSONWriter) {
    json.beginValue()
    json.literal("{\"type\":\"Feature\",\"id\":")
    json.value(pin.id)
    writePoint(pin.coordinate, to: &json)
    json.literal(",\"properties\":{}}", needsComma: true)
  }

  /// Writes the `geometry` of a feature, after another member.
  public static func writePoint(_ coordinate: Coordinate, to json: inout JSONWriter) {
    json.literal(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    json.degrees(coordinate.longitudeE7)
    json.degrees(coordinate.latitudeE7)
    json.literal("]}", needsComma: true)
  }

  private func wants(_ property: FeatureProperty) -> Bool { properties.contains(property) }

  private func writeFile(_ photo: PhotoRecord, to json: inout JSONWriter) {
    if wants(.path) { json.member("path", photo.path.description) }
    if wants(.root) { json.member("root", photo.root.description) }
    if wants(.filename) {
      json.member("filename", String(decoding: photo.path.lastComponent, as: UTF8.self))
    }
    if wants(.media) { json.member("media", photo.format?.mimeType) }
    if wants(.size) { json.member("size", Int(photo.size)) }
    if wants(.width) { json.member("width", photo.shownSize?.width) }
    if wants(.height) { json.member("height", photo.shownSize?.height) }
    if wants(.orientation) { json.member("orientation", Int(photo.orientation.rawValue)) }
  }

  private func writeTime(_ time: CaptureTime, to json: inout JSONWriter) {
    if time.instantMilliseconds != nil, wants(.takenAt) {
      json.name("takenAt")
      json.plainText { Timestamp.append(instantOf: time, to: &$0) }
    }
    if let local = time.localMilliseconds, wants(.takenAtLocal) {
      json.name("takenAtLocal")
      json.plainText { Timestamp.append(local: local, to: &$0) }
    }
    if wants(.timeSource) { json.member("timeSource", time.source.name) }
  }

  private func writeLocation(_ location: Location, to json: inout JSONWriter) {
    if wants(.altitude) { json.member("altitude", location.altitude) }
    if wants(.direction) { json.member("direction", location.direction) }
    if wants(.accuracy) { json.member("accuracy", location.accuracy) }
    if wants(.locationSource) { json.member("locationSource", location.source.name) }
  }

  private func writeCamera(_ photo: PhotoRecord, to json: inout JSONWriter) {
    if wants(.cameraMake) { json.member("cameraMake", photo.camera.make) }
    if wants(.cameraModel) { json.member("cameraModel", photo.camera.model) }
    if wants(.lens) { json.member("lens", photo.camera.lens) }
    if wants(.pathBytes) { json.member("pathBytes", photo.path.percentEncodedWhereNeeded) }
    if wants(.rootBytes) { json.member("rootBytes", photo.root.percentEncodedWhereNeeded) }
  }

  private func writeLinks(_ id: Int64, to json: inout JSONWriter) {
    guard let baseURL else { return }
    if wants(.thumbnail) { json.member("thumbnail", "\(baseURL)/photos/\(id)/thumbnail") }
    if wants(.original) { json.member("original", "\(baseURL)/photos/\(id)/original") }
  }

  private func writeLine(_ line: GeodesicLine, to json: inout JSONWriter) {
    if wants(.distance) { json.member("distance", (line.distance * 1_000).rounded() / 1_000) }
    if wants(.bearing) { json.member("bearing", (line.bearing * 10_000).rounded() / 10_000) }
  }
}
