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
    var signals = endSignals
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for one of the signals that were held.
  static func wait() {
    var signals = endSignals
    var number: Int32 = 0
    unsafe sigwait(&signals, &number)
  }

  private static var endSignals: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    return signals
  }
}
