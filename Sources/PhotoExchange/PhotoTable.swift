public import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as the rows of a table (RFC 4180) that `import` reads again.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front, which `import`
/// takes away again.
public struct PhotoTable: Sendable {
  private enum Column {
    case longitude, latitude, id
    case property(FeatureProperty)

    /// What people look for stands first, the rest as GeoJSON has it.
    static let all: [Column] =
      [.property(.path), .longitude, .latitude, .property(.takenAt), .id]
      + FeatureProperty.allCases.filter { $0 != .path && $0 != .takenAt }.map(Column.property)

    var name: String {
      switch self {
      case .longitude: "longitude"
      case .latitude: "latitude"
      case .id: "id"
      case .property(let property): "\(property)"
      }
    }
  }

  private let baseURL: String?
  private let columns: [Column]

  /// Makes a writer of rows: with columns of links where a server has an address, and with distance
  /// and bearing where something is measured.
  ///
  /// `properties` says which columns there are beside the id and the place.
  public init(
    baseURL: String? = nil, hasDistance: Bool = false, properties: PropertySelection = .all
  ) {
    self.baseURL = baseURL
    columns = Column.all.filter { column in
      guard case .property(let property) = column else { return true }
      switch property {
      case .thumbnail, .original: guard baseURL != nil else { return false }
      case .distance, .bearing: guard hasDistance else { return false }
      default: break
      }
      return properties.contains(property)
    }
  }

  /// The row that names the columns.
  public var header: [UInt8] {
    Array((columns.map(\.name).joined(separator: ",") + "\r\n").utf8)
  }

  /// Appends the row of a photo; `line` is the way to it, where something is measured.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil, to bytes: inout [UInt8]) {
    guard let location = photo.place.location else { return }
    var row = RowWriter(bytes: bytes)
    bytes = []
    for column in columns {
      switch column {
      case .longitude: row.add(degrees: location.coordinate.longitudeE7)
      case .latitude: row.add(degrees: location.coordinate.latitudeE7)
      case .id: row.add(number: photo.id)
      case .property(let property): add(property, of: photo, location, line, to: &row)
      }
    }
    row.end()
    bytes = row.bytes
  }

  private func add(
    _ property: FeatureProperty, of photo: PhotoRecord, _ location: Location,
    _ line: GeodesicLine?, to row: inout RowWriter
  ) {
    switch property {
    case .path: row.add(photo.path.text)
    case .root: row.add(photo.root.text)
    case .filename: row.add(String(decoding: photo.path.lastComponent, as: UTF8.self))
    case .media: row.add(plain: photo.format?.mimeType)
    case .size: row.add(number: photo.knownSize)
    case .width: row.add(number: (photo.shownSize?.width).map(Int64.init))
    case .height: row.add(number: (photo.shownSize?.height).map(Int64.init))
    case .orientation: row.add(number: Int64(photo.orientation.rawValue))
    case .takenAt: row.add(plain: photo.time.flatMap(Timestamp.instant))
    case .takenAtLocal: row.add(plain: photo.time?.localMilliseconds.map(Timestamp.local))
    case .timeSource: row.add(plain: photo.time?.source.name)
    case .altitude: row.add(number: location.altitude)
    case .direction: row.add(number: location.direction)
    case .accuracy: row.add(number: location.accuracy)
    case .locationSource: row.add(plain: location.source.name)
    case .cameraMake: row.add(photo.camera.make)
    case .cameraModel: row.add(photo.camera.model)
    case .lens: row.add(photo.camera.lens)
    case .pathBytes: row.add(plain: photo.path.percentEncodedWhereNeeded)
    case .rootBytes: row.add(plain: photo.root.percentEncodedWhereNeeded)
    case .thumbnail: row.add(plain: baseURL.map { PhotoFeature.thumbnail($0, photo.id) })
    case .original: row.add(plain: baseURL.map { PhotoFeature.original($0, photo.id) })
    case .distance: row.add(number: line?.roundedDistance)
    case .bearing: row.add(number: line?.roundedBearing)
    }
  }
}

/// Puts cells side by side.
private struct RowWriter {
  var bytes: [UInt8]
  private var isFirst = true

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func end() { bytes += [0x0D, 0x0A] }

  mutating func add(plain text: String?) {
    separate()
    if let text { bytes.append(contentsOf: text.utf8) }
  }

  mutating func add(number: Int64?) { add(plain: number.map { String($0) }) }

  mutating func add(number: Double?) {
    add(
      plain: number.flatMap { number in
        Int64(exactly: number).map { String($0) } ?? (number.isFinite ? number.description : nil)
      })
  }

  mutating func add(degrees: Int32) {
    separate()
    var json = JSONWriter(capacity: 16)
    json.degrees(degrees)
    bytes += json.bytes
  }

  mutating func add(_ text: String?) {
    separate()
    guard let text else { return }
    let isGuarded = TableCell.needsGuard(text.utf8)
    let needsQuotes = text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    if needsQuotes { bytes.append(0x22) }
    if isGuarded { bytes.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(byte) }
      bytes.append(byte)
    }
    if needsQuotes { bytes.append(0x22) }
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }
}

extension FilePath {
  /// The path percent-encoded, where it is not UTF-8 and text alone would lose it.
  var percentEncodedWhereNeeded: String? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return nil }
    return String(validating: bytes, as: UTF8.self) == nil ? PercentText.encode(bytes) : nil
  }
}
