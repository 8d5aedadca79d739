internal import CPhotoShims
internal import Glibc
internal import Synchronization

/// A few threads for answers that take long, so that those that answer at once do not wait for them.
///
/// Threads come with the work and go when there is none; how much work there can be is limited by the
/// number of connections, each of which waits for one answer at most.
final class WorkerPool: Sendable {
  /// Something to do; where it is told that the pool stops, it is to give up at once.
  typealias Work = @Sendable (_ isStopping: Bool) -> Void

  private let limit: Int
  private let state = Mutex(State())

  /// Becomes readable when the last thread of a pool that stops has ended.
  private let ended = photo_event()

  private struct State {
    // Taken from the front by index, so that a long queue is not moved for each.
    var queue: [Work] = []
    var next = 0
    var running = 0
    var isStopping = false
  }

  init(threads limit: Int) { self.limit = max(1, limit) }

  deinit { close(ended) }

  /// Has something done by one of the threads, first come first served.
  func add(_ work: @escaping Work) {
    let (isStopping, needsThread) = state.withLock { state in
      guard !state.isStopping else { return (true, false) }
      state.queue.append(work)
      guard state.running < limit else { return (false, false) }
      state.running += 1
      return (false, true)
    }
    if isStopping { return work(true) }
    // Without a thread the work is done here: late for others, but done.
    if needsThread, !startThread() { run() }
  }

  /// Lets the threads finish what they are at, has everything else given up, and returns when all
  /// threads have ended.
  func stop() {
    let (waiting, isRunning) = state.withLock { state in
      state.isStopping = true
      defer { (state.queue, state.next) = ([], 0) }
      return (state.queue[state.next...], state.running > 0)
    }
    for work in waiting { work(true) }
    guard isRunning else { return }
    var event = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&event, 1, -1) < 0, errno == EINTR {}
  }

  private func startThread() -> Bool {
    let owner = unsafe Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { owner in
        if let owner = unsafe owner {
          unsafe Unmanaged<WorkerPool>.fromOpaque(owner).takeRetainedValue().run()
        }
        return nil
      }, owner.toOpaque())
    guard code == 0 else {
      unsafe owner.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    while let work = take() { work(false) }
  }

  private func take() -> Work? {
    let (work, isLast) = state.withLock { state -> (Work?, Bool) in
      if state.next < state.queue.count {
        // Let go of here, with all it holds on to.
        let work = state.queue[state.next]
        state.queue[state.next] = { _ in }
        state.next += 1
        return (work, false)
      }
      (state.queue, state.next) = ([], 0)
      state.running -= 1
      return (nil, state.isStopping && state.running == 0)
    }
    if isLast {
      var one: UInt64 = 1
      _ = unsafe write(ended, &one, MemoryLayout<UInt64>.size)
    }
    return work
  }
}
