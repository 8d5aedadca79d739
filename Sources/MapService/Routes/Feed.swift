internal import JSON
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Query

struct FeedRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/feed.atom", id: "getFeed", chapter: .photos,
        summary: "The most recently added photos, as an Atom feed",
        details: """
          In descending order of their ids. Each has its page, a picture and \
          its position (GeoRSS). `updated` is when it was taken.
          """,
        parameters: Parameter.filters + [.feedLimit],
        formats: [Format(nil, Self.feedType, ["type": "string"])],
        describesHead: true, example: "/feed.atom?limit=10", handler: .guests(feed))
    ]
  }

  private static let feedType = "application/atom+xml"
  fileprivate static let longestFeed = 500
  fileprivate static let usualFeed = 50

  private func feed(_ call: Call) throws -> Response {
    let filter = try call.parameters.filter()
    let limit =
      try call.parameters["limit"].map { try PhotoQuery.limit($0, maximum: Self.longestFeed) }
      ?? Self.usualFeed
    let base = service.baseURL(call.request)
    let address = call.request.address(base)
    return try service.conditionalResponse(call, at: base, type: Self.feedType) { reader in
      let photos = try reader.newest(filter, limit: limit)
      return .bytes(AtomFeed(baseURL: base).document(photos, address: address), type: Self.feedType)
    }
  }
}

extension Parameter {
  fileprivate static let feedLimit = Parameter(
    "limit", "The number of photos; greater numbers mean the maximum.",
    [
      "type": "integer", "minimum": 1, "maximum": .whole(FeedRoutes.longestFeed),
      "default": .whole(FeedRoutes.usualFeed),
    ], example: 10)
}
