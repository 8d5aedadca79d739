internal import JSON
public import Geography

/// A set of vector tiles, as TileJSON describes it.
public struct TileSource: Hashable, Sendable {
  /// The URL templates of tiles, with `{z}`, `{x}` and `{y}`.
  public var tiles: [String]
  /// The lowest zoom level.
  public var minimumZoom: Int
  /// The highest zoom level.
  public var maximumZoom: Int
  /// The box around all photos; nil if there are none.
  public var bounds: GeographicBounds?
  /// The names of the layers.
  public var layers: [String]
}

extension TileSource {
  init(_ reply: Reply) throws(InputProblem) {
    let document = try JSONValue(parsing: reply.body)
    let tiles = (document["tiles"]?.elements ?? []).compactMap(\.text)
    guard document["tilejson"]?.text != nil, !tiles.isEmpty else {
      throw InputProblem("it is not TileJSON")
    }
    var bounds: GeographicBounds?
    if let edges = document["bounds"]?.elements?.compactMap(\.number) {
      guard edges.count == 4 else { throw InputProblem("its bounds are not four numbers") }
      bounds = GeographicBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    // The defaults of TileJSON 3.0.
    self.init(
      tiles: tiles, minimumZoom: document["minzoom"]?.whole ?? 0,
      maximumZoom: document["maxzoom"]?.whole ?? 30, bounds: bounds,
      layers: (document["vector_layers"]?.elements ?? []).compactMap { $0["id"]?.text })
  }
}
