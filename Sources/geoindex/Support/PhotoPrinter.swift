internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

/// Prints photos through a buffer.
struct PhotoPrinter {
  private let output: Output
  private var list: PhotoListWriter?
  private var text: [UInt8] = []

  init(format: OutputFormat, output: Output, hasDistance: Bool = false) {
    self.output = output
    if case .file(let format) = format {
      list = PhotoListWriter(format, hasDistance: hasDistance)
    }
  }

  mutating func begin(matched: Int?, returned: Int) throws {
    list?.begin(matched: matched, returned: returned)
  }

  mutating func print(_ photo: PhotoRecord, line: GeodesicLine? = nil) throws {
    list?.write(photo, line: line)
    if list == nil { text += Self.row(photo, line).utf8 }
    if list?.count ?? text.count > 32_768 { try flush() }
  }

  mutating func end() throws {
    list?.end()
    try flush()
  }

  private mutating func flush() throws {
    try output.write(list?.take() ?? text)
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

  /// Removes control characters, because a file name must not control the terminal.
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
