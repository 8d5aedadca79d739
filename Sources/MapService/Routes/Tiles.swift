internal import JSON
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import VectorTiles

struct TileRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/tiles", id: "getTileSets", chapter: .tiles,
        summary: "The available tile sets", formats: [.json("tileSets")],
        example: "/collections/photos/tiles", handler: .guests(tileSets)),
      Operation(
        path: "/collections/photos/tiles/WebMercatorQuad", id: "getTileSet", chapter: .tiles,
        summary: "The tile set of web maps", formats: [.json("tileSet")],
        example: "/collections/photos/tiles/WebMercatorQuad",
        handler: .guests(tileSet)),
      Operation(
        path: "/collections/photos/tiles/WebMercatorQuad/{z}/{row}/{col}", id: "getTile",
        chapter: .tiles, summary: "A tile, addressed as in OGC API – Tiles",
        parameters: [.zoomOfTile, .row("row"), .column("col")] + Parameter.tileFilters,
        formats: Self.tileFormats, responses: [.emptyTile, .notFound],
        example: "/collections/photos/tiles/WebMercatorQuad/2/1/2",
        handler: .guests { try tile($0, column: "col", row: "row") }),
      Operation(
        path: "/tiles/photos/{z}/{x}/{y}.mvt", id: "getMapTile", chapter: .tiles,
        summary: "A tile, addressed as in web maps",
        details: """
          A Mapbox Vector Tile with one layer, `photos`: single photos and clusters with exact \
          counts. Each photo is in exactly one tile of each zoom, so that tiles have no margin.
          """,
        parameters: [.zoomOfTile, .column("x"), .row("y")] + Parameter.tileFilters,
        formats: Self.tileFormats, responses: [.emptyTile, .notFound],
        example: "/tiles/photos/2/2/1.mvt",
        handler: .guests { try tile($0, column: "x", row: "y") }),
      Operation(
        path: "/tiles/photos.json", id: "getTileJSON", chapter: .tiles,
        summary: "The description of the tiles: TileJSON 3.0",
        details: "Filters of this request apply to the tiles that it names.",
        parameters: Parameter.tileFilters, formats: [.json("tileJSON")],
        example: "/tiles/photos.json", handler: .guests(tileJSON)),
    ]
  }

  private static let tileFormats = [Format(nil, VectorTileLayer.mediaType, .binary)]

  private func tile(_ call: Call, column: String, row: String) throws -> Response {
    let tile = try TileSet.tile(
      zoom: call.path["z"], column: call.path[column], row: call.path[row])
    let filter = try call.parameters.filter()
    return try service.conditionalResponse(call, type: VectorTileLayer.mediaType) { reader in
      let bytes = PhotoTile.bytes(try reader.marks(of: tile, filter), of: tile)
      return bytes.isEmpty ? .noContent() : .bytes(bytes, type: VectorTileLayer.mediaType)
    }
  }
}

/// The tiles of OGC's tile matrix set WebMercatorQuad.
enum TileSet {
  static let deepestZoom = 24

  /// The tile that a path names; throws a 404 if there is none.
  static func tile(zoom: String?, column: String?, row: String?) throws -> TileCoordinate {
    func number(_ text: String?) -> Int? {
      // Only digits, so that each tile has one address.
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

extension Parameter {
  /// The filters of a tile: all except the box, which is the tile's own.
  fileprivate static let tileFilters = filters.filter { $0.name != bbox.name }

  static let zoomOfTile = Parameter(
    "z", "The zoom level.",
    ["type": "integer", "minimum": 0, "maximum": .whole(TileSet.deepestZoom)], location: .path,
    example: 2)

  static func row(_ name: String) -> Parameter {
    Parameter(
      name, "The row, from the north.", ["type": "integer", "minimum": 0], location: .path,
      example: 1)
  }

  static func column(_ name: String) -> Parameter {
    Parameter(
      name, "The column, from the west.", ["type": "integer", "minimum": 0], location: .path,
      example: 2)
  }
}

extension DocumentedResponse {
  fileprivate static let emptyTile = DocumentedResponse(
    status: 204, summary: "No photo is in this tile.")
}
