/// Decides from the header alone whether a long body is accepted.
protocol ContentGuard: Sendable {
  /// Decides at once, or by work that takes too long for the thread of the connection.
  func verdict(onContentOf request: Request) -> ContentVerdict
}

/// Why a body is refused; without a problem it may be sent.
enum ContentVerdict: Sendable {
  case now(Problem?)
  case later(@Sendable () -> Problem?)
}

/// Requires a password, a token or a share link for every request, before the responder behind it sees the request.
public final class AccessGuard: Responder {
  /// The options of a guard.
  public struct Options: Sendable {
    /// Finds the guest of a request's token; throws a `Problem` if the token is no longer valid.
    public var guest: (@Sendable (Request) throws -> (any Guest)?)?

    /// Whether the responder behind the guard authenticates a request itself; such clients are strangers here.
    public var isSigned: (@Sendable (Request) -> Bool)?

    /// Public paths; clients without credentials are strangers there.
    public var openPaths: Set<[String]> = []

    /// Paths that are answered even while the accounts are not known.
    public var healthPaths: Set<[String]> = []

    /// Whether pages of other sites may read responses, as far as the responder inside allows it.
    ///
    /// Their preflight requests need no password then, because browsers send none with them.
    public var allowsOtherSites = false

    /// The page on which people sign in; nil for requests of other programs.
    public var signInPage: (@Sendable (Request) -> Response?)?

    /// Counts failed sign-ins.
    public var meter: RequestMeter?

    /// Makes the default options.
    public init() {}
  }

  /// How the names of the cookies of sessions begin; the whole name on the port that a scheme implies.
  public static let sessionCookie = "geoindex-session"

  /// The cookie that a sign-in at the address of a request sets.
  ///
  /// Browsers send the cookies of a host to all of its ports, so the servers of several ports have several names.
  public static func sessionCookie(of request: Request) -> String {
    guard let host = request.host, let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(host[host.utf8.index(after: colon)...])
    else { return sessionCookie }
    return "\(sessionCookie)-\(port)"
  }

  private let accounts: any Accounts
  private let check: PasswordCheck
  private let inside: any Responder
  private let open: any Responder
  private let options: Options

  /// Puts a guard in front of a responder.
  public convenience init(
    passwords: PasswordSource, options: Options = Options(), inside: any Responder
  ) {
    self.init(PasswordCheck(passwords, meter: options.meter), options: options, inside: inside)
  }

  /// Puts a guard in front of a responder, which checks passwords together with others.
  ///
  /// - Parameter open: Responds while no client needs to sign in; `inside` if it is nil.
  public init(
    _ check: PasswordCheck, options: Options = Options(), inside: any Responder,
    whileOpen open: (any Responder)? = nil
  ) {
    (self.check, accounts) = (check, check.accounts)
    (self.options, self.inside, self.open) = (options, inside, open ?? inside)
  }

  /// Forwards authorised requests; challenges all others.
  public func respond(to request: Request) throws -> EventualResponse {
    if let problem = accounts.unavailability {
      guard options.healthPaths.contains(request.path) else { throw problem }
      return try admit(request, as: .stranger)
    }
    guard accounts.areRequired else { return try open.respond(to: request) }
    if options.isSigned?(request) == true { return try admit(request, as: .stranger) }
    if let field = request.headers["Authorization"], !isBearer(field) {
      return try respond(to: request, offering: field)
    }
    if let account = accounts.account(ofTokenIn: request) { return try admit(request, as: account) }
    if let guest = try options.guest?(request) { return try admit(request, as: .guest(guest)) }
    let isPreflight =
      request.method == .options && request.headers.contains("Access-Control-Request-Method")
    if options.openPaths.contains(request.path) || options.allowsOtherSites && isPreflight {
      return try admit(request, as: .stranger)
    }
    if let page = options.signInPage?(request) { return .now(page.markedPrivate()) }
    throw Self.credentialsRequired(of: request)
  }

  /// Those of the responder inside.
  public func words(for problem: Problem, to request: Request) -> ProblemWords? {
    inside.words(for: problem, to: request)
  }

  private func isBearer(_ field: String) -> Bool {
    equalsIgnoringCase(field.utf8.prefix(7), "Bearer ".utf8)
  }

  private func respond(to request: Request, offering field: String) throws -> EventualResponse {
    switch try check.verification(of: field, from: request.peer) {
    case .known(let account): return try admit(request, as: account)
    case .work(let verify):
      return .later { [self] in try admit(request, as: try verify()).response() }
    }
  }

  private func admit(_ request: Request, as account: Account) throws -> EventualResponse {
    try admit(request.signedIn(as: account), as: account.visitor).map { [accounts] response in
      response.streamed(while: { accounts.isCurrent(account) })
    }
  }

  private func admit(_ request: Request, as visitor: Visitor) throws -> EventualResponse {
    var request = request
    request.visitor = visitor
    do {
      let response = try inside.respond(to: request).map { $0.markedPrivate() }
      return options.allowsOtherSites ? response : response.map { $0.closedToOtherSites() }
    } catch var problem as Problem {
      problem.headers.append(HeaderField(name: "Vary", value: "Authorization, Cookie"))
      throw problem
    }
  }

  private static func credentialsRequired(of request: Request) -> Problem {
    PasswordCheck.challenge(
      "This map requires a name and a password.",
      // A browser would cover the page with a form of its own.
      byForm: request.headers.contains("Sec-Fetch-Mode")
        || request.headers.values(of: "Cookie").contains { $0.contains(Self.sessionCookie) })
  }
}

extension AccessGuard: ContentGuard {
  /// Accepts the bodies of users; a password that is not known yet is verified on a worker thread.
  func verdict(onContentOf request: Request) -> ContentVerdict {
    do {
      if let problem = accounts.unavailability { throw problem }
      guard accounts.areRequired else { return .now(nil) }
      guard let field = request.headers["Authorization"], !isBearer(field) else {
        if let account = accounts.account(ofTokenIn: request) {
          return .now(Self.problem { try Self.requireWriter(account) })
        }
        guard try options.guest?(request) != nil else {
          throw Self.credentialsRequired(of: request)
        }
        throw Self.onlyLooking
      }
      switch try check.verification(of: field, from: request.peer) {
      case .known(let account): return .now(Self.problem { try Self.requireWriter(account) })
      case .work(let verify): return .later { Self.problem { try Self.requireWriter(verify()) } }
      }
    } catch {
      return .now(error as? Problem ?? .internalError)
    }
  }

  private static func requireWriter(_ account: Account) throws {
    if case .guest(let guest) = account.visitor, !guest.mayWrite { throw onlyLooking }
  }

  private static var onlyLooking: Problem {
    Problem(
      status: 403, detail: "Guests may only look; sign in as the owner to change anything."
    ).of(.forOwners)
  }

  private static func problem(of verify: () throws -> Void) -> Problem? {
    do {
      try verify()
      return nil
    } catch {
      return error as? Problem ?? .internalError
    }
  }
}

extension Response {
  /// The response without the fields that let pages of other sites read it.
  fileprivate func closedToOtherSites() -> Response {
    var response = self
    response.headers.remove("Access-Control-Allow-Origin")
    response.headers.remove("Access-Control-Expose-Headers")
    return response
  }

  /// The response with fields that keep shared caches from storing it.
  fileprivate func markedPrivate() -> Response {
    var response = self
    response.headers.appendToken("Authorization", to: "Vary")
    response.headers.appendToken("Cookie", to: "Vary")
    let words = (response.cacheControl ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    guard !words.contains("no-store") else { return response }
    let others = words.filter { $0 != "public" && $0 != "private" && !$0.hasPrefix("s-maxage") }
    response.cacheControl = (["private"] + others).joined(separator: ", ")
    return response
  }
}
