public import Geography
public import PhotoIndex

/// Writes a list of photos in any format; the caller takes the output piece by piece.
public struct PhotoListWriter: Sendable {
  /// The format.
  public let format: PhotoFileFormat

  private let feature: PhotoFeature
  private let table: PhotoTable
  private let gpx: GPXWriter
  private let kml: KMLWriter
  private var json = JSONWriter(capacity: 0)
  private var xml = XMLWriter()
  private var rows: [UInt8] = []
  private var isFirst = true

  /// The number of bytes that can be taken.
  public var count: Int { json.bytes.count + xml.bytes.count + rows.count }

  /// Makes a writer.
  ///
  /// `baseURL` is the address of the server, for links. `lines` adds columns for lines.
  /// `properties` applies to GeoJSON and tables only.
  public init(
    _ format: PhotoFileFormat, baseURL: String? = nil, lines: LineColumns = .none,
    properties: PropertySelection = .all
  ) {
    self.format = format
    feature = PhotoFeature(baseURL: baseURL, properties: properties)
    table = PhotoTable(
      separator: format.separator ?? UInt8(ascii: ","), baseURL: baseURL, lines: lines,
      properties: properties)
    gpx = GPXWriter(baseURL: baseURL)
    kml = KMLWriter(baseURL: baseURL)
  }

  /// Writes the start of the document.
  public mutating func begin(matched: Int?, returned: Int) {
    switch format {
    case .geojson:
      var head = JSONWriter()
      head.object { json in
        json.member("type", "FeatureCollection")
        json.member("numberMatched", matched)
        json.member("numberReturned", returned)
        json.name("features")
      }
      json.raw(head.bytes.dropLast() + [UInt8(ascii: "[")])
    case .geojsonseq, .ndjson: break
    case .csv, .tsv: rows += table.header
    case .gpx: gpx.begin(&xml)
    case .kml: kml.begin(&xml)
    }
  }

  /// Writes a photo; `line` adds distance and bearing.
  public mutating func write(_ photo: PhotoRecord, line: GeodesicLine? = nil) {
    switch format {
    case .geojson:
      if isFirst { json.omitComma() } else { json.separateLine() }
      feature.write(photo, line: line, to: &json)
    case .geojsonseq:
      json.beginRecord()
      feature.write(photo, line: line, to: &json)
      json.endLine()
    case .ndjson:
      feature.write(photo, line: line, to: &json)
      json.endLine()
    case .csv, .tsv: table.write(photo, line: line, to: &rows)
    case .gpx: gpx.write(photo, line: line, to: &xml)
    case .kml: kml.write(photo, line: line, to: &xml)
    }
    isFirst = false
  }

  /// Writes the end of the document.
  public mutating func end() {
    switch format {
    case .geojson:
      json.omitComma()
      json.raw("]}\n".utf8)
    case .geojsonseq, .ndjson, .csv, .tsv: break
    case .gpx: gpx.end(&xml)
    case .kml: kml.end(&xml)
    }
  }

  /// Returns and removes the bytes written since the last call.
  public mutating func take() -> [UInt8] {
    let written = json.bytes + xml.bytes + rows
    json = JSONWriter(capacity: json.bytes.isEmpty ? 0 : json.bytes.count + 4_096)
    xml.bytes.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    return written
  }
}
