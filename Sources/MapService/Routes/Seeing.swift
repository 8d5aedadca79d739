internal import JSON
internal import Geography
internal import Grid
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Query
internal import Relief

struct SeeingRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/seeing", id: "getPhotosSeeing", chapter: .map,
        summary: "The photos that show a position, best first",
        details: """
          Only photos count of which it is known where they look, and how wide. For photos of drones with a height \
          above the point of take-off, the ground in the picture is computed, as if it were level. `distance` and \
          `bearing` are those of the line from the photo to the position, `offAxis` is the angle between the middle of \
          the picture and that line. First come photos in which the position is large and near the middle.

          If the server has a file of elevations (see `geoindex basemap`), `hidden` says whether the ground rises above \
          the line; it is absent where elevations are missing. Of the photos of an answer, these come last.
          """,
        parameters: [.longitude, .latitude, .height, .seeingWithin, .seeingCount]
          + Parameter.filters
          + [.properties, .language],
        formats: Format.photos("sightings"),
        example: "/collections/photos/seeing?lat=48.8584&lon=2.2945",
        handler: .guests(seeing)),
      Operation(
        path: "/photos/{id}/again", id: "getPhotosAgain", chapter: .map,
        summary:
          "The photos from the same spot that show the same on other days, in order of time",
        details: """
          They show the same if the middle of the narrower picture is in the wider one. `distance` and `bearing` \
          are those of the line between the two spots, `offAxis` is by how much the other camera was turned. If it is \
          unknown where the photo looks, or how wide, there are none.
          """,
        parameters: [.photoID, .againWithin, .seeingCount] + Parameter.filters
          + [.properties, .language],
        formats: Format.photos("sightings"), responses: [.notFound],
        example: "/photos/1/again", handler: .guests(again)),
    ]
  }

  private func seeing(_ call: Call) throws -> EventualResponse {
    let parameters = call.parameters
    let longitude = try PhotoQuery.degrees("lon", parameters.require("lon"), within: 180)
    let latitude = try PhotoQuery.degrees("lat", parameters.require("lat"), within: 90)
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw Problem.badRequest("lon and lat are not a position on Earth.")
    }
    let query = try SeeingQuery(
      point: point, height: parameters["height"], within: parameters["within"])
    let count = try parameters["k"].map { try PhotoQuery.whole("k", $0, in: 1...1_000) } ?? 100
    let filter = try parameters.filter()
    let feature = service.feature(call.request, try parameters.properties())
    let written = call.library.written
    let ground = service.relief.ground
    let answer = { @Sendable in
      var found = PhotosShowing()
      return try service.photoResponse(call, dependsOn: ground?.version) { reader in
        found = try reader.seeing(query, count: count, filter, over: ground)
        return PhotoPage(found)
      } geojson: { _, _, reader in
        try NeighbourListing(feature: feature, written: written)
          .write(found.best, matched: found.count, from: reader)
      }
    }
    // Many lines are compared with elevations, whose tiles may have to be decoded first.
    return ground == nil ? .now(try answer()) : .later(answer)
  }
}

extension SeeingRoutes {
  /// How far away the other cameras may be without a parameter: a few steps, and the error of most phones.
  fileprivate static let usualSteps = 30.0

  fileprivate func again(_ call: Call) throws -> Response {
    let parameters = call.parameters
    let id = call.path["id"] ?? ""
    let metres = try SeeingQuery.distance(parameters["within"]) ?? Self.usualSteps
    let count = try parameters["k"].map { try PhotoQuery.whole("k", $0, in: 1...1_000) } ?? 100
    let filter = try parameters.filter()
    let feature = service.feature(call.request, try parameters.properties())
    let written = call.library.written
    var found = PhotosShowing()
    return try service.photoResponse(call) { reader in
      guard let number = Int64(id), try reader.photo(number)?.pin != nil else {
        throw Problem.notFound(
          "There is no photo \(id.prefix(40)) on the map. Fetch the list again.")
      }
      found = try reader.again(number, within: metres, count: count, filter) ?? found
      return PhotoPage(found)
    } geojson: { _, _, reader in
      try NeighbourListing(feature: feature, written: written)
        .write(found.best, matched: found.count, from: reader)
    }
  }
}

extension Parameter {
  fileprivate static let againWithin = Parameter(
    "within", "How far away the other cameras may be, in metres.",
    [
      "type": "number", "minimum": 0, "maximum": .number(SeeingQuery.mostMetres),
      "default": .number(SeeingRoutes.usualSteps),
    ])

  fileprivate static let height = Parameter(
    "height", "The height of the position above the ground, in metres.",
    [
      "type": "number", "minimum": .number(SeeingQuery.heights.lowerBound),
      "maximum": .number(SeeingQuery.heights.upperBound), "default": 0,
    ])

  fileprivate static let seeingWithin = Parameter(
    "within", "How far away photos may be, in metres.",
    [
      "type": "number", "minimum": 0, "maximum": .number(SeeingQuery.mostMetres),
      "default": .number(SeeingQuery.usualMetres),
    ])

  fileprivate static let seeingCount = Parameter(
    "k", "The number of photos.",
    ["type": "integer", "minimum": 1, "maximum": 1_000, "default": 100])
}
