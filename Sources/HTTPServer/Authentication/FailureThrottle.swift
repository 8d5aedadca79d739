internal import Synchronization

/// Throttles password guessing per client address with leaky buckets.
///
/// A wrong password adds one to the bucket of its address, and time empties it. While it is full, no password
/// is verified. Users who mistyped a password wait only a few seconds.
final class FailureThrottle: Sendable {
  /// The size of a bucket.
  static let most = 10

  /// The seconds after which one failure is forgotten.
  static let secondsForEach = 6

  /// The limit of addresses; beyond it, those with the oldest failures are dropped.
  static let addressLimit = 4_096

  private struct Bucket {
    /// The time when the bucket will be empty, in seconds of `Clock`.
    var emptyAt: Int
  }

  private let buckets = Mutex<[[UInt8]: Bucket]>([:])

  /// Records an attempt as failed until `succeeded` is called, so that concurrent attempts count.
  ///
  /// Returns the seconds to wait if there were too many; else nil.
  func begin(_ address: PeerAddress?, now: Int) -> Int? {
    buckets.withLock { buckets in
      let key = address?.clientPrefix ?? []
      let emptyAt = max(buckets[key]?.emptyAt ?? now, now)
      let wait = emptyAt + Self.secondsForEach - now - Self.most * Self.secondsForEach
      guard wait <= 0 else { return wait }
      if buckets[key] == nil, buckets.count >= Self.addressLimit { Self.makeRoom(&buckets, now) }
      buckets[key] = Bucket(emptyAt: emptyAt + Self.secondsForEach)
      return nil
    }
  }

  /// How many seconds to wait before the next password is checked; nil if it may be checked now.
  func wait(_ address: PeerAddress?, now: Int) -> Int? {
    buckets.withLock { buckets in
      guard let bucket = buckets[address?.clientPrefix ?? []] else { return nil }
      let wait =
        bucket.emptyAt + Self.secondsForEach - now - Self.most * Self.secondsForEach
      return wait > 0 ? wait : nil
    }
  }

  /// Removes the failure that `begin` recorded.
  func succeeded(_ address: PeerAddress?) {
    buckets.withLock { $0[address?.clientPrefix ?? []]?.emptyAt -= Self.secondsForEach }
  }

  private static func makeRoom(_ buckets: inout [[UInt8]: Bucket], _ now: Int) {
    buckets = buckets.filter { $0.value.emptyAt > now }
    guard buckets.count >= addressLimit else { return }
    // Remove an eighth at once, so that the next ones need no sorting.
    let oldest = buckets.sorted { $0.value.emptyAt < $1.value.emptyAt }.prefix(addressLimit / 8)
    for (key, _) in oldest { buckets[key] = nil }
  }
}
