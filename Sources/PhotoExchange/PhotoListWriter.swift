public import Geography
public import PhotoIndex

/// Writes a list of photos in any format, in pieces that are taken away as they come.
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

  /// How many bytes are there to be taken.
  public var count: Int { json.bytes.count + xml.bytes.count + rows.count }

  /// Makes a writer.
  ///
  /// `baseURL` is where a server is reached, for links; `hasDistance` says that the photos come with
  /// the ways to them. Of GeoJSON and tables only some `properties` can be had.
  public init(
    _ format: PhotoFileFormat, baseURL: String? = nil, hasDistance: Bool = false,
    properties: PropertySelection = .all
  ) {
    self.format = format
    feature = PhotoFeature(baseURL: baseURL, properties: properties)
    table = PhotoTable(
      separator: format.separator ?? UInt8(ascii: ","), baseURL: baseURL, hasDistance: hasDistance,
      properties: properties)
    gpx = GPXWriter(baseURL: baseURL)
    kml = KMLWriter(baseURL: baseURL)
  }

  /// Writes what stands before the first photo.
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

  /// Writes a photo; `line` is the way to it, where something was measured from.
  public mutating func write(_ photo: PhotoRecord, line: GeodesicLine? = nil) {
    switch format {
    case .geojson:
      if isFirst { json.goOn() } else { json.separateLine() }
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

  /// Writes what stands behind the last photo.
  public mutating func end() {
    switch format {
    case .geojson:
      json.goOn()
      json.raw("]}\n".utf8)
    case .geojsonseq, .ndjson, .csv, .tsv: break
    case .gpx: gpx.end(&xml)
    case .kml: kml.end(&xml)
    }
  }

  /// Hands over what has been written since the last time.
  public mutating func take() -> [UInt8] {
    let written = json.bytes + xml.bytes + rows
    json = JSONWriter(capacity: json.bytes.isEmpty ? 0 : json.bytes.count + 4_096)
    xml.bytes.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    return written
  }
}
