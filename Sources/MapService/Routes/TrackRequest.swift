internal import JSON
internal import TrackStore
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

/// The requested part of a track.
struct TrackPart: Sendable {
  /// The zoom whose detail is sufficient; nil for all detail.
  var zoom: Int?

  init(_ parameters: Parameters) throws {
    zoom =
      try parameters["zoom"].map {
        try PhotoQuery.whole("zoom", $0, in: 0...TileSet.deepestZoom)
      } ?? 12
    switch parameters["full"] {
    case nil, "false": break
    case "true", "": zoom = nil
    case let text?: throw QueryError("full", text, "is not true or false")
    }
  }
}

/// The page of tracks that a request asks for.
struct TrackPageRequest: Sendable {
  static let most = 1_000

  var filter = TrackFilter()
  var limit = 100

  /// The last track of the previous page.
  var cursor: Int64 = 0
  var part: TrackPart

  init(_ parameters: Parameters) throws {
    part = try TrackPart(parameters)
    filter.box = try parameters["bbox"].map(PhotoQuery.box)
    filter.time = try parameters["datetime"].map(PhotoQuery.time)
    if let text = parameters["limit"] {
      limit = try PhotoQuery.limit(text, maximum: Self.most)
    }
    if let text = parameters["cursor"] {
      cursor = Int64(try PhotoQuery.whole("cursor", text, in: 0...Int.max))
    }
  }
}

extension Parameter {
  static let trackBox = Parameter(
    "bbox",
    "Only tracks with a line in this box of degrees (CRS84): west, south, east, north, edges included.",
    ["type": "array", "minItems": 4, "maxItems": 6, "items": ["type": "number"]],
    example: [2.2, 48.8, 2.5, 48.9])

  static let trackTime = Parameter(
    "datetime",
    "Only this time: a year, a month, a date, a date-time, or two of them with `/` between.",
    ["type": "string"], example: "2024-05-01T00:00:00Z/..")

  static let trackLimit = Parameter(
    "limit", "The number of tracks on a page; greater numbers mean the maximum.",
    [
      "type": "integer", "minimum": 1, "maximum": .whole(TrackPageRequest.most), "default": 100,
    ], example: 10)

  static let trackCursor = Parameter(
    "cursor", "The position to continue from, taken from a `next` link.",
    ["type": "string", "pattern": "^[0-9]+$"])

  static let trackZoom = Parameter(
    "zoom", "The zoom of a map for which the lines have enough detail.",
    [
      "type": "integer", "minimum": 0, "maximum": .whole(TileSet.deepestZoom), "default": 12,
    ])

  static let trackFull = Parameter(
    "full", "Every fix with its altitude, regardless of `zoom`.",
    ["type": "boolean"])

  static let trackID = Parameter(
    "id", "The number of the track, which does not change when its file is moved.",
    ["type": "integer", "format": "int64", "minimum": 1], location: .path, example: 1)

  static let trackMoment = Parameter(
    "at", "The moment, with an offset; without one it is in UTC.",
    ["type": "string", "format": "date-time"], isRequired: true, example: "2024-05-01T12:00:00Z")

  static let trackMaxGap = Parameter(
    "max-gap", "The greatest time in seconds between the two fixes.",
    ["type": "integer", "minimum": 0, "maximum": 86_400, "default": 600])
}
