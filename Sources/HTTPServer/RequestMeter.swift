internal import Synchronization

/// Counts requests, their durations and sizes since the start of the program.
public final class RequestMeter: Sendable {
  /// The upper bounds of the duration buckets in microseconds; one more bucket follows.
  public static let bounds = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
  ]

  /// The counters of one operation.
  public struct Count: Hashable, Sendable {
    /// The number of responses by status; 499 stands for a client that left before there was one.
    public internal(set) var statuses: [Int: Int] = [:]

    /// The number of responses by duration bucket.
    public internal(set) var spans = [Int](repeating: 0, count: RequestMeter.bounds.count + 1)

    /// The sum of durations.
    public internal(set) var microseconds = 0

    /// The sum of the body lengths that were known in advance.
    public internal(set) var bytes = 0

    /// The number of requests.
    public var requests: Int { spans.reduce(0, +) }

    mutating func add(status: Int, microseconds took: Int, bytes length: Int) {
      statuses[status, default: 0] += 1
      spans[RequestMeter.bounds.firstIndex { took <= $0 } ?? RequestMeter.bounds.count] += 1
      microseconds += took
      bytes += length
    }
  }

  private let wrongPasswords = Atomic<Int>(0)
  private let throttledSignIns = Atomic<Int>(0)
  private let counts = Mutex<[Int?: Count]>([:])
  private let requests = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)

  /// Makes a meter with all counters at zero.
  public init() {}

  /// The counters by `Response.operation`.
  public var reading: [Int?: Count] { counts.withLock { $0 } }

  /// The number of requests in flight.
  public var requestsInFlight: Int { requests.load(ordering: .relaxed) }

  /// The number of open connections.
  public var openConnections: Int { connections.load(ordering: .relaxed) }

  /// The number of wrong passwords.
  public var wrongPasswordCount: Int { wrongPasswords.load(ordering: .relaxed) }

  /// The number of sign-ins that were throttled after too many wrong passwords.
  public var throttledSignInCount: Int { throttledSignIns.load(ordering: .relaxed) }

  func passwordWasWrong() { wrongPasswords.add(1, ordering: .relaxed) }

  func signInWasThrottled() { throttledSignIns.add(1, ordering: .relaxed) }

  func began() { requests.add(1, ordering: .relaxed) }

  func ended(operation: Int?, status: Int?, microseconds: Int, bytes: Int?) {
    requests.subtract(1, ordering: .relaxed)
    counts.withLock {
      $0[operation, default: Count()].add(
        status: status ?? 499, microseconds: microseconds, bytes: bytes ?? 0)
    }
  }

  func opened() { connections.add(1, ordering: .relaxed) }

  func closed() { connections.subtract(1, ordering: .relaxed) }
}
