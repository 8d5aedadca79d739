/// What HTTP requires of every response, and what the caller sets for all of them.
///
/// A server applies it between the socket and its `Responder`; tests and clients inside the program
/// apply it by calling `answer`.
public struct HTTPPolicy: Sendable {
  /// How much a request may hold.
  public var limits = Limits()

  /// Hosts a request may name beside this machine's own names for itself (`localhost`, loopback
  /// addresses).
  ///
  /// `photos.example` allows any port, `photos.example:8443` that one, `[2001:db8::1]:80` likewise,
  /// `*` every host. A page elsewhere that points its own name at this machine (DNS rebinding) is
  /// refused with 403, because its name is not among them.
  public var allowedHosts: [String] {
    get { hosts.entries }
    set { hosts = HostList(newValue) }
  }

  /// Fields added to each answer that does not set them itself.
  public var extraHeaders: [HeaderField] = Self.usualHeaders {
    didSet { extraFields = Headers(defaults: extraHeaders) }
  }

  /// The same, put together for answers that set none of them themselves.
  private var extraFields = Headers(defaults: Self.usualHeaders)

  private static let usualHeaders = [
    HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
    HeaderField(name: "Referrer-Policy", value: "no-referrer"),
  ]

  /// The least number of bytes worth compressing.
  public var compressionThreshold = 1_024

  /// How hard gzip tries: 1 … 9, or 0 for not at all.
  public var compressionLevel = 3

  /// Called with errors that are not reported to clients: what a handler threw that is not a `Problem`.
  public var errorLog: (@Sendable (String) -> Void)?

  /// The proxies whose forwarding fields are trusted; nil trusts none.
  public var trustedProxies: ProxyTrust?

  /// Whether connections are encrypted, so that clients reach the server by `https`.
  public var isEncrypted = false

  /// Whether requests may name the server by any address beside the hosts that are allowed.
  ///
  /// An address cannot be pointed elsewhere, as a name can: a page that is at that address came from
  /// this server.
  public var allowsAddresses = false

  private var hosts = HostList([])

  /// Makes the default policy.
  public init() {}

  /// Answers a request as the server does: errors become problem documents, answers the client has
  /// already become 304, parts are cut, text is compressed.
  ///
  /// The response to HEAD has the content of GET; the transport sends only its length.
  public func process(_ request: Request, by responder: any Responder) -> Response {
    switch begin(request, by: responder) {
    case .now(let response): response
    case .later(let make): make()
    }
  }

  /// A `EventualResponse` whose errors have become responses.
  enum FinalResponse {
    case now(Response)
    case later(@Sendable () -> Response)
  }

  /// Answers a request as far as that is done at once.
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
        return .later { [request] in finished(Result { try make() }, to: request) }
      }
    } catch {
      return .now(finished(.failure(error), to: request))
    }
  }

  /// The request as it reached this server, or the first of the proxies in front of it.
  func arrival(of request: Request) throws(Problem) -> Request {
    var request = request
    if isEncrypted { request.scheme = "https" }
    return try trustedProxies?.resolve(request) ?? request
  }

  private func check(_ request: Request) throws(Problem) {
    try limits.check(request)
    if request.headers.count(of: "Host") > 1 {
      throw Problem.badRequest("The request names its host twice.")
    }
    if let host = request.host, !hosts.allows(host, orAddresses: allowsAddresses) {
      throw Problem(
        status: 403,
        detail: "This server does not answer for the host '\(host)'. If it should, start it with "
          + "geoindex serve --allow-host NAME; on its own machine, ask for localhost.")
    }
  }

  /// Answers what could not even be made a request.
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

  /// What was made, or what went wrong with it, as it is sent.
  private func finished(_ made: Result<Response, any Error>, to request: Request) -> Response {
    var response: Response
    switch made {
    case .success(let made): response = made
    case .failure(let error): response = describe(error, request).response
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

/// How much a request may hold.
public struct Limits: Hashable, Sendable {
  /// The longest request target, in bytes; longer ones are 414.
  public var target = 8_192

  /// The most query parameters; more are 414.
  public var queryItems = 256

  /// The most header fields may hold together, in bytes; more is 431.
  public var header = 16_384

  /// The longest request content, in bytes; longer is 413.
  public var body = 1_048_576

  /// Paths whose requests may be longer, each with how long: what is sent there is kept in a file and
  /// not in memory, and handed over as `Request.spooled`.
  public var longContent: [String: Int] = [:]

  /// Makes the default limits.
  public init() {}

  func check(target bytes: some Collection<UInt8>) throws(Problem) {
    guard bytes.count <= target else {
      throw Problem(status: 414, detail: "A request target may be \(target) bytes long.")
    }
  }

  func check(_ request: Request) throws(Problem) {
    try check(target: request.targetBytes)
    guard request.query.count <= queryItems else {
      throw Problem(status: 414, detail: "A query may have \(queryItems) parameters.")
    }
    guard request.headers.byteCount <= header else {
      throw Problem(status: 431, detail: "Header fields may be \(header) bytes long together.")
    }
    guard !request.body.isEmpty else { return }
    let longest = content(of: request.targetBytes)
    guard request.body.count <= longest
    else { throw tooLong(longest) }
  }

  /// The longest content for a target.
  func content(of target: [UInt8]) -> Int { longest(target) ?? body }

  /// Whether content for a target goes to a file.
  func isSpooled(_ target: [UInt8]) -> Bool { longest(target) != nil }

  private func longest(_ target: [UInt8]) -> Int? {
    guard !longContent.isEmpty else { return nil }
    return longContent.first { path, _ in
      target.starts(with: path.utf8)
        && (target.count == path.utf8.count || target[path.utf8.count] == UInt8(ascii: "?"))
    }?.value
  }

  func tooLong(_ limit: Int) -> Problem {
    Problem(status: 413, detail: "The content of a request may be \(limit) bytes long here.")
  }
}
