internal import CCrypt
internal import Glibc
internal import Signing

/// A hashed password: an entry of an htpasswd file.
struct PasswordHash: Sendable {
  private let text: String

  /// Takes a hash of a kind that is slow to guess at, or says what to do about one that is not.
  init(_ text: String) throws(PasswordFileError) {
    // $2a$ and $2b$ are bcrypt by other names, $y$ is what Debian's own passwords are kept as.
    let isStrong = ["$2y$", "$2a$", "$2b$", "$5$", "$6$", "$y$"].contains { text.hasPrefix($0) }
    guard isStrong else { throw PasswordFileError(Self.complaint(about: text)) }
    self.text = text
    guard Self.crypt([UInt8(ascii: "x")], text) != nil else {
      throw PasswordFileError("the hash is cut short or damaged")
    }
  }

  private static func complaint(about text: String) -> String {
    if text.hasPrefix("$apr1$") || text.hasPrefix("$1$") { return "MD5 is too quickly guessed" }
    if text.hasPrefix("{SHA}") { return "SHA-1 without salt is too quickly guessed" }
    return "this is no hash of a kind known here, perhaps a plain password"
  }

  /// Whether this is the hash of that password; takes its time, whatever the answer.
  func matches(_ password: [UInt8]) -> Bool {
    guard let made = Self.crypt(password, text) else { return false }
    return equalsInConstantTime(made, Array(text.utf8))
  }

  /// The hash of a password made as another was: with its kind, salt and cost.
  private static func crypt(_ password: [UInt8], _ setting: String) -> [UInt8]? {
    // The library's strings end at the first NUL.
    guard !password.contains(0), password.count <= 512 else { return nil }
    // It works in this room, which is too large for a stack.
    var room = [UInt8](repeating: 0, count: 32_768)
    let phrase = password.map { CChar(bitPattern: $0) } + [0]
    return unsafe room.withUnsafeMutableBytes { bytes -> [UInt8]? in
      guard let base = bytes.baseAddress else { return nil }
      // Nothing of the password stays behind.
      defer { unsafe explicit_bzero(base, bytes.count) }
      guard let made = unsafe crypt_rn(phrase, setting, base, CInt(bytes.count)) else { return nil }
      return Array(unsafe String(cString: made).utf8)
    }
  }
}

/// Why a file of passwords cannot be used.
public struct PasswordFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, naming the file and the line where that is known.
  public let description: String

  init(_ description: String) { self.description = description }
}
