public import JSON
/// The metadata in a file of map tiles.
public struct BaseMapDescription: Sendable {
  /// The name for people; nil if the file has none.
  public internal(set) var title: String?

  /// A description for people.
  public internal(set) var summary: String?

  /// The credits to show on the map, as untrusted HTML.
  public internal(set) var attribution: String?

  /// The format of the tiles; nil if the file does not say it.
  public internal(set) var format: TileFormat?

  /// How tiles are compressed; nil if it differs from tile to tile.
  public internal(set) var compression: TileCompression?

  /// The lowest zoom level with tiles.
  public internal(set) var minZoom = 0

  /// The highest zoom level with tiles.
  public internal(set) var maxZoom = 0

  /// West, south, east and north in degrees.
  public internal(set) var bounds = Self.world

  /// The layers of vector tiles as in TileJSON; nil if unknown.
  public internal(set) var vectorLayers: [JSONValue]?

  /// How the colours of the tiles encode elevations; nil for pictures and vector tiles.
  public internal(set) var elevation: ElevationEncoding?

  /// Whether tiles show the sea, so that everything in them that is not water is land.
  public internal(set) var hasSea = false

  static let world = [-180.0, -85.051129, 180, 85.051129]

  init(format: TileFormat?) { self.format = format }

  /// Reads the known members of metadata.
  mutating func read(_ members: JSONValue) {
    title = Self.filled(members["name"]?.text) ?? title
    summary = members["description"]?.text ?? summary
    attribution = Self.filled(members["attribution"]?.text) ?? attribution
    vectorLayers = members["vector_layers"]?.elements ?? vectorLayers
    setElevation(named: members["encoding"]?.text)
    setSea(members["sea"]?.text)
  }

  /// `scripts/street-map` states in the metadata that a map shows the sea, or has no coast.
  mutating func setSea(_ text: String?) { hasSea = hasSea || text == "complete" }

  /// A text; nil if it is empty.
  static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  /// Sets the encoding if its name is known.
  mutating func setElevation(named name: String?) {
    elevation = name.flatMap { ElevationEncoding(rawValue: $0.lowercased()) } ?? elevation
  }

  /// Sets the encoding from the name of a file, such as `alps.terrarium.pmtiles`, if the metadata omits it.
  ///
  /// Vector tiles have no elevations, whatever their metadata states.
  mutating func completeElevation(from path: [UInt8]) {
    let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    setElevation(named: name.split(separator: ".").dropFirst().dropLast().last.map(String.init))
    if format?.isVector ?? true { elevation = nil }
  }

  /// The bounds in a header, or the whole map if they are invalid.
  static func bounds(_ numbers: [Double]) -> [Double] {
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3], numbers[0] >= -180, numbers[2] <= 180, numbers[1] >= -90,
      numbers[3] <= 90
    else { return world }
    return numbers
  }
}

/// How the colours of a raster tile encode elevations, with MapLibre's names.
public enum ElevationEncoding: String, CaseIterable, Sendable {
  /// Metres: 256 · red + green + blue / 256 − 32768.
  case terrarium

  /// Metres: (65536 · red + 256 · green + blue) / 10 − 10000.
  case mapbox
}
