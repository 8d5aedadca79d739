public import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as GeoJSON features, with the properties users and tools rely on.
public struct PhotoFeature: Sendable {
  /// Where the server is reached, without a closing slash; nothing where there is no server, and
  /// then the features have no links.
  public var baseURL: String?

  /// Makes a writer of features.
  public init(baseURL: String? = nil) { self.baseURL = baseURL }

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
        writeTime(photo.time, to: &json)
        writeLocation(location, to: &json)
        json.member("cameraMake", photo.camera.make)
        json.member("cameraModel", photo.camera.model)
        json.member("lens", photo.camera.lens)
        json.member("pathBytes", photo.path.percentEncodedWhereNeeded)
        json.member("rootBytes", photo.root.percentEncodedWhereNeeded)
        writeLinks(photo, to: &json)
        guard let line else { return }
        json.member("distance", line.roundedDistance)
        json.member("bearing", line.roundedBearing)
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

  private func writeFile(_ photo: PhotoRecord, to json: inout JSONWriter) {
    json.member("path", photo.path.description)
    json.member("root", photo.root.description)
    json.member("filename", String(decoding: photo.path.lastComponent, as: UTF8.self))
    json.member("media", photo.format?.mimeType)
    json.member("size", Int(photo.size))
    json.member("width", photo.shownSize?.width)
    json.member("height", photo.shownSize?.height)
    json.member("orientation", Int(photo.orientation.rawValue))
  }

  func writeTime(_ time: CaptureTime?, to json: inout JSONWriter) {
    guard let time else { return }
    if time.instantMilliseconds != nil {
      json.name("takenAt")
      json.plainText { Timestamp.append(instantOf: time, to: &$0) }
    }
    if let local = time.localMilliseconds {
      json.name("takenAtLocal")
      json.plainText { Timestamp.append(local: local, to: &$0) }
    }
    json.member("timeSource", time.source.name)
  }

  func writeLocation(_ location: Location, to json: inout JSONWriter) {
    json.member("altitude", location.altitude)
    json.member("direction", location.direction)
    json.member("accuracy", location.accuracy)
    json.member("locationSource", location.source.name)
  }

  private func writeLinks(_ photo: PhotoRecord, to json: inout JSONWriter) {
    guard let baseURL else { return }
    json.member("thumbnail", Self.thumbnail(baseURL, photo.id))
    json.member("original", Self.original(baseURL, photo.id))
  }

  static func thumbnail(_ baseURL: String, _ id: Int64) -> String {
    "\(baseURL)/photos/\(id)/thumbnail"
  }

  static func original(_ baseURL: String, _ id: Int64) -> String {
    "\(baseURL)/photos/\(id)/original"
  }
}

extension GeodesicLine {
  /// Metres, to the millimetre.
  var roundedDistance: Double { (distance * 1_000).rounded() / 1_000 }

  /// Degrees, to four decimals.
  var roundedBearing: Double { (bearing * 10_000).rounded() / 10_000 }
}
