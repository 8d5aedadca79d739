internal import JSON
internal import TrackStore
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import VectorTiles

/// The collection of tracks, and the schema of its features.
extension TrackRoutes {
  func trackCollection(_ call: Call, _ index: PhotoIndex) throws -> Response {
    try service.jsonResponse(call, of: index) { reader in
      let extent = try StoredTracks(reader).extent()
      var json = JSONWriter()
      writeTrackCollection(call.request, extent, to: &json)
      return json
    }
  }

  func writeTrackCollection(
    _ request: Request, _ extent: IndexExtent?, to json: inout JSONWriter
  ) {
    let base = service.baseURL(request) + "/collections/tracks"
    json.object { json in
      json.member("id", "tracks")
      json.member("title", "Tracks")
      json.member("description", "Recorded tracks, among the photos or added by hand.")
      json.member("itemType", "feature")
      json.values("crs", [Parameter.crs84]) { $0.value($1) }
      if let extent { CollectionRoutes.write(extent, to: &json) }
      json.links([
        Link(href: base, rel: "self", type: "application/json"),
        Link(
          href: base + "/items", rel: "items", type: "application/geo+json", title: "The tracks"),
        Link(
          href: base + "/schema", rel: "http://www.opengis.net/def/rel/ogc/1.0/schema",
          type: "application/schema+json", title: "The properties of a track"),
        Link(
          href: base + "/queryables", rel: "http://www.opengis.net/def/rel/ogc/1.0/queryables",
          type: "application/schema+json", title: "The properties that filters of tracks can use"),
      ])
    }
  }

  func trackSchema(_ call: Call, named name: String, title: String) -> Response {
    var members: [JSONValue.Member] = [
      .init(
        name: "geometry",
        value: [
          "title": "The lines", "format": "geometry-multilinestring",
          "x-ogc-role": "primary-geometry",
        ])
    ]
    if name == "schema" {
      members += TrackFeature.properties.map { property in
        var value: JSONValue = ["title": .text(property.title), "type": .text(property.type)]
        if ["from", "to"].contains(property.name) { value = value.adding("format", "date-time") }
        return .init(name: property.name, value: value)
      }
    }
    return service.schema(call, "tracks/" + name, PropertySchema.document(title, members))
  }
}
