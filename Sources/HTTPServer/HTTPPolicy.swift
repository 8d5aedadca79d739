/// What HTTP requires of every response, and the settings for all of them.
///
/// A server applies it between the socket and its `Responder`; tests and clients in the same process call `process`.
public struct HTTPPolicy: Sendable {
  /// The size limits of requests.
  public var limits = Limits()

  /// Hosts a request may name, in addition to `localhost` and loopback addresses.
  ///
  /// `photos.example` allows any port, `photos.example:8443` only that one, `[2001:db8::1]:80` likewise, `*` every host.
  /// Other hosts get 403, which prevents DNS rebinding: a web page cannot use a name of its own for this server.
  public var allowedHosts: [String] {
    get { hosts.entries }
    set { hosts = HostList(newValue) }
  }

  /// Fields added to each response that does not set them.
  public var extraHeaders: [HeaderField] = Self.usualHeaders {
    didSet { extraFields = Headers(defaults: extraHeaders) }
  }

  /// The same fields, prepared for responses that set none of them.
  private var extraFields = Headers(defaults: Self.usualHeaders)

  private static let usualHeaders = [
    HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
    HeaderField(name: "Referrer-Policy", value: "no-referrer"),
  ]

  /// The smallest body in bytes that is compressed.
  public var compressionThreshold = 1_024

  /// The level of gzip, 1 … 9; 0 turns compression off.
  public var compressionLevel = 3

  /// Called with errors that are not reported to clients: those of a handler that are not a `Problem`.
  public var errorLog: (@Sendable (String) -> Void)?

  /// The proxies whose forwarding fields are trusted; nil trusts none.
  public var trustedProxies: ProxyTrust?

  /// Whether connections are encrypted, so that links use `https`.
  public var isEncrypted = false

  /// Whether requests may name the server by any IP address, in addition to the allowed hosts.
  ///
  /// An address, unlike a name, cannot be redirected: a page loaded from it came from this server.
  public var allowsAddresses = false

  private var hosts = HostList([])

  /// Makes the default policy.
  public init() {}

  /// Responds to a request as the server does.
  ///
  /// Errors become problem documents, unchanged responses become 304, ranges are cut, text is compressed. The response to
  /// HEAD has the body of GET; the transport sends only its length.
  public func process(_ request: Request, by responder: any Responder) -> Response {
    switch begin(request, by: responder) {
    case .now(let response): response
    case .later(let make), .distant(let make): make()
    }
  }

  /// An `EventualResponse` whose errors have become responses.
  enum FinalResponse {
    case now(Response)
    case later(@Sendable () -> Response)
    case distant(@Sendable () -> Response)
  }

  /// Responds to a request as far as that is possible at once.
  func begin(_ request: Request, by responder: any Responder) -> FinalResponse {
    var request = request
    do {
      if isEncrypted || trustedProxies != nil { request = try arrival(of: request) }
      try check(request)
      switch try responder.respond(to: request) {
      case .now(var response):
        finish(&response, to: request)
        return .now(response)
      case .later(let make):
        return .later { [request] in finished(Result { try make() }, to: request, responder) }
      case .distant(let make):
        return .distant { [request] in finished(Result { try make() }, to: request, responder) }
      }
    } catch {
      return .now(finished(.failure(error), to: request, responder))
    }
  }

  /// The request as it reached this server, or the first trusted proxy.
  func arrival(of request: Request) throws(Problem) -> Request {
    var request = request
    if isEncrypted { request.scheme = "https" }
    return try trustedProxies?.resolve(request) ?? request
  }

  private func check(_ request: Request) throws(Problem) {
    try limits.check(request)
    if request.headers.count(of: "Host") > 1 {
      throw Problem.badRequest("The request names its host twice; send one Host.")
    }
    if let host = request.host, !hosts.allows(host, orAddresses: allowsAddresses) {
      throw Problem(
        status: 403,
        detail:
          "This server does not accept the host '\(host)'. To allow it, start the server with "
          + "geoindex serve --allow-host NAME; on the same machine, use localhost.")
    }
  }

  /// Responds to input that is not a valid request.
  func refuse(_ problem: Problem) -> Response {
    var response = problem.response
    addExtraHeaders(to: &response)
    return response
  }

  private func describe(_ error: any Error, _ request: Request) -> Problem {
    if let problem = error as? Problem { return problem }
    errorLog?("\(request.method.rawValue) \(Request.redactedPath(request.targetBytes)): \(error)")
    return .internalError
  }

  /// The response, or the error of making it, in its final form.
  private func finished(
    _ made: Result<Response, any Error>, to request: Request, _ responder: any Responder
  ) -> Response {
    var response: Response
    switch made {
    case .success(let made): response = made
    case .failure(let error):
      let problem = describe(error, request)
      response = problem.response(
        to: request, words: responder.words(for: problem, to: request))
    }
    finish(&response, to: request)
    return response
  }

  private func finish(_ response: inout Response, to request: Request) {
    let coding = Compression(self).choose(for: &response, request)
    let preconditions = Preconditions(request)
    if preconditions.apply(to: &response) {
      ByteRange.apply(request, to: &response)
      if coding == .gzip { Compression(self).apply(to: &response) }
    }
    addExtraHeaders(to: &response)
  }

  private func addExtraHeaders(to response: inout Response) {
    let isAnySet = extraHeaders.contains { response.headers.contains($0.name) }
    guard isAnySet else { return response.headers.append(contentsOf: extraFields) }
    for field in extraHeaders { response.headers.setDefault(field.name, to: field.value) }
  }
}

/// The size limits of requests.
public struct Limits: Hashable, Sendable {
  /// The length limit of a request target in bytes; longer ones get 414.
  public var target = 8_192

  /// The limit of query parameters; more get 414.
  public var queryItems = 256

  /// The size limit of all header fields in bytes; more get 431.
  public var header = 16_384

  /// The length limit of a request body in bytes; longer ones get 413.
  public var body = 1_048_576

  /// Higher body limits by path.
  ///
  /// Such bodies are stored in a file instead of memory and passed as `Request.spooled`.
  public var longContent: [String: Int] = [:]

  /// Makes the default limits.
  public init() {}

  func check(target bytes: some Collection<UInt8>) throws(Problem) {
    guard bytes.count <= target else {
      throw Problem(status: 414, detail: "A request target may be at most \(target) bytes long.")
    }
  }

  func check(_ request: Request) throws(Problem) {
    try check(target: request.targetBytes)
    guard request.query.count <= queryItems else {
      throw Problem(status: 414, detail: "A query may have at most \(queryItems) parameters.")
    }
    guard request.headers.byteCount <= header else {
      throw Problem(
        status: 431, detail: "Header fields may be at most \(header) bytes long together.")
    }
    guard !request.body.isEmpty else { return }
    let longest = content(of: request.targetBytes)
    guard request.body.count <= longest
    else { throw tooLong(longest) }
  }

  /// The body limit for a target.
  func content(of target: [UInt8]) -> Int { longest(target) ?? body }

  /// Whether the body for a target is stored in a file.
  func isSpooled(_ target: [UInt8]) -> Bool { longest(target) != nil }

  private func longest(_ target: [UInt8]) -> Int? {
    guard !longContent.isEmpty else { return nil }
    return longContent.first { path, _ in
      target.starts(with: path.utf8)
        && (target.count == path.utf8.count || target[path.utf8.count] == UInt8(ascii: "?"))
    }?.value
  }

  func tooLong(_ limit: Int) -> Problem {
    Problem(status: 413, detail: "The content of this request may be at most \(limit) bytes long.")
  }
}
