internal import Geography
internal import HTTPServer
internal import PhotoIndex
internal import PhotoExchange

extension ServiceContext {
  func addClusterRoutes(to router: inout Router) {
    router.on(.get, "/collections/photos/clusters") { request, _ in try clusters(request) }
    router.on(.get, "/collections/photos/clusters/{cluster_id}/items") { request, path in
      try clusterItems(request, path["cluster_id"] ?? "")
    }
  }

  private func clusters(_ request: Request) throws -> Response {
    var parameters = try Parameters(request)
    let zoom = try PhotoQuery.whole("zoom", parameters.require("zoom"), in: 0...30)
    let filter = try parameters.takeFilter()
    try parameters.takeFormat()
    try parameters.finish()
    return try answer(request) { reader in
      let marks = try reader.marks(filter, zoom: zoom)
      return try write(marks, feature(request), reader)
    }
  }

  private func clusterItems(_ request: Request, _ id: String) throws -> Response {
    guard let cell = Cluster.cell(id: id) else {
      throw Problem.notFound("There is no cluster \(id.prefix(40)).")
    }
    var parameters = try Parameters(request)
    let filter = try parameters.takeFilter()
    let paging = try parameters.takePaging()
    let format = try parameters.takePhotoFormat(request)
    try parameters.finish()
    return try answerPhotos(request, as: format) { reader in
      let page = try reader.pins(
        in: cell, filter, after: paging.cursor, skipping: paging.offset, limit: paging.limit)
      return PhotoPage(page, matched: try reader.count(in: cell, filter))
    } geojson: { page, reader in
      try listing(request, page, reader)
    }
  }

  private func write(_ marks: MapMarks, _ feature: PhotoFeature, _ reader: IndexReader) throws
    -> JSONWriter
  {
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
          case .pin(let pin):
            guard let photo = try reader.photo(pin.id) else { continue }
            feature.write(photo, to: &json)
          }
        }
      }
    }
    return json
  }

  private static func write(_ cluster: Cluster, to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "Feature")
      json.member("id", cluster.id)
      PhotoFeature.writePoint(cluster.centre, to: &json)
      json.name("properties")
      json.object { json in
        json.name("cluster")
        json.value(true)
        json.member("cluster_id", cluster.id)
        json.member("point_count", cluster.count)
        json.name("point_count_abbreviated")
        write(abbreviated: cluster.count, to: &json)
        json.name("bbox")
        json.array { json in
          for edge in [
            cluster.extent.westE7, cluster.extent.southE7, cluster.extent.eastE7,
            cluster.extent.northE7,
          ] { json.degrees(edge) }
        }
        json.name("photo")
        json.value(cluster.representative)
        json.member("takenFrom", (cluster.time?.lowerBound).map(Timestamp.utc))
        json.member("takenTo", (cluster.time?.upperBound).map(Timestamp.utc))
      }
    }
  }

  /// The count as supercluster shortens it: a number below a thousand, else `1.2k` or `34k`.
  private static func write(abbreviated count: Int, to json: inout JSONWriter) {
    switch count {
    case ..<1_000: json.value(count)
    case ..<10_000:
      let tenths = (count + 50) / 100
      json.value(tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k")
    default: json.value("\((count + 500) / 1_000)k")
    }
  }
}
