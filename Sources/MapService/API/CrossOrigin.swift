internal import HTTPServer

/// Which pages of other sites may read what is served (CORS).
struct CrossOrigin: Sendable {
  /// The origins, `*` for any; none where no other site may.
  var origins: [String]

  /// Where the world reaches this server, if that was said.
  var baseURL: String?

  /// The fields by which pages of any site may read an answer; none where not all of them may.
  var fieldsForAny: Headers {
    guard origins.contains("*") else { return Headers() }
    return ["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": Self.exposed]
  }

  /// Whether all that is to be said in an answer is `fieldsForAny`.
  func isForAnyOrNone(_ response: Response) -> Bool {
    origins.isEmpty
      || origins.contains("*") && !response.headers.contains("Access-Control-Allow-Origin")
        && !response.headers.contains("Access-Control-Expose-Headers")
  }

  private static let exposed =
    "Link, ETag, Content-Disposition, OGC-NumberMatched, OGC-NumberReturned"

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
    response.headers.set("Access-Control-Expose-Headers", to: Self.exposed)
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

  /// Refuses what a page elsewhere has a browser do here, with whatever the browser knows of passwords.
  ///
  /// Browsers send such requests without asking first, and say in these fields where they come from;
  /// other programs do not send them.
  func refuseForeignPages(_ request: Request) throws(Problem) {
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
      throw Self.foreignPage
    }
    guard let origin = request.headers["Origin"]?.lowercased() else { return }
    let scheme = origin.firstRange(of: "://")
    let authority = scheme.map { origin[$0.upperBound...] } ?? ""
    let own = baseURL?.lowercased() ?? ""
    let isOwn =
      authority == request.host?.lowercased() ?? "" || own == origin
      || own.hasPrefix(origin + "/")
    guard !authority.isEmpty, isOwn else { throw Self.foreignPage }
  }

  private static var foreignPage: Problem {
    Problem(status: 403, detail: "Pages of other hosts may only read here, not send anything.")
  }
}
