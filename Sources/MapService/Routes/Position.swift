internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import Places
internal import Query

struct PositionRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/locate", id: "locatePosition", chapter: .map,
        summary: "Country, region, place and time zone of a position",
        details: """
          Codes are the same in every language. Unknown values are absent. Guests get no `area`, \
          because boundaries may be private.
          """,
        parameters: [.longitude, .latitude, .language], formats: [.json("position")],
        responses: [.problem(404, "The server has no places file.")],
        example: "/locate?lat=47.5552&lon=10.748&lang=en",
        handler: .guests(locatePosition))
    ]
  }

  /// Responds with the names at a position, without photos.
  private func locatePosition(_ call: Call) throws -> Response {
    let longitude = try PhotoQuery.degrees("lon", call.parameters.require("lon"), within: 180)
    let latitude = try PhotoQuery.degrees("lat", call.parameters.require("lat"), within: 90)
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      throw Problem.badRequest("lon and lat are not a position on Earth.")
    }
    let places = try service.requiredPlaces()
    var found = try places.describe(
      places.locate(position), of: position, in: call.request.language)
    if !call.request.visitor.isOwner { found.area = nil }
    var json = JSONWriter()
    found.write(to: &json)
    return service.document(json.bytes, type: "application/json")
  }
}
