internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoIndex
internal import VectorTiles

extension TileRoutes {
  /// The description of the tiles for programs that draw maps.
  ///
  /// Filters of this request apply to the tiles that it names.
  func tileJSON(_ call: Call) throws -> Response {
    let request = call.request
    _ = try call.parameters.filter()
    return try service.answer(call) { reader in
      TileJSON(
        "photos", "Where the photos of this library were taken.", around: try reader.extent()?.box,
        (PhotoTile.layer, "Single photos, and clusters of nearby photos", PhotoTile.fields),
        at: service.baseURL(request), for: request)
    }
  }

  /// The tile sets of the collection, in the form of OGC API – Tiles.
  func tileSets(_ call: Call) throws -> Response {
    let request = call.request
    let base = service.baseURL(request) + "/collections/photos/tiles"
    return try service.answer(call) { _ in
      TileSetsAnswer(
        links: [Link(href: base, rel: "self", type: "application/json")],
        sets: [TileSetAnswer(links: links(request))])
    }
  }

  /// One tile set, in the form of OGC's Two Dimensional Tile Matrix Set standard.
  func tileSet(_ call: Call) throws -> Response {
    try service.answer(call) { reader in
      TileSetAnswer(
        links: links(call.request), box: try reader.extent()?.box,
        layers: [["id": .text(PhotoTile.layer), "dataType": "vector", "geometryDimension": 0]])
    }
  }

  private func links(_ request: Request) -> [Link] {
    let base = service.baseURL(request)
    let own = base + "/collections/photos/tiles/WebMercatorQuad"
    return [
      Link(href: own, rel: "self", type: "application/json"),
      Link(
        href: TileSetAnswer.tileMatrixSet,
        rel: "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme",
        type: "application/json"),
      Link(
        href: own + "/{tileMatrix}/{tileRow}/{tileCol}", rel: "item",
        type: VectorTileLayer.mediaType, isTemplated: true),
      Link(
        href: base + "/tiles/photos.json", rel: "describedby", type: "application/json",
        title: "TileJSON"),
    ]
  }
}

struct TileSetsAnswer: Answer {
  static let shape = AnswerShape<TileSetsAnswer>("tileSets") {
    AnswerMember("links") { $0.links }
    AnswerMember("tilesets") { $0.sets }
  }

  let links: [Link]
  let sets: [TileSetAnswer]
}

/// A tile set; in a list of them it has neither box nor layers.
struct TileSetAnswer: Answer {
  static let shape = AnswerShape<TileSetAnswer>("tileSet") {
    AnswerMember("title") { _ in "Photos and clusters of photos" }
    AnswerMember("dataType") { _ in "vector" }
    AnswerMember("crs") { _ in "http://www.opengis.net/def/crs/EPSG/0/3857" }
    AnswerMember("tileMatrixSetURI") { _ in tileMatrixSet }
    AnswerMember("boundingBox", ["type": "object"]) { $0.box.map(Corners.init) }
    AnswerMember("layers") { $0.layers }
    AnswerMember("links") { $0.links }
  }

  private struct Corners: Answer {
    static let shape = AnswerShape<Corners> {
      AnswerMember("lowerLeft") { [Degrees($0.box.westE7), Degrees($0.box.southE7)] }
      AnswerMember("upperRight") { [Degrees($0.box.eastE7), Degrees($0.box.northE7)] }
      AnswerMember("crs") { _ in Parameter.crs84 }
    }

    let box: BoundingBox
  }

  fileprivate static let tileMatrixSet =
    "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"

  let links: [Link]
  var box: BoundingBox?
  var layers: [JSONValue]?
}
