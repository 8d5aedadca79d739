internal import JSON
internal import PhotoExchange

// The schemas of the catalog.
extension APISchemas {
  static let ofCatalog: [JSONValue.Member] = [
    .init(name: "catalog", value: catalog),
    .init(name: "catalogCollection", value: catalogCollection),
    .init(
      name: "catalogCollections",
      value: object([
        "collections": list(.schema("catalogCollection")), "links": list(.schema("itemLink")),
      ])),
    .init(name: "item", value: item),
    .init(name: "items", value: items),
    .init(name: "itemLink", value: Link.itemShape.schema),
    .init(name: "itemSearch", value: itemSearch),
  ]

  private static let version: JSONValue = ["type": "string", "enum": [.text(PhotoItem.version)]]

  private static func word(_ text: JSONValue) -> JSONValue { ["type": "string", "enum": [text]] }

  private static let catalog = object([
    "type": word("Catalog"), "stac_version": version, "id": text, "title": text,
    "description": text, "conformsTo": list(text), "links": list(.schema("itemLink")),
  ])

  private static let catalogCollection = object([
    "type": word("Collection"), "stac_version": version, "id": word("photos"), "title": text,
    "description": text, "license": text,
    "extent": object([
      "spatial": object(["bbox": list(box)]),
      "temporal": object(["interval": list(list(moment.adding("nullable", true)))]),
    ]),
    "links": list(.schema("itemLink")),
  ])

  private static let itemMembers: JSONValue = [
    "type": word("Feature"), "stac_version": version, "stac_extensions": list(text), "id": text,
    "geometry": .schema("point"), "bbox": box,
    "properties": [
      "type": "object",
      "description": "Those of a photo, and `datetime`, or `start_datetime` and `end_datetime`.",
      "properties": [
        "datetime": moment.adding("nullable", true), "start_datetime": moment,
        "end_datetime": moment,
        "view:azimuth": ["type": "number", "minimum": 0, "maximum": 360],
        "view:off_nadir": ["type": "number", "minimum": 0, "maximum": 90],
        "pers:interior_orientation": object(
          [
            "camera_manufacturer": text, "camera_model": text,
            "field_of_view": ["type": "number", "minimum": 0, "maximum": 360],
          ], optional: ["camera_manufacturer", "camera_model"]),
      ],
      "additionalProperties": true,
    ],
    "links": list(.schema("itemLink")),
    "assets": [
      "type": "object",
      "additionalProperties": object(
        [
          "href": text, "type": text, "title": text, "roles": list(text), "file:size": count,
        ], optional: ["href", "type", "title", "roles", "file:size"]),
    ],
    "collection": word("photos"),
  ]

  private static let item = object(itemMembers)

  /// With `fields`, every part of an item may be absent.
  private static let items = object(
    [
      "type": word("FeatureCollection"), "numberMatched": count, "numberReturned": count,
      "links": list(.schema("itemLink")),
      "features": list(["type": "object", "properties": itemMembers]),
    ], optional: ["numberMatched"])

  /// The schemas of the members of a search, by name.
  static let itemSearchMembers: [String: JSONValue] = {
    let names = list(text).adding("nullable", true)
    let own: [String: JSONValue] = [
      "ids": list(text), "collections": list(text),
      "intersects": object(["type": text, "coordinates": list([:])], optional: ["coordinates"]),
      "filter": ["oneOf": [["type": "object"], text]],
      "sortby": list(
        object(
          ["field": text, "direction": ["type": "string", "enum": ["asc", "desc"]]],
          optional: ["direction"])),
      "fields": object(["include": names, "exclude": names], optional: ["include", "exclude"]),
    ]
    let schemas = Parameter.ofSearch.filter { SearchContent.names.contains($0.name) }
      .map { ($0.name, $0.schema) }
    return Dictionary(schemas) { first, _ in first }.merging(own) { $1 }
  }()

  private static let itemSearch: JSONValue = [
    "type": "object",
    "properties": .object(
      SearchContent.names.compactMap { name in
        itemSearchMembers[name].map { JSONValue.Member(name: name, value: $0) }
      }),
    "additionalProperties": false,
  ]
}
