internal import CPhotoShims
internal import Synchronization
internal import Threads

/// A few threads for slow responses, so that fast ones do not wait for them.
///
/// Last in, first out: the latest requests are for the pictures in view; earlier ones have been scrolled past.
/// Work whose client has left is dropped.
///
/// A thread starts when work is added, and ends when none is left. The number of connections limits the amount
/// of work, because each connection waits for one response at most.
package final class WorkerPool: Sendable {
  /// Work for which a client waits.
  package struct Work: Sendable {
    /// Whether the client still waits.
    var isWanted: @Sendable () -> Bool

    /// Does the work, or ends it without doing it; called once.
    var end: @Sendable (Fate) -> Void

    /// Makes work.
    package init(
      isWanted: @escaping @Sendable () -> Bool, end: @escaping @Sendable (Fate) -> Void
    ) {
      (self.isWanted, self.end) = (isWanted, end)
    }
  }

  /// What happens to work.
  package enum Fate: Sendable {
    /// The thread that calls `end` does it now.
    case done

    /// The client has left.
    case unwanted

    /// The pool stopped before a thread took it.
    case tooLate
  }

  /// The pool looks for unwanted work before its turn if at least this much work waits.
  ///
  /// Unwanted work holds connections that other clients could use.
  private static let leastToSweep = 32

  private let limit: Int
  private let state = Mutex(State())

  /// Rings when the last thread has ended after `stop`.
  private let ended = Doorbell()

  private struct State {
    /// In the order of arrival; threads take the last.
    var waiting: [Work] = []
    var sweepAt = WorkerPool.leastToSweep
    var running = 0
    var isStopping = false

    /// Removes and returns work whose client has left, if the queue is twice as long as after the last sweep.
    ///
    /// So each piece of work is tested only a few times, however much there is.
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

  /// Makes a pool with this many threads at most.
  package init(threads limit: Int) { self.limit = max(1, limit) }

  /// Adds work for the threads, and starts a thread if there are fewer than the limit.
  package func add(_ work: Work) {
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
    // If no thread can be started, this thread does the work: other requests wait, but the work is done.
    if needsThread, !startThread() { doAll() }
  }

  /// Drops all waiting work, lets the threads finish their current work, and returns when all of them have
  /// ended.
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
        // If the cores are busy, the kernel prefers the threads of short requests.
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
