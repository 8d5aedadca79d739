internal import Geography
internal import HTTPServer
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
    return try service.jsonResponse(call, type: "application/json") { _ in
      var json = JSONWriter()
      json.object { json in
        json.links([Link(href: base, rel: "self", type: "application/json")])
        json.name("tilesets")
        json.array { json in
          json.object { json in
            Self.writeNames(to: &json)
            writeLinks(request, to: &json)
          }
        }
      }
      return json
    }
  }

  /// One tile set, in the form of OGC's Two Dimensional Tile Matrix Set standard.
  func tileSet(_ call: Call) throws -> Response {
    let request = call.request
    return try service.jsonResponse(call, type: "application/json") { reader in
      let extent = try reader.extent()
      var json = JSONWriter()
      json.object { json in
        Self.writeNames(to: &json)
        if let box = extent?.box { Self.write(box, to: &json) }
        json.name("layers")
        json.array { json in
          json.object { json in
            json.member("id", PhotoTile.layer)
            json.member("dataType", "vector")
            json.member("geometryDimension", 0)
          }
        }
        writeLinks(request, to: &json)
      }
      return json
    }
  }

  private static func writeNames(to json: inout JSONWriter) {
    json.member("title", "Photos and clusters of photos")
    json.member("dataType", "vector")
    json.member("crs", "http://www.opengis.net/def/crs/EPSG/0/3857")
    json.member("tileMatrixSetURI", tileMatrixSet)
  }

  private static func write(_ box: BoundingBox, to json: inout JSONWriter) {
    json.name("boundingBox")
    json.object { json in
      json.name("lowerLeft")
      json.array { json in
        for edge in [box.westE7, box.southE7] { json.degrees(edge) }
      }
      json.name("upperRight")
      json.array { json in
        for edge in [box.eastE7, box.northE7] { json.degrees(edge) }
      }
      json.member("crs", "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
    }
  }

  private func writeLinks(_ request: Request, to json: inout JSONWriter) {
    let base = service.baseURL(request)
    let own = base + "/collections/photos/tiles/WebMercatorQuad"
    json.links([
      Link(href: own, rel: "self", type: "application/json"),
      Link(
        href: Self.tileMatrixSet, rel: "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme",
        type: "application/json"),
      Link(
        href: own + "/{tileMatrix}/{tileRow}/{tileCol}", rel: "item",
        type: VectorTileLayer.mediaType, isTemplated: true),
      Link(
        href: base + "/tiles/photos.json", rel: "describedby", type: "application/json",
        title: "TileJSON"),
    ])
  }

  private static let tileMatrixSet =
    "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"
}
