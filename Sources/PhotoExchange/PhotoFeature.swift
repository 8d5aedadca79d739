public import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as GeoJSON features, with the properties users and tools rely on.
public struct PhotoFeature: Sendable {
  /// Where the server is reached, without a closing slash; nothing where there is no server, and
  /// then the features have no links.
  public let baseURL: String?

  /// Which properties they have.
  public let properties: PropertySelection

  /// The members with links, cut where the id of the photo stands in them; none without links.
  private let linkPieces: [[UInt8]]

  /// Makes a writer of features.
  public init(baseURL: String? = nil, properties: PropertySelection = .all) {
    self.baseURL = baseURL
    self.properties = properties
    linkPieces = baseURL.map { Self.linkPieces($0, properties) } ?? []
  }

  /// Writes one feature.
  ///
  /// `line` is the way to it, where something was measured from.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    guard let location = photo.place.location else { return }
    json.beginFeature(at: location.coordinate, id: photo.id)
    writeStored(photo, location, to: &json)
    end(photo.id, line, to: &json)
  }

  /// Writes the feature of a photo of which only the place has been looked up.
  ///
  /// `line` is the way to it, where something was measured from.
  public func write(_ pin: Pin, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    json.beginFeature(at: pin.coordinate, id: pin.id)
    end(pin.id, line, to: &json)
  }

  /// Writes the features of photos of which only the places have been looked up.
  public func write(_ pins: [Pin], to json: inout JSONWriter) {
    guard properties == .none else {
      for pin in pins { write(pin, to: &json) }
      return
    }
    json.bareFeatures(pins.count) { index in
      let pin = pins[index]
      return (pin.id, pin.coordinate.longitudeE7, pin.coordinate.latitudeE7)
    }
  }

  /// Writes as much of a feature as is the same whoever asks, from where.
  public func writeBeginning(_ photo: PhotoRecord, to json: inout JSONWriter) {
    guard let location = photo.place.location else { return }
    json.beginFeature(at: location.coordinate, id: photo.id)
    writeStored(photo, location, to: &json)
  }

  /// Writes a feature whose beginning was written before.
  public func write(beginning: [UInt8], id: Int64, to json: inout JSONWriter) {
    json.raw(beginning)
    end(id, nil, to: &json)
  }

  private func writeStored(
    _ photo: PhotoRecord, _ location: Location, to json: inout JSONWriter
  ) {
    writeFile(photo, to: &json)
    if let time = photo.time { writeTime(time, to: &json) }
    writeLocation(location, to: &json)
    writeCamera(photo, to: &json)
  }

  private func end(_ id: Int64, _ line: GeodesicLine?, to json: inout JSONWriter) {
    writeLinks(id, to: &json)
    if let line { writeLine(line, to: &json) }
    json.literal("}}", needsComma: true)
  }

  /// Writes the `geometry` of a feature, after another member.
  public static func writePoint(_ coordinate: Coordinate, to json: inout JSONWriter) {
    json.literal(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    json.degrees(coordinate.longitudeE7)
    json.degrees(coordinate.latitudeE7)
    json.literal("]}", needsComma: true)
  }

  private func wants(_ property: FeatureProperty) -> Bool { properties.contains(property) }

  func writeFile(_ photo: PhotoRecord, to json: inout JSONWriter) {
    if wants(.path) { json.member("path", text: photo.path.bytes) }
    if wants(.root) { json.member("root", text: photo.root.bytes) }
    if wants(.filename) {
      json.member("filename", text: photo.path.lastComponent)
    }
    if wants(.media) { json.member("media", photo.format?.mimeType) }
    if wants(.size) { json.member("size", photo.knownSize.map { Int($0) }) }
    if wants(.width) { json.member("width", photo.shownSize?.width) }
    if wants(.height) { json.member("height", photo.shownSize?.height) }
    if wants(.orientation) { json.member("orientation", Int(photo.orientation.rawValue)) }
  }

  func writeTime(_ time: CaptureTime, to json: inout JSONWriter) {
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

  func writeLocation(_ location: Location, to json: inout JSONWriter) {
    if wants(.altitude) { json.member("altitude", location.altitude) }
    if wants(.direction) { json.member("direction", location.direction) }
    if wants(.accuracy) { json.member("accuracy", location.accuracy) }
    if wants(.locationSource) { json.member("locationSource", location.source.name) }
  }

  func writeCamera(_ photo: PhotoRecord, to json: inout JSONWriter) {
    if wants(.cameraMake) { json.member("cameraMake", photo.camera.make) }
    if wants(.cameraModel) { json.member("cameraModel", photo.camera.model) }
    if wants(.lens) { json.member("lens", photo.camera.lens) }
    if wants(.pathBytes) { json.member("pathBytes", photo.path.percentEncodedWhereNeeded) }
    if wants(.rootBytes) { json.member("rootBytes", photo.root.percentEncodedWhereNeeded) }
  }

  func writeLinks(_ id: Int64, to json: inout JSONWriter) {
    if !linkPieces.isEmpty { json.members(linkPieces, around: id) }
  }

  private static func linkPieces(_ baseURL: String, _ properties: PropertySelection) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    for (property, name) in [(FeatureProperty.thumbnail, "thumbnail"), (.original, "original")]
    where properties.contains(property) {
      if pieces.isEmpty { pieces.append([]) } else { pieces[pieces.count - 1].append(44) }
      pieces[pieces.count - 1] += "\"\(name)\":\"".utf8
      pieces[pieces.count - 1] += JSONWriter.escaped(Array("\(baseURL)/photos/".utf8))
      pieces.append(Array("/\(name)\"".utf8))
    }
    return pieces
  }

  private func writeLine(_ line: GeodesicLine, to json: inout JSONWriter) {
    if wants(.distance) { json.member("distance", line.roundedDistance) }
    if wants(.bearing) { json.member("bearing", line.roundedBearing) }
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

extension JSONWriter {
  fileprivate mutating func beginFeature(at coordinate: Coordinate, id: Int64) {
    beginFeature(
      id: id, longitudeE7: coordinate.longitudeE7, latitudeE7: coordinate.latitudeE7)
  }
}
