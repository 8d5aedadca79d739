internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import VectorTiles

extension ServiceContext {
  func addTileRoutes(to router: inout Router) {
    router.on(.get, "/collections/photos/tiles") { request, _ in try tileSets(request) }
    router.on(.get, "/collections/photos/tiles/WebMercatorQuad") { request, _ in
      try tileSet(request)
    }
    router.on(.get, "/collections/photos/tiles/WebMercatorQuad/{z}/{row}/{col}") { request, path in
      try tile(request, zoom: path["z"], column: path["col"], row: path["row"])
    }
    router.on(.get, "/tiles/photos/{z}/{x}/{y}.mvt") { request, path in
      try tile(request, zoom: path["z"], column: path["x"], row: path["y"])
    }
    router.on(.get, "/tiles/photos.json") { request, _ in try tileJSON(request) }
  }

  func tile(_ request: Request, zoom: String?, column: String?, row: String?) throws -> Response {
    let tile = try TileSet.tile(zoom: zoom, column: column, row: row)
    var parameters = try Parameters(request)
    let filter = try parameters.takeTileFilter()
    try parameters.finish()
    return try respond(request) { reader in
      let bytes = PhotoTile.bytes(try reader.marks(of: tile, filter), of: tile)
      return bytes.isEmpty ? .noContent() : .bytes(bytes, type: VectorTileLayer.mediaType)
    }
  }
}

/// The tiles there are: those that OGC's tile matrix set WebMercatorQuad names.
enum TileSet {
  static let deepestZoom = 24

  /// The tile that a path names, or a 404 where there is none.
  static func tile(zoom: String?, column: String?, row: String?) throws -> TileCoordinate {
    func number(_ text: String?) -> Int? {
      // Digits alone, so that a tile has one address.
      guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }),
        text.utf8.first != UInt8(ascii: "0") || text == "0"
      else { return nil }
      return Int(text)
    }
    guard let zoom = number(zoom), zoom <= deepestZoom else {
      throw Problem.notFound("There are tiles of zoom 0 to \(deepestZoom).")
    }
    guard let x = number(column), let y = number(row),
      let tile = TileCoordinate(zoom: zoom, x: x, y: y)
    else {
      throw Problem.notFound(
        "At zoom \(zoom), rows and columns of tiles are numbered 0 to \(1 << zoom - 1).")
    }
    return tile
  }
}

extension Parameters {
  /// Takes the filters of a tile: all but the box, which is the tile's own.
  mutating func takeTileFilter() throws -> PhotoFilter {
    if has("bbox") { throw Problem.badRequest("A tile has a box of its own; leave bbox out.") }
    return try takeFilter()
  }
}
