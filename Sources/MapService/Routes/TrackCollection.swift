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
    try service.answer(call, of: index) { reader in
      CollectionAnswer(
        tracks: try StoredTracks(reader).extent(), service.baseURL(call.request))
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

extension CollectionAnswer {
  /// The collection of tracks.
  init(tracks extent: IndexExtent?, _ address: String) {
    let base = address + "/collections/tracks"
    self.init(
      name: CollectionName(
        id: "tracks", title: "Tracks",
        description: "Recorded tracks, among the photos or added by hand."),
      extent: extent,
      links: [
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
