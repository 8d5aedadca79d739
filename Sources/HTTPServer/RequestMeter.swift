internal import Synchronization

/// Counts what is answered, how soon and how much, as long as the program runs.
public final class RequestMeter: Sendable {
  /// The upper ends of the spans that times are counted in, in microseconds; what took longer is in
  /// one more.
  public static let bounds = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
  ]

  /// What was counted for one operation.
  public struct Count: Hashable, Sendable {
    /// How many answers had each status; 499 is a client that left before there was one.
    public internal(set) var statuses: [Int: Int] = [:]

    /// How many took up to each of `bounds`, and longer.
    public internal(set) var spans = [Int](repeating: 0, count: RequestMeter.bounds.count + 1)

    /// How long all of them took together.
    public internal(set) var microseconds = 0

    /// The length of the content of all answers whose length was known when they began.
    public internal(set) var bytes = 0

    /// How many there were.
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

  /// Makes a meter that has counted nothing.
  public init() {}

  /// What was counted so far, by `Response.operation`.
  public var reading: [Int?: Count] { counts.withLock { $0 } }

  /// How many requests are being answered.
  public var requestsInFlight: Int { requests.load(ordering: .relaxed) }

  /// How many connections are open.
  public var openConnections: Int { connections.load(ordering: .relaxed) }

  /// How often a password was wrong.
  public var wrongPasswordCount: Int { wrongPasswords.load(ordering: .relaxed) }

  /// How often a password was not even compared, because too many before it were wrong.
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
