internal import JSON
public import Geography

private let geoJSON = "application/geo+json"

/// The order of a listing; the default is the order of the grid.
public enum PhotoOrder: String, Sendable {
  /// Oldest first, undated photos last.
  case oldestFirst = "takenAt"
  /// Newest first, undated photos last.
  case newestFirst = "-takenAt"
}

extension Endpoint where Response == PhotoPage {
  /// The photos of a selection, page by page; pass the page's `next` as `after:`.
  ///
  /// With `properties` only those are sent and the others are nil. An empty list gives positions only, which is
  /// fastest.
  public static func photos(
    _ selection: Selection = Selection(), in order: PhotoOrder? = nil, after: String? = nil,
    limit: Int? = nil, properties: [String]? = nil
  ) -> Endpoint {
    listing("/collections/photos/items", selection, order, after, limit, properties)
  }

  /// The photos of a cluster, for the selection that it was counted with.
  public static func photos(
    ofCluster id: String, _ selection: Selection = Selection(), in order: PhotoOrder? = nil,
    after: String? = nil, limit: Int? = nil, properties: [String]? = nil
  ) -> Endpoint {
    let name = Request.percentEncoded(id)
    let path = "/collections/photos/clusters/\(name)/items"
    return listing(path, selection, order, after, limit, properties)
  }

  /// The photos nearest to a position, in order of distance.
  public static func nearest(
    to place: Coordinate, count: Int? = nil, within metres: Double? = nil,
    _ selection: Selection = Selection()
  ) -> Endpoint {
    let asked: [(String, String?)] = [
      ("lon", "\(place.longitude)"), ("lat", "\(place.latitude)"),
      ("k", count.map { "\($0)" }), ("within", metres.map { "\($0)" }),
    ]
    let request = Request(
      "/collections/photos/nearest", asked + selection.parameters.map { ($0.name, $0.value) },
      accept: geoJSON)
    return Endpoint(request) { (reply) throws(InputProblem) in try PhotoPage(reply) }
  }

  private static func listing(
    _ path: String, _ selection: Selection, _ order: PhotoOrder?, _ after: String?, _ limit: Int?,
    _ properties: [String]?
  ) -> Endpoint {
    let asked: [(String, String?)] = selection.parameters.map { ($0.name, $0.value) }
    let request = Request(
      path,
      asked + [
        ("sortby", order?.rawValue), ("limit", limit.map { "\($0)" }), ("cursor", after),
        ("properties", properties?.joined(separator: ",")),
      ], accept: geoJSON)
    return Endpoint(request) { (reply) throws(InputProblem) in try PhotoPage(reply) }
  }
}

extension Endpoint where Response == Photo {
  /// One photo.
  public static func photo(_ id: Int) -> Endpoint {
    let request = Request("/collections/photos/items/\(id)", [], accept: geoJSON)
    return Endpoint(request) { (reply) throws(InputProblem) in
      try Photo(JSONValue(parsing: reply.body))
    }
  }
}

extension Endpoint where Response == [Mark] {
  /// The clusters and single photos that a map shows at a zoom level.
  public static func marks(zoom: Int, _ selection: Selection = Selection()) -> Endpoint {
    let asked: [(String, String?)] = selection.parameters.map { ($0.name, $0.value) }
    let request = Request(
      "/collections/photos/clusters", asked + [("zoom", "\(zoom)")], accept: geoJSON)
    return Endpoint(request) { (reply) throws(InputProblem) in try Mark.marks(reply) }
  }
}

extension Endpoint where Response == Timeline {
  /// The number of photos by time, in at most this many buckets.
  public static func timeline(_ selection: Selection = Selection(), buckets: Int? = nil)
    -> Endpoint
  {
    let asked: [(String, String?)] = selection.parameters.map { ($0.name, $0.value) }
    let request = Request(
      "/collections/photos/timeline", asked + [("buckets", buckets.map { "\($0)" })],
      accept: "application/json")
    return Endpoint(request) { (reply) throws(InputProblem) in try Timeline(reply) }
  }
}

extension Endpoint where Response == TileSource {
  /// The TileJSON of the vector tiles of a selection.
  ///
  /// Each tile is a box of its own, so the server refuses a selection with a box.
  public static func tileSource(_ selection: Selection = Selection()) -> Endpoint {
    let request = Request(
      "/tiles/photos.json", selection.parameters.map { ($0.name, $0.value) },
      accept: "application/json")
    return Endpoint(request) { (reply) throws(InputProblem) in try TileSource(reply) }
  }
}

extension Endpoint where Response == [UInt8] {
  /// An upright JPEG of a photo, 160, 320, 640 or 1280 pixels wide.
  public static func thumbnail(of id: Int, width: Int? = nil) -> Endpoint {
    bytes("/photos/\(id)/thumbnail", [("width", width.map { "\($0)" })], accept: "image/jpeg")
  }

  /// The file of a photo.
  public static func original(of id: Int) -> Endpoint {
    bytes("/photos/\(id)/original", [], accept: "*/*")
  }

  /// A Mapbox vector tile; empty if it has no photos.
  public static func tile(_ tile: TileCoordinate, _ selection: Selection = Selection()) -> Endpoint
  {
    bytes(
      "/tiles/photos/\(tile.zoom)/\(tile.x)/\(tile.y).mvt",
      selection.parameters.map { ($0.name, $0.value) },
      accept: "application/vnd.mapbox-vector-tile")
  }

  private static func bytes(_ path: String, _ parameters: [(String, String?)], accept: String)
    -> Endpoint
  {
    Endpoint(Request(path, parameters, accept: accept)) { (reply) throws(InputProblem) in
      reply.body
    }
  }
}
