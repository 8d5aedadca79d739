internal import Query
public import Sharing
internal import Signing

/// A secret by which a program or a browser proves a name; only its hash is stored.
public enum Secret {
  /// How tokens of programs begin, so that people recognise them.
  private static let prefix = "geoindex_"

  /// Makes a token.
  public static func newToken() -> String { prefix + newSession() }

  /// Makes the secret of a session.
  public static func newSession() -> String {
    base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// The hash under which a secret is stored.
  public static func hash(_ secret: String) -> String {
    base64URL(SHA256.hash(Array(secret.utf8)).bytes)
  }
}

/// A token of a user's program, as it is stored.
public struct UserToken: Hashable, Sendable {
  /// The hash of the token.
  public var hash: String

  /// The expiry in seconds since 1970.
  public var expires: Int

  /// The name by which it is listed and revoked.
  public var id: String { String(hash.prefix(8)) }

  /// Makes a stored token.
  public init(_ token: String, expires: Int) {
    hash = Secret.hash(token)
    self.expires = expires
  }

  var text: String { "\(expires):\(hash)" }

  init(text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let expires = Int(parts[0]), parts[1].utf8.count == 43 else {
      throw QueryError("token", text, "is not a stored token")
    }
    (hash, self.expires) = (String(parts[1]), expires)
  }
}

/// A browser in which a user has signed in.
public struct Session: Hashable, Sendable {
  /// The hash of the secret in the browser's cookie.
  public var name: String

  /// The name of the user.
  public var user: String

  /// `Passwords.bond` of the user when the session began: with another password, it is over.
  public var bond: String

  /// The expiry in seconds since 1970.
  public var expires: Int

  /// Makes a session.
  public init(_ secret: String, of user: String, bond: String, expires: Int) {
    name = Secret.hash(secret)
    (self.user, self.bond, self.expires) = (user, bond, expires)
  }
}

/// The sessions of the users of an index, or of all servers of a record.
public typealias SessionRegister = NamedRegister<Session>

// One line per session: hash, expiry, bond and name, with tabs between.
extension Session: NamedEntry {
  /// A session that a record does not know was perhaps ended.
  public static var outlivesRecord: Bool { false }

  /// The word for sessions.
  public static var plural: String { "sessions" }

  /// Whether another session is the same.
  public func covers(_ other: Session) -> Bool { name == other.name }

  /// Hash, expiry, bond and name.
  public var line: String { [name, String(expires), bond, user].joined(separator: "\t") }

  /// Parses a line.
  public init(line: String) throws {
    let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let expires = Int(parts[1]) else {
      throw QueryError("session", line, "does not have four parts")
    }
    (name, self.expires) = (String(parts[0]), expires)
    (bond, user) = (String(parts[2]), String(parts[3]))
  }
}

extension SessionRegister {
  /// The most sessions of a user; with one more, the oldest ends.
  private static var most: Int { 50 }

  /// Adds a session, and removes those that are over.
  public func begin(_ session: Session, now: Int) throws {
    _ = try change { sessions in
      sessions.removeAll { $0.expires <= now }
      let own = sessions.filter { $0.user == session.user }
      if own.count >= Self.most, let oldest = own.min(by: { $0.expires < $1.expires }) {
        sessions.removeAll { $0.name == oldest.name }
      }
      sessions.append(session)
      return true
    }
  }

  /// Ends all sessions of a user.
  public func endAll(of user: String) throws {
    _ = try change { sessions in
      let count = sessions.count
      sessions.removeAll { $0.user == user }
      return sessions.count < count
    }
  }
}
