internal import Glibc
internal import Synchronization

/// Threads that work off a queue and mostly wait for a disk or a share.
///
/// One thread per core is enough while files come from memory. More are started as the threads are found to
/// wait: on a solid-state disk some ten keep it busy, on a network share fifty.
public final class DiskThreads<Item: Sendable>: Sendable {
  /// Works off an item in one thread, and calls the second argument after each wait for the disk.
  public typealias Worker = (Item, () -> Void) -> Void

  private let items = Channel<Item>()
  private let most: Int
  private let cores: Int
  private let makeWorker: @Sendable () -> Worker
  private let state = Mutex(State())

  private struct State {
    var threads: [SystemThread] = []

    /// Those that run or are about to.
    var count = 0
    var use = ThreadUse.Span()

    /// Called when the last thread has ended, once they are abandoned.
    var whenEnded: (@Sendable () -> Void)?
  }

  /// Starts the first threads; `makeWorker` runs once in each thread.
  ///
  /// With `count`, exactly that many; otherwise one per core at first, and later at most `most`. If the system does
  /// not start them all, fewer do the work; without the first, it throws.
  public init(
    count: Int?, cores: Int = SystemThread.coreCount, most: Int,
    makeWorker: @escaping @Sendable () -> Worker
  ) throws(NoThread) {
    self.cores = max(1, cores)
    self.most = count ?? max(self.cores, min(most, Self.mostForDescriptors))
    self.makeWorker = makeWorker
    let first = count ?? self.cores
    state.withLock { $0.count = first }
    try start()
    for _ in 1..<max(1, first) { startIfPossible() }
  }

  /// The number of threads that leaves enough descriptors for the rest of the program: each has some files open.
  private static var mostForDescriptors: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1
    }
    return Int(clamping: limit.rlim_cur / 16)
  }

  /// How many threads there are.
  public var count: Int { state.withLock { $0.count } }

  /// Adds an item to the queue.
  public func submit(_ item: Item) { items.put(item) }

  /// Removes the items that no thread has taken; returns how many there were.
  public func drop() -> Int { items.removeAll() }

  /// Waits until all submitted items are done; no more may be submitted.
  public func finish() {
    items.close()
    // Workers that still run may start others.
    while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
  }

  /// Leaves the threads alone, because some wait for a disk that does not answer; no more may be submitted.
  ///
  /// A thread that waits in the kernel cannot be cancelled. It ends when the disk answers or the process ends.
  public func abandon(_ whenEnded: @escaping @Sendable () -> Void) {
    _ = items.removeAll()
    items.close()
    let (threads, haveEnded) = state.withLock { state in
      defer { state.threads = [] }
      if state.count > 0 { state.whenEnded = whenEnded }
      return (state.threads, state.count == 0)
    }
    for thread in threads { thread.detach() }
    if haveEnded { whenEnded() }
  }

  /// Records that a thread has ended or could not be started.
  private func end() {
    let whenEnded = state.withLock { state in
      state.count -= 1
      return state.count == 0 ? state.whenEnded : nil
    }
    whenEnded?()
  }

  private func start() throws(NoThread) {
    let thread = try SystemThread { [self] in
      let work = makeWorker()
      var clock = ThreadUse()
      while let item = items.take() {
        clock.begin()
        work(item) {
          if let span = clock.lap() { note(span) }
        }
      }
      clock.close()
      end()
    }
    let isAbandoned = state.withLock { state in
      guard state.whenEnded == nil else { return true }
      state.threads.append(thread)
      return false
    }
    if isAbandoned { thread.detach() }
  }

  /// Adds how a thread spent its time, and starts another if cores would be idle otherwise.
  private func note(_ span: ThreadUse.Span) {
    let more = state.withLock { state in
      // What was measured long ago counts less, but a single wait does not decide.
      state.use.add(span, keeping: 0.98)
      let ratio = state.use.waited / max(state.use.used, 1e-6)
      let busy = Double(cores) * max(1, 0.5 + ratio)
      // Two at a time triple the number with every round.
      let more = max(0, min(2, Int(min(busy, Double(most))) - state.count))
      state.count += more
      return more
    }
    // Without a further thread, the others do the work.
    for _ in 0..<more { startIfPossible() }
  }

  private func startIfPossible() { do { try start() } catch { end() } }
}

/// How a thread spends its time: it uses a core, waits for one, or waits for something else.
struct ThreadUse {
  /// Seconds.
  struct Span {
    var used = 0.0
    var waited = 0.0

    mutating func add(_ other: Span, keeping share: Double) {
      used = used * share + other.used
      waited = waited * share + other.waited
    }
  }

  /// How long the thread has waited for a core, by the kernel; -1 if it keeps no account.
  private let account = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
  private var last = Moment()

  private struct Moment {
    var wall = 0.0
    var used = 0.0
    var queued = 0.0
  }

  mutating func begin() { last = moment }

  /// The time since `begin` or the last lap; nil if that is too short to be worth the system calls.
  ///
  /// Without the account of the kernel nothing counts as waiting, since it may have been for a core.
  mutating func lap() -> Span? {
    guard Self.seconds(CLOCK_MONOTONIC) - last.wall > 0.002 else { return nil }
    let now = moment
    defer { last = now }
    let used = now.used - last.used
    let waited = now.wall - last.wall - used - (now.queued - last.queued)
    // Below zero if the thread was interrupted between two clocks; the next lap makes up for it.
    return Span(used: used, waited: account < 0 ? 0 : waited)
  }

  func close() { if account >= 0 { _ = Glibc.close(account) } }

  private var moment: Moment {
    Moment(
      wall: Self.seconds(CLOCK_MONOTONIC), used: Self.seconds(CLOCK_THREAD_CPUTIME_ID),
      queued: queued)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The second number of the account, in nanoseconds.
  private var queued: Double {
    guard account >= 0 else { return 0 }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 80) { buffer, count in
      unsafe count = max(0, pread(account, buffer.baseAddress, buffer.count, 0))
    }
    let words = bytes.split(separator: UInt8(ascii: " "))
    guard words.count > 1 else { return 0 }
    return words[1].reduce(0.0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) } / 1e9
  }
}
