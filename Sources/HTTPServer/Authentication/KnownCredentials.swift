internal import Synchronization
internal import Signing

/// A cache of verified credentials, so that slow password hashes are not computed for each request.
///
/// It stores keyed hashes of the `Authorization` field, with a key of this process.
final class KnownCredentials: Sendable {
  private static let limit = 4_096
  private static let seconds = 900

  private let entries = Mutex<[SHA256.Digest: (name: String, expiry: Int)]>([:])

  /// The cache key of a header field for a generation of passwords.
  static func code(_ field: String, generation: Int) -> SHA256.Digest {
    SHA256.code(of: Array("\(generation) \(field)".utf8), key: Passwords.key)
  }

  /// The name whose password was verified with these credentials; nil if none was, or too long ago.
  func name(of code: SHA256.Digest, now: Int) -> String? {
    entries.withLock { entries in
      guard let entry = entries[code], entry.expiry > now else { return nil }
      return entry.name
    }
  }

  func insert(_ code: SHA256.Digest, of name: String, now: Int) {
    entries.withLock { entries in
      if entries.count >= Self.limit { entries = entries.filter { $0.value.expiry > now } }
      // With more users than that at once, all of them are verified again.
      if entries.count >= Self.limit { entries.removeAll() }
      entries[code] = (name, now + Self.seconds)
    }
  }
}
