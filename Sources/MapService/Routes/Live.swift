internal import JSON
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

struct LiveRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let stream = Content(type: "text/event-stream", schema: ["type": "string"])
    let scan = Content(type: "application/json", schema: .schema("scan"))
    let elsewhere = DocumentedResponse.problem(
      403, "The server does not accept the host, or the request is from a page of another host.")
    return [
      Operation(
        path: "/events", id: "getEvents", chapter: .live,
        summary: "Changes of the library, as an endless stream of Server-Sent Events",
        details: """
          `hello` comes first, with the version of the index; then `photos-changed`, \
          `scan-progress`, `scan-finished`, `viewers` and `views-changed`, each with an object as its data. A client \
          that reconnects with `Last-Event-ID` gets `photos-changed` at once if something has changed since. This stream \
          is for users; editors and viewers get `hello`, `viewers` and `photos-changed` without counts, because \
          something may have changed that they do not see.

          With `room` the client joins a room instead, also as a guest. `hello` has the `room` with its members, the number \
          of the `member` that the client now is, and its `key`, with which it sends messages and reconnects: within 30 \
          seconds it is the same member. The latest messages follow, then `room-joined`, `room-left` and `room-message` as \
          they happen, of movements the latest, and at the end `room-closed`. A client that reconnects with \
          `Last-Event-ID` gets what it has missed, and nothing twice; `missed` of `hello` says whether some of it is \
          forgotten.
          """,
        parameters: [.joinedRoom, .memberName, .memberKey],
        responses: [
          DocumentedResponse(status: 200, summary: "Events, as they happen", content: [stream]),
          .problem(403, "Guests get no changes of the library."),
          .problem(404, "The room is closed, or never was."), .problem(409, "The room is full."),
        ],
        isOpenToOtherSites: false, handler: .guests(events)),
      Operation(
        method: .post, path: "/scans", id: "startScan", chapter: .live,
        summary: "Starts a scan for new and changed photos, or joins the running scan",
        details: """
          Scans the folders of `--scan` and `--watch`, or else all folders of the index, each with \
          the options `--include` and `--exclude` of its last scan. The request needs no body.
          """,
        responses: [
          DocumentedResponse(
            status: 202, summary: "The scan; `Location` is its address", content: [scan]),
          elsewhere,
          .problem(409, "There is no folder to scan, or the index cannot be written."),
        ],
        isOpenToOtherSites: false, handler: .owners(startScan)),
      Operation(
        path: "/scans/{id}", id: "getScan", chapter: .live,
        summary: "The progress or the result of a scan", parameters: [.scanID],
        formats: [Format(nil, "application/json", .schema("scan"))], responses: [.notFound],
        isOpenToOtherSites: false,
        handler: .owners { call in scanResponse(try status(call) { service.scans[$0] }) }),
      Operation(
        method: .delete, path: "/scans/{id}", id: "stopScan", chapter: .live,
        summary: "Stops a scan; what it has found is stored, and `folder` says where it stopped",
        parameters: [.scanID], formats: [Format(nil, "application/json", .schema("scan"))],
        responses: [.notFound, elsewhere], isOpenToOtherSites: false,
        handler: .owners { call in scanResponse(try status(call, service.scans.cancel)) }),
    ]
  }

  private func events(_ call: Call) throws -> EventualResponse {
    if let room = call.parameters["room"] {
      return try RoomRoutes(service: service).events(call, of: room)
    }
    guard call.request.visitor.audience.map({ $0 >= .viewers }) == true else {
      throw Problem.notShared
    }
    if let other = ["name", "key"].first(where: { call.parameters[$0] != nil }) {
      throw Problem.badRequest("\(other) is for rooms; give room too.")
    }
    let stream = try service.hub.listen(
      lastReceived: call.request.headers["Last-Event-ID"], seesAll: call.request.visitor.isOwner
    ) { [scans = service.scans] in scans.current }
    return .now(.events(stream))
  }

  private func startScan(_ call: Call) throws -> Response {
    let status = try service.scans.start()
    var response = scanResponse(status, code: 202)
    response.headers.append("Location", "\(service.baseURL(call.request))/scans/\(status.id)")
    return response
  }

  private func status(_ call: Call, _ find: (Int) -> ScanStatus?) throws -> ScanStatus {
    guard let status = Int(call.path["id"] ?? "").flatMap(find) else {
      throw Problem.notFound("There is no scan with that number; only recent scans are remembered.")
    }
    return status
  }

  private func scanResponse(_ status: ScanStatus, code: Int = 200) -> Response {
    var response = Response.json(status, status: code)
    response.cacheControl = "no-store"
    return response
  }
}

extension Response {
  /// A stream of Server-Sent Events.
  static func events(_ stream: BodyStream) -> Response {
    var response = Response.stream(stream, type: "text/event-stream")
    response.cacheControl = "no-store"
    // Keeps proxies from buffering the events.
    response.headers.append("X-Accel-Buffering", "no")
    return response
  }
}

extension Parameter {
  static let scanID = Parameter(
    "id", "The number of the scan.", ["type": "integer", "minimum": 1], location: .path, example: 1)
}
