internal import Glibc
public import HTTPServer
internal import People
public import PhotoIndex
internal import Query
public import Sharing
internal import Synchronization

/// The owners of a password file and the users beside an index, who sign in with a password, a token or a session.
public final class UserAccounts: Accounts {
  /// How long a session lasts, in seconds.
  static let sessionLifetime = 30 * 86_400

  /// How often the files are looked at, in seconds.
  private static let interval = 1

  private struct State {
    var visitors: [String: Visitor] = [:]
    var tokens: [String: (user: String, expires: Int)] = [:]
    var sessions: [String: Session] = [:]
    var passwords = Passwords()
    var generation = 0

    /// The passwords of the file, all of whose names are owners.
    var owners: Passwords?

    /// The generation of the password file, and the revisions of users and sessions from which this was made.
    var fileGeneration: Int?
    var usersRevision: Int64?
    var sessionsRevision: Int64?

    /// Sessions that could not be stored, which end with the program.
    var unstored: [String: Session] = [:]

    var nextLook = 0
    var lastProblem: String?

    /// Whether there were users: removing the last one must not open the library to everyone.
    var areRequired = false

    /// Whether this machine has never read the users of its record: after an upgrade, with a database that does not answer.
    var areUnknown = false

    func visitor(named name: String) -> Visitor? {
      owners?.has(name) == true ? .owner : visitors[name]
    }
  }

  private let file: PasswordSource?
  private let users: UserRegister
  private let sessions: SessionRegister
  private let index: PhotoIndex
  private let log: (@Sendable (String) -> Void)?
  private let state = Mutex(State())

  /// The accounts of an index; throws if its users cannot be read, unless they are in a record and not known here yet.
  ///
  /// - Parameters:
  ///   - file: A file of owners.
  ///   - lists: The lists of the record of the index.
  ///   - log: Receives why changed users cannot be read; the former ones are still valid then.
  public init(
    file: PasswordSource?, index: PhotoIndex, lists: (any SharedLists)? = nil,
    log: (@Sendable (String) -> Void)? = nil
  ) throws {
    (self.file, self.index, self.log) = (file, index, log)
    users = UserRegister(index: index.path, isReplica: index.isReplica, lists: lists)
    sessions = SessionRegister(index: index.path, isReplica: index.isReplica, lists: lists)
    guard try users.isKnown, try sessions.isKnown else {
      state.withLock { $0.areUnknown = true }
      log?(
        "the users of the record are not known here, so requests get 503 until its database answers"
      )
      return
    }
    try state.withLock { try update(&$0) }
  }

  /// Whether there is a password file, or there are or were users.
  public var areRequired: Bool { file != nil || recent { $0.areRequired || $0.areUnknown } }

  /// A problem until the users of the record have been read once: they decide whether a client needs to sign in at all.
  public var unavailability: Problem? {
    guard recent({ $0.areUnknown }) else { return nil }
    return Problem.unavailable(
      "The database of the library does not answer, and this server does not know yet who may sign in. Start the "
        + "database, and try again. On the machine of the server, geoindex doctor says more.",
      retryAfter: 5
    ).of(.databaseSilent)
  }

  /// The passwords of owners and users, and a number that changes with them.
  public func current() -> (passwords: Passwords, generation: Int) {
    recent { ($0.passwords, $0.generation) }
  }

  /// What the user of a name may see; nil if there is none now.
  public func visitor(named name: String) -> Visitor? { recent { $0.visitor(named: name) } }

  /// The user whose session or token a request has; nil if it has none that is valid.
  public func account(ofTokenIn request: Request) -> Account? {
    if let token = request.bearerToken { return account(ofHash: Secret.hash(token)) }
    for cookie in request.sessionCookies {
      if let account = account(ofHash: Secret.hash(cookie.value)) { return account }
    }
    return nil
  }

  /// Whether the user still has the same role and scope, and the token, the session or the password is still valid.
  public func isCurrent(_ account: Account) -> Bool {
    let now =
      if let proof = account.proof { self.account(ofHash: proof)?.visitor } else {
        recent { state in
          state.passwords.mark(of: account.name) == account.passwordMark
            ? state.visitor(named: account.name) : nil
        }
      }
    switch (now, account.visitor) {
    case (.owner, .owner): return true
    case (.guest(let now), .guest(let then)): return now === then
    default: return false
    }
  }

  private func account(ofHash hash: String) -> Account? {
    let now = time(nil)
    return recent { state in
      var user: String?
      if let token = state.tokens[hash], token.expires > now { user = token.user }
      if let session = state.sessions[hash] ?? state.unstored[hash], session.expires > now,
        session.bond == state.passwords.bond(of: session.user)
      {
        user = session.user
      }
      guard let user, let visitor = state.visitor(named: user) else { return nil }
      return Account(name: user, visitor: visitor, proof: hash)
    }
  }

  // MARK: Sessions

  /// Begins a session of a user whose password was verified; returns the secret of its cookie.
  func beginSession(of user: String) -> String? {
    guard let bond = current().passwords.bond(of: user) else { return nil }
    let (secret, now) = (Secret.newSession(), Int(time(nil)))
    let session = Session(secret, of: user, bond: bond, expires: now + Self.sessionLifetime)
    do {
      try sessions.begin(session, now: now)
    } catch {
      log?("\(error); the session of \(user) lasts only until the server ends")
      state.withLock { state in
        state.unstored = state.unstored.filter { $0.value.expires > now }
        state.unstored[session.name] = session
      }
    }
    lookAtOnce()
    return secret
  }

  /// Whether a request has a session of its user.
  func hasSession(_ request: Request) -> Bool {
    guard let user = request.signedInUser else { return false }
    return request.sessionCookies.contains {
      account(ofHash: Secret.hash($0.value))?.name == user
    }
  }

  /// Ends the sessions of a request, or with `everywhere` all sessions of its user.
  ///
  /// Returns the names of the cookies to remove; those of other servers of the host stay.
  func endSession(of request: Request, everywhere: Bool) throws -> Set<String> {
    var ended: Set = [AccessGuard.sessionCookie(of: request)]
    for cookie in request.sessionCookies {
      let hash = Secret.hash(cookie.value)
      let wasUnstored = state.withLock { $0.unstored.removeValue(forKey: hash) } != nil
      if try sessions.remove(hash) || wasUnstored { ended.insert(cookie.name) }
    }
    if everywhere, let user = request.signedInUser {
      state.withLock { $0.unstored = $0.unstored.filter { $0.value.user != user } }
      try sessions.endAll(of: user)
    }
    lookAtOnce()
    return ended
  }

  /// Makes the next question look at the files, however short the last look is ago.
  func lookAtOnce() { state.withLock { $0.nextLook = 0 } }

  // MARK: Files

  /// Reads from the state, after the files were looked at if that was too long ago.
  private func recent<Result>(_ body: (State) -> Result) -> Result {
    let problem = state.withLock { state -> String? in
      let now = Self.seconds()
      guard now >= state.nextLook else { return nil }
      state.nextLook = now + Self.interval
      do {
        try update(&state)
        state.lastProblem = nil
        return nil
      } catch {
        defer { state.lastProblem = "\(error)" }
        return state.lastProblem == "\(error)" || state.areUnknown ? nil : "\(error)"
      }
    }
    if let problem { log?("\(problem); the former users are still valid") }
    return body(state.withLock { $0 })
  }

  private static func seconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    return now.tv_sec
  }

  /// Makes what has changed in the files again.
  private func update(_ state: inout State) throws {
    let owners = file?.current()
    let list = try users.current()
    if state.usersRevision != list.revision || state.fileGeneration != owners?.generation {
      var fresh = state
      fresh.passwords = owners?.passwords ?? Passwords()
      (fresh.visitors, fresh.tokens) = ([:], [:])
      for user in list.entries {
        // The owner of a password file stays what it was.
        guard owners?.passwords.has(user.name) != true else { continue }
        if let hash = user.passwordHash {
          fresh.passwords.add(user.name, try PasswordHash(stored: hash))
        }
        fresh.visitors[user.name] = try visitor(of: user, before: state.visitors[user.name])
        for token in user.tokens { fresh.tokens[token.hash] = (user.name, token.expires) }
      }
      (fresh.usersRevision, fresh.fileGeneration) = (list.revision, owners?.generation)
      fresh.generation += 1
      fresh.areRequired = state.areRequired || !list.entries.isEmpty
      state = fresh
    }
    let known = try sessions.current()
    if state.sessionsRevision != known.revision {
      state.sessions = Dictionary(known.entries.map { ($0.name, $0) }) { first, _ in first }
      state.sessionsRevision = known.revision
    }
    (state.owners, state.areUnknown) = (owners?.passwords, false)
  }

  /// What a user may see; the same object as before if nothing has changed, so that responses to this user go on.
  private func visitor(of user: User, before former: Visitor?) throws -> Visitor {
    guard user.role != .owner else { return .owner }
    if let former, let known = former.limitedUser, known.role == user.role,
      known.scope == user.scope
    {
      return former
    }
    return .guest(try LimitedUser(user) { index.condition(ofArea: $0) })
  }
}
