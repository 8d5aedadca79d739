internal import TrackStore
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import VectorTiles

/// The tiles with the lines of tracks.
extension TrackRoutes {
  func trackTile(_ call: Call, _ index: PhotoIndex) throws -> Response {
    let tile = try TileSet.tile(
      zoom: call.path["z"], column: call.path["x"], row: call.path["y"])
    let time = try call.parameters["datetime"].map(PhotoQuery.time)
    return try service.conditionalResponse(call, of: index, type: VectorTileLayer.mediaType) {
      reader in
      var drawn = TrackTile(tile)
      if let box = TrackTile.box(of: tile) {
        try StoredTracks(reader).forEachPiece(in: box, zoom: tile.zoom, time: time) {
          drawn.add($0)
        }
      }
      let bytes = drawn.bytes
      return bytes.isEmpty ? .noContent() : .bytes(bytes, type: VectorTileLayer.mediaType)
    }
  }

  func trackTileJSON(_ call: Call, _ index: PhotoIndex) throws -> Response {
    let request = call.request
    _ = try call.parameters["datetime"].map(PhotoQuery.time)
    let filters = request.query.filter { $0.name != "f" }
    return try service.jsonResponse(call, of: index) { reader in
      var json = JSONWriter()
      let extent = try StoredTracks(reader).extent()
      json.object { json in
        json.member("tilejson", "3.0.0")
        json.member("name", "tracks")
        json.member("description", "Recorded tracks.")
        json.member("attribution", "Tracks of this library, by geoindex")
        json.member("scheme", "xyz")
        json.values("tiles", [service.baseURL(request) + "/tiles/tracks/{z}/{x}/{y}.mvt"]) {
          $0.value($1 + filters.queryText)
        }
        json.member("minzoom", 0)
        json.member("maxzoom", TileSet.deepestZoom)
        if let extent {
          json.values("bounds", TileRoutes.bounds(around: extent.box)) { $0.value($1) }
        }
        TileRoutes.writeLayer(
          TrackTile.layer, "The lines of each track, by day", TrackTile.fields, to: &json)
      }
      return json
    }
  }
}
