internal import JSON
internal import Geography
internal import Grid
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Query
internal import PhotoFacts

struct ClusterRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/clusters", id: "getClusters", chapter: .map,
        summary: "What a map shows: single photos and clusters with exact counts",
        details: """
          Cells are a quarter of a map tile wide. The counts add up to the `numberMatched` of \
          `items` with the same box and filters. If the zoom is too high for the box, the response has the \
          highest zoom with less than 10,000 features; its `zoom` says which.
          """,
        parameters: [.zoom] + Parameter.filters + [.properties, .language],
        formats: Format.geoJSON("clusters"),
        example: "/collections/photos/clusters?bbox=-10,35,30,60&zoom=4",
        handler: .guests(clusters)),
      Operation(
        path: "/collections/photos/clusters/{cluster_id}/items", id: "getClusterPhotos",
        chapter: .map,
        summary: "The photos of a cluster, page by page",
        details: "Give the same filters as in the request for the clusters.",
        parameters: [.clusterID] + Parameter.filters + Parameter.paging + [.properties, .language],
        formats: Format.photos("photos"), responses: [.notFound],
        describesHead: true,
        example: "/collections/photos/clusters/2-2-1/items?limit=10",
        handler: .guests(clusterItems)),
    ]
  }

  private func clusters(_ call: Call) throws -> Response {
    let zoom = try PhotoQuery.whole("zoom", call.parameters.require("zoom"), in: 0...30)
    let filter = try call.parameters.filter()
    let feature = service.feature(call.request, try call.parameters.properties())
    let written = call.library.written
    return try service.jsonResponse(call) { reader in
      let marks = try reader.marks(filter, zoom: zoom)
      return try write(marks, feature, written, reader)
    }
  }

  private func clusterItems(_ call: Call) throws -> EventualResponse {
    let id = call.path["cluster_id"] ?? ""
    guard let cell = Cluster.cell(id: id) else {
      throw Problem.notFound(
        "There is no cluster \(id.prefix(40)). Fetch the clusters again: they change with the photos."
      )
    }
    let filter = try call.parameters.filter()
    return try service.listing(call) { reader, paging in
      let page = try reader.pins(
        in: cell, filter, in: paging.order, after: paging.cursor, skipping: paging.offset,
        limit: paging.limit)
      return (page, try reader.count(in: cell, filter))
    }
  }

  private func write(
    _ marks: MapMarks, _ feature: PhotoFeature, _ written: WrittenFeatures, _ reader: VisibleReader
  ) throws -> JSONWriter {
    var json = JSONWriter(capacity: 256 + 400 * marks.marks.count)
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("zoom", marks.zoom)
      json.member("numberMatched", marks.photoCount)
      json.member("numberReturned", marks.marks.count)
      json.name("features")
      try json.array { json in
        for mark in marks.marks {
          switch mark {
          case .cluster(let cluster): Self.write(cluster, to: &json)
          case .pin(let pin): try written.write([pin], as: feature, reader, to: &json)
          }
        }
      }
    }
    return json
  }

  private static func write(_ cluster: Cluster, to json: inout JSONWriter) {
    // A view has hundreds of clusters, so what always comes together is one literal.
    json.beginValue()
    json.literal("{\"type\":\"Feature\",\"id\":")
    json.value(id: cluster.cell)
    PhotoFeature.writePoint(cluster.centre, to: &json)
    json.literal(",\"properties\":{\"cluster\":true,\"cluster_id\":")
    json.value(id: cluster.cell)
    json.literal(",\"point_count\":")
    json.value(cluster.count)
    json.literal(",\"point_count_abbreviated\":")
    // As in supercluster: a plain number up to 999.
    if cluster.count < 1_000 {
      json.value(cluster.count)
    } else {
      json.value(cluster.abbreviatedCount)
    }
    json.member(box: cluster.extent)
    json.name("photo")
    json.value(cluster.representative)
    if let time = cluster.time {
      json.name("takenFrom")
      json.value(utc: time.lowerBound)
      json.name("takenTo")
      json.value(utc: time.upperBound)
    }
    json.literal("}}", needsComma: true)
  }
}

extension JSONWriter {
  /// Writes `Cluster.id` of a cell.
  fileprivate mutating func value(id cell: TileCoordinate) {
    literal("\"")
    value(cell.zoom)
    literal("-")
    value(Int(cell.x))
    literal("-")
    value(Int(cell.y))
    literal("\"", needsComma: true)
  }

  /// Writes a moment in UTC.
  fileprivate mutating func value(utc moment: Int64) {
    plainText { Timestamp.append(instant: moment, offsetMinutes: nil, to: &$0) }
  }
}

extension Parameter {
  fileprivate static let zoom = Parameter(
    "zoom", "The zoom level of the map.", ["type": "integer", "minimum": 0, "maximum": 30],
    isRequired: true, example: 4)
}
