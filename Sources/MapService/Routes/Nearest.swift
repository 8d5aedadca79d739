internal import JSON
internal import Geography
public import Grid
internal import HTTPServer
public import PhotoIndex
public import PhotoExchange
internal import Query

struct NearestRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/nearest", id: "getNearestPhotos", chapter: .map,
        summary: "The photos nearest to a position, nearest first",
        details: "Distances are along the WGS 84 ellipsoid.",
        parameters: [.longitude, .latitude, .nearestCount, .within] + Parameter.filters
          + [.properties, .language],
        formats: Format.photos("neighbours"),
        example: "/collections/photos/nearest?lat=48.8584&lon=2.2945&k=3",
        handler: .guests(nearest))
    ]
  }

  private func nearest(_ call: Call) throws -> Response {
    let parameters = call.parameters
    let longitude = try PhotoQuery.degrees("lon", parameters.require("lon"), within: 180)
    let latitude = try PhotoQuery.degrees("lat", parameters.require("lat"), within: 90)
    let count = try parameters["k"].map { try PhotoQuery.whole("k", $0, in: 1...1_000) }
    let metres = try parameters["within"].map { try PhotoQuery.metres("within", $0) }
    let filter = try parameters.filter()
    let feature = service.feature(call.request, try parameters.properties())
    guard let origin = Coordinate(latitude: latitude, longitude: longitude) else {
      throw Problem.badRequest("lon and lat are not a position on Earth.")
    }
    let written = call.library.written
    var found: [Neighbour] = []
    return try service.photoResponse(call) { reader in
      found = try reader.nearest(to: origin, count: count ?? 10, within: metres, filter)
      return PhotoPage(found)
    } geojson: { _, _, reader in
      try NeighbourListing(feature: feature, written: written).write(found, from: reader)
    }
  }
}

extension Parameter {
  static let longitude = Parameter(
    "lon", "The longitude of the position, in degrees.",
    ["type": "number", "minimum": -180, "maximum": 180], isRequired: true, example: 2.2945)

  static let latitude = Parameter(
    "lat", "The latitude of the position, in degrees.",
    ["type": "number", "minimum": -90, "maximum": 90], isRequired: true, example: 48.8584)

  fileprivate static let nearestCount = Parameter(
    "k", "The number of photos.",
    ["type": "integer", "minimum": 1, "maximum": 1_000, "default": 10])

  fileprivate static let within = Parameter(
    "within", "The greatest distance in metres.", ["type": "number", "minimum": 0])
}

/// Writes the photos nearest to a position, each with its distance and bearing.
public struct NeighbourListing: Sendable {
  private let feature: PhotoFeature
  private let written: WrittenFeatures

  /// Makes a writer.
  public init(feature: PhotoFeature) { self.init(feature: feature, written: WrittenFeatures()) }

  init(feature: PhotoFeature, written: WrittenFeatures) {
    self.feature = feature
    self.written = written
  }

  /// Writes a FeatureCollection in order of distance.
  public func write(_ neighbours: [Neighbour], _ reader: IndexReader) throws -> JSONWriter {
    try write(neighbours, from: reader)
  }

  func write(
    _ neighbours: [Neighbour], matched: Int? = nil, from reader: some PhotoSource
  ) throws -> JSONWriter {
    var json = JSONWriter(capacity: 256 + 700 * neighbours.count)
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", matched)
      json.member("numberReturned", neighbours.count)
      json.name("features")
      try json.array { json in
        try written.write(
          neighbours.map(\.pin), lines: neighbours.map(\.line), as: feature, reader, to: &json)
      }
    }
    return json
  }
}
