internal import CPhotoShims
internal import Glibc
internal import Synchronization

/// The state of a connection beyond its requests: the client it belongs to, and its activity.
final class WatchedConnection: Sendable {
  /// What the server waits for.
  enum Phase: Int {
    /// The first or the next header.
    case header = 0
    /// The body of a request.
    case content = 1
    /// A response being made, or read by the client.
    case answer = 2
  }

  let descriptor: CInt

  /// The client prefix it counts for; nil if it is not counted.
  let clientPrefix: [UInt8]?

  /// The phase in the lowest two bits, above them the second in which it began.
  private let state: Atomic<Int>

  /// Whether a header was completed before.
  private let wasUsed = Atomic<Bool>(false)

  private let leavesContent = Atomic<Bool>(false)

  /// The client's progress at the last check; used only by `ConnectionTimeouts`.
  private let lastLook = Mutex<Look?>(nil)

  private struct Look {
    var progress: photo_connection_progress
    var at: Int
    var phase: Phase
  }

  init(descriptor: CInt, clientPrefix: [UInt8]?) {
    self.descriptor = descriptor
    self.clientPrefix = clientPrefix
    state = Atomic(Clock.seconds() << 2)
  }

  /// Enters another phase.
  func enter(_ phase: Phase) {
    if phase == .content { wasUsed.store(true, ordering: .relaxed) }
    state.store(Clock.seconds() << 2 | phase.rawValue, ordering: .relaxed)
  }

  /// Whether the client may still send the content of a request that was refused.
  var hasRefusedContent: Bool { leavesContent.load(ordering: .relaxed) }

  /// Records that the next response is sent before the content is read.
  func refuseContent() { leavesContent.store(true, ordering: .relaxed) }

  /// How many seconds it has waited for a header; nil if it is not waiting.
  func idleSeconds(now: Int) -> Int? {
    let state = state.load(ordering: .relaxed)
    return state & 3 == Phase.header.rawValue ? now - state >> 2 : nil
  }

  /// The seconds since the current phase began.
  func seconds(now: Int) -> Int { now - state.load(ordering: .relaxed) >> 2 }

  /// Whether there is unread input.
  var hasUnread: Bool { photo_connection_unread(descriptor) > 0 }

  /// How many bytes the client has received so far; nil if that is no longer known.
  var taken: UInt64? {
    var progress = photo_connection_progress()
    return unsafe photo_connection_progress(descriptor, &progress) == 0 ? progress.taken : nil
  }

  /// Whether the time limit of the current phase has passed.
  func isOverdue(now: Int, _ rules: ConnectionTimeouts.Rules) -> Bool {
    let state = state.load(ordering: .relaxed)
    let seconds = now - state >> 2
    switch Phase(rawValue: state & 3) {
    case .header, nil:
      return seconds > (wasUsed.load(ordering: .relaxed) ? rules.idleSeconds : rules.headerSeconds)
    case .content: return isTooSlow(.content, now, rules)
    // Most responses are sent before a system call for them is worthwhile.
    case .answer: return seconds >= rules.window && isTooSlow(.answer, now, rules)
    }
  }

  /// Whether the client has sent or received too little since the last check.
  ///
  /// A client that has received everything so far waits for the server and is not too slow.
  private func isTooSlow(_ phase: Phase, _ now: Int, _ rules: ConnectionTimeouts.Rules) -> Bool {
    lastLook.withLock { last in
      if let last, last.phase == phase, now - last.at < rules.window { return false }
      var progress = photo_connection_progress()
      guard unsafe photo_connection_progress(descriptor, &progress) == 0 else { return false }
      defer { last = Look(progress: progress, at: now, phase: phase) }
      guard let last, last.phase == phase, now - last.at <= 2 * rules.window else { return false }
      let least = UInt64(rules.slowestRate * (now - last.at))
      return phase == .content
        ? progress.received - last.progress.received < least
        : last.progress.waiting > 0 && progress.waiting > 0
          && progress.taken - last.progress.taken < least
    }
  }

  /// Closes the connection; the library notices and cleans up.
  func hangUp() {
    if state.load(ordering: .relaxed) & 3 != Phase.header.rawValue {
      // Discard unsent data, which the kernel would otherwise keep and retry for minutes.
      var atOnce = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, size)
    }
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
  }
}
