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
    var response = Response.json(
      HealthAnswer(
        indexVersion: call.request.visitor.isOwner ? Int(version) : nil,
        recordAge: (service.options.recordAge?()).map { Int($0.components.seconds) }))
    response.cacheControl = "no-store"
    return response
  }
}

struct HealthAnswer: Answer {
  static let shape = AnswerShape<HealthAnswer>("health") {
    AnswerMember("status", .word(["ok"])) { _ in "ok" }
    AnswerMember("indexVersion") { $0.indexVersion }
    AnswerMember("recordAge", .count) { $0.recordAge }
  }

  let indexVersion: Int?
  let recordAge: Int?
}
