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
    return try service.answer(call, of: index) { reader in
      TileJSON(
        "tracks", "Recorded tracks.", around: try StoredTracks(reader).extent()?.box,
        (TrackTile.layer, "The lines of each track, by day", TrackTile.fields),
        at: service.baseURL(request), for: request)
    }
  }
}
