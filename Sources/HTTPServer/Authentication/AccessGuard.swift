internal import Synchronization
internal import Signing

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

/// Requires a password or a share link for every request, before the responder behind it sees the request.
public final class AccessGuard: Responder {
  /// The options of a guard.
  public struct Options: Sendable {
    /// Finds the guest of a request's token; throws a `Problem` if the token is no longer valid.
    public var guest: (@Sendable (Request) throws -> (any Guest)?)?

    /// Whether the responder behind the guard authenticates a request itself; such clients are strangers here.
    public var isSigned: (@Sendable (Request) -> Bool)?

    /// Public paths; clients without credentials are strangers there.
    public var openPaths: Set<[String]> = []

    /// Whether CORS preflight requests need no password; browsers never send one with them.
    public var answersPreflights = false

    /// Counts failed sign-ins.
    public var meter: RequestMeter?

    /// Makes the default options.
    public init() {}
  }

  /// How many passwords may wait to be verified; further ones get 503.
  private static let queueLimit = 64

  private let passwords: PasswordSource
  private let inside: any Responder
  private let options: Options
  private let known = KnownCredentials()
  private let throttle = FailureThrottle()
  private let waiting = Atomic<Int>(0)
  private let oneByOne = Mutex<Void>(())

  /// Puts a guard in front of a responder.
  public init(
    passwords: PasswordSource, options: Options = Options(), inside: any Responder
  ) {
    self.passwords = passwords
    self.options = options
    self.inside = inside
  }

  /// Forwards authorised requests; challenges all others.
  public func respond(to request: Request) throws -> EventualResponse {
    if options.isSigned?(request) == true { return try admit(request, as: .stranger) }
    if let field = request.headers["Authorization"], !isBearer(field) {
      return try respond(to: request, offering: field)
    }
    if let guest = try options.guest?(request) { return try admit(request, as: .guest(guest)) }
    let isPreflight =
      request.method == .options && request.headers.contains("Access-Control-Request-Method")
    guard options.openPaths.contains(request.path) || options.answersPreflights && isPreflight
    else { throw Self.credentialsRequired }
    return try admit(request, as: .stranger)
  }

  private func isBearer(_ field: String) -> Bool {
    options.guest != nil && equalsIgnoringCase(field.utf8.prefix(7), "Bearer ".utf8)
  }

  private func respond(to request: Request, offering field: String) throws -> EventualResponse {
    guard let verify = try verification(of: field, from: request.peer) else {
      return try admit(request, as: .owner)
    }
    return .later { [self] in
      try verify()
      return try admit(request, as: .owner).response()
    }
  }

  /// The work that verifies a password, with its place in the queue; nil if it was verified before.
  ///
  /// Password hashes are slow by design, so a worker thread computes them.
  private func verification(of field: String, from client: PeerAddress?) throws
    -> (@Sendable () throws -> Void)?
  {
    let (passwords, generation) = passwords.current()
    let code = KnownCredentials.code(field, generation: generation)
    if known.contains(code, now: Clock.seconds()) { return nil }
    guard let offer = Credentials(field) else { throw Self.unknownScheme }
    if let seconds = throttle.wait(client, now: Clock.seconds()) { throw tooMany(seconds) }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.queueLimit else {
      waiting.subtract(1, ordering: .relaxed)
      throw Problem.unavailable("Too many passwords are being checked; try again.", retryAfter: 2)
    }
    let ticket = QueueTicket { [self] in waiting.subtract(1, ordering: .relaxed) }
    return { [self] in
      defer { ticket.leave() }
      try verify(offer, by: passwords, code, client)
    }
  }

  /// Verifies a password; throws a `Problem` if it is wrong or throttled.
  private func verify(
    _ offer: Credentials, by passwords: Passwords, _ code: SHA256.Digest, _ client: PeerAddress?
  ) throws {
    try oneByOne.withLock { _ in
      // Another request with the same password may have been verified first.
      guard !known.contains(code, now: Clock.seconds()) else { return }
      if let seconds = throttle.begin(client, now: Clock.seconds()) { throw tooMany(seconds) }
      guard passwords.admit(offer) else {
        options.meter?.passwordWasWrong()
        throw Self.challenge("The name or the password is wrong.")
      }
      throttle.succeeded(client)
      known.insert(code, now: Clock.seconds())
    }
  }

  private func admit(_ request: Request, as visitor: Visitor) throws -> EventualResponse {
    var request = request
    request.visitor = visitor
    do {
      return try inside.respond(to: request).map { $0.markedPrivate() }
    } catch var problem as Problem {
      problem.headers.append(HeaderField(name: "Vary", value: "Authorization, Cookie"))
      throw problem
    }
  }

  private static func challenge(_ detail: String) -> Problem {
    Problem(
      status: 401, detail: detail,
      headers: [
        HeaderField(name: "WWW-Authenticate", value: "Basic realm=\"geoindex\", charset=\"UTF-8\"")
      ])
  }

  private static var credentialsRequired: Problem {
    challenge("This map requires a name and a password.")
  }

  private static var unknownScheme: Problem {
    challenge("Only HTTP Basic authentication is supported.")
  }

  private func tooMany(_ seconds: Int) -> Problem {
    options.meter?.signInWasThrottled()
    return Problem(
      status: 429, detail: "There were too many wrong passwords; wait \(seconds) seconds.",
      headers: [HeaderField(name: "Retry-After", value: String(seconds))])
  }
}

extension AccessGuard: ContentGuard {
  /// Accepts the bodies of owners; a password that is not known yet is verified on a worker thread.
  func verdict(onContentOf request: Request) -> ContentVerdict {
    do {
      guard let field = request.headers["Authorization"], !isBearer(field) else {
        guard try options.guest?(request) != nil else { throw Self.credentialsRequired }
        throw Problem(
          status: 403, detail: "Guests may only look; sign in as the owner to change anything.")
      }
      guard let verify = try verification(of: field, from: request.peer) else { return .now(nil) }
      return .later { Self.problem(of: verify) }
    } catch {
      return .now(error as? Problem ?? .internalError)
    }
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

/// A place in the queue, released once: when the work is done or the client has left.
private final class QueueTicket: Sendable {
  private let left = Atomic<Bool>(false)
  private let leaving: @Sendable () -> Void

  init(_ leaving: @escaping @Sendable () -> Void) { self.leaving = leaving }

  deinit { leave() }

  func leave() {
    if !left.exchange(true, ordering: .relaxed) { leaving() }
  }
}

extension Response {
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
