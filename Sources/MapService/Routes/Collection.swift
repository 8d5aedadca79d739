internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import PhotoFacts

struct CollectionRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections", id: "getCollections", chapter: .start,
        summary: "The collections: `photos`, and for owners `tracks` if there are any",
        formats: [.json("collections")], example: "/collections", handler: .guests(collections)),
      Operation(
        path: "/collections/photos", id: "getCollection", chapter: .start,
        summary: "The extent of the located photos in space and time",
        formats: [.json("collection")], example: "/collections/photos", handler: .guests(collection)
      ),
    ]
  }

  private func collections(_ call: Call) throws -> Response {
    try service.jsonResponse(call, type: "application/json") { reader in
      let extent = try extent(call, reader)
      var json = JSONWriter()
      try json.object { json in
        json.links([
          Link(
            href: service.baseURL(call.request) + "/collections", rel: "self",
            type: "application/json")
        ])
        json.name("collections")
        try json.array { json in
          writeCollection(call.request, extent, to: &json)
          guard let tracks = try reader.trackExtent() else { return }
          TrackRoutes(service: service).writeTrackCollection(call.request, tracks, to: &json)
        }
      }
      return json
    }
  }

  private func collection(_ call: Call) throws -> Response {
    try service.jsonResponse(call, type: "application/json") { reader in
      let extent = try extent(call, reader)
      var json = JSONWriter()
      writeCollection(call.request, extent, to: &json)
      return json
    }
  }

  /// The extent for owners; nil for guests, which is how the page recognises them.
  private func extent(_ call: Call, _ reader: VisibleReader) throws -> IndexExtent? {
    call.request.visitor.isOwner ? try reader.extent() : nil
  }

  private func writeCollection(
    _ request: Request, _ extent: IndexExtent?, to json: inout JSONWriter
  ) {
    json.object { json in
      json.namePhotos()
      json.member("itemType", "feature")
      // No storageCrs, because GDAL would conclude that it may send `crs` and `bbox-crs`.
      json.name("crs")
      json.array { $0.value("http://www.opengis.net/def/crs/OGC/1.3/CRS84") }
      if let extent { Self.write(extent, to: &json) }
      json.links(collectionLinks(service.baseURL(request) + "/collections/photos"))
    }
  }

  private func collectionLinks(_ base: String) -> [Link] {
    [
      Link(href: base, rel: "self", type: "application/json"),
      Link(href: base + "/items", rel: "items", type: "application/geo+json", title: "The photos"),
      Link(
        href: base + "/schema", rel: "http://www.opengis.net/def/rel/ogc/1.0/schema",
        type: "application/schema+json", title: "The properties of a photo"),
      Link(
        href: base + "/feature-schema", rel: "describedby", type: "application/schema+json",
        title: "The schema of a photo as GeoJSON"),
      // The same for GDAL before 3.7, which compares the case. Without it, GDAL takes altitudes for integers.
      Link(href: base + "/feature-schema", rel: "describedBy", type: "application/schema+json"),
      Link(
        href: base + "/queryables", rel: "http://www.opengis.net/def/rel/ogc/1.0/queryables",
        type: "application/schema+json", title: "The properties that filters of photos can use"),
    ]
  }

  static func write(_ extent: IndexExtent, to json: inout JSONWriter) {
    json.name("extent")
    json.object { json in
      json.name("spatial")
      json.object { json in
        json.name("bbox")
        json.array { json in
          json.array { json in
            for edge in [
              extent.box.westE7, extent.box.southE7, extent.box.eastE7, extent.box.northE7,
            ] { json.degrees(edge) }
          }
        }
        json.member("crs", "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
      }
      guard let time = extent.time else { return }
      json.name("temporal")
      json.object { json in
        json.name("interval")
        json.array { json in
          json.array { json in
            json.value(Timestamp.utc(time.lowerBound))
            json.value(Timestamp.utc(time.upperBound))
          }
        }
        json.member("trs", "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian")
      }
    }
  }
}

extension JSONWriter {
  /// Writes what the collection of photos is, here and in the catalog.
  mutating func namePhotos() {
    member("id", "photos")
    member("title", "Photos")
    member(
      "description",
      "Every photo with a known position. Photos without a date match no datetime filter.")
  }
}
