internal import Glibc
internal import Synchronization

/// Handles the signals that end the program: SIGINT (Ctrl-C) and SIGTERM.
struct Interruption {
  private static let request = Atomic<Bool>(false)

  init() {
    for number in [SIGINT, SIGTERM] {
      // A handler may only store an atomic. A second Ctrl-C ends the program at once.
      signal(number) { number in
        Interruption.request.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  var wasRequested: Bool { Self.request.load(ordering: .relaxed) }

  /// Blocks the signals in all threads that start later, so that `wait` receives them.
  static func hold() {
    var signals = heldSignals
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Unblocks the signals, so that they end the program again.
  static func release() {
    var signals = heldSignals
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for a signal that ends the program.
  static func wait() { wait { _ in } }

  /// Waits for a signal that ends the program.
  ///
  /// Calls `onTick` every few seconds, and at once after SIGHUP with `wasAsked` true.
  static func wait(onTick: (_ wasAsked: Bool) -> Void) {
    var signals = heldSignals
    while true {
      var time = timespec(tv_sec: 3, tv_nsec: 0)
      let number = unsafe sigtimedwait(&signals, nil, &time)
      if number == SIGINT || number == SIGTERM { return }
      onTick(number == SIGHUP)
    }
  }

  private static var heldSignals: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGHUP)
    return signals
  }
}
