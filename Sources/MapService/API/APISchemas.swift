internal import Geography
internal import Grid
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Rooms
internal import Sharing

/// The schemas of responses, for OpenAPI 3.0.
enum APISchemas {
  /// All schemas, by name.
  static let all: [JSONValue.Member] =
    [
      .init(name: "problem", value: problem),
      .of(Link.self),
      .of(LandingAnswer.self),
      .of(ConformanceAnswer.self),
      .of(CollectionsAnswer.self),
      .of(CollectionAnswer.self),
      .of(IndexExtent.self),
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
      .of(TimelineAnswer.self),
      .of(FacetsAnswer.self),
      .of(PlacesAnswer.self),
      .of(FoundArea.self),
      .init(name: "position", value: position),
      .of(ReportAnswer.self),
      .of(TileSetsAnswer.self),
      .of(TileSetAnswer.self),
      .of(TileJSON.self),
      .of(BaseMapsAnswer.self),
      .init(name: "track", value: track),
      .init(name: "tracks", value: tracks),
      .of(TrackPosition.self),
      .of(ScanStatus.self),
      .of(PlacementsAnswer.self),
      .of(PlannedPlacement.self),
      .of(PlacementOrder.shape),
      .of(PlacementResult.self),
      .of(UndoResult.self),
      .of(WordsAnswer.self),
      .of(WordsOrder.shape),
      .init(name: "wordsResult", value: ChangeResult.shape.schema),
      .init(name: "keywords", value: NamesAnswer.shape("keywords").schema),
      .init(name: "people", value: NamesAnswer.shape("people").schema),
    ] + ofCatalog + [
      .of(CorrectedTrips.self),
      .of(TripAnswer.self),
      .of(HomesAnswer.self),
      .of(JourneyOrder.shape),
      .of(DiaryAnswer.self),
      .of(DiaryOrder.shape),
      .of(DiaryResult.self),
      .of(TripResult.self),
      .of(DoubtPage.self),
      .of(DoubtOrder.shape),
      .init(name: "doubtResult", value: ChangeResult.shape.schema),
      .of(VisitorAnswer.self),
      .of(SharesAnswer.self),
      .of(ShareAnswer.self),
      .of(ShareTerms.order),
      .of(ZonesAnswer.self),
      .of(PrivacyZone.self),
      .of(PrivacyZone.order),
      .of(ViewsAnswer.self),
      .of(SavedView.self),
      .of(SavedViewOrder.shape),
      .of(RoomsAnswer.self),
      .of(RoomAnswer.self),
      .of(MemberAnswer.self),
      .of(RoomView.self),
      .of(RoomOrder.opening),
      .of(RoomOrder.message),
      .of(RoomResult.self),
      .of(HealthAnswer.self),
    ]

  static let text = String.schema
  static let whole = Int.schema
  static let number = Double.schema
  static let count = JSONValue.count
  static let moment = JSONValue.moment
  static let date = JSONValue.date
  static let box = BoundingBox.schema

  static func list(_ element: JSONValue) -> JSONValue { .listing(element) }

  /// An object whose members are all required, except the optional ones.
  static func object(_ members: JSONValue, optional: [String] = []) -> JSONValue {
    .describing(members.members ?? [], optional: optional)
  }

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

  private static let problem = object(
    [
      "type": text, "title": text, "status": whole, "detail": text,
      "kind": ["type": "string", "enum": .list(Problem.Kind.allCases.map { .text($0.rawValue) })],
    ], optional: ["detail", "kind"])

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
      .init(
        name: "hidden",
        value: ["title": "Whether the ground hides the position, in seeing", "type": "boolean"]),
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

  private static let position: JSONValue = [
    "type": "object",
    "properties": .object(PhotoProperty.ofPlaces.map(PropertySchema.openAPIMember)),
  ]

  static let unlocatedFile: JSONValue = {
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

extension JSONValue.Member {
  /// The schema of an answer that has a name.
  static func of(_ answer: (some Answer).Type) -> JSONValue.Member {
    JSONValue.Member(name: answer.shape.name ?? "", value: answer.shape.schema)
  }

  /// The schema of the content of a request.
  static func of<Order>(_ shape: OrderShape<Order>) -> JSONValue.Member {
    JSONValue.Member(name: shape.name ?? "", value: shape.schema)
  }
}
