internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

struct ServerRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/healthz", id: "getHealth", chapter: .server,
        summary: "Whether the index can be read",
        formats: [Format(nil, "application/json", .schema("health"))],
        isOpenToOtherSites: false, isForStrangers: true, example: "/healthz",
        handler: .guests(health))
    ]
  }

  /// Responds with 200 if the index can be read.
  ///
  /// Only owners see the load of the server.
  private func health(_ call: Call) throws -> Response {
    let version = try service.indexVersion()
    var json = JSONWriter()
    json.object { json in
      json.member("status", "ok")
      if let age = service.options.recordAge?() {
        json.member("recordAge", Int(age.components.seconds))
      }
      guard case .owner = call.request.visitor else { return }
      json.name("indexVersion")
      json.value(version)
    }
    var response = Response.json(json.bytes)
    response.cacheControl = "no-store"
    return response
  }
}
