internal import Synchronization
internal import Signing

/// Passwords that were right a while ago.
///
/// Hashes that are made to be slow need not be made for each thumbnail. What is kept is a code made
/// with a key of this process.
final class KnownCredentials: Sendable {
  private static let limit = 256
  private static let seconds = 900

  private let expiries = Mutex<[SHA256.Digest: Int]>([:])

  /// What stands for a field of the header under one generation of passwords.
  static func code(_ field: String, generation: Int) -> SHA256.Digest {
    SHA256.code(of: Array("\(generation) \(field)".utf8), key: Passwords.key)
  }

  func contains(_ code: SHA256.Digest, now: Int) -> Bool {
    expiries.withLock { ($0[code] ?? now) > now }
  }

  func insert(_ code: SHA256.Digest, now: Int) {
    expiries.withLock { expiries in
      if expiries.count >= Self.limit { expiries = expiries.filter { $0.value > now } }
      // More people than that at once: all of them are asked for their passwords anew.
      if expiries.count >= Self.limit { expiries.removeAll() }
      expiries[code] = now + Self.seconds
    }
  }
}
