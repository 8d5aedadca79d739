internal import Geography
internal import MapService
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let query = Command(
    name: "query",
    summary: "list the photos in a box",
    operands: "",
    operandCount: 0...0,
    options: Option.filters + [
      Option("--limit", "N", "no more than so many (default: all)"), Option.format,
    ],
    notes: "Without any filter all located photos are listed.",
    examples: [
      ("geoindex query --bbox 2.2,48.8,2.5,48.9", "what was taken in Paris"),
      ("geoindex query --datetime 2024-05-01/2024-06-01 --format ndjson", "a feature a line"),
      ("geoindex query --bbox 177,-20,-178,-15 > fiji.geojson", "across the antimeridian"),
    ],
    run: { try QueryCommand($0).run() })
}

private struct QueryCommand {
  private let arguments: ParsedArguments
  private static let pageSize = 1_000

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let format = try arguments.format()
    let limit = try arguments.whole("--limit", in: 1...Int.max) ?? Int.max
    let index = try Locations.openForReading(arguments)
    try index.read { reader in
      var printer = PhotoPrinter(format: format, output: .standard)
      let matched = try reader.count(filter)
      try printer.begin(matched: matched, returned: min(matched, limit))
      var rest = limit
      var cursor: PageCursor?
      repeat {
        let page = try reader.pins(filter, after: cursor, limit: min(rest, Self.pageSize))
        for photo in try reader.photos(page.elements.map(\.id)) { try printer.print(photo) }
        rest -= page.elements.count
        cursor = page.next
      } while cursor != nil && rest > 0
      try printer.end()
    }
    return .done
  }
}

/// Prints photos one by one, in pieces large enough that writing them costs little.
struct PhotoPrinter {
  private let format: OutputFormat
  private let output: Output
  private let feature = PhotoFeature()
  private var json = JSONWriter(capacity: 65_536)
  private var text = ""
  private var isFirst = true

  init(format: OutputFormat, output: Output) {
    self.format = format
    self.output = output
  }

  mutating func begin(matched: Int?, returned: Int) throws {
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
      text += Self.row(photo, line)
      if text.utf8.count > 32_768 { try flush() }
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
    text = ""
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
