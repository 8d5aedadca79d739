internal import HTTPServer

/// Which pages of other sites may read what is served (CORS).
struct CrossOrigin: Sendable {
  /// The origins, `*` for any; none where no other site may.
  var origins: [String]

  /// Lets the page that asks read the answer, if it may.
  func open(_ response: inout Response, to request: Request) {
    guard !origins.isEmpty else { return }
    if origins.contains("*") {
      response.headers.set("Access-Control-Allow-Origin", to: "*")
    } else {
      response.headers.appendToken("Origin", to: "Vary")
      guard let origin = request.headers["Origin"], origins.contains(origin) else { return }
      response.headers.set("Access-Control-Allow-Origin", to: origin)
    }
    response.headers.set(
      "Access-Control-Expose-Headers",
      to: "Link, ETag, Content-Disposition, OGC-NumberMatched, OGC-NumberReturned")
  }

  /// Answers OPTIONS, and with it what a browser asks before a request it finds unusual.
  func options(_ request: Request, allow methods: [Method], isOpen: Bool) -> Response {
    let allow = methods.map(\.rawValue).joined(separator: ", ")
    var response = Response(status: 204, headers: ["Allow": allow])
    guard isOpen, request.headers.contains("Origin") else { return response }
    open(&response, to: request)
    guard response.headers.contains("Access-Control-Allow-Origin") else { return response }
    response.headers.remove("Access-Control-Expose-Headers")
    response.headers.append("Access-Control-Allow-Methods", allow)
    if let fields = request.headers["Access-Control-Request-Headers"] {
      response.headers.append("Access-Control-Allow-Headers", fields)
      response.headers.appendToken("Access-Control-Request-Headers", to: "Vary")
    }
    response.headers.append("Access-Control-Max-Age", "86400")
    return response
  }
}
