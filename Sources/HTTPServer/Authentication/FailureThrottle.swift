internal import Synchronization

/// Slows down who guesses passwords, without keeping out for long who mistyped one.
///
/// Each address has a bucket that a wrong password fills by one and time empties; while it is full,
/// no password is even looked at.
final class FailureThrottle: Sendable {
  /// How many may be wrong in a row.
  static let most = 10

  /// After how many seconds one of them is forgiven.
  static let secondsForEach = 6

  /// How many addresses are remembered: beyond that those go that were last wrong longest ago.
  static let addressLimit = 4_096

  private struct Bucket {
    /// When the bucket will be empty, in seconds of `Clock`.
    var emptyAt: Int
  }

  private let buckets = Mutex<[[UInt8]: Bucket]>([:])

  /// Counts an attempt as failed until `succeeded` says otherwise, so that many at once count too;
  /// answers how many seconds to wait where there were too many.
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

  /// Takes back the attempt that began.
  func succeeded(_ address: PeerAddress?) {
    buckets.withLock { $0[address?.clientPrefix ?? []]?.emptyAt -= Self.secondsForEach }
  }

  private static func makeRoom(_ buckets: inout [[UInt8]: Bucket], _ now: Int) {
    buckets = buckets.filter { $0.value.emptyAt > now }
    guard buckets.count >= addressLimit else { return }
    // An eighth at once, so that the next ones need no sorting.
    let oldest = buckets.sorted { $0.value.emptyAt < $1.value.emptyAt }.prefix(addressLimit / 8)
    for (key, _) in oldest { buckets[key] = nil }
  }
}
