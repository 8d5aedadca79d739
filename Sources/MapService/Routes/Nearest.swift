internal import Geography
internal import HTTPServer
public import PhotoIndex
public import PhotoExchange

extension ServiceContext {
  func addNearestRoutes(to router: inout Router) {
    router.on(.get, "/collections/photos/nearest") { request, _ in try nearest(request) }
  }

  private func nearest(_ request: Request) throws -> Response {
    var parameters = try Parameters(request)
    let longitude = try PhotoQuery.degrees("lon", parameters.require("lon"), within: 180)
    let latitude = try PhotoQuery.degrees("lat", parameters.require("lat"), within: 90)
    let count = try parameters.take("k").map { try PhotoQuery.whole("k", $0, in: 1...1_000) }
    let metres = try parameters.take("within").map { try PhotoQuery.metres("within", $0) }
    let filter = try parameters.takeFilter()
    let format = try parameters.takePhotoFormat(request)
    try parameters.finish()
    guard let origin = Coordinate(latitude: latitude, longitude: longitude) else {
      throw Problem.badRequest("lon and lat are not a place on Earth.")
    }
    var found: [Neighbour] = []
    return try answerPhotos(request, as: format) { reader in
      found = try reader.nearest(to: origin, count: count ?? 10, within: metres, filter)
      return PhotoPage(found)
    } geojson: { _, reader in
      try NeighbourListing(feature: feature(request)).write(found, reader)
    }
  }
}

/// Writes the photos nearest to a place, the same for the API and for the command line.
public struct NeighbourListing: Sendable {
  private let feature: PhotoFeature

  /// Makes a writer.
  public init(feature: PhotoFeature) { self.feature = feature }

  /// Writes a FeatureCollection in order of distance.
  public func write(_ neighbours: [Neighbour], _ reader: IndexReader) throws -> JSONWriter {
    var json = JSONWriter(capacity: 256 + 700 * neighbours.count)
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberReturned", neighbours.count)
      json.name("features")
      try json.array { json in
        for neighbour in neighbours {
          guard let photo = try reader.photo(neighbour.pin.id) else { continue }
          feature.write(photo, line: neighbour.line, to: &json)
        }
      }
    }
    return json
  }
}
