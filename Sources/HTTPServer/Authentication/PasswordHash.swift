internal import CCrypt
internal import Glibc
internal import Signing

/// A slow hash of a password, as an htpasswd file has it.
public struct PasswordHash: Sendable {
  /// Kind, cost, salt and hash.
  public let text: String

  /// Accepts a slow hash; throws an error with advice for other kinds.
  public init(_ text: String) throws(PasswordFileError) {
    // $2a$ and $2b$ are variants of bcrypt, $y$ is yescrypt, Debian's default.
    let isStrong = ["$2y$", "$2a$", "$2b$", "$5$", "$6$", "$y$"].contains { text.hasPrefix($0) }
    guard isStrong else { throw PasswordFileError(Self.complaint(about: text)) }
    self.text = text
    guard Self.crypt([UInt8(ascii: "x")], text) != nil else {
      throw PasswordFileError("the hash must be complete, but is truncated or damaged")
    }
  }

  /// Accepts the text of a hash that `init(ofPassword:)` has made.
  ///
  /// Computes nothing, because a thousand hashes would take half a minute; a damaged one matches no password.
  public init(stored text: String) throws(PasswordFileError) {
    guard text.hasPrefix(Self.kind) else { throw PasswordFileError(Self.complaint(about: text)) }
    self.text = text
  }

  /// The kind of new hashes: yescrypt.
  private static let kind = "$y$"

  /// Hashes a password with a new salt.
  public init(ofPassword password: [UInt8]) throws(PasswordFileError) {
    // With the cost that the library recommends.
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    guard unsafe crypt_gensalt_rn(Self.kind, 0, nil, 0, &setting, CInt(setting.count)) != nil,
      let made = Self.crypt(password, Self.text(setting)), made.first != UInt8(ascii: "*"),
      !password.isEmpty
    else {
      throw PasswordFileError(
        "the password is empty, longer than 512 bytes or has a NUL; choose another one")
    }
    text = String(decoding: made, as: UTF8.self)
  }

  private static func text(_ chars: [CChar]) -> String {
    String(decoding: chars.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func complaint(about text: String) -> String {
    if text.hasPrefix("$apr1$") || text.hasPrefix("$1$") { return "MD5 can be cracked too quickly" }
    if text.hasPrefix("{SHA}") { return "SHA-1 without salt can be cracked too quickly" }
    return "this is not a supported hash, perhaps a plain password"
  }

  /// Whether this is the hash of a password; takes the same time for either result.
  func matches(_ password: [UInt8]) -> Bool {
    guard let made = Self.crypt(password, text) else { return false }
    return equalsInConstantTime(made, Array(text.utf8))
  }

  /// Hashes a password with the kind, salt and cost of another hash.
  private static func crypt(_ password: [UInt8], _ setting: String) -> [UInt8]? {
    // The library's strings end at the first NUL.
    guard !password.contains(0), password.count <= 512 else { return nil }
    // The working memory of the library, too large for the stack.
    var room = [UInt8](repeating: 0, count: 32_768)
    let phrase = password.map { CChar(bitPattern: $0) } + [0]
    return unsafe room.withUnsafeMutableBytes { bytes -> [UInt8]? in
      guard let base = bytes.baseAddress else { return nil }
      // Erase the password from memory.
      defer { unsafe explicit_bzero(base, bytes.count) }
      guard let made = unsafe crypt_rn(phrase, setting, base, CInt(bytes.count)) else { return nil }
      return Array(unsafe String(cString: made).utf8)
    }
  }
}

/// An error: a password file cannot be used.
public struct PasswordFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with file and line if known.
  public let description: String

  init(_ description: String) { self.description = description }
}
