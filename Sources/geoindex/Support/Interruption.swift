internal import Glibc
internal import Synchronization

/// Notices that the person has asked the program to end (Ctrl-C, or SIGTERM from a manager).
struct Interruption {
  private static let request = Atomic<Bool>(false)

  init() {
    for number in [SIGINT, SIGTERM] {
      // Only an atomic store happens in the handler. A second Ctrl-C ends the program at once.
      signal(number) { number in
        Interruption.request.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  var wasRequested: Bool { Self.request.load(ordering: .relaxed) }

  static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Keeps the signals from every thread that is started after this, so that `wait` can take them.
  static func hold() {
    var signals = heldSignals
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Lets the signals that were held end the program again.
  static func release() {
    var signals = heldSignals
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for one of the signals that were held to ask for the end.
  static func wait() { wait { _ in } }

  /// Waits for one of the signals that were held to ask for the end; each few seconds until then it is
  /// somebody's turn, and at once where SIGHUP asks for that.
  static func wait(turn: (_ wasAsked: Bool) -> Void) {
    var signals = heldSignals
    while true {
      var time = timespec(tv_sec: 3, tv_nsec: 0)
      let number = unsafe sigtimedwait(&signals, nil, &time)
      if number == SIGINT || number == SIGTERM { return }
      turn(number == SIGHUP)
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
