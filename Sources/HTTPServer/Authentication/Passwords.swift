internal import Signing

/// The users and their passwords.
public struct Passwords: Sendable {
  private var users: [String: Secret] = [:]

  /// A hash that is verified for unknown users, so that they take as long as known ones.
  private let fallback: Secret

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
    fallback = .code(SHA256.code(of: password, key: Self.key).bytes)
    users[user] = fallback
  }

  /// The users of an htpasswd file: `name:hash` on each line, comments after `#`.
  public init(htpasswd text: String) throws(PasswordFileError) {
    var first: Secret?
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
        first = first ?? secret
        guard users.updateValue(secret, forKey: name) == nil else {
          throw PasswordFileError("the user must occur once, not twice")
        }
      } catch {
        throw PasswordFileError(
          "line \(number), user \"\(name)\": \(error); make it with: htpasswd -B FILE \(name)")
      }
    }
    guard let first else {
      throw PasswordFileError("it has no user; add one with: htpasswd -B FILE NAME")
    }
    fallback = first
  }

  /// Whether a user's password is right; deliberately slow, and equally slow for unknown users.
  func admit(_ offer: Credentials) -> Bool {
    let known = users[offer.user]
    let isRight =
      switch known ?? fallback {
      case .hash(let hash): hash.matches(offer.password)
      case .code(let code):
        equalsInConstantTime(SHA256.code(of: offer.password, key: Self.key).bytes, code)
      }
    return isRight && known != nil
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

extension Request {
  /// The name by which the client signs in; nil if it sends none.
  ///
  /// Only a guard in front of the responder verifies it.
  public var user: String? { headers["Authorization"].flatMap(Credentials.init)?.user }
}
