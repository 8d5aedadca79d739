internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange

/// The description of a set of tiles for programs that draw maps, as TileJSON 3.0.
struct TileJSON: Answer {
  /// The name in addresses; nil for tiles of the library.
  var id: String?

  var name: String
  var description: String?
  var attribution: String?

  /// The address of a tile with `{z}`, `{x}` and `{y}`.
  var tiles: String

  var zooms = 0...TileSet.deepestZoom

  /// West, south, east and north in degrees; nil if there is nothing to show.
  var bounds: [Double]?

  var format: String?
  var encoding: String?
  var hasSea = false

  /// The layers of vector tiles; nil for pictures.
  var vectorLayers: [JSONValue]?

  static let shape = AnswerShape<TileJSON>("tileJSON") {
    AnswerMember("tilejson") { _ in "3.0.0" }
    AnswerMember("name") { $0.name }
    AnswerMember("description") { $0.description }
    AnswerMember("attribution") { $0.attribution }
    AnswerMember("scheme") { _ in "xyz" }
    AnswerMember("tiles") { [$0.tiles] }
    AnswerMember("minzoom") { $0.zooms.lowerBound }
    AnswerMember("maxzoom") { $0.zooms.upperBound }
    AnswerMember("bounds", BoundingBox.schema) { $0.bounds }
    AnswerMember("vector_layers") { $0.vectorLayers }
    AnswerMember("id") { $0.id }
    AnswerMember("format", .word(["mvt", "mlt", "png", "jpeg", "webp", "avif"])) { $0.format }
    AnswerMember("encoding", .word(["terrarium", "mapbox"])) { $0.encoding }
    AnswerMember("hasSea") { $0.hasSea ? true : nil }
  }
}

/// Tiles of the library, which have one layer.
extension TileJSON {
  /// The only layer of tiles: its name, its meaning, and its fields with their types and meanings.
  typealias Layer = (
    name: String, description: String, fields: [(name: String, type: String, meaning: String)]
  )

  /// The tiles below `/tiles` of this name; the filters of the request apply to them too.
  init(
    _ name: String, _ description: String, around box: BoundingBox?, _ layer: Layer,
    at base: String, for request: Request
  ) {
    let filters = request.query.filter { $0.name != "f" }
    self.init(
      name: name, description: description,
      attribution: "\(name.prefix(1).uppercased())\(name.dropFirst()) of this library, by geoindex",
      tiles: "\(base)/tiles/\(name)/{z}/{x}/{y}.mvt\(filters.queryText)",
      bounds: box.map(Self.bounds), vectorLayers: [Self.json(layer)])
  }

  private static func json(_ layer: Layer) -> JSONValue {
    [
      "id": .text(layer.name), "description": .text(layer.description), "minzoom": 0,
      "maxzoom": .whole(TileSet.deepestZoom),
      "fields": .object(
        layer.fields.map { field in
          JSONValue.Member(name: field.name, value: "\(field.type): \(field.meaning)")
        }),
    ]
  }

  /// Bounds that are slightly larger than the box, so that no tile with a photo on its edge is left out.
  ///
  /// Programs request the tiles that overlap the bounds. A photo exactly between two tiles, or nearer to a
  /// pole than the map extends, is on the edge of an exact box.
  private static func bounds(around box: BoundingBox) -> [Double] {
    let edges = box.degrees
    let margin = 1e-5
    let limit = 85.05
    return [
      max(edges.west - margin, -180), max(min(edges.south - margin, limit), -90),
      min(edges.east + margin, 180), min(max(edges.north + margin, -limit), 90),
    ].map { ($0 * 1e7).rounded() / 1e7 }
  }
}
