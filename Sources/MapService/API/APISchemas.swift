internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoFacts

/// The schemas of responses, for OpenAPI 3.0.
enum APISchemas {
  /// All schemas, by name.
  static let all: [JSONValue.Member] =
    [
      .init(name: "problem", value: problem),
      .init(name: "link", value: link),
      .init(name: "landingPage", value: landingPage),
      .init(name: "conformance", value: object(["conformsTo": list(text)])),
      .init(name: "collections", value: collections),
      .init(name: "collection", value: collection),
      .init(name: "extent", value: extent),
      .init(name: "point", value: point),
      .init(name: "photoProperties", value: photoProperties),
      .init(name: "sentProperties", value: sentProperties),
      .init(name: "photo", value: photo),
      .init(name: "photos", value: photos),
      .init(name: "neighbours", value: neighbours),
      .init(name: "sightings", value: sightings),
      .init(name: "export", value: export),
      .init(name: "locatedPhotos", value: locatedPhotos),
      .init(name: "cluster", value: cluster),
      .init(name: "clusters", value: clusters),
      .init(name: "timeline", value: timeline),
      .init(name: "facets", value: facets),
      .init(name: "places", value: places),
      .init(name: "place", value: place),
      .init(name: "position", value: position),
      .init(name: "report", value: report),
      .init(name: "tileSets", value: tileSets),
      .init(name: "tileSet", value: tileSet),
      .init(name: "tileJSON", value: tileJSON),
      .init(name: "baseMaps", value: baseMaps),
      .init(name: "track", value: track),
      .init(name: "tracks", value: tracks),
      .init(name: "trackPosition", value: trackPosition),
      .init(name: "scan", value: scan),
      .init(name: "placements", value: placements),
      .init(name: "plannedPlacement", value: plannedPlacement),
      .init(name: "placementOrder", value: placementOrder),
      .init(name: "placementResult", value: object(["act": whole, "placed": count])),
      .init(name: "undoResult", value: object(["act": whole, "undone": count])),
    ] + ofWords + ofCatalog + ofJourneys + ofDoubts + ofSharing + ofRooms + [
      .init(
        name: "health",
        value: object(
          [
            "status": ["type": "string", "enum": ["ok"]], "indexVersion": whole, "recordAge": count,
          ],
          optional: ["indexVersion", "recordAge"]))
    ]

  static let text: JSONValue = ["type": "string"]
  static let whole: JSONValue = ["type": "integer"]
  static let count: JSONValue = ["type": "integer", "minimum": 0]
  static let moment: JSONValue = ["type": "string", "format": "date-time"]

  static func list(_ element: JSONValue) -> JSONValue {
    ["type": "array", "items": element]
  }

  /// An object whose members are all required, except the optional ones.
  static func object(_ members: JSONValue, optional: [String] = []) -> JSONValue {
    guard case .object(let named) = members else { return ["type": "object"] }
    let required = named.map(\.name).filter { !optional.contains($0) }
    let said: JSONValue = ["type": "object", "properties": members]
    return required.isEmpty ? said : said.adding("required", .list(required.map(JSONValue.text)))
  }

  private static let scan = object(
    [
      "id": whole,
      "state": [
        "type": "string", "enum": .list(ScanStatus.State.allCases.map { .text($0.rawValue) }),
      ],
      "files": count, "located": count, "expectedFiles": count, "folder": text,
      "seconds": ["type": "number", "minimum": 0], "problem": text, "added": count,
      "updated": count, "moved": count, "removed": count, "unchanged": count,
      "hanging": list(text), "errors": list(object(["path": text, "reason": text])),
    ],
    optional: [
      "hanging",
      "expectedFiles", "folder", "problem", "added", "updated", "moved", "removed", "unchanged",
      "errors",
    ])

  static let number: JSONValue = ["type": "number"]

  private static let placements = object(
    [
      "numberMatched": count,
      "acts": list(
        object([
          "act": whole, "made": moment, "by": text, "placed": count, "undone": count,
          "undoes": count,
        ])),
      "plan": list(.schema("plannedPlacement")), "far": count, "undated": count,
      "withoutClock": ["type": "object", "additionalProperties": count],
    ], optional: ["plan", "far", "undated", "withoutClock"])

  private static let plannedPlacement = object(
    [
      "photo": whole, "path": text, "filename": text, "longitude": number, "latitude": number,
      "altitude": number, "source": ["type": "string", "enum": ["track", "neighbour"]],
      "gap": number, "accuracy": number, "instant": moment, "camera": text, "clock": text,
      "clockEvidence": text, "before": usedFix, "after": usedFix,
    ], optional: ["altitude", "clock", "clockEvidence"])

  private static let usedFix = object([
    "instant": moment, "longitude": number, "latitude": number,
  ])

  private static let track = object([
    "type": ["type": "string", "enum": ["Feature"]], "id": whole,
    "geometry": object([
      "type": ["type": "string", "enum": ["MultiLineString"]],
      "coordinates": list(list(["type": "array", "minItems": 2, "maxItems": 3, "items": number])),
    ]),
    "properties": object(
      [
        "path": text, "root": text, "filename": text, "kind": text, "fixes": count, "from": moment,
        "to": moment, "coordTimes": list(list(moment)), "utcOffsets": list(whole),
      ], optional: ["root", "kind", "utcOffsets"]),
  ])

  private static let tracks = features(
    .schema("track"),
    ["numberMatched": count, "numberReturned": count, "links": list(.schema("link"))])

  private static let trackPosition = object(
    [
      "instant": moment, "longitude": number, "latitude": number, "altitude": number,
      "accuracy": number, "gap": number, "before": trackFix, "after": trackFix,
    ], optional: ["altitude"])

  private static let trackFix = object(
    ["track": whole, "instant": moment, "longitude": number, "latitude": number],
    optional: ["track"])

  private static let placementOrder = object(
    [
      "placements": list(
        object(
          [
            "photo": whole, "longitude": number, "latitude": number, "altitude": number,
            "direction": number, "accuracy": number,
            "source": ["type": "string", "enum": ["manual", "track", "neighbour"]], "gap": number,
          ],
          optional: [
            "longitude", "latitude", "altitude", "direction", "accuracy", "source", "gap",
          ])), "key": actKey,
    ], optional: ["key"])

  /// What a client calls an act, so that it is made once.
  static let actKey: JSONValue = ["type": "string", "minLength": 1, "maxLength": 200]

  private static let problem = object(
    [
      "type": text, "title": text, "status": whole, "detail": text,
      "kind": ["type": "string", "enum": .list(Problem.Kind.allCases.map { .text($0.rawValue) })],
    ], optional: ["detail", "kind"])

  private static let link = object(
    ["href": text, "rel": text, "type": text, "title": text, "templated": ["type": "boolean"]],
    optional: ["type", "title", "templated"])

  private static let landingPage = object([
    "title": text, "description": text, "links": list(.schema("link")),
  ])

  private static let tileSets = object([
    "links": list(.schema("link")), "tilesets": list(.schema("tileSet")),
  ])

  private static let tileSet = object(
    [
      "title": text, "dataType": text, "crs": text, "tileMatrixSetURI": text,
      "boundingBox": ["type": "object"], "layers": list(["type": "object"]),
      "links": list(.schema("link")),
    ], optional: ["boundingBox", "layers"])

  private static let tileJSON = object(
    [
      "tilejson": text, "name": text, "description": text, "attribution": text, "scheme": text,
      "tiles": list(text), "minzoom": whole, "maxzoom": whole, "bounds": box,
      "vector_layers": list(["type": "object"]), "id": text,
      "format": ["type": "string", "enum": ["mvt", "mlt", "png", "jpeg", "webp", "avif"]],
      "encoding": ["type": "string", "enum": ["terrarium", "mapbox"]],
      "hasSea": ["type": "boolean"],
    ],
    optional: [
      "bounds", "description", "attribution", "vector_layers", "id", "format", "encoding", "hasSea",
    ])

  private static let baseMaps = object(
    [
      "maps": list(.schema("tileJSON")),
      "problems": list(object(["file": text, "reason": text])),
    ], optional: ["problems"])

  private static let collections = object([
    "links": list(.schema("link")), "collections": list(.schema("collection")),
  ])

  private static let collection = object(
    [
      "id": text, "title": text, "description": text, "itemType": text, "crs": list(text),
      "extent": .schema("extent"), "links": list(.schema("link")),
    ], optional: ["extent"])

  private static let extent = object(
    [
      "spatial": object(["bbox": list(box), "crs": text]),
      "temporal": object(["interval": list(list(moment)), "trs": text]),
    ], optional: ["temporal"])

  static let box: JSONValue = [
    "type": "array", "minItems": 4, "maxItems": 4, "items": ["type": "number"],
  ]

  static let point = object([
    "type": ["type": "string", "enum": ["Point"]],
    "coordinates": [
      "type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"],
    ],
  ])

  private static let photoProperties: JSONValue = {
    let known = PropertySchema.ofFeatures
    let measured: [JSONValue.Member] = [
      .init(
        name: "distance",
        value: [
          "title": "Metres from the requested position, in nearest", "type": "number", "minimum": 0,
        ]),
      .init(
        name: "bearing",
        value: ["title": "Degrees from true north, in nearest and seeing", "type": "number"]),
      .init(
        name: "offAxis",
        value: [
          "title": "Degrees from the middle of the picture, clockwise, in seeing", "type": "number",
        ]),
    ]
    return [
      "type": "object", "description": "Unknown values are absent.",
      "properties": .object(
        known.map(PropertySchema.openAPIMember) + PropertySchema.added + measured),
    ]
  }()

  private static let photo = feature(.schema("photoProperties"), id: whole)

  private static func feature(_ properties: JSONValue, id: JSONValue) -> JSONValue {
    object(
      [
        "type": ["type": "string", "enum": ["Feature"]], "id": id, "geometry": .schema("point"),
        "properties": properties, "links": list(.schema("link")),
      ], optional: ["links"])
  }

  private static func features(_ element: JSONValue, _ more: JSONValue) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "type", value: ["type": "string", "enum": ["FeatureCollection"]])
    ]
    if case .object(let added) = more { members += added }
    return object(.object(members + [.init(name: "features", value: list(element))]))
  }

  private static let photos = features(
    .schema("photo"),
    ["numberMatched": count, "numberReturned": count, "links": list(.schema("link"))])

  private static let sightings = features(
    .schema("photo"), ["numberMatched": count, "numberReturned": count])

  private static let neighbours = features(.schema("photo"), ["numberReturned": count])

  private static let export = features(
    .schema("photo"), ["numberMatched": count, "numberReturned": count])

  private static let locatedPhotos = features(
    object([
      "type": ["type": "string", "enum": ["Feature"]],
      "geometry": point.adding("nullable", true),
      "properties": .schema("sentProperties"),
    ]), ["numberReturned": count])

  private static let sentProperties: JSONValue = {
    let known = PhotoProperty.ofFeatures.filter { $0.group != .library }
    return [
      "type": "object", "description": "Unknown values are absent.",
      "properties": .object(
        known.map(PropertySchema.openAPIMember) + [
          .init(name: "reason", value: ["title": "Why it has no position", "type": "string"]),
          .init(name: "detail", value: ["title": "Details of the reason", "type": "string"]),
          .init(
            name: "remarks",
            value: ["title": "Remarks about refused and corrected values", "type": "string"]),
        ]),
    ]
  }()

  private static let cluster = feature(
    object(
      [
        "cluster": ["type": "boolean"], "cluster_id": text, "point_count": count,
        "point_count_abbreviated": ["oneOf": [count, text]], "bbox": box, "photo": whole,
        "takenFrom": moment, "takenTo": moment,
      ], optional: ["takenFrom", "takenTo"]), id: text)

  private static let clusters = features(
    ["oneOf": [.schema("photo"), .schema("cluster")]],
    ["zoom": count, "numberMatched": count, "numberReturned": count])

  private static let timeline = object(
    [
      "from": moment, "to": moment,
      "buckets": list(object(["from": moment, "to": moment, "count": count])), "undated": count,
    ], optional: ["from", "to"])

  private static let countedName = object(["name": text, "count": count])

  private static let facets = object([
    "numberMatched": count,
    "cameras": list(
      object(
        ["make": text, "model": text, "filter": text, "count": count], optional: ["make", "model"])),
    "otherCameras": count, "unknownCamera": count, "media": list(tally), "sources": list(tally),
    "folders": list(
      object(
        ["root": text, "path": text, "glob": text, "filter": text, "count": count],
        optional: ["glob", "filter"])),
    "otherFolders": count, "countries": list(countedArea), "regions": list(countedArea),
    "places": list(countedArea), "areas": list(countedName), "keywords": list(countedName),
    "people": list(countedName), "ratings": list(object(["value": whole, "count": count])),
    "favourites": count,
  ])

  private static let area: JSONValue = [
    "id": text, "kind": ["type": "string", "enum": ["country", "region", "place", "area"]],
    "name": text,
    "countryCode": text, "country": text, "regionCode": text, "region": text, "count": count,
  ]

  private static let namesAround = ["countryCode", "country", "regionCode", "region"]

  private static let countedArea = object(area, optional: namesAround)

  private static let place = object(
    area.adding("bbox", box).adding("cover", whole).adding("from", moment).adding("to", moment),
    optional: namesAround + ["bbox", "cover", "from", "to"])

  private static let places = object(
    ["places": list(.schema("place")), "elsewhere": count], optional: ["elsewhere"])

  private static let position: JSONValue = [
    "type": "object",
    "properties": .object(PhotoProperty.ofPlaces.map(PropertySchema.openAPIMember)),
  ]

  private static let tally = object(["value": text, "count": count])

  private static let report = object(
    [
      "photos": count, "located": count,
      "unlocated": object(
        .object(UnlocatedReason.allCases.map { .init(name: $0.name, value: count) })),
      "numberMatched": count, "numberReturned": count, "scanCommand": text,
      "hanging": list(object(["root": text, "since": moment])),
      "links": list(.schema("link")), "files": list(unlocatedFile),
    ], optional: ["scanCommand"])

  private static let unlocatedFile: JSONValue = {
    let known = PropertySchema.ofFeatures
    return [
      "type": "object", "description": "Unknown values are absent.",
      "properties": .object(
        [
          .init(name: "id", value: whole),
          .init(name: "reason", value: ["title": "Why it has no position", "type": "string"]),
          .init(name: "detail", value: ["title": "Details of the reason", "type": "string"]),
        ] + known.map(PropertySchema.openAPIMember) + PropertySchema.added),
      "required": ["id", "reason", "path", "root", "filename"],
    ]
  }()
}
