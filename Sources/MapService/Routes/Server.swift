internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

extension ServiceContext {
  var serverOperations: [Operation] {
    [
      Operation(
        path: "/healthz", id: "getHealth", chapter: .server,
        summary: "Whether the index can be read",
        formats: [Format(nil, "application/json", .schema("health"))],
        isOpenToOtherSites: false, isForGuests: true, isForStrangers: true, example: "/healthz",
        handler: .now(health))
    ]
  }

  /// Responds with 200 if the index can be read.
  ///
  /// Only owners see the load of the server.
  private func health(_ call: Call) throws -> Response {
    let version = try libraries.whole.index.read { try $0.version() }
    var json = JSONWriter()
    json.object { json in
      json.member("status", "ok")
      if let age = options.recordAge?() {
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
