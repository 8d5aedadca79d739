internal import Signing

/// The users and their passwords.
public struct Passwords: Sendable {
  private var users: [String: Secret] = [:]

  /// The secrets of which one is verified for an unknown user, so that it takes as long as for known ones.
  private var secrets: [Secret] = []

  private enum Secret: Sendable {
    case hash(PasswordHash)
    case code([UInt8])
  }

  /// A key of this process, so that plain passwords are neither stored nor compared.
  static let key: [UInt8] = {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()

  /// Makes a single user with a plain password.
  public init(user: String, password: [UInt8]) {
    add(.code(SHA256.code(of: password, key: Self.key).bytes), of: user)
  }

  /// No users.
  public init() {}

  /// Adds a user, unless there is one of that name.
  public mutating func add(_ user: String, _ hash: PasswordHash) {
    if users[user] == nil { add(.hash(hash), of: user) }
  }

  private mutating func add(_ secret: Secret, of user: String) {
    users[user] = secret
    secrets.append(secret)
  }

  /// Whether there is a user of that name.
  public func has(_ user: String) -> Bool { users[user] != nil }

  /// A user's name as it was added; nil if there is no such user.
  func storedName(of user: String) -> String? { users.index(forKey: user).map { users[$0].key } }

  /// A text that changes with the password of a user, and is not secret to this process; nil if there is no such user.
  public func mark(of user: String) -> String? {
    users[user].map { secret in
      switch secret {
      case .hash(let hash): hash.text
      // That of a single user stays as long as the program runs.
      case .code: ""
      }
    }
  }

  /// A text that changes with the password of a user, and from which the password cannot be guessed; nil if there is no
  /// such user.
  ///
  /// For a plain password it changes with each start of the program.
  public func bond(of user: String) -> String? {
    users[user].map { secret in
      let bytes: [UInt8] =
        switch secret {
        case .hash(let hash): Array(hash.text.utf8)
        case .code(let code): code
        }
      return base64URL(SHA256.hash(Array(user.utf8) + [0] + bytes).bytes.prefix(18))
    }
  }

  /// The users of an htpasswd file: `name:hash` on each line, comments after `#`.
  public init(htpasswd text: String) throws(PasswordFileError) {
    var number = 0
    // Not only at "\n", because in Swift "\r\n" is a single, different character.
    for entry in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard !entry.isEmpty, !entry.hasPrefix("#") else { continue }
      let parts = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw PasswordFileError("line \(number): there has to be a name before the ':'")
      }
      let name = String(parts[0])
      do throws(PasswordFileError) {
        // Apache's tools store other fields after a second colon.
        let hash = parts[1].prefix { $0 != ":" }
        let secret = Secret.hash(try PasswordHash(String(hash)))
        guard !has(name) else {
          throw PasswordFileError("the user must occur once, not twice")
        }
        add(secret, of: name)
      } catch {
        throw PasswordFileError(
          "line \(number), user \"\(name)\": \(error); make it with: htpasswd -B FILE \(name)")
      }
    }
    guard !users.isEmpty else {
      throw PasswordFileError("it has no user; add one with: htpasswd -B FILE NAME")
    }
  }

  /// Whether a user's password is right; deliberately slow, and equally slow for unknown users.
  func admit(_ offer: Credentials) -> Bool {
    let known = users[offer.user]
    guard let secret = known ?? substitute(for: offer.user) else { return false }
    let isRight =
      switch secret {
      case .hash(let hash): hash.matches(offer.password)
      case .code(let code):
        equalsInConstantTime(SHA256.code(of: offer.password, key: Self.key).bytes, code)
      }
    return isRight && known != nil
  }

  /// The secret that stands for that of an unknown user; always the same for a name, as that of a known one.
  private func substitute(for user: String) -> Secret? {
    guard !secrets.isEmpty else { return nil }
    let code = SHA256.code(of: user.utf8, key: Self.key).bytes
    return secrets[(Int(code[0]) << 8 + Int(code[1])) % secrets.count]
  }
}

/// The name and password of `Authorization: Basic` (RFC 7617).
struct Credentials {
  var user: String
  var password: [UInt8]

  /// Parses the field; nil if it has another scheme.
  init?(_ field: String) {
    let text = Array(field.utf8.prefix(2_048))
    guard let blank = text.firstIndex(of: 32),
      equalsIgnoringCase(text[..<blank], "Basic".utf8),
      let decoded = bytes(ofBase64: text[blank...].trimmingBlanks()),
      let colon = decoded.firstIndex(of: UInt8(ascii: ":")),
      let user = String(validating: decoded[..<colon], as: UTF8.self)
    else { return nil }
    self.user = user
    password = Array(decoded[(colon + 1)...])
  }
}

extension Credentials {
  init(user: String, password: [UInt8]) { (self.user, self.password) = (user, password) }
}

extension Request {
  /// The name of the client: the user who has signed in, or the name that the client sends to a server without users.
  public var user: String? {
    signedInUser ?? headers["Authorization"].flatMap(Credentials.init)?.user
  }
}
