internal import JSON
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts

struct SchemaRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let format = Format("json", "application/schema+json", ["type": "object"])
    return [
      Operation(
        path: "/collections/photos/queryables", id: "getQueryables", chapter: .start,
        summary: "The properties that filters of photos can use, as JSON Schema", formats: [format],
        example: "/collections/photos/queryables",
        handler: .guests { call in
          schema(call, named: "queryables", title: "The properties that filters of photos can use")
        }),
      Operation(
        path: "/collections/photos/schema", id: "getSchema", chapter: .start,
        summary: "The properties of a photo, as JSON Schema", formats: [format],
        example: "/collections/photos/schema",
        handler: .guests { call in schema(call, named: "schema", title: "The properties of a photo")
        }),
      Operation(
        path: "/collections/photos/feature-schema", id: "getFeatureSchema", chapter: .start,
        summary: "The schema of a photo as GeoJSON, as JSON Schema",
        details: "GDAL reads the types of its fields from it.", formats: [format],
        example: "/collections/photos/feature-schema",
        handler: .guests(featureSchema)),
    ]
  }

  private func schema(_ call: Call, named name: String, title: String) -> Response {
    var properties = PhotoProperty.queryable.map(PropertySchema.member)
    if name == "schema" { properties += PropertySchema.added }
    return service.schema(call, "photos/" + name, PropertySchema.document(title, properties))
  }

  private func featureSchema(_ call: Call) -> Response {
    let properties =
      PropertySchema.ofFeatures.map(PropertySchema.member) + PropertySchema.added
    let parts: JSONValue = [
      "type": ["type": "string", "enum": ["Feature"]], "id": ["type": "integer"],
      "geometry": APISchemas.point,
      "properties": [
        "type": "object", "properties": .object(properties.map(PropertySchema.withRoomForFilms)),
      ],
    ]
    return service.schema(
      call, "photos/feature-schema",
      [
        .init(name: "title", value: "A photo"), .init(name: "type", value: "object"),
        .init(name: "required", value: ["type", "id", "geometry", "properties"]),
        .init(name: "properties", value: parts),
      ])
  }
}

extension ServiceContext {
  /// Responds with a schema; its address is below that of the collections.
  func schema(_ call: Call, _ address: String, _ content: [JSONValue.Member]) -> Response {
    let identity: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .text(baseURL(call.request) + "/collections/" + address),
    ]
    var json = JSONWriter(capacity: 8_192)
    json.value(identity.adding(content))
    return document(json.bytes, type: "application/schema+json")
  }
}

/// The properties of a photo as JSON Schema.
enum PropertySchema {
  /// The members of a schema of properties.
  static func document(_ title: String, _ properties: [JSONValue.Member]) -> [JSONValue.Member] {
    [
      .init(name: "type", value: "object"), .init(name: "title", value: .text(title)),
      .init(name: "properties", value: .object(properties)),
      .init(name: "additionalProperties", value: false),
    ]
  }

  /// The properties of a feature that filters can use.
  static let ofFeatures = PhotoProperty.ofFeatures.filter(\.isQueryable)

  /// The schema of one property.
  static func member(_ property: PhotoProperty) -> JSONValue.Member {
    .init(
      name: property.name, value: property.schema.adding("x-ogc-role", role(property.name)))
  }

  /// The same for OpenAPI 3.0, which has no roles.
  static func openAPIMember(_ property: PhotoProperty) -> JSONValue.Member {
    .init(name: property.name, value: property.schema)
  }

  /// The properties of a feature that filters cannot use.
  static let added: [JSONValue.Member] =
    [
      .init(
        name: "thumbnail", value: ["title": "A small picture", "type": "string", "format": "uri"]),
      .init(name: "original", value: ["title": "The file", "type": "string", "format": "uri"]),
    ] + PhotoProperty.ofFeatures.filter { !$0.isQueryable }.map(member)

  /// The size of a file as a number of any kind, because GDAL reads integers as 32 bits, and a video may be
  /// larger.
  static func withRoomForFilms(_ member: JSONValue.Member) -> JSONValue.Member {
    guard member.name == "size", case .object(let said) = member.value else { return member }
    return .init(
      name: member.name,
      value: .object(said.map { $0.name == "type" ? .init(name: "type", value: "number") : $0 }))
  }

  private static func role(_ name: String) -> JSONValue? {
    switch name {
    case "id": "id"
    case "geometry": "primary-geometry"
    case "takenAt": "primary-instant"
    default: nil
    }
  }
}
