internal import Synchronization
internal import Signing

/// A cache of verified credentials, so that slow password hashes are not computed for each request.
///
/// It stores keyed hashes of the `Authorization` field, with a key of this process.
final class KnownCredentials: Sendable {
  private static let limit = 256
  private static let seconds = 900

  private let expiries = Mutex<[SHA256.Digest: Int]>([:])

  /// The cache key of a header field for a generation of passwords.
  static func code(_ field: String, generation: Int) -> SHA256.Digest {
    SHA256.code(of: Array("\(generation) \(field)".utf8), key: Passwords.key)
  }

  func contains(_ code: SHA256.Digest, now: Int) -> Bool {
    expiries.withLock { ($0[code] ?? now) > now }
  }

  func insert(_ code: SHA256.Digest, now: Int) {
    expiries.withLock { expiries in
      if expiries.count >= Self.limit { expiries = expiries.filter { $0.value > now } }
      // With more users than that at once, all of them are verified again.
      if expiries.count >= Self.limit { expiries.removeAll() }
      expiries[code] = now + Self.seconds
    }
  }
}
