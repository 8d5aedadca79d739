public import Geography
public import Grid
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as GeoJSON features, with stable property names.
public struct PhotoFeature: Sendable {
  /// The address of the server without a trailing slash; nil writes features without links.
  public let baseURL: String?

  /// The properties to write.
  public let properties: PropertySelection

  /// The prepared names of these properties.
  private let members: PropertyMembers

  /// The link members, split where the photo id is inserted; empty without links.
  private let linkPieces: [[UInt8]]

  private let hasDistance: Bool
  private let hasBearing: Bool
  private let hasOffAxis: Bool
  private let hasHidden: Bool

  /// Makes a writer of features.
  public init(baseURL: String? = nil, properties: PropertySelection = .all) {
    self.baseURL = baseURL
    self.properties = properties
    members =
      properties == .all
      ? .all
      : PropertyMembers(
        properties.properties.compactMap {
          if case .stored(let property) = $0 { property } else { nil }
        })
    linkPieces = baseURL.map { Self.linkPieces($0, properties) } ?? []
    (hasDistance, hasBearing) = (properties.contains(.distance), properties.contains(.bearing))
    (hasOffAxis, hasHidden) = (properties.contains(.offAxis), properties.contains(.hidden))
  }

  /// Writes one feature; `line` adds distance and bearing.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    guard photo.facts.place.location != nil else { return }
    writeBeginning(photo, to: &json)
    end(line, to: &json)
  }

  /// Writes a feature with its position only; `line` adds distance and bearing.
  public func write(_ pin: Pin, line: GeodesicLine? = nil, to json: inout JSONWriter) {
    json.beginFeature(at: pin.coordinate, id: pin.id)
    writeLinks(pin.id, to: &json)
    end(line, to: &json)
  }

  /// Writes features with their positions only.
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

  /// Writes the part of a feature that is the same for all queries: all but its end.
  public func writeBeginning(_ photo: PhotoRecord, to json: inout JSONWriter) {
    guard let location = photo.facts.place.location else { return }
    json.beginFeature(at: location.coordinate, id: photo.id)
    write(photo.fileFacts, photo.facts, to: &json)
    writeLinks(photo.id, to: &json)
  }

  /// Writes a feature whose beginning was written earlier; `line` adds distance and bearing.
  public func write(beginning: [UInt8], line: GeodesicLine? = nil, to json: inout JSONWriter) {
    json.raw(beginning)
    // None of the selected properties is known.
    if beginning.last == UInt8(ascii: "{") { json.omitComma() }
    end(line, to: &json)
  }

  /// Writes the selected properties that are known.
  func write(_ file: FileFacts, _ facts: PhotoFacts, to json: inout JSONWriter) {
    members.write(file, facts, to: &json)
  }

  private func end(_ line: GeodesicLine?, to json: inout JSONWriter) {
    if let line { writeLine(line, to: &json) }
    json.literal("}}", needsComma: true)
  }

  /// Writes the `geometry` member, preceded by a comma.
  public static func writePoint(_ coordinate: Coordinate, to json: inout JSONWriter) {
    json.literal(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    json.degrees(coordinate.longitudeE7)
    json.degrees(coordinate.latitudeE7)
    json.literal("]}", needsComma: true)
  }

  func writeLinks(_ id: Int64, to json: inout JSONWriter) {
    if !linkPieces.isEmpty { json.members(linkPieces, around: id) }
  }

  private static func linkPieces(_ baseURL: String, _ properties: PropertySelection) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    for link in [FeatureProperty.thumbnail, .original] where properties.contains(link) {
      if pieces.isEmpty { pieces.append([]) } else { pieces[pieces.count - 1].append(44) }
      pieces[pieces.count - 1] += "\"\(link.name)\":\"".utf8
      pieces[pieces.count - 1] += JSONWriter.escaped(Array("\(baseURL)/photos/".utf8))
      pieces.append(Array("/\(link.name)\"".utf8))
    }
    return pieces
  }

  private func writeLine(_ line: GeodesicLine, to json: inout JSONWriter) {
    if hasDistance { json.member("distance", line.roundedDistance) }
    if hasBearing { json.member("bearing", line.roundedBearing) }
    if hasOffAxis, let offAxis = line.roundedOffAxis { json.member("offAxis", offAxis) }
    if hasHidden, let isHidden = line.isHidden { json.member("hidden", isHidden) }
  }

  static func thumbnail(_ baseURL: String, _ id: Int64) -> String {
    "\(baseURL)/photos/\(id)/thumbnail"
  }

  static func original(_ baseURL: String, _ id: Int64) -> String {
    "\(baseURL)/photos/\(id)/original"
  }
}

extension GeodesicLine {
  /// Metres, rounded to millimetres.
  var roundedDistance: Double { (distance * 1_000).rounded() / 1_000 }

  /// Degrees, rounded to four decimals.
  var roundedBearing: Double { (bearing * 10_000).rounded() / 10_000 }

  /// Degrees, rounded to two decimals.
  var roundedOffAxis: Double? { offAxis.map { ($0 * 100).rounded() / 100 } }
}

extension JSONWriter {
  fileprivate mutating func beginFeature(at coordinate: Coordinate, id: Int64) {
    beginFeature(
      id: id, longitudeE7: coordinate.longitudeE7, latitudeE7: coordinate.latitudeE7)
  }
}
