public import Geography

/// Where a map gets its vector tiles from, as TileJSON says it.
public struct TileSource: Hashable, Sendable {
  /// The addresses of tiles, with `{z}`, `{x}` and `{y}` in them.
  public var tiles: [String]
  /// The least zoom level there are tiles of.
  public var minimumZoom: Int
  /// The greatest.
  public var maximumZoom: Int
  /// A box around all photos; nil if there is none.
  public var bounds: GeographicBounds?
  /// The names of the layers in a tile.
  public var layers: [String]
}

extension TileSource {
  init(_ reply: Reply) throws(Misread) {
    let document = try JSONValue(parsing: reply.body)
    let tiles = (document["tiles"]?.elements ?? []).compactMap(\.text)
    guard document["tilejson"]?.text != nil, !tiles.isEmpty else {
      throw Misread("it is not TileJSON")
    }
    var bounds: GeographicBounds?
    if let edges = document["bounds"]?.elements?.compactMap(\.number) {
      guard edges.count == 4 else { throw Misread("its bounds are not four numbers") }
      bounds = GeographicBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    // What TileJSON 3.0 says where nothing is said.
    self.init(
      tiles: tiles, minimumZoom: document["minzoom"]?.whole ?? 0,
      maximumZoom: document["maxzoom"]?.whole ?? 30, bounds: bounds,
      layers: (document["vector_layers"]?.elements ?? []).compactMap { $0["id"]?.text })
  }
}
