internal import HTTPServer

/// Which other sites' pages may read responses (CORS).
struct CrossOrigin: Sendable {
  /// The allowed origins, `*` for any; empty if no other site is allowed.
  var origins: [String]

  /// The public address of this server, if it is configured.
  var baseURL: String?

  /// The header fields that let pages of all sites read a response; empty if not all are allowed.
  var fieldsForAny: Headers {
    guard origins.contains("*") else { return Headers() }
    return ["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": Self.exposed]
  }

  /// Whether a response needs no header fields except `fieldsForAny`.
  func isForAnyOrNone(_ response: Response) -> Bool {
    origins.isEmpty
      || origins.contains("*") && !response.headers.contains("Access-Control-Allow-Origin")
        && !response.headers.contains("Access-Control-Expose-Headers")
  }

  private static let exposed =
    "Link, ETag, Content-Disposition, OGC-NumberMatched, OGC-NumberReturned, API-Version"

  /// Adds the header fields that let the requesting page read the response, if it may.
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

  /// Responds to OPTIONS, and so to the preflight requests of browsers.
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

  /// Refuses requests with side effects that a page of another site sends through a browser.
  ///
  /// The browser may add stored passwords to such requests, and sends them without a preflight. These fields
  /// name the page's origin; other programs do not send them.
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
    Problem(status: 403, detail: "Pages of other hosts may only read, and not change anything.")
  }
}
