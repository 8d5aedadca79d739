public import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as rows of a table (RFC 4180) that can be imported again.
///
/// An apostrophe precedes text that a spreadsheet would take for a formula; the import removes it.
public struct PhotoTable: Sendable {
  private enum Column {
    case longitude, latitude, id
    case property(FeatureProperty)

    /// The columns: the most important first, then the order of GeoJSON.
    static let all: [Column] =
      [.property(.stored(.path)), .longitude, .latitude, .property(.stored(.takenAt)), .id]
      + FeatureProperty.all.filter { $0 != .stored(.path) && $0 != .stored(.takenAt) }
      .map(Column.property)

    var name: String {
      switch self {
      case .longitude: "longitude"
      case .latitude: "latitude"
      case .id: "id"
      case .property(let property): property.name
      }
    }
  }

  private let separator: UInt8
  private let baseURL: String?
  private let columns: [Column]

  /// Makes a writer of rows.
  ///
  /// Adds columns for links if `baseURL` is given. `properties` selects the columns besides id and position.
  public init(
    separator: UInt8 = UInt8(ascii: ","), baseURL: String? = nil, lines: LineColumns = .none,
    properties: PropertySelection = .all
  ) {
    self.separator = separator
    self.baseURL = baseURL
    let wanted = Set(properties.properties)
    columns = Column.all.filter { column in
      guard case .property(let property) = column else { return true }
      switch property {
      case .thumbnail, .original: guard baseURL != nil else { return false }
      case .distance, .bearing: guard lines != .none else { return false }
      case .offAxis, .hidden: guard lines == .sighting else { return false }
      default: break
      }
      return wanted.contains(property)
    }
  }

  /// The header row.
  public var header: [UInt8] {
    columns.map { Array($0.name.utf8) }.joined(separator: [separator]) + [0x0D, 0x0A]
  }

  /// Appends the row of a photo; `line` adds distance and bearing.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil, to bytes: inout [UInt8]) {
    guard let location = photo.facts.place.location else { return }
    let file = photo.fileFacts
    var row = RowWriter(bytes: bytes, separator: separator)
    bytes = []
    for column in columns {
      switch column {
      case .longitude: row.add(degrees: location.coordinate.longitudeE7)
      case .latitude: row.add(degrees: location.coordinate.latitudeE7)
      case .id: row.add(number: photo.id)
      case .property(.stored(let property)): row.add(property.value(of: file, photo.facts))
      case .property(.thumbnail):
        row.add(plain: baseURL.map { PhotoFeature.thumbnail($0, photo.id) })
      case .property(.original):
        row.add(plain: baseURL.map { PhotoFeature.original($0, photo.id) })
      case .property(.distance): row.add(number: line?.roundedDistance)
      case .property(.bearing): row.add(number: line?.roundedBearing)
      case .property(.offAxis): row.add(number: line?.roundedOffAxis)
      case .property(.hidden): row.add(line?.isHidden.map(PropertyValue.truth))
      }
    }
    row.end()
    bytes = row.bytes
  }
}

/// Writes the cells of a row.
private struct RowWriter {
  var bytes: [UInt8]
  let separator: UInt8
  private var isFirst = true

  init(bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  mutating func end() { bytes += [0x0D, 0x0A] }

  /// Adds the value of a property; an empty cell if it is unknown.
  mutating func add(_ value: PropertyValue?) {
    switch value {
    case .text(let text)?: add(text)
    case .word(let text)?: add(plain: text)
    case .path(let path)?: add(path.text)
    case .integer(let number)?: add(number: number)
    case .number(let number)?: add(number: number)
    case .moment(let instant, let offset)?:
      separate()
      Timestamp.append(instant: instant, offsetMinutes: offset, to: &bytes)
    case .clock(let local)?:
      separate()
      Timestamp.append(local: local, to: &bytes)
    case .truth(let truth)?: add(plain: truth ? "true" : "false")
    case .list(let texts)?: add(ListText.text(texts))
    case nil: separate()
    }
  }

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

  private mutating func add(_ text: String) {
    separate()
    let isGuarded = TableCell.needsGuard(text.utf8)
    let needsQuotes = text.utf8.contains {
      $0 == 0x22 || $0 == separator || $0 == 0x0A || $0 == 0x0D
    }
    if needsQuotes { bytes.append(0x22) }
    if isGuarded { bytes.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(byte) }
      bytes.append(byte)
    }
    if needsQuotes { bytes.append(0x22) }
  }

  private mutating func separate() {
    if !isFirst { bytes.append(separator) }
    isFirst = false
  }
}
