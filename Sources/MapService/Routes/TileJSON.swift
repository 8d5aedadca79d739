internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange

/// The description of a set of tiles for programs that draw maps, as TileJSON 3.0.
struct TileJSON {
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

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("tilejson", "3.0.0")
      json.member("id", id)
      json.member("name", name)
      json.member("description", description)
      json.member("attribution", attribution)
      json.member("scheme", "xyz")
      json.values("tiles", [tiles]) { $0.value($1) }
      json.member("minzoom", zooms.lowerBound)
      json.member("maxzoom", zooms.upperBound)
      if let bounds { json.values("bounds", bounds) { $0.value($1) } }
      json.member("format", format)
      json.member("encoding", encoding)
      if hasSea {
        json.name("hasSea")
        json.value(true)
      }
      if let vectorLayers { json.values("vector_layers", vectorLayers) { $0.value($1) } }
    }
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
