/// What a file of map tiles says of itself.
public struct BaseMapDescription: Sendable {
  /// The name for people; nil if the file has none.
  public internal(set) var title: String?

  /// A description for people.
  public internal(set) var summary: String?

  /// Whom to credit on the map, as HTML; not to be trusted.
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

  /// The layers of vector tiles as TileJSON has them: an array of JSON objects; nil if they are unknown.
  public internal(set) var vectorLayers: [UInt8]?

  /// How the colours of the tiles encode elevations; nil for pictures and vector tiles.
  public internal(set) var elevation: ElevationEncoding?

  /// Whether tiles show the sea, so that what is not water in them is land.
  public internal(set) var hasSea = false

  static let world = [-180.0, -85.051129, 180, 85.051129]

  init(format: TileFormat?) { self.format = format }

  /// Takes over the members of metadata that are known.
  mutating func read(_ members: JSONMembers) {
    title = Self.filled(members.text("name")) ?? title
    summary = members.text("description") ?? summary
    attribution = Self.filled(members.text("attribution")) ?? attribution
    if let layers = members.raw("vector_layers"), layers.first == UInt8(ascii: "[") {
      vectorLayers = layers
    }
    setElevation(named: members.text("encoding"))
    setSea(members.text("sea"))
  }

  /// Metadata of `scripts/street-map` tell that a map shows the sea, or is far from it.
  mutating func setSea(_ text: String?) { hasSea = hasSea || text == "complete" }

  /// A text that says something; nil for an empty one.
  static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  /// Takes over an encoding that is known.
  mutating func setElevation(named name: String?) {
    elevation = name.flatMap { ElevationEncoding(rawValue: $0.lowercased()) } ?? elevation
  }

  /// Metadata may be silent on elevations, so the name of a file may say it: `alps.terrarium.pmtiles`.
  ///
  /// Vector tiles have none, whatever their metadata says.
  mutating func completeElevation(from path: [UInt8]) {
    let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    setElevation(named: name.split(separator: ".").dropFirst().dropLast().last.map(String.init))
    if format?.isVector ?? true { elevation = nil }
  }

  /// The bounds of a header, or the whole map if they make no sense.
  static func bounds(_ numbers: [Double]) -> [Double] {
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3], numbers[0] >= -180, numbers[2] <= 180, numbers[1] >= -90,
      numbers[3] <= 90
    else { return world }
    return numbers
  }
}
