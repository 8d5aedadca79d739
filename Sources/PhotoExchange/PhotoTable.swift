internal import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as the rows of a table (RFC 4180) that `import` reads again.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front, which `import`
/// takes away again.
public struct PhotoTable: Sendable {
  private static let names =
    [
      "path", "longitude", "latitude", "takenAt", "id", "root", "filename", "media", "size",
      "width",
      "height", "orientation", "takenAtLocal", "timeSource", "altitude", "direction", "accuracy",
      "locationSource", "cameraMake", "cameraModel", "lens", "pathBytes", "rootBytes",
    ]

  /// Makes a writer of rows.
  public init() {}

  /// The row that names the columns.
  public var header: [UInt8] { Array((Self.names.joined(separator: ",") + "\r\n").utf8) }

  /// Appends the row of a photo.
  public func write(_ photo: PhotoRecord, to bytes: inout [UInt8]) {
    guard let location = photo.place.location else { return }
    var row = RowWriter(bytes: bytes)
    bytes = []
    row.add(photo.path.description)
    row.add(degrees: location.coordinate.longitudeE7)
    row.add(degrees: location.coordinate.latitudeE7)
    row.add(plain: photo.time.flatMap(Timestamp.instant))
    row.add(number: photo.id)
    row.add(photo.root.description)
    row.add(String(decoding: photo.path.lastComponent, as: UTF8.self))
    row.add(plain: photo.format?.mimeType)
    row.add(number: photo.size)
    row.add(number: (photo.shownSize?.width).map(Int64.init))
    row.add(number: (photo.shownSize?.height).map(Int64.init))
    row.add(number: Int64(photo.orientation.rawValue))
    row.add(plain: photo.time?.localMilliseconds.map(Timestamp.local))
    row.add(plain: photo.time?.source.name)
    row.add(number: location.altitude)
    row.add(number: location.direction)
    row.add(number: location.accuracy)
    row.add(plain: location.source.name)
    row.add(photo.camera.make)
    row.add(photo.camera.model)
    row.add(photo.camera.lens)
    row.add(plain: photo.path.percentEncodedWhereNeeded)
    row.add(plain: photo.root.percentEncodedWhereNeeded)
    row.end()
    bytes = row.bytes
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
