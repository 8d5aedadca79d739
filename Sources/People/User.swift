internal import Query
public import Sharing

/// A user of the server.
public struct User: Hashable, Sendable {
  /// What a user may do.
  public enum Role: String, CaseIterable, Comparable, Sendable {
    /// Looks at the photos of the scope.
    case viewer

    /// Also places photos of the scope and writes about them.
    case editor

    /// Sees and does everything.
    case owner

    /// Whether another role may do more.
    public static func < (one: Role, other: Role) -> Bool {
      let order = allCases
      return order.firstIndex(of: one) ?? 0 < order.firstIndex(of: other) ?? 0
    }
  }

  /// The name, by which the user signs in, and under which acts are stored.
  public var name: String

  /// What the user may do.
  public var role: Role

  /// The hash of the password; nil for a user who has only tokens.
  public var passwordHash: String?

  /// What the user may see; no parts for all photos.
  public var scope: UserScope

  /// The tokens of the user's programs.
  public var tokens: [UserToken]

  /// The longest name in bytes.
  private static let longestName = 100

  /// Makes a user; throws a `QueryError` if the name or the scope is not valid.
  public init(
    name: String, role: Role, passwordHash: String?, scope: UserScope = UserScope(),
    tokens: [UserToken] = []
  ) throws {
    guard !name.isEmpty, name.utf8.count <= Self.longestName else {
      throw QueryError("name", name, "is empty or longer than \(Self.longestName) bytes")
    }
    // A colon ends the name in HTTP Basic authentication.
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar != ":" && scalar.properties.generalCategory != .control
        && scalar.properties.generalCategory != .format
    }
    guard name.unicodeScalars.allSatisfy(isPlain), name.first != " ", name.last != " " else {
      throw QueryError(
        "name", name, "begins or ends with a space, or has a colon or an invisible character")
    }
    guard role != .owner || scope.parts.isEmpty else {
      throw QueryError("role", role.rawValue, "sees everything; leave out the scope")
    }
    (self.name, self.role, self.passwordHash) = (name, role, passwordHash)
    (self.scope, self.tokens) = (scope, tokens)
  }
}

/// The users of an index, or of all servers of a record.
public typealias UserRegister = NamedRegister<User>

// One line per user: name, role, hash, then scope and tokens, with tabs between.
extension User: NamedEntry {
  /// The word for users.
  public static var plural: String { "users" }

  /// Whether another user has the same name; a name is one person.
  public func covers(_ other: User) -> Bool { name == other.name }

  /// Name, role, hash, scope and tokens.
  public var line: String {
    ([name, role.rawValue, passwordHash ?? ""] + scope.parts.map(\.text)
      + tokens.map { "token=" + $0.text }).joined(separator: "\t")
  }

  /// Parses a line; throws if it has what this version does not know, because less might be allowed than it seems.
  public init(line: String) throws {
    // By bytes: a mark at the beginning of a value combines with the tab to one character.
    let parts = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count >= 3, let role = Role(rawValue: parts[1]) else {
      throw QueryError("user", parts[0], "has no role")
    }
    var scope = UserScope()
    var tokens: [UserToken] = []
    for part in parts.dropFirst(3) {
      if let token = part.dropPrefix("token=") {
        tokens.append(try UserToken(text: token))
      } else {
        scope.parts.append(try UserScope.Part(text: part))
      }
    }
    try self.init(
      name: parts[0], role: role, passwordHash: parts[2].isEmpty ? nil : parts[2], scope: scope,
      tokens: tokens)
  }
}

extension UserRegister {
  /// Changes a user; returns false if there is none of that name.
  public func change(_ name: String, _ body: (inout User) throws -> Void) throws -> Bool {
    try change { users in
      guard let place = users.firstIndex(where: { $0.name == name }) else { return false }
      try body(&users[place])
      return true
    }
  }
}

extension String {
  /// The rest after a prefix, by bytes; nil if it does not begin with it.
  func dropPrefix(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8)
      ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }
}
