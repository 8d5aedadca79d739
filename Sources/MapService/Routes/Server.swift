internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

extension ServiceContext {
  var serverOperations: [Operation] {
    [
      Operation(
        path: "/healthz", id: "getHealth", chapter: .server,
        summary: "Whether the index answers",
        formats: [Format(nil, "application/json", .schema("health"))],
        isOpenToOtherSites: false, example: "/healthz",
        handler: { _ in try health() })
    ]
  }

  /// Ready when the index answers.
  private func health() throws -> Response {
    let version = try index.read { try $0.version() }
    var json = JSONWriter()
    json.object { json in
      json.member("status", "ok")
      json.name("indexVersion")
      json.value(version)
    }
    var response = Response.json(json.bytes)
    response.cacheControl = "no-store"
    return response
  }
}
