internal import JSON
/// The formats for export and import.
public enum PhotoFileFormat: String, Sendable, CaseIterable {
  /// One FeatureCollection.
  case geojson
  /// RFC 8142: each feature between a record separator and a line break.
  case geojsonseq
  /// One feature per line.
  case ndjson
  /// A table with a header (RFC 4180).
  case csv
  /// The same with tabs between the cells, for `cut` and `awk`.
  case tsv
  /// Waypoints (GPX 1.1), for receivers and trackers.
  case gpx
  /// Placemarks (KML 2.2), for globes.
  case kml

  /// The formats that can be imported.
  public static let importable: [PhotoFileFormat] = [.geojson, .geojsonseq, .ndjson, .csv, .tsv]

  /// The name in options and parameters.
  public var name: String { rawValue }

  /// The media type of responses.
  public var mediaType: String { facts.mediaType }

  /// The accepted media types, the canonical one first.
  public var mediaTypes: [String] { facts.mediaTypes }

  /// The file extensions without the dot, the preferred one first.
  public var fileExtensions: [String] { facts.fileExtensions }

  /// The name for people.
  public var title: String { facts.title }

  /// The separator between cells; nil if the format is not a table.
  var separator: UInt8? { facts.separator }

  /// The names and types of the format.
  private var facts: Facts {
    switch self {
    case .geojson: Facts.geojson
    case .geojsonseq: Facts.geojsonseq
    case .ndjson: Facts.ndjson
    case .csv: Facts.csv
    case .tsv: Facts.tsv
    case .gpx: Facts.gpx
    case .kml: Facts.kml
    }
  }

  /// The names and types of a format, made once because every response uses them.
  private struct Facts {
    let title: String
    let mediaType: String
    let mediaTypes: [String]
    let fileExtensions: [String]
    let separator: UInt8?

    init(
      title: String, mediaType: String, aliases: [String] = [], fileExtensions: [String],
      separator: Character? = nil
    ) {
      self.title = title
      self.mediaType = mediaType
      mediaTypes = [String(mediaType.prefix { $0 != ";" })] + aliases
      self.fileExtensions = fileExtensions
      self.separator = separator?.asciiValue
    }

    static let geojson = Facts(
      title: "GeoJSON", mediaType: "application/geo+json",
      aliases: ["application/json", "application/vnd.geo+json"],
      fileExtensions: ["geojson", "json"])
    static let geojsonseq = Facts(
      title: "GeoJSON text sequence", mediaType: "application/geo+json-seq",
      fileExtensions: ["geojsons"])
    static let ndjson = Facts(
      title: "a GeoJSON feature a line", mediaType: "application/x-ndjson",
      aliases: ["application/ndjson"], fileExtensions: ["ndjson", "geojsonl"])
    static let csv = Facts(
      title: "CSV", mediaType: "text/csv; charset=utf-8; header=present", fileExtensions: ["csv"],
      separator: ",")
    static let tsv = Facts(
      title: "TSV", mediaType: "text/tab-separated-values; charset=utf-8; header=present",
      fileExtensions: ["tsv", "tab"], separator: "\t")
    static let gpx = Facts(
      title: "GPX", mediaType: "application/gpx+xml", fileExtensions: ["gpx"])
    static let kml = Facts(
      title: "KML", mediaType: "application/vnd.google-earth.kml+xml", fileExtensions: ["kml"])
  }

  /// The names of formats for a message.
  public static func names(_ formats: [PhotoFileFormat] = allCases) -> String {
    formats.map(\.name).joined(separator: ", ")
  }

  /// The format by the extension of a file name.
  public init?(fileName: String) {
    // A hidden file `.csv` has a name and no extension.
    guard let name = fileName.lowercased().split(separator: "/").last?.drop(while: { $0 == "." })
    else { return nil }
    let found = Self.allCases.first { format in
      format.fileExtensions.contains { name.hasSuffix("." + $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// The format of a document by its first bytes.
  ///
  /// JSON is read line by line if its first line is complete or a second object begins on the next line, so that
  /// a bad line affects only one photo.
  static func detect(_ head: [UInt8]) -> PhotoFileFormat {
    let text = head[ByteMark.length(head)...]
    guard let first = text.first(where: { !isSpace($0) }) else { return .ndjson }
    if first == 0x1E { return .geojsonseq }
    guard first == UInt8(ascii: "{") else {
      return text.prefix(while: { $0 != 0x0A }).contains(0x09) ? .tsv : .csv
    }
    if JSONHead.isCollection(text) { return .geojson }
    let lines = text.drop(while: isSpace).split(separator: 0x0A, maxSplits: 2)
    guard lines.count > 1 else { return .ndjson }
    var reader = JSONReader(head, lines[0].startIndex..<lines[0].endIndex)
    if (try? reader.skipValue()) != nil { return .ndjson }
    return lines[1].first(where: { !isSpace($0) }) == first ? .ndjson : .geojson
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// The byte order mark of UTF-8.
enum ByteMark {
  static func length(_ head: [UInt8]) -> Int { head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Examines the members of an object that may continue beyond the available bytes.
private enum JSONHead {
  /// Whether the members are those of a FeatureCollection.
  static func isCollection(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = JSONReader(Array(text), 0..<text.count)
    do {
      guard try reader.peek() == .object, try reader.open("{") else { return false }
      repeat {
        let name = try reader.name()
        if name.elementsEqual("features".utf8) { return try reader.peek() == .array }
        if name.elementsEqual("type".utf8), try reader.peek() == .text {
          return try reader.text().elementsEqual("FeatureCollection".utf8)
        }
        try reader.skipValue()
      } while try reader.next(in: "{")
    } catch {
      // It continues beyond the available bytes, or is not an object.
    }
    return false
  }
}
