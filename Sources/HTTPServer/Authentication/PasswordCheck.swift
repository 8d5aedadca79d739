internal import Synchronization
internal import Signing

/// Verifies passwords: few at a time, throttled for each client, and each one only once in a while.
public final class PasswordCheck: Sendable {
  /// How a password was or will be verified.
  enum Verification {
    /// It was verified a short time ago.
    case known(Account)

    /// The work that verifies it, with its place in the queue; throws a `Problem` if it is wrong.
    case work(@Sendable () throws -> Account)
  }

  /// How many passwords may wait to be verified; further ones get 503.
  private static let queueLimit = 64

  let accounts: any Accounts
  private let meter: RequestMeter?
  private let known = KnownCredentials()
  private let throttle = FailureThrottle()
  private let waiting = Atomic<Int>(0)
  private let oneByOne = Mutex<Void>(())

  /// Whether clients must sign in now.
  public var isRequired: Bool { accounts.areRequired }

  /// Whether it is not known yet who may sign in.
  public var isWaiting: Bool { accounts.unavailability != nil }

  /// Verifies the passwords of some accounts.
  public init(_ accounts: any Accounts, meter: RequestMeter? = nil) {
    (self.accounts, self.meter) = (accounts, meter)
  }

  /// The work that verifies a name and a password that a form has sent; it is slow by design.
  public func verification(
    name: String, password: [UInt8], for request: Request
  ) throws -> @Sendable () throws -> Account {
    let verify = try work(Credentials(user: name, password: password), nil, request.peer)
    return { [accounts] in
      let name = try verify()
      guard let account = accounts.account(named: name) else { throw Self.wrongCredentials }
      return account
    }
  }

  /// Verifies an `Authorization` field, or returns the work that does it.
  func verification(of field: String, from client: PeerAddress?) throws -> Verification {
    let code = KnownCredentials.code(field, generation: accounts.current().generation)
    if let name = known.name(of: code, now: Clock.seconds()) {
      guard let account = accounts.account(named: name) else { throw Self.wrongCredentials }
      return .known(account)
    }
    guard let offer = Credentials(field) else {
      throw Self.challenge("Only HTTP Basic authentication and tokens are supported.")
    }
    let verify = try work(offer, code, client)
    return .work { [accounts] in
      let name = try verify()
      guard let account = accounts.account(named: name) else { throw Self.wrongCredentials }
      return account
    }
  }

  /// Takes a place in the queue.
  private func work(_ offer: Credentials, _ code: SHA256.Digest?, _ client: PeerAddress?) throws
    -> @Sendable () throws -> String
  {
    if let seconds = throttle.wait(client, now: Clock.seconds()) { throw tooMany(seconds) }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.queueLimit else {
      waiting.subtract(1, ordering: .relaxed)
      throw Problem.unavailable("Too many passwords are being checked; try again.", retryAfter: 2)
    }
    let ticket = QueueTicket { [self] in waiting.subtract(1, ordering: .relaxed) }
    return { [self] in
      defer { ticket.leave() }
      try verify(offer, code, client)
      return offer.user
    }
  }

  /// Verifies a password; throws a `Problem` if it is wrong or throttled.
  private func verify(_ offer: Credentials, _ code: SHA256.Digest?, _ client: PeerAddress?) throws {
    try oneByOne.withLock { _ in
      // Another request with the same password may have been verified first.
      if let code, known.name(of: code, now: Clock.seconds()) != nil { return }
      if let seconds = throttle.begin(client, now: Clock.seconds()) { throw tooMany(seconds) }
      guard accounts.current().passwords.admit(offer) else {
        meter?.passwordWasWrong()
        throw Self.wrongCredentials
      }
      throttle.succeeded(client)
      if let code { known.insert(code, of: offer.user, now: Clock.seconds()) }
    }
  }

  /// The same for an unknown name and a wrong password.
  private static var wrongCredentials: Problem {
    challenge("The name or the password is wrong.")
  }

  /// A 401; with `byForm`, one for which browsers show no form of their own.
  static func challenge(_ detail: String, byForm: Bool = false) -> Problem {
    let scheme = byForm ? "Form realm=\"geoindex\"" : "Basic realm=\"geoindex\", charset=\"UTF-8\""
    return Problem(
      status: 401, detail: detail,
      headers: [HeaderField(name: "WWW-Authenticate", value: scheme)])
  }

  private func tooMany(_ seconds: Int) -> Problem {
    meter?.signInWasThrottled()
    return Problem(
      status: 429, detail: "There were too many wrong passwords; wait \(seconds) seconds.",
      headers: [HeaderField(name: "Retry-After", value: String(seconds))])
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
