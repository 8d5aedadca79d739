internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

/// The photos as a SpatioTemporal Asset Catalog: STAC API 1.0 with items of STAC 1.1.
struct CatalogRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let queryables = Format(nil, "application/schema+json", ["type": "object"])
    return [
      Operation(
        path: "/stac", id: "getCatalog", chapter: .catalog,
        summary: "The landing page of the photos as a SpatioTemporal Asset Catalog",
        formats: [Self.json("catalog")], example: "/stac", handler: .guests(catalog)),
      Operation(
        path: "/stac/conformance", id: "getCatalogConformance", chapter: .catalog,
        summary: "The conformance classes of STAC API and OGC API that the catalog fulfils",
        formats: [Self.json("conformance")], example: "/stac/conformance",
        handler: .guests { call in
          var json = JSONWriter()
          json.object { $0.writeConformance(Conformance.ofCatalog) }
          return service.document(json.bytes, type: "application/json")
        }),
      Operation(
        path: "/stac/collections", id: "getCatalogCollections", chapter: .catalog,
        summary: "The only collection, `photos`", formats: [Self.json("catalogCollections")],
        example: "/stac/collections", handler: .guests(collections)),
      Operation(
        path: "/stac/collections/photos", id: "getCatalogCollection", chapter: .catalog,
        summary: "The extent of the photos that the visitor may see",
        formats: [Self.json("catalogCollection")], example: "/stac/collections/photos",
        handler: .guests(collection)),
      Operation(
        path: "/stac/queryables", id: "getCatalogQueryables", chapter: .catalog,
        summary: "The names that `filter` of items can use, as JSON Schema", formats: [queryables],
        example: "/stac/queryables", handler: .guests { names($0, "/stac/queryables") }),
      Operation(
        path: "/stac/collections/photos/queryables", id: "getItemQueryables", chapter: .catalog,
        summary: "The same of the collection", formats: [queryables],
        example: "/stac/collections/photos/queryables",
        handler: .guests { names($0, "/stac/collections/photos/queryables") }),
    ]
  }

  private static func json(_ schema: String) -> Format {
    Format(nil, "application/json", .schema(schema))
  }

  private func catalog(_ call: Call) -> Response {
    let base = service.baseURL(call.request)
    var json = JSONWriter()
    json.object { json in
      json.member("type", "Catalog")
      json.member("stac_version", PhotoItem.version)
      json.member("id", "geoindex")
      json.member("title", "geoindex")
      json.member("description", "Where the photos of this library were taken.")
      json.writeConformance(Conformance.ofCatalog)
      json.links(links(base))
    }
    return service.document(json.bytes, type: "application/json")
  }

  private func links(_ base: String) -> [Link] {
    let catalog = base + "/stac"
    let json = "application/json"
    var search = Link(
      href: catalog + "/search", rel: "search", type: CatalogItemRoutes.type,
      title: "The photos that match filters")
    search.method = .get
    var searchByBody = search
    searchByBody.method = .post
    return [
      Link(href: catalog, rel: "self", type: json), Link(href: catalog, rel: "root", type: json),
      Link(href: base + "/api", rel: "service-desc", type: OpenAPIDocument.mediaType),
      Link(href: base + "/api.html", rel: "service-doc", type: "text/html", title: "The API"),
      Link(href: catalog + "/conformance", rel: "conformance", type: json),
      Link(href: catalog + "/collections", rel: "data", type: json),
      Link(href: catalog + "/collections/photos", rel: "child", type: json, title: "Photos"),
      search, searchByBody,
      Link(
        href: catalog + "/queryables", rel: Self.queryables, type: "application/schema+json"),
      // Panoramax's viewer looks for the small pictures here.
      Link(
        href: base + "/photos/{id}/thumbnail", rel: "item-preview", type: "image/jpeg",
        isTemplated: true),
    ]
  }

  private static let queryables = "http://www.opengis.net/def/rel/ogc/1.0/queryables"

  private func collections(_ call: Call) throws -> Response {
    let catalog = service.baseURL(call.request) + "/stac"
    return try service.jsonResponse(call, type: "application/json") { reader in
      var json = JSONWriter()
      let extent = try reader.extent()
      json.object { json in
        json.name("collections")
        json.array { writeCollection(extent, catalog, to: &$0) }
        json.links([
          Link(href: catalog + "/collections", rel: "self", type: "application/json"),
          Link(href: catalog, rel: "root", type: "application/json"),
          Link(href: catalog, rel: "parent", type: "application/json"),
        ])
      }
      return json
    }
  }

  private func collection(_ call: Call) throws -> Response {
    try service.jsonResponse(call, type: "application/json") { reader in
      var json = JSONWriter()
      writeCollection(
        try reader.extent(), service.baseURL(call.request) + "/stac", to: &json)
      return json
    }
  }

  private func writeCollection(
    _ extent: IndexExtent?, _ catalog: String, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("type", "Collection")
      json.member("stac_version", PhotoItem.version)
      CollectionName.shape.write(.photos, to: &json)
      // Of a private library nothing is known.
      json.member("license", "other")
      writeExtent(extent, to: &json)
      let (here, type) = (catalog + "/collections/photos", "application/json")
      json.links([
        Link(href: here, rel: "self", type: type), Link(href: catalog, rel: "root", type: type),
        Link(href: catalog, rel: "parent", type: type),
        Link(
          href: here + "/items", rel: "items", type: CatalogItemRoutes.type, title: "The photos"),
        Link(href: here + "/queryables", rel: Self.queryables, type: "application/schema+json"),
      ])
    }
  }

  /// Writes the box and the period; the whole world and all times if they are unknown.
  private func writeExtent(_ extent: IndexExtent?, to json: inout JSONWriter) {
    json.name("extent")
    json.object { json in
      json.name("spatial")
      json.object { json in
        json.name("bbox")
        json.array { json in
          json.array { json in
            let box = extent?.box
            for edge in [
              box?.westE7 ?? -1_800_000_000, box?.southE7 ?? -900_000_000,
              box?.eastE7 ?? 1_800_000_000, box?.northE7 ?? 900_000_000,
            ] { json.degrees(edge) }
          }
        }
      }
      json.name("temporal")
      json.object { json in
        json.name("interval")
        json.array { json in
          json.array { json in
            for end in [extent?.time?.lowerBound, extent?.time?.upperBound] {
              if let end { json.value(Timestamp.utc(end)) } else { json.null() }
            }
          }
        }
      }
    }
  }

  private func names(_ call: Call, _ address: String) -> Response {
    let properties = FilterVocabulary.items.names.compactMap { name -> JSONValue.Member? in
      if let property = FilterVocabulary.items.property(name) {
        var member = PropertySchema.member(property)
        member.name = name
        return member
      }
      return .init(
        name: name, value: ["title": "The collection", "type": "string", "enum": ["photos"]])
    }
    let identity: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .text(service.baseURL(call.request) + address),
    ]
    var json = JSONWriter(capacity: 8_192)
    json.value(identity.adding(PropertySchema.document("The names for filters", properties)))
    return service.document(json.bytes, type: "application/schema+json")
  }
}

extension JSONWriter {
  fileprivate mutating func writeConformance(_ classes: [String]) {
    values("conformsTo", classes) { $0.value($1) }
  }
}
