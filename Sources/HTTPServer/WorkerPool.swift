internal import CPhotoShims
internal import Synchronization
internal import Threads

/// A few threads for answers that take long, so that those that answer at once do not wait for them.
///
/// Last in, first out: the latest requests are for the pictures in view; earlier ones have been
/// scrolled past. Work whose client has left is dropped.
///
/// Threads come with the work and go when there is none; how much work there can be is limited by the
/// number of connections, each of which waits for one answer at most.
final class WorkerPool: Sendable {
  /// Work for a client that waits for it.
  struct Work: Sendable {
    /// Whether the client still waits.
    var isWanted: @Sendable () -> Bool

    /// Does it, or ends it without; called once.
    var end: @Sendable (Fate) -> Void
  }

  /// What becomes of work.
  enum Fate {
    /// It is done now.
    case done

    /// The client has left.
    case unwanted

    /// The pool stopped before a thread took it.
    case tooLate
  }

  /// From so much waiting work on, what is unwanted is looked for before its turn comes: it holds
  /// connections that others could have.
  private static let leastToSweep = 32

  private let limit: Int
  private let state = Mutex(State())

  /// Rings when the last thread of a pool that stops has ended.
  private let ended = Doorbell()

  private struct State {
    /// What came last stands last.
    var waiting: [Work] = []
    var sweepAt = WorkerPool.leastToSweep
    var running = 0
    var isStopping = false

    /// Drops work whose client has left, once the queue is twice as long as after the last time: so each piece
    /// of work is looked at a few times only, however much there is.
    mutating func sweep() -> [Work] {
      guard waiting.count >= sweepAt else { return [] }
      var unwanted: [Work] = []
      waiting.removeAll { work in
        guard !work.isWanted() else { return false }
        unwanted.append(work)
        return true
      }
      sweepAt = max(WorkerPool.leastToSweep, 2 * waiting.count)
      return unwanted
    }
  }

  init(threads limit: Int) { self.limit = max(1, limit) }

  /// Has something done by one of the threads.
  func add(_ work: Work) {
    var needsThread = false
    var unwanted: [Work] = []
    let isStopping = state.withLock { state in
      guard !state.isStopping else { return true }
      state.waiting.append(work)
      unwanted = state.sweep()
      if state.running < limit {
        state.running += 1
        needsThread = true
      }
      return false
    }
    if isStopping { return work.end(.tooLate) }
    for work in unwanted { work.end(.unwanted) }
    // Without a thread the work is done here: late for others, but done.
    if needsThread, !startThread() { doAll() }
  }

  /// Lets the threads finish what they are at, has everything else given up, and returns when all
  /// threads have ended.
  func stop() {
    let (waiting, isRunning) = state.withLock { state in
      state.isStopping = true
      defer { state.waiting = [] }
      return (state.waiting, state.running > 0)
    }
    for work in waiting { work.end(.tooLate) }
    guard isRunning else { return }
    ended.wait()
  }

  private func startThread() -> Bool {
    do {
      try SystemThread.start { [self] in
        // If the cores are busy, short requests go before long ones.
        photo_lower_priority()
        doAll()
      }
      return true
    } catch {
      return false
    }
  }

  private func doAll() {
    while let work = take() { work.end(work.isWanted() ? .done : .unwanted) }
  }

  private func take() -> Work? {
    let (work, isLast) = state.withLock { state -> (Work?, Bool) in
      if let work = state.waiting.popLast() { return (work, false) }
      state.running -= 1
      return (nil, state.isStopping && state.running == 0)
    }
    if isLast { ended.ring() }
    return work
  }
}
