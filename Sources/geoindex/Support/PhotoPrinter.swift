internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

/// Prints photos one by one, in pieces large enough that writing them costs little.
struct PhotoPrinter {
  private let format: OutputFormat
  private let output: Output
  private let feature = PhotoFeature()
  private var json = JSONWriter(capacity: 65_536)
  private let table = PhotoTable()
  private var text: [UInt8] = []
  private var isFirst = true

  init(format: OutputFormat, output: Output) {
    self.format = format
    self.output = output
  }

  mutating func begin(matched: Int?, returned: Int) throws {
    if format == .csv { text = table.header }
    guard format == .geojson else { return }
    var head = JSONWriter()
    head.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", matched)
      json.member("numberReturned", returned)
      json.name("features")
    }
    try output.write(head.bytes.dropLast() + [UInt8(ascii: "[")])
  }

  mutating func print(_ photo: PhotoRecord, line: GeodesicLine? = nil) throws {
    switch format {
    case .table:
      text += Self.row(photo, line).utf8
      if text.count > 32_768 { try flush() }
      return
    case .csv:
      table.write(photo, to: &text)
      if text.count > 32_768 { try flush() }
      return
    case .geojson:
      if !isFirst { json.separateLine() }
    case .geojsonseq:
      json.beginRecord()
    case .ndjson: break
    }
    isFirst = false
    feature.write(photo, line: line, to: &json)
    if format != .geojson { json.endLine() }
    if json.bytes.count > 32_768 { try flush() }
  }

  mutating func end() throws {
    try flush()
    if format == .geojson { try output.write("]}\n") }
  }

  private mutating func flush() throws {
    try output.write(json.bytes)
    try output.write(text)
    json = JSONWriter(capacity: 65_536)
    text.removeAll(keepingCapacity: true)
  }

  private static func row(_ photo: PhotoRecord, _ line: GeodesicLine?) -> String {
    var row = ""
    if let line {
      row += distance(line.distance).leftPadded(to: 9) + "  " + compass(line.bearing).padded(to: 4)
    }
    let time = photo.time.map { Timestamp.instant($0) ?? $0.localMilliseconds.map(Timestamp.local) }
    row += ((time ?? nil) ?? "undated").padded(to: 27)
    if let coordinate = photo.place.location?.coordinate {
      row += "\(coordinate.latitude), \(coordinate.longitude)".padded(to: 26)
    }
    return row + printable(photo.file.description) + "\n"
  }

  /// Text without control characters: a file name must not command the terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }

  private static func distance(_ metres: Double) -> String {
    metres < 1_000
      ? "\(Int(metres.rounded())) m"
      : metres < 100_000
        ? "\((metres / 100).rounded() / 10) km" : "\(ScanText.grouped(Int(metres / 1_000))) km"
  }

  private static func compass(_ bearing: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return names[Int((bearing / 45).rounded()) % 8]
  }
}
